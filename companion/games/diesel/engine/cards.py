"""Combatants and what they do: an ability is data made of a verb and filters, so that a deck that somebody writes is data too (DD02, DD14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple

TYPES: Final = ("contraption", "ravager", "tank", "battlemekk", "wunderwaffe")
"""The type of each strength, from 0 to 4 (DD02)."""
HOW_MANY: Final = (9, 11, 12, 11, 9)
"""The cards of each strength in a whole deck (DD02)."""
MARKS: Final = ("", "4+", "5+", "6+")
"""From how many players on a card is in use (DD03)."""
NONE, ONGOING, TURN, INSTANT, DERBY = "none", "ongoing", "turn", "instant", "derby"
KINDS: Final = (NONE, ONGOING, TURN, INSTANT, DERBY)
"""The kinds of abilities (DD14)."""
HOUSE, OWNER = "house", "owner"
"""Where a card comes from: our own set, or typed in by who owns the game."""

# Verbs of instant abilities.
DISCARD, GAIN, SWAP, TURN_DOWN, LOOK, COPY = "discard", "gain", "swap", "turn_down", "look", "copy"
# What ongoing abilities do: count as every type; be discarded instead of another one; be safe from other players' swaps and gains.
EVERY_TYPE, STAND_IN, SAFE = "every_type", "stand_in", "safe"
# What derby abilities do: win under a condition; count two less under one.
WIN, WEAKEN = "win", "weaken"
VERBS: Final = {
    NONE: (),
    INSTANT: (DISCARD, GAIN, SWAP, TURN_DOWN, LOOK, COPY),
    TURN: (GAIN,),
    ONGOING: (EVERY_TYPE, STAND_IN, SAFE),
    DERBY: (WIN, WEAKEN),
}
"""The verbs of each kind. The one of a turn is to gain what would be discarded."""

ANY, OWN, OTHERS = "any", "own", "others"
WHOSE: Final = (ANY, OWN, OTHERS)
LOWEST, HIGHEST = "lowest", "highest"
ONE, ALL, EACH = "one", "all", "each"
NUMBERS: Final = (ONE, ALL, EACH)
"""How many of those that pass the filter: one that the card's player chooses; all; one of every player, which that player chooses."""
FRONT, ASIDE = "front", "aside"
"""Where they lie: in front of players, or among the unused cards of this Derby."""
MOST_COMBATANTS, FEWEST_COMBATANTS, LOWEST_TOTAL, HIGHEST_TOTAL = (
    "most_combatants",
    "fewest_combatants",
    "lowest_total",
    "highest_total",
)
CONDITIONS: Final = (MOST_COMBATANTS, FEWEST_COMBATANTS, LOWEST_TOTAL, HIGHEST_TOTAL)
"""What a card can win a Derby by, strictly each."""


@kept_as("Filter least most types whose deployed up others extreme")
class Filter(NamedTuple):
    """Which combatants an ability is about; each field lets all of them pass by default.

    `types` are those that it hits, () for any: a face-down one has none (DDR05). `deployed`: only this turn's (DDR18). `up`: only face-up ones. `others`:
    not the acting card itself. `extreme`: of those that pass all else the lowest or highest strength.
    """

    least: int = 0
    most: int = 4
    types: tuple[str, ...] = ()
    whose: str = ANY
    deployed: bool = False
    up: bool = False
    others: bool = False
    extreme: str = ""


@kept_as("Ability key kind verb targets number source may only wins_by")
class Ability(NamedTuple):
    """What a card does: its key, kind and verb, on which combatants, how many of them, and whether it may or must.

    `only` is a type: it acts only where its card is the single one of it that was deployed in this turn. `wins_by` are the conditions of a WIN, of which
    one is enough.
    """

    key: str = NONE
    kind: str = NONE
    verb: str = ""
    targets: Filter = Filter()
    number: str = ONE
    source: str = FRONT
    may: bool = False
    only: str = ""
    wins_by: tuple[str, ...] = ()


NO_ABILITY: Final = Ability()


@kept_as("Card id name strength ability mark source")
class Card(NamedTuple):
    """One card of a deck; `id` is its name in small letters, with `#2` and so on for further copies."""

    id: str
    name: str
    strength: int
    ability: Ability = NO_ABILITY
    mark: str = ""
    source: str = HOUSE

    @property
    def type(self) -> str:
        """Its type, bound to its strength (DD02)."""
        return TYPES[self.strength]

    @property
    def least_players(self) -> int:
        """From how many players on it is in use (DD03)."""
        return int(self.mark[0]) if self.mark else 2


@kept_as("Deck name source cards")
@dataclass(frozen=True)
class Deck:
    """All cards of a game, in deck order."""

    name: str
    source: str
    cards: tuple[Card, ...]

    def card(self, id: str) -> Card:
        """The card with this id; KeyError where there is none."""
        return self.cards[self._places[id]]

    def order(self, id: str) -> int:
        """Its place in the deck, from 0."""
        return self._places[id]

    @cached_property
    def _places(self) -> Mapping[str, int]:
        # Cards are looked up thousands of times in a Derby that is played in thought.
        return {card.id: place for place, card in enumerate(self.cards)}
