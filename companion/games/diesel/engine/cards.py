"""Combatants and abilities as data: verbs and filters, for any written deck (DD02, DD14)."""

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
"""The number of cards of each strength in a complete deck (DD02)."""
MARKS: Final = ("", "4+", "5+", "6+")
"""The number of players from which a card is used (DD03)."""
NONE, ONGOING, TURN, INSTANT, DERBY = "none", "ongoing", "turn", "instant", "derby"
KINDS: Final = (NONE, ONGOING, TURN, INSTANT, DERBY)
"""The kinds of abilities (DD14)."""
HOUSE, OWNER = "house", "owner"
"""The origin of a card: the house set, or typed in by an owner of the game."""

# The verbs of instant abilities.
DISCARD, GAIN, SWAP, TURN_DOWN, LOOK, COPY = "discard", "gain", "swap", "turn_down", "look", "copy"
# The verbs of ongoing abilities: count as every type, be discarded instead of another combatant, be
# safe from swaps and gains.
EVERY_TYPE, STAND_IN, SAFE = "every_type", "stand_in", "safe"
# The verbs of derby abilities: win under a condition, count two less under one.
WIN, WEAKEN = "win", "weaken"
VERBS: Final = {
    NONE: (),
    INSTANT: (DISCARD, GAIN, SWAP, TURN_DOWN, LOOK, COPY),
    TURN: (GAIN,),
    ONGOING: (EVERY_TYPE, STAND_IN, SAFE),
    DERBY: (WIN, WEAKEN),
}
"""The verbs of each kind. TURN abilities gain what would be discarded."""

ANY, OWN, OTHERS = "any", "own", "others"
WHOSE: Final = (ANY, OWN, OTHERS)
LOWEST, HIGHEST = "lowest", "highest"
ONE, ALL, EACH = "one", "all", "each"
NUMBERS: Final = (ONE, ALL, EACH)
"""The number of combatants that are meant, of those that pass the filter.

- ONE: one that the card's player chooses.
- ALL: all of them.
- EACH: one of every player, chosen by that player.
"""
FRONT, ASIDE = "front", "aside"
"""The source of cards: in front of players, or the unused cards of this Derby."""
MOST_COMBATANTS, FEWEST_COMBATANTS, LOWEST_TOTAL, HIGHEST_TOTAL = (
    "most_combatants",
    "fewest_combatants",
    "lowest_total",
    "highest_total",
)
CONDITIONS: Final = (MOST_COMBATANTS, FEWEST_COMBATANTS, LOWEST_TOTAL, HIGHEST_TOTAL)
"""The conditions by which a card can win a Derby, each strictly."""


@kept_as("Filter least most types whose deployed up others extreme")
class Filter(NamedTuple):
    """The combatants that an ability is about. By default each field lets all of them pass."""

    least: int = 0
    """The lowest strength."""
    most: int = 4
    """The highest strength."""
    types: tuple[str, ...] = ()
    """The types, () for any. A face-down combatant has none (DDR05)."""
    whose: str = ANY
    deployed: bool = False
    """Whether only those deployed this turn pass (DDR18)."""
    up: bool = False
    """Whether only face-up ones pass."""
    others: bool = False
    """Whether the acting card is excluded."""
    extreme: str = ""
    """Only the lowest or highest strength of those that pass everything else, "" for any."""


@kept_as("Ability key kind verb targets number source may only wins_by")
class Ability(NamedTuple):
    """The ability of a card, as data."""

    key: str = NONE
    kind: str = NONE
    verb: str = ""
    targets: Filter = Filter()
    """The combatants that it is about."""
    number: str = ONE
    """The number of them, one of NUMBERS."""
    source: str = FRONT
    """Their place, FRONT or ASIDE."""
    may: bool = False
    """Whether it is optional."""
    only: str = ""
    """A type: it acts only if its card is the only one of that type deployed this turn."""
    wins_by: tuple[str, ...] = ()
    """The conditions of a WIN, of which one is enough."""


NO_ABILITY: Final = Ability()


@kept_as("Card id name strength ability mark source")
class Card(NamedTuple):
    """A card of a deck."""

    id: str
    """Its name in lower case, with `#2` and so on for further copies."""
    name: str
    strength: int
    ability: Ability = NO_ABILITY
    mark: str = ""
    """The number of players from which it is used, one of MARKS."""
    source: str = HOUSE
    """Its origin, HOUSE or OWNER."""

    @property
    def type(self) -> str:
        """Return its type, which follows from its strength (DD02)."""
        return TYPES[self.strength]

    @property
    def least_players(self) -> int:
        """Return the number of players from which it is used (DD03)."""
        return int(self.mark[0]) if self.mark else 2


@kept_as("Deck name source cards")
@dataclass(frozen=True)
class Deck:
    """All cards of a game, in deck order."""

    name: str
    source: str
    cards: tuple[Card, ...]

    def card(self, id: str) -> Card:
        """Return the card with this id.

        Raises:
            KeyError: There is none.
        """
        return self.cards[self._places[id]]

    def order(self, id: str) -> int:
        """Return the place of a card in the deck, from 0."""
        return self._places[id]

    @cached_property
    def _places(self) -> Mapping[str, int]:
        # Cards are looked up thousands of times in guessed Derbys.
        return {card.id: place for place, card in enumerate(self.cards)}
