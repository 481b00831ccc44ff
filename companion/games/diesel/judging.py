"""Estimate cards and choices without playing them, by the parts of abilities.

It works for any deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.diesel.engine.asking import NO, CardQuestion
from companion.games.diesel.engine.cards import (
    COPY,
    DERBY,
    DISCARD,
    GAIN,
    INSTANT,
    ONGOING,
    OWN,
    STAND_IN,
    SWAP,
    TURN,
    TURN_DOWN,
    WIN,
    Card,
)
from companion.games.diesel.engine.front import find_in_front
from companion.games.diesel.engine.state import DieselState, RowCard

LIVELY: Final[Mapping[str, float]] = {STAND_IN: 1.0}
"""The value of a lasting ability while its card is face up, in points of strength."""
PENDING: Final = 1.5
"""The value of keeping a card of this turn from acting."""
LESS: Final = 0.1
"""The drop in the welcome of a loss, for each point that a seat is behind the leader."""


def worth_of(card: Card, row_card: RowCard | None = None) -> float:
    """Return the value of a combatant in points of strength, face down its strength (DDR05)."""
    if row_card is not None and row_card.down:
        return card.strength
    return card.strength + (
        LIVELY.get(card.ability.verb, 0.3) if card.ability.kind in (ONGOING, DERBY) else 0.0
    )


BY_STRENGTH: Final = (-0.33, -0.25, -0.15, 0.0, -0.06)
"""The surplus of wins over the average for a card of each strength, apart from its ability.

The strongest cards are hunted. This and the next values were measured in 4,500 Derbys with the
house set, of two, four and six players with random cards.
"""
BY_VERB: Final[Mapping[str, float]] = {
    GAIN: 0.45,
    WIN: 0.45,
    STAND_IN: 0.25,
    SWAP: 0.15,
    TURN_DOWN: 0.05,
    DISCARD: 0.05,
}
"""The additional value of abilities."""
OWN_LOSS: Final = -0.2
"""The additional value of an ability that only discards combatants of its own player."""


def card_looks(card: Card) -> float:
    """Return how much likelier a card makes a win at first sight."""
    ability = card.ability
    loses = ability.verb == DISCARD and ability.targets.whose == OWN
    return BY_STRENGTH[card.strength] + (OWN_LOSS if loses else BY_VERB.get(ability.verb, 0.0))


def standing(state: DieselState, seat: int) -> float:
    """Return the value of a row before the end, in points of strength."""
    return sum(
        [worth_of(state.deck.card(row_card.card), row_card) for row_card in state.front[seat]]
    )


class Judge:
    """Judges the answers to one question, in the step of a strength."""

    def __init__(self, state: DieselState, question: CardQuestion, strength: int) -> None:
        self._state, self._question, self._strength = state, question, strength
        rows = {seat: standing(state, seat) for seat in state.seats if seat != question.seat}
        best = max(rows.values())
        # A loss of the leader is the most welcome, an own one is unwelcome.
        self._welcome = {seat: 1.0 - LESS * (best - row) for seat, row in rows.items()} | {
            question.seat: -1.0
        }

    def looks(self, answer: str) -> float:
        """Return how good an answer looks to the asked seat, in points of strength."""
        if answer == NO or self._question.verb == COPY:
            return 0.0
        found = find_in_front(self._state, answer)
        card, verb = self._state.deck.card(answer), self._question.verb
        if found is None:
            return worth_of(card)
        owner, row_card = found
        worth, welcome = worth_of(card, row_card), self._welcome[owner]
        if verb == SWAP:
            return (1.0 + welcome) * (worth - worth_of(self._state.deck.card(self._question.asker)))
        if verb == GAIN:
            return (1.0 + welcome) * worth
        # It also keeps a card from acting that has not acted yet.
        acts = (
            row_card.deployed
            and not row_card.down
            and card.ability.kind == INSTANT
            and card.strength < self._strength
        )
        pending = PENDING if acts else 0.0
        if verb != TURN_DOWN:
            return welcome * (worth + pending)
        if card.ability.kind in (ONGOING, DERBY, TURN) and not row_card.down:
            lasting = LIVELY.get(card.ability.verb, 0.3)
        else:
            lasting = 0.0
        return welcome * (lasting + pending)

    def best(self) -> str:
        """Return the answer that looks best, the first of equal ones."""
        return max(self._question.legal, key=self.looks)
