"""The cards of a round, in the order in which they are played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from companion.session.view import PlayedCard
from companion.ui.paint import paint_plate, paint_symbol
from companion.ui.theme import BRASS, BRASS_LIGHT, GOOD, NIGHT, u
from companion.ui.widgets.badge import paint_token
from companion.ui.widgets.cards.card import paint_card
from companion.ui.widgets.fingers import Pressing


class RoundCards(Pressing, Widget):
    """Up to eight small cards in a row; a touched card is asked about."""

    def __init__(self, ask: Callable[[int], object], **rest: Any) -> None:
        """Call `ask` with the seat of a touched card."""
        super().__init__(always_release=False, **rest)
        self._ask = ask
        self._cards: tuple[PlayedCard, ...] = ()
        self.bind(pos=self._draw, size=self._draw)

    def show(self, cards: tuple[PlayedCard, ...]) -> None:
        """Show cards and their states."""
        if cards != self._cards:
            self._cards = cards
            self._draw()

    @property
    def pitch(self) -> float:
        """Return the pixels from one card to the next: all the same, as wide as they fit."""
        return min(self.width / max(1, len(self._cards)), self.height * 0.62)

    def on_release(self) -> None:
        """Ask about the card under the finger."""
        assert self.last_touch is not None
        at = int((self.last_touch.x - self.x) // self.pitch)
        if 0 <= at < len(self._cards):
            self._ask(self._cards[at].seat)

    def _draw(self, *_: Any) -> None:
        """Draw the cards from the left."""
        self.canvas.clear()
        pitch = self.pitch
        for number, played in enumerate(self._cards):
            self._draw_one(played, self.x + number * pitch, pitch)

    def _draw_one(self, played: PlayedCard, left: float, pitch: float) -> None:
        """Draw a card above its piece's sign: framed while it is played, darkened afterwards."""
        gap, sign = u(3), min(pitch - u(6), self.height * 0.34)
        width, height = pitch - 2 * gap, self.height - sign - 3 * gap
        x, y = left + gap, self.y + self.height - gap - height
        # Under the card, so that it shows as a frame.
        if played.state == "now":
            paint_plate(self.canvas, left, self.y, pitch, self.height, BRASS, u(7))
        paint_card(self.canvas, played.card, x, y, width, height)
        paint_token(
            self.canvas,
            played.name,
            played.colour,
            played.shape,
            left + (pitch - sign) / 2,
            self.y + gap,
            sign,
        )
        if played.state == "played":
            self._cross_off(x, y, width, height)

    def _cross_off(self, x: float, y: float, width: float, height: float) -> None:
        """Darken a card that was played, with a tick."""
        paint_plate(self.canvas, x, y, width, height, (*NIGHT[:3], 0.62), u(4))
        side = min(width, height) * 0.7
        paint_symbol(
            self.canvas,
            "tick",
            x + (width - side) / 2,
            y + (height - side) / 2,
            side,
            GOOD,
            BRASS_LIGHT,
        )
