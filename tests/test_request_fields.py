"""The tables of fields say what the SDKs' types and the service model say, and `check` goes by them as far as others do."""

from __future__ import annotations

from typing import Any, get_args

import pytest
import typing_extensions
from anthropic.types import message_create_params as anthropic_params
from anthropic.types import tool_union_param
from anthropic.types.beta import message_create_params as anthropic_beta
from botocore.loaders import Loader  # type: ignore[import-untyped]
from botocore.model import ServiceModel  # type: ignore[import-untyped]
from google.genai import types as google
from openai.types.chat import completion_create_params as chat_params
from openai.types.responses import response_create_params, response_input_item_param

from judges import templates
from judges.agreement import PAIRS, Pair, agreement
from replayable.facts import anthropic_settings, bedrock_settings, gemini_settings, openai_settings, responses_items
from replayable.facts.shape import Shape

FEW = 120


def fields(shape: Shape) -> set[str]:
    return set(shape.fields or {})


def hints(params: Any) -> dict[str, Any]:
    return typing_extensions.get_type_hints(params)


def tags(params: Any) -> set[str]:
    """The values that `type` may have."""
    return {value for each in (hints(params).get("type", str), *get_args(hints(params).get("type", str))) for value in get_args(each) if type(value) is str}


# ---------------------------------------------------------------------------------------------- the tables
def test_the_fields_of_a_messages_request_are_those_of_the_sdk() -> None:
    dropped_by_the_sdk = {"temperature", "top_p", "top_k"}
    of_partners_and_older_betas = {"anthropic_version", "anthropic_beta", "output_format"}
    known = set(hints(anthropic_params.MessageCreateParamsNonStreaming)) | set(hints(anthropic_beta.MessageCreateParamsNonStreaming))
    assert known | dropped_by_the_sdk | of_partners_and_older_betas == fields(anthropic_settings.REQUEST)


def test_every_tool_of_the_sdk_is_taken_by_its_type() -> None:
    items = (anthropic_settings.REQUEST.fields or {})["tools"].items
    assert items is not None
    assert items.newer is not None
    found = {tag for tool in get_args(tool_union_param.ToolUnionParam) for tag in tags(tool)}
    assert {"custom"} == {tag for tag in found if items.newer.search(tag) is None}


def test_the_fields_of_a_converse_request_are_those_of_the_service_model() -> None:
    model: Any = ServiceModel(Loader().load_service_model("bedrock-runtime", "service-2"))
    assert set(model.operation_model("Converse").input_shape.members) == fields(bedrock_settings.REQUEST)
    blocks = model.shape_for("ContentBlock").members
    assert set(blocks) == set(bedrock_settings.BLOCKS) | {"text"}
    assert {kind: set(shape.members) for kind, shape in blocks.items() if kind != "text"} == {
        kind: fields(shape) for kind, shape in bedrock_settings.BLOCKS.items()
    }
    assert set(model.shape_for("ToolResultContentBlock").members) == set(bedrock_settings.RESULT_KINDS)


def test_the_fields_of_a_generation_config_are_those_of_the_sdk_in_both_spellings() -> None:
    shape = (gemini_settings.REQUEST.fields or {})["generationConfig"]
    known = {name for field, info in google.GenerationConfig.model_fields.items() for name in (field, info.alias or field)}
    in_the_config_of_a_call = {"imageConfig", "image_config"}
    assert known | in_the_config_of_a_call == fields(shape)


def test_the_fields_of_openais_requests_are_those_of_the_sdk() -> None:
    assert set(hints(chat_params.CompletionCreateParamsNonStreaming)) == fields(openai_settings.CHAT)
    assert set(hints(response_create_params.ResponseCreateParamsNonStreaming)) == fields(openai_settings.RESPONSES)


def test_the_fields_of_items_are_those_of_the_sdk() -> None:
    known: dict[str, set[str]] = {}
    for item in get_args(response_input_item_param.ResponseInputItemParam):
        for tag in tags(item):
            known.setdefault(tag, {"type", "id"}).update(hints(item))
    assert known == {kind: fields(shape) for kind, shape in responses_items.ITEMS.items()}


# ---------------------------------------------------------------------------------------------- what others refuse
# trl holds none of Mistral's templates, and templates take their time.
JUDGED = [pair for pair in PAIRS if pair.judge is not templates.MISTRAL]


@pytest.mark.parametrize("pair", JUDGED, ids=[f"{pair.target} {pair.judge.name}" for pair in JUDGED])
def test_check_refuses_what_others_refuse(pair: Pair) -> None:
    found = agreement(pair, FEW // 3 if pair.judge is templates.OTHERS else FEW)
    assert {} == dict(found.missing)
    assert found.shared > 0
