"""Before real cards are dealt, and the table test, as views.

`cards_row` and `lost_words` serve other pages that look at readers, too.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.games.base import Face, Shuffle
from companion.session import view
from companion.session.alarms import wrong_before_deal
from companion.session.overlays import Testing
from companion.session.pictures import board_picture, card_picture
from companion.session.ready import held_by_pilots
from companion.session.remedies import card_words
from companion.session.sealed import SECRET, is_sealed
from companion.session.session import Reader, Session
from companion.session.setup import entry_of
from companion.session.view import CardPicture, DealPage, DealRow, TablePage, TableRow, View
from companion.signals import ALL_DARK, ASIDE, EMPTY, FLOODING, NO_READER, OK, SLOTS
from companion.words import NOTHING, Text, count, listed, sentences, text


def deal_view(session: Session) -> View:
    """What hands must do at the readers before cards are dealt.

    A race must run that waits for the deal (6.1).
    """
    match = session.match
    assert match is not None and isinstance(match.want, Shuffle)
    want, pieces = match.want, session.house.game.pieces(match.position)
    rows = tuple(
        cards_row(session, seat, {slot: want.held[seat][slot - 1] for _, slot in wrong_before_deal(session, want, seat)}, True)
        for seat in want.held
    )
    aside = faces(session, held_by_pilots(session, want))
    # "Anyway" is for a slot that cannot be read although nothing lies in it: people look themselves.
    waiting = [row.name for row in rows if row.words]
    return View(
        view.DEAL, text("Turn {turn}: deal", turn=want.turn), _deal_hint(waiting, aside), board_picture(session, entry_of(session).board, pieces),
        DealPage(want.turn, rows, aside), session.step, "", text("Deal anyway") if waiting else text("Deal"), "", session.notice, session.house.table,
    )


def _deal_hint(waiting: list[str], aside: tuple[CardPicture, ...]) -> Text:
    if waiting:
        return text("Take the card out of every slot that blinks. Where the light is steady, the card stays. Waiting for {names}.", names=listed(waiting, ""))
    return text("Lay these cards aside, then shuffle and deal.") if aside else text("Shuffle and deal.")


def cards_row(session: Session, seat: int, wanted: Mapping[int, int | None], locked: bool) -> DealRow:
    """One seat whose slots must show other cards: slot → code, None for nothing; `locked`: the slots of cards that are put in are, and that is said."""
    setup, row = session.setup.seat(seat), session.readers[seat].row
    take = tuple(slot for slot in wanted if row[slot - 1].status != EMPTY)
    missing = [(slot, session.house.game.face(code) or SECRET) for slot, code in wanted.items() if code is not None]
    put = tuple((slot, None if face is SECRET else card_picture(face)) for slot, face in missing)
    unreadable = tuple(slot for slot in take if row[slot - 1].status != OK)
    lamps = session.lamps.lit.get(seat, ALL_DARK)
    return DealRow(
        seat, setup.name, setup.colour, setup.shape, reader_kind(session, seat), take, put, unreadable, tuple(lamps),
        _deal_words(take, missing, locked),
    )


FEW: Final = 2
"""So many cards are named in words; more are shown only."""


def _deal_words(take: tuple[int, ...], missing: list[tuple[int, Face]], locked: bool) -> Text:
    """What a seat must do, one sentence a thing; NOTHING when it is done."""
    told = []
    if len(take) == SLOTS:
        told.append(text("Take the cards out of all slots."))
    elif take:
        told.append(count("Take the card out of slot {slots}.", "Take the cards out of slots {slots}.", len(take), slots=_numbers(take)))
    named = [(slot, face) for slot, face in missing if face is not SECRET]
    own = [slot for slot, face in missing if face is SECRET]
    if len(named) > FEW:
        told.append(text("Put these cards back into slots {slots}.", slots=_numbers([slot for slot, _ in named])))
    elif locked:
        told += [text("Put {card} back into slot {slot}, it is locked.", card=card_words(face), slot=slot) for slot, face in named]
    else:
        told += [text("Put {card} back into slot {slot}.", card=card_words(face), slot=slot) for slot, face in named]
    # Its player knows which; a slot that has the right one again blinks no more.
    if len(own) > 1:
        told.append(text("Put your own cards back into slots {slots} as they were.", slots=_numbers(own)))
    elif own and locked:
        told.append(text("Put your own card back into slot {slot}, it is locked.", slot=own[0]))
    elif own:
        told.append(text("Put your own card back into slot {slot}.", slot=own[0]))
    return sentences(*told)


def _numbers(slots: Sequence[int]) -> Text:
    return listed([str(slot) for slot in slots], "")


def faces(session: Session, codes: tuple[int, ...]) -> tuple[CardPicture, ...]:
    """The cards with these codes, to draw; codes of no card are left out."""
    found = (session.house.game.face(code) for code in codes)
    return tuple(card_picture(face) for face in found if face is not None)


def reader_kind(session: Session, seat: int) -> str:
    """Who works a seat's reader: "pilot", "touch" on this screen, or hands at a "reader" of its own."""
    if not session.is_person(seat):
        return "pilot"
    return "touch" if session.on_screen(seat) else "reader"


def table_view(session: Session) -> View:
    """The table test, live."""
    testing = session.testing or Testing()
    lamps = session.lamps.lit
    rows = tuple(_table_row(session, seat, reader, lamps.get(seat, ALL_DARK)) for seat, reader in session.readers.items())
    # So that the screen can draw any code that is told, without knowing the deck.
    shown = sorted({code for seat in session.readers for code in _codes(session.readers[seat])})
    page = TablePage(
        rows, testing.seat, testing.asking, session.strangers, tuple(session.troubles.values()), faces(session, tuple(shown)), testing.lamp,
        is_sealed(session), testing.cards,
    )
    return View(
        view.TABLE, text("Table test"), _table_hint(session, testing), None, page, session.step, text("Back"), "", "", session.notice, session.house.table,
    )


def _codes(reader: Reader) -> tuple[int, ...]:
    """All codes told of a reader: what it reports, else its slots; and the cards that really lie in an emulated one."""
    slots = reader.report.slots if reader.report is not None else reader.row
    modelled = (card.code for card in reader.model.cards if card is not None) if reader.model is not None else ()
    return (*(slot.code for slot in slots if slot.code is not None), *modelled)


def _table_hint(session: Session, testing: Testing) -> Text:
    if testing.asking is not None:
        return text("Pull the handle of the reader for seat {seat}, {name}.", seat=testing.asking, name=session.setup.seat(testing.asking).name)
    if session.strangers:
        return count(
            "{number} reader without a seat: give it its seat by pulling its handle.",
            "{number} readers without a seat: give every one its seat by pulling its handle.", len(session.strangers),
        )
    if is_sealed(session):
        return text("Everybody sees all cards now. The history says so.") if testing.cards else text("A race is under way: cards are covered. Handles mean nothing while you test.")
    touch = [seat for seat, reader in session.readers.items() if reader.model is None and session.on_screen(seat) and reader.lost in ("", NO_READER)]
    if testing.seat in touch:
        return text("This seat is played on the screen. Touch a slot to try its light.")
    if len(touch) < len(session.readers):
        return text("Put cards in, move handles, try the lights: it shows here at once. Handles mean nothing while you test.")
    # Where every seat is played on the screen whatever happens, plugging a reader in would change nothing.
    lights = text("All seats are played on this screen: touch one to try its lights.")
    return lights if session.house.touch >= set(touch) else sentences(lights, text("To test card readers, plug them in."))


def _table_row(session: Session, seat: int, reader: Reader, lamps: tuple[int, ...]) -> TableRow:
    setup, report = session.setup.seat(seat), reader.report
    always = seat in session.house.touch
    own = not session.on_screen(seat)
    kind = report.kind if report is not None else "reader" if own else "screen"
    return TableRow(
        seat, setup.name, setup.colour, setup.shape, kind, _state(reader, always), lost_words(session, seat), own, reader.lost in (ASIDE, FLOODING),
        tuple(lamps), report, reader.model,
    )


def _state(reader: Reader, always: bool) -> Text:
    """Whether a reader answers, in a few words."""
    known = {"": text("answers"), NO_READER: text("on this screen"), ASIDE: text("set aside"), FLOODING: text("set aside")}
    # A touch reader has no model and is never lost; an emulated one has one, and can be.
    return text("on this screen") if always and not reader.lost and reader.model is None else known.get(reader.lost, text("does not answer"))


def lost_words(session: Session, seat: int) -> Text:
    """Why a seat with a reader is played on the screen now, and what to do; NOTHING where it has none or it is set aside."""
    lost = session.readers[seat].lost
    if lost in ("", NO_READER, ASIDE):
        return NOTHING
    name = session.setup.seat(seat).name
    if lost == FLOODING:
        return text(
            "Seat {seat} {name}: the reader is set aside, it sends too many messages. Unplug it and plug it in again; play on here until then.",
            seat=seat, name=name,
        )
    return text("Seat {seat} {name}: the reader does not answer, {why}. Play on here until it is back.", seat=seat, name=name, why=lost)
