"""The disputable rulings of rulebook 13 stand in one named place each, so that a table can be shown where one was decided."""

from __future__ import annotations

from pathlib import Path

import pytest

RULINGS = {
    "board_edge": "board.py",
    "on_a_belt": "belt.py",
    "pit_holds_nobody": "simultaneous.py",
    "bare_flag_heals": "course.py",
    "map_lasers_first": "laser.py",
    "powered_down_fires": "turn.py",
    "double_claim": "simultaneous.py",
}


@pytest.mark.parametrize(("ruling", "home"), RULINGS.items())
def test_every_ruling_has_one_named_place(repository: Path, ruling: str, home: str) -> None:
    """Its name, with its section, is explained in one module of the engine and in no other."""
    engine = repository / "companion/engine"
    explained = [
        path.name
        for path in engine.rglob("*.py")
        if f"`{ruling}`" in path.read_text(encoding="utf-8")
    ]
    assert explained == [home]
