"""Boards with every kind of element: its example and visible variants, each in its own plot.

A new kind of element is included by its `example`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from companion.engine.board import Board, board_of
from companion.engine.element import Element, kinds
from companion.engine.elements.wall import Wall
from companion.formats.entries import read_entries
from companion.geometry import E, S, square_name

VARIANTS: Final = (
    "A1 accelerator N group=b",
    "A1 air_shaft W range=2 odd",
    "A1 barricade E hits=3",
    "A1 belt N speed=slow",
    "A1 belt N speed=hyper",
    "A1 big_gear E",
    "A1 cross_gear ccw carry=no",
    "A1 door E registers=1,3",
    "A1 e_fence E even damage=2",
    "A1 flip_belt N group=b other=E",
    "A1 force_field N",
    "A1 jack",
    "A1 hydraulic_pusher N",
    "A1 laser N beams=3",
    "A1 magnet range=2",
    "A1 magnet W even",
    "A1 ore W damage=2",
    "A1 pusher W even",
    "A1 repair value=2",
    "A1 repulsor E force=2",
    "A1 rotating_belt dirs=E,E,N,N,N speed=fast",
    "A1 rotating_belt dirs=S,W,S,W,S speed=hyper",
    "A1 rotator ccw",
    "A1 sluice W",
    "A1 spiky_wall E damage=3",
    "A1 turret W mode=pull ccw",
    "A1 turret S mode=push turn=none registers=2,4",
    "A1 platform group=a",
    "A1 room ccw size=2",
    "A1 antigrav landing=hard",
    "A1 bridge axis=EW registers=1,3",
    "A1 deep_water negate=leave damage=2",
    "A1 elevator",
    "A1 fog effect=sight",
    "A1 ice entry=slide",
    "A1 mag_lock",
    "A1 portal link=b",
    "A1 portal link=b2",
    "A1 ramp E model=edge",
    "A1 ramp W",
    "A1 teleporter power=9 walls=block",
    "A1 tilted E",
    "A1 virtualizer phases=9",
    "A1 water negate=leave",
)
"""Variants that look different from the example of their kind."""
WIDE, HIGH, COLUMNS, ROWS = 3, 3, 4, 3
"""The plot of an element, and how many plots a board has."""


@cache
def exhibits() -> tuple[str, ...]:
    """Return the entries of all elements that are shown, in the order of their words."""
    return tuple(
        sorted(
            (*(kind.example for kind in kinds().values() if kind.example), *VARIANTS),
            key=lambda entry: entry.split()[1],
        )
    )


@cache
def exhibition() -> tuple[Board, ...]:
    """Return the boards, as many as it takes."""
    found, room = exhibits(), COLUMNS * ROWS
    return tuple(
        _board(found[first : first + room], number)
        for number, first in enumerate(range(0, len(found), room), 1)
    )


def _board(entries: tuple[str, ...], number: int) -> Board:
    elements = dict.fromkeys(
        element
        for plot, entry in enumerate(entries)
        for element in _plot(entry, plot % COLUMNS * WIDE, plot // COLUMNS * HIGH)
    )
    return board_of(
        WIDE * COLUMNS, HIGH * ROWS, tuple(elements), edge="wall", name=f"Exhibition {number}"
    )


def _plot(entry: str, column: int, row: int) -> Iterator[Element]:
    """Yield an element in the middle of its plot, with walls where beams end.

    They are in the south and in the east.
    """
    first = read_entries(entry)[0]
    low = type(first).word in ("room", "giant_trapdoor")
    element = replace(
        first,
        square=square_name(column + (not low), row + (not low)),
        **({"size": 2} if hasattr(first, "size") else {}),
    )
    yield element
    yield from (Wall(square_name(column + east, row), S) for east in range(WIDE))
    yield from (Wall(square_name(column + WIDE - 1, row + north), E) for north in range(HIGH))
