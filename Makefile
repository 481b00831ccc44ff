# Clockwork Derby: what people type. Setting up is done by .ci/setup, which is quick when nothing is missing.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup play lint test test-all test-changed system-test bench docs sounds compiled compiled-wheel uncompiled install uninstall wheel lock clean

# Only what lies in .venv counts, not what a person keeps in a home folder or an environment variable.
export PYTHONNOUSERSITE := 1
unexport PYTHONPATH PYTHONHOME

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

setup: ## set up everything that is missing, for playing and for the tests
	@.ci/setup test

play: ## set up what is missing and open the game on this screen
	@.ci/setup play
	@.venv/bin/clockwork-derby

lint: ## set up what is missing and look at all Python: its form, the rules of ruff, its types
	@.ci/setup test
	@.venv/bin/ruff format --check --quiet . || { echo "The formatter would change files: .venv/bin/ruff format"; exit 1; }
	@.venv/bin/ruff check --quiet . || { echo "Rules of ruff are broken. This mends many by itself: .venv/bin/ruff check --fix"; exit 1; }
	@.venv/bin/mypy --no-error-summary || { echo "Types do not fit: see above; expected none, by [tool.mypy] in pyproject.toml"; exit 1; }

# What was compiled is kept, also where the environment forbids it: else every start compiles all tests again.
run_tests := env -u PYTHONDONTWRITEBYTECODE .venv/bin/python -m tests.run

test: lint ## set up what is missing and run the quick tests, on a virtual screen
	@$(run_tests)

test-all: lint ## run every test, and let a monkey with three fingers touch ten thousand things
	@$(run_tests) --all
	@.venv/bin/python -m tests.ui.monkey 10000

test-changed: lint ## run every test, quick or slow, of what differs from origin/main
	@$(run_tests) --changed

system-test: ## with sudo: boot the whole appliance in QEMU and play on it; only="boot cuts" plays these scenarios only
	@.ci/setup system-test
	@.venv/bin/python -m tests.system.run $(if $(scratch),--scratch $(scratch)) $(if $(only),--only $(only))

bench: ## set up what is missing and measure the speed of engine, games and screen
	@.ci/setup $(if $(DISPLAY)$(WAYLAND_DISPLAY),play,test)
	@.venv/bin/clockwork-derby bench

docs: ## set up what is missing and build the documents as web pages, build/docs/index.html
	@.ci/setup play
	@.ci/docs

sounds: ## render the sounds of the screen again; needs oggenc (Debian: vorbis-tools)
	@.venv/bin/python -m tests.sound_files

compiled: ## make machine code of the engine, which pilots and tournaments use while it fits its sources
	@.ci/compiled dist install

compiled-wheel: ## build the same as a wheel of its own, in dist/
	@.ci/compiled dist

uncompiled: ## the opposite: remove the machine code
	@.venv/bin/python -m pip uninstall --quiet --yes clockwork-derby-engine-compiled
	@rm -rf build/compiling

install: ## with sudo: make this machine an appliance that starts the game when it is switched on; key=FILE.pub also takes its updates
	@systemd/install $(if $(key),--key "$(key)")

uninstall: ## with sudo: the opposite; the games stay
	@systemd/install uninstall

wheel: ## build an update for a stick, in dist/: the wheel, its sums and their signature; key=FILE signs with another key
	@.ci/setup play
	@rm -rf build/lib build/bdist.* dist
	@.ci/wheel .venv/bin/python . dist
	@cd dist && sha256sum -- *.whl | tee SHA256SUMS
	@.ci/sign dist $(if $(key),"$(key)")

lock: ## write .ci/lock anew: what make install installs, with versions and sums, as pyproject.toml asks for it today
	@.ci/setup play
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check "uv>=0.9"
	@.venv/bin/python .ci/lock/make.py

clean: ## remove the virtual environment and everything else that was made here
	@rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .hypothesis companion/content/languages/*.mo
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
