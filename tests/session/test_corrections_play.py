"""Corrections of play: an instruction again, the rest skipped, a turn broken off."""

from __future__ import annotations

from companion.app.loop import EventLoop
from companion.session.messages import ApplyCorrection, Confirm, Repeat, SetAutoAdvance, Skip, Tick
from companion.session.view import PlayPage
from tests.recorded import recorded
from tests.session.evenings import done, play_out, ready
from tests.session.menus import do, match, open_menu, pick, preview
from tests.session.test_corrections import page, playing
from tests.typed import present


def far_enough(loop: EventLoop) -> None:
    """Go on to the second instruction of a register."""
    while match(loop).shown.at == 0:
        done(loop)
        assert loop.view.page == "play"


def test_an_instruction_is_shown_once_more() -> None:
    """Show the previous instruction again as done; Done returns to the present one, once."""
    loop = playing()
    before_first = loop.view
    far_enough(loop)
    assert match(loop).shown.round == 1
    due, race = loop.view, match(loop)
    open_menu(loop)
    pick(loop, "This turn")
    pick(loop, "Show again")
    assert loop.view.page == "play" and str(loop.view.hint) == recorded("done-this-already")
    assert (
        page(loop).instruction == before_first.body.instruction
        and loop.view.board == before_first.board
    )
    assert match(loop) is race
    stale = loop.session.revision
    done(loop)
    assert loop.view._replace(revision=due.revision) == due
    loop.send(ApplyCorrection(Repeat()))
    loop.send(ApplyCorrection(Repeat()))
    assert str(loop.view.notice) == recorded("first-instruction")
    loop.send(Confirm(stale))
    assert loop.session.timeline.repeated == 0


def test_nothing_goes_on_by_itself_while_something_is_shown_again() -> None:
    """Restart the time when the present instruction returns."""
    loop = playing()
    far_enough(loop)
    loop.send(SetAutoAdvance(1.0))
    loop.send(ApplyCorrection(Repeat()))
    race = match(loop)
    for now in (1.0, 5.0, 9.0):
        loop.send(Tick(now))
    assert loop.session.timeline.repeated is not None and match(loop).shown.at == race.shown.at
    done(loop)
    loop.send(Tick(10.0))
    loop.send(Tick(10.5))
    assert (match(loop).shown.at, match(loop).shown.round) == (race.shown.at, race.shown.round)
    loop.send(Tick(12.0))
    assert (match(loop).shown.at, match(loop).shown.round) != (race.shown.at, race.shown.round)


def test_the_rest_of_a_register_is_taken_as_carried_out() -> None:
    """List skipped instructions in preview and history; the next register begins as usual."""
    loop, same = playing(seed=5), playing(seed=5)
    left = [instruction.words for instruction in match(loop).shown.script[match(loop).shown.at :]]
    open_menu(loop)
    pick(loop, "This turn")
    pick(loop, "Skip to the end")
    assert list(preview(loop).words) == left
    do(loop)
    for _ in left:
        done(same)
    assert isinstance(same.view.body, PlayPage) and same.view.body.done, (
        "Back says what was confirmed, and nothing where that was skipped"
    )
    assert (
        loop.view.page == "play"
        and loop.view.body == same.view.body._replace(done="")
        and loop.view.board == same.view.board
    )
    before = present(loop.session.timeline.previous)
    assert before.left_by is not None
    assert list(map(str, before.left_by.words)) == left
    while loop.session.page == "play":
        loop.send(ApplyCorrection(Skip()))
    assert loop.session.page == "summary"


def test_a_turn_is_broken_off() -> None:
    """Undo the turn to its first question."""
    loop = playing()
    play_out(loop, "summary")
    done(loop)
    start = match(loop).position
    ready(loop, 1)
    ready(loop, 2)
    for _ in range(5):
        done(loop)
    open_menu(loop)
    pick(loop, "This turn")
    pick(loop, "Break off the turn")
    assert preview(loop).words
    do(loop)
    while loop.session.timeline.table_sync is not None:
        done(loop)
    assert (
        loop.session.page == "program"
        and match(loop).position == start
        and match(loop).question.answers == {}
    )
