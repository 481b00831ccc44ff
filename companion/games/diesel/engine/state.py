"""A Derby as it stands: what lies in front of whom, hands as far as they are known, piles and tokens (DD04-DD12)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.diesel.engine.cards import Card, Deck
from companion.games.diesel.engine.events import Event
from companion.games.diesel.engine.rules import Rules
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple


@kept_as("Laid card down deployed")
class Laid(NamedTuple):
    """A combatant in front of somebody: its card's id, whether it lies face down, and whether it was deployed in this turn (DDR18)."""

    card: str
    down: bool = False
    deployed: bool = False


@kept_as("Claim seat card")
class Claim(NamedTuple):
    """Who gains what would be discarded in this turn, and with which card (DDR17)."""

    seat: int
    card: str


@kept_as(
    "State deck rules seats front derby turn hands unused aside "
    "discard lost tokens claims acted laid_by last_winners over winners by champion"
)
class State(NamedTuple):
    """A Derby between two of its steps. Seats are those that play, in order; the left neighbour of each is the next one (DDR12).

    `turn` counts the turns of this Derby that have been revealed; 0 before the first. `front` are the rows, the oldest first. `hands` are None where nobody
    knows them, `unused` (what lies aside) too; `aside` counts that pile. `discard` is what is known of the common pile, in the order in which it grew, and
    `lost` counts the cards on it that nobody knows: the last ones of hands. `claims` hold in this turn. `acted` are the instants of this Derby that have
    acted (DDR04). `laid_by` says who has laid down each card of this Derby, and in which turn, as (seat, turn). `last_winners` have won the Derby
    before. `over`, `winners` and `by` are of this Derby; `champion` is 0 while nobody has won the game.
    """

    deck: Deck
    rules: Rules
    seats: tuple[int, ...]
    front: Mapping[int, tuple[Laid, ...]]
    derby: int = 1
    turn: int = 0
    hands: Mapping[int, tuple[str, ...]] | None = None
    unused: tuple[str, ...] | None = ()
    aside: int = 0
    discard: tuple[str, ...] = ()
    lost: int = 0
    tokens: Mapping[int, int] = {}
    claims: tuple[Claim, ...] = ()
    acted: frozenset[str] = frozenset()
    laid_by: Mapping[str, tuple[int, int]] = {}
    last_winners: tuple[int, ...] = ()
    over: bool = False
    winners: tuple[int, ...] = ()
    by: str = ""
    champion: int = 0

    def card(self, id: str) -> Card:
        """A card of the deck."""
        return self.deck.card(id)

    @property
    def asking_order(self) -> tuple[int, ...]:
        """The seats from the lowest that won the last Derby on, to the left (DDR03, DDR12)."""
        first = min(self.last_winners) if self.last_winners else self.seats[0]
        at = self.seats.index(first)
        return (*self.seats[at:], *self.seats[:at])


class Step(NamedTuple):
    """One part of a turn: what happened in it, and the state after it."""

    events: tuple[Event, ...]
    state: State


class Outcome(NamedTuple):
    """The state after, and the steps that lead there; in some nothing happens."""

    state: State
    steps: tuple[Step, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return tuple(event for step in self.steps for event in step.events)
