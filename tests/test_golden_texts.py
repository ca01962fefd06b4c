"""Our rules treat single texts as the recorded implementation did."""

from __future__ import annotations

from golden_functions import vectors
from replayable.model.building import message
from replayable.model.facts import ANNOTATED
from replayable.model.parts import Text
from replayable.model.settings import Settings
from replayable.model.transcript import Meta
from replayable.rules import InternalContext, UnmarkedRoutedText, engine

# openclaw takes a time stamp off the head of a text; a model may well begin an answer with one.
STAMP = "[Fri "


def test_texts_of_other_sessions_are_marked_as_recorded() -> None:
    differing = []
    for vector in vectors.load("annotatePrompt"):
        provenance = vector["options"][0]
        turn = message("user", (Text(vector["input"]),), 0, None, Meta(provenance=provenance), ANNOTATED)
        (after,), _, _ = engine.run((UnmarkedRoutedText(),), (turn,), Settings())
        (text,) = after.parts
        assert isinstance(text, Text)
        if _parts_of(text.text) != _parts_of(vector["output"]):
            differing.append(vector["case"])
    assert [] == differing


def _parts_of(text: str) -> tuple[str, str]:
    """Header, white space folded, and body of a marked text, without the sentence between them, whose words are each program's own."""
    if not text.startswith("[Inter-session message]"):
        return "", text
    header, _, rest = text.partition("isUser=false\n")
    return " ".join(header.split()).replace("= ", "="), rest.partition("\n")[2]


def test_context_of_the_runtime_is_taken_out_as_recorded() -> None:
    differing = []
    for vector in vectors.load("stripMetadata"):
        turn = message("assistant", (Text(vector["input"]),), 0, scan=ANNOTATED)
        (after,), _, _ = engine.run((InternalContext(),), (turn,), Settings())
        text = "".join(part.text for part in after.parts if isinstance(part, Text))
        if text != vector["output"] and not vector["input"].startswith(STAMP):
            differing.append((vector["input"], vector["output"], text))
    assert [] == differing
