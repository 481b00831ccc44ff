"""The standing of a race: one line for each clank, from first to last, in the order that the session gives.

Lying, what befell a clank stands at the end of its line; upright, where the figures leave no room, below it.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kivy.uix.boxlayout import BoxLayout

from companion.session.view import StandingRow
from companion.ui.theme import BODY, BRASS_LIGHT, GAP, IVORY, LARGE, PANEL, SAND, SMALL, lying, u
from companion.ui.widgets.badge import Badge, Sign
from companion.ui.widgets.panel import Column, Panel, Row, fill
from companion.ui.widgets.text import Words
from companion.words import Text, facts, text

PLACE: Final = 30
"""Width of the column with the place, as on the seven-inch panel."""
HEADS: Final = ((text("Flags"), 74), (text("Damage"), 74), (text("Lives"), 62))
"""The columns of figures and their widths, likewise."""
RACING: Final = "active"
"""The status that goes without saying."""
STATUSES: Final[Mapping[str, Text]] = {RACING: text("active"), "parked": text("parked"), "out": text("out")}
"""What each is called."""


def fate(row: StandingRow) -> Text:
    """What is to be said of a clank: its state where it is not simply racing, its way to go, and what befell it; "" where nothing is."""
    return facts([STATUSES.get(row.status, row.status) if row.status != RACING else "", row.away, row.note])


def lives_words(lives: str) -> Text | str:
    """The lives that are left, in words where there is no limit [8.5]: not every font has a sign for that."""
    return text("no limit") if lives in ("inf", "") else lives


class Standing(Column):
    """All clanks in the order of the race, with a head over the figures."""

    def __init__(self, *, notes: bool = True, **rest: Any) -> None:
        """Empty; `show` fills it. `notes` is whether there is room to say what befell each clank."""
        super().__init__(gap=4, **rest)
        self._notes = notes
        self._rows: tuple[StandingRow, ...] | None = None

    def show(self, rows: tuple[StandingRow, ...]) -> None:
        """Another standing."""
        if rows == self._rows:
            return
        self._rows = rows
        self.clear_widgets()
        self.add_widget(self._head())
        for row in rows:
            self.add_widget(self._lying_row(row) if lying() else self._upright_row(row))
        # Rows grow to a certain height only; what is left then goes to this last one, so that they hang from the top.
        self.add_widget(BoxLayout(size_hint_y=0.001))

    def _head(self) -> Row:
        """The names of the columns of figures, as broad as these."""
        head = Row(gap=4, pad=0, size_hint_y=None, height=u(24))
        fill(head, Words("", SMALL, size_hint_x=None, width=u(PLACE + GAP)), Words("", SMALL))
        for text, width in HEADS:
            head.add_widget(Words(text, SMALL, tint=SAND, align="center", least=18, size_hint_x=None, width=u(width)))
        if lying() and self._notes:
            head.add_widget(Words("", SMALL, size_hint_x=2.2))
        return head

    def _figures(self, row: StandingRow) -> list[Words]:
        """Flags, damage and lives."""
        figures = (text("{flags} of {of}", flags=row.flags, of=row.of), str(row.damage), lives_words(row.lives))
        return [
            Words(text, LARGE, bold=True, align="center", tint=BRASS_LIGHT if at == 0 else IVORY, least=18, size_hint_x=None, width=u(width))
            for at, (text, (_, width)) in enumerate(zip(figures, HEADS))
        ]

    def _first(self, row: StandingRow) -> tuple[Words, Badge]:
        place = Words(f"{row.place}.", LARGE, bold=True, align="right", tint=BRASS_LIGHT, size_hint_x=None, width=u(PLACE))
        return place, Badge(row.name, row.colour, row.shape, size=BODY if lying() and self._notes else LARGE, side=32)

    def _lying_row(self, row: StandingRow) -> Panel:
        """All in one line, with what befell the clank at its end."""
        line = Row(gap=4)
        fill(line, *self._first(row), *self._figures(row))
        if self._notes:
            line.add_widget(Words(fate(row), SMALL, tint=SAND, least=16, size_hint_x=2.2))
        return self._plated(line, 48)

    def _upright_row(self, row: StandingRow) -> Panel:
        """Two lines, the second one only where something befell the clank."""
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
