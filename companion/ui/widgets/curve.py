"""A number over time as a curve: small beside its latest number, or large with dates."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, Line

from companion.session.messages import Message
from companion.session.pages.records import Curve
from companion.ui.layout import Area, arrange, hbox, leave_empty, vbox, with_padding, with_size
from companion.ui.paint import paint_fitting, paint_text
from companion.ui.theme import (
    BODY,
    BRASS,
    BRASS_LIGHT,
    IVORY,
    LARGE,
    PANEL,
    SAND,
    SEAM,
    SMALL,
    Rgba,
    u,
)
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.words import text

HEAD, PAD, DOT, NUMBER = 24, 8, 4, 56
"""Height of the title, room around, radius of a point, and width of the latest number, as on the
seven-inch panel."""
SCALE, DATES = 44, 26
"""Room for the numbers left of a large curve, and for the dates below it."""
MOST: Final = 60
"""Most points that can be distinguished: of more games the latest are shown."""


class CurvePlate(Pressable):
    """One curve on a plate, to touch: small ones open large, the large one goes back.

    A small one is a line to its latest number, which is large beside it; a large one has points,
    numbers and dates.
    """

    def __init__(
        self, curve: Curve, send: Send, message: Message, large: bool = False, **rest: Any
    ) -> None:
        """Call `send` with the message on a touch."""
        self.curve, self.large = curve, large
        latest = str(curve.points[-1][1])
        self.title = Label(
            curve.title, BODY if large else SMALL, bold=large, tint=BRASS_LIGHT, least=15
        )
        self.latest = Label(
            text("latest: {number}", number=latest) if large else latest,
            BODY if large else LARGE,
            bold=True,
            tint=IVORY,
            align="right",
            least=15,
        )
        super().__init__(send, message, **rest)
        self.add_widget(self.title)
        self.add_widget(self.latest)

    def tints(self) -> tuple[Rgba, Rgba]:
        return PANEL, SEAM

    def place(self) -> None:
        """Place the title above the curve, and the latest number beside both or the title."""
        pad, head = u(PAD), min(u(HEAD), self.height * 0.45)
        if self.large:
            title = with_size(hbox(self.title, with_size(self.latest, self.width * 0.4)), u(32))
            curve = with_padding(self._draw, u(SCALE) / 2, 0)
            shown = vbox(
                title,
                hbox(with_size(leave_empty, u(SCALE) / 2), curve, gap=0),
                with_size(leave_empty, u(DATES)),
                gap=0,
            )
        else:
            column = vbox(with_size(self.title, head), self._draw, gap=0)
            shown = hbox(column, with_size(self.latest, u(NUMBER)), gap=0)
        arrange(with_padding(shown, pad, pad / 2), self)

    def _draw(self, area: Area) -> None:
        """Draw the curve with its latest point, and all points and numbers if it is large."""
        points = self.curve.points[-MOST:]
        high = max(1, *(number for _, number in points))
        inset = u(DOT) + 1
        left, low = area.x + inset, area.y + inset
        width, height = max(1.0, area.width - 2 * inset), max(1.0, area.height - 2 * inset)
        step = width / max(1, len(points) - 1)
        spots = [
            (
                left + (step * at if len(points) > 1 else width / 2),
                low + height * number / high,
            )
            for at, (_, number) in enumerate(points)
        ]
        if self.large:
            self.sign.add(Color(*SEAM))
            for level in (low, low + height / 2, low + height):
                self.sign.add(Line(points=[area.x, level, area.x + area.width, level], width=1))
        self.sign.add(Color(*BRASS))
        if len(spots) > 1:
            self.sign.add(
                Line(
                    points=[part for spot in spots for part in spot],
                    width=max(1.2, u(2) if self.large else u(1.5)),
                    joint="round",
                )
            )
        radius = u(DOT)
        for px, py in spots if self.large else ():
            self.sign.add(Line(circle=(px, py, radius / 2), width=radius / 2))
        self.sign.add(Color(*BRASS_LIGHT))
        px, py = spots[-1]
        self.sign.add(Line(circle=(px, py, radius * 0.6), width=radius * 0.6))
        if self.large:
            self._scale(points, high, area)

    def _scale(self, points: tuple[tuple[str, int], ...], high: int, area: Area) -> None:
        """Draw the highest number and 0 on the left, the first and the last date below."""
        inset, left = u(DOT) + 1, area.x - u(SCALE) / 2
        paint_text(self.sign, str(high), left, area.y + area.height - inset, u(18), SAND)
        paint_text(self.sign, "0", left, area.y + inset, u(18), SAND)
        day, low, right = u(110), area.y - u(DATES) / 2, area.x + area.width
        paint_fitting(self.sign, points[0][0][:10], area.x + day / 2, low, u(18), day, SAND)
        if len(points) > 1:
            paint_fitting(self.sign, points[-1][0][:10], right - day / 2, low, u(18), day, SAND)


NO_CURVE: Final = text("Curves begin with the first game.")
