"""Every kind of board element: the list of all with examples at work, and boards that have them.

A new kind of element is included by its `example`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Final

from companion.app.loop import EventLoop, open_session
from companion.engine.board import Board, board_of
from companion.engine.element import Element, kinds
from companion.engine.elements.wall import Wall
from companion.formats.entries import read_entries
from companion.gallery.race import Wanted, race, send, session_after, until
from companion.geometry import E, S, square_name
from companion.session.lobby.arrangement import BoardEntry
from companion.session.messages import ChooseBoard, Go, OpenPage
from companion.session.pages.elements import ElementsState, ListExhibits, ShowExhibit
from companion.session.pages.facts import AskSquare
from companion.session.view import PLAY
from companion.words import verbatim

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
        board_of(
            WIDE * COLUMNS,
            HIGH * ROWS,
            tuple(
                dict.fromkeys(
                    element
                    for plot, entry in enumerate(found[first : first + room])
                    for element in _plot(entry, plot % COLUMNS * WIDE, plot // COLUMNS * HIGH)
                )
            ),
            edge="wall",
            name=f"Exhibition {number}",
        )
        for number, first in enumerate(range(0, len(found), room), 1)
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


def exhibited(number: int) -> EventLoop:
    """Return a session that places flags on a board of the exhibition, counted from 1."""
    board = exhibition()[number - 1]
    loop = open_session(
        seed=5,
        players=("person", "random"),
        boards=(BoardEntry(f"exhibition-{number}", board.name, verbatim("Elements"), board, ()),),
    )
    return send(loop, ChooseBoard(f"exhibition-{number}"), Go("flags"))


def elements(key: str, at: int = 0) -> EventLoop:
    """Return the list of all with one element shown, after so many pictures of its example."""
    loop = session_after(OpenPage("elements"), ListExhibits(True), ShowExhibit(key))
    state = loop.session.open_state("elements", ElementsState)
    loop.session = loop.session._replace(
        overlays=tuple(
            overlay._replace(state=state._replace(at=at)) if overlay.page == "elements" else overlay
            for overlay in loop.session.overlays
        )
    )
    return loop


ELEMENT_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "elements-board": lambda: session_after(OpenPage("elements")),
    "elements-belt": lambda: elements("belt", 1),
    "elements-turret": lambda: elements("turret", 2),
    **{
        f"exhibition-{number}": partial(exhibited, number)
        for number in range(1, len(exhibition()) + 1)
    },
    # A square in a room, with a beam across it.
    "facts-elements": lambda: send(
        until(race(ChooseBoard("switch-yard")), Wanted(PLAY)), AskSquare("F9")
    ),
}
"""The list, every board of the exhibition by its number, and a square of another board."""
