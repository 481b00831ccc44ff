"""Questions in the middle of play, whose answers are recorded (elements 3.9).

They are about random cards, random slots and choices of players. A register is a function of a
state and its answers. If an answer is missing, `Pending` names the question; the caller asks it,
appends the answer and plays the register once more from its start. There is therefore no
half-played state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from companion.named_tuples import NamedTuple


class RuleQuestion(NamedTuple):
    """A question that the rules cannot answer by themselves."""

    kind: str
    """CARD_DRAWN, SLOT_DRAWN or CHOICE, see `effects`."""
    what: str
    """The word of the element or status that asks."""
    seat: int
    """The seat that the question is about."""
    slot: int
    """The slot that a card is drawn for, 0 for none."""
    options: tuple[str, ...]
    """All possible answers. The first one counts if nobody answers; for a drawn card that is the
    lowest priority left."""
    rule: str
    """The line of the rules that asks."""


Answerer: TypeAlias = Callable[[RuleQuestion], str]


class Pending(Exception):  # noqa: N818 - a question, and no error
    """A question has no answer yet; nothing has changed."""

    def __init__(self, question: RuleQuestion) -> None:
        super().__init__(f"{question.what} asks seat {question.seat}")
        self.question = question


def first_option(question: RuleQuestion) -> str:
    """Answer for nobody: the lowest card left, the lowest slot or the first choice."""
    return question.options[0]


def replay_answers(answers: Iterable[str]) -> Answerer:
    """Return an answerer that gives these answers in order and then raises `Pending`."""
    left = iter(tuple(answers))

    def answer(question: RuleQuestion) -> str:
        for given in left:
            return given
        raise Pending(question)

    return answer
