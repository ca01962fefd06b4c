"""Images: what is told from bytes, what is made of too large ones, and where they go."""

from __future__ import annotations

import sys
from base64 import b64decode, b64encode
from collections.abc import Iterator
from typing import Any

import pytest
import pyvips  # type: ignore[import-untyped]

import replayable
from replayable import records
from replayable.images import inspection, shrinking
from replayable.images.base64 import size_of, tidied
from replayable.images.cache import BoundedCache
from replayable.images.header import GIF, JPEG, PNG, WEBP, Header, header_of
from replayable.images.inspection import flaw_of, header_in
from replayable.model.settings import Settings
from replayable.options import Options
from replayable.policies.images import takes_images
from replayable.policies.policy import Situation
from replayable.targets import parse_target

CLAUDE = "anthropic/claude-opus-4-6"
CHAT = "openai/gpt-4.1"


@pytest.fixture(autouse=True)
def _nothing_seen_before() -> Iterator[None]:
    inspection.forget()
    yield
    inspection.forget()


def picture(width: int, height: int, bands: int = 3) -> Any:
    return pyvips.Image.black(width, height, bands=bands).linear([1.0], [40.0, 90.0, 200.0, 128.0][:bands]).cast("uchar").copy(interpretation="srgb")


def noise(width: int, height: int) -> Any:
    return pyvips.Image.gaussnoise(width, height, mean=128, sigma=60).cast("uchar")


def text_of(data: bytes) -> str:
    return b64encode(data).decode()


def png(width: int, height: int) -> str:
    return text_of(picture(width, height).pngsave_buffer())


def block(data: str, media_type: str = PNG) -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def sent(content: list[Any], target: str = CLAUDE, **options: Any) -> list[Any]:
    """The content of the one user message that is sent."""
    prepared = replayable.prepare([{"role": "user", "content": content}], target, source="anthropic", **options)
    assert () == prepared.problems
    parts: list[Any] = prepared.request["messages"][0]["content"]
    return parts


def size_sent(data: str, media_type: str = PNG, **options: Any) -> tuple[str, int, int]:
    source = sent([block(data, media_type)], **options)[0]["source"]
    header = header_in(source["data"])
    assert header is not None
    assert source["media_type"] == header.media_type
    return header.media_type, header.width, header.height


# ---------------------------------------------------------------------------------------------- bytes
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (picture(7, 5).pngsave_buffer(), Header(PNG, 7, 5)),
        (picture(7, 5).jpegsave_buffer(), Header(JPEG, 7, 5)),
        (picture(7, 5).jpegsave_buffer(interlace=True), Header(JPEG, 7, 5)),
        (picture(7, 5).gifsave_buffer(), Header(GIF, 7, 5)),
        (picture(7, 5).webpsave_buffer(), Header(WEBP, 7, 5)),
        (picture(7, 5).webpsave_buffer(lossless=True), Header(WEBP, 7, 5)),
        (picture(7, 5, 4).webpsave_buffer(), Header(WEBP, 7, 5)),
        (b"", None),
        (b"hi", None),
    ],
    ids=["png", "jpeg", "progressive jpeg", "gif", "webp", "lossless webp", "webp with alpha", "nothing", "text"],
)
def test_a_header_tells_type_and_size(data: bytes, expected: Header | None) -> None:
    assert expected == header_of(data)


def test_no_beginning_of_an_image_raises() -> None:
    for whole in (picture(7, 5).pngsave_buffer(), picture(7, 5).jpegsave_buffer(), picture(7, 5).gifsave_buffer(), picture(7, 5).webpsave_buffer()):
        for end in range(len(whole) - 1):
            header_of(whole[:end])
            flaw_of(text_of(whole[:end]))


def test_the_header_of_a_jpeg_is_found_behind_a_large_profile() -> None:
    data = picture(7, 5).jpegsave_buffer()
    data = data[:2] + b"\xff\xe1\xff\xfe" + bytes(0xFFFC) + data[2:]
    assert Header(JPEG, 7, 5) == header_in(text_of(data))


def test_base64_is_tidied_only_where_it_is_some() -> None:
    assert "+/+/" == tidied(" -_\n-_ ")
    assert "aGk=" == tidied("aGk")
    assert [None, None, None, None] == [tidied(text) for text in ("", " ", "not base64 !!", "a")]
    assert [2, 3, 1] == [size_of(text) for text in ("aGk=", "aGkh", "aA==")]


def brand(*brands: bytes, size: bytes | None = None, extended: bool = False) -> bytes:
    """An ISO-BMFF file's first box: major brand, minor version, compatible brands."""
    payload = brands[0] + bytes(4) + b"".join(brands[1:])
    length = len(payload) + (16 if extended else 8)
    if extended:
        return b"\0\0\0\x01ftyp" + length.to_bytes(8, "big") + payload + b"junk"
    return (size or length.to_bytes(4, "big")) + b"ftyp" + payload


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (brand(b"heic", b"mif1"), "HEIC is not supported"),
        (brand(b"mif1", b"heic"), "HEIC is not supported"),
        (brand(b"mif1", b"xxxx"), "HEIF is not supported"),
        (brand(b"avif"), "AVIF is not supported"),
        (brand(b"heix", extended=True), "HEIC is not supported"),
        (brand(b"isom", b"mif1", b"avif", extended=True), "AVIF is not supported"),
        (brand(b"isom", b"heic", size=bytes(4)), "HEIC is not supported"),
        (brand(b"isom").replace(bytes(4), b"heic", 1), "its data are no image"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG is not supported"),
        (b"<!DOCTYPE html><html>404</html>", "HTML is not supported"),
        (b"II*\0", "TIFF is not supported"),
    ],
    ids=["major", "compatible", "general", "avif", "64 bits", "64 bits and compatible", "to the end", "minor version", "svg", "html", "tiff"],
)
def test_what_is_no_image_of_the_web_is_named(data: bytes, expected: str) -> None:
    flaw = flaw_of(text_of(data))
    assert flaw is not None
    assert expected == flaw.label


def test_bytes_behind_the_end_of_an_image_do_not_make_it_unreadable() -> None:
    assert [None, None] == [flaw_of(text_of(data + bytes(100))) for data in (picture(7, 5).pngsave_buffer(), picture(7, 5).jpegsave_buffer())]


# ---------------------------------------------------------------------------------------------- too large
def test_a_png_over_the_longest_side_becomes_a_jpeg_of_that_side() -> None:
    assert (JPEG, 1200, 400) == size_sent(png(2400, 800))


def test_a_tall_image_is_held_to_the_same_side() -> None:
    assert (JPEG, 185, 1200) == size_sent(png(400, 2600))


def test_an_image_within_the_limits_goes_out_byte_for_byte() -> None:
    data = text_of(picture(1200, 1200).gifsave_buffer())
    body = records.encode({"messages": [{"role": "user", "content": [block(data, GIF)]}]})
    prepared = replayable.prepare(body, CLAUDE)
    assert (body, ()) == (prepared.body, prepared.changes)


def test_the_sides_and_bytes_that_are_wanted_hold() -> None:
    assert (JPEG, 300, 200) == size_sent(png(600, 400), image_max_side=300)
    data = text_of(noise(900, 900).pngsave_buffer())
    small = sent([block(data)], image_max_bytes=250_000)[0]["source"]["data"]
    assert size_of(small) <= 250_000


def test_the_target_s_own_side_holds_besides() -> None:
    assert (JPEG, 2000, 500) == size_sent(png(4000, 1000), image_max_side=8000)


def test_base64_text_is_held_to_5_mib_where_the_target_counts_it() -> None:
    data = text_of(noise(2000, 2000).pngsave_buffer(compression=0))
    made = sent([block(data)], image_max_side=2000, image_max_bytes=50_000_000)[0]["source"]["data"]
    assert len(data) > 5 * 1024 * 1024 >= len(made)


def test_an_image_is_turned_as_its_exif_says() -> None:
    image = picture(1600, 800)
    image.set_type(pyvips.GValue.gint_type, "orientation", 6)
    assert (JPEG, 600, 1200) == size_sent(text_of(image.jpegsave_buffer()), JPEG)


def test_transparency_becomes_white() -> None:
    clear = picture(1300, 10, 4).linear([1, 1, 1, 0], 0).cast("uchar").copy(interpretation="srgb")
    made = sent([block(text_of(clear.pngsave_buffer()))])[0]["source"]["data"]
    lowest: Any = pyvips.Image.new_from_buffer(b64decode(made), "").min()
    assert lowest > 250


def test_the_frames_of_an_animation_that_go_are_told() -> None:
    frames = pyvips.Image.arrayjoin([picture(1300, 10), picture(1300, 10).invert()], across=1)
    frames.set_type(pyvips.GValue.gint_type, "page-height", 10)
    prepared = replayable.prepare([{"role": "user", "content": [block(text_of(frames.gifsave_buffer()), GIF)]}], CLAUDE, source="anthropic")
    assert [("oversized-image", "content")] == [(change.rule, change.loss) for change in prepared.changes]
    assert "other 1 frames" in prepared.changes[0].reason


def test_a_bomb_is_refused_by_its_header() -> None:
    bomb = picture(30_000, 30_000, 1).pngsave_buffer(compression=9)[:200]
    assert {"type": "text", "text": "[image omitted: it has more than 25 megapixels]"} == sent([block(text_of(bomb))])[0]


def test_each_image_is_worked_on_once(monkeypatch: pytest.MonkeyPatch) -> None:
    data = png(2400, 800)
    first = sent([block(data)])
    monkeypatch.setattr(shrinking, "_made", lambda *_: pytest.fail("the image was worked on again"))
    assert first == sent([block(data)])


def test_an_image_that_must_shrink_and_is_damaged_inside_is_said_to_be_undecodable() -> None:
    data = noise(1300, 400).pngsave_buffer()
    damaged = data[:20_000] + bytes(2_000) + data[22_000:]
    assert {"type": "text", "text": "[image omitted: it cannot be decoded]"} == sent([block(text_of(damaged))])[0]


def test_without_pyvips_a_text_says_so_and_the_rest_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyvips", None)
    prepared = replayable.prepare([{"role": "user", "content": [block(png(2400, 8)), block(png(2, 2))]}], CLAUDE, source="anthropic")
    assert {"type": "text", "text": "[image omitted: it is too large]"} == prepared.request["messages"][0]["content"][0]
    assert [("oversized-image", "content")] == [(change.rule, change.loss) for change in prepared.changes]
    assert "pip install" in prepared.changes[0].reason


def test_the_cache_holds_no_more_than_it_may() -> None:
    cache = BoundedCache[str](10)
    for name in ("a", "b", "c"):
        cache.put(name.encode(), name, 4)
    cache.put(b"large", "large", 11)
    assert [None, "b", "c", None] == [cache.get(name.encode()) for name in ("a", "b", "c", "large")]


# ---------------------------------------------------------------------------------------------- where images go
def test_a_screenshot_of_a_tool_goes_to_a_user_message_and_stays_there_when_the_history_grows() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "screenshot", "arguments": "{}"}}
    image = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{png(2, 2)}"}}
    history: list[Any] = [
        {"role": "user", "content": "Look."},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": [image]},
    ]
    first = replayable.prepare(history, CHAT, api="openai-completions").request["messages"]
    assert "[image: sent with the next user message]" == first[2]["content"][0]["text"]
    assert {"role": "user", "content": [{"type": "text", "text": "[image from the tool result of screenshot]"}, image]} == first[3]
    later = replayable.prepare(
        [*history, {"role": "assistant", "content": "A square."}, {"role": "user", "content": "Thanks."}], CHAT, api="openai-completions"
    )
    assert first == later.request["messages"][:4]
    assert () == replayable.prepare(later.request, CHAT, api="openai-completions").changes


def test_results_that_are_moved_and_made_up_stay_before_the_images() -> None:
    calls = [{"id": f"call_{number}", "type": "function", "function": {"name": "look", "arguments": "{}"}} for number in (1, 2)]
    image = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{png(2, 2)}"}}
    history: list[Any] = [
        {"role": "user", "content": "Look."},
        {"role": "assistant", "content": None, "tool_calls": calls},
        {"role": "tool", "tool_call_id": "call_1", "content": [image]},
        {"role": "user", "content": "Well?"},
    ]
    messages = replayable.prepare(history, CHAT, api="openai-completions").request["messages"]
    assert ["user", "assistant", "tool", "tool", "user"] == [message["role"] for message in messages]
    assert ["text", "image_url", "text"] == [part["type"] for part in messages[4]["content"]]


def _anthropic_screenshots() -> list[dict[str, Any]]:
    calls = [{"type": "tool_use", "id": f"call_{number}", "name": "screenshot", "input": {}} for number in (1, 2)]
    results = [{"type": "tool_result", "tool_use_id": f"call_{number}", "content": [block(png(number, 2))]} for number in (1, 2)]
    return [{"role": "user", "content": "Look."}, {"role": "assistant", "content": calls}, {"role": "user", "content": results}]


def _labelled(*sides: int) -> list[dict[str, Any]]:
    label = {"type": "text", "text": "[image from the tool result of screenshot]"}
    return [part for side in sides for part in (label, {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{png(side, 2)}"}})]


@pytest.mark.parametrize("following", [[], [{"role": "assistant", "content": "Two squares."}, {"role": "user", "content": "Thanks."}]])
def test_images_of_results_in_another_format_are_written_into_a_user_message_that_is_made(following: list[dict[str, Any]]) -> None:
    prepared = replayable.prepare([*_anthropic_screenshots(), *following], CHAT, source="anthropic", api="openai-completions")
    messages = prepared.request["messages"]
    assert () == prepared.changes
    assert ["[image: sent with the next user message]"] * 2 == [message["content"] for message in messages[2:4]]
    assert {"role": "user", "content": _labelled(1, 2)} == messages[4]
    assert [message["content"] for message in following] == [message["content"] for message in messages[5:]]


def test_they_are_written_before_the_words_of_a_user_message_that_follows() -> None:
    history = [*_anthropic_screenshots(), {"role": "user", "content": "Well?"}]
    messages = replayable.prepare(history, CHAT, source="anthropic", api="openai-completions").request["messages"]
    assert {"role": "user", "content": [*_labelled(1, 2), {"type": "text", "text": "Well?"}]} == messages[4]


def test_a_request_with_images_written_there_needs_no_repair() -> None:
    request = replayable.prepare(_anthropic_screenshots(), CHAT, source="anthropic", api="openai-completions").request
    assert () == replayable.prepare(request, CHAT, source="openai-chat", api="openai-completions").changes
    assert () == replayable.check(request, CHAT, api="openai-completions")


def test_mistral_gets_a_bridge_before_the_images_of_results() -> None:
    prepared = replayable.prepare(_anthropic_screenshots(), "mistral/mistral-large-latest", source="anthropic")
    assert ["user", "assistant", "tool", "tool", "assistant", "user"] == [message["role"] for message in prepared.request["messages"]]
    assert {"misplaced-image", "tool-call-id", "user-after-tool"} == {change.rule for change in prepared.changes}


@pytest.mark.parametrize("target", ["deepseek/deepseek-chat", "openrouter/deepseek/deepseek-v3.2", "openai/gpt-3.5-turbo"])
def test_models_that_are_known_to_see_nothing_get_a_text(target: str) -> None:
    prepared = replayable.prepare([{"role": "user", "content": [block(png(2, 2)), {"type": "text", "text": "Hm?"}]}], target, api="openai-completions")
    assert "image_url" not in prepared.body.decode()
    seen = replayable.prepare([{"role": "user", "content": [block(png(2, 2))]}], target, api="openai-completions", vision=True)
    assert "image_url" in seen.body.decode()


def heavy(turns: int) -> list[Any]:
    """Turns with an image of about 3.5 MB of base64 each."""
    history: list[Any] = []
    data = noise(935, 935).bandjoin([noise(935, 935), noise(935, 935)]).copy(interpretation="srgb").pngsave_buffer(compression=0)
    for turn in range(turns):
        unlike = text_of(data + turn.to_bytes(2, "big"))
        history += [{"role": "user", "content": [block(unlike), {"type": "text", "text": f"step {turn}"}]}, {"role": "assistant", "content": f"seen {turn}"}]
    return history


def test_images_that_add_up_go_in_blocks_and_oldest_first() -> None:
    history, gone_before, moves = heavy(12), list[int](), 0
    for turns in range(1, 13):
        prepared = replayable.prepare([*history[: 2 * turns], {"role": "user", "content": "Done?"}], CLAUDE, source="anthropic")
        assert len(prepared.body) < 32_000_000
        contents = [message["content"] for message in prepared.request["messages"] if message["role"] == "user" and type(message["content"]) is list]
        assert [f"step {turn}" for turn in range(turns)] == [content[1]["text"] for content in contents]
        gone = [turn for turn, content in enumerate(contents) if content[0]["type"] == "text"]
        assert list(range(len(gone))) == gone
        assert set(gone_before) <= set(gone)
        moves += gone != gone_before
        gone_before = gone
    assert 2 >= moves >= 1
    assert 11 not in gone_before


def test_a_hundred_images_are_sent_and_not_one_more() -> None:
    def images_of(number: int) -> int:
        history = [{"role": "user", "content": [block(png(2, 2)), {"type": "text", "text": str(turn)}]} for turn in range(number)]
        return replayable.prepare(history, CLAUDE, source="anthropic").body.count(b'"type":"image"')

    assert [100, 50] == [images_of(100), images_of(101)]


BLIND = (
    "deepseek-v4 gpt-3.5-turbo gpt-4 gpt-4-0613 gpt-oss-120b llama3.3"
    " meta-llama-3.1-8b llama-3.3-70b-versatile qwen3-32b kimi-k2-0905-preview glm-4.7 MiniMax-M2.1"
)
SEEING = (
    "gpt-4o gpt-4.1 gpt-4-turbo gpt-5 o3 o1 llama-3.2-90b-vision llama-4-scout qwen3-vl-8b qwen3.5-plus kimi-k2.6 kimi-k3 glm-4.5v glm-5 minimax-m3"
    " deepseek-vl2 claude-opus-4-6 gemini-3-pro mistral-large-latest any-model"
)


def test_known_models_without_vision_are_told_by_id_and_unknown_ones_are_thought_to_see() -> None:
    def sees(model: str) -> bool:
        return takes_images(Situation(parse_target(f"someone/{model}"), Options(), Settings(), True))

    assert [] == [model for model in BLIND.split() if sees(model)]
    assert [] == [model for model in SEEING.split() if not sees(model)]
