"""Who made a message, compared with the target: by the provider, the API and the model that are stored with it."""

from __future__ import annotations

import msgspec

from replayable.model.transcript import Meta
from replayable.models import identity
from replayable.targets import API_ALIASES, fold_provider


class Maker(msgspec.Struct, frozen=True):
    """A provider, an API and a model, each in the one spelling used here."""

    provider: str
    api: str
    model: str

    def made(self, meta: Meta | None) -> bool | None:
        """Whether it made a message with this meta; None where that says too little. An API that is not told counts as the same.

        Answers name a model and no provider: the same one over the same API is the same maker, and another name may be that of the same model."""
        if meta is None or meta.model is None:
            return None
        if meta.provider is None:
            return True if meta.api is not None and self._is_of(meta.api) and self._is(meta.model) else None
        if meta.provider != self.provider and fold_provider(meta.provider) != self.provider:
            return False
        if meta.api is not None and not self._is_of(meta.api):
            return False
        return self._is(meta.model)

    def _is_of(self, api: str) -> bool:
        return api == self.api or _folded(api) == self.api

    def _is(self, model: str) -> bool:
        return model == self.model or identity(model) == identity(self.model)


def _folded(api: str) -> str:
    name = api.strip().lower()
    return API_ALIASES.get(name, name)
