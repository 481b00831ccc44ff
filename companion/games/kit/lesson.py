"""A played first lesson: prepared positions, one deed in each, and what the game makes of it.

A step asks for cards in slots, a move of the handle or a touch. The game itself plays it, from
`Game.answered` on, so a lesson shows what would happen in a race and nothing else.
"""

from __future__ import annotations

from typing import Final

from companion.games.api import Game, PlayResult
from companion.games.asking import Answer, Ask, PlayOn, Questions, Row, Shuffle
from companion.games.parts import LessonStep
from companion.games.scene import Face
from companion.named_tuples import NamedTuple
from companion.signals import EMPTY, OK, PULL, SLOTS

MOST: Final = 12
"""The most passages of one step."""


def question_of(game: Game, step: LessonStep) -> Ask:
    """Return the game's question to the learner.

    Raises:
        ValueError: The position does not ask the learner anything.
    """
    asks = game.next_step(step.position)
    found = asks.asks if isinstance(asks, Questions) else ()
    for ask in found:
        if ask.seat == step.seat:
            return ask
    raise ValueError(f"the step {str(step.title)!r} asks seat {step.seat} nothing")


def fits(game: Game, code: int | None, expected: int) -> bool:
    """Return whether a card is as good as the expected one.

    Cards without a picture of their own differ by their number only: any of the same move will do.
    """
    if code is None or code == expected:
        return code is not None
    found, wanted = game.face(code), game.face(expected)
    return (
        found is not None
        and wanted is not None
        and wanted.look is None
        and found.move == wanted.move
    )


class WrongSlot(NamedTuple):
    """A slot without the expected card."""

    slot: int
    expected: Face
    status: str
    """A status of `companion.signals`; OK for a card that is not the expected one."""
    found: Face | None
    """The card in it, None for none or one of another game."""


def wrong_slots(game: Game, step: LessonStep, row: Row) -> tuple[WrongSlot, ...]:
    """Return the slots that do not have their card, those with something wrong in them first."""
    wrong = []
    for slot, expected in sorted(step.cards.items()):
        reading = row[slot - 1]
        if reading.status == OK and fits(game, reading.code, expected):
            continue
        face = game.face(expected)
        assert face is not None, f"slot {slot} expects a card that is not in the game"
        found = game.face(reading.code) if reading.code is not None else None
        wrong.append(WrongSlot(slot, face, reading.status, found))
    return tuple(sorted(wrong, key=lambda one: one.status == EMPTY))


def played_step(game: Game, step: LessonStep) -> tuple[PlayResult, ...]:
    """Return what the game makes of a step whose deed was done: the answer, then each passage.

    The learner's cards count as the expected ones, whichever of equal worth are in the slots.
    """
    cards = {**step.unused, **step.fixed, **step.cards}
    row = tuple(cards.get(slot) for slot in range(1, SLOTS + 1))
    answer = Answer("" if step.offer else step.gesture or PULL, row, step.offer)
    found = [game.answered(step.position, {**step.others, step.seat: answer})]
    while len(found) <= min(step.passages, MOST):
        position = found[-1].position
        next_step = game.next_step(position)
        if isinstance(next_step, PlayOn):
            found.append(game.play(position))
        elif isinstance(next_step, Shuffle):
            found.append(game.dealt(position, None))
        else:
            break
    return tuple(found)
