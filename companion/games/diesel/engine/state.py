"""The state of a Derby: combatants, hands as far as known, piles and tokens (DD04-DD12)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.diesel.engine.cards import Card, Deck
from companion.games.diesel.engine.events import Event
from companion.games.diesel.engine.rules import Rules
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple


@kept_as("Laid card down deployed")
class RowCard(NamedTuple):
    """A combatant in front of a seat."""

    card: str
    """The id of its card."""
    down: bool = False
    """Whether it is face down."""
    deployed: bool = False
    """Whether it was deployed in this turn (DDR18)."""


@kept_as("Claim seat card")
class Claim(NamedTuple):
    """The claim of a seat to what would be discarded in this turn (DDR17)."""

    seat: int
    card: str
    """The id of the card that claims."""


@kept_as(
    "State deck rules seats front derby turn hands unused aside "
    "discard lost tokens claims acted laid_by last_winners over winners by champion"
)
class DieselState(NamedTuple):
    """A Derby between two of its steps."""

    deck: Deck
    rules: Rules
    seats: tuple[int, ...]
    """The seats that play, in order; the left neighbour of each is the next one (DDR12)."""
    front: Mapping[int, tuple[RowCard, ...]]
    """The rows of the seats, the oldest combatant first."""
    derby: int = 1
    """The number of the Derby."""
    turn: int = 0
    """The number of revealed turns in this Derby, 0 before the first one."""
    hands: Mapping[int, tuple[str, ...]] | None = None
    """The hands, None if unknown here."""
    unused: tuple[str, ...] | None = ()
    """The unused cards, None if unknown here."""
    aside: int = 0
    """The number of unused cards."""
    discard: tuple[str, ...] = ()
    """The known cards on the common pile, the oldest first."""
    lost: int = 0
    """The number of unknown cards on it: the last ones of hands."""
    tokens: Mapping[int, int] = {}
    claims: tuple[Claim, ...] = ()
    """The claims of this turn."""
    acted: frozenset[str] = frozenset()
    """The instants that have acted in this Derby (DDR04)."""
    deployed_by: Mapping[str, tuple[int, int]] = {}
    """The seat that played each card of this Derby and the turn, as (seat, turn)."""
    last_winners: tuple[int, ...] = ()
    """The winners of the Derby before."""
    over: bool = False
    """Whether this Derby is over."""
    winners: tuple[int, ...] = ()
    """The winners of this Derby."""
    by: str = ""
    """By what this Derby was won."""
    champion: int = 0
    """The seat that won the game, 0 for none."""

    def card(self, id: str) -> Card:
        """Return a card of the deck."""
        return self.deck.card(id)

    @property
    def asking_order(self) -> tuple[int, ...]:
        """Return the seats from the lowest last winner to the left (DDR03, DDR12)."""
        first = min(self.last_winners) if self.last_winners else self.seats[0]
        at = self.seats.index(first)
        return (*self.seats[at:], *self.seats[:at])


class DieselStep(NamedTuple):
    """One part of a turn."""

    events: tuple[Event, ...]
    """The events in it."""
    state: DieselState
    """The state after it."""


class DieselOutcome(NamedTuple):
    """The result of a part of the play."""

    state: DieselState
    steps: tuple[DieselStep, ...]
    """The steps that lead there; some have no events."""

    @property
    def events(self) -> tuple[Event, ...]:
        """Return the events of all steps, in order."""
        return tuple(event for step in self.steps for event in step.events)
