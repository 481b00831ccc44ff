"""The first steps over whatever page is shown: the picture the right way up, touch, language, readers and their seats, certificate, first game.

Whatever nobody might be able to undo by touch is tried out first and goes back by itself: only what was seen to be right is kept. No step has to be
done, and where no touch arrives the clock leads on to the crosses. None of it is kept with an evening.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, Final

from companion.session.commands import Command, KeepPreferences, Say
from companion.session.doctoring import on_close_doctor
from companion.session.first_game import first_game, in_the_way
from companion.session.first_steps import Welcoming
from companion.session.messages import ClosePage, OpenPage, Preferences
from companion.session.pages.table import AskSeat, CloseTable, OpenTable
from companion.session.house import ROTATIONS
from companion.session.session import Result, Session, refused, replace
from companion.session.touching import CROSSES, corrected, judged
from companion.session.view import GIVING, UPRIGHT, WELCOME_STAGES
from companion.session.view import CROSSES as TOUCH
from companion.session.welcome_messages import CorrectTouch, LayFirstGame, ShowCrosses, StepOn, Struck, TurnScreen
from companion.signals import NO_READER

TRIED, PATIENT, SILENT = 15.0, 60.0, 20.0
"""Seconds for which a turned picture is tried out; after which the first step goes on to the crosses by itself, since a panel that is turned
answers nowhere else; after which a cross that nobody has touched counts as silent."""


def on_open(session: Session, message: OpenWelcome) -> Result:
    """Begin with the first step."""
    if session.welcoming is not None:
        return session, ()
    # They are opened from there, too, and the doctor would lie over them.
    after, commands = on_close_doctor(session, ClosePage("doctor"))
    return replace(after, welcoming=Welcoming(), notice=""), commands


def on_leave(session: Session, message: LeaveWelcome) -> Result:
    """Back to where one was; that they were seen is kept, so that the next start does not show them."""
    if session.welcoming is None:
        return session, ()
    after, commands = _left(session, session.welcoming)
    # What is tried out has gone back by then, so that it is not kept along with this.
    kept, more = _kept(after, after.preferences._replace(welcomed=True))
    return replace(kept, welcoming=None, notice=""), (*commands, *more)


def on_step(session: Session, message: StepOn) -> Result:
    """To the next step or back; what is tried out and was not found right goes back."""
    welcoming = session.welcoming
    if welcoming is None or message.where not in ("next", "back"):
        return session, ()
    at = WELCOME_STAGES.index(welcoming.stage) + (1 if message.where == "next" else -1)
    if at == len(WELCOME_STAGES):
        return on_leave(session, ClosePage("welcome"))
    commands: tuple[Command, ...] = ()
    if welcoming.stage == UPRIGHT and message.where == "next" and welcoming.before is not None:
        # This is the word that a turned picture waits for.
        session, commands = replace(session, welcoming=welcoming._replace(before=None)), (KeepPreferences(session.preferences),)
    # Any other step away says nothing about what is tried out, so that it goes back.
    after, more = _left(session, session.welcoming or welcoming)
    return _entered(after, WELCOME_STAGES[max(0, at)], (*commands, *more))


def _left(session: Session, welcoming: Welcoming) -> Result:
    """What is tried out goes back, and the table test is closed where it was opened for this."""
    preferences = session.preferences if welcoming.before is None else welcoming.before
    closing = (Say(CloseTable()),) if welcoming.watching and session.testing is not None else ()
    return replace(session, preferences=preferences, welcoming=welcoming._replace(before=None, watching=False)), closing


def _entered(session: Session, stage: str, commands: tuple[Command, ...]) -> Result:
    """A step begins; where seats are given the readers must report."""
    assert session.welcoming is not None
    watching = stage == GIVING and session.testing is None
    # Each step begins anew, as if nothing had been found in it; only the certificate is remembered.
    welcoming = Welcoming(stage, watching=watching, certified=session.welcoming.certified)
    return replace(session, welcoming=welcoming, notice=""), (*commands, *((Say(OpenTable()),) if watching else ()))


def _kept(session: Session, chosen: Preferences) -> Result:
    """What is chosen for the screen from now on."""
    return replace(session, preferences=chosen), () if chosen == session.preferences else (KeepPreferences(chosen),)


# ---- The picture ---------------------------------------------------------------------------------------------------------


def on_turn(session: Session, message: TurnScreen) -> Result:
    """The picture is turned at once; unless it is said to be right it goes back."""
    welcoming, now = session.welcoming, session.preferences
    if welcoming is None or welcoming.stage != UPRIGHT or message.rotation not in ROTATIONS or message.rotation == now.rotation:
        return session, ()
    before = now if welcoming.before is None else welcoming.before
    turned = now._replace(rotation=message.rotation)
    # Turned all the way round nothing is on trial any more.
    trial = None if turned == before else before
    after = welcoming._replace(before=trial, since=None, left=None if trial is None else round(TRIED))
    return replace(session, preferences=turned, welcoming=after, notice=""), ()


# ---- The touch -----------------------------------------------------------------------------------------------------------


def on_struck(session: Session, message: Struck) -> Result:
    """A finger came down while a cross was shown."""
    welcoming = session.welcoming
    if welcoming is None or not awaits_touch(welcoming) or not _can_be(message):
        return session, ()
    return _next_cross(session, welcoming, message)


def _can_be(struck: Struck) -> bool:
    """Whether a finger can come down there: numbers, on or near the picture, of a finger's size."""
    return all(map(isfinite, struck)) and all(-1 < place < 2 for place in struck[:2]) and 0 < struck.wide < 1 and 0 < struck.high < 1 and 0 <= struck.doubled < 100


def awaits_touch(welcoming: Welcoming) -> bool:
    """Whether a cross is shown."""
    return welcoming.stage == TOUCH and not welcoming.found


def _next_cross(session: Session, welcoming: Welcoming, struck: Struck | None) -> Result:
    """The next cross, or after the last one what they have shown; where nothing has arrived at all they begin anew."""
    taps = (*welcoming.struck, struck)
    if len(taps) < len(CROSSES) or not any(taps):
        # Without any touch nobody is there, or the cable is out: whoever comes later finds the first cross.
        some = taps if len(taps) < len(CROSSES) else ()
        return replace(session, welcoming=welcoming._replace(struck=some, since=None)), ()
    tried = welcoming.before is not None
    found, amiss = judged(taps, tried)
    # Offered for a touch anywhere only once: with a correction that was wrong nothing is offered that way again.
    after = welcoming._replace(struck=taps, found=found, amiss=amiss, offered=bool(amiss) and not tried, since=None, before=None)
    if welcoming.before is None:
        return replace(session, welcoming=after), ()
    if found[0].state == "fine":
        return replace(session, welcoming=after), (KeepPreferences(session.preferences),)
    # What was tried out is not right, so that it goes back.
    return replace(session, welcoming=after._replace(amiss=""), preferences=welcoming.before), ()


def on_correct(session: Session, message: CorrectTouch) -> Result:
    """Touches are moved from now on; the crosses show whether that is right, and only then it is kept."""
    welcoming, now = session.welcoming, session.preferences
    if welcoming is None or not welcoming.amiss:
        return session, ()
    right = now._replace(touch=corrected(now.touch, now.rotation, welcoming.amiss))
    return replace(session, preferences=right, welcoming=Welcoming(TOUCH, before=now, certified=welcoming.certified), notice=""), ()


def on_crosses(session: Session, message: ShowCrosses) -> Result:
    """Once more from the first cross."""
    welcoming = session.welcoming
    if welcoming is None or welcoming.stage != TOUCH or not welcoming.found:
        return session, ()
    return replace(session, welcoming=Welcoming(TOUCH, certified=welcoming.certified), notice=""), ()


# ---- Time ----------------------------------------------------------------------------------------------------------------


def ticked(session: Session, now: float) -> Result:
    """Time goes by: what waits for a touch does not wait for ever; readers without a seat are asked for one after another."""
    welcoming = session.welcoming
    # Something lies over the steps, or the glass is wiped: nobody could touch what is waited for.
    if welcoming is None or session.certifying is not None or session.doctoring is not None or session.cleaning:
        return session, ()
    if welcoming.stage == GIVING:
        return _asked(session)
    patience = _patience(welcoming)
    if patience is None:
        return session, ()
    # A clock that was set back, or that is no number, starts the waiting anew.
    waited = -1.0 if welcoming.since is None else now - welcoming.since
    if not waited >= 0:
        return replace(session, welcoming=welcoming._replace(since=now)), ()
    if waited >= patience:
        return _gave_up(session, welcoming)
    left = None if welcoming.before is None or welcoming.stage != UPRIGHT else round(patience - waited)
    return (session, ()) if left == welcoming.left else (replace(session, welcoming=welcoming._replace(left=left)), ())


def _patience(welcoming: Welcoming) -> float | None:
    """How long it waits for a touch, None for as long as it takes."""
    if welcoming.stage == UPRIGHT:
        return TRIED if welcoming.before is not None else PATIENT
    return SILENT if awaits_touch(welcoming) or welcoming.offered else None


def _gave_up(session: Session, welcoming: Welcoming) -> Result:
    """Nobody has touched what was waited for."""
    if welcoming.stage == UPRIGHT and welcoming.before is not None:
        return replace(session, preferences=welcoming.before, welcoming=Welcoming(certified=welcoming.certified)), ()
    if welcoming.stage == UPRIGHT:
        return _entered(session, TOUCH, ())
    if welcoming.offered:
        return replace(session, welcoming=welcoming._replace(offered=False, since=None)), ()
    return _next_cross(session, welcoming, None)


def _asked(session: Session) -> Result:
    """Ask for the handle of the next seat that has no reader, while there are readers without a seat; what nobody chose is asked no longer than that."""
    testing, welcoming = session.testing, session.welcoming
    # A seat that somebody chose is left alone.
    if testing is None or welcoming is None or testing.asking is not None and testing.asking != welcoming.asked:
        return session, ()
    # By NO_READER, and not by whether one answers: a reader whose cable is out keeps its seat.
    free = [seat for seat, reader in session.readers.items() if reader.lost == NO_READER and seat not in session.house.touch]
    # Still waited for: that reader's handle has not been pulled.
    if testing.asking is not None and session.strangers and testing.asking in free:
        return session, ()
    asked = free[0] if session.strangers and free else None
    after = replace(session, welcoming=welcoming._replace(asked=asked))
    return after, () if asked == testing.asking else (Say(AskSeat(asked)),)


# ---- Certificate and first game ------------------------------------------------------------------------------------------


def certified(before: Session, session: Session) -> Session:
    """The acceptance run over the first steps is left: what came of it stands here now."""
    report = before.certifying.report if before.certifying is not None else None
    if report is None or session.certifying is not None or session.welcoming is None:
        return session
    return replace(session, welcoming=session.welcoming._replace(certified=report.verdict))


def on_first_game(session: Session, message: LayFirstGame) -> Result:
    """Said, not done: what is kept of the evening are the choices themselves."""
    if session.welcoming is None:
        return session, ()
    words = in_the_way(session)
    if words:
        return refused(session, words)
    after, commands = on_leave(session, ClosePage("welcome"))
    return after, (*commands, *map(Say, first_game(session)))


HANDLERS: Final[Mapping[type, Callable[[Session, Any], Result]]] = {
    OpenWelcome: on_open, LeaveWelcome: on_leave, StepOn: on_step, TurnScreen: on_turn, Struck: on_struck, CorrectTouch: on_correct,
    ShowCrosses: on_crosses, LayFirstGame: on_first_game,
}
"""What each message of the first steps does."""
