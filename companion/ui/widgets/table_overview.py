"""All readers of the table at a glance, and below them what is wrong with ports and devices, one sentence at a time.

Ports and devices have no tile; what is wrong with a seat's reader stands on its own.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from companion.session.view import TablePage
from companion.ui.paint import paint_symbol
from companion.ui.symbols import SYMBOLS
from companion.ui.theme import PANEL, SMALL, TOUCH, WARNING, Rgba, lying, u
from companion.ui.widgets.pressable import Pressable
from companion.ui.widgets.table_tile import TableTile
from companion.ui.widgets.text import Words

TROUBLES, TROUBLES_UPRIGHT, TILE_MOST = 52, 84, 110
"""Heights of the strip of troubles and the most of a tile, as on the seven-inch panel."""


class Troubles(Pressable):
    """One trouble of several, with how many there are; a touch shows the next, and after the last the first."""

    def __init__(self, **rest: Any) -> None:
        """None yet."""
        self.words = Words("", SMALL, tint=WARNING, least=15)
        self._troubles: tuple[str, ...] = ()
        self.at = 0
        super().__init__(self._turn, **rest)
        self.add_widget(self.words)

    def show(self, troubles: tuple[str, ...]) -> None:
        """Other troubles, from the first on; the same ones leave what is shown."""
        if troubles != self._troubles:
            self._troubles, self.at = troubles, 0
            self._write()

    def _turn(self) -> None:
        self.at = (self.at + 1) % len(self._troubles) if self._troubles else 0
        self._write()

    def _write(self) -> None:
        """The trouble that is shown now, with its number where there are several."""
        count = len(self._troubles)
        which = f"{self.at + 1} of {count}: " if count > 1 else ""
        self.words.text = which + self._troubles[self.at] if self._troubles else ""

    def tints(self) -> tuple[Rgba, Rgba]:
        """A warning's."""
        return PANEL, WARNING

    def place(self) -> None:
        """A warning sign and the sentence."""
        pad, side = u(8), u(28)
        self.sign.clear()
        paint_symbol(self.sign, SYMBOLS["warning"], self.x + pad, self.y + (self.height - side) / 2, side, WARNING, PANEL)
        self.words.pos = self.x + 2 * pad + side, self.y + u(2)
        self.words.size = max(1, self.width - 3 * pad - side), max(1, self.height - u(4))


class TableOverview(Widget):
    """A tile for each seat; `look` is told the seat that was touched."""

    def __init__(self, look: Callable[[int], object], **rest: Any) -> None:
        """Empty; `show` fills it."""
        super().__init__(**rest)
        self._look = look
        self.tiles: dict[int, TableTile] = {}
        self.troubles = Troubles()
        self.bind(pos=self._place, size=self._place)

    def show(self, page: TablePage) -> None:
        """All readers as they are."""
        cards = {card.code: card for card in page.cards}
        for row in page.rows:
            if row.seat not in self.tiles:
                self.tiles[row.seat] = TableTile(row, lambda seat=row.seat: self._look(seat))
                self.add_widget(self.tiles[row.seat])
            self.tiles[row.seat].show(row, cards)
        self.troubles.show(page.troubles)
        if page.troubles and self.troubles.parent is None:
            self.add_widget(self.troubles)
        elif not page.troubles and self.troubles.parent is not None:
            self.remove_widget(self.troubles)
        self._place()

    def _place(self, *_: Any) -> None:
        """Tiles row by row, in two columns when lying, above the strip of troubles."""
        gap, columns = u(5), 2 if lying() else 1
        rows = -(-len(self.tiles) // columns) or 1
        low = self._place_troubles(gap, self.height - rows * (u(TOUCH) + gap))
        width = (self.width - gap * (columns - 1)) / columns
        height = min((self.height - low - gap * (rows - 1)) / rows, u(TILE_MOST))
        for at, tile in enumerate(self.tiles.values()):
            row, column = divmod(at, columns)
            tile.pos = self.x + column * (width + gap), self.y + self.height - (row + 1) * height - row * gap
            tile.size = width, max(1, height)

    def _place_troubles(self, gap: float, most: float) -> float:
        """The strip of troubles below the tiles, for as long as a notice leaves them room; the height that it takes."""
        high = u(TROUBLES if lying() else TROUBLES_UPRIGHT)
        shown = self.troubles.parent is not None and high <= most
        # Out of sight but not taken away: its parent says whether there are any troubles.
        self.troubles.opacity = 1 if shown else 0
        self.troubles.pos, self.troubles.size = self.pos, (self.width, high) if shown else (1, 1)
        return high + gap if shown else 0.0
