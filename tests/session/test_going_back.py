"""Going back and forward: where it leads, what hands are told, and what the readers hold then."""
from __future__ import annotations

import pytest

from companion.engine.changes import MoveFlag
from companion.session.messages import CARD, INSTRUCTION, REGISTER, TURN, Confirm, Decide, GoBack, GoForward
from companion.session.view import PLACE, PLAY, PROGRAM, SUMMARY, PlayPage
from companion.shell import Shell
from companion.table.virtual import VirtualTable
from tests.session.evenings import begun, done, fill, ready


def into_play(shell: Shell, *, turn: int = 1) -> Shell:
    """Everybody programs until instructions of this turn are shown."""
    for _ in range(400):
        page, match = shell.session.page, shell.session.match
        if page == PLAY and match is not None and match.turn == turn:
            return shell
        if page == PROGRAM:
            for seat in shell.session.setup.playing:
                if shell.session.page == PROGRAM and shell.session.is_person(seat):
                    fill(shell, seat)
                    ready(shell, seat)
        else:
            done(shell)
    raise AssertionError("the turn never comes")


def back(shell: Shell, level: str) -> None:
    """Go back and carry everything out."""
    shell.send(Decide(GoBack(level)))
    arrive(shell)


def arrive(shell: Shell) -> None:
    """Carry out whatever lies over the race."""
    while shell.session.travel is not None:
        shell.send(Confirm(shell.session.step))


def test_touch_readers_hold_what_they_held_then() -> None:
    """Over a deal, backwards and forwards again: every card lies in the slot in which it lay."""
    shell = into_play(begun(("person", "random"), seed=3), turn=1)
    first = shell.session.rows
    into_play(shell, turn=2)
    second = shell.session.rows
    assert first != second and isinstance(shell.table, VirtualTable)
    back(shell, TURN)
    back(shell, REGISTER)
    assert shell.session.match is not None and shell.session.match.turn == 1 and shell.session.rows == first
    assert shell.table.slots(1) == tuple(reading.code for reading in first[1])
    for _ in range(2):
        shell.send(Decide(GoForward()))
        arrive(shell)
    assert shell.session.rows == second and shell.table.slots(2) == tuple(reading.code for reading in second[2])


def test_where_only_pilots_play_going_back_stands_still() -> None:
    """The question for cards is no place to stop, since pilots would answer it at once and the race run off again."""
    shell = into_play(begun(("random", "random"), seed=3), turn=2)
    seen = []
    while shell.session.number:
        number = shell.session.number
        back(shell, INSTRUCTION)
        seen.append(shell.session.page)
        shell.poll(100.0)
        assert shell.session.number < number and shell.session.page == seen[-1]
    assert seen[-1] == PLACE and SUMMARY in seen and PROGRAM not in seen


def test_who_is_a_person_is_asked_again() -> None:
    """Back at the question its cards lie in the reader, and its handle is awaited; pilots are ready with what they had."""
    shell = into_play(begun(("person", "random"), seed=3), turn=1)
    rows, codes = shell.session.rows, shell.session.match.answers  # type: ignore[union-attr]
    back(shell, TURN)
    assert shell.session.page == PROGRAM and shell.session.rows == rows
    assert shell.session.match is not None and list(shell.session.match.answers) == [2] and shell.session.match.answers[2] == codes[2]
    ready(shell, 1)
    assert shell.session.page == PLAY


@pytest.mark.parametrize("carried", [False, True])
def test_a_flag_goes_back_only_if_it_was_moved(carried: bool) -> None:
    """A flag that was to be moved after the register has not been moved yet: there is nothing to carry back."""
    shell = into_play(begun(("person", "random"), seed=3))
    shell.send(Decide(MoveFlag(1, "A2")))
    assert shell.session.setup.flags[0] == "A2" and shell.view.board is not None and dict(shell.view.board.flags)[1] == "E3"
    while carried and "Flag 1" not in (shell.view.body.instruction.words if isinstance(shell.view.body, PlayPage) else ""):
        done(shell)
    if carried:
        done(shell)
        assert shell.view.board is not None and dict(shell.view.board.flags)[1] == "A2"
    shell.send(Decide(GoBack(TURN)))
    told = [one.words for one in shell.session.travel.script] if shell.session.travel is not None else []
    assert ("Flag 1: from A2 to E3" in told) is carried
    arrive(shell)
    assert shell.session.setup.flags[0] == "E3"


@pytest.mark.parametrize("level", [INSTRUCTION, CARD])
def test_something_new_ends_the_way_forward(level: str) -> None:
    """Forward leads to where one was, until the race goes on by itself."""
    shell = into_play(begun(("person", "random"), seed=3))
    done(shell)
    done(shell)
    number = shell.session.number
    back(shell, level)
    shell.send(Decide(GoForward()))
    arrive(shell)
    assert shell.session.number == number
    back(shell, level)
    done(shell)
    shell.send(Decide(GoForward()))
    assert shell.session.notice.startswith("There is nothing to go forward to") and shell.session.travel is None


def test_a_clank_that_is_only_turned_is_turned_back() -> None:
    """Its square is right already: the words say so, and name the heading."""
    shell = into_play(begun(("person", "random"), seed=3))
    for _ in range(60):
        body = shell.view.body
        if isinstance(body, PlayPage) and "turn" in body.instruction.words and shell.view.board is not None and len(shell.view.board.moves) == 1:
            break
        done(shell) if shell.session.page != PROGRAM else into_play(shell, turn=shell.session.match.want.turn)  # type: ignore[union-attr]
    move = shell.view.board.moves[0]  # type: ignore[union-attr]
    name = shell.session.setup.seat(move.seat).name
    done(shell)
    shell.send(Decide(GoBack(INSTRUCTION)))
    assert shell.session.travel is not None
    assert [told.words for told in shell.session.travel.script] == [f"{name} on {move.start}: turn it to face {'NESW'[move.before]}"]
