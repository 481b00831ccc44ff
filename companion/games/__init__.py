"""The games that a table can play, each behind the interface in `companion.games.api`.

A game is a folder of this package that is named like its key. Its module `game` defines `GAME`. A
new game is a new folder; no list names it. The folder may define `TITLE` and `ABOUT`, so that the
game can be offered without an import.

Two folders are no games: `race` is shared by all games on a board, `kit` by games of any kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from companion.errors import GameFault
from companion.games.api import Game
from companion.games.decks import with_deck
from companion.named_tuples import NamedTuple
from companion.words import Text, text

USUAL: Final = "clockwork"
"""The key of the default game."""


def game_keys() -> tuple[str, ...]:
    """Return the keys of all games that can be loaded, in alphabetical order.

    This imports every game. `broken_games` names those that cannot be loaded.
    """
    return tuple(key for key, game in _loaded_games().items() if not isinstance(game, GameFault))


def broken_games() -> Mapping[str, GameFault]:
    """Return the reasons why games cannot be loaded, by game key. This imports every game."""
    return {key: game for key, game in _loaded_games().items() if isinstance(game, GameFault)}


def _loaded_games() -> dict[str, Game | GameFault]:
    found: dict[str, Game | GameFault] = {}
    for key in sorted(_folders()):
        try:
            game = find_game(key)
        except GameFault as fault:
            found[key] = fault
        else:
            found |= {key: game} if game is not None else {}
    return found


def keys_with(module: str) -> tuple[str, ...]:
    """Return the keys of all games whose folder has this module, in alphabetical order.

    No game is imported.
    """
    return tuple(
        sorted(folder for folder in _folders() if _has(folder, module) and _has(folder, "game"))
    )


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
    """What the game is like, in a sentence or two."""


def games_known() -> tuple[GameTitle, ...]:
    """Return the titles of all games, the default game first.

    Titles come from the folders (`TITLE`, `ABOUT`). A game whose folder has none is imported.
    """
    found = (
        _title(folder)
        for folder in sorted(_folders(), key=lambda folder: (folder != USUAL, folder))
    )
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


def find_game(key: str, deck: str = "") -> Game | None:
    """Return the game with this key, or None if there is none. No other game is imported.

    Args:
        key: The game's key.
        deck: The text of the deck to play with, "" for the game's own.

    Raises:
        FormatFault: The text of the deck is wrong.
        GameFault: The game exists but cannot be loaded.
    """
    return _found(key) if not deck else _with_deck(key, deck)


@lru_cache(maxsize=8)
def _with_deck(key: str, deck: str) -> Game | None:
    game = _found(key)
    return None if game is None else with_deck(game, deck, key)


def _found(key: str) -> Game | None:
    if key not in _folders() or not _has(key, "game"):
        return None
    try:
        game: Game | None = getattr(import_module(f"{__name__}.{key}.game"), "GAME", None)
    # Another author's game may fail in any way while it is imported.
    except Exception as fault:
        raise GameFault(
            text(
                "the game {game} cannot be loaded: {kind}: {fault}",
                game=key,
                kind=type(fault).__name__,
                fault=str(fault),
            )
        ) from fault
    return game


def usual_game() -> Game:
    """Return the default game."""
    game = find_game(USUAL)
    assert game is not None
    return game


def _folders() -> frozenset[str]:
    return frozenset(found.name for found in iter_modules(__path__) if found.ispkg)
