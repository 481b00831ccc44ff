"""The places of seats around the screen, and pages that are turned to their seat."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from companion.app.loop import EventLoop
from companion.gallery.race import LONG_NAMED, Wanted, fill, prefer, race, session_after, until
from companion.session.messages import ChooseBoard, Message, OpenPage, SetPlayer, Uncover
from companion.session.pages.sides import ChooseSeat
from companion.session.preferences import FAR, LEFT, NEAR, RIGHT
from companion.session.view import PROGRAM, SEAT_SIDES


def turning(loop: EventLoop, *sides: str) -> EventLoop:
    """Let the picture turn to the seats, which sit at these sides, the others near."""
    all_sides = " ".join((*sides, *[NEAR] * (8 - len(sides))))
    return prefer(loop, turns_to_seats=True, sides=all_sides)


def _sides(*messages: Message) -> EventLoop:
    """Return the page of the sides for six people."""
    return session_after(
        *(SetPlayer(seat, "person") for seat in range(1, 7)), OpenPage(SEAT_SIDES), *messages
    )


def _asked(side: str, opened: bool = False) -> EventLoop:
    """Return four people at one screen whose first one sits at a side and is asked to look."""
    loop = race(*LONG_NAMED, ChooseBoard("gorge-crossing"), players=("person",) * 4)
    loop = until(turning(loop, side), Wanted(PROGRAM))
    if opened:
        fill(loop, 1, 3)
        loop.send(Uncover(1))
    return loop


TURNED_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "sides": _sides,
    "sides-around": lambda: turning(
        _sides(ChooseSeat(3)), NEAR, NEAR, LEFT, FAR, FAR, RIGHT, RIGHT, RIGHT
    ),
    "turned-left": partial(_asked, LEFT),
    "turned-far": partial(_asked, FAR, opened=True),
    "turned-right": partial(_asked, RIGHT, opened=True),
}
