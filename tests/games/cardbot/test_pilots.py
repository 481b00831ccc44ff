"""Pilots in Cardbot Derby: they think of one robot alone, better ones win, each gives reasons."""

from __future__ import annotations

import random

import pytest

from companion.app.loop import boards_of, open_session, play_to_the_end
from companion.games.asking import Questions
from companion.games.cardbot.engine.cards import Card
from companion.games.cardbot.engine.grid import layout_grid
from companion.games.cardbot.engine.moving import SideChoice
from companion.games.cardbot.engine.rules import Rules
from companion.games.cardbot.engine.turn import begin_round, play_command
from companion.games.cardbot.foresight import FORWARD, STAY, lone_of, move_of
from companion.games.cardbot.narration.standing import places_between
from companion.games.cardbot.stages import CardbotPosition
from companion.pilots.base import Task
from companion.pilots.programs import best_offer
from companion.pilots.search import program_ends
from companion.pilots.values import values_of
from companion.session.messages import Begin, SetRule
from tests.games.cardbot.plays import standing
from tests.games.cardbot.rounds import cardbot
from tests.typed import of_kind, present


def wins(first: str, second: str, races: int) -> list[int]:
    """Return how often each pilot has won alone, in races on the full layout with swapped seats."""
    entry = [entry for entry in boards_of(cardbot()) if entry.key == "cardbot-full"]
    won = [0, 0]
    for number in range(races):
        players = (first, second) if number % 2 == 0 else (second, first)
        loop = open_session(seed=number // 2, players=players, game=cardbot(), boards=entry)
        loop.send(SetRule("fill_robots", "off"))
        loop.send(Begin())
        play_to_the_end(loop, 60)
        winners = of_kind(CardbotPosition, present(loop.session.match).position).state.winners
        loop.close()
        if len(winners) == 1:
            won[(winners[0] == 2) == (number % 2 == 0)] += 1
    return won


def test_a_pilot_that_looks_ahead_beats_one_that_does_not() -> None:
    """Let Steady beat Novice, and Novice Random, in nearly every race that ends."""
    for better, worse in (("steady", "novice"), ("novice", "random")):
        ahead, behind = wins(better, worse, 10)
        assert ahead > 5 and behind <= 1, (better, ahead, behind)


def test_what_a_lone_robot_does_is_what_the_rules_do() -> None:
    """Move a lone robot as the rules do, with every card from every pose of the full layout."""
    solo_table = lone_of(layout_grid("full"), Rules())
    chance = random.Random(3)
    for _ in range(200):
        pose, card = chance.randrange(solo_table.poses), Card(chance.choice("AKQJT98765432"), "H")
        square, heading = solo_table.square(pose), pose & 3
        state = begin_round(standing(f"1 {square} {'NESW'[heading]}"), {1: (card,) * 5})
        robot = play_command(state).state.robot(1)
        assert solo_table.step(1, move_of(card), pose).pose == solo_table.pose(
            robot.square, robot.heading
        )


def test_the_nearer_to_the_end_the_fewer_turns_are_left() -> None:
    """Have one turn left next to the last target, and many at the start."""
    solo_table = lone_of(layout_grid("basic"), Rules())
    values = values_of(solo_table)
    assert (
        values.turns(3, solo_table.pose("F6", 0))
        < 2
        < values.turns(2, solo_table.start)
        < values.turns(1, solo_table.start)
    )
    assert values.turns(4, solo_table.start) == 0
    assert (
        solo_table.step(1, FORWARD, solo_table.pose("A1", 3)).pose == solo_table.pose("G1", 3)
        and solo_table.step(1, STAY, 7).pose == 7
    )


def test_a_spot_is_worth_what_its_hands_lead_to() -> None:
    """Value all hands of a pose as one by one."""
    solo_table = lone_of(layout_grid("full"), Rules())
    values, chance = values_of(solo_table), random.Random(5)
    for goal in (1, 2, 3):
        for pose in chance.sample(range(solo_table.poses), 8):
            best = [
                min(
                    values.turns(end.goal, end.pose)
                    for end in program_ends(
                        solo_table, (pose, 0, goal), hand, (None,) * solo_table.registers
                    )
                )
                for hand in solo_table.hands(goal)
            ]
            assert values.turns(goal, pose) == pytest.approx(1 + sum(best) / len(best), abs=0.02)


@pytest.mark.parametrize(("own", "expected"), [(False, max), (True, min)])
def test_a_robot_in_the_way_is_pinged_away_from_its_target_or_towards_it(
    own: bool, expected: object
) -> None:
    """Ping a rival away from its target, and the own robot towards it."""
    game = cardbot()
    loop = open_session(seed=1, players=("random",) * 4, game=game)
    loop.send(Begin())
    race = of_kind(CardbotPosition, present(loop.session.match).position)
    loop.close()
    # Robot 4 drives into robot 2, and seat 1 enacts it.
    race = race._replace(
        state=standing("1 C3 N", "2 D5 N", "3 G7 S", "4 D4 N"),
        owners={1: 1, 2: 1 if own else 2, 3: 3, 4: 4},
        stage="pinging",
        choice=SideChoice(4, (1, 3), 1, "D5", 2),
    )
    next_step = game.next_step(race)
    assert isinstance(next_step, Questions)
    (ask,) = next_step.asks
    assert ask.player == 1 and {offer.squares for offer in ask.offers} == {("E5",), ("C5",)}
    found = best_offer(Task(game, "ping", ask, race), random.Random(1)).answer.offer
    ways = {offer.key: places_between(offer.squares[0], "B7") for offer in ask.offers}
    assert found == expected(ways, key=ways.__getitem__)  # type: ignore[operator]
