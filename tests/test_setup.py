"""Setting up names what is missing where it may not install it, and does nothing twice.

The build server runs it, too. Machines that lack something are real to the script: a PATH on which
only some of this machine's programs can be found.
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
"""Tools of every Debian; no Python, no apt, no sudo and no X server."""

REFUSING_APT = "#!/bin/sh\necho 'E: Unable to locate package' >&2\nexit 100\n"
BROKEN_SHIM = "#!/bin/sh\necho 'command not found' >&2\nexit 127\n"

Machine = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def machine(repository: Path, tmp_path: Path) -> Machine:
    """Return what runs a script of this checkout, or of a copy, with plain and named tools only."""
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
    """Copy the files that setting up reads to a folder without a virtual environment."""
    shutil.copytree(repository / ".ci", home / ".ci")
    for name in ("pyproject.toml", "setup.py", "companion/content/languages/de.po"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(repository / name, home / name)
    return home


def test_without_python_the_packages_are_named(machine: Machine) -> None:
    """Name the packages without Python and apt, and leave nothing half made."""
    done = machine(".ci/setup", "play")
    assert done.returncode == 1
    assert done.stderr == recorded("Install-sudo-apt-install-python3-python3")


def test_a_shim_that_leads_nowhere_is_no_python(machine: Machine) -> None:
    """Skip a python3 that exists but does not run."""
    done = machine(".ci/setup", "play", python3=BROKEN_SHIM)
    assert done.returncode == 1
    assert done.stderr == recorded("no-working-64-bit-Python")


def test_a_missing_system_package_is_named(machine: Machine) -> None:
    """Name a missing system package before anything is made, if apt is not there."""
    done = machine(".ci/setup", "test", python=True)
    assert done.returncode == 1
    assert re.search(r"Install: sudo apt install .*\bxvfb\b", done.stderr), done.stderr


def test_without_a_compiler_the_game_is_the_same(machine: Machine) -> None:
    """Name the compiler that machine code needs, and say that nothing else needs it."""
    done = machine(".ci/compiled", "dist", python=True)
    assert done.returncode == 1
    assert re.search(r"Install: sudo apt install .*\bgcc\b", done.stderr), done.stderr
    assert (
        "compiled: without that there is no machine code of the engine. The game does not need it"
        in done.stderr
    )


def test_a_refusing_apt_is_heard(machine: Machine) -> None:
    """Show the words of an apt that refuses, and ours about what to install."""
    done = machine(
        ".ci/setup", "test", python=True, apt_get=REFUSING_APT, sudo='#!/bin/sh\nshift\nexec "$@"\n'
    )
    assert done.returncode == 1
    assert "Unable to locate package" in done.stderr
    assert re.search(r"Install: sudo apt install .*\bxvfb\b", done.stderr), done.stderr


def test_the_second_time_nothing_is_done(machine: Machine, repository: Path) -> None:
    """End silently in a finished checkout, without Python, pip or apt."""
    done = machine(".ci/setup", "test", fresh=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), (
        "this checkout is not set up as it stands; run: make setup"
    )
    assert os.access(repository / ".venv/bin/clockwork-derby", os.X_OK)


def test_an_unknown_part_is_refused(machine: Machine) -> None:
    """Refuse an unknown part with the known ones."""
    done = machine(".ci/setup", "plya")
    assert done.returncode == 1
    assert "'plya'" in done.stderr and done.stderr == recorded("play-compiled-test-and-system-test")


def test_the_build_server_runs_make_test(machine: Machine, repository: Path) -> None:
    """Call exactly `make test` in .ci/run, in the top folder, from any folder, without input."""
    done = machine(
        ".ci/run",
        fresh=False,
        make='#!/bin/sh\nread -r line && echo "read $line"\necho "$PWD" "$@"\n',
    )
    assert done.stdout == f"{repository.resolve()} test\n"


def test_help_lists_every_target(repository: Path) -> None:
    """Name every target with a sentence in `make` and `make help`."""
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
