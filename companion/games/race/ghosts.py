"""Copies and ghosts: their owners, their names, and how they differ from players' pieces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from companion.engine.extended.piece import COPIES, COPY, GHOST, GHOSTS, kind_of
from companion.games.scene import MovePicture
from companion.geometry import ABOVE, Square
from companion.words import Text, text

BOARDS_OWN: Final = (COPY, GHOST)
"""The kinds of pieces that the board brings and nobody plays."""
Name: TypeAlias = str | Text
"""The name of a piece: words for copies and ghosts."""


def whose(seat: int) -> int | None:
    """Return the seat that a copy or ghost belongs to, None for a player's piece."""
    return seat % COPIES if kind_of(seat) in BOARDS_OWN else None


def with_others(names: Mapping[int, str]) -> Mapping[int, Name]:
    """Return the names of all pieces. Copies and ghosts are named after their owner."""
    return _with_others(tuple(names.items()))


@lru_cache(maxsize=4)
def _with_others(names: tuple[tuple[int, str], ...]) -> Mapping[int, Name]:
    found: dict[int, Name] = dict(names)
    for seat, name in names:
        found[seat + COPIES] = text("{clank}'s copy", clank=name)
        found[seat + GHOSTS] = text("{clank}'s ghost", clank=name)
    return found


def ground_of(square: Square) -> Square:
    """Return the square on the ground: itself, or the one below a bridge or raised elevator."""
    return square.removesuffix(ABOVE)


def on_ground(move: MovePicture) -> MovePicture:
    """Return a move without levels, as the map shows it."""
    start, end = (
        None if square is None else ground_of(square) for square in (move.start, move.end)
    )
    return move._replace(start=start, end=end, path=tuple(map(ground_of, move.path)))


def is_above(square: Square | None) -> bool:
    """Return whether a square is above another one."""
    return square is not None and square.endswith(ABOVE)


def at(square: Square | None) -> Square | Text:
    """Return a square in words, "" for none."""
    return square_words(square) if square else ""


def square_words(square: Square) -> Square | Text:
    """Return a square in words: "D4", or for "D4+" that it is above D4."""
    return text("{square} (above)", square=ground_of(square)) if is_above(square) else square
