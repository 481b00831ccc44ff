"""In the guest, in place of `clockwork-derby`: the same command, whose buttons press themselves.

Pilots play race after race. As soon as the screen is at rest, the button that leads on is pressed;
a person on the screen asks for a hint, has its cards placed, and pulls the handle. The number of
turns begun is written to `turns` in the working directory. Every answer of a pilot is written to
`thoughts`, a line of JSON each: its name, its seat and its turn, for how many seconds it has
thought, who has chosen in its place, and whether anyone has.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.__main__ import main
from companion.app.loop import EventLoop
from companion.app.thinking import PilotQuestion, ReviewTask, Thinking, Thought
from companion.games.api import Game, Position
from companion.session.past.kept_names import MARKER_PAGE
from companion.session.preferences import Prefer
from companion.session.view import (
    BOARD,
    MENU,
    OVER,
    PLACE,
    PLAY,
    PROGRAM,
    RULES,
    SEATS,
    SUMMARY,
    View,
)
from companion.signals import PULL
from companion.ui import app
from companion.ui.window import Wish
from companion.words import Text

LEADS_ON: dict[str, tuple[str, ...]] = {
    BOARD: ("Flags",),
    MARKER_PAGE: ("Seats",),
    SEATS: ("Settings",),
    RULES: ("Begin",),
    PLACE: ("All in place",),
    PLAY: ("Done", "All done"),
    SUMMARY: ("Next turn",),
    OVER: ("Play again",),
    MENU: ("Go on", "All correct"),
    "welcome": ("Leave",),
    "cross": ("Skip",),
}
"""The button that leads on, page by page."""
PAUSE = 0.08
"""Seconds between two looks, so that every step is drawn."""


class Heard:
    """A wrapper of thinking that writes down every answer."""

    def __init__(self, thinking: Thinking, turn: Callable[[], int]) -> None:
        """Wrap `thinking`; `turn` returns the turn that is programmed."""
        self._thinking, self._turn = thinking, turn
        self._asked = dict[int, tuple[PilotQuestion, float]]()

    @property
    def trouble(self) -> Text | None:
        """Return its trouble."""
        return self._thinking.trouble

    def prepare(self, pilots: Sequence[str], game: Game, position: Position) -> None:
        """Pass it on."""
        self._thinking.prepare(pilots, game, position)

    def ask(self, question: PilotQuestion) -> None:
        """Pass it on."""
        self._asked[question.number] = question, time.monotonic()
        self._thinking.ask(question)

    def review(self, asked: ReviewTask) -> None:
        """Pass it on."""
        self._thinking.review(asked)

    def poll(self) -> Sequence[Thought]:
        """Write down new answers and return them."""
        thoughts = self._thinking.poll()
        for thought in thoughts:
            if thought.number in self._asked:
                question, since = self._asked.pop(thought.number)
                shown = {
                    "pilot": question.pilot,
                    "seat": question.ask.seat,
                    "turn": self._turn(),
                    "seconds": round(time.monotonic() - since, 2),
                    "instead": thought.instead,
                    "chosen": thought.choice is not None,
                }
                with Path("thoughts").open("a", encoding="ascii") as file:
                    file.write(f"{json.dumps(shown)}\n")
        return thoughts

    def close(self) -> None:
        """Pass it on."""
        self._thinking.close()


def by_hint(stage: Any, view: View) -> Any:
    """Return what a person touches who follows the hint, until the handle is pulled.

    Returns:
        None if no person has to act.
    """
    from kivy.uix.behaviors.button import ButtonBehavior

    from companion.ui.widgets.label import Label
    from companion.ui.widgets.readers.reader_handle import HandlePanel
    from companion.ui.widgets.readers.seat_page import SeatPage

    mine = next(
        (
            reader
            for reader in view.body.readers
            if reader.kind == "touch" and reader.asked and not reader.ready
        ),
        None,
    )
    if mine is None:
        return None
    shown = list(stage.walk(restrict=True))
    if not mine.uncovered:
        tiles = (widget for widget in shown if isinstance(widget, ButtonBehavior))
        return next(
            (
                tile
                for tile in tiles
                if any(
                    isinstance(part, Label) and part.text == view.signs[mine.seat].name
                    for part in tile.walk(restrict=True)
                )
            ),
            None,
        )
    if all(slot.filled for slot in mine.slots):
        return next(widget for widget in shown if isinstance(widget, HandlePanel)).ends[PULL]
    return next(
        (
            widget.ask
            for widget in shown
            if isinstance(widget, SeatPage) and widget.ask.parent is not None
        ),
        None,
    )


def touch(widget: Any) -> None:
    """Touch a widget in its middle."""
    # Kivy's own class for this wants pytest, which no table has.
    from kivy.base import EventLoop as Kivy
    from kivy.input.motionevent import MotionEvent

    class Finger(MotionEvent):
        """A finger on the window.

        Its `place` has coordinates from 0 to 1.
        """

        def depack(self, args: tuple[float, float]) -> None:
            """Set the place."""
            self.profile, (self.sx, self.sy) = ["pos"], args
            super().depack(args)

    across, down = widget.to_window(widget.center_x, widget.center_y)
    window = Kivy.window
    assert window is not None
    finger = Finger(
        "autoplay",
        1,
        (across / (window.width - 1), down / (window.height - 1)),
        is_touch=True,
        type_id="touch",
    )
    for phase in ("begin", "end"):
        Kivy.post_dispatch_input(phase, finger)


def leading(stage: Any, words: tuple[str, ...]) -> Any:
    """Return the button that leads on.

    It has one of these words, or is marked as the thing to do now.

    Returns:
        None if there is none, or it is not ready.
    """
    from companion.ui.widgets.button import PRIMARY, PushButton

    buttons = [
        widget
        for widget in stage.walk(restrict=True)
        if isinstance(widget, PushButton) and not (widget.disabled or widget.early)
    ]
    wanted = [button for button in buttons if button.text in words] or [
        button for button in buttons if button._kind == PRIMARY
    ]
    # An early touch does not count, and restarts the time for reading.
    return wanted[0] if wanted and not wanted[0].early else None


def press_on(opened: app.Opened) -> None:
    """Join the app's own loop."""
    from kivy.clock import Clock

    last: list[object] = [None]
    turns = [0, 0]
    loop = opened.bridge.loop
    loop.thinking = Heard(
        loop.thinking,
        lambda: loop.session.match.shown.turn + 1 if loop.session.match is not None else 0,
    )

    def look(_: float) -> None:
        """Press if the screen has not changed since the last look."""
        screen = opened.bridge.screen
        view = screen.view if screen is not None else None
        if view is None or view is not last[0]:
            last[0] = view
            return
        if view.preferences.seen:
            # There is no reader who needs the pause.
            opened.bridge.loop.send(Prefer(view.preferences._replace(seen=0)))
            return
        turn = getattr(view.body, "turn", turns[1])
        if view.page == PLAY and turn != turns[1]:
            turns[:] = turns[0] + 1, turn
            Path("turns").write_text(f"{turns[0]}\n", "ascii")
        if view.page == PROGRAM and (place := by_hint(opened.bridge.stage, view)) is not None:
            last[0] = None
            touch(place)
            return
        button = leading(opened.bridge.stage, LEADS_ON.get(view.page, ()))
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
