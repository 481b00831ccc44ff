"""The tournament: its length to choose, then all points, in the end below the winner."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.pages.tournament import TournamentPage
from companion.session.view import View
from companion.ui.layout import arrange, leave_empty, vbox, with_size
from companion.ui.screens.base import ChoosingScreen, body_of
from companion.ui.theme import is_landscape
from companion.ui.widgets.choice_groups import GroupRows
from companion.ui.widgets.panel import add_all, toggle_child
from companion.ui.widgets.places import WinnerPlate
from companion.ui.widgets.standing import CountTable

COLUMNS, COLUMNS_UPRIGHT = 7, 4
"""The most columns, landscape and upright: the latest games and the sum."""


class TournamentScreen(ChoosingScreen):
    """The winner's plate over the table of points, or the lengths to choose from."""

    def make(self, view: View) -> Widget:
        """Make plate and table."""
        self.plate, self.counts = WinnerPlate(), CountTable(named=True)
        self.lengths = GroupRows(self.choose)
        return Widget()

    def show(self, view: View) -> None:
        """Show other points, or another length."""
        page = body_of(view, TournamentPage)
        self.content.clear_widgets()
        if page.lengths is not None:
            add_all(self.content, *self.lengths.rows([page.lengths], {}))
            self.show_choices((), False)
            return
        add_all(self.content, self.counts)
        toggle_child(self.content, self.plate, bool(page.winner))
        self.plate.show(
            page.winner,
            [row.sign for row in page.rows if row.seat in page.winners],
        )
        columns = COLUMNS if is_landscape() else COLUMNS_UPRIGHT
        self.counts.update(tuple(row._replace(facts=row.facts[-columns:]) for row in page.rows))
        self.show_choices(page.choices, False)

    def arrange(self, *_: object) -> None:
        """Place the plate on top, or the lengths in all the room."""
        super().arrange()
        if self.counts.parent is None:
            groups = (
                with_size(group, group.needed_height(self.content.width))
                for group in self.lengths.made
            )
            arrange(vbox(*groups, leave_empty), self.content)
            return
        high = self.plate.needed_height(self.content.width)
        plate = with_size(self.plate, high) if self.plate.parent is not None else None
        arrange(vbox(plate, self.counts), self.content)


SCREEN = TournamentScreen
