"""Find the texts of a game from elsewhere, which are not in the app's catalogue."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import companion
from companion.games.api import Game
from companion.plugins import every_plugin

SHIPPED: Final = Path(companion.__file__).parent


def own_templates(game: Game) -> set[str]:
    """Return the strings in the sources of a game from elsewhere; a game of the app has none."""
    classes = [
        kind for kind in type(game).__mro__ if kind.__module__ not in sys.builtin_module_names
    ]
    modules = {Path(inspect.getfile(kind)) for kind in classes if kind.__module__ != "typing"}
    # The game's other modules are in the same folder.
    modules |= set(Path(inspect.getfile(type(game))).parent.rglob("*.py"))
    return _strings(path for path in modules if not path.is_relative_to(SHIPPED))


def package_templates() -> set[str]:
    """Return the strings of all installed packages of others, such as the names of their pilots."""
    modules = {plugin.module.partition(".")[0] for plugin in every_plugin()}
    specs = [spec for module in modules if (spec := find_spec(module)) is not None]
    folders = [Path(place) for spec in specs for place in spec.submodule_search_locations or ()]
    files = [Path(spec.origin) for spec in specs if spec.origin and spec.origin.endswith(".py")]
    return _strings({*files, *(path for folder in folders for path in folder.rglob("*.py"))})


def _strings(modules: Iterable[Path]) -> set[str]:
    """Return all string constants of some modules."""
    return {
        node.value
        for path in modules
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
