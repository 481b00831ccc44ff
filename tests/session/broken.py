"""Games that answer wrongly, for tests of a session; `companion.testing.breaking` breaks them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.app.loop import EventLoop
from companion.games.api import PlayResult
from companion.games.asking import (
    Custody,
    Deadline,
    Finished,
    NextStep,
    Offer,
    PlayOn,
    Program,
    Questions,
    Roles,
    Shuffle,
)
from companion.session.messages import Pick
from companion.testing.breaking import Broken, Wrong, with_game
from companion.words import text
from tests.session.quiz import YES, Quiz, Said, ask, asked, begun, cards
from tests.typed import mistyped

ROUND: Final = asked(ask(1, YES, secret=False), ask(2, YES, secret=False))
"""A round in which seats 1 and 2 are asked."""


class Odd:
    """A value that cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")


def question(**how: Any) -> Questions:
    """Return a round with one question that is made like this."""
    return asked(ask(**{"seat": 1, **how}))


WRONG_STEPS: Final[Mapping[str, object]] = {
    "nothing": None,
    "a word": "play",
    "a number": 7,
    "unspeakable": Odd(),
    "a class": PlayOn,
    "wrong fields": mistyped(PlayOn, "two"),
    "a seat that does not play": question(seat=5, gestures=(), offers=(YES,)),
    "a seat that there is not": question(seat=99, offers=(YES,)),
    "seat zero": question(seat=0, offers=(YES,)),
    "a decider who does not play": question(offers=(YES,), roles=Roles(decider=8)),
    "a piece of nobody": question(offers=(YES,), roles=Roles(piece=-1)),
    "no answer": question(),
    "one answer twice": question(offers=(YES, YES)),
    "a strange handle": question(gestures=(("twist", text("Twist")),)),
    "slot nine": question(offers=(YES,), program=Program((9,))),
    "a seat twice": asked(ask(1, YES), ask(1, YES)),
    "an unknown card": asked(cards(1, 3, 2000)),
    "a time without end": question(offers=(YES,), deadline=Deadline(3, "maybe")),
    "no time": question(offers=(YES,), deadline=Deadline(float("nan"), "yes")),
    "asks in a list": mistyped(Questions, "quiz", 1, [ask(1, YES)]),
    "words that are none": question(offers=(mistyped(Offer, "yes", "Yes"),)),
    "cards of a stranger": Shuffle(1, {7: (None,) * 5}),
    "too few slots": Shuffle(1, {1: (None,)}),
    "a stranger wins": Finished(1, (6,)),
}
"""Wants that no game may have."""


class Endless(Quiz):
    """A game without an end: it tells nothing, asks pilots only, or shuffles again and again."""

    key, title = "endless", "Endless Game"

    def __init__(self, how: Callable[[Said], NextStep]) -> None:
        super().__init__(asked(ask(1, YES, secret=False)))
        self.how = how

    def next_step(self, position: Said) -> NextStep:
        """Ask one question, and then never end."""
        return self.questions[0] if not position.rounds else self.how(position)

    def play(self, position: Said) -> PlayResult[Said]:
        """Report that nothing has happened."""
        return PlayResult(position, 1, 1)

    def dealt(
        self, position: Said, codes: tuple[int, ...] | None, custody: Mapping[int, Custody] = {}
    ) -> PlayResult[Said]:
        """Report that nothing has happened."""
        return PlayResult(position, 1, 0)


def broken_quiz(name: str, wrong: Wrong) -> EventLoop:
    """Return a session at the first question of a quiz with one wrong answer from then on."""
    loop = begun(Quiz(*(ROUND,) * 3))
    break_game(loop, name, wrong)
    return loop


def break_game(loop: EventLoop, name: str, wrong: Wrong) -> None:
    """Let the current game answer one thing wrongly."""
    loop.session = with_game(loop.session, Broken(loop.session.config.game, name, wrong))


def answer_all(loop: EventLoop) -> None:
    """Let both people touch their answer."""
    for seat in (1, 2):
        loop.send(Pick(seat, "yes"))
