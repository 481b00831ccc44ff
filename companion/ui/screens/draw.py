"""A board to paint: the board on one side, paints, properties and problems beside it.

Undo, redo and the lens are in the foot, so that they stay in place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.choices import Choice
from companion.session.lobby.drawing import DrawPage
from companion.session.lobby.drawing import Tile as PaintChoice
from companion.session.pages.draw import AskBoardName, GiveBoardName
from companion.session.view import View
from companion.ui.layout import Area, arrange, grid, hbox, with_size
from companion.ui.screens.base import OverlaidScreen, body_of
from companion.ui.screens.facts import ArtLead
from companion.ui.theme import GAP, SMALL, is_landscape, u
from companion.ui.widgets.button import QUIET, PushButton
from companion.ui.widgets.choice_groups import GroupRows
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.map.board_canvas import BoardCanvas
from companion.ui.widgets.map.board_widget import MARGIN
from companion.ui.widgets.panel import RowBox, add_all
from companion.ui.widgets.scroll_list import ScrollList, ScrollRow
from companion.ui.widgets.tile import TouchTile

TILE, ART, WIDE = 62, 40, 126
"""Height of a tile, side of its drawing, and the least width of a tile, as on the seven-inch
panel."""
BACK_SHARE: Final = 0.31
"""Share of the foot's width for the back button beside undo, redo and the lens."""
LEAST, MOST, UPRIGHT = 0.42, 0.6, 0.54
"""Least and greatest share of the width for the board, depending on its shape, and its share of the
height in an upright window."""


class PaintTile(TouchTile):
    """Something to paint with: its drawing and its name, on a bright plate if it is chosen."""

    pad = 5

    def __init__(self, tile: PaintChoice, do: Callable[[Choice], object]) -> None:
        """Call `do` with the choice."""
        self.tile = tile
        label = Label(tile.choice.label, SMALL, bold=True, least=15)
        super().__init__(do, tile.choice, label, chosen=tile.choice.chosen)

    def least_width(self) -> float:
        """Return the width in pixels for the longest word of its name in the smallest letters."""
        return 3 * u(self.pad) + u(ART) + self.label.min_width()

    def picture_width(self) -> float:
        """Return the side of the drawing."""
        return u(ART)

    def paint_picture(self, area: Area) -> None:
        """Paint the drawing, or the symbol a little smaller."""
        if self.tile.art:
            low = area.y + (area.height - area.width) / 2
            ArtLead(self.tile.art).paint(self.sign, area.x, low, area.width)
        elif self.tile.choice.symbol:
            self.mark(self.tile.choice.symbol, area.inset(area.width * 0.18, 0))


class BrushTiles(Widget):
    """Tiles as a row of the list, as many side by side as there is room for."""

    def __init__(
        self, tiles: tuple[PaintChoice, ...], do: Callable[[Choice], object], **rest: Any
    ) -> None:
        """Call `do` with the choice of a touched tile."""
        super().__init__(**rest)
        self.tiles = tiles
        self.plates = [PaintTile(tile, do) for tile in tiles]
        add_all(self, *self.plates)
        self.bind(pos=self._place, size=self._place)

    def widget(self) -> Widget:
        """Return the widget itself."""
        return self

    def _columns(self, width: float) -> int:
        """Return as many columns as fit with the longest word of all names on one line."""
        least = max([u(WIDE), *(plate.least_width() for plate in self.plates)])
        return max(1, int((width + u(GAP)) // (least + u(GAP))))

    def needed_height(self, width: float) -> float:
        """Return the height in pixels at a width in pixels."""
        rows = -(-len(self.plates) // self._columns(width))
        return rows * (u(TILE) + u(GAP)) - u(GAP)

    def _place(self, *_: Any) -> None:
        arrange(
            grid(self.plates, self._columns(self.width), gap=u(GAP), most=u(TILE)),
            self,
        )


class DrawScreen(OverlaidScreen):
    """The board to paint on, and a list beside it."""

    def __init__(self, send: Send, view: View) -> None:
        self.board = BoardCanvas(send)
        self.groups = GroupRows(self.choose)
        self._tiles: BrushTiles | None = None
        self._where, self._rolled = "", dict[str, float]()
        super().__init__(send, view)

    def make(self, view: View) -> Widget:
        """Make an empty list, and the buttons of the foot."""
        self.scroll_list = ScrollList()
        self.foot = RowBox(pad=5)
        self.undo = PushButton(
            "", lambda: self.choose(body_of(self.view, DrawPage).undo), kind=QUIET, symbol="undo"
        )
        self.redo = PushButton(
            "", lambda: self.choose(body_of(self.view, DrawPage).redo), kind=QUIET, symbol="redo"
        )
        self.lens = PushButton(
            "", lambda: self.board.zoom(not self.board.near), kind=QUIET, symbol="zoom"
        )
        self.board.bind(near=self._label_zoom_button)
        add_all(self.foot, self.undo, self.redo, self.lens)
        return self.scroll_list

    def below(self) -> tuple[Widget, ...]:
        """Return the parts, with board and foot between head and list."""
        return self.header, self.board, self.foot, self.content, self.footer

    def show(self, view: View) -> None:
        """Show another board or another side; unchanged widgets stay."""
        page = body_of(view, DrawPage)
        self.board.show(page)
        for button, choice in ((self.undo, page.undo), (self.redo, page.redo)):
            button.disabled = bool(choice.blocked)
        if self._where:
            self._rolled[self._where] = self.scroll_list.offset
        self._where = page.where
        if self._tiles is None or self._tiles.tiles != page.tiles:
            self._tiles = BrushTiles(page.tiles, self.choose) if page.tiles else None
        first, *others = self.groups.rows(page.groups, {})
        rows: list[ScrollRow] = [
            first,
            *([self._tiles] if self._tiles is not None else []),
            *others,
        ]
        self.scroll_list.show(rows, self._rolled.get(page.where, 0.0))
        self.type_name(page.naming, GiveBoardName, AskBoardName(False))

    def arrange(self, *_: Any) -> None:
        """Place the board beside the rest, or upright between head and list; the keyboard over all.

        Undo, redo and lens are in the foot.
        """
        # A board higher than wide leaves more room beside it.
        board, margins = body_of(self.view, DrawPage).board, 2 * u(MARGIN)
        wanted = (self.height - margins) * board.columns / board.rows + margins
        share = max(LEAST, min(MOST, wanted / max(1, self.width)))
        self.arrange_beside(self.board, share if is_landscape() else UPRIGHT)
        self._arrange_over()

    def _arrange_footer(self, area: Area) -> None:
        arrange(
            hbox(with_size(self.footer, round(area.width * BACK_SHARE)), self.foot, gap=0), area
        )

    def _label_zoom_button(self, *_: Any) -> None:
        self.lens.symbol = "whole" if self.board.near else "zoom"


SCREEN = DrawScreen
