"""Before real cards are dealt: what hands must do at each reader, watched until it is done; which cards must not be dealt."""
from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.session.view import DealPage, DealRow, View
from companion.signals import BLINK
from companion.ui.screens.base import Screen
from companion.ui.theme import GAP, u
from companion.ui.widgets.cards_aside import CardsAside
from companion.ui.widgets.deal_tile import DealTile
from companion.ui.widgets.reader_tile import best_grid

TILE_MOST = 130
"""Beyond this height a tile gains nothing, as on the seven-inch panel."""


def for_hands(row: DealRow) -> bool:
    """Whether a seat's reader is one that hands must reach into: pilots and seats on this screen are emptied by the app."""
    return row.kind == "reader" or bool(row.words)


class DealTiles(Widget):
    """The seats, at most eight, each where it stays; below them the cards to be laid aside."""

    def __init__(self, **rest: Any) -> None:
        """Empty; `show` fills it."""
        super().__init__(**rest)
        self.tiles: dict[int, DealTile] = {}
        self.aside = CardsAside()
        self.bind(pos=self._place, size=self._place)

    def show(self, page: DealPage) -> None:
        """Every seat as it is. A seat that came into sight stays, so that none moves under anybody's eyes."""
        for row in page.rows:
            if row.seat in self.tiles:
                self.tiles[row.seat].show(row)
            elif for_hands(row):
                self.tiles[row.seat] = DealTile(row)
                self.add_widget(self.tiles[row.seat])
        # A seat that comes into sight later stands among the others by its number.
        self.tiles = dict(sorted(self.tiles.items()))
        self.aside.show(page.aside)
        if page.aside and self.aside.parent is None:
            self.add_widget(self.aside)
        elif not page.aside and self.aside.parent is not None:
            self.remove_widget(self.aside)
        self._place()

    def _place(self, *_: Any) -> None:
        gap, low = u(GAP), self.aside.wanted(self.width)
        self.aside.pos, self.aside.size = self.pos, (self.width, max(1, low))
        low += gap if low else 0
        columns, rows = best_grid(len(self.tiles) or 1, self.width)
        width = (self.width - gap * (columns - 1)) / columns
        height = min((self.height - low - gap * (rows - 1)) / rows, u(TILE_MOST))
        spare = self.height - low - rows * height - (rows - 1) * gap
        for at, tile in enumerate(self.tiles.values()):
            row, column = divmod(at, columns)
            tile.pos = self.x + column * (width + gap), self.y + self.height - spare / 2 - (row + 1) * height - row * gap
            tile.size = width, max(1, height)


class DealScreen(Screen):
    """All readers that hands must empty, and the button that goes on.

    Slots that are not locked are emptied before anybody is dealt cards (6.1.1, 6.3.3); the race goes on by itself once they are.
    """

    gives_way = True

    def make(self, view: View) -> Widget:
        """A tile for each reader."""
        self.seats = DealTiles()
        return self.seats

    def show(self, view: View) -> None:
        """Something was taken out or put back."""
        self.seats.show(self._page(view))

    def blinks(self) -> bool:
        """Whether a slot wants a hand."""
        return any(BLINK in row.lamps for row in self._page(self.view).rows)

    @staticmethod
    def _page(view: View) -> DealPage:
        assert isinstance(view.body, DealPage)
        return view.body
