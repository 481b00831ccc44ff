"""A number over time as a curve: a point for each game, the highest and the latest in digits.

It is small beside others, or large with dates.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Line, Rectangle

from companion.session.pages.records import Curve
from companion.ui.layout import arrange, hbox, leave_empty, vbox, with_padding, with_size
from companion.ui.paint import paint_fitting, paint_text
from companion.ui.theme import BRASS, BRASS_LIGHT, IVORY, NIGHT, PANEL, SAND, SEAM, SMALL, Rgba, u
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.label import Label
from companion.words import text

HEAD, PAD, DOT = 26, 6, 5
"""Height of the title, room around, and radius of a point, as on the seven-inch panel."""
MOST: Final = 60
"""Most points that can be distinguished: of more games the latest are shown."""


class CurvePlate(Pressable):
    """One curve on a plate, to touch: small ones open large, the large one goes back."""

    def __init__(
        self, curve: Curve, do: Callable[[], object], large: bool = False, **rest: Any
    ) -> None:
        """Call `do` on a touch."""
        self.curve, self.large, self.drawn = curve, large, InstructionGroup()
        self.title = Label(curve.title, SMALL, bold=True, tint=BRASS_LIGHT, least=15)
        self.latest = Label(
            str(curve.points[-1][1]), SMALL, bold=True, tint=IVORY, align="right", least=15
        )
        super().__init__(do, **rest)
        self.canvas.after.add(self.drawn)
        self.add_widget(self.title)
        self.add_widget(self.latest)

    def tints(self) -> tuple[Rgba, Rgba]:
        return PANEL, SEAM

    def place(self) -> None:
        """Place title and latest number above, the curve below."""
        pad, head = u(PAD), min(u(HEAD), self.height * 0.4)
        title = with_size(hbox(self.title, with_size(self.latest, u(58)), gap=0), head)
        arrange(with_padding(vbox(title, leave_empty, gap=0), pad, pad / 2), self)
        self.drawn.clear()
        left, low = (
            self.x + pad + (u(44) if self.large else 0),
            self.y + pad + (u(26) if self.large else 0),
        )
        self._draw(
            left, low, self.x + self.width - pad - left, self.y + self.height - head - pad - low
        )

    def _draw(self, x: float, y: float, width: float, height: float) -> None:
        """Draw the ground, the highest number, and the curve with its points."""
        points = self.curve.points[-MOST:]
        high = max(1, *(number for _, number in points))
        self.drawn.add(Color(*NIGHT))
        self.drawn.add(Rectangle(pos=(x, y), size=(width, height)))
        self.drawn.add(Color(*SEAM))
        self.drawn.add(Line(points=[x, y, x + width, y], width=1))
        inset = u(DOT) + 1
        step = (width - 2 * inset) / max(1, len(points) - 1)
        spots = [
            (
                x + inset + (step * at if len(points) > 1 else (width - 2 * inset) / 2),
                y + inset + (height - 2 * inset) * number / high,
            )
            for at, (_, number) in enumerate(points)
        ]
        self.drawn.add(Color(*BRASS))
        if len(spots) > 1:
            self.drawn.add(
                Line(
                    points=[part for spot in spots for part in spot],
                    width=max(1.2, u(2)),
                    joint="round",
                )
            )
        radius = u(DOT) if self.large or len(points) < 20 else u(DOT) / 2
        for px, py in spots:
            self.drawn.add(Line(circle=(px, py, radius / 2), width=radius / 2))
        if self.large:
            self._scale(points, high, x, y, width, height)

    def _scale(
        self,
        points: tuple[tuple[str, int], ...],
        high: int,
        x: float,
        y: float,
        width: float,
        height: float,
    ) -> None:
        """Draw the highest number and 0 on the left, the first and the last date below."""
        paint_text(self.drawn, str(high), x - u(22), y + height - u(12), u(18), SAND)
        paint_text(self.drawn, "0", x - u(22), y + u(8), u(18), SAND)
        day = u(110)
        paint_fitting(self.drawn, points[0][0][:10], x + day / 2, y - u(14), u(18), day, SAND)
        if len(points) > 1:
            paint_fitting(
                self.drawn, points[-1][0][:10], x + width - day / 2, y - u(14), u(18), day, SAND
            )


NO_CURVE: Final = text("Curves begin with the first game.")
