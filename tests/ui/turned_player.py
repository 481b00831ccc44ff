"""Somebody before a new table whose picture stands the wrong way up or whose panel is mirrored: run as a program, it opens the real app.

Every touch is made on the glass, that is on the X server's own pixels, wherever the picture has been turned to; a panel that is mirrored
tells another pixel than the one that is touched. Its last line of output is a JSON object that tells how it went.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from companion.app.loop import EventLoop
from companion.app.startup import kept_session
from companion.session.messages import CallHouse
from companion.session.touching import OF_PICTURES, moved, undone
from companion.session.view import CROSS, SEATS, WELCOME
from companion.ui.app import open_app
from companion.ui.window import Wish
from tests.ui.fingers import Finger
from tests.ui.player import ASLEEP, SIZE, Player, Wait, choice, until_drawn


class Spot(NamedTuple):
    """A place of the picture, in pixels."""

    x: float
    y: float
    width: float = 0.0
    height: float = 0.0


class AtTheGlass(Player):
    """A player who touches what is seen, on a panel that tells places moved in one of the eight ways (`panel`)."""

    panel = "straight"

    def tap_at(self, place: tuple[float, float]) -> Wait:
        """Tap the pixel that the panel tells for a point of the picture."""
        yield from self.point(place)
        yield from self._until_felt(self.finger.press)
        yield from self._until_felt(self.finger.release)
        self.taps[self.view.page] += 1

    def point(self, place: tuple[float, float]) -> Wait:
        """Move from a point of the picture to the pixel that the panel tells."""
        wide, high = self.window.system_size
        share = place[0] / (self.window.width - 1), place[1] / (self.window.height - 1)
        glass = moved(undone(OF_PICTURES[-self.window.rotation % 360]), *share)
        x, y = moved(self.panel, *glass)
        self.finger.move(
            round(self.window.left + x * (wide - 1)), round(self.window.top + (1 - y) * (high - 1))
        )
        yield


def turned(player: AtTheGlass, *words: str) -> Wait:
    """Turn the picture by large buttons, say that it is right, hit all crosses, and go on by buttons to the first game."""
    yield from until_drawn(player)
    for word in words:
        before = player.view.preferences
        yield from player.tap(
            partial(lambda word: choice(player, word), word),
            partial(lambda before: player.view.preferences != before, before),
        )
    yield from player.press("Yes, this way up", lambda: player.view.page == CROSS)
    yield from crosses(player)
    assert player.view.body.rows[0].state == "fine", player.view.body.rows
    for _ in range(4):
        title = str(player.view.title)
        yield from player.press(
            "Next", partial(lambda title: str(player.view.title) != title, title)
        )
    yield from player.press("Begin", lambda: player.view.page == SEATS)


def crosses(player: AtTheGlass) -> Wait:
    """Hit one cross after another."""
    while player.view.page == CROSS and player.view.body.place is not None:
        title = str(player.view.title)
        place = Spot(*player.bridge.screen.field.middle())
        yield from player.tap(
            partial(lambda place: place, place),
            partial(lambda title: str(player.view.title) != title, title),
        )


def mirrored(player: AtTheGlass, panel: str) -> Wait:
    """Nothing is hit, so that the crosses come by themselves; they tell how the panel lies; a touch anywhere corrects it; then all is hit."""
    yield from until_drawn(player)
    player.panel = panel
    player.bridge.loop.poll(1e6)
    player.bridge.loop.poll(1e6 + 61)
    while player.view.page != CROSS:
        yield
    yield from crosses(player)
    before = player.view.preferences
    yield from player.tap(lambda: player.bridge.stage, lambda: player.view.preferences != before)
    yield from crosses(player)
    yield from player.press(
        "Next", lambda: player.view.page == WELCOME and "Language" in str(player.view.title)
    )
    yield from player.press("Leave", lambda: player.view.page not in (WELCOME, CROSS))


PARTS: Final[Mapping[str, Callable[..., Wait]]] = {
    "turned": turned,
    "mirrored": mirrored,
    "look": until_drawn,
}
"""What can be done, by the word on the command line; further words say with what."""


def main() -> int:
    """The folder of the state, what to do, and with what."""
    folder, part, *words = sys.argv[1:]

    def begin() -> EventLoop:
        """A table of its own."""
        loop = kept_session(Path(folder))
        loop.send(CallHouse(appliance=True))
        return loop

    opened = open_app(Wish(SIZE, smooth=False), begin)
    from kivy.base import EventLoop, runTouchApp, stopTouchApp

    from tests.ui.stand import hurry

    runTouchApp(embedded=True)
    player = AtTheGlass(opened.window, opened.bridge, Finger())
    first = opened.window.rotation, list(opened.window.size)
    with hurry(ASLEEP):
        for _ in PARTS[part](player, *words):
            EventLoop.idle()
            opened.window.mainloop()
    print(
        json.dumps(
            {
                "first": first,
                "size": list(opened.window.size),
                "preferences": player.view.preferences._asdict(),
                "page": player.view.page,
                "taps": player.taps,
            }
        )
    )
    opened.bridge.stop()
    stopTouchApp()
    return 0


if __name__ == "__main__":
    sys.exit(main())
