"""After the race: who won, the final standing, once more or anew; and the same of the race that ended last, looked at again.

There may be no winner (10.4): then a marker stands in the place of the piece's sign.
"""
from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.view import SummaryPage, View
from companion.ui.screens.base import Screen
from companion.ui.theme import BODY, BRASS, BRASS_LIGHT, HEADLINE, RAISED, lying
from companion.ui.widgets.badge import Sign, Token
from companion.ui.widgets.panel import Column, Panel, Row, fill
from companion.ui.widgets.standing import StandingList
from companion.ui.widgets.text import Words


class OverScreen(Screen):
    """The winner on a plate, the standing beside it, upright below."""

    def make(self, view: View) -> Widget:
        """Winner and standing."""
        assert isinstance(view.body, SummaryPage)
        page = view.body
        self.standing = StandingList(notes=not lying())
        plate = self._plate(page)
        content = (Row if lying() else Column)()
        fill(content, plate, self.standing)
        return content

    def _plate(self, page: SummaryPage) -> Panel:
        """The winners' signs and the sentence that says how the race ended."""
        signs: list[Widget] = [Token(row.name, row.colour, row.shape) for row in page.rows if row.seat in page.winners]
        self.words = Words(page.winner, HEADLINE, bold=True, tint=BRASS_LIGHT, align="center", least=BODY)
        plate = Panel(RAISED, BRASS, pad=14, size_hint=(0.5, 1) if lying() else (1, 0.34))
        shown = Row(pad=0)
        fill(shown, *(signs or [Sign("marker", BRASS, RAISED)]))
        fill(plate, shown, self.words)
        return plate

    def show(self, view: View) -> None:
        """The final standing."""
        assert isinstance(view.body, SummaryPage)
        self.words.text = view.body.winner
        self.standing.show(view.body.rows)


SCREEN = OverScreen
