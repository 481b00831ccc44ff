"""Check values given by hand: return the value or raise RuleError (rulebook 12.2).

Changes may come from a file that somebody edited, so a value can have any type.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from companion.engine.board import Board
from companion.engine.state import Checkpoint, Clank, RaceState
from companion.errors import RuleError
from companion.geometry import Heading, Square, column_row
from companion.words import COMPASS, Text, listed, seat_words, text

_LENGTH: Final = 20
"""The number of characters of a text that a message repeats."""
_PARKING: Final = re.compile(r"[A-Za-z]{1,2}0\Z")
"""Squares of the row south of row 1, as people would name them."""


def value_words(value: object) -> Text | str:
    """Return any value as it can appear in a sentence."""
    if isinstance(value, str):
        return repr(value[:_LENGTH])
    # Python refuses to format very long numbers.
    if isinstance(value, int) and abs(value) >= 10**9:
        return text("a huge number")
    return str(value) if isinstance(value, (int, float)) else text("something else")


def seat_of(seats: Iterable[int], seat: object) -> int:
    """Return a seat that plays."""
    seats = tuple(seats)
    if type(seat) is int and seat in seats:
        return seat
    raise RuleError(
        text(
            "nobody plays at seat {value}: choose one of the seats {seats}",
            value=value_words(seat),
            seats=listed([str(other) for other in seats]),
        )
    )


def clank_of(state: RaceState, seat: object) -> Clank:
    """Return the clank of a seat that plays."""
    return state.clank(seat_of((clank.seat for clank in state.clanks), seat))


def free_of(
    seat: int,
    place: tuple[Square, Heading],
    stands: Mapping[int, tuple[Square | None, Heading]],
) -> None:
    """Refuse a place where the piece is already, or where another piece is.

    Args:
        seat: The seat whose piece is put down.
        place: Where it goes.
        stands: The place of each seat's piece now.
    """
    square, heading = place
    if stands[seat] == place:
        raise RuleError(
            text(
                "{seat} stands on {square} already, facing {heading}: choose another square or "
                "heading",
                seat=seat_words(seat),
                square=square,
                heading=COMPASS[heading],
            )
        )
    for other, (taken, _) in stands.items():
        if taken == square and other != seat:
            raise RuleError(
                text(
                    "{seat} stands on {square}: choose a free square, or move that piece first",
                    seat=seat_words(other),
                    square=square,
                )
            )


def differing(seat: int, what: Text, before: Text, after: Text) -> None:
    """Refuse to set a value that is set already."""
    if before == after:
        raise RuleError(
            text(
                "nothing changes for {seat} ({what}: {value})",
                seat=seat_words(seat),
                what=what,
                value=after,
            )
        )


def number_of(value: object, low: int, high: int, what: Text) -> int:
    """Return a whole number in a range."""
    # Python counts True as a number, players do not.
    if type(value) is int and low <= value <= high:
        return value
    raise RuleError(
        text(
            "{what} cannot be {value}: choose a whole number from {low} to {high}",
            what=what,
            value=value_words(value),
            low=low,
            high=high,
        )
    )


def heading_by_hand(value: object) -> Heading:
    """Return a heading, 0-3 for N E S W."""
    if type(value) is int and 0 <= value <= 3:
        return value
    raise RuleError(
        text(
            "{value} is no heading: choose 0, 1, 2 or 3 for N, E, S or W", value=value_words(value)
        )
    )


def truth_of(value: object, what: Text) -> bool:
    """Return true or false."""
    if isinstance(value, bool):
        return value
    raise RuleError(
        text("{what} cannot be {value}: it is true or false", what=what, value=value_words(value))
    )


def square_of(board: Board, value: object) -> Square:
    """Return a square of the board (12.2 [E178])."""
    if not isinstance(value, str):
        raise RuleError(
            text("{value} is no square: choose a square such as E7", value=value_words(value))
        )
    # Row 0 is in no square's name; people who mean the parking row learn more from its name.
    if _PARKING.match(value):
        raise RuleError(
            text("{square} lies in the parking row: choose a square of the board", square=value)
        )
    try:
        column_row(value)
    except ValueError:
        raise RuleError(
            text("{value} is no square: choose a square such as E7", value=value_words(value))
        ) from None
    if not board.has(value):
        raise RuleError(
            text(
                "{square} lies outside the board, which ends at {last}: choose a square of the "
                "board",
                square=value,
                last=board.squares[-1],
            )
        )
    return value


def footing_of(board: Board, value: object) -> Square:
    """Return a square that a clank can be on: on the board and no pit (12.2 [E178]).

    It may be occupied.
    """
    square = square_of(board, value)
    if square in board.having("pit"):
        raise RuleError(
            text("{square} is a pit: choose a square on which a clank can stand", square=square)
        )
    return square


def checkpoints_of(board: Board, value: object) -> tuple[Checkpoint, ...]:
    """Return at least one place to come back to, each square once, the last touched at the end.

    See 7.11.2. Lists count as tuples, since files turn tuples into lists. People may give any
    square, plain floor included.
    """
    if not isinstance(value, (tuple, list)) or not value:
        raise RuleError(
            text(
                "a clank needs at least one checkpoint to come back to: give it a square and a "
                "heading"
            )
        )
    found: list[Checkpoint] = []
    for entry in value:
        if not isinstance(entry, (tuple, list)) or len(entry) != 2:
            raise RuleError(
                text(
                    "{value} is no checkpoint: give a square and a heading for each",
                    value=value_words(entry),
                )
            )
        square, heading = footing_of(board, entry[0]), heading_by_hand(entry[1])
        if any(square == earlier for earlier, _ in found):
            raise RuleError(
                text(
                    "{square} is among the checkpoints twice: name each square once",
                    square=square,
                )
            )
        found.append((square, heading))
    return tuple(found)
