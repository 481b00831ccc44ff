"""Before the race: who has a reader says by the own handle that the own piece stands in its place (REQ-L2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.loop import EventLoop
from companion.session.messages import Begin, Decide, Go, GoBack
from companion.session.pages.menu import CloseMenu, OpenMenu
from companion.session.pages.place import PlacePage
from companion.session.past.replaying import mark_of
from companion.session.view import PLACE, PROGRAM
from companion.signals import PULL, PUSH, REST, HandleMoved, ReaderBack, ReaderLost
from companion.table.stand_ins import StandIns
from companion.table.virtual import ToldTable
from tests.lost_and_found import KeptTable
from tests.recorded import recorded
from tests.session.evenings import done, evening, yard
from tests.session.real import Room

PEOPLE = ("person", "person", "person")


def placing(players: tuple[str, ...] = PEOPLE, real: tuple[int, ...] = (1, 2, 3)) -> Room:
    """Pieces are being put in their places, at real readers."""
    room = Room(players, real)
    room.loop.send(Begin())
    assert room.loop.view.page == PLACE
    return room


def ticked(loop: EventLoop) -> list[int | None]:
    """The seats whose line has its tick and word."""
    body = loop.view.body
    assert isinstance(body, PlacePage)
    return [line.seat for line in body.lines if str(line.ready) == "ready"]


def waited_for(loop: EventLoop) -> list[int | None]:
    """The seats whose line waits for a handle."""
    body = loop.view.body
    assert isinstance(body, PlacePage)
    return [line.seat for line in body.lines if line.awaited]


def test_the_last_pull_begins_the_race() -> None:
    """Each line gets its tick and word, the hint names who is left, and nobody needs to touch the screen."""
    room = placing()
    assert waited_for(room.loop) == [1, 2, 3] and not ticked(room.loop)
    room.move(2)
    room.move(1)
    assert ticked(room.loop) == [1, 2] and waited_for(room.loop) == [3]
    assert str(room.loop.view.hint) == recorded("Then-pull-your-own-handle-Waiting")
    room.move(3)
    assert room.loop.view.page == PROGRAM
    # What was said before the race is no answer to what it asks.
    assert (
        room.loop.session.match is not None
        and not room.loop.session.match.answers
        and not room.loop.session.match.placed
    )


def test_a_push_takes_it_back() -> None:
    """The last movement counts; a push of who was not ready means nothing."""
    room = placing()
    for seat, position in ((1, PULL), (2, PULL), (1, PUSH), (3, PUSH), (3, PULL)):
        room.move(seat, position)
    assert room.loop.view.page == PLACE and ticked(room.loop) == [2, 3]
    room.move(1)
    assert room.loop.view.page == PROGRAM


def test_done_can_be_touched_whoever_has_pulled() -> None:
    """The touch stays what it was, and a pull that comes too late is not the word for the race's first question."""
    room = placing()
    room.move(1)
    done(room.loop)
    assert room.loop.view.page == PROGRAM
    assert room.loop.session.match is not None and not room.loop.session.match.answers


def test_who_plays_at_the_screen_touches() -> None:
    """Handles alone do not begin the race for somebody who has none; the hint says what is left to do."""
    room = placing(real=(1, 3))
    room.move(1)
    room.move(3)
    assert room.loop.view.page == PLACE and ticked(room.loop) == [1, 3]
    assert str(room.loop.view.hint) == recorded("touch-All-in-place")
    done(room.loop)
    assert room.loop.view.page == PROGRAM


def test_pilots_are_not_waited_for() -> None:
    """Only people pull; a reader that nobody plays at says nothing."""
    room = placing(("person", "random", "person"), (1, 2, 3))
    assert waited_for(room.loop) == [1, 3]
    room.move(2)
    assert not ticked(room.loop)
    room.move(1)
    room.move(3)
    assert room.loop.view.page == PROGRAM


def test_without_readers_the_page_says_no_more_than_before() -> None:
    """At the screen alone no line is marked and no handle is asked for."""
    loop = evening()
    loop.send(Begin())
    body = loop.view.body
    assert isinstance(body, PlacePage) and not any(
        line.awaited or line.ready for line in body.lines
    )
    assert "handle" not in str(loop.view.hint)


def test_a_lost_reader_is_not_waited_for() -> None:
    """Its loss alone begins nothing; back again it is waited for as before, and who had pulled stays ready."""
    room = placing()
    room.move(1)
    room.move(2)
    room.say(ReaderLost(3, "its cable is out"))
    assert room.loop.view.page == PLACE and not waited_for(room.loop)
    room.say(ReaderBack(3))
    assert waited_for(room.loop) == [3] and ticked(room.loop) == [1, 2]
    room.say(ReaderLost(3, "its cable is out"))
    room.move(2, PUSH)
    room.move(2)
    assert room.loop.view.page == PROGRAM


def test_a_handle_that_is_held_counts_once() -> None:
    """Readers repeat their state: a push that is only repeated after the pull says nothing new."""
    room = placing()
    room.say(HandleMoved(1, PULL), HandleMoved(1, PULL), HandleMoved(1, REST), HandleMoved(1, REST))
    assert ticked(room.loop) == [1]


def test_under_another_page_handles_mean_nothing() -> None:
    """Who tries a handle while the menu lies over the page has not said that its piece stands."""
    room = placing()
    room.loop.send(OpenMenu())
    for seat in (1, 2, 3):
        room.move(seat)
    room.loop.send(CloseMenu())
    assert room.loop.view.page == PLACE and not ticked(room.loop)


def test_changing_the_setup_begins_anew() -> None:
    """Back at the settings and forward again pieces may stand elsewhere: everybody says it anew."""
    room = placing()
    room.move(1)
    room.loop.send(Go("back"))
    room.loop.send(Begin())
    assert room.loop.view.page == PLACE and not ticked(room.loop)


def test_going_back_to_the_start_asks_everybody_anew() -> None:
    """The race that was begun by handles goes back to its start like any other, and nobody is ready there."""
    room = placing()
    for seat in (1, 2, 3):
        room.move(seat)
    room.loop.send(Decide(GoBack("start")))
    for _ in range(9):
        if room.loop.session.travel is None:
            break
        done(room.loop)
    assert (
        room.loop.view.page == PLACE
        and not ticked(room.loop)
        and waited_for(room.loop) == [1, 2, 3]
    )
    for seat in (3, 2, 1):
        room.move(seat)
    assert room.loop.view.page == PROGRAM


@pytest.mark.parametrize("pulled", [(1,), (1, 2)])
def test_the_journal_tells_it_again(tmp_path: Path, pulled: tuple[int, ...]) -> None:
    """After a power cut the same people are ready, or the same race runs, told from the handles that were kept."""
    tables: list[ToldTable] = []

    def readers() -> StandIns:
        tables.append(ToldTable((1, 2)))
        return StandIns(tables[-1])

    table = KeptTable(tmp_path, ("person", "person"), yard(), {}, 4, readers)
    try:
        for seat in pulled:
            tables[-1].told += (HandleMoved(seat, PULL), HandleMoved(seat, REST))
            table.loop.poll(0.0)
        before = table.loop.session
        assert before.page == (PLACE if len(pulled) == 1 else PROGRAM)
        assert before.match is not None and before.match.placed == (
            {1} if len(pulled) == 1 else set()
        )
        table.kill()
        after = table.loop.session
        assert (after.page, mark_of(after)) == (before.page, mark_of(before))
        assert after.match is not None and after.match.placed == before.match.placed
    finally:
        table.close()
