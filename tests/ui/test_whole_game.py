"""A whole race, played by nothing but touches that the X server makes."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.drawing import drawing


def played(race: str, repository: Path, environment: dict[str, str] | None = None) -> dict[str, Any]:
    """How a race went that was played by touch in a process and window of its own."""
    order = [sys.executable, "-m", "tests.ui.player", race]
    done = subprocess.run(order, capture_output=True, text=True, timeout=180, cwd=repository, env=environment)
    assert done.returncode == 0, done.stderr[-3000:]
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def test_a_race_is_played_to_its_end_by_touch(repository: Path) -> None:
    """One person against three pilots, in a window that is really painted: board, flag, settings, cards, handle, every instruction, the winner."""
    told = played("one", repository, drawing())
    assert told["pages"] == ["board", "flags", "seats", "rules", "place", "program", "play", "over", "place"]
    assert told["seat"] == 1 and "BRASS" in told["winner"]
    assert told["taps"] >= 18, "fewer touches cannot do it; on a quick machine some fall into the time in which a second tap is held back"


def test_a_race_of_several_turns_is_played_by_touch(repository: Path) -> None:
    """At the gorge with one life each: deaths, summaries and a new hand each turn, until the race is over."""
    told = played("last-lives", repository)
    assert told["turn"] >= 3 and told["pages"].count("summary") == told["turn"] - 1
    assert told["pages"][-2:] == ["over", "board"]
    assert told["pages"].count("play") == told["turn"] and told["taps"] > 30
