"""A whole race, played by nothing but touches that the X server makes."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def test_a_race_is_played_to_its_end_by_touch(repository: Path) -> None:
    """One person against three pilots: board, flag, settings, cards, handle, every instruction, the winner, and once more."""
    order = [sys.executable, "-m", "tests.ui.player"]
    done = subprocess.run(order, capture_output=True, text=True, timeout=120, cwd=repository)
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["pages"] == ["board", "flags", "seats", "rules", "place", "program", "play", "over", "place"]
    assert told["seat"] == 1 and "BRASS" in told["winner"]
    assert told["taps"] >= 20
