"""Cards in play, the deal, and valid deployments (DD03-DD05, DD15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.games.diesel.engine.cards import Deck
from companion.games.diesel.engine.front import everything
from companion.games.diesel.engine.rules import MANIA, MEKK_MANIA, Rules, each_deploys, hand_size
from companion.games.diesel.engine.state import DieselState
from companion.named_tuples import NamedTuple

LEFT_OUT: Final = "liaison-unit"
"""The card that is not in Mekk Mania (DD15)."""
FOREIGN: Final = "?"
"""Stands for a card that is not of the deck."""
COUNT, UNKNOWN, NOT_IN_USE, ELSEWHERE, NOT_IN_HAND, TOO_MANY, CHOICE = (
    "count",
    "unknown",
    "not_in_use",
    "elsewhere",
    "not_in_hand",
    "too_many",
    "choice",
)
FAULTS: Final = (COUNT, UNKNOWN, NOT_IN_USE, ELSEWHERE, NOT_IN_HAND, TOO_MANY, CHOICE)
"""The reasons for which a deployment or a choice is refused, in the order of the checks (DDR26)."""


class Refusal(NamedTuple):
    """The reason why a deployment or a choice is refused."""

    seat: int
    fault: str
    """One of FAULTS."""
    card: str | None = None
    """The card, None for COUNT; for CHOICE it is the card that asks."""


def new_game(deck: Deck, rules: Rules, seats: tuple[int, ...]) -> DieselState:
    """Return a game before its first deal, for seats in ascending order."""
    return DieselState(deck, rules, seats, dict.fromkeys(seats, ()), tokens=dict.fromkeys(seats, 0))


def in_use(state: DieselState) -> tuple[str, ...]:
    """Return the cards that may be in play, in deck order (DD03, DD15, DDR27).

    They go by marks; in Mekk Mania they are all but the Liaison Unit.
    """
    if state.rules.variant == MEKK_MANIA:
        return tuple(card.id for card in state.deck.cards if card.id != LEFT_OUT)
    return tuple(card.id for card in state.deck.cards if card.least_players <= len(state.seats))


def in_play(state: DieselState) -> int:
    """Return the number of cards to shuffle: all in use, or as in Mekk Mania (DD03, DD15)."""
    return sum(MANIA[len(state.seats)]) if state.rules.variant == MEKK_MANIA else len(in_use(state))


def cleared(state: DieselState) -> DieselState:
    """Return the Derby without cards, before its deal."""
    return state._replace(
        front=dict.fromkeys(state.seats, ()),
        turn=0,
        hands=None,
        unused=None,
        aside=0,
        discard=(),
        lost=0,
        claims=(),
        acted=frozenset(),
        deployed_by={},
        over=False,
        winners=(),
        by="",
    )


def deal(state: DieselState, shuffled: tuple[str, ...] | None) -> DieselState:
    """Return the next Derby before its first turn, with new rows, piles and hands.

    Cards that are not in use are skipped. Mekk Mania takes the first ones of each type. The rest is
    unused. After a Derby its winners become the last winners, and the number of the Derby goes up.

    Args:
        state: The state before the deal.
        shuffled: All cards of the deck in some order, None if hands deal.
    """
    size, seats = hand_size(len(state.seats)), state.seats
    if state.over:
        state = state._replace(derby=state.derby + 1, last_winners=state.winners)
    state = cleared(state)._replace(aside=in_play(state) - size * len(seats))
    if shuffled is None:
        return state
    usable = frozenset(in_use(state))
    cards = drawn_for_play(state, [card for card in shuffled if card in usable])
    hands = {
        seat: sorted_cards(state, cards[at : len(seats) * size : len(seats)])
        for at, seat in enumerate(seats)
    }
    return state._replace(hands=hands, unused=sorted_cards(state, cards[len(seats) * size :]))


def sorted_cards(state: DieselState, cards: Iterable[str]) -> tuple[str, ...]:
    """Return cards in deck order."""
    return tuple(sorted(cards, key=state.deck.order))


def drawn_for_play(
    state: DieselState, cards: Iterable[str], seen: Iterable[str] = ()
) -> tuple[str, ...]:
    """Return those of some cards in use that are in play, in their order.

    Mekk Mania takes the first ones up to a fixed number of each strength (DD15). Cards that are
    `seen` elsewhere count, too.
    """
    if state.rules.variant != MEKK_MANIA:
        return tuple(cards)
    left = [*MANIA[len(state.seats)]]
    for card in seen:
        left[state.card(card).strength] -= 1
    taken = []
    for card in cards:
        strength = state.card(card).strength
        if left[strength] > 0:
            left[strength] -= 1
            taken.append(card)
    return tuple(taken)


def known_cards(state: DieselState) -> tuple[str, ...]:
    """Return every card whose place is known here: in front of a seat, discarded or unused."""
    return (
        *(row_card.card for _, row_card in everything(state)),
        *state.discard,
        *(state.unused or ()),
    )


def unseen(state: DieselState) -> tuple[str, ...]:
    """Return the cards that may be in hands or unused.

    They are in use, their places are not known, and not all cards of their type are (DD15).
    """
    known = known_cards(state)
    full = full_types(state, known)
    return tuple(
        card
        for card in in_use(state)
        if card not in known and state.card(card).strength not in full
    )


def cards_in_hand(state: DieselState) -> int:
    """Return the size of each hand at the present turn, before the last card is discarded."""
    players = len(state.seats)
    return hand_size(players) - each_deploys(players) * state.turn


def full_types(state: DieselState, known: tuple[str, ...]) -> frozenset[int]:
    """Return the strengths of which no further card can appear, in Mekk Mania only (DD15)."""
    if state.rules.variant != MEKK_MANIA:
        return frozenset()
    strengths = [state.card(card).strength for card in known]
    return frozenset(
        strength
        for strength, most in enumerate(MANIA[len(state.seats)])
        if strengths.count(strength) >= most
    )


def deployment_fault(state: DieselState, deployed: Mapping[int, tuple[str, ...]]) -> Refusal | None:
    """Return the first fault of a deployment in the order of FAULTS, seat by seat; None for none.

    A card that is not of the deck is FOREIGN.
    """
    known = known_cards(state)
    for seat in state.seats:
        cards = deployed.get(seat, ())
        if len(cards) != each_deploys(len(state.seats)):
            return Refusal(seat, COUNT)
        for card in cards:
            fault = card_fault(state, seat, card, known)
            if fault:
                return Refusal(seat, fault, card)
            known = (*known, card)
    return None


def card_fault(state: DieselState, seat: int, card: str, known: tuple[str, ...]) -> str | None:
    """Return why a seat cannot play a card, as one of FAULTS; None if it can.

    `known` are the cards with known places, with those that are played before this one.
    """
    if card == FOREIGN:
        return UNKNOWN
    if card not in in_use(state):
        return NOT_IN_USE
    if card in known:
        return ELSEWHERE
    if state.hands is not None and seat in state.hands:
        return None if card in state.hands[seat] else NOT_IN_HAND
    return TOO_MANY if state.card(card).strength in full_types(state, known) else None
