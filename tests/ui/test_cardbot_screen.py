"""Cardbot Derby as players see it: every telling moment readable and large enough at every size, and answered by touch."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.gallery.cardbot import CARDBOT_SCENES, CARDBOT_TOUCHES
from tests.gallery.scenes import view_of
from tests.ui.eyes import faults
from tests.ui.stand import SIZES, on_stand, settle


@pytest.mark.parametrize("name", CARDBOT_SCENES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_is_there_readable_and_large_enough(name: str, size: tuple[int, int]) -> None:
    """No target is too small or over another one, nothing hangs out of the window and no words are cut."""
    with on_stand(size, view_of(name)) as stand:
        CARDBOT_TOUCHES.get(name, lambda screen: None)(stand.screen)
        settle()
        assert faults(stand.screen) == []


def test_a_whole_game_is_played_by_real_touches(repository: Path) -> None:
    """One person against three pilots on the full grid: cards, handle, every instruction, a ping by its arrow and one by its square, to the robot that has all targets."""
    order = [sys.executable, "-m", "tests.ui.cardbot_player", "list"]
    done = subprocess.run(order, capture_output=True, text=True, timeout=240, cwd=repository)
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["pages"] == ["board", "seats", "rules", "place", "program", "play", "over"]
    assert told["touched"] == {"cards": 5 * told["turn"], "rounds": told["turn"] - 1, "arrows": 1, "squares": 1}
    assert "all three targets" in told["winner"]
