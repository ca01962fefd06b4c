"""The architecture as tests: which way imports go, what `import replayable` loads, and where providers may be named."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

import pytest

import replayable
from replayable.targets import API_ALIASES, PROVIDER_ALIASES, PROVIDER_APIS

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "replayable"

# Words that name a provider, a family of its models or an API of its own.
PROVIDER_WORDS = (
    {word for name in (*PROVIDER_APIS, *PROVIDER_ALIASES, *PROVIDER_ALIASES.values(), *API_ALIASES) for word in re.split(r"[-_./ ]", name)}
    - {"ai", "api", "x", "z", "lm", "cpp", "chat", "completions", "converse", "stream", "messages", "responses", "conversations", "studio", "cli", "generative"}
) | {"claude", "gpt", "deepseek", "qwen", "grok", "gemma", "cerebras", "groq", "ollama", "vllm", "openrouter"}

# Words of formats that only look like a provider's.
WORDS_OF_FORMATS = {
    "rules/content/unknown_role.py": {"gpt"},  # the assistant's role in fine-tuning rows of ShareGPT
    "rules/settings/field_loss.py": {"anthropic"},  # names of request fields
}

# msgspec imports it where it is installed.
OPTIONAL = {"typing_extensions"}


def _modules(folder: Path) -> Iterator[Path]:
    yield from sorted(folder.rglob("*.py"))


def _loaded_by(statement: str) -> set[str]:
    """The top-level modules outside the standard library that a statement loads into a fresh interpreter."""
    code = f"import sys; before = set(sys.modules); {statement}; print(' '.join({{name.partition('.')[0] for name in set(sys.modules) - before}}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    return set(loaded) - set(sys.stdlib_module_names) - OPTIONAL


def test_imports_point_down() -> None:
    done = subprocess.run([Path(sys.executable).with_name("lint-imports"), "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_importing_the_library_loads_nothing_but_msgspec() -> None:
    assert _loaded_by("from replayable import *") <= {"replayable", "msgspec"}


def test_the_modules_of_the_library_need_no_import_of_their_own() -> None:
    assert _loaded_by("import replayable; replayable.policies.choose; replayable.errors.ReadError") <= {"replayable", "msgspec"}


def test_a_name_that_the_library_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'prepair'"):
        attrgetter("prepair")(replayable)


def test_asking_for_the_version_loads_no_rich() -> None:
    asked = "from replayable.cli.program import run; out = sys.stdout; sys.stdout = sys.stderr; run(['--version']); sys.stdout = out"
    assert _loaded_by(asked) <= {"replayable", "msgspec", "click"}


def test_only_the_command_line_imports_click_and_rich() -> None:
    found = {str(path.relative_to(PACKAGE)) for path in _modules(PACKAGE) if _imported(path) & {"click", "rich"}}
    assert {path for path in found if not path.startswith("cli/")} == set()


def test_only_the_command_line_prints() -> None:
    found = {str(path.relative_to(PACKAGE)) for path in _modules(PACKAGE) if "print" in _called(path)}
    assert {path for path in found if not path.startswith("cli/")} == set()


def test_no_module_is_called_by_a_word_that_says_nothing() -> None:
    names = {path.stem for path in _modules(PACKAGE)} | {path.parent.name for path in _modules(PACKAGE)}
    assert names & {"utils", "util", "helpers", "helper", "common", "base", "misc", "manager", "handler"} == set()


@pytest.mark.parametrize("path", [str(path.relative_to(PACKAGE)) for path in _modules(PACKAGE / "rules")])
def test_no_rule_names_a_provider_or_a_model_in_its_code(path: str) -> None:
    assert set(_words_of_code(PACKAGE / path)) & PROVIDER_WORDS <= WORDS_OF_FORMATS.get(path, set())


def _imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


def _called(path: Path) -> set[str]:
    return {node.func.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def _words_of_code(path: Path) -> Iterator[str]:
    """The words of identifiers and string constants; comments and docstrings may cite a provider as their source."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        texts = [value for _, value in ast.iter_fields(node) if isinstance(value, str)]
        if id(node) not in docstrings:
            for text in texts:
                yield from re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower())


def test_the_words_of_providers_are_found_where_they_stand() -> None:
    """The scan above is no good if it finds nothing in a file full of them."""
    assert {"anthropic", "openai", "google"} <= set(_words_of_code(PACKAGE / "targets.py")) & PROVIDER_WORDS
