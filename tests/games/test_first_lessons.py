"""The words of the first lessons are true: what a result says has happened in the game."""

from __future__ import annotations

from typing import Any

from companion.games import find_game
from companion.games.kit.lesson import LessonStep, played_step
from companion.games.parts import Lesson
from tests.typed import present

NAMES = {seat: f"P{seat}" for seat in range(1, 9)}


def steps_of(key: str) -> tuple[LessonStep, ...]:
    """Return the lesson of a game."""
    return present(present(find_game(key)).part(Lesson)).steps(NAMES)


def ends(key: str) -> list[Any]:
    """Return the position after each step."""
    game = present(find_game(key))
    return [played_step(game, step)[-1].position for step in steps_of(key)]


def shown(key: str, number: int) -> list[str]:
    """Return the instructions that a step shows, counted from 0."""
    game, step = present(find_game(key)), steps_of(key)[number]
    before, told = step.position, list[str]()
    for at, passage in enumerate(played_step(game, step)):
        for one in passage.steps:
            if at > step.unseen:
                told += [str(line.text) for line in game.tell(before, one, NAMES)]
            before = one.position
        before = passage.position
    return told


def test_clockwork_derby() -> None:
    """One card, a program, a push, a belt, a laser, a flag, locked slots, a rest."""
    one, program, push, belt, laser, flag, locked, rest = (
        after.state for after in ends("clockwork")
    )
    assert (one.clank(1).square, one.clank(1).heading) == ("C1", 1)
    assert (program.clank(1).square, program.clank(1).heading) == ("C2", 1)
    assert [push.clank(seat).square for seat in (1, 2)] == ["B1", "C1"]
    assert [push.clank(seat).damage for seat in (1, 2)] == [0, 1]
    assert belt.clank(1).square == "B2"
    assert (laser.clank(1).square, laser.clank(1).damage) == ("B2", 1)
    assert (flag.clank(1).square, flag.clank(1).next_flag, flag.over) == ("C1", 2, False)
    assert locked.clank(1).locked == (2, 3, 4, 5)
    assert (locked.clank(1).square, locked.clank(1).heading) == ("B1", 0)
    assert rest.clank(1).down and rest.clank(1).damage == 0 and rest.clank(1).hand == ()
    # Each step shows what it is about, and little else.
    assert [len(shown("clockwork", number)) for number in range(8)] == [1, 3, 2, 2, 2, 2, 2, 0]


def test_factory_rally() -> None:
    """The same steps by its own rules, and oil."""
    one, program, push, belt, oil, laser, flag, locked, rest = (
        after.state for after in ends("factory_rally")
    )
    assert (one.clank(1).square, one.clank(1).heading) == ("C1", 1)
    assert (program.clank(1).square, program.clank(1).heading) == ("C2", 1)
    assert [push.clank(seat).square for seat in (1, 2)] == ["B1", "C1"]
    assert [push.clank(seat).damage for seat in (1, 2)] == [0, 1]
    assert belt.clank(1).square == "B2"
    assert oil.clank(1).square == "C1"
    assert (laser.clank(1).square, laser.clank(1).damage) == ("B2", 1)
    assert (flag.clank(1).square, flag.clank(1).next_flag, flag.over) == ("C1", 2, False)
    assert locked.clank(1).locked == (2, 3, 4, 5)
    assert (locked.clank(1).square, locked.clank(1).heading) == ("B1", 0)
    assert rest.clank(1).down and rest.clank(1).damage == 0 and rest.clank(1).hand == ()
    assert [len(shown("factory_rally", number)) for number in range(9)] == [
        *(1, 3, 2, 2, 2, 2, 1, 2, 0),
    ]


def test_one_more_hit_destroys() -> None:
    """In the step about power down each game has the damage before the last."""
    for key, damage in (("clockwork", 9), ("factory_rally", 8)):
        last = steps_of(key)[-1]
        assert last.position.state.clank(1).damage == damage == dict(last.task.arguments)["damage"]
