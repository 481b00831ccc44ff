"""A race that has ended, looked at again from the first page: this evening and after a start, without any way into it."""
from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from companion import evening as at_home
from companion.keeping import FILE
from companion.session.house_messages import CloseRace, OpenRace
from companion.session.messages import (
    Again, Begin, ChooseBoard, ClearFlags, CloseMenu, Confirm, Decide, Go, GoBack, LookBack, Message, NewEvening, OpenMenu, Recall, SetRule,
    TouchSquare,
)
from companion.session.view import BOARD, HISTORY, LAST, OVER, PAST, PLACE, SUMMARY, View
from companion.session.view_menu import HistoryPage
from companion.session.view_setup import BoardPage
from companion.shell import Shell, open_evening
from companion.ui.speech import speak
from tests.kept import evening, games_of, say, settled
from tests.ui.eyes import faults
from tests.ui.stand import SIZES, button, on_stand, settle
from tests.ui.test_bridge import bridged, frames, wait_until

PILOTS = ("random",) * 8
SHORT: tuple[Message, ...] = (
    ChooseBoard("going-train"), Go("flags"), ClearFlags(), TouchSquare("G4"), SetRule("flag_hit", "pass"), Go("rules"), Begin(),
)
"""A race to one flag close by."""


def to_the_end(shell: Shell) -> View:
    """Set up a short race and play it; what is shown at its end."""
    for message in SHORT:
        shell.send(message)
    while shell.session.page != OVER:
        say(shell, Confirm(shell.session.step))
    return shell.view


def offered(shell: Shell) -> bool:
    """Whether the first page offers the last race."""
    assert isinstance(shell.view.body, BoardPage)
    return bool(shell.view.body.last)


def fetched(shell: Shell) -> None:
    """Wait until whoever was sent to the journal is back."""
    shell.caretaker.errands.wait()
    settled(shell)


def leafed(shell: Shell) -> list[View]:
    """Every page of the last race: how it ended, and every turn of its history."""
    found = [shell.view]
    say(shell, OpenMenu(PAST))
    page = shell.view.body
    assert shell.view.page == HISTORY and isinstance(page, HistoryPage)
    for turn in range(1, page.turn + 1):
        say(shell, LookBack(turn))
        found.append(shell.view)
        say(shell, Recall(0))
        found.append(shell.view)
    say(shell, CloseMenu())
    assert shell.view == found[0]
    return found


def test_it_is_shown_again_this_evening_and_after_a_start(tmp_path: Path) -> None:
    """The same winner, standings and history, from what is known and from the journal; the evening below it stays as it was."""
    with evening(tmp_path, *PILOTS, seed=5) as shell:
        assert not offered(shell), "no race has ended yet"
        over = to_the_end(shell)
        say(shell, NewEvening())
        assert shell.view.page == BOARD and offered(shell)
        below = shell.view
        say(shell, OpenRace())
        seen = leafed(shell)
        assert seen[0].page == LAST and seen[0].body == over.body and seen[0].board == over.board and "wins" in str(over.body)
        assert (seen[0].forward, seen[0].back, seen[0].menu) == ("History", "Close", False)
        say(shell, CloseRace())
        assert shell.view == below
    games = games_of(tmp_path)
    with evening(tmp_path, seed=7) as shell:
        assert shell.view.page == BOARD and offered(shell)
        say(shell, OpenRace())
        fetched(shell)
        again = leafed(shell)
        assert [(view.page, view.body, view.board, view.title) for view in again] == [(view.page, view.body, view.board, view.title) for view in seen]
        say(shell, CloseRace())
        assert shell.view.page == BOARD and shell.view.notice == ""
    assert games_of(tmp_path) == games, "looking is not kept"


def test_nothing_in_it_can_be_changed(tmp_path: Path) -> None:
    """No way back to an entry, no other place of the menu, nothing confirmed, and no other race begun."""
    with closing(open_evening(seed=5, players=PILOTS)) as shell:
        to_the_end(shell)
        for message in (NewEvening(), OpenRace(), OpenMenu(PAST), Recall(0)):
            shell.send(message)
        page = shell.view.body
        assert isinstance(page, HistoryPage) and page.chosen == 0 and page.back_to is None
        before = shell.session
        messages: tuple[Message, ...] = (OpenMenu("top"), OpenMenu("clank", 1), Decide(GoBack("start")), Confirm(shell.session.step), Again(), NewEvening())
        for message in messages:
            shell.send(message)
            assert shell.view.page == HISTORY and shell.session.match is None and shell.session.page == BOARD
        assert shell.session.looking == before.looking


def test_the_last_one_that_has_ended_is_meant(tmp_path: Path) -> None:
    """Not one that was begun after it and left; and where the journal has none that has ended nothing is offered."""
    with evening(tmp_path, *PILOTS, seed=5) as shell:
        over = to_the_end(shell)
        say(shell, Again())
        assert shell.view.page == PLACE
        say(shell, Go("board"))
        assert offered(shell)
        say(shell, OpenRace())
        assert shell.view.page == LAST and shell.view.body == over.body
    with evening(tmp_path / "other", *PILOTS, seed=5) as shell:
        for message in SHORT:
            say(shell, message)
        while shell.session.page not in (SUMMARY, OVER):
            say(shell, Confirm(shell.session.step))
        assert shell.session.page == SUMMARY
    with evening(tmp_path / "other", fresh=True) as shell:
        assert not offered(shell)
        say(shell, OpenRace())
        assert "No race has ended yet" in shell.view.notice


def test_one_that_cannot_be_told_again_is_said_so(tmp_path: Path) -> None:
    """A journal whose end was lost: one sentence on the first page, which goes on."""
    with evening(tmp_path, *PILOTS, seed=5) as shell:
        to_the_end(shell)
    with closing(sqlite3.connect(tmp_path / FILE)) as journal:
        journal.execute("UPDATE entries SET text = replace(text, '\"step\":', '\"step\":1') WHERE text LIKE '%Confirm%'")
        journal.commit()
    with evening(tmp_path) as shell:
        assert "could be recovered" in shell.view.notice and offered(shell)
        say(shell, OpenRace())
        fetched(shell)
        assert shell.view.page == BOARD and "does not reach its end" in shell.view.notice
        say(shell, Go("next"))
        assert shell.view.page != BOARD


def test_the_screen_goes_on_while_it_is_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By touch, with a journal that takes its time: frames are drawn meanwhile and pages turned; who has gone on is not called back."""
    with evening(tmp_path, *PILOTS, seed=5) as shell:
        to_the_end(shell)
    gate, whole = Event(), at_home.recall_whole
    monkeypatch.setattr(at_home, "recall_whole", lambda *what: (gate.wait(), whole(*what))[1])
    with bridged(at_home.kept_evening(tmp_path), threads=True) as (window, bridge):
        from kivy.tests.common import UnitTestTouch

        def tap(words: str) -> None:
            """Touch a button."""
            found = button(bridge.stage, words)
            finger = UnitTestTouch(found.center_x, found.center_y)
            finger.touch_down()
            finger.touch_up()

        tap("Last race")
        wait_until(lambda: "being looked up" in bridge.screen.view.notice)
        with frames(window) as drawn:
            bridge.shell.send(ChooseBoard("gorge-crossing"))
            wait_until(lambda: bridge.screen.view.body.chosen == "gorge-crossing" and bool(drawn))
        bridge.shell.send(Go("next"))
        wait_until(lambda: bridge.screen.view.page == "flags")
        gate.set()
        wait_until(lambda: bridge.shell.session.last is not None)
        assert bridge.screen.view.page == "flags"
        bridge.shell.send(Go("back"))
        wait_until(lambda: bridge.screen.view.page == BOARD)
        for _ in range(30):
            settle(1)
        tap("Last race")
        wait_until(lambda: bridge.screen.view.page == LAST)
        for _ in range(30):
            settle(1)
        tap("History")
        wait_until(lambda: bridge.screen.view.page == HISTORY)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_it_can_be_read_and_touched(size: tuple[int, int], language: str) -> None:
    """The button on the first page, also on a table's own computer; the race; its history; and there nothing is held or waits."""
    with closing(open_evening(seed=5, players=PILOTS)) as shell:
        to_the_end(shell)
        shell.send(NewEvening())
        views = [shell.view, shell.view._replace(back="Switch off")]
        for message in (OpenRace(), OpenMenu(PAST)):
            shell.send(message)
            views.append(shell.view)
    try:
        speak(language)
        for view in views:
            with on_stand(size, view) as stand:
                getattr(stand.screen, "map", None) and stand.screen.map.finish()
                assert faults(stand.screen) == []
                if view.page == LAST:
                    stand.tap(button(stand.screen, "Close"))
                    stand.tap(button(stand.screen, "History"))
                    assert stand.heard() == [CloseRace(), OpenMenu(PAST)]
                elif view.page == BOARD:
                    stand.tap(button(stand.screen, "Last race"))
                    assert stand.heard() == [OpenRace()]
    finally:
        speak("en")
