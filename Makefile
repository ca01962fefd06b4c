# Needs python3 (3.11 or newer), make and git; everything else is made here.
PYTHON ?= python3
BIN := .venv/bin
PACKAGE := .venv/.installed

.PHONY: test lint types fuzz judges demo bench clean

test: lint types
	$(BIN)/pytest -n auto

# The laws on many and ever new histories; `test` has the same few every time.
fuzz: $(PACKAGE)
	HYPOTHESIS_PROFILE=long $(BIN)/pytest -n auto tests/test_laws.py

lint: $(PACKAGE)
	$(BIN)/ruff check src tests examples
	$(BIN)/ruff format --check src tests examples

types: $(PACKAGE)
	$(BIN)/mypy
	$(BIN)/pyright

# What others say of prepared requests. Two versions of mistral-common disagree, so each gets an environment of its own.
MISTRAL_VERSIONS := 1.5.6 1.13.1
GOOGLE_TARGETS := google/gemini-3-pro google-vertex/gemini-2.5-pro google-antigravity/claude-sonnet-4-6
MISTRAL_TARGETS := mistral/mistral-large-latest openrouter/mistralai/devstral-medium

judges: $(PACKAGE) $(MISTRAL_VERSIONS:%=.venv-mistral-%/.installed) .venv-google/.installed
	for target in $(MISTRAL_TARGETS); do \
	  $(BIN)/python tests/judges/generated.py $$target 2000 > .venv/requests.jsonl || exit 1; \
	  for version in $(MISTRAL_VERSIONS); do .venv-mistral-$$version/bin/python tests/judges/mistral.py < .venv/requests.jsonl || exit 1; done; \
	done
	for target in $(GOOGLE_TARGETS); do \
	  $(BIN)/python tests/judges/generated.py $$target 2000 > .venv/requests.jsonl || exit 1; \
	  .venv-google/bin/python tests/judges/gemini.py < .venv/requests.jsonl || exit 1; \
	done

.venv-google/.installed:
	$(PYTHON) -m venv .venv-google
	.venv-google/bin/python -m pip install --quiet --disable-pip-version-check google-genai==3.6.1
	touch $@

.venv-mistral-%/.installed:
	$(PYTHON) -m venv .venv-mistral-$*
	.venv-mistral-$*/bin/python -m pip install --quiet --disable-pip-version-check mistral-common==$*
	touch $@

# Two providers, one broken session. Status 1 would mean that a problem is left.
demo: $(PACKAGE)
	@echo "examples/broken-session.jsonl for anthropic/claude-opus-4-6"
	@$(BIN)/replayable prepare examples/broken-session.jsonl --for anthropic/claude-opus-4-6 -o .venv/demo-anthropic.json
	@echo
	@echo "examples/broken-session.jsonl for openai/gpt-4.1, Chat Completions"
	@$(BIN)/replayable prepare examples/broken-session.jsonl --for openai/gpt-4.1 --api openai-completions -o .venv/demo-openai.json
	@echo
	@echo "The requests are in .venv/demo-anthropic.json and .venv/demo-openai.json."

# Other libraries are measured beside this one, so they get an environment of their own. Without npm images are measured alone.
bench: .venv-bench/.installed
	.venv-bench/bin/python benchmarks/run.py
	-npm install --silent --no-audit --no-fund --prefix .venv-bench sharp
	.venv-bench/bin/python benchmarks/images.py

$(PACKAGE): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "replayable needs Python 3.11 or newer; name one: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,store]'
	touch $@

.venv-bench/.installed: pyproject.toml $(wildcard benchmarks/requirements.txt)
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[store]' $(addprefix -r ,$(wildcard benchmarks/requirements.txt))
	touch $@

clean:
	rm -rf .venv .venv-bench $(MISTRAL_VERSIONS:%=.venv-mistral-%) .venv-google
