"""The acceptance run of the table, over whatever page is shown: the run itself is `companion.certificate`, here it meets the evening.

Emulated readers are worked by the app itself. While a race runs its cards come out of the readers for this; when the run is left, everything
goes back to where it lay, slot by slot.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.certificate.emulated import EmulatedPerson, act
from companion.certificate.report import report_of
from companion.certificate.run import HANDLE_TASKS, HEARD, GoOn, Run, Said, begin, step
from companion.games.base import Row
from companion.session.alarms import CARDS, missing, put_back
from companion.session.commands import Command, Say, WriteCertificate
from companion.session.messages import Certified, Certify, CloseCertify, LookAtSeat, Message, OpenCertify, Tick
from companion.session.overlays import Certifying
from companion.session.session import Reader, Result, Returning, Session, refused, replace
from companion.session.travel import carried_on
from companion.signals import (
    ASIDE, DEEDS, NO_READER, SLOTS, HandleMoved, InsertCard, ReaderBack, SlotRead, TakeCard, Watch,
)
from companion.words import text

# Screens tell the time twenty times a second. What a run waits for takes seconds, and each of its steps has a view to be drawn.
PACE: Final = 0.2
"""Seconds between two ticks that a run takes notice of."""


def on_open_certify(session: Session, message: OpenCertify) -> Result:
    """Begin with the readers that there are.

    Without seats all of them are meant.
    """
    if session.certifying is not None:
        return session, ()
    strange = next((seat for seat in message.seats if seat not in session.readers), None)
    if strange is not None:
        return refused(session, text("There is no seat {seat}: seats are 1 to {last}.", seat=strange, last=max(session.readers)))
    seats = tuple(dict.fromkeys(message.seats))
    if not seats:
        return _asked_for(session)
    run, deeds = begin(seats)
    for seat in seats:
        run = _known(run, seat, session.readers[seat])
    # One real reader among them needs people, who then work the emulated ones too.
    emulated = all(session.readers[seat].model is not None for seat in seats)
    # In the check after a start the readers may not hold yet what they must hold again.
    before = session.rows if session.returning is None else session.returning.rows
    return replace(session, certifying=Certifying(run, before, emulated, EmulatedPerson()), notice=""), deeds


def _asked_for(session: Session) -> Result:
    """Begin with every reader that there is. Said, not done: what is kept of an evening does not know emulated readers from the screen's."""
    seats = tuple(seat for seat in session.readers if has_reader(session, seat))
    if not seats:
        return refused(session, text("There is no reader to certify: every seat is played on this screen. Plug a reader in, or give one its seat."))
    return session, (Say(OpenCertify(seats)),)


def has_reader(session: Session, seat: int) -> bool:
    """Whether a seat has a reader outside the screen that is used, be it emulated, be its cable out.

    A seat of touch readers has none; emulated readers are worked through the screen, but have a model.
    """
    reader = session.readers[seat]
    return reader.lost not in (NO_READER, ASIDE) and (seat not in session.house.touch or reader.model is not None)


def _known(run: Run, seat: int, reader: Reader) -> Run:
    """Tell the run what was told of a reader before it began."""
    if reader.lost:
        return run
    # Signals tell changes only: what has lain there or stood so all the time would never be heard by the run.
    told: list[Said] = [ReaderBack(seat), *(SlotRead(seat, slot, *reading) for slot, reading in enumerate(reader.row, 1))]
    for said in (*told, HandleMoved(seat, reader.handle)):
        run, _ = step(run, said, run.now)
    return run


def on_certify(session: Session, message: Certify) -> Result:
    """Somebody answers what is asked."""
    if session.certifying is None:
        return session, ()
    return _stepped(session, session.certifying, message.said)


def on_look_at_seat(session: Session, message: LookAtSeat) -> Result:
    """Show another reader of the run, or (None) whichever is next."""
    certifying = session.certifying
    if certifying is None or message.seat is not None and message.seat not in certifying.run.seats:
        return session, ()
    return replace(session, certifying=certifying._replace(seat=message.seat)), ()


def on_close_certify(session: Session, message: CloseCertify) -> Result:
    """Back to where one was; the cards of a race first.

    Without a race the readers get back what they held; in one the evening waits until every slot shows it (`cards_back`).
    """
    certifying = session.certifying
    if certifying is None:
        return session, ()
    # What lies below goes on watching.
    watched: tuple[Command, ...] = () if session.testing is not None or session.doctoring is not None else (Watch(False),)
    after = replace(session, certifying=None, notice="")
    # The check of the table asks for the race's cards anyhow.
    if session.returning is not None:
        return after, watched
    anew = _anew(session, certifying)
    if session.match is None:
        return after, (*watched, *_put_back(after, certifying.rows, anew))
    rows = {seat: row for seat, row in certifying.rows.items() if seat in session.setup.playing}
    back = (*watched, *_put_back(after, rows, anew))
    # What the app does at emulated readers besides is not known where an evening is told again, and decides nothing.
    if missing(after, rows) or any(put_back(after, rows)):
        return replace(after, returning=Returning(CARDS, "", rows), step=after.step + 1, menu=None), back
    return carried_on(after, back)


def _anew(session: Session, certifying: Certifying) -> Mapping[int, Row]:
    """The emulated readers that are filled anew, whatever they show: what was done there a moment ago has not been read yet."""
    return {
        seat: certifying.rows[seat] for seat, tried in certifying.run.seats.items()
        if certifying.emulated and tried.task not in HANDLE_TASKS and session.readers[seat].model is not None
    }


def _put_back(session: Session, rows: Mapping[int, Row], anew: Mapping[int, Row]) -> Iterator[Command]:
    """What the app does so that the readers hold what they held."""
    for seat, row in anew.items():
        yield from (TakeCard(seat, slot) for slot in range(1, SLOTS + 1))
        yield from (InsertCard(seat, slot, reading.code) for slot, reading in enumerate(row, 1) if reading.code is not None)
    # The other readers on the screen show what is in them, so that only what differs is put right.
    yield from put_back(session, {seat: row for seat, row in rows.items() if seat not in anew})


def on_certified(session: Session, message: Certified) -> Result:
    """The report has its date, and lies somewhere."""
    certifying = session.certifying
    if certifying is None or certifying.report is None:
        return session, ()
    report = certifying.report._replace(date=message.date)
    return replace(session, certifying=certifying._replace(report=report, kept=message.words)), ()


def heard(session: Session, message: Message) -> Result:
    """What the table says, and time, for the run; the rest of the evening has heard it already."""
    if isinstance(message, Tick):
        return _ticked(session, message)
    # A reader may say that it sits where there is no seat.
    if session.certifying is None or not isinstance(message, HEARD) or message.seat not in session.readers:
        return session, ()
    return _stepped(session, session.certifying, message)


def _ticked(session: Session, message: Tick) -> Result:
    """Time goes by; at emulated readers the app does what is asked.

    What it does there are deeds; what it says of lights and tasks goes into the run at once, in the order in which it was said.
    """
    certifying = session.certifying
    # A clock that was set back moves the run on too, instead of holding it up for as long as it was set back.
    if certifying is None or certifying.run.finished or abs(message.now - certifying.run.now) < PACE:
        return session, ()
    after, commands = _stepped(session, certifying, None, message.now)
    if after.certifying is None or not certifying.emulated:
        return after, commands
    models = {seat: reader.model for seat, reader in session.readers.items() if reader.model is not None}
    person, acts = act(after.certifying.person, after.certifying.run, models, message.now)
    after = replace(after, certifying=after.certifying._replace(person=person))
    for done in acts:
        if isinstance(done, DEEDS):
            commands = (*commands, done)
        elif after.certifying is not None:
            after, more = _stepped(after, after.certifying, done, message.now)
            commands = (*commands, *more)
    return after, commands


def _stepped(session: Session, certifying: Certifying, said: Said | None, now: float | None = None) -> Result:
    """The evening after the run has gone one step; at its end the report is to be written."""
    run, deeds = step(certifying.run, said, certifying.run.now if now is None else now)
    # Who has gone on at the reader that is looked at wants to see the next one.
    seat = None if isinstance(said, GoOn) else certifying.seat
    certifying = certifying._replace(run=run, seat=seat)
    # A run ends its reports by itself; here they go on until its page is left, which says so.
    commands: tuple[Command, ...] = tuple(deed for deed in deeds if not isinstance(deed, Watch))
    if run.finished and certifying.report is None:
        certifying = certifying._replace(report=report_of(run, session.house.table, ""))
        assert certifying.report is not None
        commands = (*commands, WriteCertificate(certifying.report))
    return replace(session, certifying=certifying), commands


HANDLERS: Final[Mapping[type, Callable[[Session, Any], Result]]] = {
    OpenCertify: on_open_certify, CloseCertify: on_close_certify, Certify: on_certify, LookAtSeat: on_look_at_seat, Certified: on_certified,
}
"""What each message about the run does."""
