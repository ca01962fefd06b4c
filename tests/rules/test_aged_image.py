"""Images of old turns go in steps where the caller wants it: which ones, when, and what stays as it was sent."""

from __future__ import annotations

import json
from typing import Any

import pytest

import replayable
import strategies
from replayable import Ledger
from replayable.rules import AgedImage

Json = Any
CLAUDE = "anthropic/claude-opus-4-6"
IMAGE: Json = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": strategies.PIXEL}}
GONE = "[image omitted: the model saw it in an earlier turn]"


def question(number: int, *images: Json) -> Json:
    return {"role": "user", "content": [*images, {"type": "text", "text": f"Question {number}?"}]}


def answer(number: int) -> Json:
    return {"role": "assistant", "content": [{"type": "text", "text": f"Answer {number}."}]}


def look(number: int) -> list[Json]:
    """A call and its result, a screenshot."""
    call = {"type": "tool_use", "id": f"toolu_{number}", "name": "screenshot", "input": {}}
    return [
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": [IMAGE]}]},
    ]


def turns(number: int) -> list[Json]:
    return [message for each in range(number) for message in (question(each, IMAGE), answer(each))]


def shown(history: list[Json], target: str = CLAUDE, **options: Any) -> list[bool]:
    """Of each message that holds an image or stood with one, whether the image is sent."""
    request = replayable.prepare(history, target, source="anthropic", **options).request
    texts = list(map(json.dumps, request["messages"]))
    return [strategies.PIXEL in text for text in texts if strategies.PIXEL in text or GONE in text]


def test_without_the_option_every_image_stays() -> None:
    assert [True] * 21 == shown([*turns(20), question(20, IMAGE)])


def test_the_images_of_the_older_half_go_when_twice_as_many_turns_are_finished() -> None:
    grown = [shown([*turns(number), question(number, IMAGE)], image_turns=3) for number in range(1, 10)]
    gone = [each.count(False) for each in grown]
    assert [0, 0, 0, 0, 0, 3, 3, 3, 6] == gone
    assert all(each == sorted(each) for each in grown), "the oldest go"


def test_at_least_so_many_finished_turns_keep_their_images() -> None:
    for number in range(1, 15):
        assert shown([*turns(number), question(number)], image_turns=2).count(True) >= min(number, 2)


def test_an_answer_alone_finishes_no_turn() -> None:
    assert [True, True] == shown(turns(2), image_turns=1)
    assert [False, True] == shown([*turns(2), question(2)], image_turns=1)


def test_words_stay_and_each_image_that_goes_is_told() -> None:
    prepared = replayable.prepare([*turns(2), question(2)], CLAUDE, source="anthropic", image_turns=1)
    assert [{"type": "text", "text": GONE}, {"type": "text", "text": "Question 0?"}] == prepared.request["messages"][0]["content"]
    assert [("aged-image", "content", 0)] == [(change.rule, change.loss, change.origin) for change in prepared.changes]


def test_the_request_stays_as_it_is_while_a_tool_loop_runs_and_changes_with_the_next_turn_of_the_user() -> None:
    history = [*turns(1), question(1, IMAGE), *look(1), *look(2)]
    assert [True] * 4 == shown(history, image_turns=1)
    history += [answer(2), question(2)]
    assert [False, True, True, True] == shown(history, image_turns=1)


def test_a_result_of_an_old_turn_loses_its_image_too() -> None:
    history = [question(0), *look(0), answer(0), *turns(1), question(9)]
    prepared = replayable.prepare(history, CLAUDE, source="anthropic", image_turns=1)
    assert [{"type": "text", "text": GONE}] == prepared.request["messages"][2]["content"][0]["content"]
    assert () == prepared.problems


@pytest.mark.parametrize(("rounds", "gone"), [(5, 0), (6, 2), (25, 2), (26, 22), (45, 22), (46, 42)])
def test_in_one_long_turn_the_first_rounds_lose_their_images_in_steps(rounds: int, gone: int) -> None:
    history = [question(0), *(message for number in range(rounds) for message in look(number))]
    assert [False] * gone + [True] * (rounds - gone) == shown(history, image_turns=3)


def test_images_that_went_in_a_long_turn_stay_away_in_the_next() -> None:
    history = [question(0), *(message for number in range(6) for message in look(number)), answer(0), question(1)]
    assert [False, False, True, True, True, True] == shown(history, image_turns=3)


def test_steps_are_rare_declared_and_everything_else_extends_the_last_request() -> None:
    ledger, history = Ledger(), list[Json]()
    for number in range(13):
        history += [question(number, IMAGE)]
        ledger.observe("s", replayable.prepare(history, CLAUDE, source="anthropic", image_turns=3))
        history += [answer(number)]
    tally = ledger.tally("s")
    assert (13, 0, 3) == (tally.requests, tally.broken, tally.rewrites)


@pytest.mark.parametrize(
    "target", [CLAUDE, "amazon-bedrock/us.anthropic.claude-sonnet-4-6-v1:0", "google/gemini-3-pro", "openai/gpt-5", "openai/gpt-4o", "mistral/pixtral-large"]
)
def test_what_was_prepared_is_left_alone_where_images_of_results_stand_elsewhere(target: str) -> None:
    history = [*turns(1), question(1), *look(1), answer(1), question(2), *look(2), answer(2), question(3)]
    options: dict[str, Any] = {"api": "openai-completions"} if target == "openai/gpt-4o" else {}
    once = replayable.prepare(history, target, source="anthropic", image_turns=1, **options)
    assert 2 == sum(change.rule == "aged-image" for change in once.changes)
    again = replayable.prepare(once.request, target, image_turns=1, **options)
    assert once.body == again.body
    assert () == again.changes


def test_a_replay_gives_the_same_step_by_step() -> None:
    history = [*turns(4), question(4), *look(4), *look(5), answer(4), question(5, IMAGE), answer(5), question(6)]
    replay = replayable.Replay(CLAUDE, image_turns=2)
    for number, message in enumerate(history, 1):
        replay.extend([message], source="anthropic")
        whole = replayable.prepare(history[:number], CLAUDE, source="anthropic", image_turns=2)
        assert (whole.body, whole.changes) == ((given := replay.prepare()).body, given.changes)


def test_a_model_that_sees_nothing_has_no_images_to_lose() -> None:
    prepared = replayable.prepare([*turns(2), question(2)], CLAUDE, source="anthropic", image_turns=1, vision=False)
    assert {"image-without-vision"} == {change.rule for change in prepared.changes}


@pytest.mark.parametrize("wrong", [0, -1, True, 1.5, "3"])
def test_turns_are_a_whole_number_above_zero(wrong: Any) -> None:
    with pytest.raises(replayable.InvalidOption, match="'image_turns' is a whole number above 0"):
        replayable.prepare([question(0)], CLAUDE, image_turns=wrong)


def test_the_default_of_the_rule_is_three_turns() -> None:
    assert 3 == AgedImage().turns
