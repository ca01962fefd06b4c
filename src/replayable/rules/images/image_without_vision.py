"""An image for a model that takes none."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import edited, with_parts
from replayable.model.facts import MEDIA
from replayable.model.parts import Part, Text, ToolResult
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.relocation import is_image
from replayable.report import Change
from replayable.rules.images.exchange import labelled
from replayable.rules.rule import Changes, MessageRule

WHY = "this model takes no images"


class ImageWithoutVision(MessageRule, frozen=True):
    """Puts one text in the place of each run of images."""

    name: ClassVar[str] = "image-without-vision"
    looks_for: ClassVar[int] = MEDIA

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message without images, those of its tool results included."""
        changes = list[Change]()
        parts = self._without_images(message.parts, message, changes)
        return (with_parts(message, parts), tuple(changes)) if changes else (message, ())

    def _without_images(self, parts: tuple[Part, ...], message: Message, changes: list[Change]) -> tuple[Part, ...]:
        out, run = list[Part](), list[Part]()
        for part in parts:
            if is_image(part):
                run.append(part)
                continue
            self._close(run, out, message, changes)
            told = len(changes)
            inner = self._without_images(part.parts, message, changes) if type(part) is ToolResult else ()
            out.append(edited(part, parts=inner) if len(changes) > told else part)
        self._close(run, out, message, changes)
        return tuple(out)

    def _close(self, run: list[Part], out: list[Part], message: Message, changes: list[Change]) -> None:
        """Ends a run of images: its text, unless it stands there already."""
        if not run:
            return
        marked = next((part for part in reversed(run) if part.cache is not None), run[0])
        text = labelled(marked, WHY)
        if not (out and type(out[-1]) is Text and out[-1].text == text.text and text.cache is None):
            out.append(text)
        what = "an image was" if len(run) == 1 else f"{len(run)} images were"
        changes.append(
            Change(
                rule=self.name,
                loss="content",
                origin=message.origin,
                reason=f"the model takes no images, so {what} replaced by a labelled text",
                before=[part_as_json(part) for part in run],
                after=[part_as_json(text)],
            )
        )
        run.clear()
