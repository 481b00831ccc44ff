"""Provide the games of the contract, each under the name by which it was requested."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

import companion.games
from companion.games import find_game, games_known, package_of
from companion.games.api import Game
from companion.plugins import GAMES, plugins
from companion.testing.display import open_undrawn


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test that takes a game with all games."""
    if "game" in metafunc.fixturenames:
        named = metafunc.config.getoption("--game", None)
        if not named:
            known = [package_of(title.key) for title in games_known()]
            named = [*known, *metafunc.config.getini("contract_games")]
        ids = [name.rpartition(".")[2] for name in named]
        metafunc.parametrize("game", named, ids=ids, indirect=True)


@pytest.fixture
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return a game, found by its key as the app finds it.

    The folder of a game that is not installed is a folder of games while the test runs.
    """
    package: str = request.param
    for key, plugin in plugins(GAMES, ()).items():
        if plugin.module == package and (installed := find_game(key)) is not None:
            return installed
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise pytest.UsageError(f"--game {package}: there is no such package")
    folder = Path(spec.submodule_search_locations[0])
    folders = dict.fromkeys((*companion.games.__path__, str(folder.parent)))
    monkeypatch.setattr(companion.games, "__path__", list(folders))
    found = find_game(folder.name)
    if found is None:
        raise pytest.UsageError(f"--game {package}: expected GAME in its module game")
    return found


@pytest.fixture
def display() -> None:
    """Provide a virtual screen."""
    open_undrawn()
