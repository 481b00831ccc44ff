"""In the guest, in place of `clockwork-derby`: buttons press themselves, pages are written down.

Unlike `autoplay`, which leaves the first steps and plays with pilots, it goes through the first
steps until every reader has a seat, which a file `seated` in the working directory says, and waits
where people have to act at the readers. `shown` has the current page as JSON. While a file `hold`
exists nothing is pressed, and the page says where a finger would have to press; `hold-PAGE` is for
one page only.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.__main__ import main
from companion.app.loop import EventLoop
from companion.session.past.kept_names import MARKER_PAGE
from companion.session.view import BOARD, OVER, PLACE, PLAY, RULES, SEATS, SUMMARY, ProgramPage
from companion.ui import app
from companion.ui.window import Wish

PAUSE = 0.4
"""Seconds between two looks."""
LEADS_ON: dict[str, tuple[str, ...]] = {
    BOARD: ("Flags",),
    MARKER_PAGE: ("Seats",),
    SEATS: ("Settings",),
    RULES: ("Begin",),
    PLACE: ("All in place",),
    PLAY: ("Done", "All done"),
    SUMMARY: ("Next turn",),
    OVER: (),
    "cross": ("Skip",),
    "welcome": ("Next", "It stands right", "The picture stands right"),
}
"""The button that leads on, page by page; on other pages the button that is marked as the thing to
do now."""
GIVING = "Readers and seats"


def leading(stage: Any, page: str, title: str) -> Any:
    """Return the button that leads on, or None if readers need hands, or it is not ready yet."""
    from companion.ui.widgets.button import PRIMARY, PushButton

    buttons = [
        widget
        for widget in stage.walk(restrict=True)
        if isinstance(widget, PushButton) and not (widget.disabled or widget.early)
    ]
    words = LEADS_ON.get(page, ())
    if GIVING in title or (page == "welcome" and Path("seated").exists()):
        words = ("Leave",) if Path("seated").exists() else ()
        return next((button for button in buttons if button.text in words), None)
    wanted = [button for button in buttons if button.text in words] or [
        button for button in buttons if button._kind == PRIMARY
    ]
    # An early touch does not count, and restarts the time for reading.
    return wanted[0] if wanted and not wanted[0].early else None


def places(stage: Any) -> dict[str, list[int]]:
    """Return the places of buttons by their words, in pixels from the north-west corner."""
    from kivy.uix.behaviors.button import ButtonBehavior

    from companion.ui.widgets.label import Label

    found = dict[str, list[int]]()
    for widget in stage.walk(restrict=True):
        if isinstance(widget, ButtonBehavior) and not widget.disabled:
            across, down = widget.to_window(widget.center_x, widget.center_y)
            at = [round(across), round(stage.height - down)]
            found |= {
                str(part.text): at
                for part in widget.walk(restrict=True)
                if isinstance(part, Label) and part.text
            }
    return found


def press_on(opened: app.Opened) -> None:
    """Join the app's own loop."""
    from kivy.clock import Clock

    last: list[object] = [None]

    def look(_: float) -> None:
        """Write the page.

        Press if the screen has not changed since the last look and `hold` is absent.
        """
        screen = opened.bridge.screen
        view = screen.view if screen is not None else None
        if view is None:
            return
        session = opened.bridge.loop.session
        shown = {
            "page": view.page,
            "title": str(view.title),
            "hint": str(view.hint),
            "sign": str(opened.bridge.loop.table.sign),
            "turn": getattr(view.body, "turn", 0),
            "readers": {
                one.seat: [one.kind, one.asked, one.ready, str(one.lost)]
                for one in view.body.readers
            }
            if isinstance(view.body, ProgramPage)
            else {},
            "cards": {
                seat: [slot.code for slot in reader.row]
                for seat, reader in session.readers.by_seat.items()
                if not reader.lost
            },
            "troubles": [str(words) for words in session.readers.troubles.values()],
            "places": places(opened.bridge.stage) if Path("hold").exists() else {},
        }
        Path("shown.new").write_text(json.dumps(shown), "utf-8")
        Path("shown.new").replace("shown")
        if view is not last[0] or Path("hold").exists() or Path(f"hold-{view.page}").exists():
            last[0] = view
            return
        button = leading(opened.bridge.stage, view.page, str(view.title))
        if button is not None:
            last[0] = None
            button.act()

    Clock.schedule_interval(look, PAUSE)


def run(words: list[str]) -> int:
    """Run the command with its buttons pressed."""
    opening: Callable[[Wish, Callable[[], EventLoop]], app.Opened] = app.open_app

    def opened(wish: Wish, start_loop: Callable[[], EventLoop]) -> app.Opened:
        """Return the opened app."""
        stands = opening(wish, start_loop)
        press_on(stands)
        return stands

    app.open_app = opened
    return main(words)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
