"""The same game on this machine: `clockwork-derby play` beside the guest, asked where to tap next.

It has the guest's seed and is touched at the same places, so it shows what the guest must show. It
knows the widgets by what they are; the guest is only touched, at the pixels where the twin has
them. A line of JSON in, a line of JSON out:

    {"do": "next", "whole": …}     {"at": [x, y], "on": page, "words": the button to tap}, in pixels
    from the north-west corner
    {"do": "find", "words": …}    the same for the button with these words
    {"do": "sign"}                the same for the sign of the menu, which is held
    {"do": "list"}                the same for the middle of a long list
    {"do": "hold", "at": [x, y]}  keeps the finger there until another page comes: as for a tap
    {"do": "drag", "at": [x, y]}  drags a list to its end from there: as for a tap
    {"do": "tap", "at": [x, y]}   touches there, waits until nothing changes any more:
    {"page", "title", "hint"}
    {"do": "look", "at": path}    writes a picture: the same answer
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion.__main__ import main
from companion.app.loop import EventLoop
from companion.session.view import PROGRAM
from companion.ui import app
from companion.ui.window import Wish
from tests.system.autoplay import LEADS_ON, leading
from tests.ui.answering import handle_end
from tests.ui.player import Player, choice

CROSS, WELCOME = "cross", "welcome"
FAR: Final = 10_000
"""Pixels, more than any list is long."""
AT_REST, LONG = 10, 1800
"""Frames without a change after which nothing more comes, and after which something is wrong."""


class Twin(Player):
    """A player who looks at the widgets, and whose finger needs no display."""

    def __init__(self, opened: app.Opened) -> None:
        """Play an app that is open."""
        super().__init__(opened.window, opened.bridge, None)  # type: ignore[arg-type]

    def carry_out(self, asked: Mapping[str, Any]) -> Iterator[dict[str, Any] | None]:
        """Carry out a request, a little in each frame; the last value is the answer."""
        if asked["do"] == "next":
            yield from self._until_at_rest()
            yield self._next(asked.get("whole", False))
            return
        if asked["do"] == "find":
            yield from self._until_at_rest()
            yield self._place_of(self._saying(asked["words"]), asked["words"])
            return
        if asked["do"] == "sign":
            yield from self._until_at_rest()
            yield self._place_of(self._sign(), "the sign of the menu")
            return
        if asked["do"] == "list":
            yield from self._until_at_rest()
            yield self._place_of(self._list(), "a list")
            return
        if asked["do"] in ("tap", "hold"):
            across, down = asked["at"]
            yield from self._touch(across, down, asked["do"] == "hold")
        if asked["do"] == "drag":
            yield from self._drag(*asked["at"])
        yield from self._until_at_rest()
        if asked["do"] == "look":
            from companion.ui.picture import save_picture

            save_picture(self.window, Path(asked["at"]))
        yield {"page": self.view.page, "title": self.view.title, "hint": self.view.hint}

    def _touch(self, across: float, down: float, held: bool) -> Iterator[None]:
        from kivy.tests.common import UnitTestTouch

        finger, page = UnitTestTouch(across, self.window.height - down), self.view.page
        finger.touch_down()
        yield
        for _ in range(LONG if held else 0):
            if self.view.page != page:
                break
            yield
        finger.touch_up()

    def _drag(self, across: float, down: float) -> Iterator[None]:
        """Drag the list there farther than it goes."""
        from kivy.tests.common import UnitTestTouch

        finger = UnitTestTouch(across, self.window.height - down)
        finger.touch_down()
        yield
        finger.touch_move(across, self.window.height - down + FAR)
        yield
        finger.touch_up()

    def _until_at_rest(self) -> Iterator[None]:
        """Wait until all is kept, the view stays the same, nothing moves, and a tap counts.

        The guest is touched only once it shows the same.
        """
        same, before = 0, None
        for _ in range(LONG):
            yield
            board_map = getattr(self.bridge.screen, "map", None)
            resting = (
                self.view is before
                and self.view is not None
                and (board_map is None or board_map.progress >= 1)
                and not self.bridge.screen.footer.forward.early
            )
            same = same + 1 if resting else 0
            before = self.view
            if same >= AT_REST:
                return
        raise AssertionError(f"the page {self.view.page} never comes to rest")

    def _next(self, whole: bool) -> dict[str, Any]:
        """Return where to tap to go on; `whole`: through the first steps, and not past them."""
        page, body = self.view.page, self.view.body
        if whole and page == CROSS and body.place is not None:
            x, y = body.place[0] * self.window.width, body.place[1] * self.window.height
            return {"at": [x, self.window.height - y], "on": page, "words": "the cross"}
        return self._place_of(
            *(
                self._programming()
                if page == PROGRAM
                else self._leading(() if whole and page == WELCOME else LEADS_ON.get(page, ()))
            )
        )

    def _place_of(self, widget: Any, words: str) -> dict[str, Any]:
        """Return the place of a widget."""
        x, y = widget.to_window(widget.center_x, widget.center_y)
        return {"at": [x, self.window.height - y], "on": self.view.page, "words": words}

    def _sign(self) -> Any:
        """Return the sign that opens the menu."""
        from companion.ui.widgets.long_press import MenuSign

        return next(
            widget
            for widget in self.bridge.stage.walk(restrict=True)
            if isinstance(widget, MenuSign)
        )

    def _list(self) -> Any:
        """Return the list that is shown."""
        from companion.ui.widgets.scroll_list import ScrollList

        return next(
            widget
            for widget in self.bridge.stage.walk(restrict=True)
            if isinstance(widget, ScrollList)
        )

    def _saying(self, words: str) -> Any:
        """Return the button or the choice with these words."""
        from companion.ui.widgets.button import PushButton

        buttons = (
            widget
            for widget in self.bridge.stage.walk(restrict=True)
            if isinstance(widget, PushButton) and widget.text == words
        )
        return next(buttons, None) or choice(self, words)

    def _leading(self, wanted: tuple[str, ...]) -> tuple[Any, str]:
        button = leading(self.bridge.stage, wanted)
        if button is None:
            raise LookupError(f"no button leads on from the page {self.view.page}")
        return button, button.text

    def _programming(self) -> tuple[Any, str]:
        """Uncover the hand, put in five cards, the long moves first, and pull the handle."""
        from companion.ui.widgets.cards.card import CardFace

        mine = next(
            reader
            for reader in self.view.body.readers
            if reader.kind == "touch" and reader.asked and not reader.ready
        )
        if not mine.uncovered:
            return choice(self, self.view.signs[mine.seat].name), "the reader"
        if sum(slot.filled for slot in mine.slots) == 5:
            return handle_end(self), "the handle"
        wanted = max(
            mine.hand, key=lambda card: (card.move in ("move2", "move3"), card.priority)
        ).code
        face = next(
            w
            for w in self.bridge.stage.walk(restrict=True)
            if isinstance(w, CardFace) and w.card.code == wanted
        )
        return face, "a card"


def listen(opened: app.Opened) -> None:
    """Join the app's own loop: between frames, answer the requests on standard input."""
    from kivy.clock import Clock

    twin, lines = Twin(opened), _heard()
    doing: list[Iterator[dict[str, Any] | None]] = []

    def go_on(_: float) -> None:
        """Carry out a little part of the request."""
        try:
            if not doing:
                line = lines.get_nowait()
                doing.append(twin.carry_out(json.loads(line)))
            answer = next(doing[0])
        except queue.Empty:
            return
        except Exception as fault:
            traceback.print_exc()
            answer = {"fault": f"{type(fault).__name__}: {fault}"}
        if answer is not None:
            doing.clear()
            print(json.dumps(answer), flush=True)

    Clock.schedule_interval(go_on, 0)


def _heard() -> queue.Queue[str]:
    """Return the lines of standard input, as they come."""
    lines: queue.Queue[str] = queue.Queue()

    def hear() -> None:
        """Read lines in a thread, which waits."""
        for line in sys.stdin:
            lines.put(line)

    threading.Thread(target=hear, daemon=True).start()
    return lines


def run(words: list[str]) -> int:
    """Run the command, touched as the requests say."""
    opening: Callable[[Wish, Callable[[], EventLoop]], app.Opened] = app.open_app

    def opened(wish: Wish, start_loop: Callable[[], EventLoop]) -> app.Opened:
        """Return the opened app, with the listener."""

        def begun() -> EventLoop:
            """Begin as at a table without a desktop, as the guest is.

            The window is open already.
            """
            os.environ["SDL_VIDEODRIVER"] = "kmsdrm"
            return start_loop()

        # The guest has no graphics chip.
        stands = opening(wish._replace(smooth=False), begun)
        listen(stands)
        return stands

    app.open_app = opened
    return main(words)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
