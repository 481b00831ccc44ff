"""The clock under other pages: it goes on, closes them at zero, and stops only in few cases.

These are a pause, failed readers, and a rewound table.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.loop import EventLoop
from companion.games.asking import Answer
from companion.session.messages import (
    TURN,
    ApplyCorrection,
    Begin,
    ClosePage,
    Confirm,
    Decline,
    GoBack,
    HandSeat,
    Notice,
    OpenPage,
    Pick,
    SetTimer,
    TimeUp,
    Uncover,
)
from companion.session.pages.menu import Propose
from companion.session.pages.paused import PauseGame
from companion.session.past.spelling import KEPT, message_line, read_message
from companion.session.timing import waits_for_time
from companion.session.view import PAUSED, PLAY, PROGRAM, SUMMARY, TimerPicture
from companion.signals import OK, PULL, MoveHandle, ReaderBack, ReaderLost, SetAside, SlotRead
from tests.kept import done as kept_done
from tests.kept import evening as kept_evening
from tests.kept import say
from tests.recorded import recorded
from tests.session.evenings import fill, ready
from tests.session.menus import find, open_menu, page
from tests.session.quiz import LATE, NO, YES, answers, ask, asked, quiz, wait
from tests.session.real import FIRST, Room
from tests.session.test_timer import shown, timed
from tests.typed import present

LATE_NO = Answer("", offer="no", late=True)
HURRIED = asked(ask(1, YES, NO, deadline=LATE), ask(2, YES, NO, deadline=LATE))


def over_it(loop: EventLoop) -> list[str]:
    """Return the pages over the race."""
    return [overlay.page for overlay in loop.session.overlays]


def below(loop: EventLoop) -> tuple[int, bool] | None:
    """Return the seconds that a page over the race shows, and whether they are stopped."""
    timer = loop.view.time
    return None if timer is None else (timer.left, timer.stands)


# ---- It goes on ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["menu", "history", "timer", "doctor", "table", "locked"])
def test_time_goes_on_under_every_page_and_is_shown_there(name: str) -> None:
    """Show the time, which goes on, under every page."""
    loop = timed()
    now = wait(loop, 0.0, 1.0)
    loop.send(OpenPage(name))
    assert (
        over_it(loop)[-1:] == [name] and below(loop) == (4, False) and waits_for_time(loop.session)
    )
    now = wait(loop, now, 2.0)
    assert below(loop) == (2, False)
    loop.send(ClosePage(name))
    assert shown(loop) == (2, True) and loop.view.time is None


def test_at_zero_the_menu_closes_and_says_why() -> None:
    """Close the menu at zero with the reason, and go on with the turn."""
    loop = timed()
    open_menu(loop)
    wait(loop, 0.0, 5.0)
    assert loop.session.page == PLAY and over_it(loop) == [] and loop.view.page == PLAY
    assert isinstance(loop.session.notice, Notice)
    assert str(loop.session.notice) == recorded("Time-is-up-Chance-chose-cards")


def test_at_zero_an_open_correction_is_dropped_and_said() -> None:
    """Drop an open correction at zero, and say so."""
    loop = timed()
    open_menu(loop)
    before = loop.session.lobby.setup.seats
    loop.send(Propose(HandSeat(1, "random")))
    assert page(loop).preview is not None
    wait(loop, 0.0, 5.0)
    assert loop.view.page == PLAY and loop.session.lobby.setup.seats == before
    assert str(loop.session.notice) == recorded("Time-is-up")


def test_where_hands_put_cards_in_the_dropped_correction_is_said_as_well() -> None:
    """Say so also if hands must put cards in, and keep the question."""
    room = Room(("person", "person"), (1, 2))
    room.loop.send(SetTimer(5))
    room.begin()
    room.say(SlotRead(2, 3, OK, FIRST[0]))
    open_menu(room.loop)
    room.loop.send(Propose(HandSeat(1, "random")))
    wait(room.loop, 0.0, 5.0)
    assert room.loop.view.page == PROGRAM and room.loop.session.match.question.orders  # type: ignore[union-attr]
    assert str(room.loop.session.notice) == recorded("The-correction-that-was-not-finished")


def test_pages_about_the_table_stay_at_zero() -> None:
    """Keep pages about the table at zero, while answers count below."""
    for name in ("table", "doctor", "locked"):
        loop = quiz(HURRIED)
        loop.send(OpenPage(name))
        wait(loop, 0.0, 3.0)
        assert over_it(loop) == [name] and answers(loop) == (((1, LATE_NO), (2, LATE_NO)),)


def test_a_touch_on_a_phone_counts_under_a_page() -> None:
    """Accept a touch on a phone under a page of the screen."""
    loop = quiz(HURRIED)
    open_menu(loop)
    loop.send(Pick(1, "yes"))
    loop.send(Pick(2, "yes"))
    assert answers(loop) == (((1, Answer("", offer="yes")), (2, Answer("", offer="yes"))),)


# ---- It stands -----------------------------------------------------------------------------------


def test_a_pause_stops_all_clocks_until_somebody_goes_on() -> None:
    """Stop all clocks, the menu and handles in a pause, and cover hands, until it ends."""
    loop = timed()
    now = wait(loop, 0.0, 2.0)
    loop.send(Uncover(1))
    open_menu(loop)
    choice = find(loop, "Pause the game")
    assert choice.hold and choice.message == PauseGame(True)
    loop.send(choice.message)
    assert (
        over_it(loop) == []
        and loop.view.page == PAUSED
        and str(loop.view.title) == recorded("The-game-is-paused")
    )
    assert str(loop.view.body.left) == recorded("3-seconds-are-left-when-the")
    assert not waits_for_time(loop.session)
    now = wait(loop, now, 60.0)
    step, match = loop.session.revision, loop.session.match
    fill(loop, 1)
    for said in (
        MoveHandle(1, PULL),
        TimeUp(step, (1, 2, 3)),
        Pick(1, "yes"),
        Confirm(step),
        PauseGame(True),
    ):
        loop.send(said)
    assert not present(loop.session.match).question.answers and loop.view.page == PAUSED
    assert match is not None and present(loop.session.match).question.open_seat is None
    assert loop.view.on_forward == PauseGame(False)
    loop.send(loop.view.on_forward)
    assert shown(loop) == (3, True)
    wait(loop, now, 1.0)
    assert shown(loop) == (2, True)


def test_the_timer_s_page_leads_to_the_pause_too() -> None:
    """Open the pause from the timer's page, which goes on meanwhile."""
    loop = timed()
    loop.send(OpenPage("timer"))
    choice = next(
        choice for group in loop.view.body.groups for choice in group.choices if choice.hold
    )
    loop.send(choice.message)
    assert loop.view.page == PAUSED


def test_the_menu_opens_over_a_pause_and_offers_none() -> None:
    """Open the menu over a pause without offering another."""
    loop = timed()
    loop.send(PauseGame(True))
    open_menu(loop)
    with pytest.raises(AssertionError, match="no 'Pause the game'"):
        find(loop, "Pause the game")
    assert below(loop) == (5, True)
    wait(loop, 0.0, 60.0)
    assert below(loop) == (5, True)


def test_a_pause_is_kept_and_comes_back_with_the_next_start(tmp_path: Path) -> None:
    """Keep a pause over a restart, after the offer and the check."""
    with kept_evening(tmp_path, "person", "person") as loop:
        say(loop, SetTimer(60), Begin())
        kept_done(loop)
        assert loop.session.page == PROGRAM
        say(loop, PauseGame(True))
    with kept_evening(tmp_path) as loop:
        assert loop.session.timeline.resume_check is not None and loop.session.timeline.game_paused
        for _ in range(6):
            if loop.session.timeline.resume_check is None:
                break
            kept_done(loop)
        assert loop.view.page == PAUSED and not waits_for_time(loop.session)
        say(loop, PauseGame(False))
        assert loop.view.page == PROGRAM and waits_for_time(loop.session)
        say(loop, PauseGame(True))
    with kept_evening(tmp_path) as loop:
        say(loop, Decline())
        assert loop.session.setting_up and not loop.session.timeline.game_paused


def test_a_pause_has_a_line_of_its_own_in_the_journal() -> None:
    """Keep a pause as its own line of the journal, which reads back."""
    assert PauseGame in KEPT
    assert message_line(PauseGame(True)) == '{"PauseGame":{"on":true}}' and read_message(
        message_line(PauseGame(False))
    ) == PauseGame(False)


def test_it_stands_while_a_reader_does_not_answer() -> None:
    """Stop while a reader is lost, until it is back, on the screen, or set aside, and say so."""
    for ends in (ReaderBack(1), Uncover(1), SetAside(1, True)):
        room = Room(("person", "person"), (1, 2))
        room.loop.send(SetTimer(9))
        room.begin()
        room.say(SlotRead(2, 3, OK, FIRST[0]))
        now = wait(room.loop, 0.0, 2.0)
        room.say(ReaderLost(1, "no answer"))
        now = wait(room.loop, now, 30.0)
        timer = room.loop.view.body.timer
        assert (timer.left, timer.runs, timer.stands) == (7, True, True) and not waits_for_time(
            room.loop.session
        )
        assert str(timer.words) == recorded("7-s-left-waiting-for-the")
        if isinstance(ends, ReaderBack):
            room.say(ends)
        else:
            room.loop.send(ends)
        assert waits_for_time(room.loop.session), ends
        wait(room.loop, now, 2.0)
        assert room.loop.view.body.timer == TimerPicture(5, True, 9)


def test_it_stands_while_the_table_is_rewound() -> None:
    """Stop while the table is rewound."""
    loop = timed()
    for seat in (1, 2, 3):
        ready(loop, seat)
    while loop.session.page != SUMMARY:
        loop.send(Confirm(loop.session.revision))
    loop.send(Confirm(loop.session.revision))
    assert waits_for_time(loop.session)
    loop.send(ApplyCorrection(GoBack(TURN)))
    assert loop.session.timeline.is_syncing and not waits_for_time(loop.session)
    while loop.session.timeline.is_syncing:
        loop.send(Confirm(loop.session.revision))
    assert waits_for_time(loop.session)


def test_what_has_not_begun_says_when_it_does() -> None:
    """Explain seconds that have not begun."""
    words = {}
    for start in ("deal", "first", "last"):
        timer = timed(start).view.body.timer
        words[start] = str(timer.words)
    assert words == {
        "deal": "",
        "first": recorded("5-s-once-one-player-is"),
        "last": recorded("5-s-for-the-last-player"),
    }
    room = Room(("person", "person"), (1, 2))
    room.loop.send(SetTimer(5))
    room.begin()
    assert str(room.loop.view.body.timer.words) == recorded("5-s-from-the-first-card")
