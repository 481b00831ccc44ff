"""Switching off by touch: asked, shown and done once; and leaving safe mode."""

from __future__ import annotations

import pytest

from companion.app.host import Process
from companion.app.loop import EventLoop
from companion.engine.changes import PutOn, SetDamage
from companion.session.messages import (
    Begin,
    Confirm,
    GoTo,
    OpenPage,
    SaveReport,
    StartAsUsual,
    StartInfo,
    TouchSquare,
)
from companion.session.pages.ending import EndSession, ProposeEnding, ProposeQuit, Quit
from companion.session.pages.history import Recall, ShowTurnEntries
from companion.session.pages.menu import Choose, ChooseMarker, OpenMenu, Propose
from companion.session.preferences import Preferences, PreferencesLoaded
from companion.session.view import BOARD, MENU, PLAY
from companion.signals import TableProblem
from companion.words import Text, text
from tests.recorded import recorded
from tests.session.evenings import begun, evening, ready
from tests.session.menus import do, open_menu, page, pick, preview
from tests.typed import mistyped, noted, serve


def shut_down(loop: EventLoop, words: str = "Off in a moment.") -> list[bool]:
    """Return the orders that reach the computer, each True for a restart."""
    orders: list[bool] = []

    def switch_off(restart: bool) -> Text:
        """Record the order."""
        orders.append(restart)
        return text(words)

    serve(loop.host.process, switch_off=switch_off)
    return orders


def at_home(loop: EventLoop) -> EventLoop:
    """Return the same session on a computer for this game alone, after its first steps."""
    loop.send(PreferencesLoaded(Preferences(welcomed=True)))
    loop.send(StartInfo(True))
    return loop


@pytest.mark.parametrize(("way", "restart"), [("Switch off", False), ("Restart", True)])
def test_a_race_is_left_by_touch(way: str, restart: bool) -> None:
    """Switch off from the menu with the race's fate in words; the race stays."""
    loop = begun()
    ready(loop, 1)
    ready(loop, 2)
    assert loop.view.page == PLAY
    before, orders = loop.session, shut_down(loop)
    open_menu(loop)
    pick(loop, "Switch off", "Computer")
    assert (
        str(loop.view.title) == recorded("Switch-off")
        and str(loop.view.back) == recorded("Menu")
        and page(loop).preview is None
    )
    pick(loop, way)
    assert (
        preview(loop).words[0] == recorded("continue-it-after-the-next-start")
        and preview(loop).label == way
        and not orders
    )
    do(loop)
    assert orders == [restart]
    assert loop.session == before._replace(notice=text("Off in a moment."))


def test_nothing_else_that_is_shown_switches_off() -> None:
    """Switch nothing off by other values, such as the moment 0."""
    loop = begun()
    orders = shut_down(loop)
    open_menu(loop)
    loop.send(Propose(GoTo(0)))
    loop.send(EndSession(False))
    assert not orders


def test_the_first_page_leads_out_on_a_table_of_its_own() -> None:
    """Ask from the first page's back button on a table's own computer only."""
    assert str(evening().view.back) == ""
    loop = at_home(evening())
    orders = shut_down(loop)
    assert (loop.view.page, str(loop.view.back)) == (
        BOARD,
        "Switch off",
    ) and loop.view.on_back is not None
    loop.send(loop.view.on_back)
    assert (
        loop.view.page == MENU
        and str(loop.view.back) == recorded("Close")
        and loop.view.board is not None
    )
    pick(loop, "Switch off")
    loop.send(preview(loop).drop)
    assert page(loop).preview is None
    loop.send(loop.view.on_back)
    assert loop.view.page == BOARD
    loop.send(OpenPage("ending"))
    pick(loop, "Restart")
    do(loop)
    assert (
        orders == [True]
        and loop.view.page == BOARD
        and str(loop.view.notice) == recorded("Off-in-a-moment")
    )


def test_a_program_on_a_desktop_is_left_from_the_first_page_and_from_the_menu() -> None:
    """Quit a desktop program after a question that says nothing is lost."""
    quits: list[bool] = []
    loop = evening()
    loop.send(StartInfo(False, quits=True))
    serve(loop.host.process, quit=lambda: noted(quits, True, text("It ends.")))
    assert str(loop.view.back) == recorded("Quit")
    loop.send(Quit())
    loop.send(loop.view.on_back)
    loop.send(Quit())
    assert str(loop.view.title) == recorded("Quit-2") and not quits
    pick(loop, "Quit")
    assert preview(loop).words == recorded("Your-choices-here-are-saved")
    do(loop)
    assert (
        quits == [True] and loop.view.page == BOARD and str(loop.view.notice) == recorded("It-ends")
    )
    loop.send(Begin())
    loop.send(Confirm(loop.session.revision))
    open_menu(loop)
    pick(loop, "Quit", "Computer")
    pick(loop, "Quit")
    assert preview(loop).words[0] == recorded("The-game-is-saved-You-can")
    do(loop)
    assert quits == [True, True] and loop.session.match is not None


def test_an_appliance_has_nothing_to_quit() -> None:
    """Offer no quitting on an appliance, whose service would restart it."""
    loop = at_home(begun())
    open_menu(loop)
    pick(loop, "Switch off", "Computer")
    assert [choice.label for choice in page(loop).groups[0].choices] == recorded("Switch-off")
    loop.send(ProposeQuit())
    assert page(loop).preview is None


def test_it_is_done_once_and_only_as_shown() -> None:
    """Switch off once, only after the shown question."""
    loop = at_home(evening())
    orders = shut_down(loop)
    loop.send(EndSession(False))
    loop.send(OpenPage("ending"))
    loop.send(EndSession(False))
    loop.send(ProposeEnding(True))
    loop.send(EndSession(False))
    assert not orders
    loop.send(EndSession(True))
    loop.send(EndSession(True))
    assert orders == [True]


def test_a_refusal_is_read() -> None:
    """Show the computer's refusal, or that the session has no control of it."""
    loop = begun()
    shut_down(loop, "Not allowed: pull the plug.")
    for expected in (
        "Not allowed: pull the plug.",
        "The app cannot switch this computer off: switch it off as usual.",
    ):
        loop.send(OpenPage("ending"))
        pick(loop, "Switch off")
        do(loop)
        assert str(loop.view.notice) == expected
        loop.host.process = Process()


def test_what_is_not_kept_is_said() -> None:
    """Say that the race is lost in safe mode and on a full disk."""
    for loop, message in (
        (begun(), StartInfo(False, "Two starts failed.")),
        (begun(), TableProblem("journal", "The disk is full.")),
    ):
        loop.send(message)
        loop.send(OpenPage("ending"))
        assert str(loop.view.hint) == recorded("This-session-is-not-saved")
        pick(loop, "Switch off")
        assert preview(loop).words[0] == recorded("This-game-is-not-saved")


def test_the_question_without_a_race_bears_everything() -> None:
    """Ignore messages of a race under the question, which a new race closes."""
    loop = at_home(evening())
    loop.send(OpenPage("ending"))
    before = loop.view
    for message in (
        Propose(PutOn(1, "A1", 0)),
        Propose(SetDamage(1, 3)),
        Choose(1),
        ChooseMarker(1),
        ShowTurnEntries(2),
        Recall(1),
        mistyped(ProposeEnding, "?"),
        OpenPage("history"),
        OpenMenu("back"),
        OpenMenu("piece", 1),
        TouchSquare("A1"),
        SaveReport(),
    ):
        loop.send(message)
        assert loop.view._replace(notice="") == before, message
    loop.send(Begin())
    assert loop.session.overlays == () and loop.view.page != MENU


def test_safe_mode_is_left_only_where_it_is() -> None:
    """Leave safe mode only in it, and show the result."""
    loop = evening()
    asked: list[str] = []

    def leave() -> Text:
        """Request the usual session."""
        asked.append("asked")
        return text("One moment.")

    serve(loop.host.process, leave_safe_mode=leave)
    loop.send(StartAsUsual())
    assert not asked
    loop.send(StartInfo(False, "Two starts failed."))
    loop.send(StartAsUsual())
    assert asked and str(loop.view.notice) == recorded("One-moment")
