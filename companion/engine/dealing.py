"""Power downs, dealing, locks, and the legality of cards in a reader (rulebook 5-6).

A shuffle comes in as the whole deck in some order; no card is drawn at random here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Final

from companion.engine.cards import (
    FIRST_LOCK,
    NO_CARDS,
    PAUSE,
    Card,
    Slots,
    cards_dealt,
    locked_slots,
)
from companion.engine.events import (
    Dealt,
    Event,
    PowerDownAnnounced,
    PoweredDown,
    StatusEnded,
    TurnBegan,
)
from companion.engine.extended.dealing import extended_deal, to_draw, with_unused
from companion.engine.keys import LAST_REGISTER
from companion.engine.race_tables import race_tables
from companion.engine.rule_set import part, registered
from companion.engine.rules import NEXT
from companion.engine.state import ACTIVE, Clank, RaceState
from companion.engine.statuses import BURNT
from companion.engine.turn import PlayOutcome
from companion.errors import RuleError
from companion.named_tuples import NamedTuple
from companion.signals import GAP, LOCKED, NOT_DEALT, TWICE


def start_turn(state: RaceState, pushed: Collection[int] = ()) -> PlayOutcome:
    """Begin the next turn as the rule set says (6.5.2-6.5.4 [E149-E152]).

    Args:
        state: The race after the last register of a turn, or before the first turn.
        pushed: The seats that rest in it under the setting *this*. Seats without a clank on the
            board have no effect.

    Raises:
        RuleError: The turn before is under way, or the race is over.
    """
    # Before the first turn no register was played.
    if state.over or (state.turn and state.register != LAST_REGISTER):
        raise RuleError(
            f"turn {state.turn} is not over: register {state.register} was the last one played"
        )
    begun: PlayOutcome = part(state.race.rules.rule_set.start_turn)(state, pushed)
    return begun


@registered("rest, then the turn")
def rest_and_begin(state: RaceState, pushed: Collection[int]) -> PlayOutcome:
    """Put announced power downs into effect (6.5.4 [E160]).

    A resting clank loses all damage, that of the announcing turn included, and its locks open.
    """
    events: list[Event] = [TurnBegan(state.turn + 1)]
    clanks = []
    for clank in state.clanks:
        if clank.status == ACTIVE and (clank.announced or clank.seat in pushed):
            rule = "6.5.3" if clank.seat in pushed else "6.5.2"
            events.append(PoweredDown(clank.seat, clank.damage, rule))
            clank = clank._replace(down=True, announced=False, damage=0, locked=())
        elif clank.down:
            clank = clank._replace(down=False)
        clanks.append(clank)
    begun = RaceState(
        state.race,
        tuple(clanks),
        state.turn + 1,
        0,
        state.deaths,
        state.winner,
        state.over,
        state.memory,
        state.others,
    )
    # A clank that rests has no damage any more, and so no burnt slots.
    rested = {str(event.seat) for event in events if isinstance(event, PoweredDown)}
    if begun.memory and rested:
        events += [
            StatusEnded(int(owner), BURNT, "B23")
            for (owner, word), _ in begun.memory
            if owner in rested and word == BURNT
        ]
        begun = begun._replace(
            memory=tuple(
                entry for entry in begun.memory if entry[0][0] not in rested or entry[0][1] != BURNT
            )
        )
    return PlayOutcome(begun, tuple(events))


def deal(state: RaceState, deck: Sequence[Card] | None) -> PlayOutcome:
    """Collect unlocked cards and deal by damage (6.1-6.3).

    The cards of a powered-down clank stay in its reader while Card lock is on (6.5.6 [E153-E155]).
    Seats are served in order, the lowest first, from the top of the pile; cards that stay in
    readers are skipped. A clank that is down, parked or out gets none (6.2.3 [E149, E171, E186]).

    Args:
        state: The race after `start_turn`.
        deck: All cards as shuffled, or None if people deal them unseen. With None, the hands of
            seats that are dealt cards are None.
    """
    if not race_tables(state.race).plain:
        return PlayOutcome(*extended_deal(state, deck))
    lock, fills = state.race.rules.card_lock, state.race.rules.rule_set.fills_burnt
    stays = {clank.seat: _staying_cards(clank) for clank in state.clanks if lock}
    kept = {card for _, slots in stays.values() for card in slots if card is not None}
    own = state.race.rules.rule_set.own_cards(state, kept)
    # A shuffle is of the whole deck, so that it can be recorded before anybody knows which cards
    # are locked.
    if deck is None:
        pile = None
    else:
        pile = iter([card for card in deck if card not in kept] if kept else deck)
    events: list[Event] = []
    clanks = []
    for clank in state.clanks:
        locked, slots = stays.get(clank.seat, _NOTHING)
        hand: tuple[Card, ...] | None = ()
        if clank.status == ACTIVE and not clank.down:
            count = cards_dealt(clank.damage, lock)
            rule = "6.2.2" if not lock else "6.3.1" if locked else "6.2.1"
            events.append(Dealt(clank.seat, count, locked, rule))
            # One iterator for all: the next seat continues where this one stopped.
            hand = None if pile is None else tuple(islice(pile, count))
        if hand and clank.seat in own:
            hand = (*hand, own[clank.seat])
        if fills and pile is not None and locked and not clank.down:
            # Blind, from the left, now that it is needed (no. 39).
            slots = tuple(
                next(pile) if card is None and slot in locked else card
                for slot, card in enumerate(slots, 1)
            )
        clanks.append(clank.with_cards(locked, slots, hand))
    return PlayOutcome(state.with_clanks(tuple(clanks)), tuple(events))


_NOTHING: Final[tuple[tuple[int, ...], Slots]] = ((), NO_CARDS)
"""No slot is locked and no card stays."""


def _staying_cards(clank: Clank) -> tuple[tuple[int, ...], Slots]:
    """Return the slots that are locked now and the cards that stay in the reader.

    Locked cards stay, and those of a powered-down clank; nothing of a dead one does. See 6.1.1,
    6.3.3 [E141-E144], 6.5.6 [E153-E155], 8.4.
    """
    if clank.status == ACTIVE and clank.down:
        return (), clank.slots
    if clank.status != ACTIVE or clank.damage < FIRST_LOCK:
        return _NOTHING
    locked = locked_slots(clank.damage, True)
    return locked, tuple(
        card if slot in locked else None for slot, card in enumerate(clank.slots, 1)
    )


def program(
    state: RaceState, programs: Mapping[int, Slots], announced: Collection[int] = ()
) -> PlayOutcome:
    """Put committed programs into the readers, and announce power downs (6.4.2 [E192], 6.5.2).

    Announcing is possible under the setting *next* only [E149, E158]. Legality is checked by
    `reader_fault`, not here. Cards not used go back unread (6.4.1 [E148]). A program has five
    places, those of locked slots included; a seat without one keeps the cards in its reader.
    """
    events: list[Event] = []
    clanks = []
    for clank in state.clanks:
        if clank.seat in programs:
            # An unknown hand stays unknown: () would say that nothing was dealt.
            clank = clank.with_cards(
                clank.locked, tuple(programs[clank.seat]), None if clank.hand is None else ()
            )
        if (
            clank.seat in announced
            and clank.status == ACTIVE
            and state.race.rules.power_down == NEXT
        ):
            clank = clank._replace(announced=True)
            events.append(PowerDownAnnounced(clank.seat))
        clanks.append(clank)
    after = state.with_clanks(tuple(clanks))
    return PlayOutcome(
        after if race_tables(state.race).plain else with_unused(state, after), tuple(events)
    )


class ReaderFault(NamedTuple):
    """The reason why a commitment is refused."""

    seat: int
    slot: int
    kind: str
    """A kind of fault, see `companion.signals`."""
    found: Card | None = None
    """The card found in the slot."""
    expected: Card | None = None
    """The card that a locked slot must hold."""
    other: tuple[int, int] | None = None
    """The (seat, slot) that holds the same card."""
    rule: str = "6.4.3"


def reader_fault(
    state: RaceState, seat: int, slots: Slots, others: Mapping[int, Slots]
) -> ReaderFault | None:
    """Return the first fault of a reader when its handle is moved, by slot, or None.

    See 6.4.3 [E145-E147]. Unreadable cards and cards outside the deck never get this far; the
    session refuses them (E187).

    Args:
        state: The race after the deal.
        seat: The seat to check.
        slots: The cards in its reader.
        others: The cards in the other readers now, those included that are not checked.
    """
    clank = state.clank(seat)
    drawn = () if race_tables(state.race).plain else to_draw(state, seat)
    places = {
        card: (other, slot)
        for other, row in others.items()
        if other != seat
        for slot, card in enumerate(row, 1)
        if card is not None
    }
    for slot, card in enumerate(slots, 1):
        fault = _slot_fault(state, clank, slot, card, drawn, slots, places)
        if fault is not None:
            return fault
    return None


def _slot_fault(
    state: RaceState,
    clank: Clank,
    slot: int,
    card: Card | None,
    drawn: tuple[int, ...],
    slots: Slots,
    places: Mapping[Card, tuple[int, int]],
) -> ReaderFault | None:
    seat = clank.seat
    held = clank.slots[slot - 1]
    if slot in clank.locked or (slot in drawn and held is not None):
        return None if card == held else ReaderFault(seat, slot, LOCKED, card, held, None, "E146")
    if card is None:
        return ReaderFault(seat, slot, GAP, rule="E145")
    # The first of two equal cards passes here, so that the pair is one fault and not two, unless
    # the other one is locked and passes too.
    twin = next(
        (
            other
            for other, lying in enumerate(slots, 1)
            if lying == card and (other < slot or other in clank.locked)
        ),
        None,
    )
    if twin is not None:
        return ReaderFault(seat, slot, TWICE, card, None, (seat, twin), "E147")
    if card in places:
        return ReaderFault(seat, slot, TWICE, card, None, places[card], "E147")
    if card.move == PAUSE:
        # It must be the seat's own, and the only one in its open slots (no. 22).
        before = [one for at, one in enumerate(slots[: slot - 1], 1) if at not in clank.locked]
        if seat not in state.race.rules.rule_set.own_cards(state, ()) or any(
            one is not None and one.move == PAUSE for one in before
        ):
            return ReaderFault(seat, slot, NOT_DEALT, card)
    # The owner of a card is known only if the app dealt it (6.4.3).
    if clank.hand is not None and card not in clank.hand and slot not in drawn:
        return ReaderFault(seat, slot, NOT_DEALT, card)
    return None
