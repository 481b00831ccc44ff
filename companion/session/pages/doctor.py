"""The doctor: the verdict, what was found, the gravest first, and what can be done here. Nothing of it is kept.

The checks themselves are the loop's. They take seconds and run beside the session; an answer that comes after the page was left is dropped.
"""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.choices import (
    BAD,
    FINE,
    GRAVITY,
    NOTE,
    Choice,
    DoctorRow,
    judged_taps,
    row_of,
)
from companion.session.commands import Checked, ExamineHealth, WriteBundle
from companion.session.messages import ClosePage, OpenPage, StartAsUsual, news
from companion.session.pages import Page
from companion.session.readers import reported
from companion.session.session import Result, Session, close_pages, laid, replace, show_page
from companion.session.view import CERTIFY, DOCTOR, TABLE, UPDATE, WELCOME, View
from companion.signals import ReaderReport, Watch
from companion.words import Text, count, text

TAPS: Final = 10
"""So many taps show whether each arrives once."""
LONGEST_COUNT: Final = 1000
"""More taps than anybody makes."""
SAVING: Final = news(text("The bundle is being written. Wait until its place is shown here."))
LOOKING: Final = text("The checks are running. This takes a few seconds.")


class Doctoring(NamedTuple):
    """What was found, None while the checks look; and what came of tapping, once it was done."""

    findings: tuple[Checked, ...] | None = None
    taps: Checked | None = None


# ---- What is said --------------------------------------------------------------------------------------------------------


class AskDoctor(NamedTuple):
    """Let the doctor look again; nothing while the checks still look."""


class Examined(NamedTuple):
    """The doctor has looked: everything that was found, in the order of the checks."""

    findings: tuple[Checked, ...]


class Tapped(NamedTuple):
    """Somebody has tapped the doctor's field as often as was asked for; `doubled` of the `taps` arrived twice."""

    taps: int
    doubled: int


class SaveBundle(NamedTuple):
    """Write everything that helps to find a fault into one file, on a USB stick where there is one."""


# ---- What it does --------------------------------------------------------------------------------------------------------


def on_open(session: Session) -> Result:
    """Call the doctor; readers begin to report, so that a bundle has their counters."""
    return show_page(session, DOCTOR, Doctoring()), (Watch(True), ExamineHealth())


def on_close(session: Session, doctoring: Doctoring) -> Result:
    """Back to where one was."""
    # What lies below goes on watching.
    watched = session.kept(TABLE) is not None or session.kept(CERTIFY) is not None
    return close_pages(session, DOCTOR), () if watched else (Watch(False),)


def on_ask(session: Session, doctoring: Doctoring, message: AskDoctor) -> Result:
    """Look again, unless the checks are still looking.

    What came of tapping stays, since nothing looks at that again.
    """
    if doctoring.findings is None:
        return session, ()
    return show_page(session, DOCTOR, doctoring._replace(findings=None)), (ExamineHealth(),)


def on_examined(session: Session, doctoring: Doctoring, message: Examined) -> Result:
    """The checks have looked."""
    return laid(session, DOCTOR, doctoring._replace(findings=message.findings)), ()


def on_tapped(session: Session, doctoring: Doctoring, message: Tapped) -> Result:
    """The field was tapped to its end: what that says is a finding like the others; counts that cannot be are dropped."""
    if not 0 <= message.doubled <= message.taps <= LONGEST_COUNT:
        return session, ()
    return laid(
        session, DOCTOR, doctoring._replace(taps=judged_taps(message.taps, message.doubled))
    ), ()


def on_save_bundle(session: Session, message: SaveBundle) -> Result:
    """Write everything down that helps to find a fault."""
    doctoring: Doctoring | None = session.kept(DOCTOR)
    return replace(session, notice=SAVING), (
        WriteBundle(doctoring.taps if doctoring is not None else None),
    )


# ---- What there is to see ------------------------------------------------------------------------------------------------


class DoctorPage(NamedTuple):
    """The verdict with its `state` (as of a row, "" while the checks still look), the findings, the gravest first, and what to choose.

    `taps` are so many as the field for tapping wants before it says `Tapped`.
    """

    verdict: Text
    state: str
    rows: tuple[DoctorRow, ...]
    choices: tuple[Choice, ...]
    taps: int


def doctor_view(session: Session, doctoring: Doctoring) -> View:
    """What was found so far."""
    found = (
        *(doctoring.findings or ()),
        *((doctoring.taps,) if doctoring.taps is not None else ()),
    )
    rows = tuple(row_of(one) for state in GRAVITY for one in found if one.state == state)
    # What came of tapping is there before the checks are done, and alone says nothing of the machine.
    state = "" if doctoring.findings is None else rows[0].state if rows else FINE
    page = DoctorPage(_verdict(state, rows), state, rows, _choices(session, doctoring), TAPS)
    hint = session.house.safe or (LOOKING if not state else text("Problems come first."))
    title = text("Doctor, safe mode") if session.house.safe else text("Doctor")
    return View(
        DOCTOR,
        title,
        hint,
        None,
        page,
        session.step,
        text("Close"),
        "",
        "",
        session.notice,
        session.house.table,
        on_back=ClosePage(DOCTOR),
        on_sign=None,
    )


def _verdict(state: str, rows: tuple[DoctorRow, ...]) -> Text:
    """The gravest findings, counted."""
    if not state:
        return text("Checking")
    many = sum(row.state == state for row in rows)
    if state == BAD:
        return count("{number} problem", "{number} problems", many)
    return (
        count("{number} note", "{number} notes", many)
        if state == NOTE
        else text("Everything is fine")
    )


def _choices(session: Session, doctoring: Doctoring) -> tuple[Choice, ...]:
    """Out of safe mode first, where this is one; there a broken version is put right, too."""
    usual = (Choice(text("Start as usual"), "", StartAsUsual()),) if session.house.safe else ()
    first = () if session.house.safe else (Choice(text("First steps"), "", OpenPage(WELCOME)),)
    again = Choice(
        text("Check again"),
        "",
        AskDoctor(),
        blocked="" if doctoring.findings is not None else LOOKING,
    )
    update = (Choice(text("Update"), "", OpenPage(UPDATE)),) if session.house.safe else ()
    return (*usual, again, Choice(text("Fault bundle"), "", SaveBundle()), *update, *first)


PAGE: Final = Page(
    doctor_view,
    {AskDoctor: on_ask, Examined: on_examined, Tapped: on_tapped},
    always={SaveBundle: on_save_bundle},
    opened=on_open,
    closed=on_close,
    takes={ReaderReport: reported},
)
