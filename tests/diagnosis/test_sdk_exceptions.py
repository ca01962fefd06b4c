"""The exceptions that the SDKs themselves make of an answer, as they are caught."""

from __future__ import annotations

import json
from typing import Any

import anthropic
import httpx2
import openai
import pytest
from botocore.exceptions import ClientError, ParamValidationError  # type: ignore[import-untyped]
from google.genai import errors

from replayable import diagnose

UNANSWERED = (
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
)
ORPHAN = "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."


def response(status: int, body: Any) -> httpx2.Response:
    return httpx2.Response(status, json=body, request=httpx2.Request("POST", "https://api.example.com/v1"))


def of_openai(status: int, body: dict[str, Any]) -> Exception:
    return openai.OpenAI(api_key="x")._make_status_error_from_response(response(status, body))


def of_anthropic(status: int, body: dict[str, Any]) -> Exception:
    return anthropic.Anthropic(api_key="x")._make_status_error_from_response(response(status, body))


def of_bedrock(code: str, message: str) -> Exception:
    made: Exception = ClientError({"Error": {"Code": code, "Message": message}}, "Converse")
    return made


ANTHROPIC = {"type": "error", "error": {"type": "invalid_request_error", "message": UNANSWERED}, "request_id": "req_011C"}
OPENAI = {"error": {"message": ORPHAN, "type": "invalid_request_error", "param": "messages.[3].role", "code": None}}
OPENROUTER = {"error": {"message": "Provider returned error", "code": 400, "metadata": {"raw": json.dumps(ANTHROPIC), "provider_name": "Anthropic"}}}
GOOGLE = {"error": {"code": 400, "message": "* GenerateContentRequest.contents[2].parts: contents.parts must not be empty.\n", "status": "INVALID_ARGUMENT"}}
MISSING = 'Missing required parameter in messages[2]: "content"\nUnknown parameter in messages[2]: "text", must be one of: role, content'

CAUGHT = [
    ("anthropic", of_anthropic(400, ANTHROPIC), "anthropic-tool-use-without-result", "/messages/1"),
    ("openai", of_openai(400, OPENAI), "chat-orphan-tool", "/messages/3/role"),
    ("openai, of OpenRouter", of_openai(400, OPENROUTER), "anthropic-tool-use-without-result", "/messages/1"),
    ("google-genai", errors.ClientError(400, GOOGLE), "gemini-parts-empty", "/contents/2/parts"),
    ("botocore", of_bedrock("ValidationException", "The content field in the Message object at messages.4 is empty."), "bedrock-empty-content", "/messages/4"),
    ("botocore, before it sends", ParamValidationError(report=MISSING), None, "/messages/2"),
]


@pytest.mark.parametrize(("error", "refusal", "pointer"), [pytest.param(*rest, id=name) for name, *rest in CAUGHT])
def test_an_exception_is_diagnosed_as_it_is_caught(error: Exception, refusal: str | None, pointer: str) -> None:
    found = diagnose(error)
    assert ("refusal", pointer) == (found.kind, found.pointer)
    assert refusal in {found.refusal, None}


# openai says nothing but the message in words: where it is, and what a router passes on, stand in the exception alone.
LOGGED = [(error, refusal, pointer if name != "openai" else None) for name, error, refusal, pointer in CAUGHT if name != "openai, of OpenRouter"]


@pytest.mark.parametrize(("error", "refusal", "pointer"), LOGGED)
def test_an_exception_is_diagnosed_as_it_is_logged(error: Exception, refusal: str | None, pointer: str | None) -> None:
    for told in (str(error), repr(error)):
        found = diagnose(told)
        assert ("refusal", pointer) == (found.kind, found.pointer)
        assert refusal in {found.refusal, None}


KINDS = [
    ("rate-limit", of_anthropic(429, {"type": "error", "error": {"type": "rate_limit_error", "message": "Number of requests has exceeded your limit"}})),
    ("overloaded", of_anthropic(529, {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})),
    ("authentication", of_openai(401, {"error": {"message": "Incorrect API key provided: x.", "type": "invalid_request_error", "code": "invalid_api_key"}})),
    ("rate-limit", of_bedrock("ThrottlingException", "Too many tokens, please wait before trying again.")),
    ("context-length", of_bedrock("ValidationException", "Input is too long for requested model.")),
    ("overloaded", errors.ServerError(503, {"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}})),
    ("connection", openai.APITimeoutError(httpx2.Request("POST", "https://api.example.com/v1"))),
]


@pytest.mark.parametrize(("kind", "error"), KINDS)
def test_the_kind_of_an_exception_is_told(kind: str, error: Exception) -> None:
    assert kind == diagnose(error).kind
