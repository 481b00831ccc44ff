"""A player at a new table with a turned picture or a mirrored panel, run as a program.

Every touch is made on the X server's own pixels, however the picture is turned; a mirrored panel
reports another pixel than the touched one. The last line of output is a JSON object with the course
of the session.
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
from companion.session.messages import StartInfo
from companion.session.touch_transform import OF_PICTURES, inverse, move_point
from companion.session.view import CROSS, SEATS, WELCOME
from companion.ui.app import open_app
from companion.ui.window import Wish
from tests.ui.fingers import Finger
from tests.ui.player import ASLEEP, SIZE, Player, Wait, choice, until_drawn


class BoardPoint(NamedTuple):
    """A place of the picture, in pixels."""

    x: float
    y: float
    width: float = 0.0
    height: float = 0.0


class AtTheGlass(Player):
    """A player whose panel (`panel`) reports touches moved in one of the eight ways."""

    panel = "straight"

    def tap_at(self, place: tuple[float, float]) -> Wait:
        """Tap the pixel that the panel reports for a point of the picture."""
        yield from self.point(place)
        yield from self._until_felt(self.finger.press)
        yield from self._until_felt(self.finger.release)
        self.taps[self.view.page] += 1

    def point(self, place: tuple[float, float]) -> Wait:
        """Move from a point of the picture to the pixel that the panel reports."""
        wide, high = self.window.system_size
        share = place[0] / (self.window.width - 1), place[1] / (self.window.height - 1)
        glass = move_point(inverse(OF_PICTURES[-self.window.rotation % 360]), *share)
        x, y = move_point(self.panel, *glass)
        self.finger.move(
            round(self.window.left + x * (wide - 1)), round(self.window.top + (1 - y) * (high - 1))
        )
        yield


def turned(player: AtTheGlass, *words: str) -> Wait:
    """Turn the picture by large buttons, hit all crosses, and go on to the first game."""
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
        place = BoardPoint(*player.bridge.screen.field.middle())
        yield from player.tap(
            partial(lambda place: place, place),
            partial(lambda title: str(player.view.title) != title, title),
        )


def mirrored(player: AtTheGlass, panel: str) -> Wait:
    """Wait for the crosses, miss them on a mirrored panel, correct it, and hit them all."""
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
"""Actions by the word on the command line; their arguments are the further words."""


def main() -> int:
    """Do the named action on the state folder."""
    folder, part, *words = sys.argv[1:]

    def begin() -> EventLoop:
        """Return the session of a new table."""
        loop = kept_session(Path(folder))
        loop.send(StartInfo(appliance=True))
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
