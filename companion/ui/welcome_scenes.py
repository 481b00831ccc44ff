"""The first steps in telling states, one picture for each step and for what touched crosses say."""
from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.session.house_messages import CallHouse
from companion.session.messages import Message
from companion.session.touching import CROSSES, moved
from companion.session.welcome_messages import CorrectTouch, OpenWelcome, StepOn, Struck, TurnScreen
from companion.shell import Shell
from companion.signals import ReaderFound, ReaderLost
from companion.ui.scene_race import evening
from companion.ui.scene_room import SceneRoom

NEXT: Final = StepOn("next")
BREADTH: Final = (0.0875, 0.146)
"""A finger's breadth on the seven-inch panel, as shares of its width and height: 70 pixels, 13 mm."""


def struck(touch: str, across: float = 0.0) -> tuple[Message, ...]:
    """Every cross is touched, and the touches are moved in one of the eight ways, and a little to the right.

    `touch` is a way of `companion.session.touching`, `across` a share of the picture's width.
    """
    places = (moved(touch, *cross) for cross in CROSSES)
    return tuple(Struck(x + across, y, *BREADTH) for x, y in places)


def _new(*messages: Message) -> Shell:
    """A new appliance, after some messages."""
    return evening(CallHouse(appliance=True), *messages)


def _tried() -> Shell:
    shell = _new(TurnScreen(180))
    shell.poll(0.0)
    shell.poll(4.0)
    return shell


def _room(readers: tuple[int, ...], strangers: int, steps: int) -> Shell:
    """At a table with readers, some of them without a seat, so many steps on."""
    room = SceneRoom(("person", "person", "person"), readers)
    room.say(*(ReaderFound(f"E6614C775B00{number:04X}") for number in range(strangers)))
    messages: tuple[Message, ...] = (OpenWelcome(), *[NEXT] * steps)
    for message in messages:
        room.shell.send(message)
    room.shell.poll(1.0)
    room.shell.poll(2.0)
    return room.shell


def _unplugged() -> Shell:
    """Three readers have seats, two of them were pulled out, and one is there that has none."""
    room = SceneRoom(("person", "person", "person"), (1, 2, 3))
    for message in (OpenWelcome(), NEXT, NEXT, NEXT):
        room.shell.send(message)
    room.say(ReaderFound("E6614C775B000009"), *(ReaderLost(seat, "its cable is out") for seat in (1, 2)))
    return room.say().shell


WELCOME_SCENES: Final[dict[str, Callable[[], Shell]]] = {
    "welcome-upright": lambda: _new(),
    "welcome-turned": _tried,
    "welcome-cross": lambda: _new(NEXT),
    "welcome-cross-3": lambda: _new(NEXT, *struck("straight")[:2]),
    "welcome-fine": lambda: _new(NEXT, *struck("straight")),
    "welcome-mirrored": lambda: _new(NEXT, *struck("mirrored")),
    "welcome-corrected": lambda: _new(NEXT, *struck("mirrored"), CorrectTouch(), *struck("straight")),
    "welcome-beside": lambda: _new(NEXT, *struck("straight", 0.2)),
    "welcome-language": lambda: _new(NEXT, NEXT),
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
