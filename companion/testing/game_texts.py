"""Find the texts of a game from elsewhere, which are not in the app's catalogue."""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path
from typing import Final

import companion
from companion.games.api import Game

SHIPPED: Final = Path(companion.__file__).parent


def own_templates(game: Game) -> set[str]:
    """Return the strings in the sources of a game from elsewhere; a game of the app has none."""
    classes = [
        kind for kind in type(game).__mro__ if kind.__module__ not in sys.builtin_module_names
    ]
    modules = {Path(inspect.getfile(kind)) for kind in classes if kind.__module__ != "typing"}
    # The game's other modules are in the same folder.
    modules |= set(Path(inspect.getfile(type(game))).parent.rglob("*.py"))
    return {
        node.value
        for path in modules
        if not path.is_relative_to(SHIPPED)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
