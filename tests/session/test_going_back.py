"""Undo and redo: their targets, instructions, and the readers' content."""

from __future__ import annotations

import pytest

from companion.app.loop import EventLoop
from companion.engine.changes import MoveFlag
from companion.session.messages import (
    CARD,
    INSTRUCTION,
    TURN,
    ApplyCorrection,
    Confirm,
    GoBack,
    GoForward,
)
from companion.session.past.kept_names import ROUND
from companion.session.view import PLACE, PLAY, PROGRAM, SUMMARY, PlayPage
from companion.table.virtual import VirtualTable
from tests.recorded import recorded
from tests.session.evenings import begun, done, fill, ready
from tests.typed import present


def into_play(loop: EventLoop, *, turn: int = 1) -> EventLoop:
    """Program until instructions of this turn are shown."""
    for _ in range(400):
        page, match = loop.session.page, loop.session.match
        if page == PLAY and match is not None and match.shown.turn == turn:
            return loop
        if page == PROGRAM:
            for seat in loop.session.lobby.setup.playing:
                if loop.session.page == PROGRAM and loop.session.is_person(seat):
                    fill(loop, seat)
                    ready(loop, seat)
        else:
            done(loop)
    raise AssertionError("the turn never comes")


def back(loop: EventLoop, level: str) -> None:
    """Undo and carry everything out."""
    loop.send(ApplyCorrection(GoBack(level)))
    arrive(loop)


def arrive(loop: EventLoop) -> None:
    """Carry out everything over the race."""
    while loop.session.timeline.table_sync is not None:
        loop.send(Confirm(loop.session.revision))


def test_touch_readers_hold_what_they_held_then() -> None:
    """Restore the slots of touch readers over a deal, back and forward."""
    loop = into_play(begun(("person", "random"), seed=3), turn=1)
    first = loop.session.readers.rows
    into_play(loop, turn=2)
    second = loop.session.readers.rows
    assert first != second and isinstance(loop.table, VirtualTable)
    back(loop, TURN)
    back(loop, ROUND)
    assert (
        loop.session.match is not None
        and loop.session.match.shown.turn == 1
        and loop.session.readers.rows == first
    )
    assert loop.table.slots(1) == tuple(reading.code for reading in first[1])
    for _ in range(2):
        loop.send(ApplyCorrection(GoForward()))
        arrive(loop)
    assert loop.session.readers.rows == second and loop.table.slots(2) == tuple(
        reading.code for reading in second[2]
    )


def test_where_only_pilots_play_going_back_stands_still() -> None:
    """Skip questions that only pilots answer, which would race on at once."""
    loop = into_play(begun(("random", "random"), seed=3), turn=2)
    seen = []
    while loop.session.timeline.number:
        number = loop.session.timeline.number
        back(loop, INSTRUCTION)
        seen.append(loop.session.page)
        loop.poll(100.0)
        assert loop.session.timeline.number < number and loop.session.page == seen[-1]
    assert seen[-1] == PLACE and SUMMARY in seen and PROGRAM not in seen


def test_who_is_a_person_is_asked_again() -> None:
    """Ask a person again with its cards in the reader; pilots are ready."""
    loop = into_play(begun(("person", "random"), seed=3), turn=1)
    rows, codes = loop.session.readers.rows, present(loop.session.match).question.answers
    back(loop, TURN)
    assert loop.session.page == PROGRAM and loop.session.readers.rows == rows
    assert (
        loop.session.match is not None
        and list(loop.session.match.question.answers) == [2]
        and loop.session.match.question.answers[2] == codes[2]
    )
    ready(loop, 1)
    assert loop.session.page == PLAY


@pytest.mark.parametrize("carried", [False, True])
def test_a_flag_goes_back_only_if_it_was_moved(carried: bool) -> None:
    """Move a flag back only if it was moved."""
    loop = into_play(begun(("person", "random"), seed=3))
    loop.send(ApplyCorrection(MoveFlag(1, "A2")))
    assert (
        loop.session.lobby.setup.markers[0] == "A2"
        and loop.view.board is not None
        and dict(loop.view.board.markers)[1] == "E3"
    )
    while carried and "Flag 1" not in (
        str(loop.view.body.instruction.words) if isinstance(loop.view.body, PlayPage) else ""
    ):
        done(loop)
    if carried:
        done(loop)
        assert loop.view.board is not None and dict(loop.view.board.markers)[1] == "A2"
    loop.send(ApplyCorrection(GoBack(TURN)))
    if loop.session.timeline.table_sync is not None:
        lines = [str(one.words) for one in loop.session.timeline.table_sync.script]
    else:
        lines = []
    assert any("A2" in words and "E3" in words for words in lines) is carried
    arrive(loop)
    assert loop.session.lobby.setup.markers[0] == "E3"


@pytest.mark.parametrize("level", [INSTRUCTION, CARD])
def test_something_new_ends_the_way_forward(level: str) -> None:
    """Keep the way forward until the race goes on."""
    loop = into_play(begun(("person", "random"), seed=3))
    done(loop)
    done(loop)
    number = loop.session.timeline.number
    back(loop, level)
    loop.send(ApplyCorrection(GoForward()))
    arrive(loop)
    assert loop.session.timeline.number == number
    back(loop, level)
    done(loop)
    loop.send(ApplyCorrection(GoForward()))
    assert (
        str(loop.session.notice) == recorded("You-cannot-go-forward-again")
        and loop.session.timeline.table_sync is None
    )


def test_a_clank_that_is_only_turned_is_turned_back() -> None:
    """Turn a clank back on its square, with the heading in words."""
    loop = into_play(begun(("person", "random"), seed=3))
    for _ in range(60):
        body = loop.view.body
        if (
            isinstance(body, PlayPage)
            and "turn" in str(body.instruction.words)
            and loop.view.board is not None
            and len(loop.view.board.moves) == 1
        ):
            break
        done(loop) if loop.session.page != PROGRAM else into_play(
            loop, turn=present(loop.session.match).next_step.turn
        )
    move = present(loop.view.board).moves[0]
    name = loop.session.lobby.setup.seat(move.seat).name
    done(loop)
    loop.send(ApplyCorrection(GoBack(INSTRUCTION)))
    assert loop.session.timeline.table_sync is not None
    assert [str(instruction.words) for instruction in loop.session.timeline.table_sync.script] == [
        recorded(
            "name-on-start-turn-it-to", name=name, start=move.start, before="NESW"[move.before]
        )
    ]
