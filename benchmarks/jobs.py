"""The jobs that are measured: file bytes in, bytes of an Anthropic request out. Each decodes, converts and encodes.

`python benchmarks/jobs.py JOB FILE` does one of them once and prints the peak memory of the process in KiB; with `--serve` it does
the job again for each line on standard input and tells the seconds that it took, of the processor and by the clock. A job is run
by the Python in whose environment its library is.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

TARGET = "anthropic/claude-opus-4-6"
MODEL = "claude-opus-4-6"
Job = Callable[[bytes], bytes]


def floor() -> Job:
    """Decode and encode the same bytes with msgspec: what no program that looks at JSON can beat."""
    import msgspec

    decode, encode = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode
    return lambda data: encode(decode(data))


def prepare() -> Job:
    import replayable

    return lambda data: replayable.prepare(data, TARGET, source="openai-chat").body


def prepare_anthropic() -> Job:
    """The same for a history that is in the target's format already, as the image benchmark has it."""
    import replayable

    return lambda data: replayable.prepare(data, TARGET, source="anthropic").body


def prepare_openclaw() -> Job:
    """The same for the messages that pi-ai itself keeps."""
    import replayable

    return lambda data: replayable.prepare(data, TARGET, source="openclaw").body


def litellm() -> Job:
    """LiteLLM takes Chat messages as they are; its conversion is called without its client."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    from litellm.llms.anthropic.chat.transformation import AnthropicConfig

    return lambda data: encoded(AnthropicConfig().transform_request(MODEL, json.loads(data), {"max_tokens": 4096}, {}, {}))


def langchain_anthropic() -> Job:
    """LangChain reads Chat messages into its own (`convert_to_messages`) and its integration makes Anthropic's of them."""
    from langchain_anthropic.chat_models import _format_messages
    from langchain_core.messages import convert_to_messages

    def convert(data: bytes) -> bytes:
        system, messages = _format_messages(convert_to_messages(json.loads(data)), model=MODEL)
        return encoded({"model": MODEL, "system": system, "messages": messages})

    return convert


def pydantic_ai() -> Job:
    """pydantic-ai has no reader for Chat messages: `chat_for_pydantic_ai` makes its message objects, its Anthropic model maps them."""
    import asyncio

    from chat_for_pydantic_ai import messages_of
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    model = AnthropicModel(MODEL, provider=AnthropicProvider(api_key="none"))

    def convert(data: bytes) -> bytes:
        system, messages = asyncio.run(model._map_message(messages_of(json.loads(data)), ModelRequestParameters(), {}))
        return encoded({"model": MODEL, "system": system, "messages": messages})

    return convert


def pydantic_ai_reading() -> Job:
    """The part of the job above that is not pydantic-ai's: decoding, and our mapping to its message objects."""
    from chat_for_pydantic_ai import messages_of

    def read(data: bytes) -> bytes:
        messages_of(json.loads(data))
        return b""

    return read


def encoded(request: object) -> bytes:
    return json.dumps(request, ensure_ascii=False, separators=(",", ":")).encode()


JOBS: dict[str, Callable[[], Job]] = {
    "floor": floor,
    "prepare": prepare,
    "prepare-anthropic": prepare_anthropic,
    "prepare-openclaw": prepare_openclaw,
    "litellm": litellm,
    "langchain-anthropic": langchain_anthropic,
    "pydantic-ai": pydantic_ai,
    "pydantic-ai-reading": pydantic_ai_reading,
}
PACKAGES = {"litellm": "litellm", "langchain-anthropic": "langchain-anthropic", "pydantic-ai": "pydantic-ai-slim", "floor": "msgspec"}


def peak() -> int:
    """The peak memory of this process so far, in KiB.

    Linux tells that of the program alone; `getrusage` also counts what the process was before it became this program."""
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def serve(name: str, data: bytes) -> None:
    """Answers for each line with the seconds of one run; the first answer tells the version, or what stands in the way."""
    try:
        job = JOBS[name]()
        job(data)
    except Exception as error:  # whatever a library of others raises
        tell({"missing": f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"})
        return
    package = PACKAGES.get(name)
    tell({"version": metadata.version(package) if package else ""})
    for _ in sys.stdin:
        start, clock = time.process_time(), time.perf_counter()
        job(data)
        tell({"processor": time.process_time() - start, "clock": time.perf_counter() - clock})


def tell(answer: dict[str, object]) -> None:
    print(json.dumps(answer), flush=True)


def main() -> None:
    name, path, *how = sys.argv[1:]
    data = Path(path).read_bytes()
    if how == ["--serve"]:
        serve(name, data)
        return
    JOBS[name]()(data)
    print(peak())


if __name__ == "__main__":
    main()
