"""The first steps in typical states, one picture for each step and for results of crosses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.app.loop import EventLoop
from companion.gallery.race import send, session_after
from companion.gallery.room import SceneRoom
from companion.session.messages import Message, OpenPage, StartInfo
from companion.session.pages.cross import CROSSES, CorrectTouch, CrossTouch
from companion.session.pages.welcome import StepOn, TurnScreen
from companion.session.touch_transform import move_point
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
