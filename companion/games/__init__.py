"""The games that a table can play, each behind the small interface of `companion.games.api`, found here by its key.

A game is a folder of this package, named like its key, with a module `game` in which `GAME` is the game. A new one is a new folder; no list names it.
The folder itself may say `TITLE` and `ABOUT`, so that the game can be offered without being imported.
`race` is no game: it is what all games on a board share. `kit` is none either: it is what several games of any kind use as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final, NamedTuple

from companion.errors import GameFault
from companion.games.api import Game
from companion.games.decks import with_deck
from companion.words import Text, text

USUAL: Final = "clockwork"
"""The key of the game that is played unless another one is chosen."""


def game_keys() -> tuple[str, ...]:
    """Return the keys of all games that can be loaded, in alphabetical order; imports every game. `broken_games` names the others."""
    return tuple(key for key, game in _loaded_games().items() if not isinstance(game, GameFault))


def broken_games() -> Mapping[str, GameFault]:
    """Return why games cannot be loaded, by their keys; imports every game."""
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
    """Return the keys of all games whose folder has such a module, in alphabetical order; imports none of them."""
    return tuple(
        sorted(folder for folder in _folders() if _has(folder, module) and _has(folder, "game"))
    )


def _has(folder: str, module: str) -> bool:
    """Whether the folder of a game has such a module. Only looks: a folder that cannot be imported must not hide the others."""
    return any(
        found.name == module for found in iter_modules([f"{path}/{folder}" for path in __path__])
    )


class GameTitle(NamedTuple):
    """A game as it is offered: its key, its title, what it is like in a sentence or two."""

    key: str
    title: str
    about: Text


def games_known() -> tuple[GameTitle, ...]:
    """All games, the usual one first, by what their folders say (TITLE, ABOUT); a game whose folder says nothing is imported for it."""
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
    # Whatever is wrong with one game, the others are offered; `broken_games` says what it is.
    except Exception:
        return None
    return None if game is None else GameTitle(key, game.title, game.about)


def find_game(key: str, deck: str = "") -> Game | None:
    """Return the game with this key, or None where there is none; imports no other. `deck` is the text of the deck that it is played with, "" for its own.

    FormatFault says what is wrong with the text, GameFault why a game that is there cannot be loaded.
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
    # A game of somebody else may fail in any way while it is imported.
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
    """The game that is played unless another one is chosen."""
    game = find_game(USUAL)
    assert game is not None
    return game


def _folders() -> frozenset[str]:
    return frozenset(found.name for found in iter_modules(__path__) if found.ispkg)
