"""The games that a table can play, each behind the interface in `companion.games.api`.

A game is a folder of this package that is named like its key. Its module `game` defines `GAME`. A
new game is a new folder; no list names it. The folder may define `TITLE` and `ABOUT`, so that the
game can be offered without an import. Another package may hold such a folder: it names it by an
entry point of the group `clockwork_derby.games` (`companion.plugins`).

Three folders are no games: `programmed` is shared by the races with the deck of 84, `race` by all
games on a board, `kit` by games of any kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from companion.errors import GameError, PluginError
from companion.games.api import Game
from companion.games.decks import with_deck
from companion.named_tuples import NamedTuple
from companion.plugins import GAMES, Plugin, clashes, plugins
from companion.words import NOTHING, Text, sentence, text

USUAL: Final = "clockwork"
"""The key of the default game."""


def game_keys() -> tuple[str, ...]:
    """Return the keys of all games that can be loaded, in alphabetical order.

    This imports every game. `broken_games` names those that cannot be loaded.
    """
    return tuple(key for key, game in _loaded_games().items() if not isinstance(game, GameError))


def broken_games() -> Mapping[str, GameError]:
    """Return the reasons why games cannot be loaded, by game key. This imports every game."""
    broken = {key: game for key, game in _loaded_games().items() if isinstance(game, GameError)}
    return broken | {key: GameError(fault.words) for key, fault in clashes(GAMES, _own()).items()}


def _loaded_games() -> dict[str, Game | GameError]:
    found: dict[str, Game | GameError] = {}
    for key in sorted({*_own(), *_plugins()}):
        try:
            game = find_game(key)
        except GameError as fault:
            found[key] = fault
        else:
            found |= {key: game} if game is not None else {}
    return found


def own_keys() -> frozenset[str]:
    """Return the keys of the games that come with the app. No game is imported."""
    return frozenset(folder for folder in _own() if _has(folder, "game"))


def keys_with(module: str) -> tuple[str, ...]:
    """Return the keys of all games whose folder has this module, in alphabetical order.

    No game is imported.
    """
    own = [folder for folder in _own() if _has(folder, module) and _has(folder, "game")]
    return tuple(sorted([*own, *(key for key, game in _plugins().items() if game.has(module))]))


def package_of(key: str) -> str:
    """Return the package that holds the game with this key."""
    plugin = _plugins().get(key)
    return f"{__name__}.{key}" if plugin is None else plugin.module


def _has(folder: str, module: str) -> bool:
    """Return whether a game's folder has this module.

    The folder is not imported, so that a broken one does not hide the others.
    """
    return any(
        found.name == module for found in iter_modules([f"{path}/{folder}" for path in __path__])
    )


class GameTitle(NamedTuple):
    """A game as it is offered to players."""

    key: str
    title: str
    about: Text
    """A description of the game, in a sentence or two."""


def games_known() -> tuple[GameTitle, ...]:
    """Return the titles of all games: the default game, our others, those of other packages.

    Titles come from the folders (`TITLE`, `ABOUT`). A game whose folder has none is imported. The
    entry of a plugin that cannot be used gives the reason.
    """
    found = [_title(folder) for folder in sorted(_own(), key=lambda key: (key != USUAL, key))]
    found += [_title_of_plugin(plugin) for plugin in _plugins().values()]
    return tuple(title for title in found if title is not None)


def _title(key: str) -> GameTitle | None:
    if not _has(key, "game"):
        return None
    try:
        folder = import_module(f"{__name__}.{key}")
        if hasattr(folder, "TITLE"):
            return GameTitle(key, folder.TITLE, folder.ABOUT)
        game = find_game(key)
    # A broken game must not hide the others; `broken_games` says what is wrong with it.
    except Exception:
        return None
    return None if game is None else GameTitle(key, game.title, game.about)


def _title_of_plugin(plugin: Plugin) -> GameTitle:
    try:
        folder = plugin.load()
        title = getattr(folder, "TITLE", None)
        if isinstance(title, str):
            return GameTitle(plugin.name, title, getattr(folder, "ABOUT", NOTHING))
        game = _game_of_plugin(plugin)
    except (GameError, PluginError) as fault:
        return GameTitle(plugin.name, plugin.name, sentence(fault.words))
    return GameTitle(plugin.name, game.title, game.about)


def find_game(key: str, deck: str = "") -> Game | None:
    """Return the game with this key, or None if there is none. No other game is imported.

    Args:
        key: The game's key.
        deck: The text of the deck to play with, "" for the game's own.

    Raises:
        FormatError: The text of the deck is wrong.
        GameError: The game exists but cannot be loaded.
    """
    if deck:
        return _with_deck(key, deck)
    if key not in _own() or not _has(key, "game"):
        plugin = _plugins().get(key)
        return None if plugin is None else _game_of_plugin(plugin)
    try:
        # Here the classes of its positions and events are lost: it gets only positions of its own.
        game: Game | None = getattr(import_module(f"{__name__}.{key}.game"), "GAME", None)
    # Another author's game may fail in any way while it is imported.
    except Exception as fault:
        raise GameError(
            text(
                "the game {game} cannot be loaded: {kind}: {fault}",
                game=key,
                kind=type(fault).__name__,
                fault=str(fault),
            )
        ) from fault
    return game


@lru_cache(maxsize=8)
def _with_deck(key: str, deck: str) -> Game | None:
    game = find_game(key)
    return None if game is None else with_deck(game, deck, key)


def _game_of_plugin(plugin: Plugin) -> Game:
    try:
        plugin.load()
        game = plugin.found("GAME", "game")
        key = getattr(game, "key", None)
        if not isinstance(game, Game) or key != plugin.name:
            raise plugin.fault(
                text(
                    "its GAME must be a Game with the key {key}, found {found}",
                    key=plugin.name,
                    found=repr(key),
                )
            )
    except PluginError as fault:
        raise GameError(fault.words) from fault
    return game


def usual_game() -> Game:
    """Return the default game."""
    game = find_game(USUAL)
    assert game is not None
    return game


def _own() -> frozenset[str]:
    """Return the names of the folders of this package."""
    return frozenset(found.name for found in iter_modules(__path__) if found.ispkg)


def _plugins() -> Mapping[str, Plugin]:
    """Return the games of other packages, by their keys."""
    return plugins(GAMES, _own())
