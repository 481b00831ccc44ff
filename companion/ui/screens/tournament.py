"""The tournament: all points in a table, in the end below the winner."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.pages.tournament import TournamentPage
from companion.session.view import View
from companion.ui.layout import arrange, vbox, with_size
from companion.ui.screens.base import ChoosingScreen, body_of
from companion.ui.theme import is_landscape
from companion.ui.widgets.panel import add_all, toggle_child
from companion.ui.widgets.standing import CountTable
from companion.ui.widgets.winner import WinnerPlate

COLUMNS, COLUMNS_UPRIGHT = 7, 4
"""The most columns, landscape and upright: the latest games and the sum."""


class TournamentScreen(ChoosingScreen):
    """The winner's plate over the table of points."""

    def make(self, view: View) -> Widget:
        """Make plate and table."""
        self.plate, self.counts = WinnerPlate(), CountTable(named=True)
        content = Widget()
        add_all(content, self.counts)
        return content

    def show(self, view: View) -> None:
        page = body_of(view, TournamentPage)
        toggle_child(self.content, self.plate, bool(page.winner))
        self.plate.show(
            page.winner,
            [(row.name, row.colour, row.shape) for row in page.rows if row.seat in page.winners],
        )
        columns = COLUMNS if is_landscape() else COLUMNS_UPRIGHT
        self.counts.update(tuple(row._replace(facts=row.facts[-columns:]) for row in page.rows))
        self.show_choices(page.choices, False)

    def arrange(self, *_: object) -> None:
        """Place the plate on top."""
        super().arrange()
        high = self.plate.needed_height(self.content.width)
        plate = with_size(self.plate, high) if self.plate.parent is not None else None
        arrange(vbox(plate, self.counts), self.content)


SCREEN = TournamentScreen
