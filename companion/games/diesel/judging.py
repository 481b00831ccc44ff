"""How good cards and choices look at first sight, by what abilities are made of: so it holds for a deck that somebody writes, too."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.diesel.engine.cards import (
    COPY, DERBY, DISCARD, GAIN, INSTANT, LOOK, ONGOING, STAND_IN, SWAP, TURN, TURN_DOWN, Card,
)
from companion.games.diesel.engine.state import Laid, State
from companion.games.diesel.engine.turn import Question

NO: Final = "no"
LIVELY: Final[Mapping[str, float]] = {STAND_IN: 1.0}
"""What an ability that goes on is worth while its card lies face up, in points of strength."""
PENDING: Final = 1.5
"""What it is worth that a card of this turn does not come to act."""


def worth_of(card: Card, laid: Laid | None = None) -> float:
    """What a combatant is worth to who has it, in points of strength; face down it is its strength (DDR05)."""
    if laid is not None and laid.down:
        return card.strength
    return card.strength + (LIVELY.get(card.ability.verb, 0.3) if card.ability.kind in (ONGOING, DERBY) else 0.0)


def standing(state: State, seat: int) -> float:
    """What a row comes to before the end, in points of strength."""
    return sum([worth_of(state.deck.card(laid.card), laid) for laid in state.front[seat]])


def choice_looks(state: State, question: Question, answer: str, strength: int) -> float:
    """How good an answer looks to the seat that is asked, in points of strength, in the step of a strength."""
    if answer == NO:
        return 0.0
    owner, laid = _found(state, answer)
    card = state.deck.card(answer)
    worth = worth_of(card, laid)
    if question.verb == SWAP:
        return _for(state, question.seat, owner) * (worth - worth_of(state.deck.card(question.asker)))
    if question.verb in (GAIN, LOOK):
        return worth * (1.0 if owner is None else 1.0 + _for(state, question.seat, owner))
    if question.verb == TURN_DOWN:
        return _for(state, question.seat, owner) * _lost_face_down(card, laid, strength)
    if question.verb == COPY:
        return 0.0
    return _for(state, question.seat, owner) * (worth + (_pending(card, laid, strength)))


def _found(state: State, card: str) -> tuple[int | None, Laid | None]:
    for seat, row in state.front.items():
        for laid in row:
            if laid.card == card:
                return seat, laid
    return None, None


def _for(state: State, seat: int, owner: int | None) -> float:
    """How welcome a loss of a player is to a seat: an own one is not, and that of the leader is the most."""
    if owner == seat or owner is None:
        return -1.0
    rivals = [standing(state, other) for other in state.seats if other != seat]
    return 1.0 - 0.1 * (max(rivals) - standing(state, owner))


def _pending(card: Card, laid: Laid | None, strength: int) -> float:
    """What it is worth that a card which has not acted yet never does."""
    acts = laid is not None and laid.deployed and not laid.down and card.ability.kind == INSTANT and card.strength < strength
    return PENDING if acts else 0.0


def _lost_face_down(card: Card, laid: Laid | None, strength: int) -> float:
    lasting = LIVELY.get(card.ability.verb, 0.3) if card.ability.kind in (ONGOING, DERBY, TURN) and laid is not None and not laid.down else 0.0
    return lasting + _pending(card, laid, strength)
