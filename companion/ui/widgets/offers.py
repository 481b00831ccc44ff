"""Answers to be touched: a plate for each, with its label, a few words about it, and the cards that it is about."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.session.view import OfferPicture
from companion.ui.theme import GAP, INK, IVORY, LARGE, SAND, SMALL, u
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.card import paint_card
from companion.ui.widgets.panel import fill, put, put_grid, tile_columns
from companion.ui.widgets.text import Words

TALLEST: Final = 190
"""Beyond this height an offer gains nothing, as on the seven-inch panel."""
BREADTH: Final = 0.7
"""A card's width, as a share of its height."""


class OfferPlate(Pressable):
    """One answer; the chosen one lies on brass."""

    def __init__(self, offer: OfferPicture, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called on release; further arguments are those of a Kivy widget."""
        self.offer = offer
        self.label = Words(offer.label, LARGE, bold=True, least=18, align="center")
        self.about = Words(offer.about, SMALL, tint=SAND, least=16, align="center", upright="top")
        self._cards = InstructionGroup()
        super().__init__(do, **rest)
        self.chosen = offer.chosen
        self.canvas.add(self._cards)
        fill(self, self.label, self.about)

    def place(self) -> None:
        """Cards on the left, words beside them."""
        pad = u(8)
        left, right = self.x + pad, self.x + self.width - pad
        self._cards.clear()
        high = min(self.height - 2 * pad, (right - left) * 0.5 / BREADTH / max(1, len(self.offer.cards)))
        for card in self.offer.cards:
            paint_card(self._cards, card, left, self.y + (self.height - high) / 2, high * BREADTH, high)
            left += high * BREADTH + pad / 2
        about = (self.height - 2 * pad) * 0.45 if self.offer.about else 0
        put(self.label, left, self.y + pad + about, max(1, right - left), self.height - 2 * pad - about)
        put(self.about, left, self.y + pad, max(1, right - left), about)
        self.label.upright = "bottom" if about else "middle"
        self.label.color = INK if self.chosen and self.state != "down" else IVORY


class OfferGrid(Widget):
    """The answers side by side; `pick` is told the key of the one that was touched."""

    def __init__(self, pick: Callable[[str], object], **rest: Any) -> None:
        """Empty; `show` fills it."""
        super().__init__(**rest)
        self._pick = pick
        self._offers: tuple[OfferPicture, ...] = ()
        self.plates: dict[str, OfferPlate] = {}
        self.bind(pos=self._place, size=self._place)

    def show(self, offers: tuple[OfferPicture, ...]) -> None:
        """Other offers, or another one chosen."""
        if offers == self._offers:
            return
        self._offers = offers
        self.clear_widgets()
        self.plates = {offer.key: OfferPlate(offer, lambda key=offer.key: self._pick(key)) for offer in offers}
        fill(self, *self.plates.values())
        self._place()

    def _place(self, *_: Any) -> None:
        """Row by row; few of them stand in the middle."""
        columns = tile_columns(len(self.plates), self.width) if self.height > u(TALLEST) else max(1, len(self.plates))
        put_grid(self.plates.values(), columns, *self.pos, *self.size, u(GAP), u(TALLEST), middle=True)
