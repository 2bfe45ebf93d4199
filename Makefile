# make run · make test: each does the set-up by itself.
.DEFAULT_GOAL := help
.PHONY: help setup run test test-pythons lint format fuzz bench clean

PYTHON_M := .venv/bin/python -m
OFFSCREEN := QT_QPA_PLATFORM=offscreen
ARGS ?=
GAME ?= toy
GAMES ?= 200

help:
	@echo "make run     open Startline (without a display: pictures of its windows, in screenshots/)"
	@echo "make test    lint, types, import contracts, all tests"
	@echo "make test-pythons  the window, the command line and the engine under every Python 3.11 to 3.14 found here"
	@echo "make lint    the first three of these;  make format  repairs what can be repaired"
	@echo "make fuzz    legal play by chance with checks, then the property tests on new data, for example: make fuzz GAME=ttr GAMES=60 ARGS='--turns 2 --seed 7'"
	@echo "make bench   measure, against python-chess and plain sqlite3"
	@echo "make setup   only prepare .venv;  make clean  removes everything that was made here"

setup:
	@.ci/setup

run: setup
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then \
	    exec .venv/bin/startline $(ARGS); \
	else \
	    echo "There is no display here, so Startline draws two dozen pictures of its windows into the folder screenshots."; \
	    echo "All of them: .venv/bin/startline tour --all screenshots"; \
	    echo "For the window itself run this on a desktop, or on a virtual screen with a viewer such as x11vnc:"; \
	    echo "    xvfb-run -s '-screen 0 1280x800x24' sh -c 'x11vnc -bg -localhost -forever; exec .venv/bin/startline'"; \
	    $(OFFSCREEN) exec .venv/bin/startline tour screenshots; \
	fi

test: lint
	$(OFFSCREEN) $(PYTHON_M) pytest -n 2 $(ARGS)

test-pythons:
	@.ci/test-pythons $(ARGS)

lint: setup
	$(PYTHON_M) ruff check .
	$(PYTHON_M) ruff format --check .
	$(PYTHON_M) mypy
	.venv/bin/lint-imports --no-logo

format: setup
	$(PYTHON_M) ruff check --fix .
	$(PYTHON_M) ruff format .

# The toy game lives in the tests; naming it does no harm to the others.
fuzz: setup
	STARTLINE_GAMES=tests.toy .venv/bin/startline fuzz $(GAME) --games $(GAMES) --jobs 2 $(ARGS)
	$(OFFSCREEN) $(PYTHON_M) pytest -n 2 -m hypothesis --hypothesis-profile=search

bench: setup
	STARTLINE_GAMES=tests.toy .venv/bin/startline bench $(ARGS)

clean:
	rm -rf .venv .venv-pythons build dist screenshots fuzz-failures .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
