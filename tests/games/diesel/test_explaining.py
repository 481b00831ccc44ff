"""Reasons by facts in Diesel Demolition Derby: every claim is found again in played positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from companion.games.asking import Answer
from companion.games.diesel.engine.asking import NO, GivenAnswer, acting, questions
from companion.games.diesel.engine.state import DieselState, RowCard
from companion.games.diesel.engine.turn import resolve, reveal
from companion.games.diesel.explaining import (
    CARDS,
    DISCARDS,
    GAINS,
    LEADER,
    LOSES,
    ORDER,
    OWN_ONLY,
    ROW,
    STOPS,
    SWAPS,
    TURNS,
    DerbyClaim,
    claims_words,
)
from companion.games.diesel.foresight import DerbyWeighing
from companion.games.diesel.playouts import first_sight
from companion.games.diesel.stages import CHOOSING, DieselPosition, card_of
from companion.pilots.base import Task
from tests.games.diesel.test_pilots import derby
from tests.typed import of_kind, present

WEIGHING = DerbyWeighing()


def resolved(state: DieselState, strength: int, given: tuple[GivenAnswer, ...]) -> DieselState:
    """Return the position after a step whose open choices are the best looking."""
    while found := questions(state, strength, given):
        given = (*given, *(first_sight(state, one, strength) for one in found))
    return resolve(state, strength, given).state


def course(task: Task, answer: Answer, cards: tuple[str, ...]) -> list[DieselState]:
    """Return the positions before and after each step to which an answer leads."""
    position = task.position
    assert isinstance(position, DieselPosition)
    state, seat = position.state, task.ask.player
    if answer.offer:
        asked = next(one for one in position.asked if one.seat == task.ask.seat)
        given = position.given
        # The claims are about the question, so it comes first; others choose what looks best.
        while (now := questions(state, position.step, given)) and asked not in now:
            given = (*given, first_sight(state, now[0], position.step))
        chosen = GivenAnswer(asked.seat, asked.asker, answer.offer)
        return [state, resolved(state, position.step, (*given, chosen))]
    state = reveal(state, {one: cards if one == seat else () for one in state.seats}).state
    states = [state]
    for strength in range(4, -1, -1):
        states.append(resolved(states[-1], strength, ()))
    return states


def place(state: DieselState, card: str) -> tuple[int, RowCard] | None:
    """Return in which row a card lies, and how."""
    return next(
        ((seat, laid) for seat, row in state.front.items() for laid in row if laid.card == card),
        None,
    )


def strengths(state: DieselState, seat: int) -> tuple[int, int]:
    """Return the strength of a seat's row and of the strongest other one."""
    rows = {
        other: sum(state.card(laid.card).strength for laid in row)
        for other, row in state.front.items()
    }
    return rows.pop(seat), max(rows.values())


def happens(claim: DerbyClaim, states: list[DieselState], seat: int) -> bool:
    """Return whether what a claim says of two cards is seen between two positions."""
    for before, after in pairwise(states):
        was, now = place(before, claim.other), place(after, claim.other)
        doer = place(before, claim.card)
        if was is None or doer is None or before.card(claim.other).strength != claim.number:
            continue
        if claim.kind == TURNS:
            if was[0] != seat and not was[1].down and now is not None and now[1].down:
                return True
        elif claim.kind == DISCARDS:
            if was[0] != seat and now is None:
                return True
        elif claim.kind == LOSES:
            if was[0] == seat and now is None:
                return True
        elif claim.kind == GAINS:
            if was[0] != seat and now is not None and now[0] == seat:
                return True
        elif claim.kind == SWAPS:
            there = place(after, claim.card)
            if now is not None and there is not None and now[0] == seat != there[0] == was[0]:
                return True
    return False


def holds(claim: DerbyClaim, task: Task, answer: Answer) -> bool:
    """Return whether a claim about an answer is true by the rules."""
    position, seat = task.position, task.ask.player
    assert isinstance(position, DieselPosition)
    state = position.state
    hand = [present(card_of(state, code)) for code in task.ask.hand.codes or ()]
    cards = tuple(present(card_of(state, code)) for code in answer.codes if code is not None)
    if claim.kind == CARDS:
        rest = [state.card(card).strength for card in hand if card not in claim.cards]
        weakest = min(state.card(card).strength for card in claim.cards)
        return all(strength <= weakest for strength in rest) and {*claim.cards} <= {*hand}
    if claim.obvious:
        strongest = sorted(hand, key=lambda card: -state.card(card).strength)[: len(cards)]
        cards = tuple(sorted(strongest, key=hand.index))
    states = course(task, answer, cards)
    if claim.kind == ROW:
        return strengths(states[-1], seat) == (claim.number, claim.against)
    if claim.kind == ORDER:
        actors = [
            [laid.card for _, laid in acting(states[4 - strength], strength)]
            for strength in range(4, -1, -1)
        ]
        first = next(at for at, found in enumerate(actors) if claim.card in found)
        return claim.card in cards and 4 - first == claim.number > 0
    asked = [one for one in position.asked if one.seat == task.ask.seat]
    if claim.kind == OWN_ONLY:
        return all(card == NO or present(place(state, card))[0] == seat for card in asked[0].legal)
    if claim.kind == LEADER:
        return strengths(state, seat)[1] == claim.number and claim.card in [
            laid.card
            for other, row in state.front.items()
            for laid in row
            if other != seat and sum(state.card(one.card).strength for one in row) == claim.number
        ]
    if claim.kind == STOPS:
        before, after = (
            [laid.card for _, laid in acting(one, claim.number)] for one in (state, states[-1])
        )
        return claim.number < position.step and claim.card in before and claim.card not in after
    return happens(claim, states, seat)


def explained(players: int, seed: str) -> Iterator[tuple[Task, Answer]]:
    """Yield the answers of a Derby of pilots, and some by chance."""
    rng = random.Random(seed)
    seated = {seat: ("novice", "steady")[seat % 2] for seat in range(1, players + 1)}
    for _, task, answer in derby(players, seed, {}, seated):
        yield task, answer
        yield task, rng.choice(WEIGHING.answers(of_kind(DieselPosition, task.position), task.ask))


def test_every_claim_about_a_derby_is_true() -> None:
    """Check each claim about cards and targets in Derbys of two to six players."""
    said, asked, rows = Counter[tuple[str, bool]](), 0, 0
    for players in range(2, 7):
        for number in range(2):
            for task, answer in explained(players, f"explained {players} {number}"):
                position = of_kind(DieselPosition, task.position)
                claims = WEIGHING.claims(position, task.ask, answer)
                for claim in claims:
                    assert holds(claim, task, answer), (players, number, claim)
                    said[claim.kind, claim.obvious] += 1
                state = position.state
                words = str(claims_words(state, claims, not answer.offer))
                assert bool(words) == bool(claims) and "{" not in words
                if position.stage != CHOOSING:
                    asked += 1
                    rows += any(one.kind == ROW for one in claims)
    # Only where a card of unknown unused ones comes into play the rows are unknown.
    assert 0.8 * asked < rows < asked
    kinds = {ORDER, DISCARDS, LOSES, GAINS, SWAPS, TURNS, STOPS, LEADER, OWN_ONLY, ROW}
    assert {*said} == {(kind, False) for kind in kinds} | {(CARDS, True), (ROW, True)}, said
