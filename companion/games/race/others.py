"""Copies and ghosts: whose they are, what they are called, and which pieces players have of their own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from companion.engine.extended.piece import COPIES, COPY, GHOST, GHOSTS, kind_of
from companion.games.scene import MovePicture
from companion.geometry import ABOVE, Square
from companion.words import Text, text

BOARDS_OWN: Final = (COPY, GHOST)
"""The kinds of pieces that come and go by the board and have nobody who plays them."""


def whose(seat: int) -> int | None:
    """The seat whose copy or ghost has this seat; None for a clank that somebody plays."""
    return seat % COPIES if kind_of(seat) in BOARDS_OWN else None


def with_others(names: Mapping[int, str]) -> Mapping[int, Any]:
    """What everybody is called, copies and ghosts after the clank that they are of."""
    return _with_others(tuple(names.items()))


@lru_cache(maxsize=4)
def _with_others(names: tuple[tuple[int, str], ...]) -> Mapping[int, Any]:
    found: dict[int, Any] = dict(names)
    for seat, name in names:
        found[seat + COPIES] = text("{clank}'s copy", clank=name)
        found[seat + GHOSTS] = text("{clank}'s ghost", clank=name)
    return found


def ground_of(square: Square) -> Square:
    """The square on the ground: itself, or that beneath a bridge or a raised elevator."""
    return square.removesuffix(ABOVE)


def on_ground(move: MovePicture) -> MovePicture:
    """A move as the map shows it that knows no levels."""
    start, end = (
        None if square is None else ground_of(square) for square in (move.start, move.end)
    )
    return move._replace(start=start, end=end, path=tuple(map(ground_of, move.path)))


def is_above(square: Square | None) -> bool:
    """Whether a square lies above another one."""
    return square is not None and square.endswith(ABOVE)


def at(square: Square | None) -> Square | Text:
    """A square as people say it, "" for none."""
    return spot(square) if square else ""


def spot(square: Square) -> Square | Text:
    """A square as people say it: "D4", or for "D4+" that it is above."""
    return text("{square} (above)", square=ground_of(square)) if is_above(square) else square
