"""Every kind of board element at work, and extended boards in a race.

First come the list of all with examples, and boards that have them: a new kind of element is
included by its `example`. Then come playback, questions in mid-turn on a small board, and settings.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Final

from companion.app.loop import EventLoop, open_session
from companion.engine.board import Board, board_of
from companion.engine.element import Element, kinds
from companion.engine.elements.wall import Wall
from companion.formats.board import parse_board
from companion.formats.entries import read_entries
from companion.gallery.race import Wanted, playing, race, send, session_after, until
from companion.games.asking import Questions
from companion.geometry import ABOVE, E, S, square_name
from companion.session.lobby.arrangement import BoardEntry
from companion.session.messages import Begin, ChooseBoard, Confirm, Go, OpenPage, Pick, Uncover
from companion.session.pages.elements import ElementsState, ListExhibits, ShowExhibit
from companion.session.pages.facts import AskSquare
from companion.session.view import PLAY, PlayPage, View
from companion.signals import EMPTY, PULL, REST, HandleMoved, InsertCard, MoveHandle, SlotRead
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable, VirtualTable
from companion.words import text, verbatim

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
    """Return the boards, as many as it takes.

    Each element is in the middle of its plot, with walls in the south and in the east, where beams
    end.
    """
    found, room = exhibits(), COLUMNS * ROWS
    boards = []
    for number, first in enumerate(range(0, len(found), room), 1):
        # In order, and each wall once.
        placed: dict[Element, None] = {}
        for plot, entry in enumerate(found[first : first + room]):
            column, row = plot % COLUMNS * WIDE, plot // COLUMNS * HIGH
            example = read_entries(entry)[0]
            low = type(example).word in ("room", "giant_trapdoor")
            element = replace(
                example,
                square=square_name(column + (not low), row + (not low)),
                **({"size": 2} if hasattr(example, "size") else {}),
            )
            placed[element] = None
            for east in range(WIDE):
                placed[Wall(square_name(column + east, row), S)] = None
            for north in range(HIGH):
                placed[Wall(square_name(column + WIDE - 1, row + north), E)] = None
        name = f"Exhibition {number}"
        boards.append(board_of(WIDE * COLUMNS, HIGH * ROWS, tuple(placed), edge="wall", name=name))
    return tuple(boards)


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


FAIR = '''
name = "Fair"
licence = "CC-BY-SA-4.0"
edge = "wall"
board = """
+    +    +    +    +    +    +    +    +
  .    .    .    .    .    .    .    .
+    +    +    +    +    +    +    +    +
  .    .    .    .    .    .    .    .
+    +    +    +    +    +    +    +    +
  .    .    .    .    .    .    .    .
+    +    +    +    +    +    +    +    +
  .    .    .    .    .    .    .    .
+    +    +    +    +    +    +    +    +
  .    .    .    .    .    .    .    .
+    +    +    +    +    +    +    +    +
  s1   s2   s3   s4   .    .    .    .
+    +    +    +    +    +    +    +    +
"""
elements = [
%s
]
'''
EVERYTHING = (
    "A2 randomizer",
    "B2 energizer gives=boost",
    "C2 reset",
    "D2 fog to=D3",
    "A6 radio_beam S",
    "E6 melting_beam S",
    "F1 big_drain size=2",
    "H2 antigrav",
    "H4 virtualizer",
    "G4 grave",
    "B4 reset next_turn=choose_or_random",
    "C4 randomizer scope=register",
    "D5 copy_machine N",
    "E3 gas",
    "F4 portal link=x",
    "B6 portal link=x",
    "C6 elevator registers=2,4",
    "G6 teleporter",
    "H6 randomizer",
)


def fair(*elements: str) -> BoardEntry:
    """Return eight squares by six with four starts, and these elements or all of them.

    Its flags are H5 and A5.
    """
    lines = "\n".join(f'  "{element}",' for element in elements or EVERYTHING)
    board = parse_board(FAIR % lines, "fair.board.toml")
    return BoardEntry("fair", "Fair", text("A small fair."), board, (("away", ("H5", "A5")),))


def cell(square: str, *elements: str) -> tuple[str, ...]:
    """Return a square of the bottom row that cannot be left by driving, with these elements."""
    return (*(f"{square} wall {side}" for side in "NEW"), *elements)


def _asked(*elements: str, about: str, real: bool = False) -> EventLoop:
    """Return a person and a pilot at the first question of a kind; cards are real with a reader."""
    table = ScreenFallback(ScriptedTable((1,))) if real else VirtualTable(range(1, 9))
    loop = open_session(table, seed=5, boards=(fair(*elements),), players=("person", "random"))
    loop.send(Begin())
    for _ in range(200):
        match = loop.session.match
        assert match is not None
        if isinstance(match.next_step, Questions) and match.next_step.about.startswith(about):
            return loop
        if isinstance(match.next_step, Questions):
            _program(loop)
        else:
            loop.send(Confirm(loop.session.revision))
    raise AssertionError(f"nobody asks {about}")


def _program(loop: EventLoop) -> None:
    """Let the person play the first cards of its hand, or of the deck."""
    assert loop.session.match is not None
    ask, screen = loop.session.match.ask(1), loop.session.on_screen(1)
    if ask is None:
        loop.send(Confirm(loop.session.revision))
        return
    for slot, code in zip(
        ask.program.slots, ask.hand.codes or loop.session.config.game.deck, strict=False
    ):
        loop.send(InsertCard(1, slot, code) if screen else SlotRead(1, slot, "ok", code))
    for handle in (PULL, REST):
        loop.send(MoveHandle(1, handle) if screen else HandleMoved(1, handle))


def _half_drawn() -> EventLoop:
    """Return random cards for five slots, two of which hold new ones by now, and one none."""
    loop = _asked(*cell("A1", "A1 randomizer"), about="draws", real=True)
    match = loop.session.match
    ask = None if match is None else match.ask(1)
    assert ask is not None
    free = [
        code
        for code in ask.hand.among or ()
        if code not in {reading.code for reading in loop.session.readers.by_seat[2].row}
    ]
    for slot, code in ((1, free[3]), (2, free[30]), (3, None)):
        loop.send(SlotRead(1, slot, EMPTY if code is None else "ok", code))
    return loop


def _reset(*keys: str) -> EventLoop:
    """Return the card of choice at a reset site, with some parts chosen and open offers."""
    loop = _asked(*cell("A1", "A1 reset"), about="chooses")
    for key in keys:
        send(loop, Uncover(1), Pick(1, key))
    return send(loop, Uncover(1))


def _setup(page: str, *elements: str) -> EventLoop:
    """Return a page of the setup of a board with experimental elements, and these."""
    boards = (fair("B2 fog", "C3 copy_machine N", *elements),)
    return send(open_session(seed=1, boards=boards, players=("person", "random")), Go(page))


def _rings(view: View, page: PlayPage) -> bool:
    """Say whether a moved clank has a ring."""
    moved = {move.seat for move in view.board.moves} if view.board is not None else set()
    return view.board is not None and any(
        badge.ring for piece in view.board.pieces if piece.seat in moved for badge in piece.badges
    )


def _copy(view: View, page: PlayPage) -> bool:
    """Say whether a copy is moved."""
    moved = {move.seat for move in view.board.moves} if view.board is not None else set()
    return view.board is not None and any(
        piece.kind == "copy" and piece.seat in moved for piece in view.board.pieces
    )


def _together(view: View, page: PlayPage) -> bool:
    """Say whether one comes onto the square of another.

    It is a ghost, or flies or passes through.
    """
    stands = (
        {piece.seat: piece.square for piece in view.board.pieces} if view.board is not None else {}
    )
    return view.board is not None and any(
        move.end == square
        for move in view.board.moves
        for seat, square in stands.items()
        if seat != move.seat and square
    )


def _above(view: View, page: PlayPage) -> bool:
    """Say whether a clank comes onto a bridge."""
    return view.board is not None and any(
        (move.end or "").endswith(ABOVE) for move in view.board.moves
    )


def _leap(view: View, page: PlayPage) -> bool:
    """Say whether a clank goes through a portal, or by a teleporter."""
    return view.board is not None and any(
        move.leaps
        and move.start != move.end
        and len(set(move.path)) > 1
        and "portal" in str(page.instruction.words)
        for move in view.board.moves
    )


EXTENDED_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "play-rings": lambda: until(race(ChooseBoard("wind-tower")), playing(_rings)),
    "play-ghosts": lambda: until(race(ChooseBoard("magic-lantern")), playing(_together)),
    "play-copy": lambda: until(race(ChooseBoard("magic-lantern")), playing(_copy)),
    "play-portal": lambda: until(race(ChooseBoard("magic-lantern")), playing(_leap)),
    "play-above": lambda: until(race(ChooseBoard("mill-pond")), playing(_above)),
    "asked-random-cards": _half_drawn,
    "asked-which-slot": _reset,
    "asked-which-card": lambda: _reset("4", "left"),
    "asked-energy": lambda: _asked(*cell("A1", "A1 energizer gives=boost"), about="chooses"),
    "rules-extended": lambda: _setup("rules"),
    "flags-experimental": lambda: _setup("flags", "E4 grave"),
}
"""Each brings a session to such a moment or question."""
