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
    "avenger": contraptions.avenger(),
    "commander": contraptions.commander(),
    "underdog": contraptions.underdog(),
    "liaison-unit": contraptions.liaison_unit(),
    "decoy": contraptions.decoy(),
    "brawler": ravagers.brawler(),
    "heavy": ravagers.heavy(),
    "hunter": ravagers.hunter(),
    "ironclaw": ravagers.ironclaw(),
    "leveller": ravagers.leveller(),
    "chameleon": tanks.chameleon(),
    "copycat": tanks.copycat(),
    "guard": tanks.guard(),
    "lookout": tanks.lookout(),
    "scout": tanks.scout(),
    "duellist": battlemekks.duellist(),
    "bulwark": battlemekks.bulwark(),
    "raider": battlemekks.raider(),
    "walker": battlemekks.walker(),
    "colossus": wunderwaffen.colossus(),
    "goliath": wunderwaffen.goliath(),
    "fortress": wunderwaffen.fortress(),
}
"""The drawing of each combatant of the house set, by its id without a number."""
_PLAIN: Final = (
    contraptions.plain,
    ravagers.plain,
    tanks.plain,
    battlemekks.plain,
    wunderwaffen.plain,
)


def machine(card: Card) -> tuple[Shape, ...]:
    """Return the drawing of a card, in a unit square."""
    own = MACHINES.get(card.id.partition("#")[0]) if card.source == HOUSE else None
    return own or generic(card.strength, card.ability.verb)


@lru_cache(maxsize=64)
def generic(strength: int, verb: str) -> tuple[Shape, ...]:
    """Return a machine of a strength with a badge for its effect."""
    return (*_PLAIN[strength](), *badge(verb, TINTS[strength].dark))
