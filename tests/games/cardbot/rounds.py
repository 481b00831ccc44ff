"""Rounds of Cardbot Derby at real readers: what people do, as messages of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.app.loop import boards_of
from companion.games import find_game
from companion.games.api import Game
from companion.games.cardbot.deck import CODE_OF_CARD
from companion.games.cardbot.engine.cards import card_of
from companion.session.lobby.opponents import PilotEntry
from companion.session.lobby.setup import new_session
from companion.session.messages import Begin, Confirm, SetRule
from companion.session.session import Session
from companion.session.steps import step
from companion.session.view import PLACE, PLAY, SUMMARY
from companion.signals import EMPTY, OK, PULL, PUSH, REST, HandleMoved, SlotRead
from companion.words import text

PROGRAMS: Mapping[int, str] = {
    1: "AH 4H 8H 2H 6H",
    2: "4C 8C AC 2C 6C",
    3: "AD 4D TD 7D 2D",
    4: "4S 8S 2S 6S KS",
}
"""Five cards of every pile, by the seat of the robot."""


def cardbot() -> Game:
    """Return the game."""
    game = find_game("cardbot")
    assert game is not None
    return game


def at_readers(players: Sequence[str], *words: str) -> Session:
    """Return a race with real readers at its first question.

    Words are settings such as "draw=7".
    """
    game = cardbot()
    session = new_session(
        game,
        boards_of(game),
        (PilotEntry("random", text("Random")),),
        "Readers",
        (),
        tuple(players),
    )
    session = hear(session, *[SetRule(*word.split("=")) for word in words], Begin())
    return hear(session, Confirm(session.revision)) if session.page == PLACE else session


def hear(session: Session, *messages: object) -> Session:
    """Return the session after some messages, without their commands."""
    for message in messages:
        session, _ = step(session, message)
    return session


def pushed(session: Session, *seats: int) -> Session:
    """Return the session after these players have put their five in order."""
    return hear(
        session,
        *(
            message
            for seat in seats
            for message in (HandleMoved(seat, PUSH), HandleMoved(seat, REST))
        ),
    )


def filled(session: Session, seat: int, cards: str) -> Session:
    """Return the session with cards in a reader, "-" for an empty slot."""
    codes = [None if word == "-" else CODE_OF_CARD[card_of(word)] for word in cards.split()]
    return hear(
        session,
        *(
            SlotRead(seat, slot, EMPTY if code is None else OK, code)
            for slot, code in enumerate(codes, 1)
        ),
    )


def pulled(session: Session, seat: int) -> Session:
    """Return the session after a pull and release of a reader's handle."""
    return hear(session, HandleMoved(seat, PULL), HandleMoved(seat, REST))


def handed(session: Session, programs: Mapping[int, str], readers: Mapping[int, int]) -> Session:
    """Return the session with every robot's cards in a reader, whose handle was pulled."""
    for seat, cards in programs.items():
        session = pulled(filled(session, readers[seat], cards), readers[seat])
    return session


def emptied(session: Session) -> Session:
    """Return the session with empty readers."""
    return hear(
        session,
        *(SlotRead(seat, slot, EMPTY) for seat in session.readers.by_seat for slot in range(1, 6)),
    )


def carried_out(session: Session) -> Session:
    """Return the session after all instructions, up to a question or the end of the round."""
    while session.page == PLAY:
        session = hear(session, Confirm(session.revision))
    return session


def to_next_round(session: Session) -> Session:
    """Return the next round after the summary, with empty readers."""
    assert session.page == SUMMARY
    return emptied(hear(session, Confirm(session.revision)))
