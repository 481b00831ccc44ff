"""A monkey at the screen: up to three fingers that press, hold, slide and lift in any order.

It plays over every page of every game.

    python -m tests.ui.monkey [TOUCHES [SEED [SCENE ...]]]

It plays over the named scenes of the gallery, by default over all.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pkgutil import iter_modules
from random import Random
from typing import Any, Final, NamedTuple

from companion.app.loop import EventLoop
from companion.gallery.scenes import SCENES
from companion.session.messages import OpenPage
from companion.testing.screen_checks import targets
from companion.ui import screens
from companion.ui.theme import window_size
from companion.ui.virtual_display import VirtualDisplay
from tests.ui.stand import forward, live, settle
from tests.ui.test_bridge import bridged

PLAYED: Final = ("summary", "cardbot-eight-summary", "diesel-eight-summary", "factory-oil")
"""A scene within each game."""
OVER_IT: Final = (
    "doctor",
    "elements",
    "history",
    "howto",
    "language",
    "locked",
    "menu",
    "save",
    "table",
    "update",
    "welcome",
    "where",
)
"""Pages to be opened over a game; a page that a game lacks leaves the monkey at the game."""
SIZES: Final = ((800, 480), (720, 1280), (1280, 800))
FINGERS: Final = 3
HOLD: Final = 1.3
"""Seconds for which a finger sometimes stays; no control has to be held so long."""
AT_SCENE: Final = 60
"""Greatest number of touches at one scene."""


class Played(NamedTuple):
    """The figures of a monkey at one scene."""

    touches: int
    """Fingers that a control took."""
    missed: int
    """Fingers that no control took."""
    pages: frozenset[tuple[str, str]]
    """Games and pages that took a finger."""


class Monkey:
    """A monkey that plays on the screen of a bridge."""

    def __init__(self, bridge: Any, random: Random) -> None:
        """Start with no finger on the screen."""
        self._bridge, self._random = bridge, random
        self._fingers: list[Any] = []
        self._deeds: list[str] = []

    def play(self, touches: int) -> Played:
        """Touch so many controls.

        Raises:
            AssertionError: The screen fails; the message names the last deeds of the fingers.
        """
        taken, missed, pages = 0, 0, set[tuple[str, str]]()
        while taken < touches and missed < 20 * touches:
            loop = self._bridge.loop
            page = loop.session.config.game.key, loop.view.page
            try:
                came = self._act()
                if came:
                    pages.add(page)
                live(1)
                assert self._bridge.screen is not None, "this screen has failed"
            except Exception as fault:
                report = f"{type(fault).__name__}: {fault}; on {page}; did {self._deeds[-12:]}"
                raise AssertionError(report) from fault
            taken, missed = taken + (came is True), missed + (came is False)
        while self._fingers:
            self._fingers.pop().touch_up()
            settle(1)
        return Played(taken, missed, frozenset(pages))

    def _act(self) -> bool | None:
        """Do one thing; return whether a new finger was taken, or None without a new finger."""
        able = ["tap", "down"] if not self._fingers else ["lift", "lift", "move", "hold", "wait"]
        if 0 < len(self._fingers) < FINGERS:
            # Some fingers rest while another one changes the page.
            able += ["tap", "tap", "tap", "down", "down"]
        deed = self._random.choice(able)
        if deed in ("tap", "down"):
            taken = self._down()
            if deed == "tap":
                self._fingers.pop().touch_up()
                self._deeds[-1] += ", lifted"
            return taken
        finger = self._random.choice(self._fingers)
        if deed == "move":
            place = self._place()
            finger.touch_move(*place)
        elif deed == "lift":
            self._fingers.remove(finger)
            finger.touch_up()
        else:
            forward()((HOLD if deed == "hold" else 0.1) * 1e6)
        self._deeds.append(deed)
        return None

    def _down(self) -> bool:
        from kivy.tests.common import UnitTestTouch

        place = self._place()
        finger = UnitTestTouch(*place)
        self._fingers.append(finger)
        finger.touch_down()
        took = [known() for known in finger.grab_list]
        names = [
            f"{type(one).__name__} {getattr(one, 'text', '')}".strip()
            for one in took
            if one is not None
        ]
        self._deeds.append(f"down on {names}" if names else f"down at {place}")
        return bool(took)

    def _place(self) -> tuple[float, float]:
        """Return a place on a control, sometimes any place."""
        found = targets(self._bridge.stage)
        wide, high = window_size()
        if not found or self._random.random() < 0.15:
            return self._random.uniform(0, wide - 1), self._random.uniform(0, high - 1)
        one = self._random.choice(found)
        return (
            one.x + self._random.uniform(0.1, 0.9) * one.width,
            one.y + self._random.uniform(0.1, 0.9) * one.height,
        )


def places() -> dict[str, Callable[[], EventLoop]]:
    """Return all scenes of the gallery, and each page over each game."""
    over = {
        f"{page} over {name}": partial(opened, name, page) for page in OVER_IT for name in PLAYED
    }
    return {**SCENES, **over}


def opened(name: str, page: str) -> EventLoop:
    """Return a scene with a page over it."""
    loop: EventLoop = SCENES[name]()
    loop.send(OpenPage(page))
    return loop


def play_at(name: str, touches: int, seed: int, size: tuple[int, int]) -> Played:
    """Play at one scene."""
    loop = places()[name]()
    with bridged(loop, size=size) as (_, bridge):
        return Monkey(bridge, Random(f"{name} {seed}")).play(touches)


def play_over(
    names: Iterable[str], touches: int, seed: int, at_scene: int = AT_SCENE
) -> tuple[int, Counter[tuple[str, str]]]:
    """Play over the scenes in turn until so many controls are touched.

    Returns:
        The number of touches, and the pages that took them.
    """
    done, pages, known = 0, Counter[tuple[str, str]](), list(names)
    rounds = 0
    while done < touches:
        for at, name in enumerate(known):
            if done >= touches:
                break
            size = SIZES[(at + rounds) % len(SIZES)]
            try:
                played = play_at(name, min(at_scene, touches - done), seed + rounds, size)
            except AssertionError as fault:
                raise AssertionError(
                    f"scene {name} at {size[0]}×{size[1]}, seed {seed + rounds}: {fault}"
                ) from fault
            done += played.touches
            pages.update(played.pages)
        rounds += 1
    return done, pages


def main() -> int:
    """Play as long as the arguments say."""
    touches, seed, *names = [*sys.argv[1:], *("10000", "1")[len(sys.argv) - 1 :]]
    with VirtualDisplay() as display:
        os.environ.update(display.environment())
        try:
            known = names or list(places())
            # Each scene has its share, however few the touches are.
            share = max(1, min(AT_SCENE, int(touches) // len(known)))
            done, pages = play_over(known, int(touches), int(seed), share)
        except AssertionError as fault:
            # Kivy logs everything written to stderr as an error.
            print(fault)
            return 1
    print(f"{done:,} touches")
    every = {found.name for found in iter_modules(screens.__path__)} - {"base"}
    for game in sorted({game for game, _ in pages}):
        reached = {page for one, page in pages if one == game}
        print(f"{game}, {len(reached)} pages; never {', '.join(sorted(every - reached)) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
