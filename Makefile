# `make` alone lists what there is. `make run` and `make test` set up what they need by themselves; a second
# run finds the stamps newer than the lock files and starts at once.

# Three test processes fill two cores: phones that wait for a finger or a frame leave them idle.
TEST_PROCESSES ?= 3

# Where the wheel goes, and the app for a static host.
DIST ?= dist
SITE ?= site

# Every test process and every server that the tests start would compile the same sources again.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
python := $(VENV)/bin/python
runtime := $(VENV)/.runtime-installed
dev := $(VENV)/.dev-installed
install := $(python) -m pip install -qq --disable-pip-version-check --require-hashes

# Standard-library-only packages that are type-checked in strict mode.
strict_packages := $(wildcard companion/bridge companion/engine companion/rulebook)

# The phone app is built and checked as soon as it exists.
phone := $(wildcard pwa/package.json)
phone_packages := pwa/node_modules/.installed
phone_build := pwa/dist/index.html
# The app brings the engine and its words along, so it is built anew when they change.
phone_sources = $(shell find pwa companion/words $(wildcard companion/bridge companion/engine companion/rulebook) -type f \
  -not -path '*/node_modules/*' -not -path '*/__pycache__/*' -not -path 'pwa/dist/*' -not -path 'pwa/tests/*' -not -name '*.test.ts' 2>/dev/null)

# What `make` alone lists, in groups.
HELP := Play: run site dist container; Change: setup format openapi phone desk fonts lock screenshots clean; Check: test check pytest soak browsers bench lighthouse; For hosts and releases: rehearse fresh fresh-container; Else: help

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# One after the other, the tests last: what failed stands at the end of the output.
ifndef AT_ONCE
.NOTPARALLEL:
endif
.PHONY: help setup run test check check-python check-phone pytest soak browsers bench lighthouse screenshots fresh rehearse container fresh-container fonts format desk openapi lock phone dist site clean

help: ## list these commands
	@awk -F ':.*## ' -v groups='$(HELP)' '/^[a-z-]+:.*## / { said[$$1] = $$2 } \
	  END { for (i = 1; i <= split(groups, group, "; "); i++) { split(group[i], half, ": "); print half[1]; \
	    for (j = 1; j <= split(half[2], name, " "); j++) printf "  make %-16s %s\n", name[j], said[name[j]] } }' $(firstword $(MAKEFILE_LIST))

run: ## build what is missing and start the server: make run HOST=0.0.0.0 PORT=8000
	@$(MAKE) --no-print-directory --jobs 2 AT_ONCE=yes $(runtime) $(if $(phone),$(phone_packages))
	@$(MAKE) --no-print-directory phone
	@exec $(python) -m companion serve $(if $(filter command,$(origin HOST)),--host $(HOST)) $(if $(PORT),--port $(PORT))

test: ## set up and pass every check and test
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target AT_ONCE=yes check
	@$(MAKE) --no-print-directory pytest

check: check-python check-phone ## only the checks: lint, format, types, and those of the phone app

check-python: $(dev)
	@echo "==> ruff"
	@$(python) -m ruff check .
	@$(python) -m ruff format --check .
ifneq ($(strict_packages),)
	@echo "==> mypy --strict $(strict_packages)"
	@$(python) -m mypy --strict $(strict_packages)
endif

ifneq ($(phone),)
check-phone: $(phone_packages)
	@echo "==> phone app: types, lint, tests"
	@cd pwa && PYTHON=$(abspath $(python)) ../scripts/with-node npm run --silent check
else
check-phone:
	@echo "==> phone app: not there yet (no pwa/package.json), nothing to check"
endif

pytest: $(dev) phone ## some of the Python tests: make pytest ARGS="tests/engine -k harbor"
	@scripts/require-services
	@echo "==> pytest"
	@$(python) -m pytest -n $(TEST_PROCESSES) --dist worksteal $(ARGS)

soak: $(dev) $(phone_packages) ## ten thousand random games, a hundred thousand odd requests, 260 power cuts, five hundred evenings on simulated phones, a thousand of five phones, the longer games by touch
	@$(python) -m pytest -m "soak or hypothesis" --hypothesis-profile=chance -n $(TEST_PROCESSES) $(ARGS)

browsers: $(dev) phone .venv-browsers/.installed ## in Firefox and WebKit: a whole recorded game, an evening without the server, two phones at one table
	@scripts/require-services chromium firefox-esr webkit2gtk-driver xvfb
	@.venv-browsers/bin/python -m pytest -m browsers tests/browsers $(ARGS)

# What drives Firefox brings a pytest plugin along that the other tests do not want.
.venv-browsers/.installed: requirements/browsers.txt
	@scripts/create-venv .venv-browsers
	@echo "==> Installing requirements/browsers.txt (the first time: up to a minute)"
	@.venv-browsers/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r $<
	@touch $@

bench: $(dev) ## the benchmarks, with their figures
	@test -d tests/bench || { echo "There are no benchmarks yet (tests/bench)" >&2; exit 1; }
	@$(python) -m pytest $(if $(filter tests/%,$(ARGS)),,tests/bench) -s -p no:cacheprovider $(ARGS)

lighthouse: $(dev) phone ## Lighthouse on the first screen and on a table: each score at least 95
	@scripts/require-services
	@scripts/lighthouse

screenshots: $(dev) phone ## pictures of every screen and state, into var/screenshots; the README's and its film: make screenshots ARGS="--readme"
	@scripts/require-services $(if $(findstring --readme,$(ARGS)),chromium pngquant webp)
	@scripts/screenshots $(ARGS)

fresh: ## the README's two commands in a bare Debian, for root with debootstrap: make fresh ARGS="tests/e2e"
	@ARGS='$(ARGS)' scripts/fresh

rehearse: $(dev) ## try an upgrade before it is done: make rehearse FROM=a tag or a commit
	@$(python) -m tools.rehearse '$(FROM)'

container: ## build the container image, with buildah, podman or Docker
	@scripts/container

fresh-container: ## build the image's steps on a bare Debian and play a game there, for root with debootstrap and buildah
	@scripts/fresh-container

fonts: $(phone_packages) ## make the phone app's fonts anew from their sources
	@scripts/fonts

format: $(dev) $(phone_packages) ## format the code and fix what can be fixed by itself
	@$(python) -m ruff check --fix .
	@$(python) -m ruff format .
	@cd pwa && ../scripts/with-node npm run --silent format

desk: .venv-desk/.installed ## let the rules desk learn anew from the sentences in tools/desk/asked
	@.venv-desk/bin/python -m tools.desk.train

.venv-desk/.installed: requirements/desk.txt
	@scripts/create-venv .venv-desk
	@.venv-desk/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r $<
	@touch $@

openapi: $(runtime) $(if $(phone),$(phone_packages)) ## write the API's specification anew, and from it the phone app's types; the list of errors too
	@$(python) -m companion openapi
	@$(python) -m tools.words errors
	@cd pwa && ../scripts/with-node npm run --silent api

dist: phone .venv-dist/.installed ## build the wheel with the phone app in it, into dist/
	@.venv-dist/bin/python -m build --wheel --no-isolation --outdir $(DIST)

.venv-dist/.installed: requirements/dist.txt
	@scripts/create-venv .venv-dist
	@.venv-dist/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r $<
	@touch $@

site: $(phone_packages) ## build the phone app for any static host, without a server behind it, into site/
	@cd pwa && ../scripts/with-node npm run --silent build -- --mode site --outDir $(abspath $(SITE)) --emptyOutDir

setup: $(dev) phone ## set up for development, without running anything

# --- Python -------------------------------------------------------------------------------------------------

$(python):
	@scripts/create-venv $(VENV)

$(runtime): requirements/runtime.txt | $(python)
	@echo "==> Installing requirements/runtime.txt (the first time: up to a minute)"
	@$(install) -r $<
	@touch $@

$(dev): requirements/dev.txt | $(python)
	@echo "==> Installing requirements/dev.txt (the first time: up to a minute)"
	@$(install) -r $<
	@touch $@

# Resolves the .in lists anew, for every platform and Python >= 3.11, with hashes and without addresses.
lock: ## resolve requirements/*.in anew
	@test -x .venv-lock/bin/uv || { scripts/create-venv .venv-lock && .venv-lock/bin/python -m pip install --quiet 'uv~=0.13'; }
	@cd requirements && for list in runtime dev node desk browsers dist; do \
	  echo "==> requirements/$$list.txt"; \
	  ../.venv-lock/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-annotate --no-header $$list.in -o $$list.txt || exit 1; \
	done

# --- Phone app ----------------------------------------------------------------------------------------------

ifneq ($(phone),)
phone: $(phone_build) ## build the phone app

$(phone_packages): pwa/package-lock.json $(wildcard pwa/.npmrc) | $(python)
	@echo "==> Installing the phone app's packages"
	@cd pwa && ../scripts/with-node npm ci --no-audit --no-fund --loglevel=error </dev/null
	@touch $@

$(phone_build): $(phone_sources) $(phone_packages)
	@echo "==> Building the phone app"
	@cd pwa && ../scripts/with-node npm run --silent build
	@touch $@
else
phone:
	@echo "==> phone app: not there yet (no pwa/package.json), serving the API only"
endif

clean: ## remove everything that setting up and building left behind
	rm -rf $(VENV) .venv-lock .venv-desk .venv-browsers .venv-dist pwa/node_modules pwa/dist build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
