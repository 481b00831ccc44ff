"""The pilot driver: it puts the program that a pilot has chosen into a reader, moves the handle, and repairs what goes wrong; or it touches what is offered.

A reader on the screen shows the cards at once. At an emulated reader a card may lie badly, or a cable may be out. Then the driver compares
what the session reads with what the pilot wants, puts the difference right, and moves the handle again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from companion.games.asking import Answer, Reading
from companion.pilots.base import is_sound
from companion.session.commands import AskPilot
from companion.session.lobby.arrangement import PERSON
from companion.session.messages import Pick
from companion.session.session import Match, Session
from companion.session.view import CERTIFY
from companion.signals import EMPTY, OK, Deed, InsertCard, MoveHandle, SettleCard, TakeCard

PATIENCE: Final = 1.0
"""Seconds that a reader may stay silent before its handle is moved once more."""
REACTION: Final = 0.1
"""Seconds between two looks at a reader that shows something wrong."""


class Intent(NamedTuple):
    """A pilot's answer to a question, and when the driver was last busy with it (None before the first look)."""

    asked: AskPilot
    answer: Answer
    busy: float | None = None


class PilotDriver:
    """Works the readers of all pilots; `do` carries out a deed at the table, `say` tells the session something."""

    def __init__(self, do: Callable[[Deed], None], say: Callable[[Pick], None]) -> None:
        self._do, self._say = do, say
        self._intents: dict[int, Intent] = {}

    def play(self, asked: AskPilot, answer: Answer) -> None:
        """Put the cards of an answer in, from the left, and move the handle; `look` comes back until the session has understood it."""
        seat = asked.ask.seat
        self._intents[seat] = Intent(asked, answer)
        if answer.offer:
            self._say(Pick(seat, answer.offer))
            return
        for slot, code in enumerate(answer.codes, 1):
            if code is not None:
                self._do(InsertCard(seat, slot, code))
        self._do(MoveHandle(seat, answer.gesture))

    def look(self, session: Session, now: float) -> None:
        """Check whether the session has understood every answer, and put right what it has not; `now` in seconds."""
        for seat, intent in list(self._intents.items()):
            match = session.match
            # Somebody may have given the seat to another player meanwhile.
            if match is None or is_over(match, intent) or not still_plays(session, intent.asked):
                del self._intents[seat]
            elif intent.busy is None or seat in match.answers or session.kept(CERTIFY) is not None:
                # The intent stays: a reader that was lost may come back with other cards. While certifying, its cards are no program.
                self._intents[seat] = intent._replace(busy=now)
            # With a remedy the session has said what is wrong, so the driver need not wait for the reader.
            elif now - intent.busy >= (REACTION if seat in match.remedies else PATIENCE):
                self._intents[seat] = intent._replace(busy=now)
                if intent.answer.offer:
                    self._say(Pick(seat, intent.answer.offer))
                    continue
                for deed in mending(session, intent):
                    self._do(deed)


def still_plays(session: Session, asked: AskPilot) -> bool:
    """Whether a pilot still has the seat that it was asked for, or plays once for the person who has."""
    player = session.setup.seat(asked.ask.player).player
    return player == PERSON if asked.instead else player == asked.pilot


def is_over(match: Match, intent: Intent) -> bool:
    """Whether the question of an intent is no longer asked, is asked with another hand, or what was chosen is not offered any more."""
    asked = intent.asked
    ask = match.ask(asked.ask.seat)
    if ask is None or (match.number, match.want.turn, match.asked) != (
        asked.race,
        asked.turn,
        asked.about,
    ):
        return True
    return (
        ask.program.slots != asked.ask.program.slots
        or ask.hand.codes != asked.ask.hand.codes
        or (bool(intent.answer.offer) and not is_sound(ask, intent.answer))
    )


def mending(session: Session, intent: Intent) -> Iterator[Deed]:
    """The deeds that are left at a reader: wrong cards out, missing ones in, locked slots too, from the left; the handle last."""
    seat = intent.asked.ask.seat
    # A slot without a chosen card keeps what it held: it is locked, or the seat rests.
    wanted = [
        code if code is not None else held
        for code, held in zip(intent.answer.codes, intent.asked.ask.program.held, strict=True)
    ]
    for slot, (code, reading) in enumerate(zip(wanted, session.readers[seat].row, strict=True), 1):
        if code is not None and reading != Reading(OK, code):
            yield from _put_right(seat, slot, code, reading)
    yield MoveHandle(seat, intent.answer.gesture)


def _put_right(seat: int, slot: int, code: int, reading: Reading) -> Iterator[Deed]:
    if reading.status == EMPTY:
        # Either a card lies badly or there is none; one of the two deeds does nothing.
        yield SettleCard(seat, slot)
        yield InsertCard(seat, slot, code)
    elif reading.status == OK:
        yield TakeCard(seat, slot)
        yield InsertCard(seat, slot, code)
    else:
        yield SettleCard(seat, slot)
