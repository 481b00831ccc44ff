"""The doctor, over whatever page was shown: the verdict, a field to be tapped, and what every check has found."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.session.choices import DoctorRow
from companion.session.messages import StartAsUsual
from companion.session.pages.doctor import DoctorPage, Tapped
from companion.session.view import View
from companion.ui.layout import centred, fixed, hbox, lay, vbox
from companion.ui.screens.base import ChoosingScreen, Send, body_of
from companion.ui.theme import HEADLINE, SAND, lying, u
from companion.ui.widgets.badge import Sign
from companion.ui.widgets.findings import LOOKS, checked
from companion.ui.widgets.panel import fill
from companion.ui.widgets.roll import Roll
from companion.ui.widgets.taps import TapField
from companion.ui.widgets.text import Words

SHARE, VERDICT, FIELD = 0.36, 76, 116
"""What verdict and field take of the width when lying; their heights when upright, as on the seven-inch panel."""


class DoctorPanel(Widget):
    """Verdict and field beside or above the findings, which roll.

    The field counts taps itself, without the bridge, which would hold back those that arrive twice: they are what is looked for.
    """

    def __init__(self, send: Send, taps: int, **rest: Any) -> None:
        """Nothing has been found yet; `send` is told when the field was tapped so often."""
        super().__init__(**rest)
        self.sign = Sign("clock", SAND)
        self.verdict = Words("", HEADLINE, bold=True, tint=SAND, least=22)
        self.field = TapField(taps, lambda arrived, doubled: send(Tapped(arrived, doubled)))
        self.roll = Roll(gap=6)
        self._rows: tuple[DoctorRow, ...] = ()
        fill(self, self.sign, self.verdict, self.field, self.roll)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: DoctorPage) -> None:
        """What was found by now."""
        name, tint = LOOKS[page.state]
        self.sign.show(name, tint)
        self.verdict.text, self.verdict.color = page.verdict, tint
        if page.rows != self._rows:
            self._rows = page.rows
            # From the top again: the gravest stand first, and what was found anew may be among them.
            self.roll.show([checked(row) for row in page.rows], 0.0)

    def _place(self, *_: Any) -> None:
        side = u(VERDICT) * 0.6
        sign = centred(self.sign, side, side)
        verdict = fixed(hbox(fixed(sign, side), self.verdict), u(VERDICT))
        if lying():
            said = fixed(vbox(verdict, self.field), round(self.width * SHARE))
            lay(hbox(said, self.roll), self)
        else:
            lay(vbox(verdict, fixed(self.field, u(FIELD)), self.roll), self)


class DoctorScreen(ChoosingScreen):
    """Everything stays while the page is shown, so that neither rolling nor tapping is lost when something new was found."""

    def make(self, view: View) -> Widget:
        """Verdict, field and findings."""
        self.panel = DoctorPanel(self.send, body_of(view, DoctorPage).taps)
        return self.panel

    def show(self, view: View) -> None:
        """What was found, and the buttons."""
        page = body_of(view, DoctorPage)
        self.panel.show(page)
        # In safe mode the way out of it comes first, and is what to do now.
        self.show_choices(page.choices, isinstance(page.choices[0].message, StartAsUsual))


SCREEN = DoctorScreen
