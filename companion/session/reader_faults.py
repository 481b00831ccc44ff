"""Faults at the readers in words, with what to do about them.

This includes cards that must go back into the readers, on the way to another position and after a
start.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from companion.games.api import AnswerFault
from companion.games.asking import Ask, Reading, Row, Shuffle
from companion.games.scene import MOVE_NAMES, Face
from companion.named_tuples import NamedTuple
from companion.session.commands import Command
from companion.session.sealed import SECRET
from companion.session.session import Session
from companion.signals import (
    BLANK,
    DIRTY,
    EMPTY,
    GAP,
    LOCKED,
    NOT_DEALT,
    OK,
    SLOTS,
    TWICE,
    UNKNOWN,
    UNSTABLE,
    InsertCard,
    TakeCard,
)
from companion.words import NOTHING, Text, listed, text

UNREADABLE: Final[Mapping[str, Text]] = {
    BLANK: text("this card is the wrong way round or half in"),
    DIRTY: text("this card cannot be read, it is dirty or not fully in"),
    UNSTABLE: text("this card is still moving"),
}

FOREIGN: Final = text("this card is not in the deck")


def card_name(face: Face) -> Text | str:
    """Return what a card is: "Move 1", or "ace of hearts" where it has its own picture."""
    return face.look.words if face.look is not None else MOVE_NAMES.get(face.move, face.move)


def card_words(face: Face) -> Text:
    """Return the name of a card: "Move 1 (490)", or "ace of hearts" where it has its own picture.

    With its priority, which is unique in a deck (4). A secret card is not named.
    """
    if face.code < 0:
        return text("the same card")
    if face.look is not None:
        return face.look.words
    return text("{card} ({priority})", card=card_name(face), priority=face.priority)


def fault_after_pull(
    fault: AnswerFault, names: Mapping[int, str], piloted: Collection[int] = ()
) -> Text:
    """Return a fault after a pull, with its place and its remedy.

    "Seat 2 COPPER, slot 4: no card. Put a card in, then pull the handle again." Cards of the seats
    in `piloted` cannot be taken out by anybody.
    """
    return text("{remedy}, then pull the handle again.", remedy=_fault_text(fault, names, piloted))


def fault_before_pull(
    fault: AnswerFault, names: Mapping[int, str], piloted: Collection[int] = ()
) -> Text:
    """Return a fault before a pull, without the request to pull the handle again."""
    return text("{remedy}.", remedy=_fault_text(fault, names, piloted))


def places(fault: AnswerFault) -> tuple[tuple[int, int], ...]:
    """Return the slots that a fault is about, as (seat, slot).

    Its own slot, others with the same fault, and the slot with the same card.
    """
    own = tuple((fault.seat, slot) for slot in (fault.slot, *fault.more))
    return (*own, *([fault.other] if fault.other is not None else []))


def place(seat: int, slot: int, names: Mapping[int, str]) -> Text:
    """Return the words for a slot: "Seat 2 COPPER, slot 4"."""
    return text("{reader}, slot {slot}", reader=whose(seat, names), slot=slot)


def whose(seat: int, names: Mapping[int, str]) -> Text:
    """Return the words for a reader: "Seat 2 COPPER"."""
    name = names.get(seat)
    return (
        text("Seat {seat} {name}", seat=seat, name=name) if name else text("Seat {seat}", seat=seat)
    )


def gaps(seat: int, slots: Sequence[int]) -> AnswerFault:
    """Return the empty slots of a seat as one fault, from the left; at least one slot."""
    first, *more = sorted(slots)
    return AnswerFault(seat, first, GAP, more=tuple(more))


def _fault_text(fault: AnswerFault, names: Mapping[int, str], piloted: Collection[int]) -> Text:
    """Return the place, the fault and the remedy, without a full stop."""
    if not fault.more:
        return text(
            "{place}: {found}",
            place=place(fault.seat, fault.slot, names),
            found=_slot_fault_text(fault, names, piloted),
        )
    slots = listed([str(slot) for slot in (fault.slot, *fault.more)])
    if fault.kind == GAP:
        return text(
            "{reader}: slots {slots} are empty. Put a card into each",
            reader=whose(fault.seat, names),
            slots=slots,
        )
    wrong = _several(fault.kind, slots)
    again = text("Take them out, wipe them and push them in again, or put in other cards")
    return text(
        "{reader}: {wrong}. {again}", reader=whose(fault.seat, names), wrong=wrong, again=again
    )


def _several(kind: str, slots: Text) -> Text:
    """Return what is wrong with several cards together."""
    if kind == BLANK:
        return text("the cards in slots {slots} are the wrong way round or half in", slots=slots)
    if kind == DIRTY:
        return text(
            "the cards in slots {slots} cannot be read, they are dirty or not fully in", slots=slots
        )
    if kind == UNSTABLE:
        return text("the cards in slots {slots} are still moving", slots=slots)
    return text("the cards in slots {slots} are not in the deck", slots=slots)


def _slot_fault_text(
    fault: AnswerFault, names: Mapping[int, str], piloted: Collection[int]
) -> Text:
    """Return the fault and the remedy in a slot, without the place and without a full stop."""
    if fault.words:
        return fault.words
    if fault.kind == GAP:
        return text("no card. Put a card in")
    if fault.kind == LOCKED:
        # A locked slot holds its card since it locked.
        if fault.expected is None:
            return text("this slot is locked and empty. Take the card out of it")
        card = card_words(fault.expected)
        if fault.found is None:
            return text("the locked card has been taken out. Put {card} back", card=card)
        return text("the locked card was exchanged for another one. Put {card} back", card=card)
    # Everybody reads this: the card is not named, because its round is not revealed yet.
    if fault.kind == TWICE and fault.other is not None:
        other = place(*fault.other, names)
        # A pilot's card is in no reader that hands reach; only the real card can be taken out.
        if fault.other[0] in piloted:
            return text(
                "the pilot of {other} holds this card. Put it aside and put in another card",
                other=other,
            )
        return text(
            "this card is also in {other}. Each card exists only once: take one of them out and "
            "put in the right card",
            other=other,
        )
    if fault.kind == NOT_DEALT:
        return text("this card was not dealt to this seat. Put in a card from this seat's hand")
    return text(
        "{wrong}. Take it out, wipe it and push it in again, or put in another card",
        wrong=UNREADABLE.get(fault.kind, FOREIGN),
    )


def changed_words(seat: int, slot: int, names: Mapping[int, str]) -> Text:
    """Return the words for a slot that changed after its player was ready."""
    return text(
        "{place}: changed after the handle was moved. Correct the cards, then pull the handle "
        "again.",
        place=place(seat, slot, names),
    )


Place = tuple[int, int]
"""A slot of a seat: (seat, slot)."""


def wrong_before_deal(session: Session, next_step: Shuffle, seat: int) -> tuple[Place, ...]:
    """Return the slots that must change before cards are dealt.

    As (seat, slot), from the left; none once the reader is ready for the deal.
    """
    pairs = enumerate(zip(session.readers.by_seat[seat].row, next_step.held[seat], strict=True), 1)
    return tuple((seat, slot) for slot, (reading, code) in pairs if not holds(reading, code))


def holds(reading: Reading, code: int | None) -> bool:
    """Return whether a slot shows this card, or no card where None is wanted."""
    return reading.status == EMPTY if code is None else reading == Reading(OK, code)


def faults_now(session: Session, ask: Ask) -> Iterator[AnswerFault]:
    """Yield the faults of a person's reader that no later card can heal.

    An unreadable slot, a foreign card, a card twice, a missing locked card; one fault per slot,
    from the left. A gap counts only when the handle moves, and a moving card not yet.
    """
    face = session.config.game.face
    for slot in ask.program.slots:
        reading, held = session.readers.by_seat[ask.seat].row[slot - 1], ask.program.held[slot - 1]
        found = face(reading.code) if reading.code is not None else None
        # The order of the game's own check after a pull, so the words stay the same when the handle
        # moves.
        if reading.status not in (OK, EMPTY, UNSTABLE):
            yield AnswerFault(ask.seat, slot, reading.status)
        elif reading.status == OK and found is None:
            yield AnswerFault(ask.seat, slot, UNKNOWN)
        elif slot in ask.program.locked and reading.status != UNSTABLE and not holds(reading, held):
            yield AnswerFault(
                ask.seat,
                slot,
                LOCKED,
                found,
                face(held) if held is not None else None,
            )
        elif found is not None and ask.hand.among is not None and found.code not in ask.hand.among:
            yield AnswerFault(
                ask.seat,
                slot,
                NOT_DEALT,
                found,
                words=text("this card was given up. Put in a random one")
                if ask.program.blind
                else NOTHING,
            )
        elif (
            found is not None
            and (other := _elsewhere(session, (ask.seat, slot), found.code)) is not None
        ):
            yield AnswerFault(ask.seat, slot, TWICE, found, other=other)


def _elsewhere(session: Session, place: Place, code: int) -> Place | None:
    """Return another slot that shows the same card, by a misread or in a wrong deck."""
    # In all readers of the table, also of seats that are not checked: their cards are on the table,
    # too.
    in_readers = (
        (seat, slot)
        for seat, reader in session.readers.by_seat.items()
        for slot, reading in enumerate(reader.row, 1)
        if reading.code == code
    )
    return next((other for other in in_readers if other != place), None)


class Difference(NamedTuple):
    """A slot with a wrong card: what it shows, and the card, or none, that it must show."""

    seat: int
    slot: int
    now: Reading
    wanted: Reading


CARDS = "cards"
"""The stage of a check that compares the readers slot by slot."""


def awaited_rows(session: Session) -> Mapping[int, Row] | None:
    """Return the cards, by seat, that the readers must show before the race goes on, or None.

    Five readings for each seat; the readers of other seats do not matter.
    """
    check, sync = session.timeline.resume_check, session.timeline.table_sync
    # The check after a start comes first: a sync that was under way goes on after it.
    if check is not None:
        return check.rows if check.stage == CARDS else None
    return sync.rows if sync is not None and sync.at >= len(sync.script) else None


def differences(session: Session, rows: Mapping[int, Row]) -> Iterator[Difference]:
    """Yield the slots that differ from `rows`, in order of seats and slots.

    A slot that could not be read then may show anything now.
    """
    for seat, row in rows.items():
        for slot, (now, wanted) in enumerate(
            zip(session.readers.by_seat[seat].row, row, strict=True), 1
        ):
            if now != wanted and wanted.status in (OK, EMPTY):
                yield Difference(seat, slot, now, wanted)


def missing(session: Session, rows: Mapping[int, Row]) -> tuple[Difference, ...]:
    """Return the differences that people must put right, at real readers.

    None once the race can go on: the app puts readers on the screen right by itself.
    """
    return tuple(found for found in differences(session, rows) if not session.on_screen(found.seat))


def put_back(
    session: Session, rows: Mapping[int, Row], refill: Mapping[int, Row] = {}
) -> Iterator[Command]:
    """Yield the commands that put the readers on the screen right.

    All wrong cards come out first, so each card is free. Readers of `refill` are emptied and filled
    with its rows in any case.
    """
    for seat, row in refill.items():
        yield from (TakeCard(seat, slot) for slot in range(1, SLOTS + 1))
        yield from (
            InsertCard(seat, slot, reading.code)
            for slot, reading in enumerate(row, 1)
            if reading.code is not None
        )
    # The other readers show what is in them, so only differences are put right.
    wrong = [
        found
        for found in differences(session, rows)
        if found.seat not in refill and session.on_screen(found.seat)
    ]
    yield from (TakeCard(found.seat, found.slot) for found in wrong if found.now.status != EMPTY)
    yield from (
        InsertCard(found.seat, found.slot, found.wanted.code)
        for found in wrong
        if found.wanted.code is not None
    )


def missing_words(session: Session, rows: Mapping[int, Row]) -> tuple[Text, ...]:
    """Return a sentence for each seat: "Seat 2 COPPER: Move 1 (490) into slot 3"."""
    by_seat: dict[int, list[Text]] = {}
    for found in missing(session, rows):
        code = found.wanted.code
        # Only its player knows a secret card; the reader shows whether it is the right one.
        face = session.config.game.face(code) or SECRET if code is not None else None
        by_seat.setdefault(found.seat, []).append(
            text("{card} into slot {slot}", card=card_words(face), slot=found.slot)
            if face is not None
            else text("nothing in slot {slot}", slot=found.slot)
        )
    return tuple(
        text(
            "Seat {seat} {name}: {cards}",
            seat=seat,
            name=session.lobby.setup.seat(seat).name,
            cards=listed(words, ""),
        )
        for seat, words in by_seat.items()
    )
