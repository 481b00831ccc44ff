"""In the guest, in place of `clockwork-derby`: the same command, whose buttons press themselves, so that pilots play race after race.

Whenever the screen has come to rest, the button that leads on is pressed. How many turns were begun is written to `turns` in the working
directory.
"""
from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.__main__ import main
from companion.app.loop import EventLoop
from companion.session.past.kept_names import MARKER_PAGE
from companion.session.preferences import Prefer
from companion.session.view import BOARD, MENU, OVER, PLACE, PLAY, RULES, SEATS, SUMMARY
from companion.ui import app
from companion.ui.window import Wish

LEADS_ON: dict[str, tuple[str, ...]] = {
    BOARD: ("Flags",), MARKER_PAGE: ("Seats",), SEATS: ("Settings",), RULES: ("Begin",), PLACE: ("All in place",), PLAY: ("Done", "All done"), SUMMARY: ("Next turn",),
    OVER: ("Play again",), MENU: ("Go on", "All is so"), "welcome": ("Leave",), "cross": ("Skip",),
}
"""What leads on, page by page."""
PAUSE = 0.08
"""Seconds between two looks, so that every step is drawn."""


def leading(stage: Any, words: tuple[str, ...]) -> Any:
    """The button that leads on: one with such words, or the one that is marked as the thing to do now; None where there is none, or it is not ready."""
    from companion.ui.widgets.button import PRIMARY, PushButton

    buttons = [widget for widget in stage.walk(restrict=True) if isinstance(widget, PushButton) and not (widget.disabled or widget.early)]
    wanted = [button for button in buttons if button.text in words] or [button for button in buttons if button._kind == PRIMARY]
    # What comes too early does not count, and makes whoever has something to read wait anew.
    return wanted[0] if wanted and not wanted[0].early else None


def press_on(opened: app.Opened) -> None:
    """Take part in the app's own loop."""
    from kivy.clock import Clock

    last: list[object] = [None]
    turns = [0, 0]

    def look(_: float) -> None:
        """Press, where the screen has stayed as it was since the last look."""
        screen = opened.bridge.screen
        view = screen.view if screen is not None else None
        if view is None or view is not last[0]:
            last[0] = view
            return
        if view.preferences.seen:
            # Nobody reads here.
            opened.bridge.loop.send(Prefer(view.preferences._replace(seen=0)))
            return
        turn = getattr(view.body, "turn", turns[1])
        if view.page == PLAY and turn != turns[1]:
            turns[:] = turns[0] + 1, turn
            Path("turns").write_text(f"{turns[0]}\n", "ascii")
        button = leading(opened.bridge.stage, LEADS_ON.get(view.page, ()))
        if button is not None:
            last[0] = None
            button.do()

    Clock.schedule_interval(look, PAUSE)


def run(words: list[str]) -> int:
    """The command, with somebody at its buttons."""
    opening: Callable[[Wish, Callable[[], EventLoop]], app.Opened] = app.open_app

    def opened(wish: Wish, evening: Callable[[], EventLoop]) -> app.Opened:
        """The app as it is opened."""
        stands = opening(wish, evening)
        press_on(stands)
        return stands

    app.open_app = opened
    return main(words)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
