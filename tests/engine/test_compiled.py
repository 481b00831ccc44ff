"""The engine as machine code, made from the very same files: it plays the same races to the last event, and is never older than the sources."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.engine.races_in_words import RACES, lines

PATIENCE = 900
"""Seconds that compiling may take on a busy machine."""
pytestmark = pytest.mark.timeout(PATIENCE + 60)


def compiled(repository: Path, *command: str) -> list[str]:
    """What a command prints that is run with the compiled engine, which is made first where that has not been done; line by line."""
    done = subprocess.run(
        [repository / ".ci/compiled", *command],
        cwd=repository,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_both_builds_play_the_same_races(repository: Path) -> None:
    """Every event and every state, over random boards, settings and programs, and what pilots choose; and it is machine code that has played them."""
    found = compiled(repository, "python", "tests/engine/races_in_words.py")
    expected = list(lines())
    assert found[1:] == expected[1:] and len(found) == RACES + 2
    assert "build/compiled/" in found[0] and not found[0].endswith(".py"), (
        "the engine was not compiled"
    )
    assert expected[0] == str(repository / "companion/engine/turn.py"), (
        "this checkout itself plays from its sources"
    )


def test_all_scenarios_pass(repository: Path) -> None:
    """The rules, case by case, played by machine code."""
    assert ", 0 failed" in compiled(repository, "clockwork-derby", "check", "tests/scenarios")[-1]
