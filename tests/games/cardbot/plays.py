"""Games of Cardbot Derby for tests: written positions, and random games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final, NamedTuple

from companion.games.api import Step
from companion.games.cardbot.engine.cards import Card, cards_left
from companion.games.cardbot.engine.events import GameEvent
from companion.games.cardbot.engine.grid import ALL_SQUARES, LAYOUTS, in_force, layout_grid
from companion.games.cardbot.engine.rules import Rules
from companion.games.cardbot.engine.state import CardbotState, Robot, robot_seats, settled
from companion.games.cardbot.engine.turn import CardbotOutcome, begin_round, end_round, play_command
from companion.games.cardbot.narration.telling import joined
from companion.geometry import HEADINGS

NAMES: Final = dict(
    enumerate(("BRASS", "COPPER", "JADE", "RUBY", "SILVER", "AMBER", "ONYX", "PEARL"), 1)
)
"""The names of the robots."""
STILL: Final = ("4", "8")
"""Cards that change nothing."""


class Played(NamedTuple):
    """A piece of play: the state before, the events, the state after."""

    before: CardbotState
    events: tuple[GameEvent, ...]
    after: CardbotState
    steps: tuple[Step[CardbotState, GameEvent], ...] = ()
    """The same as steps for hands, if it is a command."""


def as_played(before: CardbotState, outcome: CardbotOutcome) -> Played:
    """Return the piece of play of a completed command."""
    steps: Iterable[Step[CardbotState, GameEvent]] = (
        Step(step.events, step.state) for step in outcome.steps(before)
    )
    return Played(before, outcome.events, outcome.state, joined(steps, before))


RULES = Rules()


def standing(
    *lines: str, layout: str = "full", rules: Rules = RULES, people: int = 0
) -> CardbotState:
    """Return a state from lines such as "1 D4 N", with unknown piles.

    A line has seat, place, heading, and after those the number of targets.
    """
    grid = in_force(layout_grid(layout), rules, layout)
    robots = []
    for line in lines:
        seat, square, heading, *targets = line.split(" ")
        reached = int(targets[0]) if targets else 0
        robot = Robot(int(seat), square, HEADINGS.index(heading), reached)
        robots.append(settled(robot, grid))
    seats = [robot.seat for robot in robots]
    return CardbotState(grid, rules, tuple(robots), dict.fromkeys(seats), people, first=seats[0])


def program(state: CardbotState, seat: int, *values: str) -> tuple[Card, ...]:
    """Return five cards of a seat: these values, then others, those that change nothing first."""
    own = cards_left(seat, state.robot(seat).targets)
    chosen = [next(card for card in own if card.value == value) for value in values]
    rest = sorted(
        (card for card in own if card not in chosen),
        key=lambda card: (card.value not in STILL, card.moves, card.rank),
    )
    return tuple([*chosen, *rest][:5])


def commanded(
    state: CardbotState, cards: dict[int, str], *sides: str | None, number: int = 0
) -> Played:
    """Return a command played with cards such as {1: "A K"}.

    It is that of the last card, or of this number; robots without cards change nothing.
    """
    programs = {seat: program(state, seat, *cards.get(seat, "").split()) for seat in state.seats}
    before = begin_round(state, programs)
    ways = [None if side is None else HEADINGS.index(side) for side in sides]
    for _ in range(
        (number or max((len(values.split()) for values in cards.values()), default=1)) - 1
    ):
        before = play_command(before, ways).state
    outcome = play_command(before, ways, in_steps=True)
    assert outcome.choice is None
    return as_played(before, outcome)


def crowded(chance: Random) -> CardbotState:
    """Return two to eight robots close together on any layout, without a winner."""
    layout = chance.choice(LAYOUTS)
    belts, teleport, sticky, slippery = (chance.choice(("layout", "on")) for _ in range(4))
    rules = Rules(
        belts,
        teleport,
        sticky,
        slippery,
        second_jack=chance.random() < 0.2,
        draw=chance.choice((5, 7)),
    )
    people = chance.randint(2, 8)
    grid, seats = in_force(layout_grid(layout), rules, layout), robot_seats(people, rules)
    row = chance.randrange(5)
    near = [square for square in ALL_SQUARES if row < int(square[1]) <= row + 3]
    squares = chance.sample(near if chance.random() < 0.7 else ALL_SQUARES, len(seats))
    robots = tuple(
        _placed(chance, seat, square, CardbotState(grid, rules, (), {}))
        for seat, square in zip(seats, squares, strict=True)
    )
    return CardbotState(
        grid,
        rules,
        robots,
        {robot.seat: _shuffled(chance, robot.seat, robot.targets) for robot in robots},
        people,
        first=chance.choice(seats),
    )


def _placed(chance: Random, seat: int, square: str, state: CardbotState) -> Robot:
    robot = Robot(seat, square, chance.randrange(4), chance.randrange(3), chance.randrange(4))
    return settled(robot, state.grid)


def _shuffled(chance: Random, seat: int, targets: int) -> tuple[Card, ...]:
    cards = list(cards_left(seat, targets))
    chance.shuffle(cards)
    return tuple(cards)


def rounds(seed: int, number: int = 1) -> Iterator[Played]:
    """Yield commands and resets of a random game from a crowded position, with random sides."""
    chance = Random(seed)
    state = crowded(chance)
    for _ in range(number):
        programs = {}
        for robot in state.robots:
            drawn = list(state.piles[robot.seat] or ())[
                : 5 if robot.seat == state.random_seat else state.rules.draw
            ]
            chance.shuffle(drawn)
            # Many moves, so that something happens.
            programs[robot.seat] = tuple(sorted(drawn, key=lambda card: -card.moves)[:5])
        state = begin_round(state, programs)
        for _ in range(5):
            commanded = _command(chance, state)
            yield commanded
            state = commanded.after
        shuffled = {
            robot.seat: _shuffled(chance, robot.seat, robot.targets + len(robot.visited))
            for robot in state.robots
            if robot.visited or robot.seat == state.random_seat
        }
        reset = end_round(state, shuffled)
        yield Played(state, reset.events, reset.state)
        state = reset.state
        if state.over:
            return


def _command(chance: Random, state: CardbotState) -> Played:
    sides: list[int | None] = []
    while True:
        outcome = play_command(state, sides, in_steps=True)
        if outcome.choice is None:
            return as_played(state, outcome)
        sides.append(chance.choice((None, *outcome.choice.sides)))
