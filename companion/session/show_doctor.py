"""The doctor as a view: the verdict, what was found, the gravest first, and what can be done here.

Read only when the doctor is called.
"""
from __future__ import annotations

from typing import Final

from companion.session import view
from companion.session.doctoring import BAD, FINE, NOTE, TAPS
from companion.session.commands import Checked
from companion.session.house_messages import AskDoctor, SaveBundle
from companion.session.messages import ClosePage, OpenPage, StartAsUsual
from companion.session.overlays import Doctoring
from companion.session.session import Session
from companion.session.view import View
from companion.session.view_doctor import DoctorPage, DoctorRow
from companion.session.choices import Choice
from companion.words import Text, count, text

GRAVITY: Final = (BAD, NOTE, FINE)
LOOKING: Final = text("The checks are running. This takes a few seconds.")

def doctor_view(session: Session, doctoring: Doctoring) -> View:
    """What was found so far."""
    found = (*(doctoring.findings or ()), *((doctoring.taps,) if doctoring.taps is not None else ()))
    rows = tuple(_row(one) for state in GRAVITY for one in found if one.state == state)
    # What came of tapping is there before the checks are done, and alone says nothing of the machine.
    state = "" if doctoring.findings is None else rows[0].state if rows else FINE
    page = DoctorPage(_verdict(state, rows), state, rows, _choices(session, doctoring), TAPS)
    hint = session.house.safe or (LOOKING if not state else text("Problems come first."))
    title = text("Doctor, safe mode") if session.house.safe else text("Doctor")
    return View(view.DOCTOR, title, hint, None, page, session.step, text("Close"), "", "", session.notice, session.house.table, on_back=ClosePage("doctor"))


def _row(found: Checked) -> DoctorRow:
    return DoctorRow(found.title, found.state, found.words, found.remedy)


def _verdict(state: str, rows: tuple[DoctorRow, ...]) -> Text:
    """The gravest findings, counted."""
    if not state:
        return text("Looking")
    many = sum(row.state == state for row in rows)
    if state == BAD:
        return count("{number} problem", "{number} problems", many)
    return count("{number} thing to know", "{number} things to know", many) if state == NOTE else text("Everything is fine")


def _choices(session: Session, doctoring: Doctoring) -> tuple[Choice, ...]:
    """Out of safe mode first, where this is one; there a broken version is put right, too."""
    usual = (Choice(text("Start as usual"), "", StartAsUsual()),) if session.house.safe else ()
    first = () if session.house.safe else (Choice(text("First steps"), "", OpenPage("welcome")),)
    again = Choice(text("Look again"), "", AskDoctor(), blocked="" if doctoring.findings is not None else LOOKING)
    update = (Choice(text("Update"), "", OpenPage("update")),) if session.house.safe else ()
    return (*usual, again, Choice(text("Save bundle"), "", SaveBundle()), *update, *first)
