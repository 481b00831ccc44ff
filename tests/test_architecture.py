"""The page of the architecture names what is in the code."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from companion.games.api import Game
from tests.layers import FLOORS, PACKAGE

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "develop" / "architecture.md").read_text("utf-8")
PLACES = sorted({*re.findall(r"`(companion/[\w/]+(?:\.py)?)(?:: (\w+))?`", PAGE)})
DRAWN = PAGE.rpartition("```\n")[0].rpartition("```\n")[2].splitlines()


@pytest.mark.parametrize(("path", "name"), PLACES)
def test_each_file_defines_what_the_page_says(path: str, name: str) -> None:
    """Define in each file what the page says: a moved module or a changed name changes the page."""
    file = ROOT / path
    assert file.exists()
    if not name:
        return
    defined = {
        one
        for node in ast.parse(file.read_text("utf-8")).body
        for one in (
            [node.name]
            if isinstance(node, ast.ClassDef | ast.FunctionDef)
            else [node.target.id]
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
            else [target.id for target in node.targets if isinstance(target, ast.Name)]
            if isinstance(node, ast.Assign)
            else []
        )
    }
    assert name in defined


@pytest.mark.parametrize("name", sorted({*re.findall(r"`Game\.(\w+)`", PAGE)}))
def test_a_game_has_what_the_page_says(name: str) -> None:
    """Give a game the methods that the page names."""
    assert hasattr(Game, name)


def test_layers_stand_in_their_order() -> None:
    """Show the layers as imports are tested by them, with every folder of the package."""
    assert [" ".join(layer) for layer in FLOORS] == DRAWN
    for folder in (ROOT / PACKAGE).iterdir():
        if (folder / "__init__.py").exists():
            assert folder.name in " ".join(DRAWN).split()
