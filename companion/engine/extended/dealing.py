"""The deal on extended boards: burnt slots, radio cards, random programs, chosen cards.

See elements 3.3, E3, F4, F5; S10.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from companion.engine.cards import DECK, NO_CARDS, Card, Slots, card_of, cards_dealt, locked_slots
from companion.engine.effects import CARD_DRAWN
from companion.engine.events import CardDrawn, Dealt, Event, StatusEnded
from companion.engine.keys import LAST_REGISTER
from companion.engine.rule_questions import Answerer, RuleQuestion
from companion.engine.state import ACTIVE, Clank, Memory, RaceState
from companion.engine.statuses import BURNT, CHOSEN, RADIO, RANDOM
from companion.named_tuples import NamedTuple

TO_DRAW: Final = "to draw"
"""Under this word a seat's slots are remembered for the turn that a draw fills at the deal, as
"4,5"."""
UNUSED: Final = "unused"
"""Under this word the unused cards of a seat's hand are remembered for the turn, in the order
dealt, for its ghost."""


class Due(NamedTuple):
    """The cards and locked slots that the next deal brings to a clank."""

    locked: tuple[int, ...]
    """The slots that stay locked."""
    drawn: tuple[int, ...]
    """The slots that a draw fills, lowest first."""
    dealt: int
    """The number of cards dealt."""
    chosen: Card | None = None
    """The card of the player's choice."""


def due(state: RaceState, clank: Clank) -> Due:
    """Return what the next deal brings to a clank.

    Nothing if it is off the board or will be down.
    """
    if clank.status != ACTIVE or clank.down or clank.announced:
        return Due((), (), 0)
    seat, lock = str(clank.seat), state.race.rules.card_lock
    burnt = {int(slot) for slot in state.recall(seat, BURNT).split(",") if slot} if lock else set()
    locked = tuple(sorted({*locked_slots(clank.damage, lock), *burnt}))
    free = [slot for slot in range(1, len(NO_CARDS) + 1) if slot not in locked]
    if state.recall(seat, RANDOM):
        return Due(locked, tuple(free), 0)
    count = cards_dealt(clank.damage, lock)
    radio = min(int(state.recall(seat, RADIO) or 0), len(free))
    word = state.recall(seat, CHOSEN)
    chosen = card_of(word) if word and count else None
    return Due(locked, tuple(free[len(free) - radio :]), max(0, count - radio), chosen)


def extended_deal(
    state: RaceState, deck: Sequence[Card] | None
) -> tuple[RaceState, tuple[Event, ...]]:
    """Collect and deal as on base boards, with the effects of statuses.

    Draws come off the pile after the hands; without a deck they are left to people.
    """
    lock = state.race.rules.card_lock
    dues = {clank.seat: due(state, clank) for clank in state.clanks}
    stays = {clank.seat: _staying(clank, dues[clank.seat], lock) for clank in state.clanks}
    taken = {card for slots in stays.values() for card in slots} | {
        one.chosen for one in dues.values()
    }
    pile = None if deck is None else iter([card for card in deck if card not in taken])
    events: list[Event] = []
    clanks = []
    for clank in state.clanks:
        one = dues[clank.seat]
        hand: tuple[Card, ...] | None = ()
        if clank.status == ACTIVE and not clank.down:
            rule = ("6.3.1" if one.locked else "6.2.1") if lock else "6.2.2"
            events.append(Dealt(clank.seat, one.dealt, one.locked, rule))
            count = one.dealt - (one.chosen is not None)
            if pile is None:
                hand = None
            else:
                hand = *islice(pile, count), *((one.chosen,) if one.chosen else ())
        clanks.append(clank.with_cards(one.locked, stays[clank.seat], hand))
    # The deal uses up these statuses, and the slots that a draw fills are remembered for the turn.
    kept: dict[tuple[str, str], tuple[str, int]] = dict(state.memory)
    for seat, one in dues.items():
        for word in (RADIO, RANDOM, CHOSEN):
            if kept.pop((str(seat), word), None) is not None:
                events.append(StatusEnded(seat, word, "3.3"))
        if one.drawn:
            kept[str(seat), TO_DRAW] = (",".join(map(str, one.drawn)), state.turn * LAST_REGISTER)
    after = state.with_clanks(tuple(clanks))._replace(memory=tuple(sorted(kept.items())))
    if pile is not None:
        left = pile
        after, drawn = draw_slots(after, lambda question: str(next(left)))
        events += drawn
    return after, tuple(events)


def _staying(clank: Clank, one: Due, lock: bool) -> Slots:
    """Return the cards that stay in a reader (6.1.1, 6.3.3, 6.5.6).

    These are the cards of locked slots, and all cards of a clank that rests.
    """
    if clank.status != ACTIVE or not lock:
        return NO_CARDS
    if clank.down:
        return clank.slots
    return tuple(card if slot in one.locked else None for slot, card in enumerate(clank.slots, 1))


def to_draw(state: RaceState, seat: int) -> tuple[int, ...]:
    """Return the slots of a seat that a draw fills in this turn, filled already or not."""
    last = dict(state.memory).get((str(seat), TO_DRAW), ("", 0))
    if last[1] == state.turn * LAST_REGISTER:
        return tuple(int(slot) for slot in last[0].split(",") if slot)
    return ()


def draw_slots(state: RaceState, answer: Answerer) -> tuple[RaceState, tuple[Event, ...]]:
    """Draw random cards into the slots that a draw fills, the lowest seat and slot first.

    Slots that are filled already keep their cards.
    """
    events: list[Event] = []
    for clank in state.clanks:
        for slot in to_draw(state, clank.seat):
            now = state.clank(clank.seat)
            if now.slots[slot - 1] is None:
                out = {
                    card
                    for other in state.clanks
                    for card in (*other.slots, *(other.hand or ()))
                    if card is not None
                }
                options = tuple(str(card) for card in DECK if card not in out)
                card = card_of(
                    answer(RuleQuestion(CARD_DRAWN, RADIO, clank.seat, slot, options, "3.3"))
                )
                slots = (*now.slots[: slot - 1], card, *now.slots[slot:])
                state = state.with_clank(now._replace(slots=slots))
                events.append(CardDrawn(clank.seat, slot, None, card, "3.3"))
    return state, tuple(events)


def with_unused(before: RaceState, after: RaceState) -> RaceState:
    """Remember the unused cards of each seat for its ghost, if the board has graves."""
    if not any("grave" in element.traits for element in before.race.board.elements):
        return after
    kept: Memory = tuple(entry for entry in after.memory if entry[0][1] != UNUSED)
    found = []
    for clank in after.clanks:
        hand = before.clank(clank.seat).hand or ()
        unused = [str(card) for card in hand if card not in clank.slots]
        if unused:
            found.append(
                ((str(clank.seat), UNUSED), (" ".join(unused), after.turn * LAST_REGISTER))
            )
    return after._replace(memory=tuple(sorted((*kept, *found))))
