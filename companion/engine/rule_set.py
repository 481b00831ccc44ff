"""A rule set as a value: the differences between games that race on this engine.

It is made of plain data and names of registered functions. The settings of a race (`rules.Rules`)
carry their rule set; its tables (`RaceTables`) are made from both, so that a play asks
neither. The defaults are those of Clockwork Derby's rulebook; another game states only its
differences.
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
"""The time to pay a life: when a clank is destroyed (8.4), or when it comes back."""
ALL_TOUCHED, NEWEST = "all touched", "newest"
"""The checkpoints that a clank keeps: all, the last touched at the end (7.11.2), or its start and
the newest one."""

Function = TypeVar("Function", bound=Callable[..., Any])
_PARTS: Final[dict[str, Callable[..., Any]]] = {}
"""The functions that rule sets name: they play a part of a register, begin a turn or end it."""


def registered(name: str) -> Callable[[Function], Function]:
    """Register a function under a name for rule sets."""

    def keep(function: Function) -> Function:
        _PARTS[name] = function
        return function

    return keep


def part(name: str) -> Callable[..., Any]:
    """Return the function that a rule set names; KeyError if it is not registered."""
    return _PARTS[name]


def own_beats(element: Element, words: Mapping[str, str]) -> tuple[Beat, ...]:
    """Return the beats of the element itself."""
    return element.beats()


def no_light(board: Any, words: Mapping[str, str]) -> Mapping[Square, tuple[Hurt, ...]]:
    """Return no damage by light."""
    return {}


def no_cards(state: Any, lying: Collection[Card] = ()) -> Mapping[int, Card]:
    """Return no cards of a seat's own."""
    return {}


@dataclass(frozen=True)
class RuleSet:
    """The rules of a race that differ from game to game."""

    key: str
    beats: tuple[tuple[Beat, str], ...] = (
        (Beat(MOVE, 0, "cards", "7.2"), "cards"),
        (Beat(FIRE, 15, "clank lasers", "7.10"), "clank lasers"),
        (Beat(TOUCH, 10, "flags", "7.11"), "touch"),
        (Beat(TOUCH, 15, "repair", "7.12"), "repair in a register"),
        (Beat(END_OF_TURN, 10, "repair at the end of the turn", "7.12"), "repair in a turn"),
    )
    """The parts of a register that the game plays itself, each with the name of its function."""
    timing: Callable[[Element, Mapping[str, str]], tuple[Beat, ...]] = own_beats
    """Returns when an element acts, by the words of the settings in force."""
    handled: frozenset[str] = frozenset()
    """The traits of elements that the game handles itself; these elements are not asked."""
    lights: Callable[[Any, Mapping[str, str]], Mapping[Square, tuple[Hurt, ...]]] = no_light
    """Returns by square the damage that light does to a clank that enters."""
    own_cards: Callable[[Any, Collection[Card]], Mapping[int, Card]] = no_cards
    """Returns by seat the extra card outside the deck in this turn. A card that is in a reader
    (`lying`) is given to nobody."""
    deadly: int = 10
    """The damage that destroys."""
    start_turn: str = "rest, then the turn"
    """The name of the function that begins a turn."""
    clean_up: str = "the parked come back"
    """The name of the function that ends a turn."""
    come_back: str = ""
    """The name of the function between the two, so that people have put all clanks onto the board
    before cards are dealt; empty for none."""
    movements: frozenset[str] = MOVEMENTS
    """The causes by which a clank can enter a square."""
    repair_is_checkpoint: bool = True
    """Whether a repair point is touched as flags are."""
    fills_burnt: bool = False
    """Whether a card is drawn at the deal for a locked slot that is empty."""
    keeps: str = ALL_TOUCHED
    """The checkpoints that count."""
    life_paid: str = AT_DEATH
    """The time to pay a life."""
    last_one_left: bool = False
    """Whether the last seat that is not out has won."""


DERBY: Final = RuleSet("clockwork")
"""The rule set of the rulebook."""
