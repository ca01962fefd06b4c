"""Who made a message, compared with the target: by the provider, the API and the model that are stored with it."""

from __future__ import annotations

import msgspec

from replayable.model import Meta
from replayable.models import identity
from replayable.targets import API_ALIASES, fold_provider


class Maker(msgspec.Struct, frozen=True):
    """A provider, an API and a model, each in the one spelling used here."""

    provider: str
    api: str
    model: str

    def made(self, meta: Meta | None) -> bool | None:
        """Whether it made a message with this meta; None where that says too little. An API that is not told counts as the same."""
        if meta is None or meta.provider is None or meta.model is None:
            return None
        if meta.provider != self.provider and fold_provider(meta.provider) != self.provider:
            return False
        if meta.api is not None and meta.api != self.api and _folded(meta.api) != self.api:
            return False
        return meta.model == self.model or identity(meta.model) == identity(self.model)


def _folded(api: str) -> str:
    name = api.strip().lower()
    return API_ALIASES.get(name, name)
