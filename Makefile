# Everything here works from a clean clone: each target installs what it needs.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
# What some tests and play-postgres run besides.
SERVERS := caddy nginx openssl postgresql
BROWSER_TESTS := $(wildcard tests/browser/test_*.py)
# Where it is set, every process of a test compiles the whole house anew: half of the time of a small one.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help kit play play-postgres check test lint style bench strength soak mutants docs messages expected figures pictures screens clean

help: ## shows this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(VENV)/.made:
	@tools/venv $(PYTHON) $(VENV)
	@touch $@

$(VENV)/.kit: $(VENV)/.made pyproject.toml
	@echo "Installing Sousmain ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.kit
	@echo "Installing what the tests need ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test,lint,bench]'
	@touch $@

kit: $(VENV)/.kit ## prints every kit into output/ ; options: make kit ARGS="--paper letter"
	@$(BIN)/sousmain print --out output $(ARGS)

play: $(VENV)/.kit ## starts the companion ; options: make play ARGS="code777 --port 7771"
	@$(BIN)/sousmain play $(ARGS)

play-postgres: $(VENV)/.kit ## two servers on one PostgreSQL behind a proxy, all on this computer ; ARGS="--servers 4 code777"
	@tools/need nginx postgresql
	@$(BIN)/python -c "import psycopg" 2>/dev/null || $(BIN)/pip install --quiet --disable-pip-version-check --editable '.[postgres]'
	@$(BIN)/python tools/play_postgres.py $(ARGS)

check: style ## the inner loop, in a minute and a half: rules, service, composing, the contract of games, a look in the browser, style and types
	@tools/need chromium
	$(PYTEST) -n $(WORKERS) -m "not soak and not slow" --hypothesis-profile=check $(CHECKED) $(ARGS)

test: style ## all tests, style and types included ; some of them: make test ARGS="tests/referee -k dice"
	@tools/need qpdf $(if $(BROWSER_TESTS),chromium)
	@tools/need $(SERVERS) || echo "Tests that need them are skipped."
	$(PYTEST) -n $(WORKERS) -m "not soak" $(ARGS)

# Files stay together, because their tests share kits, servers and browsers; pyproject.toml says what `check` leaves out.
# Browsers and servers are waited for: with all tests there is one process more than there are cores.
CORES := $(shell n=$$(nproc 2>/dev/null || echo 2); [ $$n -lt 2 ] && n=2; [ $$n -gt 8 ] && n=8; echo $$n)
WORKERS ?= $(shell expr $(CORES) + 1)
# Types take one core a quarter of a minute, so they are looked at beside the tests.
PYTEST = $(BIN)/python tools/timed.py "types" $(BIN)/mypy -- "tests" $(BIN)/python -m pytest --dist loadfile --no-loadscope-reorder
CHECKED := tests/referee tests/templates tests/companion tests/contract tests/generator tests/cli tests/browser
TIMED = @$(BIN)/python tools/timed.py

lint: style ## style, scripts, pages, types, arrows between the rooms
	$(TIMED) "types" $(BIN)/mypy

style: $(VENV)/.test
	$(TIMED) "style" $(BIN)/ruff check --quiet .
	$(TIMED) "format" $(BIN)/ruff format --quiet --check .
	@if [ -x $(BIN)/biome ]; then $(BIN)/python tools/timed.py "scripts and style sheets" $(BIN)/biome check --error-on-warnings .; \
	else echo "scripts and style sheets: there is no Biome for this machine; the others look at them"; fi
	$(TIMED) "pages" $(BIN)/djlint --lint --quiet templates/pages
	$(TIMED) "arrows between the rooms" $(BIN)/lint-imports --no-cache

strength: $(VENV)/.test ## lets robots of every strength play each other and writes docs/robots.md ; ARGS="--games 200"
	$(BIN)/python tools/strength.py $(ARGS)

bench: $(VENV)/.test ## speed and size, as ratios measured in one run
	$(BIN)/python -m bench $(ARGS)

ROUNDS ?= 10
soak: $(VENV)/.test ## long sweeps, then all tests again and again beside busy processes and in random order ; ROUNDS=1
	@tools/need qpdf chromium $(SERVERS)
	$(BIN)/python tools/soak.py --rounds $(ROUNDS) $(ARGS)

mutants: $(VENV)/.test ## puts in seeded faults one after the other and tells which test catches which ; ARGS="--only layout"
	@tools/need qpdf chromium
	$(BIN)/python tools/mutants.py $(ARGS)

docs: $(VENV)/.test ## writes docs/cli.md anew from --help, the rules into docs/games, and draws the rooms from their imports
	$(BIN)/python tools/cli_docs.py
	$(BIN)/python tools/rooms.py
	$(BIN)/python tools/game_docs.py
	$(BIN)/python tools/page_art.py

messages: $(VENV)/.test ## brings the catalogues up to date with the texts
	$(BIN)/python tools/messages.py

expected: $(VENV)/.test ## records the drawings anew; right only when you have looked at the new sheets
	SOUSMAIN_RECORD=1 $(BIN)/python -m pytest tests/generator/test_expected.py tests/referee/test_playthrough.py

figures: $(VENV)/.test ## draws the figures of the kits that phones show
	$(BIN)/python tools/figures.py

pictures: $(VENV)/.test ## draws the pictures of the READMEs from real sheets and real phones
	@tools/need chromium
	$(BIN)/python tools/pictures.py
	$(BIN)/python tools/phones.py

screens: $(VENV)/.test ## pictures of the states of every game on phones and screens, in output/screens ; ARGS="--only allo --lang fr"
	@tools/need chromium
	$(BIN)/python tools/screens.py $(ARGS)

clean: ## forgets the environment and the printed kits
	rm -rf $(VENV) build *.egg-info output/*.pdf output/*/
