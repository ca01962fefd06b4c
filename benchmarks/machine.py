"""What the figures were measured on: machine, versions, date."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

PACKAGES = ("msgspec", "jiter", "pyvips", "SQLAlchemy")


def described() -> dict[str, str]:
    """Facts by name, as people read them."""
    versions = {f"Python package {name}": metadata.version(name) for name in PACKAGES}
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "Node": _node(),
        "replayable": metadata.version("replayable"),
        **versions,
        "load when it began": f"{os.getloadavg()[0]:.1f}",
    }


def _processor() -> str:
    found = Path("/proc/cpuinfo")
    lines = found.read_text(encoding="utf-8").splitlines() if found.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor() or platform.machine())


def _node() -> str:
    if shutil.which("node") is None:
        return "not installed"
    return subprocess.run(["node", "--version"], check=True, capture_output=True, text=True).stdout.strip()
