"""Pilots in games without places: by looks or guesses, in any game, in time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import pytest

from companion.games.api import Game
from companion.games.asking import Answer, Ask, Offer
from companion.games.kit.pilot import END, KEEN, TURN, Weighing
from companion.pilots.base import Task, is_sound, pilots
from companion.words import Text, text, verbatim
from tests.typed import of_kind

WORTH: Final = {"a": 0.2, "b": 0.5, "c": 0.8, "d": 0.4, "e": 0.1}
ASK: Final = Ask(1, True, offers=tuple(Offer(key, verbatim(key)) for key in WORTH))


class Urns(Weighing):
    """Answers that win by their own chances; another one looks best. It notes how far it looks."""

    def __init__(self) -> None:
        self.reaches: list[int] = []

    def answers(self, position: Any, ask: Ask) -> tuple[Answer, ...]:
        """Return all of them."""
        return tuple(Answer("", offer=offer.key) for offer in ask.offers)

    def looks(self, position: Any, ask: Ask, answer: Answer) -> float:
        """Return the last letter."""
        return ord(answer.offer) / 100

    def guessed(self, position: Any, ask: Ask, deck: Iterable[int]) -> Any:
        """Return the position, since nothing is hidden."""
        return position

    def outcomes(
        self,
        guess: Any,
        ask: Ask,
        answers: Sequence[Answer],
        reach: int,
        chance: Callable[[], float],
    ) -> tuple[float, ...]:
        """Return results drawn with the same luck for all."""
        self.reaches.append(reach)
        luck = chance()
        return tuple(float(luck < WORTH[answer.offer]) for answer in answers)

    def reason(self, position: Any, ask: Ask, answer: Answer, share: float | None) -> Text:
        """Return the share of wins."""
        return text("By sight.") if share is None else text("Share {share}.", share=round(share, 2))


class UrnGame(Game):
    """A game that consists of urns."""

    key, title = "urns", "Urns"

    def __init__(self) -> None:
        self.parts = {Weighing: Urns()}


def task(late: Callable[[], bool] = lambda: False, ask: Ask = ASK) -> Task:
    """Return the question."""
    game: Game = UrnGame()
    return Task(game, "urn", ask, (), late)


@pytest.mark.parametrize(("name", "reach"), [("steady", TURN), ("racer", END), ("champion", KEEN)])
def test_what_fares_best_is_played(name: str, reach: int) -> None:
    """Play the best by guesses as far as each pilot thinks, with the result as reason."""
    asked = task()
    choices = [pilots()[name].choose(asked, random.Random(seed)) for seed in range(20)]
    assert [choice.answer.offer for choice in choices].count("c") >= 15 and all(
        str(choice.why).startswith("Share 0.") for choice in choices
    )
    assert set(of_kind(Urns, Weighing.of(asked.game)).reaches) == {reach}


def test_a_novice_goes_by_looks_and_errs() -> None:
    """Choose by looks as Novice, mostly, and another one now and then."""
    found = [
        pilots()["novice"].choose(task(), random.Random(seed)).answer.offer for seed in range(60)
    ]
    assert 60 > found.count("e") > 30 and len(set(found)) > 2


def test_who_is_late_answers_after_one_guess() -> None:
    """Answer with the best so far after one guess when late."""
    asked = task(lambda: True)
    choice = pilots()["champion"].choose(asked, random.Random(1))
    assert is_sound(ASK, choice.answer) and len(of_kind(Urns, Weighing.of(asked.game)).reaches) == 1


def test_who_has_no_choice_guesses_nothing() -> None:
    """Answer without a guess if there is one answer."""
    asked = task(ask=ASK._replace(offers=ASK.offers[:1]))
    assert (
        str(pilots()["racer"].choose(asked, random.Random(1)).why) == "By sight."
        and not of_kind(Urns, Weighing.of(asked.game)).reaches
    )
