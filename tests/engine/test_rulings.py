"""Each disputable ruling of rulebook 13 is in one named place, to show to a table."""

from __future__ import annotations

from pathlib import Path

import pytest

RULINGS = {
    "board_edge": "board.py",
    "on_a_belt": "belt.py",
    "pit_holds_nobody": "simultaneous.py",
    "bare_flag_heals": "race_tables.py",
    "map_lasers_first": "laser.py",
    "powered_down_fires": "turn.py",
    "double_claim": "simultaneous.py",
}


@pytest.mark.parametrize(("ruling", "home"), RULINGS.items())
def test_every_ruling_has_one_named_place(repository: Path, ruling: str, home: str) -> None:
    """Explain each ruling by its name and section in exactly one module of the engine."""
    engine = repository / "companion/engine"
    explained = [
        path.name
        for path in engine.rglob("*.py")
        if f"`{ruling}`" in path.read_text(encoding="utf-8")
    ]
    assert explained == [home]
