"""The words of the first lessons are true: what a result says has happened in the game."""

from __future__ import annotations

from typing import Any

from companion.games import find_game
from companion.games.cardbot.engine.cards import cards_left
from companion.games.kit.lesson import played_step, question_of
from companion.games.parts import Lesson, LessonStep
from companion.games.programmed.turn import RacePosition
from tests.typed import of_kind, present

NAMES = {seat: f"P{seat}" for seat in range(1, 9)}


def steps_of(key: str) -> tuple[LessonStep, ...]:
    """Return the lesson of a game."""
    return present(Lesson.of(present(find_game(key)))).steps(NAMES)


def ends(key: str) -> list[Any]:
    """Return the position after each step."""
    game = present(find_game(key))
    return [played_step(game, step)[-1].position for step in steps_of(key)]


def shown(key: str, number: int) -> list[str]:
    """Return the instructions that a step shows, counted from 0."""
    game, step = present(find_game(key)), steps_of(key)[number]
    before, lines = step.position, list[str]()
    for at, passage in enumerate(played_step(game, step)):
        for one in passage.steps:
            if at not in step.unseen:
                lines += [str(line.text) for line in game.tell(before, one, NAMES)]
            before = one.position
        before = passage.position
    return lines


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
        assert (
            of_kind(RacePosition, last.position).state.clank(1).damage
            == damage
            == dict(last.task.arguments)["damage"]
        )


def test_cardbot_derby() -> None:
    """Move, turn, hand on, shove, ping, belt, teleport, target."""
    states = [after.shown for after in ends("cardbot")]
    places = [{robot.seat: (robot.square, robot.heading) for robot in one.robots} for one in states]
    assert places[0][1] == ("C3", 0)
    assert places[1][1] == ("D2", 1)
    # The neighbour of each seat drives its robot, and the ace goes first.
    assert states[2].enactors == {1: 2, 2: 1} and states[2].order == (1, 2)
    assert (places[2][1][0], places[2][2][0]) == ("B3", "E3")
    assert (places[3][1][0], places[3][2][0]) == ("C3", "D3")
    asked = question_of(present(find_game("cardbot")), steps_of("cardbot")[4])
    assert asked.player == 1 and "E7" in asked.offers[0].squares
    assert (places[4][1][0], places[4][2][0]) == ("E7", "D7")
    assert places[5][1][0] == "D3" and places[6][1][0] == "F6"
    last = states[7]
    assert last.robot(1).targets == 1 and not last.over
    # What is left is shuffled, so nobody knows its order.
    assert last.piles[1] is None and "JH" not in [card.text for card in cards_left(1, 1)]
    assert [len(shown("cardbot", number)) for number in range(8)] == [1, 2, 2, 2, 2, 2, 2, 3]


def test_diesel_derby() -> None:
    """Play, act by strength, choose, turn face down, gain, pass, count, win outright."""
    states = [after.state for after in ends("diesel")]
    rows = [
        {seat: [card.card for card in row] for seat, row in one.front.items()} for one in states
    ]
    assert rows[0][1] == ["scout", "walker"] and states[0].card("walker").strength == 3
    assert "hunter" not in rows[1][2] and "hunter" in states[1].discard
    assert "hunter" not in states[1].acted and "lookout" in states[1].acted
    assert "raider" not in rows[2][2] and states[2].discard == ("raider",)
    assert [(card.card, card.down) for card in states[3].front[3]] == [("bulwark", True)]
    assert states[3].card("bulwark").strength == 3
    assert rows[4][1][-1] == "avenger" and rows[4][2] == ["colossus"]
    assert (states[5].hands[1], states[5].hands[2]) == (("raider",), ("heavy",))
    assert states[6].winners == (1,) and states[6].tokens[1] == 1 and not states[6].champion
    totals = {
        seat: sum(states[6].card(card).strength for card in row) for seat, row in rows[6].items()
    }
    assert totals[1] == 9 == max(totals.values())
    assert len(rows[7][1]) == 4 > max(len(rows[7][seat]) for seat in (2, 3))
    assert states[7].tokens[1] == 3 and states[7].champion == 1
