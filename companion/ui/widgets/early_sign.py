"""The answer to a touch that came too early: two words beside the finger, for a moment."""

from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.ui.theme import GAP, u
from companion.ui.widgets.long_press import Bubble
from companion.words import text

SIZE: Final = (148, 40)
"""Size of the sign, as on the seven-inch panel."""
CLEAR: Final = 40
"""Distance from the middle of the finger, which covers what is nearer."""


class EarlySign(Bubble):
    """A bubble that stands above the finger, or below it at the top of the page."""

    def __init__(self, **rest: Any) -> None:
        """Make it invisible; `show_at` shows it."""
        wide, high = SIZE
        super().__init__(text("Too early"), size_hint=(None, None), size=(u(wide), u(high)), **rest)

    def show_at(self, place: tuple[float, float], page: Widget) -> None:
        """Show it beside a place of a page, whole."""
        x, y = place
        above = y + u(CLEAR)
        self.x = min(max(x - self.width / 2, u(GAP)), page.width - self.width - u(GAP))
        self.y = above if above + self.height <= page.height else y - u(CLEAR) - self.height
        self.show()
