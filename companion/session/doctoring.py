"""The doctor over whatever page is shown: the checks themselves are the loop's, here stands what they have found. Nothing of it is kept.

Looking takes seconds and runs beside the evening; an answer that comes after the page was left is dropped.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.session.commands import Checked, ExamineHealth, WriteBundle
from companion.session.house_messages import AskDoctor, Examined, SaveBundle, Tapped
from companion.session.messages import ClosePage, OpenPage, news
from companion.session.overlays import Doctoring
from companion.session.session import Result, Session, replace
from companion.signals import Watch
from companion.words import text

FINE, NOTE, BAD = "fine", "note", "bad"
"""The states of a finding."""
TAPS: Final = 10
"""So many taps show whether each arrives once."""
SAVING: Final = news(text("The bundle is being written. Wait until its place is named here."))
LONGEST_COUNT: Final = 1000
"""More taps than anybody makes."""


def on_open_doctor(session: Session, message: OpenDoctor) -> Result:
    """Call the doctor; readers begin to report, so that a bundle has their counters."""
    if session.doctoring is not None:
        return session, ()
    return replace(session, doctoring=Doctoring(), notice=""), (Watch(True), ExamineHealth())


def on_close_doctor(session: Session, message: CloseDoctor) -> Result:
    """Back to where one was."""
    if session.doctoring is None:
        return session, ()
    # What lies below goes on watching.
    watched = session.testing is not None or session.certifying is not None
    return replace(session, doctoring=None, notice=""), () if watched else (Watch(False),)


def on_ask_doctor(session: Session, message: AskDoctor) -> Result:
    """Look again, unless the checks are still looking.

    What came of tapping stays, since nothing looks at that again.
    """
    doctoring = session.doctoring
    if doctoring is None or doctoring.findings is None:
        return session, ()
    return replace(session, doctoring=doctoring._replace(findings=None), notice=""), (ExamineHealth(),)


def on_examined(session: Session, message: Examined) -> Result:
    """The checks have looked."""
    doctoring = session.doctoring
    if doctoring is None:
        return session, ()
    return replace(session, doctoring=doctoring._replace(findings=message.findings)), ()


def on_tapped(session: Session, message: Tapped) -> Result:
    """The field was tapped to its end: what that says is a finding like the others; counts that cannot be are dropped."""
    doctoring, taps, doubled = session.doctoring, message.taps, message.doubled
    if doctoring is None or not 0 <= doubled <= taps <= LONGEST_COUNT:
        return session, ()
    return replace(session, doctoring=doctoring._replace(taps=judged_taps(taps, doubled))), ()


def judged_taps(taps: int, doubled: int) -> Checked:
    """What it means that so many taps arrived, some of them twice.

    The crosses of the first steps are judged by it too, since every touch can be doubled.
    """
    if not doubled:
        return Checked("taps", text("Taps"), FINE, text("{taps} taps arrived, each of them once.", taps=taps), text("If you have tapped more or less often, clean the glass and try again."))
    return Checked(
        "taps", text("Taps"), BAD, text("{doubled} of {taps} taps arrived twice: two input providers read the same touchscreen.", doubled=doubled, taps=taps),
        text("Unplug a second touch cable, take SDL_MOUSE_TOUCH_EVENTS out of the environment, and start again; Touch in this list names the screens."),
    )


def on_save_bundle(session: Session, message: SaveBundle) -> Result:
    """Write everything down that helps to find a fault."""
    taps = session.doctoring.taps if session.doctoring is not None else None
    return replace(session, notice=SAVING), (WriteBundle(taps),)


HANDLERS: Final[Mapping[type, Callable[[Session, Any], Result]]] = {
    OpenDoctor: on_open_doctor, CloseDoctor: on_close_doctor, AskDoctor: on_ask_doctor, Examined: on_examined, Tapped: on_tapped,
    SaveBundle: on_save_bundle,
}
"""What each message about the doctor does."""
