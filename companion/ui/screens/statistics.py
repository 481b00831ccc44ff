"""All that was counted of everybody, a line for each counter and a column for each seat; and first, if anything, what people have reached with this game."""
from __future__ import annotations

from typing import Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.session.pages.statistics import StatisticsPage
from companion.session.view import View
from companion.ui.screens.base import Screen, Send, body_of
from companion.ui.screens.facts import FactLine
from companion.ui.theme import BODY, IVORY, PANEL, SAND, SEAM, SMALL, lying, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.panel import Column, Plate, Row, fill, keep, put
from companion.ui.widgets.roll import Roll
from companion.ui.widgets.text import Words
from companion.words import Text, text

HEAD: Final = 0.27
"""The share of the width that the names of counters take, upright more."""


class CounterTable(Column):
    """A line for each counter, a column for each seat."""

    def __init__(self) -> None:
        """Empty."""
        super().__init__(gap=2)
        self._page: StatisticsPage | None = None

    def tell(self, page: StatisticsPage) -> None:
        """Other numbers; the same ones again change nothing."""
        if page == self._page:
            return
        self._page = page
        self.clear_widgets()
        # Few columns stand beside the names of the counters, and not at the far side of the screen.
        share = HEAD if lying() else 0.34
        top = Row(gap=2, size_hint_max_y=u(46))
        fill(top, Widget(size_hint_x=None, width=u(8)), Widget(size_hint_x=share), *(Token(sign.name, sign.colour, sign.shape, size_hint_x=(1 - share) / 8) for sign, _ in page.seats), self._rest(page))
        self.add_widget(top)
        for at, head in enumerate(page.heads):
            line = Line(at % 2 == 0)
            fill(line, Widget(size_hint_x=None, width=u(8)), Words(head, SMALL, tint=SAND, least=16, size_hint_x=share))
            for _, facts in page.seats:
                line.add_widget(Words(facts[at].figure, BODY, bold=True, align="center", tint=IVORY, least=16, size_hint_x=(1 - share) / 8))
            line.add_widget(self._rest(page))
            self.add_widget(line)
        self.add_widget(BoxLayout(size_hint_y=0.001))

    @staticmethod
    def _rest(page: StatisticsPage) -> Widget:
        share = HEAD if lying() else 0.34
        return Widget(size_hint_x=max(0.001, (1 - share) * (8 - len(page.seats)) / 8))


class Line(Row):
    """One line; every other one lies on a plate, so that the eye keeps to it."""

    def __init__(self, plated: bool) -> None:
        """`plated` is every other line."""
        super().__init__(gap=2, size_hint_max_y=u(44))
        self.plate = Plate(PANEL, SEAM)
        if plated:
            self.canvas.before.add(self.plate)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        self.plate.place(*self.pos, *self.size)


class StatisticsScreen(Screen):
    """The table, or what was reached."""

    def __init__(self, send: Send, view: View) -> None:
        """As a screen."""
        # What somebody has reached is news; without it the numbers are what one wants.
        self.listed = bool(body_of(view, StatisticsPage).reached)
        super().__init__(send, view)
        # The table wants the whole height: what leads to the list stands in the foot.
        self.footer.forward.do = self._turn

    def on_forward(self, view: View) -> None:
        """It says nothing to the session."""

    def labels(self, view: View) -> tuple[Text | str, Text | str, Text | str]:
        """Back, and over to the other one."""
        page = body_of(view, StatisticsPage)
        over = text("In figures") if self.listed else text("Achievements")
        return view.back, over if page.reached else "", ""

    def make(self, view: View) -> Widget:
        """Both, of which one is shown."""
        self.table, self.roll = CounterTable(), Roll(gap=5)
        return Widget()

    def show(self, view: View) -> None:
        """The numbers, or the list."""
        page = body_of(view, StatisticsPage)
        self.listed = self.listed and bool(page.reached)
        self.table.tell(page)
        if self.listed:
            self.roll.show([FactLine(row) for row in page.reached], self.roll.offset)
        for widget, wanted in ((self.table, not self.listed), (self.roll, self.listed)):
            keep(self.content, widget, wanted)

    def arrange(self, *_: object) -> None:
        """All the room for one of them."""
        super().arrange()
        for widget in (self.table, self.roll):
            if widget.parent is not None:
                put(widget, *self.content.pos, *self.content.size)

    def _turn(self) -> None:
        self.listed = not self.listed
        self.update(self.view)


SCREEN = StatisticsScreen
