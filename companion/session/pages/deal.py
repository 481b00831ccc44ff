"""Before real cards are dealt: what hands must do at the readers, slot by slot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.asking import Shuffle
from companion.games.scene import Face
from companion.session.pages import Page
from companion.session.pictures import board_picture, faces, reader_kind
from companion.session.reader_faults import card_words, wrong_before_deal
from companion.session.readiness import held_by_pilots
from companion.session.sealed import SECRET
from companion.session.session import Session
from companion.session.view import DEAL, DealPage, DealRow, View
from companion.signals import ALL_DARK, EMPTY, OK, SLOTS
from companion.words import Text, count, listed, sentences, text

FEW: Final = 2
"""The number of cards that are named in words; more are only shown."""


def deal_view(session: Session, state: object) -> View:
    """Return the work of hands at the readers before the deal."""
    match = session.match
    assert match is not None and isinstance(match.next_step, Shuffle)
    next_step, pieces, wording = (
        match.next_step,
        session.config.game.scene(match.position).pieces,
        session.config.game.wording,
    )
    rows = tuple(
        cards_row(
            session,
            seat,
            {
                slot: next_step.held[seat][slot - 1]
                for _, slot in wrong_before_deal(session, next_step, seat)
            },
            True,
        )
        for seat in next_step.held
    )
    aside = faces(session, held_by_pilots(session, next_step))
    # "Anyway" is for a slot that cannot be read although it is empty: people look themselves.
    waiting = [session.lobby.setup.seat(row.seat).name for row in rows if row.words]
    if waiting:
        hint = text(
            "Take the card out of each blinking slot. Leave cards where the light is steady. "
            "Waiting for {names}.",
            names=listed(waiting, ""),
        )
    elif aside:
        hint = text("Put these cards aside, then shuffle and deal.")
    else:
        hint = next_step.hint or wording.shuffled
    return View(
        DEAL,
        wording.before_deal(next_step.turn),
        hint=hint,
        board=board_picture(session, pieces),
        body=DealPage(next_step.turn, rows, aside),
        forward=wording.deal_anyway if waiting else wording.deal,
    )


def cards_row(
    session: Session, seat: int, wanted: Mapping[int, int | None], locked: bool
) -> DealRow:
    """Return one seat whose slots must show other cards.

    Args:
        session: The session.
        seat: The seat.
        wanted: The card of each slot, None for no card.
        locked: Whether the slots of these cards are locked, which the words say.
    """
    row = session.readers.by_seat[seat].row
    take = tuple(slot for slot in wanted if row[slot - 1].status != EMPTY)
    missing = [
        (slot, session.config.game.face(code) or SECRET)
        for slot, code in wanted.items()
        if code is not None
    ]
    put = tuple((slot, None if face is SECRET else face) for slot, face in missing)
    unreadable = tuple(slot for slot in take if row[slot - 1].status != OK)
    lamps = session.readers.lamps.lit.get(seat, ALL_DARK)
    return DealRow(
        seat,
        reader_kind(session, seat),
        take,
        put,
        unreadable,
        tuple(lamps),
        _deal_words(take, missing, locked),
    )


def _deal_words(take: tuple[int, ...], missing: list[tuple[int, Face]], locked: bool) -> Text:
    """Return the tasks of a seat, each in a sentence; NOTHING when they are done."""
    orders = []
    if len(take) == SLOTS:
        orders.append(text("Take the cards out of all slots."))
    elif take:
        orders.append(
            count(
                "Take the card out of slot {slots}.",
                "Take the cards out of slots {slots}.",
                len(take),
                slots=_numbers(take),
            )
        )
    named = [(slot, face) for slot, face in missing if face is not SECRET]
    own = [slot for slot, face in missing if face is SECRET]
    if len(named) > FEW:
        orders.append(
            text(
                "Put these cards back into slots {slots}.",
                slots=_numbers([slot for slot, _ in named]),
            )
        )
    elif locked:
        orders += [
            text(
                "Put {card} back into slot {slot}, it is locked.", card=card_words(face), slot=slot
            )
            for slot, face in named
        ]
    else:
        orders += [
            text("Put {card} back into slot {slot}.", card=card_words(face), slot=slot)
            for slot, face in named
        ]
    # Its player knows which; a slot with the right card no longer blinks.
    if len(own) > 1:
        orders.append(
            text("Put your own cards back into slots {slots} as they were.", slots=_numbers(own))
        )
    elif own and locked:
        orders.append(text("Put your own card back into slot {slot}, it is locked.", slot=own[0]))
    elif own:
        orders.append(text("Put your own card back into slot {slot}.", slot=own[0]))
    return sentences(*orders)


def _numbers(slots: Sequence[int]) -> Text:
    return listed([str(slot) for slot in slots], "")


PAGE: Final = Page(deal_view)
