"""The first steps at a new table, one picture for each step, and those of the first lesson."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from companion.app.loop import EventLoop, open_session
from companion.gallery.race import send, session_after
from companion.gallery.room import SceneRoom
from companion.games import find_game
from companion.session.messages import Message, OpenPage, StartInfo
from companion.session.pages.cross import CROSSES, CorrectTouch, CrossTouch
from companion.session.pages.lesson import (
    DONE,
    TASK,
    ContinueLesson,
    InsertLessonCard,
    LessonState,
    MoveLessonHandle,
    TouchLessonOffer,
)
from companion.session.pages.welcome import StepOn, TurnScreen
from companion.session.touch_transform import move_point
from companion.session.view import LESSON
from companion.signals import ReaderFound, ReaderLost
from companion.table.serial.serial_loop import PULLED

NEXT: Final = StepOn("next")
BREADTH: Final = (0.0875, 0.146)
"""A finger's breadth on the seven-inch panel, as shares of its width and height: 70 pixels, 13
mm."""


def struck(touch: str, across: float = 0.0) -> tuple[Message, ...]:
    """Return touches on every cross, transformed in one of eight ways, and a little to the right.

    `touch` is a way of `companion.session.touch_transform`, `across` a share of the picture's
    width.
    """
    places = (move_point(touch, *cross) for cross in CROSSES)
    return tuple(CrossTouch(x + across, y, *BREADTH) for x, y in places)


def _new(*messages: Message) -> EventLoop:
    """Return a new appliance, after some messages."""
    return session_after(StartInfo(appliance=True), *messages)


def _tried() -> EventLoop:
    loop = _new(TurnScreen(180))
    loop.poll(0.0)
    loop.poll(4.0)
    return loop


def _room(readers: tuple[int, ...], strangers: int, steps: int) -> EventLoop:
    """Return a table with readers, some of them unseated, so many steps on."""
    room = SceneRoom(("person", "person", "person"), readers)
    room.say(*(ReaderFound(f"E6614C775B00{number:04X}") for number in range(strangers)))
    send(room.loop, OpenPage("welcome"), *[NEXT] * steps)
    room.loop.poll(1.0)
    room.loop.poll(2.0)
    return room.loop


def _unplugged() -> EventLoop:
    """Return three seated readers, two of them pulled out, and an unseated one."""
    room = SceneRoom(("person", "person", "person"), (1, 2, 3))
    send(room.loop, OpenPage("welcome"), NEXT, NEXT, NEXT)
    room.say(ReaderFound("E6614C775B000009"), *(ReaderLost(seat, PULLED) for seat in (1, 2)))
    return room.say().loop


WELCOME_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "welcome-upright": lambda: _new(),
    "welcome-turned": _tried,
    "welcome-cross": lambda: _new(NEXT),
    "welcome-cross-3": lambda: _new(NEXT, *struck("straight")[:2]),
    "welcome-fine": lambda: _new(NEXT, *struck("straight")),
    "welcome-mirrored": lambda: _new(NEXT, *struck("mirrored")),
    "welcome-corrected": lambda: _new(
        NEXT, *struck("mirrored"), CorrectTouch(), *struck("straight")
    ),
    "welcome-beside": lambda: _new(NEXT, *struck("straight", 0.2)),
    "welcome-language": lambda: _new(NEXT, NEXT),
    "welcome-languages": lambda: _new(OpenPage("language")),
    "welcome-no-readers": lambda: _new(NEXT, NEXT, NEXT),
    "welcome-giving": lambda: _room((1, 2), 2, 3),
    "welcome-unplugged": _unplugged,
    "welcome-seated": lambda: _room(tuple(range(1, 9)), 0, 3),
    "welcome-certify": lambda: _room((1, 2, 3), 0, 4),
    "welcome-no-certificate": lambda: _new(NEXT, NEXT, NEXT, NEXT),
    "welcome-game": lambda: _new(NEXT, NEXT, NEXT, NEXT, NEXT),
    "welcome-game-readers": lambda: _room((1, 2, 5), 0, 5),
}
"""Pictures of the gallery of the first steps, in its order."""


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
