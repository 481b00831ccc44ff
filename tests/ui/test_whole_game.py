"""Test whole races played by touches from the X server alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.drawing import drawing


def played(
    race: str, flow: str, repository: Path, environment: dict[str, str] | None = None
) -> dict[str, Any]:
    """Play a race in another process and window, and return its report."""
    order = [sys.executable, "-m", "tests.ui.player", race, flow]
    done = subprocess.run(
        order, capture_output=True, text=True, timeout=1000, cwd=repository, env=environment
    )
    assert done.returncode == 0, done.stderr[-3000:]
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


@pytest.mark.parametrize("flow", ["single", "mixed", "list", "watch"])
def test_a_race_is_played_to_its_end_by_touch(repository: Path, flow: str) -> None:
    """Play one person against three pilots, from the board to the winner."""
    result = played("one", flow, repository, drawing())
    laid_out = [] if flow == "watch" else ["place"]
    assert result["pages"] == [
        "board",
        "flags",
        "seats",
        "rules",
        *laid_out,
        "program",
        "play",
        "over",
        *(laid_out or ["program"]),
    ]
    assert result["seat"] == 1 and "BRASS" in result["winner"]
    assert result["taps"] >= (12 if flow == "watch" else 14), (
        "fewer touches cannot do it; on a quick machine "
        "some fall into the time in which a second tap is held back"
    )


def test_without_a_board_only_programs_are_touched(repository: Path) -> None:
    """Play a watched turn by the six touches of one program."""
    result = played("watched", "list", repository)
    assert result["pages"] == ["flags", "seats", "rules", "program", "play", "summary", "program"]
    # A tap that comes too early is repeated.
    assert 6 <= result["by_page"].pop("program") <= 8
    assert sorted(result["by_page"]) == ["board", "flags", "rules", "seats"], (
        "nothing else is touched"
    )


def test_a_race_of_several_turns_is_played_by_touch(repository: Path) -> None:
    """Play a race with one life each to its end, and replay its last turn."""
    result = played("last-lives", "steps", repository)
    assert result["turn"] >= 3 and result["pages"].count("summary") == result["turn"] - 1
    assert result["pages"][-2:] == ["over", "board"]
    assert result["pages"].count("play") == result["turn"] and result["taps"] > 30
    assert result["watched"], "the replay ends on the board as it stands"
