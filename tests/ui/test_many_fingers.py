"""Test several fingers at a time: a widget may go while a finger is down on it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from companion.app.loop import EventLoop
from companion.gallery.scenes import SCENES
from tests.session.evenings import ready
from tests.ui.monkey import SIZES, play_over
from tests.ui.stand import button, live
from tests.ui.test_bridge import bridged


def finger_on(place: Any) -> Any:
    """Return a finger that is down on the middle of a widget."""
    from kivy.tests.common import UnitTestTouch

    finger = UnitTestTouch(place.center_x, place.center_y)
    finger.touch_down()
    live(1)
    return finger


def tap(place: Any) -> None:
    """Put a finger down on a widget and lift it."""
    finger_on(place).touch_up()
    live(2)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_finger_on_the_cover_lifts_after_another_has_gone_back(size: tuple[int, int]) -> None:
    """Show no cards when a finger is lifted after its page has gone."""
    loop: EventLoop = SCENES["program-cover"]()
    with bridged(loop, size=size) as (_, bridge):
        held = finger_on(button(bridge.stage, "Show my cards"))
        tap(button(bridge.screen.over, "Not me"))
        held.touch_up()
        live(2)
        assert bridge.screen is not None
        match = loop.session.match
        assert match is not None and match.question.open_seat is None


def test_a_seat_is_finished_on_a_phone_while_a_finger_rests_on_its_cover() -> None:
    """Show no cards when a phone has closed the page under a finger."""
    loop: EventLoop = SCENES["program-cover"]()
    with bridged(loop) as (_, bridge):
        held = finger_on(button(bridge.stage, "Show my cards"))
        seat = bridge.screen.chosen
        ready(loop, seat)
        live(2)
        held.touch_up()
        live(2)
        match = loop.session.match
        assert bridge.screen is not None and match is not None
        assert seat in match.question.answers and match.question.open_seat is None


def test_two_fingers_do_not_pull_the_map_apart() -> None:
    """Give the map to the last finger until it is lifted."""
    loop: EventLoop = SCENES["play-timer"]()
    with bridged(loop) as (_, bridge):
        shown = bridge.screen.map
        shown.finish()
        first = finger_on(shown)
        second = finger_on(shown)
        before = shown._camera
        first.touch_move(first.x + 200, first.y)
        first.touch_up()
        assert shown._camera == before and shown._held is not None
        second.touch_up()
        assert shown._held is None


def test_only_what_lets_go_of_fingers_can_be_pressed(repository: Path) -> None:
    """Use Kivy's button only in fingers.py, because it also acts after it has been removed."""
    found = [
        path.name
        for path in (repository / "companion/ui").rglob("*.py")
        if re.search(r"\bButtonBehavior\b", path.read_text("utf-8"))
    ]
    assert found == ["fingers.py"]


SHORT = (
    "program-cover",
    "program-open",
    "program-readers",
    "play-timer",
    "summary",
    "over",
    "menu",
    "history",
    "replay",
    "diesel-hand",
    "cardbot-hand",
    "factory-program",
    "seats",
    "rules",
    "flags",
    "draw",
)
"""Scenes of every kind of page; `make test-all` plays on all of them."""


# All scenes in one test: minutes on a busy machine.
@pytest.mark.timeout(1200)
def test_a_monkey_breaks_nothing() -> None:
    """Survive some hundred random touches by one to three fingers."""
    wanted = [name for name in SCENES if name in SHORT]
    done, pages = play_over(wanted, 15 * len(wanted), 7, at_scene=15)
    assert done == 15 * len(wanted) and len(pages) > 8
