# Needs python3 (3.11 or newer), make and git; everything else is made here.
PYTHON ?= python3
BIN := .venv/bin
PACKAGE := .venv/.installed

.PHONY: crash soak test lint types fuzz docs judges judges-check demo bench bench-instructions clean

test: lint types .venv/judges/.installed
	$(BIN)/pytest -n auto

# The laws on many and ever new histories; `test` has the same few every time.
fuzz: $(PACKAGE)
	HYPOTHESIS_PROFILE=long $(BIN)/pytest -n auto tests/test_laws.py tests/test_prefix.py tests/test_ledger.py tests/test_replay.py tests/test_replay_sessions.py tests/test_turnwise.py

# Writers of a store, killed at random points; `test` kills 20.
crash: $(PACKAGE)
	$(BIN)/python tests/store/crash.py 500

# Four writers and two readers of one store for 10 s; `test` has 2 s of it. And its state machines, on ever new histories.
soak: $(PACKAGE)
	$(BIN)/python tests/store/traffic.py 10 4 2
	HYPOTHESIS_PROFILE=long $(BIN)/pytest -n auto tests/store/test_store_machine.py

lint: $(PACKAGE)
	$(BIN)/ruff check src tests examples
	$(BIN)/ruff format --check src tests examples

types: $(PACKAGE)
	$(BIN)/mypy
	$(BIN)/pyright

# The pages that are written from the code; `test` compares them.
docs: $(PACKAGE)
	$(BIN)/replayable policy --all > docs/providers.md
	$(BIN)/replayable check --all > docs/contracts.md

# What others say of prepared requests; `test` asks them of a few. Two versions of mistral-common disagree, so the older one stands apart from
# the one beside the tests. Chat templates are downloaded with the packages that hold them (trl: Apache-2.0; llama-cpp-python: MIT; the templates:
# their models' licences). The second is large, so `test` does without.
JUDGES := .venv/judges

judges: $(JUDGES)/.installed $(JUDGES)/.llama
	TEMPLATES=all PYTHONPATH=tests $(BIN)/python -m judges 2000

# Whether `replayable check` refuses what they refuse.
judges-check: $(JUDGES)/.installed $(JUDGES)/.llama
	TEMPLATES=all PYTHONPATH=tests $(BIN)/python -m judges.agreement 2000

$(JUDGES)/.installed: $(PACKAGE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target $(JUDGES)/mistral-1.5.6 mistral-common==1.5.6
	$(BIN)/python -m pip download --quiet --disable-pip-version-check --no-deps --dest $(JUDGES) trl==1.16.0
	touch $@

$(JUDGES)/.llama: $(PACKAGE)
	$(BIN)/python -m pip download --quiet --disable-pip-version-check --no-deps --no-binary llama-cpp-python --dest $(JUDGES) llama-cpp-python==0.3.36
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

# All figures in one run, and their page in docs. Other libraries are measured beside this one, each in an environment of its own; one that cannot be
# installed is told in the page. Instructions are counted by valgrind, which takes minutes, so they go apart.
PEERS := litellm langchain-anthropic pydantic-ai

bench: .venv-bench/.installed .venv-bench/.npm $(PEERS:%=.venv-bench-%/.installed)
	.venv-bench/bin/python benchmarks/everything.py

bench-instructions: .venv-bench/.installed
	.venv-bench/bin/python benchmarks/everything.py --only instructions

$(PACKAGE): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "replayable needs Python 3.11 or newer; name one: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,store]'
	touch $@

.venv-bench/.installed: pyproject.toml benchmarks/requirements.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[store]' -r benchmarks/requirements.txt
	touch $@

.venv-bench/.npm: benchmarks/requirements-npm.txt .venv-bench/.installed
	-npm install --silent --no-audit --no-fund --prefix .venv-bench $$(cat $<) && touch $@

.venv-bench-%/.installed: benchmarks/requirements-%.txt
	-$(PYTHON) -m venv .venv-bench-$* && .venv-bench-$*/bin/python -m pip install --quiet --disable-pip-version-check -r $< && touch $@

clean:
	rm -rf .venv .venv-bench .venv-bench-*
