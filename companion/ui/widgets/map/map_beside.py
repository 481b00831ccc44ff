"""The map beside the cards: where the piece stands and where it must go, where the cards would lead, and below it both in words."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.session import replace
from companion.session.view import BoardPicture, ReaderPicture
from companion.ui.theme import BODY, IVORY, SAND, SMALL, lying, u
from companion.ui.widgets.map import camera as views
from companion.ui.widgets.map.board_map import BoardMap
from companion.ui.widgets.panel import keep, put
from companion.ui.widgets.text import Words
from companion.words import Text

SIDES: Final = (60, 52, 44, 36, 30, 26, 22)
"""The sides that squares can have on the small map, as on the seven-inch panel; no others, since the board is painted anew for each."""
LINES, CAPTION, NEAR = (30, 24, 24), (46, 24), 30
"""Heights of the lines that say how the piece stands, of the words about the way, lying and upright, and the smallest side of squares for which the next
goal is in view beside the way, likewise."""


class SmallMap(BoardMap):
    """The way that a program would lead, as near as it fits, upright the whole map; a tap asks for the large map."""

    def __init__(self, enlarge: Callable[[], object], **rest: Any) -> None:
        """`enlarge` is called by a tap; further arguments are those of a Kivy widget."""
        super().__init__(lambda _: None, lively=False, **rest)
        self._enlarge = enlarge

    def _tapped(self, across: float, up: float) -> None:
        self._enlarge()

    def _aimed(self) -> views.Camera:
        """The largest squares with which the whole way can be seen; the view stays where it is as long as it can."""
        assert self.picture is not None
        board, (_, _, width, height) = self.picture.board, self._frame()
        way = [views.middle_of(square) for move, _ in self.picture.foreseen for square in move.path]
        marked = [views.middle_of(square) for square in self.picture.marks]
        everything = views.whole(board, width, height)
        # Upright there is room for all of it.
        wanted = () if not lying() else ((way + marked, NEAR if way else SIDES[-1]), (way, SIDES[-1]))
        for spots, least in wanted:
            region = views.region_of(spots or [(board.columns / 2, board.rows / 2)], 0.5)
            middle = (region.west + region.east) / 2, (region.south + region.north) / 2
            for side in (u(side) for side in SIDES if spots and side >= least):
                look = views.close(board, width, height, side, middle)
                if side > everything.side and views.fits(look, region):
                    stays = self._look is not None and self._look[0] == side and self._look[3:] == (width, height)
                    return views.following(board, self._look, region) if stays and self._look is not None else look
        return everything


class MapBeside(Widget):
    """The map beside the cards, with brackets round the piece and its next goal; below it how the piece stands, and where the cards would lead."""

    def __init__(self, enlarge: Callable[[], object], **rest: Any) -> None:
        """Empty; `show` fills it. `enlarge` is what a tap on the map does."""
        super().__init__(**rest)
        self.map = SmallMap(enlarge)
        self.lines = tuple(Words("", BODY if not at else SMALL, bold=not at, tint=SAND if at else IVORY, least=18) for at in range(3))
        self.words = Words("", SMALL, bold=True, least=18, align="center")
        self.add_widget(self.map)
        self.bind(pos=self._place, size=self._place)

    def show(self, picture: BoardPicture, reader: ReaderPicture, words: Text | None) -> None:
        """How the piece of a seat stands, and where its cards lead; `words` is None where nobody is to see that."""
        seat = None if reader.drives is None else reader.drives.name
        own = tuple(
            piece.square for piece in picture.pieces
            if piece.square is not None and not piece.kind and (piece.seat == reader.seat if seat is None else piece.name == seat)
        )
        goal = () if reader.bearing.goal is None else (reader.bearing.goal,)
        marks = goal if picture.foreseen else (*own, *goal)
        self.map.show(replace(picture, touchable=False, moves=(), beams=(), marks=marks))
        for widget, line in zip(self.lines, (*reader.bearing.lines, "", "", "")):
            widget.text = line
            keep(self, widget, bool(line))
        self.words.text = words or ""
        keep(self, self.words, words is not None)
        self._place()

    def _place(self, *_: Any) -> None:
        """The lines from the bottom up; the map has the rest."""
        low = self.y
        if self.words.parent is not None:
            high = u(CAPTION[not lying()])
            put(self.words, self.x, low, self.width, high)
            low += high
        for line, high in [*zip(self.lines, LINES)][::-1]:
            if line.parent is not None:
                put(line, self.x, low, self.width, u(high))
                low += u(high)
        put(self.map, self.x, low, self.width, self.y + self.height - low)
