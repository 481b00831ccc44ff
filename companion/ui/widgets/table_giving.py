"""Giving readers their seats: which handle is to be pulled now, and which other seat could be asked for instead.

Readers look alike and ports change their names, so that people show which one is meant, and its chip id is remembered.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.gridlayout import GridLayout

from companion.session.view import TablePage, TableRow
from companion.ui.theme import BODY, BRASS, BRASS_LIGHT, GAP, HEADLINE, INK, RAISED, SAND, SMALL, lying, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.panel import Column, Panel, Row
from companion.ui.widgets.pressable import Pressable
from companion.ui.widgets.table_words import short_uid
from companion.ui.widgets.text import Words


class SeatChoice(Pressable):
    """One seat to be asked for: its sign and whether it has a reader."""

    def __init__(self, row: TableRow, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called on release."""
        self.token = Token(row.name, row.colour, row.shape)
        self.label = Words("", SMALL, bold=True, align="center", least=15)
        self.state_words = Words("", 18, tint=SAND, align="center", least=14)
        super().__init__(do, **rest)
        for child in (self.token, self.label, self.state_words):
            self.add_widget(child)

    def show(self, row: TableRow, chosen: bool) -> None:
        """The same seat, later."""
        self.label.text, self.state_words.text = f"Seat {row.seat}", "has one" if row.own else "none yet"
        self.label.color = self.state_words.color = INK if chosen else SAND
        self.choose(chosen)

    def place(self) -> None:
        """Sign left, words right."""
        pad, side = u(5), min(self.height - u(10), u(40))
        self.token.pos, self.token.size = (self.x + pad, self.y + (self.height - side) / 2), (side, side)
        left = self.x + 2 * pad + side
        width = max(1, self.x + self.width - pad - left)
        self.label.pos, self.label.size = (left, self.y + self.height / 2), (width, self.height / 2 - u(2))
        self.state_words.pos, self.state_words.size = (left, self.y + u(2)), (width, self.height / 2 - u(2))


class Giving(Column):
    """What to pull, in large words, and all seats; `ask` is told the seat that was touched. `page.asking` is never None here."""

    def __init__(self, page: TablePage, ask: Callable[[int], object], **rest: Any) -> None:
        """Further arguments are those of a Column."""
        super().__init__(**rest)
        asked = self._asked(page)
        self.token = Token(asked.name, asked.colour, asked.shape, size_hint_x=None, width=u(110 if lying() else 80))
        self.words = Words("", HEADLINE, bold=True, tint=BRASS_LIGHT, least=BODY)
        self.strangers = Words("", BODY, tint=SAND, least=16, size_hint_y=None, height=u(54))
        plate, row = Panel(RAISED, BRASS, pad=12), Row(gap=16)
        row.add_widget(self.token)
        row.add_widget(self.words)
        plate.add_widget(row)
        self.choices = {row.seat: SeatChoice(row, lambda seat=row.seat: ask(seat)) for row in page.rows}
        rows = 2 if lying() else 4
        grid = GridLayout(rows=rows, spacing=u(GAP), size_hint_y=None, height=u(rows * 60 + (rows - 1) * GAP))
        for choice in self.choices.values():
            grid.add_widget(choice)
        for child in (plate, self.strangers, grid):
            self.add_widget(child)
        self.show(page)

    @staticmethod
    def _asked(page: TablePage) -> TableRow:
        return next(row for row in page.rows if row.seat == page.asking)

    def show(self, page: TablePage) -> None:
        """Another seat, or other readers."""
        asked = self._asked(page)
        self.token.show(asked.name, asked.colour, asked.shape)
        self.words.text = f"Pull the handle of the reader for seat {asked.seat} ({asked.name})."
        self.strangers.text = self._stranger_words(page)
        for row in page.rows:
            self.choices[row.seat].show(row, row.seat == page.asking)

    @staticmethod
    def _stranger_words(page: TablePage) -> str:
        """Which readers still wait for a seat, by the ends of their chip ids; or that none does, and how to change seats."""
        if not page.strangers:
            return "Every reader that is plugged in has a seat. A reader that has one changes it when its handle is pulled."
        count, which = len(page.strangers), ", ".join(map(short_uid, page.strangers))
        return f"{count} reader{'' if count == 1 else 's'} without a seat: {which}"
