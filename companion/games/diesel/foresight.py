"""Thinking ahead in a Derby: possible answers, how good they look, and their results in guesses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Final

from companion.games.asking import Answer, Ask
from companion.games.diesel.engine.asking import NO, CardQuestion, GivenAnswer, questions
from companion.games.diesel.engine.cards import COPY, LOOK
from companion.games.diesel.engine.front import find_in_front
from companion.games.diesel.engine.rules import each_deploys
from companion.games.diesel.engine.state import DieselState
from companion.games.diesel.explaining import (
    DerbyClaim,
    claims_of_cards,
    claims_of_target,
    claims_words,
)
from companion.games.diesel.judging import Judge, card_looks
from companion.games.diesel.playouts import (
    Chance,
    Stream,
    any_cards,
    first_sight,
    guessed,
    likely_cards,
    promise,
    revealed,
    steps,
)
from companion.games.diesel.stages import CHOOSING, DieselPosition, cards_of
from companion.games.kit.pilot import KEEN, TURN, Weighing
from companion.signals import SLOTS
from companion.words import NOTHING, Text, sentences, text

POINT: Final = 0.04
"""The chance to win that a point of strength adds."""
HEAT: Final = 0.15
"""The spread of the looks of cards between players."""


class DerbyWeighing(Weighing[DieselPosition]):
    """The value of answers in a Derby, found by playing on from each."""

    def answers(self, position: DieselPosition, ask: Ask) -> tuple[Answer, ...]:
        """Return every offer, or each different choice of cards for the free slots."""
        if ask.offers:
            return tuple(Answer("", offer=offer.key) for offer in ask.offers)
        free = ask.program.free
        gesture = ask.gestures[0][0]
        found: dict[tuple[object, ...], Answer] = {}
        for codes in combinations(sorted(ask.hand.codes or ()), len(free)):
            by_slot = dict(zip(free, codes, strict=False))
            # Copies of a combatant do the same.
            alike = tuple(
                position.state.card(id)._replace(id="", mark="")
                for id in cards_of(position.state, codes)
            )
            found.setdefault(
                alike, Answer(gesture, tuple(by_slot.get(slot) for slot in range(1, SLOTS + 1)))
            )
        return tuple(found.values())

    def looks(self, position: DieselPosition, ask: Ask, answer: Answer) -> float:
        """Return how often cards like these win, or what a choice changes at first sight."""
        if answer.offer:
            return POINT * Judge(position.state, _question(position, ask), position.step).looks(
                answer.offer
            )
        return sum(
            card_looks(position.state.card(card)) for card in _cards(position, ask, answer)
        ) / len(position.seats)

    def guessed(self, position: DieselPosition, ask: Ask, deck: Iterable[int]) -> DieselPosition:
        """Return the position with guessed hands and unused cards."""
        if ask.hand.codes is None:
            hand = None
        else:
            hand = cards_of(position.state, (*ask.hand.codes, *ask.program.held))
        aside = tuple(
            offer.key
            for offer in ask.offers
            if offer.key != NO and find_in_front(position.state, offer.key) is None
        )
        return position._replace(
            state=guessed(position, ask.player, hand, aside, cards_of(position.state, deck)),
            by_app=True,
        )

    def outcomes(
        self,
        guess: DieselPosition,
        ask: Ask,
        answers: Sequence[Answer],
        reach: int,
        chance: Callable[[], float],
    ) -> tuple[float, ...]:
        """Play out each answer with the same luck."""
        luck = chance()
        if guess.stage == CHOOSING:
            question = _question(guess, ask)
            given = _led_to(guess, question, guess.given)
            if given is None:
                return (0.0,) * len(answers)
            ways = (
                (*given, GivenAnswer(question.seat, question.asker, answer.offer))
                for answer in answers
            )
            return tuple(
                _played_on(steps(guess.state, guess.step, way), ask.player, reach, luck)
                for way in ways
            )
        stream = Stream(luck)
        others = {
            seat: _cards_for(guess.state, seat, reach, stream)
            for seat in guess.seats
            if seat != ask.player
        }
        ends = (
            revealed(guess.state, {**others, ask.player: _cards(guess, ask, answer)})
            for answer in answers
        )
        return tuple(_played_on(end, ask.player, reach, luck) for end in ends)

    def reason(
        self, position: DieselPosition, ask: Ask, answer: Answer, share: float | None
    ) -> Text:
        """Return the chance of an answer, or the strength of cards, and facts about it."""
        state = position.state
        if share is None:
            chance = NOTHING
        else:
            chance = text(
                "Aim: this Derby, with a chance of about {percent} %.", percent=round(100 * share)
            )
        facts = claims_words(state, self.claims(position, ask, answer), not answer.offer)
        if answer.offer:
            return sentences(chance, facts) if facts else NOTHING
        strength = sum(state.card(card).strength for card in _cards(position, ask, answer))
        return sentences(chance or text("Aim: strength {strength}.", strength=strength), facts)

    def claims(self, position: DieselPosition, ask: Ask, answer: Answer) -> tuple[DerbyClaim, ...]:
        """Return what the rules make of an answer, as far as the seat knows the cards."""
        if not answer.offer:
            hand = dict.fromkeys((*(ask.hand.codes or ()), *ask.program.held))
            return claims_of_cards(
                position.state,
                ask.player,
                _cards(position, ask, answer),
                cards_of(position.state, hand),
            )
        question = _question(position, ask)
        given = _led_to(position, question, position.given)
        if given is None or question.verb in (COPY, LOOK):
            return ()
        chosen = GivenAnswer(question.seat, question.asker, answer.offer)
        return claims_of_target(
            position.state, question.seat, position.step, given, chosen, question.legal
        )


def _question(position: DieselPosition, ask: Ask) -> CardQuestion:
    """Return the question to a seat behind its offers."""
    return next(question for question in position.asked if question.seat == ask.seat)


def _led_to(
    position: DieselPosition, question: CardQuestion, given: tuple[GivenAnswer, ...]
) -> tuple[GivenAnswer, ...] | None:
    """Return choices that may have been made in this step before a question, None if unknown.

    Others choose what looks best to them as far as it is unknown, but any card that they copy may
    lead to the question.
    """
    asked = questions(position.state, position.step, given)
    if not asked or any((one.seat, one.asker) == (question.seat, question.asker) for one in asked):
        return given if asked else None
    best = first_sight(position.state, asked[0], position.step)
    for answer in (best.answer, *asked[0].legal) if asked[0].verb == COPY else (best.answer,):
        found = _led_to(position, question, (*given, best._replace(answer=answer)))
        if found is not None:
            return found
    return None


def _cards(position: DieselPosition, ask: Ask, answer: Answer) -> tuple[str, ...]:
    """Return the cards that an answer plays, with those that are in slots already."""
    pairs = zip(answer.codes, ask.program.held, strict=True)
    return cards_of(position.state, (code for pair in pairs for code in pair))


def _cards_for(state: DieselState, seat: int, reach: int, chance: Chance) -> tuple[str, ...]:
    """Return the cards that a seat plays in a guess."""
    hand, number = (state.hands or {})[seat], each_deploys(len(state.seats))
    if reach == KEEN:
        return likely_cards(hand, number, chance, lambda card: card_looks(state.card(card)), HEAT)
    return any_cards(hand, number, chance)


def _played_on(state: DieselState, seat: int, reach: int, luck: float) -> float:
    """Return the result of a finished turn for a seat."""
    stream = Stream(luck)
    while reach != TURN and not state.over:
        state = revealed(
            state, {other: _cards_for(state, other, reach, stream) for other in state.seats}
        )
    return promise(state, seat)
