"""Time in a race: instructions that go on by themselves, and questions that must be answered in time.

Time comes as `Tick`, which is not kept: what follows from it is said as a message of its own. A session holds whole seconds only, so that nothing in a
view changes by itself.
"""
from __future__ import annotations

from math import ceil, isfinite
from typing import Final

from companion.games.base import Answer, Ask, Deadline, Questions
from companion.session import view
from companion.session.commands import Say
from companion.session.flow import next_line, pace_of, timed_anew
from companion.session.messages import WATCH, CarriedOut, Confirm, SetAutoAdvance, Tick, TimeUp
from companion.session.pages import find_page
from companion.session.race import if_all_ready
from companion.session.session import Clock, Match, Result, Session, refused, replace
from companion.words import text

SLOWEST: Final = 600.0
"""The longest time, in seconds, after which an instruction may go on by itself."""


def waits_for_time(session: Session) -> bool:
    """Whether time matters now, so that it must be told; otherwise nobody looks at a clock, and a session that stands still makes no work."""
    if pace_of(session) is not None or any(find_page(layer.page).timed for layer in session.layers):
        return True
    return bool(hurried(session)) and not session.covered and not session.held


# ---- Instructions --------------------------------------------------------------------------------------------------------


def on_auto(session: Session, message: SetAutoAdvance) -> Result:
    """Choose after how many seconds instructions go on by themselves, or that they do not."""
    seconds = message.seconds
    if seconds is not None and not 0 < seconds <= SLOWEST:
        return refused(session, text("Instructions can go on by themselves after up to {most} seconds, not after {seconds}.", most=round(SLOWEST), seconds=seconds))
    return replace(session, auto=seconds, match=timed_anew(session), notice=""), ()


def on_tick(session: Session, message: Tick) -> Result:
    """Time goes by: an instruction that has been shown long enough is taken as done, if that was chosen; who is asked may not have all the time in the world."""
    match = session.match
    if match is not None and session.page in view.ASKING:
        return _waited(session, match, message.now)
    pace = pace_of(session)
    if match is None or pace is None:
        return session, ()
    # Who looks at something else, or at something once more, or wipes the glass, takes the time that it takes; then it begins anew.
    if session.held or session.covered or session.again is not None and session.flow != WATCH:
        return (session, ()) if match.shown_at is None else (replace(session, match=match._replace(shown_at=None)), ())
    # A clock that was set back, or that is no number, starts the waiting anew.
    if match.shown_at is None or not message.now >= match.shown_at:
        return replace(session, match=match._replace(shown_at=message.now)), ()
    if message.now - match.shown_at < pace:
        return session, ()
    # Said, not done: what is kept of the session holds no clock.
    return replace(session, match=match._replace(shown_at=message.now)), (Say(_in_time(session, match)),)


def _in_time(session: Session, match: Match) -> Confirm | CarriedOut:
    """What time says: the next line of the page, and at its last one Done."""
    return Confirm(session.step) if session.page != view.PLAY or session.again is not None else next_line(session, match)


# ---- Questions -----------------------------------------------------------------------------------------------------------


def hurried(session: Session) -> tuple[Ask, ...]:
    """What people are asked and have not answered yet, where their time runs."""
    match = session.match
    if match is None or session.page not in view.ASKING:
        return ()
    return tuple(ask for ask in _with_deadline(session, match) if match.answers or not (ask.deadline and ask.deadline.after_first))


def _with_deadline(session: Session, match: Match) -> tuple[Ask, ...]:
    """What people are asked who have not all the time that they want, and have not answered yet."""
    asks = match.want.asks if isinstance(match.want, Questions) else ()
    return tuple(ask for ask in asks if ask.deadline is not None and ask.seat not in match.answers and session.is_person(ask.player))


def seconds_left(match: Match, deadline: Deadline) -> int:
    """How many seconds are left for an answer."""
    gone = match.clock.answered if deadline.after_first else match.clock.asked
    return max(0, ceil(deadline.seconds) - gone)


def _waited(session: Session, match: Match, now: float) -> Result:
    """A question has waited for so long; whose time is over has given the answer that counts then."""
    asks, clock = hurried(session), match.clock
    if not asks or session.held or session.covered or not isfinite(now):
        return session, ()
    # A clock that was set back starts the second anew.
    if clock.at is None or now < clock.at:
        return replace(session, match=match._replace(clock=clock._replace(at=now))), ()
    gone = int(now - clock.at)
    if gone < 1:
        return session, ()
    match = match._replace(clock=Clock(clock.asked + gone, clock.answered + gone if match.answers else 0, clock.at + gone))
    late = tuple(ask.seat for ask in asks if ask.deadline is not None and not seconds_left(match, ask.deadline))
    # Said, not done: what is kept of the session holds no clock.
    return replace(session, match=match), (Say(TimeUp(session.step, late)),) if late else ()


def on_time_up(session: Session, message: TimeUp) -> Result:
    """The time of some seats is over: what counts then counts for those that have not answered."""
    match = session.match
    if match is None or session.page not in view.ASKING or message.step != session.step or session.held or session.covered:
        return session, ()
    for ask in _with_deadline(session, match):
        if ask.seat in message.seats and ask.deadline is not None:
            match = match.ready(ask.seat, _late_answer(session, ask, ask.deadline.late))
    return (session, ()) if match is session.match else if_all_ready(replace(session, match=match, notice=""), match, [])


def _late_answer(session: Session, ask: Ask, late: str) -> Answer:
    """An offer, or a move of the handle with those cards of the deck that lie there."""
    if late in [offer.key for offer in ask.offers]:
        return Answer("", offer=late, late=True)
    face = session.house.game.face
    codes = (reading.code for reading in session.readers[ask.seat].row)
    return Answer(late, tuple(code if code is not None and face(code) is not None else None for code in codes), late=True)


def rested(session: Session) -> Session:
    """With the clock of a question stopped where no time runs; the next second begins anew then, and so does the time that begins with the first answer."""
    match = session.match
    if match is None or match.clock == Clock():
        return session
    clock = match.clock if match.answers else match.clock._replace(answered=0)
    if clock.at is not None and (session.covered or session.held or not hurried(session)):
        clock = clock._replace(at=None)
    return session if clock == match.clock else replace(session, match=match._replace(clock=clock))
