"""A race in replay: the board, what happens in words, the turns as a rail, and the speed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.session.messages import Message
from companion.session.pages.replay import ReplayLine, ReplayPage, ShowTurn
from companion.session.pages.story import StoryLine
from companion.session.view import View
from companion.ui.layout import arrange, hbox, vbox, with_size
from companion.ui.paint import paint_plate, paint_text
from companion.ui.screens.base import MapScreen, body_of
from companion.ui.theme import (
    BRASS,
    BRASS_LIGHT,
    GAP,
    INK,
    LARGE,
    LIST_SIZES,
    NIGHT,
    SAND,
    SEAM,
    SMALL,
    TOUCH,
    is_landscape,
    u,
)
from companion.ui.widgets.button import PRIMARY, QUIET, OfferButton, SignButton
from companion.ui.widgets.fingers import Send, is_gone
from companion.ui.widgets.panel import add_all
from companion.ui.widgets.rows import FittedList, ListRow, PieceLead, RowText, with_signs

SIDE: Final = 28
"""The side of a sign, as on the seven-inch panel."""
SIZES: Final = (LARGE, *LIST_SIZES)
"""Sizes of the letters of the lines, the largest first."""


def sentence_row(
    line: ReplayLine | StoryLine, names: Mapping[str, str], size: int, side: int
) -> ListRow:
    """Return an event as a row of the list; `names` are the pieces' names with their colours.

    The letters have a `size`, and the sign a `side`.
    """
    return ListRow(
        with_signs(
            (RowText(line.words, size, names=names),),
            () if line.sign is None else (PieceLead(*line.sign),),
            0 if line.sign is None else side,
        ),
        pad=(0, 0),
        rim=None,
    )


class Rail(Widget):
    """The turns of the race from left to right, the current one lit; touch or drag it."""

    def __init__(
        self, send: Send, message: Callable[[int], Message], end: bool = True, **rest: Any
    ) -> None:
        """Call `send` with the message of a turn when the finger leaves.

        `end` adds one after the last.
        """
        super().__init__(**rest)
        self._beyond = int(end)
        self._send, self._message, self._drawing = send, message, InstructionGroup()
        self.turn, self.turns = 1, 0
        self._dragged: int | None = None
        self.canvas.add(self._drawing)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, turn: int, turns: int) -> None:
        """Show another turn; one more than there are is the end."""
        if (turn, turns) != (self.turn, self.turns):
            self.turn, self.turns = turn, turns
            self._draw()

    def at(self, turn: int) -> float:
        """Return the place of a turn, in pixels of the window."""
        half = u(TOUCH) / 2
        return self.x + half + (self.width - 2 * half) * (turn - 1) / max(1, self._steps)

    @property
    def _steps(self) -> int:
        """Return the number of steps from the first turn to the end."""
        return max(0, self.turns - 1 + self._beyond)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Take a finger that comes down on the rail; a wheel is none (False)."""
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        touch.grab(self)
        self._drag(touch.x)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Let the light follow the finger."""
        if touch.grab_current is self:
            self._drag(touch.x)
        return touch.grab_current is self

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Choose the turn under the finger."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        wanted, self._dragged = self._dragged, None
        self._draw()
        if wanted is not None and not is_gone(self):
            self._send(self._message(wanted))
        return True

    def _drag(self, x: float) -> None:
        half = u(TOUCH) / 2
        share = (x - self.x - half) / max(1.0, self.width - 2 * half)
        self._dragged = 1 + round(min(1.0, max(0.0, share)) * self._steps)
        self._draw()

    def _draw(self, *_: Any) -> None:
        """Draw the rail, a notch for each turn, and the current one with its number."""
        self._drawing.clear()
        shown, high, middle = (
            self.turn if self._dragged is None else self._dragged,
            u(6),
            self.y + self.height / 2,
        )
        left, right, side = self.at(1), self.at(1 + self._steps), min(u(36), self.height)
        paint_plate(
            self._drawing, left, middle - high / 2, max(1.0, right - left), high, SEAM, high / 2
        )
        paint_plate(
            self._drawing,
            left,
            middle - high / 2,
            max(1.0, self.at(shown) - left),
            high,
            BRASS,
            high / 2,
        )
        # In a long race all notches would be a bar.
        for turn in (
            range(1, self._steps + 2)
            if right - left > (self.turns + 1) * u(7)
            else (1, self._steps + 1)
        ):
            paint_plate(
                self._drawing,
                self.at(turn) - u(1),
                middle - u(9),
                u(2),
                u(18),
                SAND if turn > shown else BRASS_LIGHT,
                u(1),
            )
        x = self.at(shown)
        paint_plate(
            self._drawing,
            x - side / 2,
            middle - side / 2,
            side,
            side,
            BRASS if self._dragged is None else BRASS_LIGHT,
            side / 2,
        )
        if shown <= self.turns:
            paint_text(self._drawing, str(shown), x, middle, side * 0.62, INK)
        else:
            paint_plate(
                self._drawing, x - side / 6, middle - side / 6, side / 3, side / 3, NIGHT, u(2)
            )


class ReplayScreen(MapScreen):
    """The board beside the words and the buttons."""

    whole = True

    def make(self, view: View) -> Widget:
        """Make words, rail, buttons and speeds."""
        self.lines = FittedList(SIZES, gap=4)
        self.rail = Rail(self.send, ShowTurn)
        self.earlier = OfferButton(self.send, kind=QUIET, symbol="back", size=SMALL)
        self.run = OfferButton(self.send, kind=PRIMARY, symbol="pause", size=SMALL)
        self.back = SignButton("west", lambda: self.choose(self.page.back))
        self.on = SignButton("east", lambda: self.choose(self.page.on))
        self.later = OfferButton(self.send, kind=QUIET, symbol="next", trailing=True, size=SMALL)
        self.speeds = [
            OfferButton(self.send, kind=QUIET, size=SMALL) for _ in body_of(view, ReplayPage).speeds
        ]
        content = Widget()
        add_all(
            content,
            self.lines,
            self.rail,
            self.earlier,
            self.back,
            self.run,
            self.on,
            self.later,
            *self.speeds,
        )
        return content

    @property
    def page(self) -> ReplayPage:
        return body_of(self.view, ReplayPage)

    def update(self, view: View) -> None:
        """Show another picture, without movement if there is too much of it to follow."""
        self.map.lively = not body_of(view, ReplayPage).still
        super().update(view)

    def show(self, view: View) -> None:
        """Show another picture, or another speed."""
        page = self.page
        self.rail.show(page.turn, page.turns)
        self.run.symbol = "pause" if page.runs else "play"
        offered = (page.run, page.earlier, page.later, *page.speeds)
        for button, choice in zip(
            (self.run, self.earlier, self.later, *self.speeds), offered, strict=True
        ):
            button.offer(choice)
        self.later.disabled = self.on.disabled = page.turn > page.turns
        names = {sign.name: sign.colour for sign in view.signs.values()}
        self.lines.show_rows(
            lambda size: tuple(sentence_row(line, names, size, SIDE) for line in page.lines)
        )

    def map_share(self) -> float:
        """Return a large share, since people look at the board."""
        return 0.46 if is_landscape() else 0.43

    def arrange(self, *_: Any) -> None:
        """Place the words on top, then the rail, the buttons, and the speeds at the foot."""
        super().arrange()
        gap, high = u(GAP) / 2, u(TOUCH)
        walks = (
            with_size(walk, high) if isinstance(walk, SignButton) else walk
            for walk in (self.earlier, self.back, self.run, self.on, self.later)
        )
        arrange(
            vbox(
                self.lines,
                with_size(self.rail, high),
                with_size(hbox(*walks, gap=gap), high),
                with_size(hbox(*self.speeds, gap=gap), high),
                gap=gap,
            ),
            self.content,
        )


SCREEN = ReplayScreen
