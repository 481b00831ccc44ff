"""The table test, and what tables say of themselves: readers without a seat, troubles, reports (over whatever page is shown).

Cards go on being read for the race below while it is tested; handles and lights are only tried.
"""
from __future__ import annotations

from companion.session.history import noted
from companion.session.messages import AskSeat, CallTable, CloseTable, LookAt, OpenTable, ShowCards, TryLamp
from companion.session.overlays import Testing
from companion.session.sealed import is_sealed
from companion.session.session import Result, Session, refused, replace
from companion.signals import (
    SLOTS, GiveSeat, ReaderFound, ReaderGone, ReaderModel, ReaderReport, StrangerPulled, Trouble, Watch,
)
from companion.words import text


def on_open(session: Session, message: OpenTable) -> Result:
    """Show the table test; readers begin to report."""
    if session.testing is not None:
        return session, ()
    return replace(session, testing=Testing(), notice=""), (Watch(True),)


def on_close(session: Session, message: CloseTable) -> Result:
    """Back to where one was."""
    if session.testing is None:
        return session, ()
    return replace(session, testing=None, notice=""), (Watch(False),)


def on_show_cards(session: Session, message: ShowCards) -> Result:
    """Uncover the cards in the middle of a race, until the page is left; everybody sees them, and the history says that it was done."""
    testing, on = session.testing, message.on is True
    if testing is None or not is_sealed(session) or testing.cards == on:
        return session, ()
    after = replace(session, testing=testing._replace(cards=on), notice="")
    return (noted(after, text("The table test showed the cards in all readers")) if on else after), ()


def on_call(session: Session, message: CallTable) -> Result:
    """The table's sign says something else."""
    return replace(session, house=replace(session.house, table=message.sign)), ()


def on_look(session: Session, message: LookAt) -> Result:
    """Look at one seat's reader, or at all."""
    if session.testing is None or not (message.seat is None or message.seat in session.readers):
        return session, ()
    # A light that is tried elsewhere would burn unseen.
    return replace(session, testing=session.testing._replace(seat=message.seat, lamp=None)), ()


def on_lamp(session: Session, message: TryLamp) -> Result:
    """One light burns alone, or all five of a reader; the same once more ends it."""
    if session.testing is None or message.seat not in session.readers or not 0 <= message.slot <= SLOTS:
        return session, ()
    tried = (message.seat, message.slot)
    return replace(session, testing=session.testing._replace(lamp=None if session.testing.lamp == tried else tried)), ()


def on_ask_seat(session: Session, message: AskSeat) -> Result:
    """Await the handle of a seat's reader; None awaits none. Only on the table test, where handles mean nothing else."""
    if session.testing is None or not (message.seat is None or message.seat in session.readers):
        return session, ()
    # Such a seat would never use the reader that was given to it.
    if message.seat in session.house.touch:
        return refused(session, text("Seat {seat} needs no reader: it is played on this screen.", seat=message.seat))
    return replace(session, testing=session.testing._replace(asking=message.seat), notice=""), ()


def on_stranger(session: Session, message: StrangerPulled) -> Result:
    """The handle of a reader without a seat: it gets the seat that was asked for, and the next seat without one is asked for."""
    testing = session.testing
    if testing is None or testing.asking is None:
        return refused(session, text("A handle was pulled on a reader that has no seat yet: touch the sign of the table and give it one."))
    following = next_without_reader(session, testing.asking)
    after = replace(session, testing=testing._replace(asking=following), notice="")
    if session.welcoming is not None:
        after = replace(after, welcoming=session.welcoming._replace(asked=following))
    return after, (GiveSeat(message.uid, testing.asking),)


def given_by_handle(session: Session, seat: int) -> Result | None:
    """The handle of a reader that has a seat, pulled while another seat's is awaited: it changes seats. None where that is not so."""
    testing, report = session.testing, session.readers[seat].report
    # The chip id by which a seat is given is known from the reports only, which come about twice a second.
    if testing is None or testing.asking in (None, seat) or report is None or not report.uid:
        return None
    assert testing.asking is not None
    after = replace(session, testing=testing._replace(asking=None), notice="")
    return after, (GiveSeat(report.uid, testing.asking),)


def next_without_reader(session: Session, after: int) -> int | None:
    """The next seat that somebody plays and that has no reader, while there are readers without a seat besides one; else None."""
    # The one that is just getting its seat is still among them.
    if len(session.strangers) < 2:
        return None
    return next((seat for seat in session.setup.playing if seat > after and session.on_screen(seat)), None)


def on_found(session: Session, message: ReaderFound) -> Result:
    """A reader without a seat is there."""
    if message.uid in session.strangers:
        return session, ()
    return replace(session, strangers=(*session.strangers, message.uid)), ()


def on_gone(session: Session, message: ReaderGone) -> Result:
    """It has gone, or has a seat now."""
    return replace(session, strangers=tuple(uid for uid in session.strangers if uid != message.uid)), ()


def on_trouble(session: Session, message: Trouble) -> Result:
    """Something at the table needs a person, or does not any more; a place has one trouble, the last that was told of it."""
    others = {place: words for place, words in session.troubles.items() if place != message.place}
    return replace(session, troubles={**others, message.place: message.words} if message.words else others), ()


def on_report(session: Session, message: ReaderReport) -> Result:
    """What a reader says of itself; one that was still on its way when nobody watches any more is dropped."""
    reader = session.readers.get(message.seat)
    if reader is None or session.testing is None and session.certifying is None and session.doctoring is None:
        return session, ()
    return replace(session, readers={**session.readers, message.seat: reader._replace(report=message)}), ()


def on_model(session: Session, message: ReaderModel) -> Result:
    """What really is at an emulated reader."""
    reader = session.readers.get(message.seat)
    if reader is None:
        return session, ()
    return replace(session, readers={**session.readers, message.seat: reader._replace(model=message)}), ()
