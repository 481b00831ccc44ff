"""Questions in the middle of play, whose answers are recorded: random cards, random slots, and what a player chooses (elements 3.9).

A register is a function of a state and its answers. Where an answer is missing, `Pending` says which; whoever plays asks for it, appends it to the
answers and plays the register once more from its start. So no half-played state exists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from companion.named_tuples import NamedTuple


class Question(NamedTuple):
    """What is to be known: `kind` is CARD_DRAWN, SLOT_DRAWN or CHOICE (see `effects`), `seat` whom it is about, `slot` for which slot a card is (0: none).

    `what` is the word of the element or status that asks. `options` are all answers that can be, the first one being meant where nobody answers:
    for a drawn card the lowest priority that is left. `rule` is the line that asks.
    """

    kind: str
    what: str
    seat: int
    slot: int
    options: tuple[str, ...]
    rule: str


Answerer: TypeAlias = Callable[[Question], str]


class Pending(Exception):
    """A question has no answer yet; nothing has changed."""

    def __init__(self, question: Question) -> None:
        super().__init__(f"{question.what} asks seat {question.seat}")
        self.question = question


def first_option(question: Question) -> str:
    """The answer of nobody: the lowest card that is left, the lowest slot, the first choice."""
    return question.options[0]


def recorded(answers: Iterable[str]) -> Answerer:
    """The answers given so far, in their order; `Pending` where there is none left."""
    left = iter(tuple(answers))

    def answer(question: Question) -> str:
        """The next answer."""
        for given in left:
            return given
        raise Pending(question)

    return answer
