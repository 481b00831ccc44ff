"""Every scenario of Clockwork Derby plays to what it expects; each file is a case of the rulebook, named by its number."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.content import load_board
from companion.games.clockwork.scenario import differences, parse_scenario, play_scenario

FOLDER = Path(__file__).parent.parent / "scenarios"
FILES = sorted(
    file
    for file in FOLDER.rglob("*.scenario.toml")
    if not {"cardbot", "diesel", "factory"} & {*file.parts}
)


def test_all_scenarios_are_here() -> None:
    """The folder holds the shipped set, so that the parametrised test below cannot pass by finding nothing."""
    assert len(FILES) >= 304


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".scenario.toml"))
def test_scenario(file: Path) -> None:
    """The engine comes to what the scenario expects."""
    scenario = parse_scenario(file.read_text(encoding="utf-8"), file.name, load_board)
    assert differences(scenario, play_scenario(scenario).state) == ()
