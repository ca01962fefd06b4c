"""The jobs that are measured: file bytes in, bytes of an Anthropic request out.

`python benchmarks/jobs.py JOB FILE` does one of them once and prints the peak memory of the process in KiB.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable
from pathlib import Path

TARGET = "anthropic/claude-opus-4-6"
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


def litellm() -> Job:
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    from litellm.llms.anthropic.chat.transformation import AnthropicConfig

    def convert(data: bytes) -> bytes:
        request = AnthropicConfig().transform_request("claude-opus-4-6", json.loads(data), {"max_tokens": 4096}, {}, {})
        return json.dumps(request, ensure_ascii=False, separators=(",", ":")).encode()

    return convert


JOBS: dict[str, Callable[[], Job]] = {"floor": floor, "prepare": prepare, "litellm": litellm}
OTHER_JOBS: dict[str, Callable[[], Job]] = {"prepare-anthropic": prepare_anthropic}


def peak() -> int:
    """The peak memory of this process so far, in KiB.

    Linux tells that of the program alone; `getrusage` also counts what the process was before it became this program."""
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> None:
    name, path = sys.argv[1:]
    (JOBS | OTHER_JOBS)[name]()(Path(path).read_bytes())
    print(peak())


if __name__ == "__main__":
    main()
