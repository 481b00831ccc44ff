"""The cards on the table to look at: small beside an open hand, or over everything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.session.view import CardsPicture, View
from companion.ui.layout import SpareRoom, arrange, hbox, leave_empty, vbox, with_padding, with_size
from companion.ui.theme import GAP, LARGE, u
from companion.ui.widgets.bars import FOOTER
from companion.ui.widgets.button import PRIMARY, PushButton
from companion.ui.widgets.panel import add_all
from companion.ui.widgets.tables import CardTable
from companion.words import Text


def without_answers(cards: CardsPicture) -> CardsPicture:
    """Return the cards without answers and movements."""
    return cards._replace(picks={}, chosen=frozenset(), moves=(), opens=None)


class SmallTable(CardTable):
    """The rows of all seats beside the cards, without piles; a touch enlarges them."""

    def __init__(self, enlarge: Callable[[], object], **rest: Any) -> None:
        """Call `enlarge` on a touch."""
        super().__init__(**rest)
        self._enlarge = enlarge

    def show(self, table: CardsPicture, own: int | None = None) -> None:
        """Show the table at another moment."""
        super().show(without_answers(table)._replace(piles=()), own)

    def on_release(self) -> None:
        self._enlarge()


class TablePeek(SpareRoom):
    """The table over everything else, with a button that closes it."""

    def __init__(
        self,
        view: View,
        close: Callable[[], object],
        label: Text | str,
        own: int | None,
        **rest: Any,
    ) -> None:
        """Show the table as `own` sees it, the seat of the viewer, or everybody if None.

        The button has the text `label` and calls `close`.
        """
        super().__init__(**rest)
        self._own = own
        self.tables = CardTable()
        self.close = PushButton(label, close, kind=PRIMARY, symbol="back", size=LARGE)
        add_all(self, self.tables, self.close)
        self.bind(pos=self.place, size=self.place)
        self.show(view)

    def show(self, view: View) -> None:
        """Show the table at another moment."""
        if view.cards is not None:
            self.tables.show(without_answers(view.cards), self._own)

    def place(self, *_: Any) -> None:
        pad = u(GAP)
        foot = with_padding(hbox(self.close, self.spare_part(0)), 0, u(5))
        column = vbox(with_size(leave_empty, pad), self.tables, with_size(foot, u(FOOTER)), gap=0)
        arrange(with_padding(column, pad, 0), self)
