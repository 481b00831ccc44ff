"""The standing of a game: one line for each seat, from first to last, in the order that the session gives.

Lying, what befell a piece stands at the end of its line; upright, where the figures leave no room, below it.
"""
from __future__ import annotations

from typing import Any, Final

from kivy.uix.boxlayout import BoxLayout

from companion.session.view import StandingRow
from companion.ui.theme import BODY, BRASS_LIGHT, GAP, IVORY, LARGE, PANEL, SAND, SMALL, lying, u
from companion.ui.widgets.badge import NamedSign, Sign
from companion.ui.widgets.panel import Column, Panel, Row, fill
from companion.ui.widgets.text import Words
from companion.words import Text, facts

PLACE: Final = 30
"""Width of the column with the place, as on the seven-inch panel."""
FIGURE, NARROW = 74, 62
"""Width of a column of figures, likewise; of the last one, which is about the smallest numbers."""


def fate(row: StandingRow) -> Text:
    """What is to be said of a seat besides its figures: its state, what lies before it, and what befell it; "" where nothing is."""
    return facts([row.state, row.ahead, row.note])


def widths(row: StandingRow) -> list[int]:
    """How broad the columns of figures are, one for each fact."""
    return [FIGURE if at < len(row.facts) - 1 or not at else NARROW for at in range(len(row.facts))]


class StandingList(Column):
    """All seats in the order of the standing, with a head over the figures."""

    def __init__(self, *, notes: bool = True, **rest: Any) -> None:
        """Empty; `show` fills it. `notes` is whether there is room to say what befell each piece."""
        super().__init__(gap=4, **rest)
        self._notes = notes
        self._rows: tuple[StandingRow, ...] | None = None

    def show(self, rows: tuple[StandingRow, ...]) -> None:
        """Another standing."""
        if rows == self._rows:
            return
        self._rows = rows
        self.clear_widgets()
        if rows:
            self.add_widget(self._head(rows[0]))
        for row in rows:
            self.add_widget(self._lying_row(row) if lying() else self._upright_row(row))
        # Rows grow to a certain height only; what is left then goes to this last one, so that they hang from the top.
        self.add_widget(BoxLayout(size_hint_y=0.001))

    def _head(self, row: StandingRow) -> Row:
        """The names of the columns of figures, as broad as these."""
        head = Row(gap=4, pad=0, size_hint_y=None, height=u(24))
        fill(head, Words("", SMALL, size_hint_x=None, width=u(PLACE + GAP)), Words("", SMALL))
        for fact, width in zip(row.facts, widths(row), strict=True):
            head.add_widget(Words(fact.title, SMALL, tint=SAND, align="center", least=18, size_hint_x=None, width=u(width)))
        if lying() and self._notes:
            head.add_widget(Words("", SMALL, size_hint_x=2.2))
        return head

    def _figures(self, row: StandingRow) -> list[Words]:
        """The facts; the first one counts most."""
        return [
            Words(fact.figure, LARGE, bold=True, align="center", tint=BRASS_LIGHT if at == 0 else IVORY, least=18, size_hint_x=None, width=u(width))
            for at, (fact, width) in enumerate(zip(row.facts, widths(row), strict=True))
        ]

    def _first(self, row: StandingRow) -> tuple[Words, NamedSign]:
        place = Words(f"{row.place}.", LARGE, bold=True, align="right", tint=BRASS_LIGHT, size_hint_x=None, width=u(PLACE))
        return place, NamedSign(row.name, row.colour, row.shape, size=BODY if lying() and self._notes else LARGE, side=32)

    def _lying_row(self, row: StandingRow) -> Panel:
        """All in one line, with what befell the piece at its end."""
        line = Row(gap=4)
        fill(line, *self._first(row), *self._figures(row))
        if self._notes:
            line.add_widget(Words(fate(row), SMALL, tint=SAND, least=16, size_hint_x=2.2))
        return self._plated(line, 48)

    def _upright_row(self, row: StandingRow) -> Panel:
        """Two lines, the second one only where something befell the piece."""
        line, both = Row(gap=4), Column(gap=0)
        fill(line, *self._first(row), *self._figures(row))
        both.add_widget(line)
        said = fate(row)
        if said:
            below = Row(gap=4, size_hint_y=0.7)
            fill(below, Sign("next", SAND, PANEL, size_hint_x=None, width=u(PLACE)), Words(said, SMALL, tint=SAND, least=17))
            both.add_widget(below)
        return self._plated(both, 84)

    def _plated(self, line: Row | Column, most: float) -> Panel:
        """On a plate, no higher than `most` as on the seven-inch panel."""
        panel = Panel(rivets=False, pad=2, size_hint_max_y=u(most))
        panel.add_widget(line)
        return panel
