"""Before the cards are on the table: which are in play, how they are dealt, and which of them may be deployed (DD03-DD05, DD15)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.diesel.engine.cards import Deck
from companion.games.diesel.engine.front import everything
from companion.games.diesel.engine.rules import MANIA, MEKK_MANIA, Rules, each_deploys, hand_size
from companion.games.diesel.engine.state import State
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
"""Why a deployment or a choice is refused, in the order in which it is judged (DDR26)."""


class Refusal(NamedTuple):
    """Why a deployment or a choice is refused: one of FAULTS, and the card, None for COUNT; for CHOICE it is the card that asks."""

    seat: int
    fault: str
    card: str | None = None


def new_game(deck: Deck, rules: Rules, seats: tuple[int, ...]) -> State:
    """A game before its first Derby is dealt; `seats` are those that play, in ascending order."""
    return State(deck, rules, seats, dict.fromkeys(seats, ()), tokens=dict.fromkeys(seats, 0))


def in_use(state: State) -> tuple[str, ...]:
    """The cards that may be in play, in deck order: by marks, or in Mekk Mania all but the Liaison Unit (DD03, DD15, DDR27)."""
    if state.rules.variant == MEKK_MANIA:
        return tuple(card.id for card in state.deck.cards if card.id != LEFT_OUT)
    return tuple(card.id for card in state.deck.cards if card.least_players <= len(state.seats))


def in_play(state: State) -> int:
    """How many cards are shuffled and dealt or lie aside: all in use, or in Mekk Mania as many of each type as DD15 says (DD03)."""
    return sum(MANIA[len(state.seats)]) if state.rules.variant == MEKK_MANIA else len(in_use(state))


def deal(state: State, shuffled: tuple[str, ...] | None) -> State:
    """The next Derby, before its first turn: rows, piles and hands anew. `shuffled` are all cards of the deck in some order, or None where hands deal.

    Cards that are not in use are passed over; in Mekk Mania the first of each type are taken, and dealt in the order of `shuffled`. What is left lies aside.
    After a Derby that is over its winners become the last winners, and the number of the Derby goes up.
    """
    size, seats = hand_size(len(state.seats)), state.seats
    if state.over:
        state = state._replace(derby=state.derby + 1, last_winners=state.winners)
    state = state._replace(
        front=dict.fromkeys(seats, ()),
        turn=0,
        hands=None,
        unused=None,
        aside=in_play(state) - size * len(seats),
        discard=(),
        lost=0,
        claims=(),
        acted=frozenset(),
        laid_by={},
        over=False,
        winners=(),
        by="",
    )
    if shuffled is None:
        return state
    cards = _taken(state, shuffled)
    hands = {
        seat: sorted_cards(state, cards[at : len(seats) * size : len(seats)])
        for at, seat in enumerate(seats)
    }
    return state._replace(hands=hands, unused=sorted_cards(state, cards[len(seats) * size :]))


def sorted_cards(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards in deck order."""
    return tuple(sorted(cards, key=state.deck.order))


def _taken(state: State, shuffled: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the shuffled cards that are in play, in their order."""
    usable = frozenset(in_use(state))
    cards = tuple(card for card in shuffled if card in usable)
    if state.rules.variant != MEKK_MANIA:
        return cards
    left = [*MANIA[len(state.seats)]]
    taken = []
    for card in cards:
        strength = state.card(card).strength
        if left[strength]:
            left[strength] -= 1
            taken.append(card)
    return tuple(taken)


def known_cards(state: State) -> tuple[str, ...]:
    """Every card of which somebody here knows that it lies in front of a seat, on the discard pile or aside."""
    return (*(laid.card for _, laid in everything(state)), *state.discard, *(state.unused or ()))


def full_types(state: State, known: tuple[str, ...]) -> frozenset[int]:
    """The strengths of which no further card can turn up, given the cards that are known; in Mekk Mania only (DD15)."""
    if state.rules.variant != MEKK_MANIA:
        return frozenset()
    strengths = [state.card(card).strength for card in known]
    return frozenset(
        strength
        for strength, most in enumerate(MANIA[len(state.seats)])
        if strengths.count(strength) >= most
    )


def deployment_fault(state: State, deployed: Mapping[int, tuple[str, ...]]) -> Refusal | None:
    """The first fault of what is laid down, in the order of FAULTS seat by seat; None where all is well. A card that is not of the deck is FOREIGN."""
    known, usable = known_cards(state), frozenset(in_use(state))
    for seat in state.seats:
        cards = deployed.get(seat, ())
        if len(cards) != each_deploys(len(state.seats)):
            return Refusal(seat, COUNT)
        for card in cards:
            fault = _fault_of(state, seat, card, usable, known)
            if fault:
                return Refusal(seat, fault, card)
            known = (*known, card)
    return None


def _fault_of(
    state: State, seat: int, card: str, usable: frozenset[str], known: tuple[str, ...]
) -> str | None:
    """What is wrong with one card; `usable` are in use, and of `known` one knows where they lie, those of earlier seats among them."""
    if card == FOREIGN:
        return UNKNOWN
    if card not in usable:
        return NOT_IN_USE
    if card in known:
        return ELSEWHERE
    if state.hands is not None:
        return None if card in state.hands[seat] else NOT_IN_HAND
    return TOO_MANY if state.card(card).strength in full_types(state, known) else None
