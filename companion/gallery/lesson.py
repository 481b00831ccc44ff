"""The steps of the first lesson: a task, a wrong deed, an instruction, a result."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from companion.app.loop import EventLoop, open_session
from companion.gallery.race import send
from companion.games import find_game
from companion.session.messages import Message, OpenPage
from companion.session.pages.lesson import (
    DONE,
    TASK,
    ContinueLesson,
    InsertLessonCard,
    LessonState,
    MoveLessonHandle,
    TouchLessonOffer,
)
from companion.session.view import LESSON


def deed(state: LessonState) -> tuple[Message, ...]:
    """Return the touches of the expected deed on the screen."""
    step = state.step
    cards = tuple(InsertLessonCard(code) for _, code in sorted(step.cards.items()))
    if step.offer:
        return (*cards, TouchLessonOffer(step.offer))
    return (*cards, MoveLessonHandle(step.gesture)) if step.gesture else cards


def lesson(number: int, stage: str = TASK, *touches: Message, game: str = "") -> EventLoop:
    """Return the lesson at a stage of a step, counted from 1, after some more touches.

    `game` is its key, by default that of the usual game.
    """
    loop = send(open_session(seed=5, game=find_game(game) if game else None), OpenPage(LESSON))
    while (
        state := loop.session.open_state(LESSON, LessonState)
    ).at + 1 < number or state.stage != stage:
        send(loop, *(deed(state) if state.stage == TASK else (ContinueLesson(),)))
    return send(loop, *touches)


LESSON_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "lesson-card": partial(lesson, 1),
    "lesson-program": partial(lesson, 2),
    "lesson-wrong": partial(lesson, 2, TASK, MoveLessonHandle("pull")),
    "lesson-push": partial(lesson, 3),
    "lesson-pushed": partial(lesson, 3, "watched"),
    "lesson-shot": partial(lesson, 3, DONE),
    "lesson-belt": partial(lesson, 4, "watched", ContinueLesson()),
    "lesson-laser": partial(lesson, 5),
    "lesson-flag": partial(lesson, 6, DONE),
    "lesson-locked": partial(lesson, 7),
    "lesson-rest": partial(lesson, 8),
    "lesson-rested": partial(lesson, 8, DONE),
    "lesson-oil": partial(lesson, 5, DONE, game="factory_rally"),
    "lesson-neighbour": partial(lesson, 3, game="cardbot"),
    "lesson-ping": partial(lesson, 5, game="cardbot"),
    "lesson-target": partial(lesson, 8, DONE, game="cardbot"),
    "lesson-turn": partial(lesson, 1, game="diesel"),
    "lesson-choice": partial(lesson, 3, game="diesel"),
    "lesson-gained": partial(lesson, 5, "watched", ContinueLesson(), game="diesel"),
    "lesson-outright": partial(lesson, 8, DONE, game="diesel"),
}
