"""How many and how large images may be, each limit with source and date. Constants only, for checks and rules alike."""

from __future__ import annotations

# Anthropic Messages (provider-contracts: anthropic-image-*, 2026-11)
ANTHROPIC_SIDE = 8000  # pixels (anthropics/claude-code#4778)
ANTHROPIC_MANY = 20  # images; with more of them in a request
ANTHROPIC_MANY_SIDE = 2000  # is the longest side (anthropics/claude-code#49537; other models took more, earendil-works/pi#120, 2025-12)
ANTHROPIC_CHARACTERS = 5 * 1024 * 1024  # of one image's base64 text (anthropics/claude-code#10395; 10 MB since 2026-09 by one report)
ANTHROPIC_NUMBER = 100  # images in a request (earendil-works/pi#120, 2025-12)

# Bedrock Converse (docstring of `Message`, botocore 1.44.8)
BEDROCK_SIDE = 8000  # pixels
BEDROCK_BYTES = 3_750_000  # of one image
BEDROCK_NUMBER_IN_MESSAGE = 20

# Gemini: 8000 pixels on gemini-2.5-flash (earendil-works/pi#120, 2025-12)
GEMINI_SIDE = 8000

# Mistral: 8 images, about 15 MB together, 8000 pixels (pixtral, earendil-works/pi#120, 2025-12)
MISTRAL_SIDE = 8000
MISTRAL_NUMBER = 8
MISTRAL_CHARACTERS_TOGETHER = 15_000_000

# Groq: 5 images of about 5 MB and 5760 pixels (llama-4-scout, earendil-works/pi#120, 2025-12)
GROQ_SIDE = 5760
GROQ_NUMBER = 5
GROQ_CHARACTERS = 5_000_000

# OpenAI, Chat Completions and Responses: 500 images and 50 MB in a request (platform.openai.com/docs/guides/images-vision, 2025)
OPENAI_NUMBER = 500
OPENAI_BODY_BYTES = 50_000_000
