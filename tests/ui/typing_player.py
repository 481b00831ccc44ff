"""A player who types a name in the real app, by touch and by keyboard, run as a program.

Its argument is a state folder. Every touch and every key goes to the X server. The last line of
output is a JSON object with the name after each part.
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from companion.app.loop import EventLoop
from companion.app.startup import kept_session
from companion.session.messages import Go
from companion.ui.app import open_app
from companion.ui.window import Wish
from tests.ui.fingers import Finger
from tests.ui.player import ASLEEP, PATIENCE, SIZE, Wait, until_drawn
from tests.ui.turned_player import AtTheGlass

CHANGE_KEYBOARD_MAPPING: Final = 100
STILL: Final = 8
"""Frames without movement for a key at rest."""
KEYS: Final = {"a": 38, "BackSpace": 22, "Return": 36, "я": 97, "Ł": 103, "漢": 101}
"""X key codes; the last three are on no key of the usual keyboard and are mapped by the test."""
SIGNS: Final = {"я": 0x06D1, "Ł": 0x01A3, "漢": 0x1006F22}
"""X key symbols of letters."""


class Typist(AtTheGlass):
    """A player who types."""

    @property
    def page(self) -> Any:
        """Return the page with the keys."""
        return self.bridge.screen.name_page

    def key(self, letter: str) -> Wait:
        """Tap a key of the screen."""
        yield from self.tap_at(_middle(self.page.keyboard.keys[letter]))

    def hold(self, letter: str, wanted: str, slide: bool = True) -> Wait:
        """Hold a key until it offers letters; take one by sliding onto it or by another touch."""
        yield from self.point(_middle(self.page.keyboard.keys[letter]))
        yield from self._until_felt(self.finger.press)
        yield from self.until(lambda: self.page.keyboard.variants is not None)
        place = _middle(self.page.keyboard.variants.letters[wanted])
        if slide:
            yield from self.point(place)
            yield from self.until(
                lambda: self.page.keyboard.variants.letters[wanted].state == "down"
            )
            yield from self._until_felt(self.finger.release)
        else:
            yield from self._until_felt(self.finger.release)
            yield from self.tap_at(place)

    def type(self, *keys: str) -> Wait:
        """Press keys of the keyboard; each changes the name or is refused with a sentence."""
        for key in keys:
            before = self.page.name, str(self.page.words.text)
            self.finger.type((KEYS[key],))
            yield from self.until(
                partial(
                    lambda before: (self.page.name, str(self.page.words.text)) != before, before
                )
            )

    def put_letters_on_keys(self) -> Wait:
        """Map letters to keys that have none."""
        for letter, sign in SIGNS.items():
            self.finger.order(
                struct.pack(
                    "<BBHBBxxII", CHANGE_KEYBOARD_MAPPING, 1, 4, KEYS[letter], 2, sign, sign
                )
            )
        yield

    def until_at_rest(self, letter: str) -> Wait:
        """Wait until a key stays in its place: Kivy lays out in the frames that follow."""
        seen: list[tuple[float, float]] = []
        while len(seen) < STILL or len({*seen[-STILL:]}) > 1:
            seen.append(_middle(self.page.keyboard.keys[letter]))
            yield

    def until(self, done: Callable[[], bool]) -> Wait:
        """Wait until `done`."""
        for _ in range(PATIENCE):
            if done():
                return
            yield
        raise AssertionError("that never came")


def _middle(widget: Any) -> tuple[float, float]:
    return widget.x + widget.width / 2, widget.y + widget.height / 2


def typed(player: Typist, result: dict[str, str]) -> Wait:
    """Open the keyboard for seat 1, type by touch and by keys, and end with Enter."""
    yield from until_drawn(player)
    player.bridge.screen.open(1, "name")
    yield from player.until(lambda: player.page is not None)
    yield from player.until_at_rest("R")
    # A new page takes no touch at first.
    yield from player.tap(lambda: player.page.keyboard.keys["R"], lambda: player.page.name == "R")
    yield from player.hold("E", "é")
    yield from player.hold("A", "ą", slide=False)
    result["latin"] = player.page.name
    yield from player.key("alphabet")
    yield from player.until_at_rest("Ψ")
    yield from player.key("Ψ")
    yield from player.hold("Ω", "ώ")
    result["greek"] = player.page.name
    yield from player.key("alphabet")
    yield from player.until_at_rest("Ж")
    yield from player.key("Ж")
    yield from player.hold("Е", "ё")
    result["cyrillic"] = player.page.name
    yield from player.put_letters_on_keys()
    yield from player.type("BackSpace", "a", "я", "Ł")
    result["keys"] = player.page.name
    yield from player.type("漢")
    result["refused"] = f"{player.page.name}: {player.page.words.text}"
    player.finger.type((KEYS["Return"],))
    yield from player.until(lambda: player.page is None)
    yield from player.until(lambda: player.bridge.loop.session.lobby.setup.seat(1).typed)
    result["name"] = player.bridge.loop.session.lobby.setup.seat(1).name


def main() -> int:
    """Play on a table with its own state folder."""

    def begin() -> EventLoop:
        loop = kept_session(Path(sys.argv[1]))
        loop.send(Go("seats"))
        return loop

    opened = open_app(Wish(SIZE, smooth=False), begin)
    from kivy.base import EventLoop, runTouchApp, stopTouchApp

    from tests.ui.stand import hurry

    runTouchApp(embedded=True)
    result: dict[str, str] = {}
    with hurry(ASLEEP):
        for _ in typed(Typist(opened.window, opened.bridge, Finger()), result):
            EventLoop.idle()
            opened.window.mainloop()
    print(json.dumps(result))
    opened.bridge.stop()
    stopTouchApp()
    return 0


if __name__ == "__main__":
    sys.exit(main())
