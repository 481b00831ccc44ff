"""Readers for the programming screen, made by hand or dealt by a session, and their parts."""

from __future__ import annotations

from typing import Any

from companion.app.loop import EventLoop, open_session
from companion.content.livery import COLOURS, NAMES, SHAPES
from companion.engine.cards import DECK
from companion.games.scene import Face
from companion.session.messages import Begin, Confirm, Go
from companion.session.view import PROGRAM, ProgramPage, ReaderPicture, SeatSign, SlotPicture, View
from companion.signals import PULL, PUSH
from tests.ui.stand import SIZES, Stand

LYING, UPRIGHT = SIZES[0], SIZES[2]
HANDLES = ((PULL, "ready"), (PUSH, "ready, then rest"))
CARDS = tuple(Face(code, card.move, card.priority) for code, card in enumerate(DECK))
HAND = CARDS[::10]


def lying_in(*cards: Face | None, locked: tuple[int, ...] = ()) -> tuple[SlotPicture, ...]:
    """Return five slots with these cards from the left."""
    rest = (None,) * (5 - len(cards))
    return tuple(
        SlotPicture(card, card is not None, number in locked, "")
        for number, card in enumerate((*cards, *rest), 1)
    )


SIGNS = {
    seat: SeatSign(*sign) for seat, sign in enumerate(zip(NAMES, COLOURS, SHAPES, strict=True), 1)
}
"""Names, colours and shapes of the seats."""


def covered(*filled: int, locked: tuple[int, ...] = ()) -> tuple[SlotPicture, ...]:
    """Return five slots with hidden cards."""
    return tuple(
        SlotPicture(None, number in filled, number in locked, "") for number in range(1, 6)
    )


def reader(seat: int, **facts: Any) -> ReaderPicture:
    """Return a touch reader asked for cards, except for the given facts."""
    usual = {
        "seat": seat,
        "kind": "touch",
        "asked": True,
        "ready": False,
        "state": "choosing cards",
        "problem": "",
        "dealt": 9,
        "slots": covered(),
        "hand": (),
        "uncovered": False,
        "handle": "rest",
        "handles": HANDLES,
    }
    known = {**usual, **facts}
    known.setdefault("opens", known["kind"] == "touch" and known["asked"] and not known["ready"])
    return ReaderPicture(**known)


def opened(
    seat: int = 1,
    *,
    slots: tuple[SlotPicture, ...] = lying_in(),
    hand: tuple[Face, ...] = HAND,
    **facts: Any,
) -> ReaderPicture:
    """Return an open reader."""
    return reader(seat, uncovered=True, slots=slots, hand=hand, dealt=len(hand), **facts)


def everybody() -> tuple[ReaderPicture, ...]:
    """Return eight readers in eight states."""
    return (
        reader(1),
        reader(2, ready=True, state="ready", slots=covered(1, 2, 3, 4, 5)),
        reader(
            3,
            problem="Seat 3 AZURE: slot 3 is empty. "
            "Put a card into it, then pull the handle again.",
            slots=covered(1, 2, 4, 5),
        ),
        reader(4, kind="pilot", state="thinking", handles=()),
        reader(5, dealt=3, slots=covered(4, 5, locked=(4, 5))),
        reader(
            6,
            asked=False,
            state="rests now",
            dealt=None,
            handles=((PUSH, "rest once more"), (PULL, "then play on")),
        ),
        reader(7, asked=False, state="parked, skips this turn", dealt=None, handles=()),
        reader(
            8,
            kind="reader",
            problem="Seat 8 VIOLET: slot 2 holds the card 540 that lies in AZURE's slot 4 too. "
            "Take one of them out.",
        ),
    )


def program(
    *readers: ReaderPicture, open_seat: int | None = None, page: str = PROGRAM, notice: str = ""
) -> View:
    """Return a view of readers, on a real board."""
    hint = "Fill every free slot, then pull the handle."
    board = open_session(seed=1).view.board
    return View(
        page,
        "Turn 3: program",
        hint,
        ProgramPage(3, readers, open_seat),
        board,
        5,
        notice=notice,
        table="Touch readers",
        signs=SIGNS,
    )


def racing(
    players: tuple[str, ...] = ("person", "person", "random"), *messages: object, seed: int = 8
) -> EventLoop:
    """Return a session with the first cards dealt."""
    loop = open_session(seed=seed, players=players)
    for message in (*messages, Go("rules"), Begin()):
        loop.send(message)
    loop.send(Confirm(loop.view.revision))
    return loop


def open_reader(stand: Stand) -> Any:
    """Return the open reader on the screen."""
    return stand.screen.over.reader


def face(stand: Stand, code: int) -> Any:
    """Return a card on the screen."""
    return open_reader(stand).cards[code]


def bed(stand: Stand, slot: int) -> Any:
    """Return a slot on the screen."""
    return open_reader(stand).beds[slot - 1]
