"""Setting up says what is missing where it may not install it, does nothing twice, and is what the build server runs.

The machines that lack something are real to the script: a PATH on which only some of this machine's programmes can be found.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.recorded import recorded

PLAIN_TOOLS = (
    "bash",
    "cksum",
    "dirname",
    "env",
    "flock",
    "grep",
    "mktemp",
    "readlink",
    "rm",
    "tail",
)
"""What every Debian has; no Python, no apt, no sudo and no X server."""

REFUSING_APT = "#!/bin/sh\necho 'E: Unable to locate package' >&2\nexit 100\n"
BROKEN_SHIM = "#!/bin/sh\necho 'command not found' >&2\nexit 127\n"

Machine = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def machine(repository: Path, tmp_path: Path) -> Machine:
    """Run a script of this checkout, or of a fresh copy, where only plain tools and what is named can be found."""
    tools = tmp_path / "bin"
    tools.mkdir()

    def run(
        script: str, *arguments: str, fresh: bool = True, python: bool = False, **programmes: str
    ) -> subprocess.CompletedProcess[str]:
        for name in PLAIN_TOOLS:
            (tools / name).symlink_to(str(shutil.which(name)))
        if python:
            (tools / "python3").symlink_to(Path(sys.executable).resolve())
        for name, text in programmes.items():
            programme = tools / name.replace("_", "-")
            programme.write_text(text, "utf-8")
            programme.chmod(0o755)
        home = copied(repository, tmp_path / "a fresh copy") if fresh else repository
        surroundings = {"PATH": str(tools), "HOME": str(tmp_path), "LANG": "C.UTF-8"}
        return subprocess.run(
            [home / script, *arguments],
            env=surroundings,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )

    return run


def copied(repository: Path, home: Path) -> Path:
    """The files that setting up reads, in a folder without a virtual environment."""
    shutil.copytree(repository / ".ci", home / ".ci")
    for name in ("pyproject.toml", "setup.py", "companion/content/languages/de.po"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(repository / name, home / name)
    return home


def test_without_python_the_packages_are_named(machine: Machine) -> None:
    """Where no Python is found and apt is not there, the message names the packages, and nothing is half made."""
    done = machine(".ci/setup", "play")
    assert done.returncode == 1
    assert done.stderr == recorded("Install-sudo-apt-install-python3-python3")


def test_a_shim_that_leads_nowhere_is_no_python(machine: Machine) -> None:
    """A python3 that exists and does not run is passed over."""
    done = machine(".ci/setup", "play", python3=BROKEN_SHIM)
    assert done.returncode == 1
    assert done.stderr == recorded("no-working-64-bit-Python")


def test_a_missing_system_package_is_named(machine: Machine) -> None:
    """Where something needed is missing and apt is not there, its package is named before anything is made."""
    done = machine(".ci/setup", "test", python=True)
    assert done.returncode == 1
    assert re.search(r"Install: sudo apt install .*\bxvfb\b", done.stderr), done.stderr


def test_without_a_compiler_the_game_is_the_same(machine: Machine) -> None:
    """Who asks for machine code where there is no compiler is told what to install, and that nothing else needs it."""
    done = machine(".ci/compiled", "clockwork-derby", "bench", python=True)
    assert done.returncode == 1
    assert re.search(r"Install: sudo apt install .*\bgcc\b", done.stderr), done.stderr
    assert (
        "compiled: without that there is no machine code of the engine. The game does not need it"
        in done.stderr
    )


def test_a_refusing_apt_is_heard(machine: Machine) -> None:
    """Where apt is tried and refuses, its own words are shown, and ours say what to install."""
    done = machine(
        ".ci/setup", "test", python=True, apt_get=REFUSING_APT, sudo='#!/bin/sh\nshift\nexec "$@"\n'
    )
    assert done.returncode == 1
    assert "Unable to locate package" in done.stderr
    assert re.search(r"Install: sudo apt install .*\bxvfb\b", done.stderr), done.stderr


def test_the_second_time_nothing_is_done(machine: Machine, repository: Path) -> None:
    """In a finished checkout setting up ends at once, without Python, pip, apt or a word."""
    done = machine(".ci/setup", "test", fresh=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), (
        "this checkout is not set up as it stands; run: make setup"
    )
    assert os.access(repository / ".venv/bin/clockwork-derby", os.X_OK)


def test_an_unknown_part_is_refused(machine: Machine) -> None:
    """A slip of the pen is answered with what there is."""
    done = machine(".ci/setup", "plya")
    assert done.returncode == 1
    assert "'plya'" in done.stderr and done.stderr == recorded("play-compiled-test-and-system-test")


def test_the_build_server_runs_make_test(machine: Machine, repository: Path) -> None:
    """.ci/run calls exactly `make test` in the top folder, from wherever it is called, and with nothing to read."""
    done = machine(
        ".ci/run",
        fresh=False,
        make='#!/bin/sh\nread -r line && echo "read $line"\necho "$PWD" "$@"\n',
    )
    assert done.stdout == f"{repository.resolve()} test\n"


def test_help_lists_every_target(repository: Path) -> None:
    """`make` alone, like `make help`, names every target with a sentence."""
    targets = re.search(
        r"^\.PHONY: (.*)$", (repository / "Makefile").read_text("utf-8"), re.MULTILINE
    )
    assert targets
    plain, asked = (
        subprocess.run(
            ["make", "--no-print-directory", *words],
            cwd=repository,
            capture_output=True,
            text=True,
            timeout=120,
        ).stdout
        for words in ([], ["help"])
    )
    assert plain == asked
    assert [line.split()[1] for line in asked.splitlines()] == targets[1].split()
