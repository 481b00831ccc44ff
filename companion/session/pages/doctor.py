"""The doctor: its verdict, the findings, the worst first, and what can be done here.

The loop runs the checks beside the session for some seconds; a result after the page was closed is
dropped. Nothing of it is kept.
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
from companion.session.commands import CheckResult, ExamineHealth, WriteBundle
from companion.session.messages import ClosePage, OpenPage, StartAsUsual, news
from companion.session.pages import Page
from companion.session.session import Result, Session, close_pages, push_page, show_page
from companion.session.view import CERTIFY, DOCTOR, TABLE, UPDATE, WELCOME, View
from companion.signals import Watch
from companion.words import Text, count, text

TAPS: Final = 10
"""The number of taps that show whether each arrives once."""
LONGEST_COUNT: Final = 1000
"""An upper limit for a count of taps."""
SAVING: Final = news(text("The bundle is being written. Its folder will be shown here."))
LOOKING: Final = text("The checks are running. This takes a few seconds.")


class DoctorState(NamedTuple):
    """The findings, None while the checks run, and the result of the tapping test."""

    findings: tuple[CheckResult, ...] | None = None
    taps: CheckResult | None = None


# ---- Messages ----


class AskDoctor(NamedTuple):
    """Run the checks again; ignored while they run."""


class HealthExamined(NamedTuple):
    """The results of all checks, in order."""

    findings: tuple[CheckResult, ...]


class TapsCounted(NamedTuple):
    """The tapping test was completed; `doubled` of the `taps` arrived twice."""

    taps: int
    doubled: int


class SaveBundle(NamedTuple):
    """Write everything that helps to find a fault into one file, on a USB stick if there is one."""


# ---- Handlers ----


def on_open(session: Session) -> Result:
    """Start the checks; readers begin to report, so that a bundle has their counters."""
    return show_page(session, DOCTOR, DoctorState()), (Watch(True), ExamineHealth())


def on_close(session: Session, doctoring: DoctorState) -> Result:
    # The page below still watches the readers.
    watched = session.is_open(TABLE) or session.is_open(CERTIFY)
    return close_pages(session, DOCTOR), () if watched else (Watch(False),)


def on_ask(session: Session, doctoring: DoctorState, message: AskDoctor) -> Result:
    """Run the checks again, unless they run.

    The result of tapping stays, because no check repeats it.
    """
    if doctoring.findings is None:
        return session, ()
    return show_page(session, DOCTOR, doctoring._replace(findings=None)), (ExamineHealth(),)


def on_examined(session: Session, doctoring: DoctorState, message: HealthExamined) -> Result:
    """Note the results of the checks."""
    return push_page(session, DOCTOR, doctoring._replace(findings=message.findings)), ()


def on_tapped(session: Session, doctoring: DoctorState, message: TapsCounted) -> Result:
    """Note the result of tapping as a finding; impossible counts are dropped."""
    if not 0 <= message.doubled <= message.taps <= LONGEST_COUNT:
        return session, ()
    return push_page(
        session, DOCTOR, doctoring._replace(taps=judged_taps(message.taps, message.doubled))
    ), ()


def on_save_bundle(session: Session, message: SaveBundle) -> Result:
    """Write the report bundle."""
    doctoring = session.state_of(DOCTOR, DoctorState)
    return session._replace(notice=SAVING), (
        WriteBundle(doctoring.taps if doctoring is not None else None),
    )


# ---- View ----


class DoctorPage(NamedTuple):
    """The verdict, the findings and the choices."""

    verdict: Text
    state: str
    """As of a row, "" while the checks run."""
    rows: tuple[DoctorRow, ...]
    """The findings, the worst first."""
    choices: tuple[Choice, ...]
    taps: int
    """The number of taps before the test sends `TapsCounted`."""


def doctor_view(session: Session, doctoring: DoctorState) -> View:
    """Return the findings so far."""
    found = (
        *(doctoring.findings or ()),
        *((doctoring.taps,) if doctoring.taps is not None else ()),
    )
    rows = tuple(row_of(one) for state in GRAVITY for one in found if one.state == state)
    # The result of tapping may come before the checks, and alone says nothing about the machine.
    state = "" if doctoring.findings is None else rows[0].state if rows else FINE
    again = Choice(
        text("Check again"),
        "",
        AskDoctor(),
        blocked="" if doctoring.findings is not None else LOOKING,
    )
    bundle = Choice(text("Fault bundle"), "", SaveBundle())
    choices: tuple[Choice, ...]
    if session.config.safe:
        # Leaving safe mode comes first; a broken version is repaired by an update.
        usual = Choice(text("Start as usual"), "", StartAsUsual())
        choices = (usual, again, bundle, Choice(text("Update"), "", OpenPage(UPDATE)))
    else:
        choices = (again, bundle, Choice(text("First steps"), "", OpenPage(WELCOME)))
    page = DoctorPage(_verdict(state, rows), state, rows=rows, choices=choices, taps=TAPS)
    hint = session.config.safe or (LOOKING if not state else text("Problems come first."))
    title = text("Doctor, safe mode") if session.config.safe else text("Doctor")
    return View(
        DOCTOR,
        title,
        hint=hint,
        body=page,
        back=text("Close"),
        on_back=ClosePage(DOCTOR),
        on_sign=None,
    )


def _verdict(state: str, rows: tuple[DoctorRow, ...]) -> Text:
    """Return how many findings are the worst."""
    if not state:
        return text("Checking")
    many = sum(row.state == state for row in rows)
    if state == BAD:
        return count("{number} problem", "{number} problems", many)
    if state == NOTE:
        return count("{number} note", "{number} notes", many)
    return text("Everything is fine")


PAGE: Final = Page(
    doctor_view,
    {AskDoctor: on_ask, HealthExamined: on_examined, TapsCounted: on_tapped},
    always={SaveBundle: on_save_bundle},
    opened=on_open,
    closed=on_close,
)
