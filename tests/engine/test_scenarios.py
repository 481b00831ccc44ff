"""Every scenario of Clockwork Derby plays to what it expects; files are cases of the rulebook."""

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
    """Find the shipped set, so that the test below is not empty."""
    assert len(FILES) >= 304


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".scenario.toml"))
def test_scenario(file: Path) -> None:
    """Play to what the scenario expects."""
    scenario = parse_scenario(file.read_text(encoding="utf-8"), file.name, load_board)
    assert differences(scenario, play_scenario(scenario).state) == ()
