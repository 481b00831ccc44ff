"""Switching off by touch: asked from the menu and from the first page, shown before it is done, done once; and leaving safe mode."""
from __future__ import annotations

import pytest

from companion.engine.changes import PutOn, SetDamage
from companion.session.house_messages import CallHouse, CallPreferences, EndEvening, Preferences, StartAsUsual
from companion.session.messages import Begin, Choose, ChooseFlag, CloseMenu, GoTo, LookBack, OpenMenu, Propose, Recall, SaveReport, TouchSquare
from companion.session.session import replace
from companion.session.view import BOARD, ENDING, MENU, PLAY
from companion.shell import Shell
from companion.signals import Trouble
from tests.session.evenings import begun, evening, ready
from tests.session.menus import do, open_menu, page, pick, preview


def told(shell: Shell, words: str = "Off in a moment.") -> list[bool]:
    """The orders that reach the computer, each True for a restart."""
    orders: list[bool] = []

    def switch_off(restart: bool) -> str:
        """Take the order down."""
        orders.append(restart)
        return words

    shell.caretaker.switch_off = switch_off
    return orders


def at_home(shell: Shell) -> Shell:
    """The same evening on a computer that does nothing but this game, and has been made ready."""
    shell.send(CallPreferences(Preferences(welcomed=True)))
    shell.send(CallHouse(True))
    return shell


@pytest.mark.parametrize(("way", "restart"), [("Switch off", False), ("Restart", True)])
def test_a_race_is_left_by_touch(way: str, restart: bool) -> None:
    """From the top of the menu: asked, shown with what becomes of the race, done; the race stands where it stood, and the answer is read."""
    shell = begun()
    ready(shell, 1)
    ready(shell, 2)
    assert shell.view.page == PLAY
    before, orders = shell.session, told(shell)
    open_menu(shell)
    pick(shell, "Switch off", "Table")
    assert shell.view.title == "Switch off" and shell.view.back == "Menu" and page(shell).preview is None
    pick(shell, way)
    assert "offered again" in preview(shell).words[0] and preview(shell).label == way and not orders
    do(shell)
    assert orders == [restart]
    assert shell.session == replace(before, notice="Off in a moment.")


def test_nothing_else_that_is_shown_switches_off() -> None:
    """Not even a remedy that has the same value: to the moment 0 is not off."""
    shell = begun()
    orders = told(shell)
    open_menu(shell)
    shell.send(Propose(GoTo(0)))
    shell.send(EndEvening(False))
    assert not orders


def test_the_first_page_leads_out_on_a_table_of_its_own() -> None:
    """Without a race the button back of the first page asks; closing the question leads back. Elsewhere there is no such button."""
    assert evening().view.back == ""
    shell = at_home(evening())
    orders = told(shell)
    assert (shell.view.page, shell.view.back) == (BOARD, "Switch off") and shell.view.on_back is not None
    shell.send(shell.view.on_back)
    assert shell.view.page == MENU and shell.view.back == "Close" and shell.view.board is not None
    pick(shell, "Switch off")
    shell.send(preview(shell).drop)
    assert page(shell).preview is None
    shell.send(CloseMenu())
    assert shell.view.page == BOARD
    shell.send(OpenMenu(ENDING))
    pick(shell, "Restart")
    do(shell)
    assert orders == [True] and shell.view.page == BOARD and shell.view.notice == "Off in a moment."


def test_it_is_done_once_and_only_as_shown() -> None:
    """Words out of nowhere, of another way, or a second tap switch nothing off."""
    shell = at_home(evening())
    orders = told(shell)
    shell.send(EndEvening(False))
    shell.send(OpenMenu(ENDING))
    shell.send(EndEvening(False))
    shell.send(Propose(EndEvening(True)))
    shell.send(EndEvening(False))
    assert not orders
    shell.send(EndEvening(True))
    shell.send(EndEvening(True))
    assert orders == [True]


def test_a_refusal_is_read() -> None:
    """What the computer answers stands on the page; an evening that has no say in the computer says so."""
    shell = begun()
    told(shell, "Not allowed: pull the plug.")
    for expected in ("Not allowed: pull the plug.", "This evening has no say in the computer: switch it off as usual."):
        shell.send(OpenMenu(ENDING))
        pick(shell, "Switch off")
        do(shell)
        assert shell.view.notice == expected
        shell.caretaker.switch_off = Shell(shell.table, shell.session, {}, shell.chance).caretaker.switch_off


def test_what_is_not_kept_is_said() -> None:
    """In safe mode, and while the disk takes nothing, nobody is told that the race comes back."""
    for shell, message in ((begun(), CallHouse(False, "Two starts failed.")), (begun(), Trouble("journal", "The disk is full."))):
        shell.send(message)
        shell.send(OpenMenu(ENDING))
        assert shell.view.hint == "Nothing of this evening is kept."
        pick(shell, "Switch off")
        assert preview(shell).words[0] == "This race is not kept."


def test_the_question_without_a_race_bears_everything() -> None:
    """What only a race has a meaning for changes nothing while the question lies over the setup; a race that begins takes it away."""
    shell = at_home(evening())
    shell.send(OpenMenu(ENDING))
    before = shell.view
    for message in (
        Propose(PutOn(1, "A1", 0)), Propose(SetDamage(1, 3)), Choose(1), ChooseFlag(1), LookBack(2), Recall(1), OpenMenu("back"), OpenMenu("clank", 1),
        TouchSquare("A1"), SaveReport(),
    ):
        shell.send(message)
        assert replace(shell.view, notice="") == before, message
    shell.send(Begin())
    assert shell.session.menu is None and shell.view.page != MENU


def test_safe_mode_is_left_only_where_it_is() -> None:
    """Start as usual means something in safe mode only, and what comes of it is read."""
    shell = evening()
    asked: list[str] = []

    def leave() -> str:
        """Somebody is asked to open the usual evening."""
        asked.append("asked")
        return "One moment."

    shell.caretaker.leave_safe_mode = leave
    shell.send(StartAsUsual())
    assert not asked
    shell.send(CallHouse(False, "Two starts failed."))
    shell.send(StartAsUsual())
    assert asked and shell.view.notice == "One moment."
