"""The table from above, the screen in its middle, seats around it; and whether it turns."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.session.pages.sides import ChooseSeat, SeatPlace, SidesPage
from companion.session.preferences import FAR, LEFT, NEAR, RIGHT, SIDES
from companion.session.view import View
from companion.ui.layout import Area, arrange, hbox, split, vbox, with_padding, with_size
from companion.ui.paint import paint_rimmed, paint_symbol
from companion.ui.screens.base import Screen, body_of
from companion.ui.theme import BRASS, INK, IVORY, NIGHT, SAND, SEAM, SMALL, is_landscape, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.choice_groups import GroupRows
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import add_all, place_widget, toggle_child
from companion.ui.widgets.scroll_list import ScrollList

SHARE, UPRIGHT = 0.66, 0.54
"""Share of the table: of the width, and of the height in an upright window."""
PLACE: Final = 52
"""Height of a seat's place, as on the seven-inch panel."""
EDGE: Final = 3
"""Room between the rim of a side and its places, as on the seven-inch panel."""
FAINT: Final = 0.45
"""Opacity of the sign of a seat that nobody or a pilot plays, from 0 to 1."""


class SeatButton(Pressable):
    """A seat's sign and number; the chosen one is on brass."""

    def __init__(self, choose: Callable[[], object]) -> None:
        self.token = Token("", "brass", "disc")
        self.number = Label("", SMALL, bold=True, least=18, align="center", in_line=True)
        super().__init__(choose)
        add_all(self, self.token, self.number)

    def show(self, place: SeatPlace) -> None:
        """Show a seat with its sign and number, faint if nobody plays it."""
        self.token.show(*place.sign)
        self.token.opacity = 1 if place.is_person else FAINT
        self.number.text, self.number.color = (
            str(place.seat),
            INK if place.chosen else IVORY if place.is_person else SAND,
        )
        self.choose(place.chosen)

    def place(self) -> None:
        """Place the number beside the sign."""
        number = min(u(18), self.width * 0.36)
        arrange(
            hbox(with_padding(self.token, u(1), u(7)), with_size(self.number, number), gap=0),
            Area(*self.pos, *self.size).inset(u(2), 0),
        )


class SidePlate(Pressable):
    """A side of the screen with its seats; a touch beside them brings the chosen seat here."""

    def __init__(self, side: str, do: Callable[[], object]) -> None:
        self.side = side
        self.seats: list[SeatButton] = []
        self.words = Label("", SMALL, tint=SAND, least=16, align="center")
        super().__init__(do)
        self.add_widget(self.words)

    def tints(self) -> Any:
        return NIGHT, BRASS if self.chosen else SEAM

    def hold(self, seats: list[SeatButton]) -> None:
        """Show these seats at the side, in order."""
        if seats != self.seats:
            for seat in self.seats:
                self.remove_widget(seat)
            self.seats = seats
            add_all(self, *(seat for seat in seats if seat.parent is None))
        self.draw()

    def place(self) -> None:
        """Place the seats in a row, or in two columns at the left and right side."""
        across = self.side in (NEAR, FAR)
        inner = Area(*self.pos, *self.size).inset(u(EDGE))
        columns = 8 if across else 2
        high = inner.height if across else min(u(PLACE), inner.height / 4)
        wide = inner.width / columns
        rows = -(-len(self.seats) // columns)
        low = inner.y + (inner.height - rows * high) / 2
        for at, seat in enumerate(self.seats):
            row, column = divmod(at, columns)
            count = min(columns, len(self.seats) - row * columns)
            # One free place beside the seven others must be large enough for a finger.
            spare = 0 if len(self.seats) == 7 else (inner.width - count * wide) / 2
            left = inner.x + spare + column * wide
            place_widget(seat, left, low + (rows - 1 - row) * high, wide, high)
        toggle_child(self, self.words, not self.seats)
        place_widget(self.words, *inner)


class TableFromAbove(Widget):
    """The screen as it is mounted, and its four sides."""

    def __init__(self, choose: Callable[[int], object], move: Callable[[str], object]) -> None:
        super().__init__()
        self._choose = choose
        self.sides = {side: SidePlate(side, partial(move, side)) for side in SIDES}
        self.seats: dict[int, SeatButton] = {}
        self._screen = InstructionGroup()
        self.canvas.add(self._screen)
        add_all(self, *self.sides.values())
        self.bind(pos=self._place, size=self._place)

    def show(self, page: SidesPage) -> None:
        """Show every seat at its side."""
        for place in page.seats:
            if place.seat not in self.seats:
                self.seats[place.seat] = SeatButton(partial(self._choose, place.seat))
            self.seats[place.seat].show(place)
        at = {place.seat: place.side for place in page.seats}
        # A seat leaves its side before another one takes it.
        for plate in self.sides.values():
            plate.hold([seat for seat in plate.seats if at[self._seat_of(seat)] == plate.side])
        for side, plate in self.sides.items():
            plate.words.text = page.sides[side].label
            plate.chosen = page.sides[side].chosen
            plate.hold([self.seats[seat] for seat, where in at.items() if where == side])

    def _seat_of(self, button: SeatButton) -> int:
        return next(seat for seat, made in self.seats.items() if made is button)

    def _place(self, *_: Any) -> None:
        """Place the sides around the screen."""
        high, wide = u(PLACE + 2 * EDGE), u(2 * PLACE + 2 * EDGE + 6)
        sides = self.sides
        arrange(
            vbox(
                with_size(sides[FAR], high),
                hbox(
                    with_size(sides[LEFT], wide),
                    self._draw_screen,
                    with_size(sides[RIGHT], wide),
                ),
                with_size(sides[NEAR], high),
            ),
            self,
        )

    def _draw_screen(self, area: Area) -> None:
        """Draw the screen with an arrow to its upper edge."""
        self._screen.clear()
        inner = area.inset(u(4))
        paint_rimmed(self._screen, *inner, IVORY, NIGHT, u(3), u(10))
        side = min(inner.width, inner.height) * 0.5
        paint_symbol(
            self._screen,
            "north",
            inner.x + (inner.width - side) / 2,
            inner.y + (inner.height - side) / 2,
            side,
            SAND,
            NIGHT,
        )


class SidesScreen(Screen):
    """The table, and beside or below it the choices for all seats."""

    gives_way = True

    def make(self, view: View) -> Widget:
        """Make the table and an empty list."""
        self.table = TableFromAbove(
            lambda seat: self.send(ChooseSeat(seat)),
            lambda side: self.choose(body_of(self.view, SidesPage).sides[side]),
        )
        self.list, self._rows = ScrollList(), GroupRows(self.choose)
        whole = Widget()
        add_all(whole, self.table, self.list)
        whole.bind(pos=lambda *_: self._share_out(whole), size=lambda *_: self._share_out(whole))
        return whole

    def show(self, view: View) -> None:
        """Show what is chosen now."""
        page = body_of(view, SidesPage)
        self.table.show(page)
        self.list.show(self._rows.rows(page.groups, {}), self.list.offset)

    def _share_out(self, whole: Widget) -> None:
        arrange(split(self.table, self.list, SHARE if is_landscape() else UPRIGHT), whole)


SCREEN = SidesScreen
