"""The doctor: the verdict, a field to tap, and the findings of all checks."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.session.choices import DoctorRow
from companion.session.messages import StartAsUsual
from companion.session.pages.doctor import DoctorPage
from companion.session.view import View
from companion.ui.layout import arrange, centre, hbox, vbox, with_size
from companion.ui.screens.base import ChoosingScreen, body_of
from companion.ui.theme import HEADLINE, SAND, is_landscape, u
from companion.ui.widgets.badge import Sign
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import add_all
from companion.ui.widgets.rows import LOOKS, check_row
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.taps import TapField

SHARE, VERDICT, FIELD = 0.36, 76, 116
"""Share of the width for verdict and field in a landscape window; their heights in an upright one,
as on the seven-inch panel."""


class DoctorPanel(Widget):
    """Verdict and field beside or above the findings, which scroll.

    The field counts taps itself: the bridge would drop doubles, which are what is looked for.
    """

    def __init__(self, send: Send, taps: int, **rest: Any) -> None:
        """Call `send` when the field was tapped `taps` times."""
        super().__init__(**rest)
        self.sign = Sign("clock", SAND)
        self.verdict = Label("", HEADLINE, bold=True, tint=SAND, least=22)
        self.field = TapField(taps, send)
        self.scroll_list = ScrollList(gap=6)
        self._rows: tuple[DoctorRow, ...] = ()
        add_all(self, self.sign, self.verdict, self.field, self.scroll_list)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: DoctorPage) -> None:
        """Show the findings so far."""
        name, tint = LOOKS[page.state]
        self.sign.show(name, tint)
        self.verdict.text, self.verdict.color = page.verdict, tint
        if page.rows != self._rows:
            self._rows = page.rows
            # From the top again: the most serious are first, and new ones may be among them.
            self.scroll_list.show([check_row(row) for row in page.rows], 0.0)

    def _place(self, *_: Any) -> None:
        side = u(VERDICT) * 0.6
        sign = centre(self.sign, side, side)
        verdict = with_size(hbox(with_size(sign, side), self.verdict), u(VERDICT))
        if is_landscape():
            said = with_size(vbox(verdict, self.field), round(self.width * SHARE))
            arrange(hbox(said, self.scroll_list), self)
        else:
            arrange(vbox(verdict, with_size(self.field, u(FIELD)), self.scroll_list), self)


class DoctorScreen(ChoosingScreen):
    """All widgets stay, so that a new finding interrupts neither scrolling nor tapping."""

    def make(self, view: View) -> Widget:
        """Make verdict, field and findings."""
        self.panel = DoctorPanel(self.send, body_of(view, DoctorPage).taps)
        return self.panel

    def show(self, view: View) -> None:
        """Show the findings and the buttons."""
        page = body_of(view, DoctorPage)
        self.panel.show(page)
        # In safe mode the way out of it comes first, as the main choice.
        self.show_choices(page.choices, isinstance(page.choices[0].message, StartAsUsual))


SCREEN = DoctorScreen
