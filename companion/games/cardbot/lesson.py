"""The first lesson of Cardbot Derby: eight steps on grids with a card or two face up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from companion.games.api import Game
from companion.games.asking import Answer
from companion.games.cardbot.deck import CODE_OF_CARD
from companion.games.cardbot.engine.cards import COMMANDS, cards_left, pile_of
from companion.games.cardbot.engine.events import GameEvent
from companion.games.cardbot.engine.grid import FACE_DOWN, SIZE, CardbotGrid
from companion.games.cardbot.engine.rules import Rules
from companion.games.cardbot.engine.state import CardbotState, robot_at
from companion.games.cardbot.stages import CHOOSING, CardbotPosition
from companion.games.kit.lesson import LessonStep
from companion.geometry import E, Heading, N, Square
from companion.signals import PULL
from companion.words import text

Step: TypeAlias = LessonStep[CardbotPosition]

LEARNER, OTHER = 1, 2
"""The seats of the lesson."""
EMPTY: Final = CardbotGrid(((FACE_DOWN,) * SIZE,) * SIZE)
IDLE: Final = "48269"
"""The values of cards that a step does not play; the first four leave a robot as it stood."""


def steps(game: Game[CardbotPosition, GameEvent], names: Mapping[int, str]) -> tuple[Step, ...]:
    """Return the steps in order."""
    me, other = names[LEARNER], names[OTHER]
    return (
        move(me),
        turn(me),
        neighbour(me, other),
        shove(me, other),
        ping(game, me, other),
        belt(me),
        teleport(me),
        target(me),
    )


def code(seat: int, value: str) -> int:
    """Return the code of a card of a seat by its value."""
    return CODE_OF_CARD[pile_of(seat)[0]._replace(value=value)]


def codes(seat: int, values: str, first: int = 1) -> dict[int, int]:
    """Return the codes of cards by slot, from the slot `first` on."""
    return {slot: code(seat, value) for slot, value in enumerate(values, first)}


def five(values: str) -> str:
    """Return the values of five cards: these, then some that a step does not play."""
    return (values + "".join(value for value in IDLE if value not in values))[:COMMANDS]


def rest_of(values: str) -> dict[int, int]:
    """Return the cards of the learner in the slots that a step does not ask for."""
    return codes(LEARNER, five(values)[len(values) :], len(values) + 1)


def position(
    grid: Mapping[Square, str],
    robots: Mapping[int, tuple[Square, Heading]],
    values: Mapping[int, str],
) -> CardbotPosition:
    """Return a race in which five cards are put in order.

    Args:
        grid: The cards that are face up.
        robots: Place and heading of each robot, by seat.
        values: The first cards of each pile, by seat; cards of IDLE follow.
    """
    drawn = EMPTY.changed(grid)
    piles = {}
    for seat in robots:
        top = tuple(pile_of(seat)[0]._replace(value=value) for value in five(values[seat]))
        piles[seat] = (*top, *(card for card in cards_left(seat, 0) if card not in top))
    state = CardbotState(
        drawn,
        Rules(),
        tuple(robot_at(seat, *place, drawn) for seat, place in robots.items()),
        piles,
        owners={seat: seat for seat in robots},
    )
    return CardbotPosition(
        state, CHOOSING, {seat: seat for seat in robots}, drawn, frozenset(robots)
    )


def answer_of(seat: int, values: str) -> Answer:
    """Return five cards of a seat, handed over."""
    return Answer(PULL, tuple(code(seat, value) for value in five(values)))


def move(me: str) -> Step:
    """Return the step about cards that move."""
    return Step(
        text("One card"),
        text(
            "This is {name}. Ace, king, queen, jack and 10 move it one place straight on. Put the "
            "queen of hearts into slot 1, then pull the handle.",
            name=me,
        ),
        text("{name} went one place in the direction in which it looks.", name=me),
        position({}, {LEARNER: ("C2", N)}, {LEARNER: "Q"}),
        codes(LEARNER, "Q"),
        more=(code(LEARNER, "5"),),
        unused=rest_of("Q"),
    )


def turn(me: str) -> Step:
    """Return the step about cards that turn."""
    return Step(
        text("Turning"),
        text(
            "Numbers turn: a 5 by five quarters to the right, which is one. Put the 5 into slot 1 "
            "and the king into slot 2, then pull the handle."
        ),
        text(
            "{name} turned to the right and went one place on. A 3 turns left, a 2 turns round, a "
            "4 changes nothing.",
            name=me,
        ),
        position({}, {LEARNER: ("C2", N)}, {LEARNER: "5K"}),
        codes(LEARNER, "5K"),
        more=(code(LEARNER, "3"),),
        unused=rest_of("5K"),
        passages=2,
    )


def neighbour(me: str, other: str) -> Step:
    """Return the step about handing cards on, and the order of play."""
    return Step(
        text("Your neighbour"),
        text(
            "You do not drive {name} yourself: your cards go to your neighbour. You drive {other} "
            "with the cards that came to you. Put the ace into slot 1 and pull: hand it over.",
            name=me,
            other=other,
        ),
        text(
            "Your neighbour drove {name} with your ace, and you drove {other}. The ace came before "
            "the king: the highest card goes first.",
            name=me,
            other=other,
        ),
        position({}, {LEARNER: ("B2", N), OTHER: ("E2", N)}, {LEARNER: "A", OTHER: "K"}),
        codes(LEARNER, "A"),
        more=(code(LEARNER, "5"),),
        unused=rest_of("A"),
        others={OTHER: answer_of(OTHER, "K")},
    )


def shove(me: str, other: str) -> Step:
    """Return the step about a robot in the way."""
    return Step(
        text("Shoving"),
        text(
            "{other} is in the way of {name}. Put the jack into slot 1, then pull the handle.",
            name=me,
            other=other,
        ),
        text(
            "{name} shoved {other} on by one place: the robot that moves wins.",
            name=me,
            other=other,
        ),
        position({}, {LEARNER: ("B3", E), OTHER: ("C3", N)}, {LEARNER: "J", OTHER: "4"}),
        codes(LEARNER, "J"),
        more=(code(LEARNER, "2"),),
        unused=rest_of("J"),
        others={OTHER: answer_of(OTHER, "4")},
    )


def ping(game: Game[CardbotPosition, GameEvent], me: str, other: str) -> Step:
    """Return the step about a choice: the side to which a robot gives way."""
    before = position({}, {LEARNER: ("D7", E), OTHER: ("D6", N)}, {LEARNER: "4", OTHER: "A"})
    answers = {
        LEARNER: answer_of(LEARNER, "4"),
        OTHER: answer_of(OTHER, "A"),
    }
    asked = game.play(game.answered(before, answers).position).position
    return Step(
        text("A ping"),
        text(
            "You drive {other} north, against {name} at the edge: there is no place beyond, so "
            "{name} must go to a side. Touch E7, the place to the east.",
            name=me,
            other=other,
        ),
        text(
            "{name} pinged to E7, and {other} took its place. The player who drives chooses the "
            "side.",
            name=me,
            other=other,
        ),
        asked,
        offer="E",
    )


def belt(me: str) -> Step:
    """Return the step about a belt."""
    return Step(
        text("A belt"),
        text(
            "Black cards in a line are a belt. Put the king into slot 1, then pull the handle.",
        ),
        text(
            "{name} drove onto the belt, and after the command the belt carried it one place "
            "along.",
            name=me,
        ),
        position({"C3": ">C", "D3": ">C", "E3": ">C"}, {LEARNER: ("C2", N)}, {LEARNER: "K"}),
        codes(LEARNER, "K"),
        more=(code(LEARNER, "5"),),
        unused=rest_of("K"),
    )


def teleport(me: str) -> Step:
    """Return the step about teleports."""
    return Step(
        text("Teleports"),
        text(
            "The two black jacks are teleports; one is straight ahead. Put the 10 into slot 1, "
            "then pull the handle."
        ),
        text(
            "{name} came onto one black jack, and after the command it was on the other.", name=me
        ),
        position({"C3": "JC", "F6": "JS"}, {LEARNER: ("C2", N)}, {LEARNER: "T"}),
        codes(LEARNER, "T"),
        more=(code(LEARNER, "2"),),
        unused=rest_of("T"),
    )


def target(me: str) -> Step:
    """Return the step about the aim of the game."""
    return Step(
        text("A target"),
        text(
            "First to the red jack, then to the queen, then to the king: that wins. The jack is "
            "straight ahead. Put the ace into slot 1, then pull the handle."
        ),
        text(
            "{name} was on its first target. At the end of the round your jack left your pile for "
            "good: one card fewer to move with.",
            name=me,
        ),
        position({"C3": "JH", "F2": "QH"}, {LEARNER: ("C2", N)}, {LEARNER: "A"}),
        codes(LEARNER, "A"),
        more=(code(LEARNER, "5"),),
        unused=rest_of("A"),
        passages=6,
        unseen=(2, 3, 4, 5),
    )
