"""A rule set as a value: what differs between games that race on the same engine, as plain data and names of registered functions.

The settings of a race (`rules.Rules`) carry the rule set that they belong to; a race's tables (`course.Course`) are made from both, so that a play asks
neither. The defaults are those of Clockwork Derby's rulebook; another game says only what is otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from companion.engine.cards import Card
from companion.engine.causes import MOVEMENTS
from companion.engine.effects import Hurt
from companion.engine.element import END_OF_TURN, FIRE, MOVE, TOUCH, Beat, Element
from companion.geometry import Square

AT_DEATH, AT_RESPAWN = "at death", "at respawn"
"""When a life is paid: as a clank is destroyed (8.4), or as it comes back."""
ALL_TOUCHED, NEWEST = "all touched", "newest"
"""Which checkpoints a clank keeps: all, the one touched last at the end (7.11.2), or behind its start the newest one alone."""

Function = TypeVar("Function", bound=Callable[..., Any])
_PARTS: Final[dict[str, Callable[..., Any]]] = {}
"""What rule sets name: the functions that play a part of a register, begin a turn or end it."""


def registered(name: str) -> Callable[[Function], Function]:
    """Register a function under a name that rule sets can say."""

    def keep(function: Function) -> Function:
        _PARTS[name] = function
        return function

    return keep


def part(name: str) -> Callable[..., Any]:
    """The function that a rule set names; KeyError where nobody has registered it."""
    return _PARTS[name]


def own_beats(element: Element, words: Mapping[str, str]) -> tuple[Beat, ...]:
    """Every element acts when it says so itself."""
    return element.beats()


def no_light(board: Any, words: Mapping[str, str]) -> Mapping[Square, tuple[Hurt, ...]]:
    """Light hurts nobody for coming into it."""
    return {}


def no_cards(state: Any, lying: Collection[Card] = ()) -> Mapping[int, Card]:
    """Nobody has a card of its own."""
    return {}


@dataclass(frozen=True)
class RuleSet:
    """How a game races.

    `beats` are the parts of a register that the game plays itself, each with the name of its function; `timing` says when an element acts, by the words of
    the settings in force, and `handled` are the traits of elements that the game looks at itself, so that these are asked nothing.

    `lights` says what light does to who comes into it, by square. `own_cards` is the card beside the deck that a seat has in this turn besides those dealt, by
    seat; a card that lies in a reader (`lying`) is given to nobody.

    `deadly` is the damage that destroys. `start_turn` and `clean_up` name what begins a turn and what ends it, `come_back` what a
    table does between the two, so that hands have put everybody onto the board before cards are dealt ("" for nothing). `movements` are the causes by which a clank can
    come onto a square. `fills_burnt`: into a locked slot that is empty a card is drawn at the deal. `repair_is_checkpoint`: a repair point is touched as flags are. `keeps` says which checkpoints count, `life_paid` when a life is paid,
    `last_one_left` whether who alone is not out has won.
    """

    key: str
    beats: tuple[tuple[Beat, str], ...] = (
        (Beat(MOVE, 0, "cards", "7.2"), "cards"),
        (Beat(FIRE, 15, "clank lasers", "7.10"), "clank lasers"),
        (Beat(TOUCH, 10, "flags", "7.11"), "touch"),
        (Beat(TOUCH, 15, "repair", "7.12"), "repair in a register"),
        (Beat(END_OF_TURN, 10, "repair at the end of the turn", "7.12"), "repair in a turn"),
    )
    timing: Callable[[Element, Mapping[str, str]], tuple[Beat, ...]] = own_beats
    handled: frozenset[str] = frozenset()
    lights: Callable[[Any, Mapping[str, str]], Mapping[Square, tuple[Hurt, ...]]] = no_light
    own_cards: Callable[[Any, Collection[Card]], Mapping[int, Card]] = no_cards
    deadly: int = 10
    start_turn: str = "rest, then the turn"
    clean_up: str = "the parked come back"
    come_back: str = ""
    movements: frozenset[str] = MOVEMENTS
    repair_is_checkpoint: bool = True
    fills_burnt: bool = False
    keeps: str = ALL_TOUCHED
    life_paid: str = AT_DEATH
    last_one_left: bool = False


DERBY: Final = RuleSet("clockwork")
"""The rulebook's."""
