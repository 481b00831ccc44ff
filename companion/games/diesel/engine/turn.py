"""A turn: cards are revealed, strengths act from 4 to 0, hands are passed on (DD05-DD10).

After the last turn the Derby ends. Cards are dealt in `dealing`, asked about in `asking`, resolved
in `resolving` and counted in `counting`.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.diesel.engine.asking import NO, CardQuestion, GivenAnswer, questions
from companion.games.diesel.engine.cards import TURN
from companion.games.diesel.engine.counting import end_derby, total
from companion.games.diesel.engine.dealing import Refusal, deal, deployment_fault, in_use, new_game
from companion.games.diesel.engine.events import Claiming, Deployed, LastDiscarded, Passed
from companion.games.diesel.engine.resolving import resolve
from companion.games.diesel.engine.rules import turns_of
from companion.games.diesel.engine.state import (
    Claim,
    DieselOutcome,
    DieselState,
    DieselStep,
    RowCard,
)

__all__ = [
    "NO",
    "CardQuestion",
    "DieselOutcome",
    "GivenAnswer",
    "Refusal",
    "deal",
    "deployment_fault",
    "end_turn",
    "in_use",
    "new_game",
    "questions",
    "resolve",
    "reveal",
    "total",
]


def reveal(state: DieselState, deployed: Mapping[int, tuple[str, ...]]) -> DieselOutcome:
    """Reveal all cards at the ends of rows; TURN abilities begin (DD05, DD06)."""
    front = {
        seat: (
            *(row_card._replace(deployed=False) for row_card in state.front[seat]),
            *(RowCard(card, deployed=True) for card in deployed[seat]),
        )
        for seat in state.seats
    }
    revealed = [(seat, card) for seat in state.seats for card in deployed[seat]]
    claims = tuple(
        Claim(seat, card) for seat, card in revealed if state.card(card).ability.kind == TURN
    )
    hands = (
        None
        if state.hands is None
        else {
            seat: tuple(card for card in hand if card not in deployed[seat])
            for seat, hand in state.hands.items()
        }
    )
    turn = state.turn + 1
    deployed_by = {**state.deployed_by, **{card: (seat, turn) for seat, card in revealed}}
    state = state._replace(
        front=front, turn=turn, hands=hands, claims=claims, deployed_by=deployed_by
    )
    return DieselOutcome(
        state,
        (
            DieselStep(tuple(Deployed(seat, card) for seat, card in revealed), state),
            DieselStep(tuple(Claiming(*claim) for claim in claims), state),
        ),
    )


def end_turn(state: DieselState) -> DieselOutcome:
    """Pass hands on (DD09), or end the Derby after its last turn (DD10-DD12)."""
    front = {
        seat: tuple(row_card._replace(deployed=False) for row_card in row)
        for seat, row in state.front.items()
    }
    state = state._replace(front=front, claims=())
    if state.turn < turns_of(len(state.seats)):
        hands = state.hands
        # The right neighbour of each seat is the one before it.
        passed = (
            None
            if hands is None
            else {seat: hands[state.seats[at - 1]] for at, seat in enumerate(state.seats)}
        )
        state = state._replace(hands=passed)
        return DieselOutcome(state, (DieselStep((Passed(),), state),))
    thrown = _throw_last_cards(state)
    ended = end_derby(thrown.state)
    return DieselOutcome(ended.state, (thrown, ended))


def _throw_last_cards(state: DieselState) -> DieselStep:
    """Discard the last card of every hand, without further effects (DD10, DDR24)."""
    if state.hands is None:
        return DieselStep(
            tuple(LastDiscarded(seat, None) for seat in state.seats),
            state._replace(lost=state.lost + len(state.seats)),
        )
    last = [(seat, card) for seat in state.seats for card in state.hands[seat]]
    discard = (*state.discard, *(card for _, card in last))
    return DieselStep(
        tuple(LastDiscarded(seat, card) for seat, card in last),
        state._replace(hands=dict.fromkeys(state.seats, ()), discard=discard),
    )
