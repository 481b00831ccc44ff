"""Before the race: where to put everything, in words and on the map."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.pages.place import PlaceLine, PlacePage
from companion.session.view import View
from companion.ui.layout import arrange, leave_empty, vbox, with_size
from companion.ui.screens.base import MapScreen, body_of
from companion.ui.theme import BODY, BRASS, GOOD, SAND, SMALL, is_landscape, u
from companion.ui.widgets.badge import Sign, Token
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import ColumnBox, RowBox, add_all

LINE, ROOMY = 46, 64
"""Greatest height of a line beside the map, and without a map, as on the seven-inch panel."""
MANY = 11
"""Number of lines from which there are more than those of a few pieces and their markers."""
FULL = 14
"""Number of lines that fit in letters for a metre."""
MARK = 92
"""Width of a tick with its word, as on the seven-inch panel."""


class PlaceScreen(MapScreen):
    """The map with everything in its place, and a line for each thing to put there.

    The game decides what goes where.
    """

    def make(self, view: View) -> Widget:
        """Make an empty list."""
        self.lines = ColumnBox()
        self._listed: tuple[PlaceLine, ...] = ()
        return self.lines

    def map_share(self) -> float:
        """Return the usual share; in an upright window a full list takes a little more."""
        return 0.45 if is_landscape() or len(self._listed) < MANY else 0.38

    def show(self, view: View) -> None:
        lines = body_of(view, PlacePage).lines
        if lines == self._listed:
            return
        self._listed = lines
        self.lines.clear_widgets()
        # So many lines need all the height for their letters.
        self.lines.spacing = 0 if len(self._listed) > MANY else u(2)
        marked = any(line.awaited or line.ready for line in lines)
        for line in lines:
            known = view.signs.get(line.seat) if line.seat is not None else None
            sign: Widget = Sign("marker", BRASS, size_hint_x=None, width=u(30))
            if known is not None:
                sign = Token(*known, size_hint_x=None, width=u(30))
            row = RowBox(gap=10, size_hint_max_y=self._line_height)
            # A full table with all its markers has room in smaller letters only.
            least = 18 if len(self._listed) <= FULL else 15
            add_all(row, sign, Label(line.words, BODY, least=least))
            if marked:
                row.add_widget(_mark(line))
            self.lines.add_widget(row)

    def arrange(self, *_: object) -> None:
        """Arrange the page; a few lines are at the top."""
        super().arrange()
        high = (self._line_height + self.lines.spacing) * len(self._listed)
        arrange(
            vbox(with_size(self.content, min(self.content.height, high)), leave_empty, gap=0),
            self.content,
        )

    @property
    def _line_height(self) -> float:
        return u(ROOMY if self.scene is None else LINE)


def _mark(line: PlaceLine) -> RowBox:
    """Return a tick with its word, a clock while a handle is awaited, or nothing, of one width."""
    mark = RowBox(gap=4, size_hint_x=None, width=u(MARK))
    if line.ready:
        add_all(
            mark,
            Sign("tick", GOOD, size_hint_x=None, width=u(22)),
            Label(line.ready, SMALL, tint=GOOD, least=18),
        )
    elif line.awaited:
        add_all(mark, Sign("clock", SAND, size_hint_x=None, width=u(22)), Widget())
    return mark


SCREEN = PlaceScreen
