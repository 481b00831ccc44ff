"""The table from above, the screen in its middle, seats around it; and whether it turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.session.choices import Choice
from companion.session.pages.sides import ChooseSeat, SeatPlace, SidesPage
from companion.session.preferences import FAR, LEFT, NEAR, RIGHT, SIDES
from companion.session.view import View
from companion.ui.layout import (
    Area,
    LayoutPart,
    area_of,
    arrange,
    centre,
    hbox,
    leave_empty,
    split,
    vbox,
    with_padding,
    with_size,
)
from companion.ui.paint import paint_rimmed, paint_symbol
from companion.ui.screens.base import Screen, body_of
from companion.ui.theme import BRASS, INK, IVORY, NIGHT, SAND, SEAM, SMALL, Rgba, is_landscape, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.choice_groups import GroupRows
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import add_all, toggle_child
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

    def __init__(self, send: Send, message: ChooseSeat) -> None:
        self.token = Token("", "brass", "disc")
        self.number = Label("", SMALL, bold=True, least=18, align="center", in_line=True)
        super().__init__(send, message)
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
            area_of(self).inset(u(2), 0),
        )


class SidePlate(Pressable):
    """A side of the screen with its seats; a touch beside them brings the chosen seat here."""

    def __init__(self, side: str, do: Callable[[], object]) -> None:
        self.side = side
        self.seats: list[SeatButton] = []
        self.words = Label("", SMALL, tint=SAND, least=16, align="center")
        super().__init__(do)
        self.add_widget(self.words)

    def tints(self) -> tuple[Rgba, Rgba]:
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
        inner = area_of(self).inset(u(EDGE))
        across, high = (
            (8, inner.height) if self.side in (NEAR, FAR) else (2, min(u(PLACE), inner.height / 4))
        )
        wide, rows = inner.width / across, list[LayoutPart | None]()
        for first in range(0, len(self.seats), across):
            row = self.seats[first : first + across]
            # One free place beside the seven others must be large enough for a finger.
            spare = 0 if len(self.seats) == 7 else (inner.width - len(row) * wide) / 2
            seats = (with_size(seat, wide) for seat in row)
            rows.append(with_size(hbox(with_size(leave_empty, spare), *seats, gap=0), high))
        arrange(centre(vbox(*rows, gap=0), inner.width, len(rows) * high), inner)
        toggle_child(self, self.words, not self.seats)
        arrange(self.words, inner)


class TableFromAbove(Widget):
    """The screen as it is mounted, and its four sides."""

    def __init__(self, send: Send, choose: Callable[[Choice], object]) -> None:
        """Call `send` with the message of a touched seat, `choose` with what a side offers."""
        super().__init__()
        self._send, self._choose = send, choose
        self._offers: Mapping[str, Choice] = {}
        self.sides = {side: SidePlate(side, partial(self._touch, side)) for side in SIDES}
        self.seats: dict[int, SeatButton] = {}
        self._screen = InstructionGroup()
        self.canvas.add(self._screen)
        add_all(self, *self.sides.values())
        self.bind(pos=self._place, size=self._place)

    def show(self, page: SidesPage) -> None:
        """Show every seat at its side."""
        for place in page.seats:
            if place.seat not in self.seats:
                self.seats[place.seat] = SeatButton(self._send, ChooseSeat(place.seat))
            self.seats[place.seat].show(place)
        self._offers = page.sides
        held = {
            side: [self.seats[place.seat] for place in page.seats if place.side == side]
            for side in self.sides
        }
        # A seat leaves its side before another one takes it.
        for side, plate in self.sides.items():
            plate.hold([seat for seat in plate.seats if seat in held[side]])
        for side, plate in self.sides.items():
            plate.words.text = page.sides[side].label
            plate.chosen = page.sides[side].chosen
            plate.hold(held[side])

    def _touch(self, side: str) -> None:
        self._choose(self._offers[side])

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
        self.table = TableFromAbove(self.send, self.choose)
        self.list, self._rows = ScrollList(), GroupRows(self.choose)
        whole = Widget()
        add_all(whole, self.table, self.list)
        whole.bind(pos=self._share_out, size=self._share_out)
        return whole

    def show(self, view: View) -> None:
        """Show what is chosen now."""
        page = body_of(view, SidesPage)
        self.table.show(page)
        self.list.show(self._rows.rows(page.groups, {}), self.list.offset)

    def _share_out(self, whole: Widget, _: object) -> None:
        arrange(split(self.table, self.list, SHARE if is_landscape() else UPRIGHT), whole)


SCREEN = SidesScreen
