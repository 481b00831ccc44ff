"""Random positions of Cardbot Derby: grids with any features, robots anywhere, legal programs."""

from __future__ import annotations

from hypothesis import strategies as some

from companion.games.cardbot.engine.cards import COMMANDS, Card, cards_left
from companion.games.cardbot.engine.grid import ALL_SQUARES, ARROWS, SIZE, CardbotGrid, layout_grid
from companion.games.cardbot.engine.rules import Rules
from companion.games.cardbot.engine.state import CardbotState, Robot, settled
from companion.games.cardbot.engine.turn import CardbotOutcome, begin_round, play_command
from companion.geometry import Heading

SINGLE = ("JH", "QH", "KH", "JD", "KC", "KS", "QC", "QS")
EMPTY = CardbotGrid(((".",) * SIZE,) * SIZE)


@some.composite
def grids(draw: some.DrawFn, rings: bool = True) -> CardbotGrid:
    """Draw a shipped grid, or one with features anywhere: belts, teleports, and other cards."""
    if rings and draw(some.integers(0, 3)) == 0:
        return layout_grid(draw(some.sampled_from(("basic", "full", "classic"))))
    codes: dict[str, str] = {}
    for suit in "CS":
        codes = {**_belt(draw, suit, rings), **codes} if draw(some.booleans()) else codes
    whole = {square: code for square, code in codes.items() if _unbroken(code, codes)}
    free = draw(some.permutations([square for square in ALL_SQUARES if square not in whole]))
    cards = [
        *draw(some.lists(some.sampled_from(SINGLE), unique=True, max_size=len(SINGLE))),
        *(("JC", "JS") if draw(some.booleans()) else ()),
    ]
    return EMPTY.changed({**whole, **dict(zip(free, cards, strict=False))})


def _belt(draw: some.DrawFn, suit: str, rings: bool) -> dict[str, str]:
    """Draw a belt from anywhere, perhaps around the tube."""
    way, place = draw(some.integers(0, 3)), draw(some.sampled_from(ALL_SQUARES))
    places = [place]
    for _ in range(draw(some.integers(0, SIZE - 1 if rings else SIZE - 2))):
        beyond = EMPTY.step(places[-1], way)
        places += [beyond] if beyond is not None else []
    return dict.fromkeys(places, ARROWS[way] + suit)


def _unbroken(code: str, codes: dict[str, str]) -> bool:
    """Return whether no part of this belt was cut off by the other one, which is over it."""
    mine = sorted(square for square, other in codes.items() if other == code)
    return (
        sum(EMPTY.step(square, ARROWS.index(code[0])) in mine for square in mine) >= len(mine) - 1
    )


@some.composite
def states(draw: some.DrawFn, rings: bool = True, most: int = 8) -> CardbotState:
    """Draw a position between two rounds, with every pile known."""
    grid = draw(grids(rings))
    seats = sorted(draw(some.sets(some.integers(1, 8), min_size=1, max_size=most)))
    squares = draw(some.permutations(ALL_SQUARES))
    rules = Rules(draw=draw(some.sampled_from((5, 7))))
    robots = tuple(
        settled(
            Robot(
                seat,
                square,
                draw(some.integers(0, 3)),
                draw(some.integers(0, 2)),
                draw(some.none() | some.integers(0, 3)),
            ),
            grid,
        )
        for seat, square in zip(seats, squares, strict=False)
    )
    piles = {
        robot.seat: tuple(draw(some.permutations(cards_left(robot.seat, robot.targets))))
        for robot in robots
    }
    return CardbotState(grid, rules, robots, piles, first=draw(some.sampled_from(seats)))


@some.composite
def programs(draw: some.DrawFn, state: CardbotState) -> dict[int, tuple[Card, ...]]:
    """Draw five of the cards that each seat has drawn, in any order."""
    drawn = {seat: (pile or ())[: state.rules.draw] for seat, pile in state.piles.items()}
    return {seat: tuple(draw(some.permutations(cards))[:COMMANDS]) for seat, cards in drawn.items()}


@some.composite
def begun(draw: some.DrawFn, rings: bool = True, most: int = 8) -> CardbotState:
    """Draw a round that has begun."""
    state = draw(states(rings, most))
    return begin_round(state, draw(programs(state)))


def played(state: CardbotState, wishes: list[int]) -> tuple[CardbotOutcome, list[Heading | None]]:
    """Play the next command to its end; return it with the answered sides.

    A wish of 0 is silence, 1 and 2 are the sides; without wishes all are silent.
    """
    sides: list[Heading | None] = []
    outcome = play_command(state)
    while outcome.choice is not None:
        wish = wishes[len(sides) % len(wishes)] if wishes else 0
        sides.append(None if wish == 0 else sorted(outcome.choice.sides)[wish - 1])
        outcome = play_command(state, sides)
    return outcome, sides
