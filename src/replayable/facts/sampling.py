"""How far sampling settings may go, each limit with source and date. Constants only, for checks and rules alike."""

from __future__ import annotations

# Of the temperature: "temperature: range: 0..1" (Anthropic, quoted by several projects, 2026-10); 0 to 1 in Converse's service model
# (botocore 1.44.8, 2026-11); 0 to 2 at OpenAI ("Expected a value <= 2", SDK 3.57.0) and Google (google-genai 3.6.1), 2026-11.
ANTHROPIC_TEMPERATURE = 1.0
BEDROCK_TEMPERATURE = 1.0
TEMPERATURE = 2.0
# Mistral: 0 to 1.5 (API reference, 2026); Kimi: 0 to 1 (platform.kimi.ai, chat API, 2026).
TEMPERATURES = {"mistral": 1.5, "moonshot": 1.0}

TOP_P = 1.0

# Of `top_p` while thinking is on at Anthropic (docs.anthropic.com, extended thinking, 2026-09).
ANTHROPIC_THINKING_TOP_P = 0.95

# Stop sequences in one request. OpenAI and Azure: "Invalid 'stop': array too long. Expected an array with maximum length 4"
# (QwenLM/Qwen-Agent#228, 2024-06); Groq: 4 (SDK groq 1.7.0, 2026-11); Kimi: 5, each of 32 bytes (platform.kimi.ai, 2026); DeepSeek: 16
# (api-docs.deepseek.com, 2026); Gemini: 5 (ai.google.dev, GenerationConfig, 2026; Vertex AI takes 16,
# google/generative-ai-go#233, 2024-11); Converse: 2500 (botocore 1.44.8, 2026-11).
CHAT_STOPS = {"openai": 4, "azure-openai": 4, "groq": 4, "moonshot": 5, "deepseek": 16}
GEMINI_STOPS = 5
BEDROCK_STOPS = 2500

# tokens: "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16" (OpenAI Responses, several reports, 2025)
RESPONSES_LEAST_LIMIT = 16
