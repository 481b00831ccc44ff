"""All readers on one page, at most eight [2.7], as large as they get; no card is to be seen here, so that everybody may look."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from companion.session.messages import TakeBack
from companion.session.view import TAKE_BACK, ReaderPicture
from companion.signals import MoveHandle, ReaderTouch
from companion.ui.theme import GAP, u
from companion.ui.widgets.reader_tile import TILE_MOST, ReaderTile, best_grid


class Overview(Widget):
    """The tiles of all readers; `open_it` is told the seat that was touched, `act` what hands do on a tile itself."""

    def __init__(self, open_it: Callable[[int], object], act: Callable[[ReaderTouch | TakeBack], object], **rest: Any) -> None:
        """An empty page; `show` fills it."""
        super().__init__(**rest)
        self._open_it, self._act = open_it, act
        self.tiles: dict[int, ReaderTile] = {}
        self.bind(pos=self._place, size=self._place)

    def show(self, readers: tuple[ReaderPicture, ...], *, direct: bool = False) -> None:
        """All readers as they are; `direct` puts the handle's meanings on the tiles, where there is no hand to hide."""
        if tuple(self.tiles) != tuple(reader.seat for reader in readers):
            self.clear_widgets()
            self.tiles = {}
            for reader in readers:
                self.tiles[reader.seat] = ReaderTile(reader, self._open_it, move=self._mover(reader.seat))
                self.add_widget(self.tiles[reader.seat])
            self._place()
        for reader in readers:
            self.tiles[reader.seat].show(reader, direct=direct)

    def _mover(self, seat: int) -> Callable[[str], object]:
        return lambda position: self._act(TakeBack(seat) if position == TAKE_BACK else MoveHandle(seat, position))

    def _place(self, *_: Any) -> None:
        """Tiles in the order of seats, row by row."""
        columns, rows = best_grid(len(self.tiles) or 1, self.width)
        gap = u(GAP)
        width = (self.width - gap * (columns - 1)) / columns
        height = min((self.height - gap * (rows - 1)) / rows, u(TILE_MOST))
        # Few tiles, which grow no higher, stand in the middle.
        spare = self.height - rows * height - (rows - 1) * gap
        for at, tile in enumerate(self.tiles.values()):
            row, column = divmod(at, columns)
            tile.pos = self.x + column * (width + gap), self.y + self.height - spare / 2 - (row + 1) * height - row * gap
            tile.size = width, height
