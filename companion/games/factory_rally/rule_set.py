"""The differences between Factory Rally and the rulebook, and its settings (REQ-R6, no. 1-46)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from companion.engine.board import Board
from companion.engine.causes import LASER, MOVEMENTS, SLIDE
from companion.engine.effects import Hurt
from companion.engine.element import BOARD, FIRE, MOVE, Beat, Element
from companion.engine.elements.belt import Belt
from companion.engine.elements.laser import Laser
from companion.engine.rule_set import AT_RESPAWN, NEWEST, RuleSet
from companion.engine.rules import PASS, TURN, Rules
from companion.games.factory_rally.active import own_pauses
from companion.geometry import Square
from companion.settings import Option, OptionValue, usual
from companion.words import text, verbatim

KEY: Final = "factory_rally"
SLOW_FIRST, FAST_FIRST = "slow_first", "fast_first"
DEADLY: Final = 9
"""The damage that destroys (REQ-C3)."""
OIL: Final = "oil"
_SLOW: Final = {
    SLOW_FIRST: Beat(BOARD, 60, "slow belts", "IDF04"),
    FAST_FIRST: Beat(BOARD, 75, "slow belts", "IDF04"),
}
_FAST: Final = (Beat(BOARD, 70, "double belts", "IDF04"), Beat(BOARD, 72, "double belts", "IDF04"))


def timing(element: Element, words: Mapping[str, str]) -> tuple[Beat, ...]:
    """Return the beats of an element (no. 1, 2, 29).

    Slow belts have one and double belts have two of their own. Other elements act as usual.
    """
    if not isinstance(element, Belt):
        return element.beats()
    return _FAST if element.speed == "fast" else (_SLOW[words["belt_order"]],)


KINDS: Final = ("wall", "pit", "belt", "rotator", "repair", "laser", "start", OIL)
"""The elements of this rule set (no. 25)."""


def foreign(board: Board) -> tuple[Element, ...]:
    """Return the elements of a board that this rule set lacks, one of each kind."""
    found = {
        element.word: element
        for element in board.elements
        if element.word not in KINDS or getattr(element, "speed", "") == "hyper"
    }
    return tuple(found.values())


def lights(board: Board, words: Mapping[str, str]) -> Mapping[Square, tuple[Hurt, ...]]:
    """Return the hits on entering a lit field, if the setting is on (no. 33).

    Each field gives the points of the lasers that light it.
    """
    found: dict[Square, tuple[Hurt, ...]] = {}
    for laser in board.elements if words["laser_on_entry"] == "on" else ():
        if isinstance(laser, Laser):
            for square in laser.reach(board):
                found[square] = (
                    *found.get(square, ()),
                    Hurt(laser.beams, LASER, laser.square, "no. 33"),
                )
    return found


FACTORY: Final = RuleSet(
    KEY,
    beats=(
        (Beat(MOVE, 0, "cards", "IDR01"), "cards"),
        (Beat(MOVE, 10, "oil", "IDF08"), "slide on oil"),
        (Beat(FIRE, 15, "clank lasers", "IDR03"), "robot lasers"),
    ),
    timing=timing,
    handled=frozenset({OIL}),
    lights=lights,
    own_cards=own_pauses,
    deadly=DEADLY,
    start_turn="robots come back, then the round",
    clean_up="end of the round",
    come_back="robots come back",
    movements=MOVEMENTS | {SLIDE},
    fills_burnt=True,
    repair_is_checkpoint=False,
    keeps=NEWEST,
    life_paid=AT_RESPAWN,
    last_one_left=True,
)


OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "lives",
        text("Lives"),
        text("A destroyed robot comes back on its backup, as long as it has lives left."),
        (
            OptionValue(
                None, text("No limit"), text("A destroyed robot always comes back."), "inf"
            ),
            OptionValue(
                1,
                verbatim("1"),
                text("A robot comes back once, and is out when it is destroyed again."),
            ),
            OptionValue(2, verbatim("2"), text("A robot comes back twice.")),
            OptionValue(3, verbatim("3"), text("A robot comes back three times.")),
        ),
        "3",
    ),
    Option(
        "belt_order",
        text("Belts"),
        text("Robots can be carried from one belt onto another that moves after it."),
        (
            OptionValue(
                SLOW_FIRST,
                text("Slow first"),
                text(
                    "Slow belts, then double belts: a robot carried onto a double belt goes two "
                    "squares more."
                ),
            ),
            OptionValue(
                FAST_FIRST,
                text("Fast first"),
                text(
                    "Double belts, then slow belts: a robot carried onto a slow belt goes one "
                    "square more."
                ),
            ),
        ),
        SLOW_FIRST,
    ),
    Option(
        "laser_on_entry",
        text("Lasers on entry"),
        text("Lasers of the board can hurt robots that only drive through their light."),
        (
            OptionValue(False, text("Off"), text("They hurt only at the end of every step.")),
            OptionValue(
                True,
                text("On"),
                text(
                    "A robot takes damage on every lit square it enters, and at the end of the "
                    "step."
                ),
            ),
        ),
        "off",
    ),
    Option(
        "respawn_damage",
        text("Damage on return"),
        text("A robot can come back with damage, and is then destroyed sooner."),
        (
            OptionValue(0, verbatim("0"), text("It comes back as new.")),
            OptionValue(2, verbatim("2"), text("It comes back with 2 damage.")),
        ),
        "2",
    ),
)


_USUAL: Final = usual(OPTIONS)


@dataclass(frozen=True, slots=True)
class FactoryRules(Rules):
    """The settings of one race. What the rulebook leaves open is decided here (no. 8, 14)."""

    flag_hit: str = PASS
    checkpoint: str = PASS
    healing: str = TURN
    belt_order: str = _USUAL["belt_order"]
    laser_on_entry: bool = _USUAL["laser_on_entry"]
    respawn_damage: int = _USUAL["respawn_damage"]

    rule_set: ClassVar[RuleSet] = FACTORY
    options: ClassVar[tuple[Option, ...]] = OPTIONS
