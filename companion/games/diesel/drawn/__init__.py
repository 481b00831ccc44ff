"""The drawings of machines: one for each name of the house set, one by strength for other cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from companion.art import Shape
from companion.games.diesel.drawn import battlemekks, contraptions, ravagers, tanks, wunderwaffen
from companion.games.diesel.drawn.parts import TINTS
from companion.games.diesel.drawn.signs import badge
from companion.games.diesel.engine.cards import HOUSE, Card

MACHINES: Final[Mapping[str, tuple[Shape, ...]]] = {
    **contraptions.MACHINES,
    **ravagers.MACHINES,
    **tanks.MACHINES,
    **battlemekks.MACHINES,
    **wunderwaffen.MACHINES,
}
"""The drawing of each combatant of the house set, by its id without a number."""
_PLAIN: Final = (
    contraptions.PLAIN,
    ravagers.PLAIN,
    tanks.PLAIN,
    battlemekks.PLAIN,
    wunderwaffen.PLAIN,
)


def machine(card: Card) -> tuple[Shape, ...]:
    """Return the drawing of a card, in a unit square."""
    own = MACHINES.get(card.id.partition("#")[0]) if card.source == HOUSE else None
    return own or generic(card.strength, card.ability.verb)


@lru_cache(maxsize=64)
def generic(strength: int, verb: str) -> tuple[Shape, ...]:
    """Return a machine of a strength with a badge for its effect."""
    return (*_PLAIN[strength], *badge(verb, TINTS[strength].dark))
