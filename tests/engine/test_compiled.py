"""The engine as machine code, made from the very same files: it plays the same races to the last event, and is never older than the sources."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.races_in_words import RACES, lines

PATIENCE = 900
"""Seconds that compiling may take on a busy machine."""
PLACE = "build/tested"
"""The folder of these tests alone; what is compiled there is kept for the next time."""
pytestmark = pytest.mark.timeout(PATIENCE + 60)


def compiled(repository: Path, *command: str) -> list[str]:
    """What a command prints that is run with the compiled engine, which is made first where that has not been done; line by line.

    It is compiled by the Python that runs the tests, in a folder and an environment of its own.
    """
    done = subprocess.run(
        [repository / ".ci/compiled", *command],
        cwd=repository,
        env=os.environ
        | {
            "COMPILED_BY": sys.executable,
            "COMPILED_IN": str(repository / PLACE),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def installed(environment: Path) -> Iterator[tuple[Path, int]]:
    """Every file of an environment with the time of its last change; what Python compiles while other tests run is left out."""
    for folder, _, names in os.walk(environment):
        if not folder.endswith("__pycache__"):
            for name in names:
                path = Path(folder, name)
                yield path, path.lstat().st_mtime_ns


def test_both_builds_play_the_same_races(repository: Path) -> None:
    """Every event and every state, over random boards, settings and programs, and what pilots choose; and it is machine code that has played them."""
    found = compiled(repository, "python", "tests/engine/races_in_words.py")
    expected = list(lines())
    assert found[1:] == expected[1:] and len(found) == RACES + 2
    assert f"{PLACE}/compiled/" in found[0] and not found[0].endswith(".py"), (
        "the engine was not compiled"
    )
    assert expected[0] == str(repository / "companion/engine/turn.py"), (
        "this checkout itself plays from its sources"
    )


def test_all_scenarios_pass(repository: Path) -> None:
    """The rules, case by case, played by machine code."""
    assert ", 0 failed" in compiled(repository, "clockwork-derby", "check", "tests/scenarios")[-1]


def test_no_other_environment_is_touched(repository: Path) -> None:
    """A build from the first file on installs nothing where the tests run from, and writes to no environment but its own."""
    (repository / PLACE / "compiled/made-of").unlink(missing_ok=True)
    before = dict(installed(Path(sys.prefix)))
    assert compiled(repository, "python", "-c", "import sys; print(sys.prefix)") == [
        str(repository / PLACE / "compiled")
    ]
    assert dict(installed(Path(sys.prefix))) == before
