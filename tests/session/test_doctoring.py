"""The doctor over any page: opened, repeated, closed, ordered; it changes and keeps nothing."""

from __future__ import annotations

import pytest

from companion.app.loop import EventLoop
from companion.session.commands import CheckResult, ExamineHealth, WriteBundle
from companion.session.messages import (
    ClosePage,
    Confirm,
    Message,
    OpenPage,
    ShowNotice,
    StartAsUsual,
    StartInfo,
    Tick,
)
from companion.session.pages.doctor import (
    AskDoctor,
    DoctorPage,
    HealthExamined,
    SaveBundle,
    TapsCounted,
)
from companion.session.pages.table import CloseTable, OpenTable
from companion.session.past.spelling import KEPT
from companion.session.showing import view_of
from companion.session.steps import step
from companion.session.view import BOARD, DOCTOR, MENU, TABLE
from companion.signals import Counters, ReaderReport, SlotReport, Watch
from companion.words import Text, text
from tests.recorded import recorded
from tests.session.evenings import begun, evening, going_on_by_itself
from tests.session.menus import open_menu, pick
from tests.typed import noted, serve

FOUND = (
    CheckResult("clock", text("Clock"), "fine", text("It is late."), ""),
    CheckResult("heat", text("Heat"), "bad", text("It is hot."), text("Cool it.")),
    CheckResult("power", text("Power"), "note", text("It was low."), text("Look at it.")),
)


def called(loop: EventLoop, found: tuple[CheckResult, ...] = FOUND) -> EventLoop:
    """Return the doctor over the page of a session, with its findings."""
    serve(loop.host, examine=lambda: found)
    loop.send(OpenPage("doctor"))
    return back(loop)


def back(loop: EventLoop) -> EventLoop:
    """Return the session after all background tasks."""
    loop.host.background.wait()
    loop.poll(0.0)
    return loop


def page(loop: EventLoop) -> DoctorPage:
    """Return the doctor's page, which must be shown."""
    body = loop.view.body
    assert loop.view.page == DOCTOR and isinstance(body, DoctorPage)
    return body


def labels(loop: EventLoop) -> list[str]:
    """Return the choices that can be touched now."""
    return [str(choice.label) for choice in page(loop).choices if not choice.blocked]


def test_it_is_opened_and_leads_back_to_where_one_was() -> None:
    """Open it from first page, table test and menu, and return there."""
    loop = called(evening())
    loop.send(ClosePage("doctor"))
    assert loop.view.page == BOARD
    loop.send(OpenTable())
    called(loop).send(ClosePage("doctor"))
    assert loop.view.page == TABLE
    race = begun()
    open_menu(race)
    serve(race.host, examine=lambda: FOUND)
    pick(race, "Doctor", "Computer")
    assert page(race) and race.view.on_back == ClosePage("doctor")
    race.send(ClosePage("doctor"))
    assert race.view.page == MENU


def test_what_is_grave_stands_first() -> None:
    """Show the worst findings first, equal ones in order."""
    loop = called(
        evening(),
        (
            *FOUND,
            CheckResult("disk", text("Disk"), "bad", text("It is full."), text("Free some space.")),
        ),
    )
    assert [str(row.title) for row in page(loop).rows] == recorded("Heat")
    assert (str(page(loop).verdict), page(loop).state) == ("2 problems", "bad")


@pytest.mark.parametrize(
    ("found", "verdict", "state"),
    [
        (FOUND[:2], "1 problem", "bad"),
        (FOUND[::2], "1 note", "note"),
        (FOUND[:1], "Everything is fine", "fine"),
        ((), "Everything is fine", "fine"),
    ],
)
def test_the_verdict(found: tuple[CheckResult, ...], verdict: str, state: str) -> None:
    """Word the verdict for one, several and no findings."""
    loop = called(evening(), found)
    assert (str(page(loop).verdict), page(loop).state) == (verdict, state)


def test_while_the_checks_look_they_are_not_asked_again() -> None:
    """Say that checks run, and offer to repeat them afterwards."""
    session, commands = step(evening().session, OpenPage("doctor"))
    assert commands == (Watch(True), ExamineHealth()) and str(view_of(session).hint) == recorded(
        "The-checks-are-running"
    )
    assert step(session, AskDoctor()) == (session, ()) and step(session, OpenPage("doctor")) == (
        session,
        (),
    )
    session, _ = step(session, HealthExamined(FOUND))
    assert len(view_of(session).body.rows) == 3
    session, commands = step(session, AskDoctor())
    assert commands == (ExamineHealth(),) and view_of(session).body.rows == ()


def test_checks_that_fail_are_told() -> None:
    """Report failing background checks as a finding."""
    loop = evening()

    def broken() -> tuple[CheckResult, ...]:
        """Raise without a doctor."""
        raise LookupError("no stethoscope")

    serve(loop.host, examine=broken)
    loop.send(OpenPage("doctor"))
    (row,) = page(back(loop)).rows
    assert (
        row.state == "bad"
        and str(row.words) == recorded("no-stethoscope")
        and "Check again" in labels(loop)
    )


def test_tapping_is_a_finding() -> None:
    """Count taps that arrive twice, with a remedy; the last test counts."""
    loop = called(evening(), FOUND[:1])
    loop.send(TapsCounted(10, 0))
    assert [(str(row.title), row.state) for row in page(loop).rows] == [
        (recorded("Clock"), "fine"),
        (recorded("Taps"), "fine"),
    ]
    loop.send(TapsCounted(10, 4))
    row = page(loop).rows[0]
    assert (
        (str(row.title), row.state) == ("Taps", "bad")
        and str(row.words) == recorded("4-of-10-taps")
        and row.remedy
    )
    loop.send(AskDoctor())
    assert [str(row.title) for row in page(back(loop)).rows] == recorded("Taps-2"), (
        "looking again does not forget it"
    )


@pytest.mark.parametrize(
    "message", [TapsCounted(-1, 0), TapsCounted(3, 4), TapsCounted(10**9, 1), TapsCounted(5, -1)]
)
def test_counts_that_cannot_be_are_not_believed(message: Message) -> None:
    """Ignore impossible counts."""
    loop = called(evening())
    before = loop.session
    loop.send(message)
    assert loop.session is before


@pytest.mark.parametrize(
    "message", [ClosePage("doctor"), AskDoctor(), HealthExamined(FOUND), TapsCounted(10, 0)]
)
def test_where_there_is_no_doctor_nothing_happens(message: Message) -> None:
    """Forget findings after the page was closed."""
    session = evening().session
    assert step(session, message) == (session, ())


def test_a_bundle_is_saved_from_the_page_and_from_the_menu() -> None:
    """Say that a bundle is being written, then where it is, with the result of taps."""
    loop, asked = called(evening()), list[CheckResult | None]()

    def bundle(_: object, taps: CheckResult | None) -> Text:
        """Record it."""
        asked.append(taps)
        return text("The bundle lies here.")

    serve(loop.host, bundle=bundle)
    loop.send(TapsCounted(10, 1))
    _, commands = step(loop.session, SaveBundle())
    assert isinstance(commands[0], WriteBundle) and commands[0].taps is not None
    loop.send(SaveBundle())
    assert str(back(loop).view.notice) == recorded("The-bundle-lies-here")
    race = begun()
    serve(race.host, bundle=bundle)
    open_menu(race)
    pick(race, "Fault bundle", "Computer")
    assert str(back(race).session.notice) == recorded("The-bundle-lies-here-2")
    assert [taps is not None for taps in asked] == [True, False]


def test_a_bundle_that_cannot_be_is_told() -> None:
    """Say that a bundle is impossible without a folder, or has failed."""
    loop = evening()
    loop.send(SaveBundle())
    assert str(back(loop).session.notice) == recorded("no-folder")

    def broken(*_: object) -> Text:
        """Raise the error of a dying disk."""
        raise OSError("input/output error")

    serve(loop.host, bundle=broken)
    loop.send(SaveBundle())
    assert str(back(loop).session.notice) == recorded("input-output-error")


def test_only_safe_mode_can_be_left() -> None:
    """Give the reason for safe mode, with the way out first."""
    assert labels(called(evening())) == ["Check again", "Fault bundle", "First steps"]
    loop, left = evening(), list[bool]()
    serve(loop.host.process, leave_safe_mode=lambda: noted(left, True, text("Starting.")))
    loop.send(StartInfo(True, "Safe mode: it was asked for."))
    called(loop)
    assert labels(loop)[0] == recorded("Start-as-usual") and str(loop.view.hint) == recorded(
        "Safe-mode-it-was-asked-for"
    )
    first = page(loop).choices[0].message
    assert isinstance(first, StartAsUsual)
    loop.send(first)
    assert left and str(loop.view.notice) == recorded("Starting")


def test_nothing_goes_on_under_it_and_nothing_is_kept() -> None:
    """Hold instructions and time under it, and change nothing."""
    loop = going_on_by_itself()
    before = loop.session
    called(loop)
    for message in (
        Confirm(before.revision),
        Tick(1.0),
        Tick(9.0),
        TapsCounted(10, 2),
        AskDoctor(),
        ShowNotice("Saved."),
    ):
        loop.send(message)
    back(loop).send(ClosePage("doctor"))
    assert loop.session._replace(notice="") == before._replace(notice="")
    assert not {AskDoctor, HealthExamined, TapsCounted, SaveBundle} & set(KEPT)


def test_readers_report_while_it_is_open() -> None:
    """Request readers' reports for the bundle; the table test keeps them."""
    session, _ = step(evening().session, OpenPage("doctor"))
    report = ReaderReport(
        1, "usb", "AA", "1", "rest", (SlotReport("empty", None, 9),) * 5, Counters(7, 1, 0, 0.1)
    )
    session, _ = step(session, report)
    assert session.readers.by_seat[1].report == report
    assert step(session, ClosePage("doctor"))[1] == (Watch(False),)
    tested, _ = step(evening().session, OpenTable())
    tested, _ = step(tested, OpenPage("doctor"))
    tested, commands = step(tested, ClosePage("doctor"))
    assert commands == () and step(tested, CloseTable())[1] == (Watch(False),)
