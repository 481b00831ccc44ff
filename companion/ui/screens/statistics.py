"""All counts: a line for each counter, a column for each seat; and achievements, if any.

Achievements of this game come first.
"""

from __future__ import annotations

from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.session.pages.statistics import StatisticsPage
from companion.session.view import View
from companion.ui.layout import arrange
from companion.ui.screens.base import Screen, body_of
from companion.ui.theme import BODY, GAP, IVORY, PANEL, SAND, SEAM, SMALL, is_landscape, u
from companion.ui.widgets.album import album_rows
from companion.ui.widgets.badge import Token
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import ColumnBox, Plate, RowBox, add_all, toggle_child
from companion.ui.widgets.scroll_list import ScrollList
from companion.words import Text, text

HEAD: Final = 0.27
"""Share of the width for the names of counters in an upright window; in two columns it is more."""
FEW, SEATS = 4, 8
"""Most seats that leave room for broad columns, and in a landscape window for two columns of lines,
in larger letters; and most of all."""
LINE: Final = 60
"""Greatest height of a line, as on the seven-inch panel."""


class CounterTable(GridLayout):
    """A line for each counter, a column for each seat; of a few seats in two columns."""

    def __init__(self) -> None:
        super().__init__(cols=1, spacing=u(2 * GAP))
        self._page: StatisticsPage | None = None

    def update(self, page: StatisticsPage) -> None:
        """Show other numbers; the same ones again change nothing."""
        if page == self._page:
            return
        self._page = page
        self.clear_widgets()
        two = is_landscape() and len(page.seats) <= FEW
        self.cols, lines = (2, -(-len(page.heads) // 2)) if two else (1, len(page.heads))
        for first in range(0, len(page.heads), lines):
            self.add_widget(
                self._block(page, first, lines, FEW if len(page.seats) <= FEW else SEATS)
            )

    def _block(self, page: StatisticsPage, first: int, lines: int, seats: int) -> ColumnBox:
        """Return lines below the signs; a few columns are beside the names, not at the far side."""
        share = HEAD if is_landscape() and seats > FEW else 0.4
        each = (1 - share) / seats
        free = max(0.001, each * (seats - len(page.seats)))
        block = ColumnBox(gap=2)
        top = RowBox(gap=2, size_hint_max_y=u(46))
        add_all(
            top,
            Widget(size_hint_x=None, width=u(8)),
            Widget(size_hint_x=share),
            *(
                Token(sign.name, sign.colour, sign.shape, size_hint_x=each)
                for sign, _ in page.seats
            ),
            Widget(size_hint_x=free),
        )
        block.add_widget(top)
        for at in range(first, first + lines):
            if at >= len(page.heads):
                # Both columns have as many lines.
                block.add_widget(RowBox(size_hint_max_y=u(LINE)))
                continue
            line = CounterRow(at % 2 == 0)
            figures = (
                Label(
                    facts[at].figure,
                    BODY,
                    bold=True,
                    align="center",
                    tint=IVORY,
                    least=16,
                    size_hint_x=each,
                )
                for _, facts in page.seats
            )
            add_all(
                line,
                Widget(size_hint_x=None, width=u(8)),
                Label(page.heads[at], SMALL, tint=SAND, least=16, size_hint_x=share),
                *figures,
                Widget(size_hint_x=free),
            )
            block.add_widget(line)
        block.add_widget(BoxLayout(size_hint_y=0.001))
        return block


class CounterRow(RowBox):
    """One line; every other one is on a plate, to guide the eye."""

    def __init__(self, plated: bool) -> None:
        """Make a line, on a plate if `plated`."""
        super().__init__(gap=2, size_hint_max_y=u(LINE))
        self.plate = Plate(PANEL, SEAM)
        if plated:
            self.canvas.before.add(self.plate)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        self.plate.place(*self.pos, *self.size)


class StatisticsScreen(Screen):
    """The table, or the achievements."""

    def __init__(self, send: Send, view: View) -> None:
        """Begin with the achievements, if there are any."""
        # Achievements are news; without them people want the numbers.
        self.listed = bool(body_of(view, StatisticsPage).reached)
        super().__init__(send, view)
        # The table needs the whole height: the button to the list is in the foot.
        self.footer.forward.do = self._turn

    def on_forward(self, view: View) -> None:
        """Return no message, since the button only turns the page."""

    def labels(self, view: View) -> tuple[Text | str, Text | str, Text | str]:
        """Return the labels: back, and over to the other list."""
        page = body_of(view, StatisticsPage)
        over = text("In figures") if self.listed else text("Achievements")
        return view.back, over if page.reached else "", ""

    def make(self, view: View) -> Widget:
        """Make both, of which one is shown."""
        self.table, self.scroll_list = CounterTable(), ScrollList(gap=5)
        return Widget()

    def show(self, view: View) -> None:
        """Show the numbers, or the list."""
        page = body_of(view, StatisticsPage)
        self.listed = self.listed and bool(page.reached)
        self.table.update(page)
        if self.listed:
            self.scroll_list.show(album_rows(page.reached), self.scroll_list.offset)
        for widget, wanted in ((self.table, not self.listed), (self.scroll_list, self.listed)):
            toggle_child(self.content, widget, wanted)

    def arrange(self, *_: object) -> None:
        """Give all the room to one of them."""
        super().arrange()
        for widget in (self.table, self.scroll_list):
            if widget.parent is not None:
                arrange(widget, self.content)

    def _turn(self) -> None:
        self.listed = not self.listed
        self.update(self.view)


SCREEN = StatisticsScreen
