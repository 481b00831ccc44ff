"""The compiled engine plays the same races to the last event; see also test_compiled_engine.py."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.engine.races_in_words import RACES, lines

PATIENCE = 900
"""Seconds that compiling may take on a busy machine."""
pytestmark = pytest.mark.timeout(PATIENCE + 60)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the contents of the wheel, which the Python of the tests compiles."""
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [Path(__file__).parents[2] / ".ci/compiled", folder],
        env=os.environ | {"COMPILED_BY": sys.executable},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (file,) = folder.glob("clockwork_derby_engine_compiled-*.whl")
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder)
    return folder


def compiled(repository: Path, wheel: Path, *command: str) -> list[str]:
    """Return the output of Python with the compiled engine."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=repository,
        env=os.environ | {"PYTHONPATH": str(wheel), "CLOCKWORK_DERBY_ENGINE": "compiled"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_both_builds_play_the_same_races(repository: Path, wheel: Path) -> None:
    """Play random boards, settings, programs and pilots the same, by machine code."""
    found = compiled(repository, wheel, "tests/engine/races_in_words.py")
    expected = list(lines())
    assert found[1:] == expected[1:] and len(found) == RACES + 2
    assert found[0].startswith(str(wheel)) and not found[0].endswith(".py")
    assert expected[0] == str(repository / "companion/engine/turn.py"), (
        "this checkout itself plays from its sources"
    )


def test_all_scenarios_pass(repository: Path, wheel: Path) -> None:
    """Pass all scenarios by machine code."""
    lines = compiled(repository, wheel, "-m", "companion", "check", "tests/scenarios")
    assert ", 0 failed" in lines[-1]


def test_processes_of_a_tournament_use_it(repository: Path, wheel: Path) -> None:
    """Play a tournament in two processes with the result of one that plays from the sources."""
    words = ("-m", "companion", "tournament", "--pilots", "steady,random", "--races", "4", "--json")
    plain = subprocess.run(
        [sys.executable, *words], cwd=repository, capture_output=True, text=True, check=True
    )
    (line,) = compiled(repository, wheel, *words, "--workers", "2")
    found, expected = json.loads(line), json.loads(plain.stdout)
    # How long pilots think is the only difference.
    assert found.pop("thinking") != expected.pop("thinking") and found == expected


def test_pilots_think_by_it(repository: Path, wheel: Path) -> None:
    """Answer questions of the plain app in a worker by machine code."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_thinking.py"],
        cwd=repository,
        env=os.environ | {"PYTHONPATH": str(wheel)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout
