"""Games that fail, each in one way and from a certain moment on: whoever plays one must hear of it and go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.app.loop import EventLoop, open_session
from companion.games.base import (
    Deadline,
    Face,
    Finished,
    Instruction,
    Offer,
    Passage,
    PlayOn,
    Questions,
    Scene,
    Shuffle,
    Want,
)
from companion.games.plain import Told
from companion.session.messages import Begin, Confirm
from companion.words import text
from tests.session.quiz import YES, Quiz, Said, ask, asked, cards
from tests.typed import mistyped


class Broken(Quiz):
    """Asks two rounds of questions and tells what was said; then it does what `fault` says where it is asked for `method`."""

    key, title = "broken", "Broken Game"

    def __init__(self, method: str, fault: Callable[..., Any], rounds: int = 1) -> None:
        super().__init__(*[asked(ask(1, YES, secret=False), ask(2, YES, secret=False))] * 3)
        self.method, self.fault_of, self.since = method, fault, rounds

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("_") or name in (
            "method",
            "fault_of",
            "since",
            "questions",
            "board",
            "fails",
        ):
            return super().__getattribute__(name)
        right = super().__getattribute__(name)
        if name != self.method:
            return right
        if not callable(right):
            return self.fault_of()

        def failing(*arguments: Any) -> Any:
            return self.fails(right, arguments)

        # By this name the failure is told, as if the method itself had been written so.
        failing.__code__ = failing.__code__.replace(co_name=name)
        return failing

    def fails(self, right: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        """Its answer: the right one before the fault comes."""
        position = next((one for one in arguments if isinstance(one, Said)), None)
        due = position is None or len(position.rounds) >= self.since
        return self.fault_of(*arguments) if due else right(*arguments)

    def want(self, position: Said) -> Want:
        """A question, then a round of play, in turns."""
        asked_for = len(position.rounds)
        return (
            self.questions[asked_for]
            if asked_for < len(self.questions)
            else Finished(asked_for, ())
        )


def _raises(*arguments: object) -> Any:
    raise ZeroDivisionError("division by zero")


def _recurses(*arguments: object) -> Any:
    return _recurses(*arguments)


def answers(value: object) -> Callable[..., Any]:
    """Whatever is asked, this is the answer."""
    return lambda *arguments: value


class Odd:
    """A value that cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")


def question(**how: Any) -> Questions:
    """A round with one question that is made like this."""
    return asked(ask(**{"seat": 1, **how}))


WRONG_WANTS: Final[Mapping[str, object]] = {
    "nothing": None,
    "a word": "play",
    "a number": 7,
    "unspeakable": Odd(),
    "a class": PlayOn,
    "wrong fields": mistyped(PlayOn, "two"),
    "a seat that does not play": question(seat=5, gestures=(), offers=(YES,)),
    "a seat that there is not": question(seat=99, offers=(YES,)),
    "seat zero": question(seat=0, offers=(YES,)),
    "a decider who does not play": question(offers=(YES,), decider=8),
    "a piece of nobody": question(offers=(YES,), piece=-1),
    "no answer": question(),
    "one answer twice": question(offers=(YES, YES)),
    "a strange handle": question(gestures=(("twist", text("Twist")),)),
    "slot nine": question(offers=(YES,), slots=(9,)),
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
"""What no game may want."""

WRONG_PASSAGES: Final[Mapping[str, object]] = {
    "nothing": None,
    "a position alone": Said(),
    "no events": mistyped(Passage, Said(), 1, 1, None),
    "an unknown card": Passage(Said(), 1, 1, (), ((1, Face(999, "fly", 3)),)),
    "a card that is another": Passage(Said(), 1, 1, (), ((1, Face(3, "fly", 3)),)),
    "a stranger's card": Passage(Said(), 1, 1, (), ((7, Face(0, "uturn", 10)),)),
}
"""What no input may lead to."""

METHODS: Final = (
    "want",
    "answered",
    "scene",
    "locks",
    "redacted",
    "lying",
    "fault",
    "standings",
    "fingerprint",
    "corrections",
    "befell",
    "words",
    "ranking",
    "tell",
    "face",
    "lead",
    "prepared",
)
"""What is asked of a game while it runs."""

NONSENSE: Final[Mapping[str, object]] = {
    "scene": mistyped(Scene, pieces=(None,)),
    "locks": [(1, 2)],
    "redacted": None,
    "lying": "nowhere",
    "standings": 5,
    "tell": [None],
    "befell": 7,
    "ranking": None,
    "words": None,
    "face": "ace",
    "lead": None,
    "corrections": None,
    "fingerprint": 12,
    "layout": None,
    "verdict": 3,
}
"""What is no answer of the right kind."""


class Endless(Quiz):
    """Plays on for ever: tells nothing, asks pilots only, or shuffles again and again."""

    key, title = "endless", "Endless Game"

    def __init__(self, how: Callable[[Said], Want]) -> None:
        super().__init__(asked(ask(1, YES, secret=False)))
        self.how = how

    def want(self, position: Said) -> Want:
        """One question, and then no end."""
        return self.questions[0] if not position.rounds else self.how(position)

    def play(self, position: Said) -> Passage:
        """Nothing has happened."""
        return Passage(position, 1, 1)

    def dealt(
        self, position: Said, codes: tuple[int, ...] | None, by_hand: frozenset[int] = frozenset()
    ) -> Passage:
        """Nothing has happened."""
        return Passage(position, 1, 0)


def begun(game: Quiz, players: tuple[str, ...] = ("person", "person")) -> EventLoop:
    """A session with a game that will fail, at its first question as far as it comes."""
    loop = open_session(seed=1, players=players, game=game)
    loop.send(Begin())
    if loop.session.page == "place":
        loop.send(Confirm(loop.session.step))
    return loop


TOLD: Final = Told(1, text("Something happened."))
INSTRUCTION: Final = Instruction(1, text("Something happened."), "", "play")
RAISES, RECURSES = _raises, _recurses
