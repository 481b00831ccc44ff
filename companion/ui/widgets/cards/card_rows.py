"""The cards of a round in the order of play, and all programs in small rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.session.pages.facts import AskCard
from companion.session.view import PlayedCard, ProgramRow, SeatSign
from companion.signals import SLOTS
from companion.ui.paint import paint_plate, paint_rimmed, paint_symbol
from companion.ui.theme import (
    BAD,
    BRASS,
    BRASS_LIGHT,
    GAP,
    GOOD,
    NIGHT,
    PANEL,
    SAND,
    SEAM,
    SMALL,
    is_landscape,
    u,
)
from companion.ui.widgets.badge import paint_token
from companion.ui.widgets.cards.card import paint_back, paint_card, paint_sign
from companion.ui.widgets.fingers import Pressing, Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import place_widget


class RoundCards(Pressing, Widget):
    """Up to eight small cards in a row; a touched card is asked about."""

    def __init__(self, send: Send, **rest: Any) -> None:
        """Take what gets the question about a touched card."""
        super().__init__(always_release=False, **rest)
        self._send = send
        self._cards: tuple[PlayedCard, ...] = ()
        self._signs: Mapping[int, SeatSign] = {}
        self.bind(pos=self._draw, size=self._draw)

    def show(self, cards: tuple[PlayedCard, ...], signs: Mapping[int, SeatSign]) -> None:
        """Show cards and their states, with the signs of their seats."""
        if (cards, signs) != (self._cards, self._signs):
            self._cards, self._signs = cards, signs
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
            self._send(AskCard(self._cards[at].seat))

    def _draw(self, *_: Any) -> None:
        """Draw each card above its piece's sign: framed while it is played, darkened afterwards."""
        onto, pitch, gap = self.canvas, self.pitch, u(3)
        onto.clear()
        sign = min(pitch - u(6), self.height * 0.34)
        width, height = pitch - 2 * gap, self.height - sign - 3 * gap
        y, side = self.y + self.height - gap - height, min(width, height) * 0.7
        for number, played in enumerate(self._cards):
            left = self.x + number * pitch
            x, middle = left + gap, left + pitch / 2
            # Under the card, so that it shows as a frame.
            if played.state == "now":
                paint_plate(onto, left, self.y, pitch, self.height, BRASS, u(7))
            paint_card(onto, played.card, x, y, width, height)
            paint_token(onto, *self._signs[played.seat], middle - sign / 2, self.y + gap, sign)
            if played.state == "played":
                paint_plate(onto, x, y, width, height, (*NIGHT[:3], 0.62), u(4))
                tick_y = y + (height - side) / 2
                paint_symbol(onto, "tick", middle - side / 2, tick_y, side, GOOD, BRASS_LIGHT)


HIGH, LOW, SEAT, BREADTH = 31, 25, 28, 34
"""Height of a row in a landscape and in an upright window, width of the seat's sign, and greatest
width of a slot, as on the seven-inch panel."""
FEW: Final = 4
"""Most rows that have room in two columns in every window; an upright one shows more in three."""


def _high() -> float:
    """Return the height of a row in pixels: upright slots are too narrow to gain by more."""
    return u(HIGH if is_landscape() else LOW)


def _columns(count: int) -> int:
    return 1 if count == 1 else 2 if is_landscape() or count <= FEW else 3


class ProgramRows(Widget):
    """A row for each seat, in two or three columns; the cards of the current round are on brass."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self.rows, self.round = tuple[ProgramRow, ...](), 0
        self._signs: Mapping[int, SeatSign] = {}
        self.states = dict[int, Label]()
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, rows: tuple[ProgramRow, ...], signs: Mapping[int, SeatSign], round: int) -> None:
        """Show the rows in a round."""
        if (rows, signs, round) == (self.rows, self._signs, self.round):
            return
        self.rows, self._signs, self.round = rows, signs, round
        for words in self.states.values():
            self.remove_widget(words)
        self.states = {
            row.seat: Label(row.state, SMALL, tint=SAND, least=18) for row in rows if row.state
        }
        for words in self.states.values():
            self.add_widget(words)
        self._draw()

    def needed_height(self) -> float:
        """Return the height in pixels that the rows need; 0 without rows."""
        if self.rows:
            return -(-len(self.rows) // _columns(len(self.rows))) * _high() + u(GAP) / 2
        return 0.0

    def _draw(self, *_: Any) -> None:
        """Draw column by column from the top left."""
        self._drawing.clear()
        if not self.rows or min(self.size) <= 1:
            return
        columns = _columns(len(self.rows))
        lines, wide = -(-len(self.rows) // columns), self.width / columns
        pitch = min(u(BREADTH), (wide - u(SEAT) - u(GAP)) / SLOTS)
        onto, side, gap = self._drawing, min(u(SEAT - 4), _high()), u(2)
        high = _high() - 2 * gap
        for at, row in enumerate(self.rows):
            column, line = divmod(at, lines)
            left = self.x + column * wide + u(GAP) / 2
            low = self.y + self.height - (line + 1) * _high()
            middle = low + _high() / 2
            paint_token(onto, *self._signs[row.seat], left, middle - side / 2, side)
            if row.out:
                paint_plate(onto, left, middle - side / 2, side, side, (*NIGHT[:3], 0.6), u(4))
                cross = side * 0.8
                paint_symbol(
                    onto, "cross", left + side * 0.1, middle - cross / 2, cross, BAD, NIGHT
                )
            left += u(SEAT)
            for slot, (card, hidden) in enumerate(zip(row.cards, row.hidden, strict=True), 1):
                x, width = left + (slot - 1) * pitch, pitch - gap
                if slot == self.round and not row.state:
                    paint_plate(onto, x - gap, low, width + 2 * gap, _high(), BRASS, u(4))
                if card is not None:
                    paint_sign(onto, card, x, low + gap, width, high)
                elif hidden:
                    paint_back(onto, x, low + gap, width, high)
                elif not row.state:
                    paint_rimmed(onto, x, low + gap, width, high, SEAM, PANEL, u(1.5), u(3))
            if row.state:
                known = max(
                    (slot for slot, card in enumerate(row.cards, 1) if card is not None), default=0
                )
                words, free = self.states[row.seat], (SLOTS - known) * pitch - gap
                # Where all cards are revealed, the cross on the sign is enough.
                words.opacity = 1.0 if words.min_width() <= free else 0.0
                place_widget(words, left + known * pitch + gap, low, free, _high())
