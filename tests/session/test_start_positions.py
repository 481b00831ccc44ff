"""Before the race a player with a reader confirms its piece by its handle (REQ-L2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.loop import EventLoop
from companion.session.messages import ApplyCorrection, Begin, Go, GoBack
from companion.session.pages.menu import CloseMenu, OpenMenu
from companion.session.pages.place import PlacePage
from companion.session.past.replaying import mark_of
from companion.session.view import PLACE, PROGRAM
from companion.signals import PULL, PUSH, REST, HandleMoved, ReaderBack, ReaderLost
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable
from tests.kept_table import KeptTable
from tests.recorded import recorded
from tests.session.evenings import done, evening, yard
from tests.session.real import Room

PEOPLE = ("person", "person", "person")


def placing(players: tuple[str, ...] = PEOPLE, real: tuple[int, ...] = (1, 2, 3)) -> Room:
    """Return the placing of pieces at real readers."""
    room = Room(players, real)
    room.loop.send(Begin())
    assert room.loop.view.page == PLACE
    return room


def ticked(loop: EventLoop) -> list[int | None]:
    """Return the seats whose line has its tick and word."""
    body = loop.view.body
    assert isinstance(body, PlacePage)
    return [line.seat for line in body.lines if str(line.ready) == "ready"]


def waited_for(loop: EventLoop) -> list[int | None]:
    """Return the seats whose line waits for a handle."""
    body = loop.view.body
    assert isinstance(body, PlacePage)
    return [line.seat for line in body.lines if line.awaited]


def test_the_last_pull_begins_the_race() -> None:
    """Tick each line, name who is missing, and begin with the last pull."""
    room = placing()
    assert waited_for(room.loop) == [1, 2, 3] and not ticked(room.loop)
    room.move(2)
    room.move(1)
    assert ticked(room.loop) == [1, 2] and waited_for(room.loop) == [3]
    assert str(room.loop.view.hint) == recorded("Then-pull-your-own-handle-Waiting")
    room.move(3)
    assert room.loop.view.page == PROGRAM
    # What was confirmed before the race answers none of its questions.
    assert (
        room.loop.session.match is not None
        and not room.loop.session.match.question.answers
        and not room.loop.session.match.question.placed
    )


def test_a_push_takes_it_back() -> None:
    """Undo by a push; the last movement counts."""
    room = placing()
    for seat, position in ((1, PULL), (2, PULL), (1, PUSH), (3, PUSH), (3, PULL)):
        room.move(seat, position)
    assert room.loop.view.page == PLACE and ticked(room.loop) == [2, 3]
    room.move(1)
    assert room.loop.view.page == PROGRAM


def test_done_can_be_touched_whoever_has_pulled() -> None:
    """Begin by Done at any time; a late pull is no answer to the first question."""
    room = placing()
    room.move(1)
    done(room.loop)
    assert room.loop.view.page == PROGRAM
    assert room.loop.session.match is not None and not room.loop.session.match.question.answers


def test_who_plays_at_the_screen_touches() -> None:
    """Wait for a touch of players on the screen."""
    room = placing(real=(1, 3))
    room.move(1)
    room.move(3)
    assert room.loop.view.page == PLACE and ticked(room.loop) == [1, 3]
    assert str(room.loop.view.hint) == recorded("touch-All-in-place")
    done(room.loop)
    assert room.loop.view.page == PROGRAM


def test_pilots_are_not_waited_for() -> None:
    """Wait for people only, and ignore readers without players."""
    room = placing(("person", "random", "person"), (1, 2, 3))
    assert waited_for(room.loop) == [1, 3]
    room.move(2)
    assert not ticked(room.loop)
    room.move(1)
    room.move(3)
    assert room.loop.view.page == PROGRAM


def test_without_readers_the_page_says_no_more_than_before() -> None:
    """Mark no line and ask for no handle without readers."""
    loop = evening()
    loop.send(Begin())
    body = loop.view.body
    assert isinstance(body, PlacePage) and not any(
        line.awaited or line.ready for line in body.lines
    )
    assert "handle" not in str(loop.view.hint)


def test_a_lost_reader_is_not_waited_for() -> None:
    """Wait for no lost reader, begin nothing by the loss, and keep readiness."""
    room = placing()
    room.move(1)
    room.move(2)
    room.say(ReaderLost(3, "its cable is unplugged"))
    assert room.loop.view.page == PLACE and not waited_for(room.loop)
    room.say(ReaderBack(3))
    assert waited_for(room.loop) == [3] and ticked(room.loop) == [1, 2]
    room.say(ReaderLost(3, "its cable is unplugged"))
    room.move(2, PUSH)
    room.move(2)
    assert room.loop.view.page == PROGRAM


def test_a_handle_that_is_held_counts_once() -> None:
    """Count a held handle once, although readers repeat it."""
    room = placing()
    room.say(HandleMoved(1, PULL), HandleMoved(1, PULL), HandleMoved(1, REST), HandleMoved(1, REST))
    assert ticked(room.loop) == [1]


def test_under_another_page_handles_mean_nothing() -> None:
    """Ignore handles under another page."""
    room = placing()
    room.loop.send(OpenMenu())
    for seat in (1, 2, 3):
        room.move(seat)
    room.loop.send(CloseMenu())
    assert room.loop.view.page == PLACE and not ticked(room.loop)


def test_changing_the_setup_begins_anew() -> None:
    """Ask all again after a change of the setup."""
    room = placing()
    room.move(1)
    room.loop.send(Go("back"))
    room.loop.send(Begin())
    assert room.loop.view.page == PLACE and not ticked(room.loop)


def test_going_back_to_the_start_asks_everybody_anew() -> None:
    """Ask all again after an undo to the start."""
    room = placing()
    for seat in (1, 2, 3):
        room.move(seat)
    room.loop.send(ApplyCorrection(GoBack("start")))
    for _ in range(9):
        if room.loop.session.timeline.table_sync is None:
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
    """Restore readiness or the race from the kept handles after a power cut."""
    tables: list[ScriptedTable] = []

    def readers() -> ScreenFallback:
        tables.append(ScriptedTable((1, 2)))
        return ScreenFallback(tables[-1])

    table = KeptTable(tmp_path, ("person", "person"), yard(), {}, 4, readers)
    try:
        for seat in pulled:
            tables[-1].signals += (HandleMoved(seat, PULL), HandleMoved(seat, REST))
            table.loop.poll(0.0)
        before = table.loop.session
        assert before.page == (PLACE if len(pulled) == 1 else PROGRAM)
        assert before.match is not None and before.match.question.placed == (
            {1} if len(pulled) == 1 else set()
        )
        table.kill()
        after = table.loop.session
        assert (after.page, mark_of(after)) == (before.page, mark_of(before))
        assert (
            after.match is not None and after.match.question.placed == before.match.question.placed
        )
    finally:
        table.close()
