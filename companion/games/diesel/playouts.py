"""A Derby played on in thought: what nobody here knows is guessed, and everybody plays, at random or by what looks good."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import log, sqrt
from typing import Final

from companion.errors import RuleFault
from companion.games.diesel.engine.cards import INSTANT
from companion.games.diesel.engine.rules import MANIA, MEKK_MANIA, turns_of
from companion.games.diesel.engine.state import State
from companion.games.diesel.engine.turn import (
    Given,
    Question,
    end_turn,
    questions,
    resolve,
    reveal,
    total,
)
from companion.games.diesel.judging import Judge, standing
from companion.games.diesel.stages import Evening, cards_in_hand, unseen
from companion.games.kit.pilot import shares_of

STRONGEST: Final = 4
SPREAD: Final = 2.0
"""Points of strength by which one turn that is still to come differs from another."""
BY_WIN: Final = 0.5
"""The part of a Derby's worth that goes by who has won it."""
Chance = Callable[[], float]


class Stream:
    """Numbers from 0 to below 1, always the same after the same seed, so that two answers can be tried with the same luck."""

    def __init__(self, seed: float) -> None:
        self._at = int(seed * (1 << 53)) | 1

    def __call__(self) -> float:
        """The next one."""
        self._at = (self._at * 6364136223846793005 + 1442695040888963407) & ((1 << 64) - 1)
        return (self._at >> 11) / (1 << 53)


# ---- What is hidden ------------------------------------------------------------------------------


def guessed(
    evening: Evening,
    seat: int,
    hand: tuple[str, ...] | None,
    aside: tuple[str, ...],
    order: Iterable[str],
) -> State:
    """The state with a hand for everybody and all cards that lie aside; `hand` is the seat's own, `aside` what it is shown, () for nothing.

    `order` are the cards of the deck in some order, in which those that nobody knows are dealt.
    """
    state = evening.state
    hands: dict[int, tuple[str, ...]] = dict((state.hands or {}).items())
    if hand is not None:
        hands[seat] = hand
    unused = aside or state.unused or ()
    known = {*unused, *(card for cards in hands.values() for card in cards)}
    hidden = {*unseen(state)} - known
    free = _in_play(state, known, [card for card in order if card in hidden])
    size = cards_in_hand(state)
    for other in state.seats:
        if other not in hands:
            hands[other], free = tuple(free[:size]), free[size:]
    return state._replace(hands=hands, unused=unused or tuple(free))


def _in_play(state: State, known: set[str], free: list[str]) -> list[str]:
    """Those of some cards that may be in play: in Mekk Mania no more of each strength than it says, the first of them (DD15)."""
    if state.rules.variant != MEKK_MANIA:
        return free
    seen = [*known, *state.discard, *(laid.card for row in state.front.values() for laid in row)]
    left = list(MANIA[len(state.seats)])
    for card in seen:
        left[state.deck.card(card).strength] -= 1
    found = []
    for card in free:
        strength = state.deck.card(card).strength
        if left[strength] > 0:
            left[strength] -= 1
            found.append(card)
    return found


# ---- Choosing ------------------------------------------------------------------------------------


def any_cards(hand: tuple[str, ...], number: int, chance: Chance) -> tuple[str, ...]:
    """So many cards of a hand, by chance."""
    left = list(hand)
    return tuple(left.pop(int(chance() * len(left))) for _ in range(min(number, len(left))))


def likely_cards(
    state: State,
    hand: tuple[str, ...],
    number: int,
    chance: Chance,
    looks: Callable[[State, str], float],
    heat: float,
) -> tuple[str, ...]:
    """Likewise, the rather the better they look; with a `heat` near 0 always the best."""
    drawn = sorted(hand, key=lambda card: -(looks(state, card) - heat * log(-log(chance() or 0.5))))
    return tuple(drawn[:number])


# ---- Playing on ----------------------------------------------------------------------------------


def revealed(state: State, deployed: Mapping[int, tuple[str, ...]]) -> State:
    """The end of a turn in which these cards are laid down."""
    return steps(reveal(state, deployed).state, STRONGEST, ())


def steps(state: State, strength: int, given: tuple[Given, ...]) -> State:
    """The end of a turn from a step on, in which these choices are made already; all others are made by what looks best."""
    for step in range(strength, -1, -1):
        if given or _acts(state, step):
            state, given = _resolved(state, step, given), ()
    return end_turn(state).state


def _resolved(state: State, step: int, given: tuple[Given, ...]) -> State:
    while True:
        try:
            return resolve(state, step, given).state
        except RuleFault:
            # Mostly nothing is open, so that is not asked first. All that is can be answered on the position at the start of the step.
            given = (
                *given,
                *(first_sight(state, question, step) for question in questions(state, step, given)),
            )


def first_sight(state: State, question: Question, strength: int) -> Given:
    """What looks best to who is asked."""
    return Given(question.seat, question.asker, Judge(state, question, strength).best())


def _acts(state: State, strength: int) -> bool:
    """Whether anything can happen in the step of a strength (DDR18)."""
    for row in state.front.values():
        for laid in row:
            if laid.deployed and not laid.down:
                card = state.deck.card(laid.card)
                if card.strength == strength and card.ability.kind == INSTANT:
                    return True
    return False


def share_of(state: State, seat: int) -> float:
    """The part of a win that a Derby that is over has brought a seat; a bit of it goes by strength, so that few guesses tell more."""
    won = 1.0 / len(state.winners) if seat in state.winners else 0.0
    shares = shares_of({other: total(state, other) for other in state.seats}, SPREAD)
    return BY_WIN * won + (1.0 - BY_WIN) * shares[seat]


def promise(state: State, seat: int) -> float:
    """How likely a seat wins a Derby that goes on, by what lies in front of everybody."""
    if state.over:
        return share_of(state, seat)
    spread = SPREAD * sqrt(turns_of(len(state.seats)) - state.turn)
    return shares_of({other: standing(state, other) for other in state.seats}, spread)[seat]
