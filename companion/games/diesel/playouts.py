"""Derbys played on in guesses: hidden cards are guessed, and all seats play randomly or well."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import log, sqrt
from typing import Final

from companion.errors import RuleError
from companion.games.diesel.engine.asking import CardQuestion, GivenAnswer, acting, questions
from companion.games.diesel.engine.counting import total
from companion.games.diesel.engine.dealing import (
    cards_in_hand,
    drawn_for_play,
    known_cards,
    unseen,
)
from companion.games.diesel.engine.rules import turns_of
from companion.games.diesel.engine.state import DieselState, DieselStep
from companion.games.diesel.engine.turn import end_turn, resolve, reveal
from companion.games.diesel.judging import Judge, standing
from companion.games.diesel.stages import DieselPosition
from companion.games.kit.pilot import shares_of

STRONGEST: Final = 4
SPREAD: Final = 2.0
"""The spread of strength that each remaining turn adds."""
BY_WIN: Final = 0.5
"""The share of a Derby's value that goes by its winner."""
Chance = Callable[[], float]


class Stream:
    """Random numbers from 0 to below 1 from a seed, to try several answers with the same luck."""

    def __init__(self, seed: float) -> None:
        self._at = int(seed * (1 << 53)) | 1

    def __call__(self) -> float:
        """Return the next number."""
        self._at = (self._at * 6364136223846793005 + 1442695040888963407) & ((1 << 64) - 1)
        return (self._at >> 11) / (1 << 53)


# ---- Hidden cards --------------------------------------------------------------------------------


def guessed(
    position: DieselPosition,
    seat: int,
    hand: tuple[str, ...] | None,
    aside: tuple[str, ...],
    order: Iterable[str],
) -> DieselState:
    """Return the state with a hand for each seat and all unused cards.

    Args:
        position: The position, as the seat sees it.
        seat: The seat that guesses.
        hand: Its own hand, None if the position knows it or nobody does.
        aside: The unused cards that it is shown, () for none.
        order: The cards of the deck in some order, in which unknown ones are dealt.
    """
    state = position.state
    hands: dict[int, tuple[str, ...]] = dict((state.hands or {}).items())
    if hand is not None:
        hands[seat] = hand
    unused = aside or state.unused or ()
    known = {*unused, *(card for cards in hands.values() for card in cards)}
    hidden = {*unseen(state)} - known
    free = drawn_for_play(
        state, [card for card in order if card in hidden], known.union(known_cards(state))
    )
    size = cards_in_hand(state)
    for other in state.seats:
        if other not in hands:
            hands[other], free = free[:size], free[size:]
    return state._replace(hands=hands, unused=unused or free)


# ---- Choosing ------------------------------------------------------------------------------------


def any_cards(hand: tuple[str, ...], number: int, chance: Chance) -> tuple[str, ...]:
    """Return some cards of a hand by chance."""
    left = list(hand)
    return tuple(left.pop(int(chance() * len(left))) for _ in range(min(number, len(left))))


def likely_cards(
    hand: tuple[str, ...],
    number: int,
    chance: Chance,
    looks: Callable[[str], float],
    heat: float,
) -> tuple[str, ...]:
    """Return some cards of a hand by chance, preferring those that look better.

    With a `heat` near 0 it returns the best ones.
    """
    drawn = sorted(hand, key=lambda card: -(looks(card) - heat * log(-log(chance() or 0.5))))
    return tuple(drawn[:number])


# ---- Playing on ----------------------------------------------------------------------------------


def revealed(state: DieselState, deployed: Mapping[int, tuple[str, ...]]) -> DieselState:
    """Return the state after a turn in which these cards are played."""
    return steps(reveal(state, deployed).state, STRONGEST, ())


def steps(state: DieselState, strength: int, given: tuple[GivenAnswer, ...]) -> DieselState:
    """Return the state after the turn, from a step on with some of its choices made.

    All other choices are those that look best.
    """
    for step in range(strength, -1, -1):
        # Most steps have nobody who acts (DDR18).
        if given or acting(state, step):
            state, given = resolved_step(state, step, given).state, ()
    return end_turn(state).state


def resolved_step(state: DieselState, step: int, given: tuple[GivenAnswer, ...]) -> DieselStep:
    """Return the step of a strength with some of its choices made; others are the best looking."""
    while True:
        try:
            (resolved,) = resolve(state, step, given).steps
            return resolved
        except RuleError:
            # Usually no question is open, so that is not checked first. All can be answered on the
            # position at the start of the step.
            given = (
                *given,
                *(first_sight(state, question, step) for question in questions(state, step, given)),
            )


def first_sight(state: DieselState, question: CardQuestion, strength: int) -> GivenAnswer:
    """Return the choice that looks best to the asked seat."""
    return GivenAnswer(question.seat, question.asker, Judge(state, question, strength).best())


def promise(state: DieselState, seat: int) -> float:
    """Return how likely a seat wins the current Derby, by the rows of all seats.

    Of a finished Derby it is the seat's share of the win. A part of it goes by strength, so that
    few guesses say more.
    """
    if state.over:
        won = 1.0 / len(state.winners) if seat in state.winners else 0.0
        shares = shares_of({other: total(state, other) for other in state.seats}, SPREAD)
        return BY_WIN * won + (1.0 - BY_WIN) * shares[seat]
    spread = SPREAD * sqrt(turns_of(len(state.seats)) - state.turn)
    return shares_of({other: standing(state, other) for other in state.seats}, spread)[seat]
