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
from companion.games.parts import LessonStep
from companion.geometry import E, Heading, N, Square
from companion.signals import PULL
from companion.words import Text, text

Step: TypeAlias = LessonStep[CardbotPosition]

LEARNER, OTHER = 1, 2
"""The seats of the lesson."""
EMPTY: Final = CardbotGrid(((FACE_DOWN,) * SIZE,) * SIZE)
IDLE: Final = "48269"
"""The values of cards that a step does not play; the first four leave a robot as it stood."""


def code(seat: int, value: str) -> int:
    """Return the code of a card of a seat by its value."""
    return CODE_OF_CARD[pile_of(seat)[0]._replace(value=value)]


def codes(seat: int, values: str, first: int = 1) -> dict[int, int]:
    """Return the codes of cards by slot, from the slot `first` on."""
    return {slot: code(seat, value) for slot, value in enumerate(values, first)}


def five(values: str) -> str:
    """Return the values of five cards: these, then some that a step does not play."""
    return (values + "".join(value for value in IDLE if value not in values))[:COMMANDS]


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


def driving(
    title: Text,
    task: Text,
    result: Text,
    robots: Mapping[int, tuple[Square, Heading]],
    values: Mapping[int, str],
    spare: str,
    grid: Mapping[Square, str] = {},
    passages: int = 1,
    unseen: tuple[int, ...] = (),
) -> Step:
    """Return a step in which the learner puts the first cards of a program into their slots.

    Args:
        title: The subject.
        task: What to do.
        result: What comes of it.
        robots: Place and heading of each robot, by seat.
        values: The first cards of each program, by seat; cards of IDLE follow.
        spare: The value of a further card in the learner's hand.
        grid: The cards that are face up.
        passages: As in `LessonStep`.
        unseen: As in `LessonStep`.
    """
    own = values[LEARNER]
    return Step(
        title,
        task,
        result,
        position(grid, robots, values),
        codes(LEARNER, own),
        more=(code(LEARNER, spare),),
        unused=codes(LEARNER, five(own)[len(own) :], len(own) + 1),
        others={OTHER: answer_of(OTHER, values[OTHER])} if OTHER in values else {},
        passages=passages,
        unseen=unseen,
    )


def steps(game: Game[CardbotPosition, GameEvent], names: Mapping[int, str]) -> tuple[Step, ...]:
    """Return the steps in order."""
    me, other = names[LEARNER], names[OTHER]
    values = {LEARNER: "4", OTHER: "A"}
    before = position({}, {LEARNER: ("D7", E), OTHER: ("D6", N)}, values)
    answers = {seat: answer_of(seat, value) for seat, value in values.items()}
    at_the_edge = game.play(game.answered(before, answers).position).position
    return (
        # Cards that move.
        driving(
            text("One card"),
            text(
                "This is {name}. Ace, king, queen, jack and 10 move it one place straight on. Put "
                "the queen of hearts into slot 1, then pull the handle.",
                name=me,
            ),
            text("{name} went one place in the direction in which it looks.", name=me),
            {LEARNER: ("C2", N)},
            {LEARNER: "Q"},
            "5",
        ),
        # Cards that turn.
        driving(
            text("Turning"),
            text(
                "Numbers turn: a 5 by five quarters to the right, which is one. Put the 5 into "
                "slot 1 and the king into slot 2, then pull the handle."
            ),
            text(
                "{name} turned to the right and went one place on. A 3 turns left, a 2 turns "
                "round, a 4 changes nothing.",
                name=me,
            ),
            {LEARNER: ("C2", N)},
            {LEARNER: "5K"},
            "3",
            passages=2,
        ),
        # Handing cards on, and the order of play.
        driving(
            text("Your neighbour"),
            text(
                "You do not drive {name} yourself: your cards go to your neighbour. You drive "
                "{other} with the cards that came to you. Put the ace into slot 1 and pull: hand "
                "it over.",
                name=me,
                other=other,
            ),
            text(
                "Your neighbour drove {name} with your ace, and you drove {other}. The ace came "
                "before the king: the highest card goes first.",
                name=me,
                other=other,
            ),
            {LEARNER: ("B2", N), OTHER: ("E2", N)},
            {LEARNER: "A", OTHER: "K"},
            "5",
        ),
        # A robot in the way.
        driving(
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
            {LEARNER: ("B3", E), OTHER: ("C3", N)},
            {LEARNER: "J", OTHER: "4"},
            "2",
        ),
        # A choice: the side to which a robot gives way.
        Step(
            text("A ping"),
            text(
                "You drive {other} north, against {name} at the edge: there is no place beyond, so "
                "{name} must go to a side. Touch E7, the place to the east.",
                name=me,
                other=other,
            ),
            text(
                "{name} pinged to E7, and {other} took its place. The player who drives chooses "
                "the side.",
                name=me,
                other=other,
            ),
            at_the_edge,
            offer="E",
        ),
        # A belt.
        driving(
            text("A belt"),
            text(
                "Black cards in a line are a belt. Put the king into slot 1, then pull the handle.",
            ),
            text(
                "{name} drove onto the belt, and after the command the belt carried it one place "
                "along.",
                name=me,
            ),
            {LEARNER: ("C2", N)},
            {LEARNER: "K"},
            "5",
            {"C3": ">C", "D3": ">C", "E3": ">C"},
        ),
        # Teleports.
        driving(
            text("Teleports"),
            text(
                "The two black jacks are teleports; one is straight ahead. Put the 10 into slot 1, "
                "then pull the handle."
            ),
            text(
                "{name} came onto one black jack, and after the command it was on the other.",
                name=me,
            ),
            {LEARNER: ("C2", N)},
            {LEARNER: "T"},
            "2",
            {"C3": "JC", "F6": "JS"},
        ),
        # The aim of the game.
        driving(
            text("A target"),
            text(
                "First to the red jack, then to the queen, then to the king: that wins. The jack "
                "is straight ahead. Put the ace into slot 1, then pull the handle."
            ),
            text(
                "{name} was on its first target. At the end of the round your jack left your pile "
                "for good: one card fewer to move with.",
                name=me,
            ),
            {LEARNER: ("C2", N)},
            {LEARNER: "A"},
            "5",
            {"C3": "JH", "F2": "QH"},
            passages=6,
            unseen=(2, 3, 4, 5),
        ),
    )
