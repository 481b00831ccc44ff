"""The pilot driver: makes a reader show the program that a pilot has chosen, and moves its handle, whatever goes wrong on the way.

A reader on the screen does at once what it is told. At an emulated or a lost one a card may lie badly, or a cable may be out: then the driver
looks at what the session reads, puts right what differs, and moves the handle again.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from companion.games.base import Answer, Reading
from companion.session.commands import AskPilot
from companion.session.session import Match, Session
from companion.signals import EMPTY, OK, Deed, InsertCard, MoveHandle, SettleCard, TakeCard

PATIENCE: Final = 1.0
"""Seconds in which a reader may say nothing before its handle is moved once more."""
REACTION: Final = 0.1
"""Seconds between two looks at what the evening reads."""


class Intent(NamedTuple):
    """What a player wants its reader to show, for which question, and when hands were last busy with it (None before the first look)."""

    asked: AskPilot
    answer: Answer
    busy: float | None = None


class PilotDriver:
    """Plays the readers of all pilots; `do` carries out a deed at the table."""

    def __init__(self, do: Callable[[Deed], None]) -> None:
        self._do = do
        self._intents: dict[int, Intent] = {}

    def play(self, asked: AskPilot, answer: Answer) -> None:
        """Put the cards of an answer in, all slots from the left, and move the handle.

        Done at once, without a look at what the reader makes of it; `look` comes back to it until the evening has understood.
        """
        seat = asked.ask.seat
        self._intents[seat] = Intent(asked, answer)
        for slot, code in enumerate(answer.codes, 1):
            if code is not None:
                self._do(InsertCard(seat, slot, code))
        self._do(MoveHandle(seat, answer.gesture))

    def look(self, session: Session, now: float) -> None:
        """See whether the evening has understood everything, and put right what it has not; `now` in seconds."""
        for seat, intent in list(self._intents.items()):
            match = session.match
            # Also where somebody has given the seat to another player meanwhile.
            if match is None or is_over(match, intent) or session.setup.seat(seat).player != intent.asked.pilot:
                del self._intents[seat]
            elif intent.busy is None or seat in match.answers or session.certifying is not None:
                # An answer can be lost again, as when a reader comes back that holds something else; test cards are nobody's program.
                self._intents[seat] = intent._replace(busy=now)
            # With a remedy on the screen the evening has said what is wrong, so nobody needs to wait for it.
            elif now - intent.busy >= (REACTION if seat in match.remedies else PATIENCE):
                self._intents[seat] = intent._replace(busy=now)
                for deed in mending(session, intent):
                    self._do(deed)


def is_over(match: Match, intent: Intent) -> bool:
    """Whether the question that an intent answers is not asked any more, or with another hand."""
    asked = intent.asked
    ask = match.ask(asked.ask.seat)
    return ask is None or (match.number, match.want.turn) != (asked.race, asked.turn) or ask.slots != asked.ask.slots or ask.hand != asked.ask.hand


def mending(session: Session, intent: Intent) -> Iterator[Deed]:
    """What is still to be done at a reader: cards that are wrong out, missing ones in, locked ones too, and the handle.

    Deeds in the order in which hands do them, at each reader from the left; the handle last, since it says that all is done.
    """
    seat = intent.asked.ask.seat
    # Slots for which nothing was chosen must hold what they held: they are locked, or whoever sits there rests.
    wanted = [code if code is not None else held for code, held in zip(intent.answer.codes, intent.asked.ask.held, strict=True)]
    for slot, (code, reading) in enumerate(zip(wanted, session.readers[seat].row, strict=True), 1):
        if code is not None and reading != Reading(OK, code):
            yield from _put_right(seat, slot, code, reading)
    yield MoveHandle(seat, intent.answer.gesture)


def _put_right(seat: int, slot: int, code: int, reading: Reading) -> Iterator[Deed]:
    if reading.status == EMPTY:
        # Where nothing is read a card may lie badly, or none may lie there: one of the two deeds is in vain.
        yield SettleCard(seat, slot)
        yield InsertCard(seat, slot, code)
    elif reading.status == OK:
        yield TakeCard(seat, slot)
        yield InsertCard(seat, slot, code)
    else:
        yield SettleCard(seat, slot)
