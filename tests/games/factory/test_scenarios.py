"""Every scenario of Factory Rally plays to what it expects; files are named by their rulings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.kit.scenario import play_scenario

FOLDER = Path(__file__).parents[2] / "scenarios" / "factory"
FILES = sorted(FOLDER.rglob("*.scenario.toml"))
SEAT_LINES = re.compile(r"(?:^[1-8] = .*\n)+", re.MULTILINE)


def test_all_scenarios_are_here() -> None:
    """Find the whole set, so that the test below is not empty."""
    assert len(FILES) >= 168


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".scenario.toml"))
def test_scenario(file: Path) -> None:
    """Play to what the scenario expects, with seats in any order."""
    text = file.read_text("utf-8")
    played = play_scenario(text, file.name)
    assert played.differences == ()
    turned = SEAT_LINES.sub(
        lambda found: "".join(reversed(found[0].splitlines(keepends=True))), text
    )
    result = play_scenario(turned, file.name).result("")
    assert result == played.result("") and [*result["clanks"]] == sorted(result["clanks"])
