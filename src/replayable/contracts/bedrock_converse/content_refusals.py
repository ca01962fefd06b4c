"""What Bedrock's Converse refuses of texts, documents, images and reasoning, as data (see `refusals`)."""

from __future__ import annotations

from replayable.contracts.refusal import SCHEMA, STRUCTURE, Refusal

EMPTY_CONTENT = Refusal(
    id="bedrock-empty-content",
    error="The content field in the Message object at messages.{i} is empty.",
    fix="Leave the message out, or say something in it.",
    certainty="reported",
    stage=STRUCTURE,
    source="archestra#4220",
    cured_by=(
        "empty-turn",
        "absent-content",
    ),
)
BLANK_TEXT = Refusal(
    id="bedrock-blank-text",
    error="The text field in the ContentBlock object at messages.{i}.content.{j} is blank. Add text to the text field, and try again.",
    fix="Leave the block out, or put something visible in it.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="OpenHands#5339, #5722; LibreChat-AI/agents#501; botocore#3525",
    cured_by=("blank-text",),
)
CLAUDE_BLANK_TEXT = Refusal(
    id="bedrock-claude-whitespace-text",
    error="messages: text content blocks must contain non-whitespace text",
    fix="Leave the block out, or put something visible in it.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="hermes-agent#41985 (live on claude-opus-4-8)",
    models="Claude",
    cured_by=("blank-text",),
)
DOCUMENT_NAME = Refusal(
    id="bedrock-document-name",
    error="The document file name can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets. "
    "The name can't contain more than one consecutive whitespace character. "
    "Check that the file name conforms to these restrictions and retry your request.",
    fix="Leave the ending out, and put a space for every other character.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="vercel/ai#20365; generative-ai-use-cases#1671, #1677; simonw/llm-bedrock#8",
    cured_by=("impossible-document-name",),
    disputed="An underscore is not among the listed characters, and was taken in a live test (generative-ai-use-cases#1671).",
)
DOCUMENT_TWICE = Refusal(
    id="bedrock-document-duplicate-name",
    error="Messages can't contain duplicate document names. Rename the document and retry your request.",
    fix="Number the repeats.",
    certainty="reported",
    stage=STRUCTURE,
    source="opencode#48756; generative-ai-use-cases#1685; ag-ui-protocol/ag-ui#2425",
    cured_by=("repeated-document-name",),
)
DOCUMENT_ALONE = Refusal(
    id="bedrock-document-needs-text",
    error="A text block must be included when using documents.",
    fix="Put a short text beside the document.",
    certainty="reported",
    stage=STRUCTURE,
    source="archestra#4220; botocore's words for Message",
    cured_by=("lone-document",),
)
MEDIA_ROLE = Refusal(
    id="bedrock-media-limits",
    error="You can only include images and documents if the role is user.",
    fix="Move it to a user message.",
    certainty="documented",
    stage=STRUCTURE,
    source="botocore 1.44.8, words for Message; the service's own text was not captured",
    cured_by=("misplaced-image", "unsupported-part"),
)
MEDIA_FORMAT = Refusal(
    id="bedrock-media-limits",
    error="1 validation error detected: Value '{v}' at '{at}.format' failed to satisfy constraint: Member must satisfy enum value set: [{known}]",
    fix="Name one of the formats, or say in words what was there.",
    certainty="documented",
    stage=SCHEMA,
    source="botocore 1.44.8, ImageFormat and DocumentFormat; the text in AWS's standard form",
    cured_by=("wrong-media-type", "unreadable-image", "unsupported-part"),
)
IMAGE_SIZE = Refusal(
    id="bedrock-media-limits",
    error="Each image's size, height, and width must be no more than 3.75 MB, 8000 px, and 8000 px, respectively.",
    fix="Make the image smaller.",
    certainty="documented",
    stage=STRUCTURE,
    source="botocore 1.44.8, words for Message; the service's own text was not captured",
    cured_by=("oversized-image",),
)
IMAGE_NUMBER = Refusal(
    id="bedrock-media-limits",
    error="You can include up to 20 images.",
    fix="Send fewer images in one message.",
    certainty="documented",
    stage=STRUCTURE,
    source="botocore 1.44.8, words for Message; the service's own text was not captured",
    cured_by=("surplus-image",),
)
DOCUMENT_NUMBER = Refusal(
    id="bedrock-media-limits",
    error="You can include up to five documents.",
    fix="Send fewer documents in one message.",
    certainty="documented",
    stage=STRUCTURE,
    source="botocore 1.44.8, words for Message; the service's own text was not captured",
)
SIGNATURE_UNKNOWN = Refusal(
    id="bedrock-reasoning-signature-unsupported",
    error="This model doesn't support the reasoningContent.reasoningText.signature field. Remove reasoningContent.reasoningText.signature and try again.",
    fix="Take the signature off.",
    certainty="reported",
    stage=STRUCTURE,
    source="oh-my-pi packages/ai/src/providers/amazon-bedrock.ts, comment",
    models="other than Claude",
    cured_by=("unwanted-signature",),
)
