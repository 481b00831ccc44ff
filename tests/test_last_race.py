"""A finished race, shown again from the first page, in the same session and after a restart.

Nothing in it can be changed.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from companion.app import startup as at_home
from companion.app.loop import EventLoop, open_session
from companion.folders import JOURNAL
from companion.session.messages import (
    Again,
    ApplyCorrection,
    BackToSetup,
    Begin,
    ChooseBoard,
    ClearMarkers,
    ClosePage,
    Confirm,
    Go,
    GoBack,
    Message,
    OpenPage,
    SetRule,
    TouchSquare,
)
from companion.session.pages.board import BoardPage
from companion.session.pages.history import HistoryPage, Recall, ShowTurnEntries
from companion.session.pages.menu import OpenMenu
from companion.session.view import BOARD, HISTORY, LAST, OVER, PLACE, SUMMARY, View
from companion.testing.screen_checks import screen_faults
from companion.ui.i18n import set_language
from tests.kept import evening, games_of, say, settled
from tests.recorded import WHEN, recorded
from tests.ui.stand import SIZES, button, live, on_stand
from tests.ui.test_bridge import bridged, frames, wait_until

pytestmark = pytest.mark.usefixtures("display")

PILOTS = ("random",) * 8
SHORT: tuple[Message, ...] = (
    ChooseBoard("going-train"),
    Go("flags"),
    ClearMarkers(),
    TouchSquare("G4"),
    SetRule("flag_hit", "pass"),
    Go("rules"),
    Begin(),
)
"""A race to one flag close by."""


def to_the_end(loop: EventLoop) -> View:
    """Set up a short race, play it, and return the view at its end."""
    for message in SHORT:
        loop.send(message)
    while loop.session.page != OVER:
        say(loop, Confirm(loop.session.revision))
    return loop.view


def offered(loop: EventLoop) -> bool:
    """Say whether the first page offers the last race."""
    assert isinstance(loop.view.body, BoardPage)
    return bool(loop.view.body.last)


def fetched(loop: EventLoop) -> None:
    """Wait until the journal has been read."""
    loop.host.background.wait()
    settled(loop)


def leafed(loop: EventLoop) -> list[View]:
    """Return every page of the last race: how it ended, and every turn of its history."""
    found = [loop.view]
    say(loop, OpenPage("history"))
    page = loop.view.body
    assert loop.view.page == HISTORY and isinstance(page, HistoryPage)
    for turn in range(1, page.turn + 1):
        say(loop, ShowTurnEntries(turn))
        found.append(loop.view)
        say(loop, Recall(0))
        found.append(loop.view)
    say(loop, ClosePage("history"))
    assert loop.view == found[0]
    return found


def test_it_is_shown_again_this_evening_and_after_a_start(tmp_path: Path) -> None:
    """Show the same winner, standings and history, from memory and from the journal.

    The session below stays as it was.
    """
    with evening(tmp_path, *PILOTS, seed=5) as loop:
        assert not offered(loop), "no race has ended yet"
        over = to_the_end(loop)
        say(loop, BackToSetup())
        assert loop.view.page == BOARD and offered(loop)
        below = loop.view
        say(loop, OpenPage("last"))
        seen = leafed(loop)
        assert (
            seen[0].page == LAST
            and seen[0].body == over.body._replace(other=None)
            and seen[0].board == over.board
            and "wins" in str(over.body)
        )
        assert (str(seen[0].forward), str(seen[0].back), seen[0].menu) == (
            "History",
            "Close",
            False,
        )
        say(loop, ClosePage("last"))
        assert loop.view == below
    games = games_of(tmp_path)
    with evening(tmp_path, seed=7) as loop:
        assert loop.view.page == BOARD and offered(loop)
        say(loop, OpenPage("last"))
        fetched(loop)
        again = leafed(loop)
        assert [(view.page, view.body, view.board, str(view.title)) for view in again] == [
            (view.page, view.body, view.board, str(view.title)) for view in seen
        ]
        say(loop, ClosePage("last"))
        assert loop.view.page == BOARD and str(loop.view.notice) == ""
    assert games_of(tmp_path) == games, "looking is not kept"


def test_nothing_in_it_can_be_changed(tmp_path: Path) -> None:
    """Offer no undo, no other place of the menu, no confirmation and no other race."""
    with closing(open_session(seed=5, players=PILOTS)) as loop:
        to_the_end(loop)
        for opening in (BackToSetup(), OpenPage("last"), OpenPage("history"), Recall(0)):
            loop.send(opening)
        page = loop.view.body
        assert isinstance(page, HistoryPage) and page.chosen == 0 and page.back_to is None
        before = loop.session
        messages: tuple[Message, ...] = (
            OpenMenu("top"),
            OpenMenu("piece", 1),
            ApplyCorrection(GoBack("start")),
            Confirm(loop.session.revision),
            Again(),
            BackToSetup(),
        )
        for message in messages:
            loop.send(message)
            assert (
                loop.view.page == HISTORY
                and loop.session.match is None
                and loop.session.page == BOARD
            )
        assert loop.session.overlays == before.overlays


def test_the_last_one_that_has_ended_is_meant(tmp_path: Path) -> None:
    """Show the last race that has ended, not one begun later and left.

    Offer nothing without one.
    """
    with evening(tmp_path, *PILOTS, seed=5) as loop:
        over = to_the_end(loop)
        say(loop, Again())
        assert loop.view.page == PLACE
        say(loop, Go("board"))
        assert offered(loop)
        say(loop, OpenPage("last"))
        assert loop.view.page == LAST and loop.view.body == over.body._replace(other=None)
    with evening(tmp_path / "other", *PILOTS, seed=5) as loop:
        for message in SHORT:
            say(loop, message)
        while loop.session.page not in (SUMMARY, OVER):
            say(loop, Confirm(loop.session.revision))
        assert loop.session.page == SUMMARY
    with evening(tmp_path / "other", fresh=True) as loop:
        assert not offered(loop)
        say(loop, OpenPage("last"))
        assert str(loop.view.notice) == recorded("No-game-has-ended-yet")


def test_one_that_cannot_be_told_again_is_said_so(tmp_path: Path) -> None:
    """Say in one sentence on the first page that the end of the journal was lost, and go on."""
    with evening(tmp_path, *PILOTS, seed=5) as loop:
        to_the_end(loop)
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as journal:
        journal.execute(
            "UPDATE entries SET text = replace(text, '\"step\":', '\"step\":1') WHERE "
            "text LIKE '%Confirm%'"
        )
        journal.commit()
    with evening(tmp_path) as loop:
        assert offered(loop) and str(loop.view.notice) == recorded(
            "could-be-recovered", folder=tmp_path, when=WHEN
        )
        say(loop, OpenPage("last"))
        fetched(loop)
        assert loop.view.page == BOARD and str(loop.view.notice) == recorded(
            "its-end-was-not-saved"
        )
        say(loop, Go("next"))
        assert loop.view.page != BOARD


def test_the_screen_goes_on_while_it_is_looked_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Draw frames and turn pages by touch while a slow journal is read.

    A user who has moved on is not called back.
    """
    with evening(tmp_path, *PILOTS, seed=5) as loop:
        to_the_end(loop)
    gate, whole = Event(), at_home.recall_whole
    monkeypatch.setattr(
        at_home, "recall_whole", lambda *what, **more: (gate.wait(), whole(*what, **more))[1]
    )
    with bridged(at_home.kept_session(tmp_path), threads=True) as (window, bridge):
        from kivy.tests.common import UnitTestTouch

        def tap(words: str) -> None:
            """Touch a button."""
            found = button(bridge.stage, words)
            finger = UnitTestTouch(found.center_x, found.center_y)
            finger.touch_down()
            finger.touch_up()

        tap("Last game")
        wait_until(lambda: "being loaded" in str(bridge.screen.view.notice))
        with frames(window) as drawn:
            bridge.loop.send(ChooseBoard("gorge-crossing"))
            wait_until(lambda: bridge.screen.view.body.chosen == "gorge-crossing" and bool(drawn))
        bridge.loop.send(Go("next"))
        wait_until(lambda: bridge.screen.view.page == "flags")
        gate.set()
        wait_until(lambda: bridge.loop.session.timeline.last is not None)
        assert bridge.screen.view.page == "flags"
        bridge.loop.send(Go("back"))
        wait_until(lambda: bridge.screen.view.page == BOARD)
        for _ in range(30):
            live(1)
        tap("Last game")
        wait_until(lambda: bridge.screen.view.page == LAST)
        for _ in range(30):
            live(1)
        tap("History")
        wait_until(lambda: bridge.screen.view.page == HISTORY)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_it_can_be_read_and_touched(size: tuple[int, int], language: str) -> None:
    """Open the race and its history by the button on the first page.

    This also works on a table's own computer, and nothing is held or waits.
    """
    with closing(open_session(seed=5, players=PILOTS)) as loop:
        to_the_end(loop)
        loop.send(BackToSetup())
        views = [loop.view, loop.view._replace(back="Switch off")]
        for message in (OpenPage("last"), OpenPage("history")):
            loop.send(message)
            views.append(loop.view)
    try:
        set_language(language)
        for view in views:
            with on_stand(size, view) as stand:
                getattr(stand.screen, "map", None) and stand.screen.map.finish()
                assert screen_faults(stand.screen) == []
                if view.page == LAST:
                    stand.tap(button(stand.screen, "Close"))
                    stand.tap(button(stand.screen, "History"))
                    assert stand.heard() == [ClosePage("last"), OpenPage("history")]
                elif view.page == BOARD:
                    stand.tap(button(stand.screen, "Last game"))
                    assert stand.heard() == [OpenPage("last")]
    finally:
        set_language("en")
