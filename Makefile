# Two commands for users: `make serve` and `make test`. Each sets up .venv by itself.
PYTHON ?= python3
BIN := .venv/bin
# Locks hold exactly what is imported: nothing is resolved, nothing else comes along, and a file whose hash is not
# listed is refused (`python -m tools derive locks`). They have what builds our own package too: no environment is made to build it.
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-compile
LOCKED := $(INSTALL) --require-hashes
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
# Byte code is kept where it is made, whatever the environment says: without it a start takes twice as long.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: night-that-computes night-that-waits setup serve site test test-slow check check-style check-types check-imports check-scripts format bench tournaments nightly reference clean help

help:
	@echo "make serve      judge on this machine           make test       what to run before a commit"
	@echo "make check      lint, types, import rules       make test-slow  browsers, servers, databases, deployment"
	@echo "make setup      only create .venv               make nightly    the long oracles"
	@echo "make format     format the code                 make bench      print the benchmark table"
	@echo "make site       the pocket edition, in site/"
	@echo "make reference  derive the table of compounds    make tournaments  how strong bots are"

$(BIN)/python:
	$(PYTHON) -m venv .venv

.venv/.runtime: $(BIN)/python pyproject.toml locks/build.txt locks/run.txt
	$(LOCKED) -r locks/build.txt -r locks/run.txt
	$(INSTALL) --no-build-isolation -e .
	@touch $@

.venv/.test: .venv/.runtime locks/server.txt locks/test.txt
	$(LOCKED) -r locks/server.txt -r locks/test.txt
	@touch $@

.venv/.dev: .venv/.test locks/check.txt
	$(LOCKED) -r locks/check.txt
	@touch $@

# PyTorch trains the reader of tiles at night only: it is larger than all else together.
.venv/.night: .venv/.test constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation -e ".[reading]"
	@touch $@

.venv/.bench: .venv/.dev Makefile
	$(BIN)/pip install --quiet --disable-pip-version-check -e ".[bench]"
	@touch $@

setup: .venv/.runtime

serve: .venv/.runtime
	@ADJUDICATOR_LOG=$${ADJUDICATOR_LOG:-warning} $(BIN)/adjudicator serve

# The pocket edition as a folder for any web host; needs Node and npm.
site: .venv/.runtime
	$(BIN)/adjudicator site --out site

# Nothing here needs a browser, a server process or a database server. One process more than there are cores: tests that
# start a program wait for it.
test: .venv/.test
	$(BIN)/pytest -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --durations=20 -m "not slow and not nightly"

# The rest; what this machine does not have is left out and named at the end. In CI nothing may be left out.
test-slow: .venv/.test
	$(BIN)/pytest -n 4 -rsfE --durations=20 -m "slow and not nightly"

# In four parts, so that `make --jobs=2 check` takes half the time.
check: check-style check-types check-imports check-scripts

check-style: .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

check-types: .venv/.dev
	$(BIN)/mypy

check-imports: .venv/.dev
	$(BIN)/lint-imports

NODE_TOOLS = @[ -x node_modules/.bin/tsc ] && [ -x node_modules/.bin/pyright ] && [ -x node_modules/.bin/prettier ] \
  || npm install --silent --no-package-lock --no-audit --no-fund
SCRIPTS = "{adjudicator,api,rulesets,tests}/**/*.{js,mjs}"

# The pages' scripts, and programs of users by another checker than mypy, where Node is there; CI has it.
# Only for checking: running Adjudicator needs no Node.
check-scripts: .venv/.dev
ifneq ($(shell command -v node),)
	node --test tests/js/*.test.js
	$(NODE_TOOLS)
	node_modules/.bin/prettier --check --log-level warn $(SCRIPTS)
	node_modules/.bin/tsc --project .
	node_modules/.bin/pyright --pythonpath $(BIN)/python docs/*.py
else ifdef CI
	$(error CI has no Node: the scripts of the pages cannot be checked)
else
	@echo "Node is not here: the scripts of the pages are not checked"
endif

format: .venv/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
ifneq ($(shell command -v node),)
	$(NODE_TOOLS)
	node_modules/.bin/prettier --write --log-level warn $(SCRIPTS)
endif

# What computes beside what waits for servers and browsers, which goes first. What CI runs every time is left out.
# A night goes on after a failure, and has failed in the end.
nightly: .venv/.night
	$(MAKE) --no-print-directory --jobs=2 night-that-computes night-that-waits

# The oracles over everything, whole games of bots, new cases for what is generated.
night-that-computes:
	failed=0; \
	nice -n 5 $(BIN)/pytest -n auto -m nightly tests/unit tests/oracle tests/contract tests/property || failed=1; \
	nice -n 5 $(BIN)/pytest -n auto --hypothesis-profile nightly tests/property tests/oracle || failed=1; \
	exit $$failed

# Every page in both colour schemes with pictures of it in var/screenshots, attacks, kills, the source archive.
night-that-waits:
	failed=0; \
	ADJUDICATOR_TEST_PICTURES=1 $(BIN)/pytest -n auto -m "nightly or not nightly" -p no:cacheprovider \
	  tests/browser || failed=1; \
	$(BIN)/pytest -n auto -m nightly -p no:cacheprovider tests/api tests/attacks tests/deploy || failed=1; \
	exit $$failed

# Derives adjudicator/reference/table/table.sqlite anew, or the file OUTPUT.
reference: .venv/.test
	$(BIN)/adjudicator reference build $(if $(OUTPUT),--output $(OUTPUT))

# Every bot against every other; the table goes to docs/strength.md. An interrupted run goes on where it was.
tournaments: .venv/.test
	$(BIN)/python -m tools tournaments $(if $(QUICK),--game ion --games 1,--write)

# QUICK=1: every part starts and stops, and its figures mean nothing. PARTS="judging games": only these.
bench: .venv/.bench
	$(BIN)/python -m tools bench $(if $(QUICK),--quick) $(PARTS)

clean:
	rm -rf .venv node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
