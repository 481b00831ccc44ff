"""The compiled engine plays the same races to the last event, and is never outdated."""

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
"""The folder of these tests alone; compiled files are kept there for the next time."""
pytestmark = pytest.mark.timeout(PATIENCE + 60)


def compiled(repository: Path, *command: str) -> list[str]:
    """Return the output of a command with the compiled engine, which is made if needed.

    The Python that runs the tests compiles it, in its own folder and environment.
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
    """Yield every file of an environment with its time, except caches of other tests."""
    for folder, _, names in os.walk(environment):
        if not folder.endswith("__pycache__"):
            for name in names:
                path = Path(folder, name)
                yield path, path.lstat().st_mtime_ns


def test_both_builds_play_the_same_races(repository: Path) -> None:
    """Play random boards, settings, programs and pilots the same, by machine code."""
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
    """Pass all scenarios by machine code."""
    assert ", 0 failed" in compiled(repository, "clockwork-derby", "check", "tests/scenarios")[-1]


def test_no_other_environment_is_touched(repository: Path) -> None:
    """Build from scratch without writing to any other environment."""
    (repository / PLACE / "compiled/made-of").unlink(missing_ok=True)
    before = dict(installed(Path(sys.prefix)))
    assert compiled(repository, "python", "-c", "import sys; print(sys.prefix)") == [
        str(repository / PLACE / "compiled")
    ]
    assert dict(installed(Path(sys.prefix))) == before
