"""Each text of the catalogue is recognised, whoever passed it on; what is none of them is not."""

from __future__ import annotations

import pytest

from diagnosis.wrappers import WRAPPERS, filled
from replayable import diagnose
from replayable.contracts.catalogue import every_refusal, texts
from replayable.contracts.refusal import CONTEXT, Refusal

# No text of Together's is known, and one that only says that another refused something is not recognised around another's that says so too.
KNOWN = [(refusal, text) for _, refusal in every_refusal() for text in texts(refusal) if refusal.id != "together-unknown"]

# Those that one API words as another does, or as itself for another field: the text alone does not tell which it is.
ALIKE = [
    {"anthropic-prefill-unsupported", "bedrock-end-with-user"},
    {"anthropic-unknown-message-field", "anthropic-unknown-request-field"},
    {"anthropic-whitespace-only-message", "bedrock-claude-whitespace-text"},
    {"bedrock-empty-messages", "bedrock-start-with-user"},
    {"chat-bad-json-body", "responses-bad-json-body"},
    {"chat-content-null", "azure-as-openai"},
    {"chat-content-empty-array", "chat-tool-calls-empty"},
    {"chat-effort-unsupported", "responses-effort-unsupported"},
    {"chat-field-type", "responses-field-type"},
    {"chat-field-value", "chat-part-type", "responses-field-value"},
    {"chat-function-name-pattern", "chat-tool-call-id-empty"},
    {"chat-function-name-pattern", "responses-id-length-64"},
    {"chat-function-name-pattern", "responses-name-pattern"},
    {"chat-missing-required", "responses-missing-required", "responses-reasoning-required-fields"},
    {"chat-sampling-unsupported", "responses-sampling-unsupported"},
    {"chat-temperature-range", "responses-temperature-range"},
    {"chat-tool-calls-without-tool", "kimi-tool-pairing"},
    {"chat-unknown-parameter", "responses-unknown-parameter"},
]
# What the texts of others become in a wrapper, beside what they are.
INHERITED = {"bedrock-claude-inherits"}
OF_THE_OPERATION = {"anthropic-unknown-message-field", "anthropic-unknown-request-field"}  # "… operation: Extra inputs are not permitted"


def is_expected(refusal: Refusal, told: set[str]) -> bool:
    others = told - INHERITED - {refusal.id}
    return not others or any({refusal.id, *others} <= group for group in ALIKE)


@pytest.mark.parametrize("name", WRAPPERS)
def test_each_text_of_the_catalogue_is_recognised_in_a_wrapper(name: str) -> None:
    wrong = []
    for refusal, text in KNOWN:
        found = diagnose(WRAPPERS[name](filled(text)))
        told = {found.refusal or "", *found.alike}
        if refusal.id == "mistral-extra-fields" and told & OF_THE_OPERATION:
            continue
        if refusal.id not in told or not is_expected(refusal, told):
            wrong.append((refusal.id, text, found.kind, told))
    assert wrong == []


@pytest.mark.parametrize("name", WRAPPERS)
def test_the_kind_is_told_in_a_wrapper(name: str) -> None:
    wrong = []
    for refusal, text in KNOWN:
        kind = diagnose(WRAPPERS[name](filled(text))).kind
        if kind != ("context-length" if refusal.stage == CONTEXT else "refusal"):
            wrong.append((refusal.id, text, kind))
    assert wrong == []


def test_a_text_of_the_catalogue_in_which_nothing_is_filled_in_is_recognised() -> None:
    assert [refusal.id for refusal, text in KNOWN if refusal.id not in {(found := diagnose(text)).refusal, *found.alike}] == []


def test_what_a_shell_leaves_of_words_in_backticks_is_enough() -> None:
    left = "messages.66:  ids were found without  blocks immediately after: toolu_01. Each  block must have a corresponding  block in the next message."
    assert diagnose(left).refusal == "anthropic-tool-use-without-result"


def test_the_beginning_of_a_text_that_was_cut_off_is_enough() -> None:
    cut = diagnose("API Error: messages.66: `tool_use` ids were found without `tool_result` blocks immediately af…")
    assert ("anthropic-tool-use-without-result", "/messages/66") == (cut.refusal, cut.pointer)


def test_the_provider_that_a_gateway_names_decides_between_texts_that_are_alike() -> None:
    text = "This model does not support assistant message prefill. The conversation must end with a user message."
    assert diagnose(WRAPPERS["botocore"](text)).refusal == "bedrock-end-with-user"
    assert diagnose(WRAPPERS["anthropic"](text)).refusal == "anthropic-prefill-unsupported"


def test_the_target_decides_between_texts_that_are_alike() -> None:
    text = "Missing required parameter: 'model'."
    assert diagnose(text, target="openai/gpt-5").refusal == "responses-missing-required"
    assert diagnose(text, target="openai/gpt-4.1", api="openai-completions").refusal == "chat-missing-required"


def test_the_form_of_the_request_decides_between_texts_that_are_alike() -> None:
    text = "This model does not support assistant message prefill. The conversation must end with a user message."
    turns = [{"role": "user", "content": [{"text": "hi"}]}, {"role": "assistant", "content": [{"text": "so"}]}]
    assert diagnose(text, {"messages": turns}).refusal == "bedrock-end-with-user"


ELSEWHERE = [
    (
        "context-length",
        "This model's maximum context length is 128000 tokens. However, your messages resulted in 130042 tokens. Please reduce the length of the messages.",
    ),
    (
        "context-length",
        '{"error":{"message":"Your input exceeds the context window of this model.","type":"invalid_request_error","code":"context_length_exceeded"}}',
    ),
    (
        "context-length",
        "Error code: 400 - {'type': 'error', 'error': {'type': 'invalid_request_error', 'message': 'prompt is too long: 203215 tokens > 200000 maximum'}}",
    ),
    ("context-length", "An error occurred (ValidationException) when calling the Converse operation: Input is too long for requested model."),
    ("context-length", "The input token count (1048577) exceeds the maximum number of tokens allowed (1048576)."),
    ("context-length", "This model's maximum prompt length is 131072 but the request contains 537812 tokens."),
    ("context-length", "Invalid request: Your request exceeded model token limit: 262144 (requested: 270000)"),
    ("context-length", "the request exceeds the available context size. try increasing the context size or enable context shift"),
    ("context-length", "This endpoint's maximum context length is 200000 tokens. However, you requested about 210000 tokens"),
    ("context-length", "prompt token count of 140123 exceeds the limit of 128000"),
    ("context-length", "invalid params, context window exceeds limit (2013)"),
    (
        "rate-limit",
        '{"type":"error","error":{"type":"rate_limit_error","message":"This would exceed the rate limit of 30,000 input tokens per minute"}}',
    ),
    (
        "rate-limit",
        "Error code: 429 - {'error': {'message': 'Rate limit reached for gpt-4.1 in organization org-x on tokens per min (TPM): Limit 30000, Used 29000'}}",
    ),
    (
        "rate-limit",
        "Request too large for model `llama` on tokens per minute (TPM): Limit 6000, Requested 8123, please reduce your message size and try again.",
    ),
    ("rate-limit", "An error occurred (ThrottlingException) when calling the Converse operation: Too many tokens, please wait before trying again."),
    (
        "rate-limit",
        "429 RESOURCE_EXHAUSTED. {'error': {'code': 429, 'message': 'You exceeded your current quota, please check your plan and billing details.'}}",
    ),
    (
        "rate-limit",
        '{"error":{"message":"Provider returned error","code":429,"metadata":{"raw":"m is temporarily rate-limited upstream.","provider_name":"Chutes"}}}',
    ),
    ("overloaded", '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'),
    ("overloaded", "503 UNAVAILABLE. {'error': {'code': 503, 'message': 'The model is overloaded. Please try again later.', 'status': 'UNAVAILABLE'}}"),
    ("overloaded", "litellm.InternalServerError: AnthropicException - Overloaded"),
    ("server-error", '{"type":"error","error":{"type":"api_error","message":"Internal server error"}}'),
    ("server-error", "Error code: 502 - Bad gateway"),
    ("connection", "openai.APIConnectionError: Connection error."),
    ("connection", "TypeError: fetch failed (ECONNRESET)"),
    ("authentication", '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}'),
    ("authentication", "Error code: 401 - {'error': {'message': 'Incorrect API key provided: sk-x.', 'code': 'invalid_api_key'}}"),
    ("billing", "Error code: 429 - {'error': {'message': 'You exceeded your current quota', 'type': 'insufficient_quota', 'code': 'insufficient_quota'}}"),
    ("billing", "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits."),
    ("unknown-model", "The model `gpt-9` does not exist or you do not have access to it."),
    ("content-policy", "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."),
    ("unknown", "messages"),
    ("unknown", "Traceback (most recent call last): File main.py, line 3"),
    ("unknown", "KeyError: 'choices'"),
    ("unknown", "We had a lovely time. Thank you for having us."),
    ("unknown", ""),
]


@pytest.mark.parametrize(("kind", "text"), ELSEWHERE)
def test_what_no_repair_helps_is_told_by_its_kind(kind: str, text: str) -> None:
    request = {"model": "gpt-4.1", "messages": [{"role": "user", "content": "hi"}]}
    found = diagnose(text, request, "openai/gpt-4.1", api="openai-completions")
    assert (kind, None, None, None) == (found.kind, found.pointer, found.rule, found.cured)
