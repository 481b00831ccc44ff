"""The bar on the table test that uncovers all cards in the middle of a race: held, with what it means beside it; then one touch covers them again."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.ui.theme import BAD, BODY, BRASS_DARK, IVORY, PANEL, WARNING, u
from companion.ui.widgets.hold import Hold
from companion.ui.widgets.panel import Plate
from companion.ui.widgets.text import Words

SECONDS: Final = 1.5
"""How long it is held: nobody does that in passing."""
COVERED: Final = "Hold to show cards: everyone will see all programs"
OPEN: Final = "Everyone sees all programs. Touch to cover them"


class CardsBar(Hold):
    """A wide plate that fills while the finger stays; `show` is called with True once it is full, with False at a touch while cards are open."""

    def __init__(self, show: Callable[[bool], object], **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        self._show, self.open, self._covers = show, False, False
        self._plate, self._share = Plate(PANEL, WARNING), Plate(BRASS_DARK, BRASS_DARK)
        self.words = Words(COVERED, BODY, bold=True, tint=WARNING, align="center", least=16)
        super().__init__(lambda: show(True), SECONDS, **rest)
        self.canvas.add(self._plate)
        self.canvas.add(self._share)
        self.add_widget(self.words)
        self.draw()

    def tell(self, open_now: bool) -> None:
        """Whether the cards lie open."""
        self.open = open_now
        self.words.text = OPEN if open_now else COVERED
        self.draw()

    def on_press(self) -> None:
        """The finger that has just uncovered the cards is lifted at some time, which does not mean to cover them."""
        self._covers = self.open

    def on_release(self) -> None:
        """A touch covers; to uncover takes longer."""
        if self._covers:
            self._show(False)

    def draw(self, *_: Any) -> None:
        """The plate, and how much of its time is over."""
        self._plate.tint(PANEL, BAD if self.open else WARNING)
        self._plate.place(*self.pos, *self.size)
        wide = 0 if self.open else self.filled * self.width
        self._share.place(self.x, self.y, max(1, wide), self.height if wide else 1)
        self.words.color = IVORY if self.open else WARNING
        self.words.pos, self.words.size = (self.x + u(8), self.y), (max(1, self.width - u(16)), self.height)
