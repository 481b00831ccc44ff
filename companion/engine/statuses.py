"""Temporary statuses of pieces on extended boards, and what they forbid (elements 3.3).

A status is a remembered word of a seat; elements set and end it by effects. It ends at death.
"""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple
from companion.words import Text, text

GROUND, AIR, APART = "ground", "air", "apart"
"""The planes: on the ground and above it on bridges, in the air, and in nobody's way."""

VIRTUAL: Final = "virtual"
FLYING: Final = "flying"
SHUT_DOWN: Final = "shut down"
BURNING: Final = "burning"
SUNK: Final = "sunk"
ENERGY: Final = "energy"
BURNT: Final = "burnt"
RADIO: Final = "radio"
RANDOM: Final = "random"
CHOSEN: Final = "chosen"


class Status(NamedTuple):
    """A status with its meaning for the piece."""

    word: str
    title: Text
    about: Text
    """Its meaning in a sentence."""
    plane: str = GROUND
    drives: bool = True
    """Whether cards are executed."""
    fires: bool = True
    """Whether it shoots."""
    hit: bool = True
    """Whether shots hit it."""
    lit: bool = True
    """Whether board lasers hit it."""
    grounded: bool = True
    """Whether floors, carriers, devices and mounts act on it."""


STATUSES: Final = (
    Status(
        VIRTUAL,
        text("virtual"),
        text("Passes through all clanks, and no shot hits it."),
        plane=APART,
        fires=False,
        hit=False,
    ),
    Status(
        FLYING,
        text("flying"),
        text("Flies over everything on the floor until it is hit, or until the end of register 5."),
        plane=AIR,
        grounded=False,
    ),
    Status(
        SHUT_DOWN,
        text("shut down"),
        text("Its cards have no effect, and it does not shoot."),
        drives=False,
        fires=False,
    ),
    Status(
        BURNING,
        text("burning"),
        text(
            "Takes 1 damage in every further register of this turn, unless water puts the fire out."
        ),
    ),
    Status(
        SUNK,
        text("sunk"),
        text("Nothing moves it and no beam hits it. Its next movement card digs it out."),
        fires=False,
        hit=False,
        lit=False,
    ),
    Status(
        ENERGY,
        text("charged"),
        text("Can use its energy once: for 1 more square, or 1 more damage."),
    ),
    Status(
        BURNT,
        text("burnt slot"),
        text("The slot locks at the next deal, until damage is repaired."),
    ),
    Status(
        RADIO,
        text("radio cards"),
        text("At the next deal random cards fill its highest free slots."),
    ),
    Status(
        RANDOM,
        text("random program"),
        text("At the next deal random cards fill all its free slots."),
    ),
    Status(
        CHOSEN,
        text("chosen card"),
        text("At the next deal its player chooses one of the cards."),
    ),
)
"""All statuses. The value of BURNT are its slots ("2,3"), that of RADIO the number of cards, of
BURNING the register in which it caught fire, of CHOSEN the card or "random"."""

OF_WORD: Final = {status.word: status for status in STATUSES}
