"""Every scenario of Cardbot Derby plays to what it expects.

Files are numbered cases of the rules.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.kit.scenario import play_scenario

FOLDER = Path(__file__).parents[2] / "scenarios" / "cardbot"
FILES = sorted(FOLDER.rglob("*.scenario.toml"))
SEAT_LINES = re.compile(r"(?:^[1-8] = .*\n)+", re.MULTILINE)


def test_all_scenarios_are_here() -> None:
    """Find the whole set, so that the test below is not empty."""
    assert len(FILES) >= 117


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".scenario.toml"))
def test_scenario(file: Path) -> None:
    """Play to what the scenario expects."""
    assert play_scenario(file.read_text(encoding="utf-8"), file.name).differences == ()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".scenario.toml"))
def test_the_order_of_lines_changes_nothing(file: Path) -> None:
    """Read seats in any order."""
    text = file.read_text("utf-8")
    turned = SEAT_LINES.sub(
        lambda found: "".join(reversed(found[0].splitlines(keepends=True))), text
    )
    result = play_scenario(turned, file.name).result("")
    assert result == play_scenario(text, file.name).result("") and [*result["robots"]] == sorted(
        result["robots"]
    )
