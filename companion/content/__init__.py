"""The shipped boards, suggested flags and decks, found by name and read by the usual parsers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from companion.engine.board import Board
from companion.errors import UnknownBoardError
from companion.formats.board import parse_board
from companion.geometry import Square
from companion.words import Text, text

_TITLE: Final = re.compile(r'^name = "(.*)"$', re.MULTILINE)
SHIPPED: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "fountain-circus": text(
            "A roundabout in a walled garden. The gentle one: slow belts, and pits only in the "
            "fountain."
        ),
        "gorge-crossing": text(
            "Open country, a gorge right across it, and a land bridge one clank wide."
        ),
        "long-way-round": text(
            "One belt winds over the whole board; the short cuts between its bends bite."
        ),
        "packing-hall": text(
            "A factory in mirror image, with sorters, reject chutes and two presses."
        ),
        "going-train": text(
            "The wheels of a great clock, and pushers that tick from one to the next."
        ),
        "lighthouse-rock": text(
            "An island ringed by pits: ferries on and off, causeways under the beams."
        ),
        "welding-shop": text("A factory full of lasers, where two fast lines meet in the middle."),
        "mill-pond": text(
            "A current runs round a whirlpool; bridges lead over it, slopes into it."
        ),
        "switch-yard": text(
            "A marshalling yard: belts that turn round when the light is crossed, turntables and a "
            "tilting shed."
        ),
        "wind-tower": text(
            "Shafts blow, a magnet pulls, ice and oil hold nobody. Take off and fly over it all."
        ),
        "magic-lantern": text("Portals, mirrors, fog and ghosts: a card seldom does what it says."),
        "blast-furnace": text(
            "Ore round a furnace that erupts, presses, flames and turrets. The hottest of all."
        ),
    }
)
"""The shipped boards by slug, each with its character: those of base elements from the beginner's
board to the most dangerous, then those of the extended elements in the same order."""


@dataclass(frozen=True)
class SuggestedFlags:
    """Four squares for flags 1 to 4 of a board in each of three difficulties (rulebook 2.6 [E114]).

    None is on a pit, where no clank could touch it.
    """

    away: tuple[Square, ...]
    """Away from danger; also in the board file itself."""
    beside: tuple[Square, ...]
    """Next to danger."""
    on: tuple[Square, ...]
    """On belts, gears, pusher squares and in beams."""


ENDINGS: Final = (".board.toml", ".grid.toml")
"""The endings of board files, by the format in which their game reads them."""


def board_names() -> tuple[str, ...]:
    """Return the slugs of the shipped boards, the beginner's board first."""
    return tuple(SHIPPED)


def board_about(name: str) -> Text:
    """Return a short description of a shipped board for players; raises UnknownBoardError."""
    return SHIPPED[board_slug(name)]


def board_text(name: str) -> str:
    """Return the text of a board file, by slug or by the board's name in any case.

    Raises:
        UnknownBoardError: There is no such board.
    """
    return _text(f"{board_slug(name)}.board.toml")


def shipped_text(slug: str, package: str = "") -> tuple[str, str]:
    """Return the text of a board file of any game, and the whole name of the file.

    Args:
        slug: The name of the file without its ending.
        package: The package whose folder `boards` has the file, "" for this one.

    Raises:
        KeyError: There is no such file.
    """
    folder = files(package or __package__).joinpath("boards")
    for ending in ENDINGS:
        file = folder.joinpath(f"{slug}{ending}")
        if file.is_file():
            return file.read_text(encoding="utf-8"), file.name
    raise KeyError(slug)


def board_title(text: str) -> str:
    """Return the name of a shipped board by its text, without reading the board; "" for none."""
    found = _TITLE.search(text)
    return found[1] if found else ""


def example_text(word: str) -> str | None:
    """Return the text of the scenario that shows an element at work, None if there is none."""
    found = files(__package__).joinpath("examples", f"{word}.scenario.toml")
    return found.read_text(encoding="utf-8") if found.is_file() else None


def load_board(name: str) -> Board:
    """Return a shipped board, by slug ("going-train") or by its name in any case ("Going Train").

    It is the same value every time, so that its tables are computed once.

    Raises:
        UnknownBoardError: There is no such board.
    """
    return _board(board_slug(name))


def board_suggestions(name: str) -> tuple[tuple[str, tuple[Square, ...]], ...]:
    """Return the suggested markers of a shipped board by difficulty, the easiest first.

    () if there is no file of suggestions.
    """
    if not files(__package__).joinpath("boards", f"{name}.flags.toml").is_file():
        return ()
    flags = _flags(name)
    return tuple((field.name, getattr(flags, field.name)) for field in fields(flags))


def load_flags(name: str) -> SuggestedFlags:
    """Return the suggested flags of a shipped board, named as for `load_board`.

    Raises:
        UnknownBoardError: There is no such board.
    """
    return _flags(board_slug(name))


@cache
def deck_text(game: str) -> str:
    """Return the text of a game's deck file `decks/GAME.deck.toml` (`companion.formats.deck`)."""
    return files(__package__).joinpath("decks", f"{game}.deck.toml").read_text(encoding="utf-8")


@cache
def house_deck_text(game: str) -> str:
    """Return the text of the file `decks/GAME-house.toml`, which describes cards of our own."""
    return files(__package__).joinpath("decks", f"{game}-house.toml").read_text(encoding="utf-8")


@cache
def _board(slug: str) -> Board:
    source = f"{slug}.board.toml"
    return parse_board(_text(source), source)


@cache
def _flags(slug: str) -> SuggestedFlags:
    # Read without checks: nobody but us writes these files, and tests read every one.
    table = tomllib.loads(_text(f"{slug}.flags.toml"))
    return SuggestedFlags(**{difficulty: tuple(squares) for difficulty, squares in table.items()})


def _text(file_name: str) -> str:
    return files(__package__).joinpath("boards", file_name).read_text(encoding="utf-8")


def board_slug(name: str, known: Iterable[str] = SHIPPED) -> str:
    """Return the slug that a person meant, among the known ones.

    Case, blanks, dashes and underscores make no difference.

    Raises:
        UnknownBoardError: There is no such board.
    """
    wanted = "-".join(name.casefold().replace("_", " ").replace("-", " ").split())
    if wanted not in (names := tuple(known)):
        raise UnknownBoardError(name, names)
    return wanted
