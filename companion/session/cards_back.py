"""Cards that must lie in the readers again, after going back or after the app was started again: what differs, and who puts it right.

Hands put right the readers in front of people (`missing`), the app those on its screen (`put_back`).
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.games.base import Reading, Row
from companion.session.commands import Command
from companion.session.remedies import card_words
from companion.session.sealed import SECRET
from companion.session.session import Session
from companion.signals import EMPTY, OK, SLOTS, InsertCard, TakeCard
from companion.words import Text, listed, text


class Difference(NamedTuple):
    """A slot that does not show what it must: what it shows now, and what is wanted, a card or nothing."""

    seat: int
    slot: int
    now: Reading
    wanted: Reading


CARDS = "cards"
"""The stage of a check in which the readers are compared, slot by slot."""


def awaited_rows(session: Session) -> Mapping[int, Row] | None:
    """What the readers must show before the race goes on, or None while nothing is awaited there.

    Seat → five readings; seats that are not named may hold whatever they hold.
    """
    returning, travel = session.returning, session.travel
    # The check after a start comes first: a travel that was under way goes on once it is through.
    if returning is not None:
        return returning.rows if returning.stage == CARDS else None
    return travel.rows if travel is not None and travel.at >= len(travel.script) else None


def differences(session: Session, rows: Mapping[int, Row]) -> Iterator[Difference]:
    """The slots that do not show what `rows` say; a slot that could not be read then may show anything now.

    In order of seats and slots.
    """
    for seat, row in rows.items():
        for slot, (now, wanted) in enumerate(zip(session.readers[seat].row, row, strict=True), 1):
            if now != wanted and wanted.status in (OK, EMPTY):
                yield Difference(seat, slot, now, wanted)


def missing(session: Session, rows: Mapping[int, Row]) -> tuple[Difference, ...]:
    """Those that hands must see to, at readers in front of people.

    Empty as soon as the race can go on: screen readers never hold it up, since the app has put them right.
    """
    return tuple(found for found in differences(session, rows) if not session.on_screen(found.seat))


def put_back(session: Session, rows: Mapping[int, Row], anew: Mapping[int, Row] = {}) -> Iterator[Command]:
    """The app puts right the readers on its screen: everything that is wrong comes out first, so that each card is free.

    Those of `anew` are emptied and filled with its rows, whatever they show.
    """
    for seat, row in anew.items():
        yield from (TakeCard(seat, slot) for slot in range(1, SLOTS + 1))
        yield from (InsertCard(seat, slot, reading.code) for slot, reading in enumerate(row, 1) if reading.code is not None)
    # The others show what is in them, so that only what differs is put right.
    wrong = [found for found in differences(session, rows) if found.seat not in anew and session.on_screen(found.seat)]
    yield from (TakeCard(found.seat, found.slot) for found in wrong if found.now.status != EMPTY)
    yield from (InsertCard(found.seat, found.slot, found.wanted.code) for found in wrong if found.wanted.code is not None)


def missing_words(session: Session, rows: Mapping[int, Row]) -> tuple[Text, ...]:
    """The cards that hands put back, one sentence a seat: "Seat 2 COPPER: Move 1 (490) into slot 3"."""
    told: dict[int, list[Text]] = {}
    for found in missing(session, rows):
        code = found.wanted.code
        # Only its player knows a card that is secret, and the reader says whether it is the right one.
        face = session.house.game.face(code) or SECRET if code is not None else None
        told.setdefault(found.seat, []).append(
            text("{card} into slot {slot}", card=card_words(face), slot=found.slot) if face is not None else text("nothing in slot {slot}", slot=found.slot)
        )
    return tuple(text("Seat {seat} {name}: {cards}", seat=seat, name=session.setup.seat(seat).name, cards=listed(words, "")) for seat, words in told.items())
