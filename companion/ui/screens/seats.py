"""Setup, page 3: who sits where, and what everybody's clank is called and looks like."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.session.messages import SetColour, SetName, SetPin, SetPlayer, SetShape
from companion.session.view import View
from companion.session.view_setup import SeatsPage
from companion.ui.screens.base import Screen, Send, put
from companion.ui.theme import GAP, lying, u
from companion.ui.widgets.seat_page import SeatPage
from companion.ui.widgets.seat_tile import SeatTile


class SeatsScreen(Screen):
    """All seats; one that was touched lies over them, to be dressed, and over that the keyboard for its name, or the keypad for its PIN.

    Which seat is open is known to this screen alone, and forgotten when the page is left.
    """

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        """As a screen."""
        self.opened: int | None = None
        self.naming = self.locking = False
        self.over: Widget | None = None
        super().__init__(send, view)

    def notice_height(self) -> int:
        """Lying, four rows of signs leave no more: what is lower than they are then could not be hit."""
        return 54 if lying() else super().notice_height()

    def make(self, view: View) -> Widget:
        """A tile for each seat."""
        page = self._page(view)
        grid = GridLayout(cols=2 if lying() else 1, spacing=u(GAP))
        self.tiles = {row.seat: SeatTile(row, page.players, self._opener(row.seat), self._player_setter(row.seat)) for row in page.rows}
        for tile in self.tiles.values():
            grid.add_widget(tile)
        return grid

    def show(self, view: View) -> None:
        """Other seats."""
        page = self._page(view)
        for row in page.rows:
            self.tiles[row.seat].show(row)
        if isinstance(self.over, SeatPage):
            self.over.show(page)

    def arrange(self, *_: Any) -> None:
        """As a screen; over everything what lies over it."""
        super().arrange()
        if self.over is not None:
            put(self.over, self.x, self.y, self.width, self.height)

    def open(self, seat: int | None, naming: bool = False, locking: bool = False) -> None:
        """Open a seat, or its name, or its PIN, or go back to all.

        `seat` None is all of them; `naming` lays the keyboard over the seat, `locking` the keypad.
        """
        self.opened, self.naming, self.locking = seat, naming, locking
        if self.over is not None:
            self.remove_widget(self.over)
        self.over = self._made()
        # What lies below is taken out: Kivy would hand it every touch that nothing above takes.
        self.clear_widgets()
        for child in (self.header, self.content, self.footer) if self.over is None else (self.over,):
            self.add_widget(child)
        self.update(self.view)

    def _made(self) -> Widget | None:
        seat = self.opened
        if seat is None:
            return None
        if self.naming:
            return self._name_page(seat)
        if self.locking:
            return self._pin_page(seat)
        return SeatPage(
            self._page(self.view), seat, self._player_setter(seat), lambda colour: self.send(SetColour(seat, colour)),
            lambda shape: self.send(SetShape(seat, shape)), lambda: self.open(seat, naming=True),
            lambda: self.open(seat, locking=True), lambda: self.open(None),
        )

    def _name_page(self, seat: int) -> Widget:
        # The keyboard is rarely wanted; the seats come quicker without it.
        from companion.ui.widgets.keyboard import NamePage

        # There is a row for each of the eight seats, also for free ones.
        row = self._page(self.view).rows[seat - 1]
        return NamePage(row.name, row.usual, lambda name: self._rename(seat, name), self._opener(seat))

    def _pin_page(self, seat: int) -> Widget:
        from companion.ui.widgets.pin_page import PinPage

        row = self._page(self.view).rows[seat - 1]
        return PinPage(
            (row.name, row.colour, row.shape), lambda pin: self._lock(seat, pin), self._opener(seat), choosing=True,
            drop=(lambda: self._lock(seat, "")) if row.pin else None,
        )

    def _lock(self, seat: int, pin: str) -> None:
        self.send(SetPin(seat, pin))
        self.open(seat)

    def _rename(self, seat: int, name: str) -> None:
        self.send(SetName(seat, name))
        self.open(seat)

    def _opener(self, seat: int) -> Callable[[], None]:
        return lambda: self.open(seat)

    def _player_setter(self, seat: int) -> Callable[[str], object]:
        return lambda player: self.send(SetPlayer(seat, player))

    @staticmethod
    def _page(view: View) -> SeatsPage:
        assert isinstance(view.body, SeatsPage)
        return view.body
