"""Finding entries by their words."""

from __future__ import annotations

from typing import Any

import pytest

from replayable.store import Hit, Store

ENTRIES: dict[str, Any] = {
    "text": {"type": "message", "id": "text", "message": {"role": "user", "content": "Wie ist das Wetter in Zürich?"}},
    "block": {"type": "message", "id": "block", "message": {"role": "assistant", "content": [{"type": "text", "text": "sunny and warm"}]}},
    "reasoning": {"type": "message", "id": "reasoning", "message": {"role": "assistant", "content": [{"type": "thinking", "thinking": "perhaps rainy"}]}},
    "call": {
        "type": "message",
        "id": "call",
        "message": {"role": "assistant", "content": [{"type": "toolCall", "name": "get", "arguments": {"q": ["north"]}}]},
    },
    "result": {"type": "message", "id": "result", "message": {"role": "toolResult", "content": [{"type": "text", "text": "snow tomorrow"}]}},
    "image": {"type": "message", "id": "image", "message": {"role": "user", "content": [{"type": "image", "data": "SECRETDATA", "mimeType": "image/png"}]}},
    "command": {"type": "message", "id": "command", "message": {"role": "bashExecution", "command": "make thunder", "output": "boom"}},
    "summary": {"type": "compaction", "id": "summary", "summary": "They spoke of hail.", "firstKeptEntryId": "x", "tokensBefore": 1},
    "title": {"type": "session_info", "id": "title", "name": "Fog over the lake"},
    "custom": {"type": "custom_message", "id": "custom", "customType": "note", "content": "frost", "display": False},
    "opaque": {"type": "mystery", "id": "opaque", "parentId": None, "content": "mist"},
}


@pytest.fixture
def filled(store: Store) -> Store:
    store.session("s").extend(ENTRIES.values())
    store.session("chat").extend([{"role": "user", "content": "storm"}, {"type": "function_call_output", "call_id": "c", "output": "gale"}])
    return store


FOUND = {
    "wetter": "text",
    "zurich": "text",
    "ZÜRICH das": "text",
    "warm sunny": "block",
    "rainy": "reasoning",
    "north": "call",
    "get": "call",
    "snow": "result",
    "thunder": "command",
    "boom": "command",
    "hail": "summary",
    "fog": "title",
    "frost": "custom",
    "mist": "opaque",
}


@pytest.mark.parametrize("words", FOUND)
def test_an_entry_is_found_by_what_it_says(words: str, filled: Store) -> None:
    assert [FOUND[words]] == [hit.id for hit in filled.search(words)]


@pytest.mark.parametrize("words", ["SECRETDATA", "sunny snow", "absent", "", "  ", '"', "image/png", "* OR -"])
def test_what_no_entry_says_is_not_found(words: str, filled: Store) -> None:
    assert [] == filled.search(words)


@pytest.mark.parametrize("words", ['warm"', "warm*", "(warm", "warm - ^", "NEAR(warm)"[5:9]])
def test_signs_of_a_search_language_are_no_words(words: str, filled: Store) -> None:
    assert ["block"] == [hit.id for hit in filled.search(words)]


# ---------------------------------------------------------------------------------------------- scripts without spaces
SENTENCES = {
    "ja": "私は日本語のテストを書く。한국어문장",
    "mixed": "Run test日本 with データ, please",
    "th": "สวัสดีที่นี่ ทน",
    "my": "မြန်မာဘာသာ",
    "km": "ភាសាខ្មែរ",
    "lo": "ພາສາລາວ",
    "han": "葛\U000e0100飾区 \U0002000b",
    "apart": "キ\u3099ター \u1112\u1161\u11ab Zu\u0308rich",
}


@pytest.fixture
def written(store: Store) -> Store:
    store.session("s").extend({"type": "message", "id": id, "message": {"role": "user", "content": text}} for id, text in SENTENCES.items())
    return store


SHOWN = {
    "日本語": "私は[日本語]のテストを書く。한국어문장",
    "テスト": "私は日本語の[テスト]を書く。한국어문장",
    "私": "[私]は日本語のテストを書く。한국어문장",
    "한국": "私は日本語のテストを書く。[한국]어문장",
    "書く。": "私は日本語のテストを[書く]。한국어문장",
    "한국어 日本": "私は[日本]語のテストを書く。[한국어]문장",
    "(日本 * -私": "[私]は[日本]語のテストを書く。한국어문장",
    "日本 test": "Run [test][日本] with データ, please",
    "TEST日本": "Run [test日本] with データ, please",
    "テ\u3099ータ": "Run test日本 with [データ], please",
    "ที่": "สวัสดี[ที่]นี่ ทน",
    "မာ": "မြန်[မာ]ဘာသာ",
    "ខ្មែរ": "ភាសា[ខ្មែរ]",
    "ລາວ": "ພາສາ[ລາວ]",
    "葛飾": "[葛\U000e0100飾]区 \U0002000b",
    "\U0002000b": "葛\U000e0100飾区 [\U0002000b]",
    "ギター": "[キ\u3099ター] \u1112\u1161\u11ab Zu\u0308rich",
    "\ud55c zürich": "キ\u3099ター [\u1112\u1161\u11ab] [Zu\u0308rich]",
    "zu\u0308rich": "キ\u3099ター \u1112\u1161\u11ab [Zu\u0308rich]",
}


@pytest.mark.parametrize("words", SHOWN)
def test_words_of_a_script_without_spaces_are_found_and_shown_as_they_were(words: str, written: Store) -> None:
    assert SHOWN[words] in [hit.excerpt for hit in written.search(words)]


@pytest.mark.parametrize("words", ["test _", "test \u0301", "_ 日本 - test", "データ _ test"])
def test_what_has_no_letter_is_passed_over(words: str, written: Store) -> None:
    assert ["mixed"] == [hit.id for hit in written.search(words)]


@pytest.mark.parametrize("words", ["日語", "語日本", "本日", "テ日", "국한", "日本 warm", "日本AND", "ทู", "ี่ส"])
def test_characters_in_another_order_are_another_word(words: str, written: Store) -> None:
    assert [] == written.search(words)


def test_of_a_long_text_the_excerpt_has_what_was_found(store: Store) -> None:
    store.session("s").append({"role": "user", "content": "あ" * 50 + "日本" + "い" * 50})
    (hit,) = store.search("日本")
    assert ("…", "[日本]", "…") == (hit.excerpt[0], hit.excerpt.strip("…あい"), hit.excerpt[-1])


def test_what_stands_between_characters_in_the_index_is_no_part_of_a_text(store: Store) -> None:
    store.session("s").extend([{"role": "user", "content": "one\x1ftwo"}, {"role": "user", "content": "一\x1f二"}])
    assert ["[one] two"] == [hit.excerpt for hit in store.search("one")]
    assert ["[一] 二"] == [hit.excerpt for hit in store.search("一")]


# ---------------------------------------------------------------------------------------------- hits
def test_a_hit_tells_where_and_shows_the_words(filled: Store) -> None:
    assert [Hit("chat", 0, None, "[storm]")] == filled.search("storm")
    assert [Hit("chat", 1, None, "[gale]")] == filled.search("gale")


def test_a_search_can_be_held_to_one_session_and_a_number(filled: Store) -> None:
    filled.session("other").extend([{"role": "user", "content": f"storm {number}"} for number in range(5)])
    assert {"chat", "other"} == {hit.session for hit in filled.search("storm")}
    assert 5 == len(filled.search("storm", session="other"))
    assert 2 == len(filled.search("storm", most=2))
    assert [] == filled.search("storm", session="nowhere")


def test_what_was_appended_after_a_search_is_found_by_the_next(filled: Store) -> None:
    assert [] == filled.search("drizzle")
    filled.session("s").append({"role": "user", "content": "drizzle"})
    assert [11] == [hit.seq for hit in filled.search("drizzle")]


def test_many_rows_are_taken_in_part_by_part(filled: Store) -> None:
    filled.session("many").extend([{"role": "user", "content": f"drop {number}"} for number in range(2500)])
    assert ([2499], 2500) == ([hit.seq for hit in filled.search("2499")], len(filled.search("drop", most=9999)))


def test_what_was_replaced_or_removed_is_not_found(filled: Store) -> None:
    assert 1 == len(filled.search("snow"))
    filled.session("s").rewrite([{"role": "user", "content": "calm"}])
    assert ([], ["s"]) == (filled.search("snow"), [hit.session for hit in filled.search("calm")])
    filled.delete("s")
    assert [] == filled.search("calm")


def test_half_a_character_is_no_obstacle(store: Store) -> None:
    store.session("s").append({"type": "message", "id": "half", "message": {"role": "user", "content": "cut \ud83d emoji"}})
    assert ["half"] == [hit.id for hit in store.search("emoji \ud83d")]
