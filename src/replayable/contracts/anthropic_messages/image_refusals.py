"""What Anthropic's Messages API refuses of images, as data. Source: the catalogue `provider-contracts`, 2026-11."""

from __future__ import annotations

from replayable.contracts.refusal import STRUCTURE, Refusal

SIDE = Refusal(
    id="anthropic-image-max-dimension",
    error="{at}: At least one of the image dimensions exceed max allowed size: 8000 pixels",
    fix="Make the image smaller.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="anthropics/claude-code#4778, #5147; vscode-copilot-chat#4688",
    cured_by=("oversized-image",),
)
SIDE_OF_MANY = Refusal(
    id="anthropic-image-many-2000px",
    error="{at}: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels",
    fix="Make the image smaller, or send at most 20 images.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="anthropics/claude-code#49537, #14412, #9375; dify#11177",
    cured_by=("oversized-image",),
    disputed="claude-3-5-haiku took 100 images of 8000 pixels (earendil-works/pi#120, 2025-12).",
)
TOO_LARGE = Refusal(
    id="anthropic-image-max-bytes",
    error="{at}: image exceeds 5 MB maximum: {n} bytes > 5242880 bytes",
    fix="Write the image anew with fewer bytes.",
    certainty="reported",
    stage=STRUCTURE,
    source="gptme#185; daya0576/pi-imessage#5; anthropics/claude-code#10395, #2104",
    cured_by=("oversized-image",),
    disputed="A report of 2026-09 has 10 MB of base64 text (oh-my-pi#10633).",
)
MEDIA_TYPE = Refusal(
    id="anthropic-image-media-type-mismatch",
    error="{at}.data: Image does not match the provided media type {declared}",
    fix="Name the type that the bytes have.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="anthropics/claude-code#13131; litellm#24900; hermes#55432 (image/jpg)",
    cured_by=("wrong-media-type",),
)
MEDIA_TYPE_IN_RESULT = Refusal(
    id="anthropic-image-media-type-mismatch",
    error="{at}: The image was specified using the {declared} media type, but the image appears to be a {real} image",
    fix="Name the type that the bytes have.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="litellm#24900; jcode#465; llxprt#2130",
    cured_by=("wrong-media-type",),
)
UNDECODABLE = Refusal(
    id="anthropic-image-undecodable",
    error="Could not process image",
    fix="Leave the image out, or put a text in its place.",
    certainty="reported",
    stage=STRUCTURE,
    visible="partly",
    source="anthropics/claude-code#55208",
    cured_by=("unreadable-image",),
)
PAGES = Refusal(
    id="anthropic-document-pages",
    error="A maximum of {n} PDF pages may be provided.",
    fix="Send fewer pages.",
    certainty="reported",
    stage=STRUCTURE,
    source="docs.anthropic.com, PDF support (100 pages); the text in public reports, 2025",
    visible="partly",
)
TOO_MANY = Refusal(
    id="anthropic-image-count",
    error="Too much media: 0 document pages + {n} images > 100",
    fix="Send at most 100 images.",
    certainty="live-tested",
    stage=STRUCTURE,
    source="anthropics/claude-code#3397, #24541 (2026-02); earendil-works/pi#120",
    cured_by=("surplus-image",),
)
