"""Readers as the acceptance run wants them: handle and test cards of the one that is asked, and the lights of all, to be compared.

No reader can tell what its lights really do, so that people compare; what they touched stands crossed out.
"""
from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, Ellipse, InstructionGroup, PopMatrix, PushMatrix, Rotate, RoundedRectangle
from kivy.uix.widget import Widget

from companion.session.view_certify import CertifyPage, CertifySeat
from companion.session.view_menu import Choice
from companion.signals import PULL, PUSH, REST, SLOTS
from companion.ui.paint import SYMBOLS, paint_symbol, paint_text
from companion.ui.screens.base import Send
from companion.ui.theme import (
    ART, BAD, BRASS, BRASS_DARK, GAP, GOOD, INK, IVORY, NIGHT, PANEL, SAND, SEAM, SMALL, TOUCH, WARNING, Rgba, lying, rgba, u,
)
from companion.ui.widgets.badge import Token
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.lamp import paint_lamp
from companion.ui.widgets.panel import Plate, put
from companion.ui.widgets.text import Words

EMPTY, TURNED, RIGHT = "empty", "turned", "right"
WAYS: Final = {EMPTY: "north", TURNED: "redo"}
"""What a hand does to a slot that is not right yet, where it does not put a card in."""
ENDS: Final = {PUSH: 1, REST: 0, PULL: -1}
"""Position → which way the knob is out of its middle, as the player sees it: pushed away is up."""
TEST: Final = rgba("#7fd6a4")
"""The band of a test card."""
WIDE, NARROW = 0.44, 0.2
"""The share of the reader that the handle takes while it is asked for, and while cards are."""


def paint_test_card(onto: InstructionGroup, number: int, x: float, y: float, width: float, height: float, turned: bool) -> None:
    """Paint test card 1-5 into a rectangle of pixels, upright or head over heels: band, number, and an arrow to its upper end.

    Card k belongs into slot k; each has a code along either edge, so that turned it shows the other one.
    """
    onto.add(PushMatrix())
    onto.add(Rotate(angle=180 if turned else 0, origin=(x + width / 2, y + height / 2)))
    edge, radius, band = max(1.5, u(2)), width * 0.1, height * 0.24
    for margin, high, tint in ((0.0, height, NIGHT), (edge, height - 2 * edge, ART["paper"])):
        onto.add(Color(*tint))
        onto.add(RoundedRectangle(pos=(x + margin, y + margin), size=(width - 2 * margin, high), radius=[radius]))
    onto.add(Color(*TEST))
    onto.add(RoundedRectangle(pos=(x + edge, y + height - edge - band), size=(width - 2 * edge, band), radius=[(r, r) for r in (radius, radius, 0, 0)]))
    paint_text(onto, "TEST", x + width / 2, y + height - edge - band / 2, min(band * 0.8, width * 0.34), INK)
    free = height - band - 2 * edge
    paint_text(onto, str(number), x + width / 2, y + edge + free * 0.66, min(free * 0.66, width), INK)
    side = min(free * 0.34, width * 0.6)
    paint_symbol(onto, SYMBOLS["north"], x + (width - side) / 2, y + edge + free * 0.04, side, INK, ART["paper"])
    onto.add(PopMatrix())


class ReaderPicture(Widget):
    """The drawing of one reader; it fills its box, and what is not asked for now is dim.

    What a reader is while a race is programmed has the same name in `companion.session.view`; this one is a widget.
    """

    def __init__(self, **rest: Any) -> None:
        """Further arguments are those of a Kivy widget; `show` says what is asked."""
        super().__init__(**rest)
        self._seat: CertifySeat | None = None
        self._plate, self._drawing = Plate(PANEL, BRASS_DARK, rivets=True), InstructionGroup()
        self.canvas.add(self._plate)
        self.canvas.add(self._drawing)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, seat: CertifySeat) -> None:
        """The asked reader, now."""
        if seat != self._seat:
            self._seat = seat
            self._draw()

    def _draw(self, *_: Any) -> None:
        """Slots on the left, the handle on the right, and over all a large sign where it is done or does not answer.

        The handle has more room while it is what is asked for.
        """
        self._plate.place(*self.pos, *self.size)
        self._drawing.clear()
        if self._seat is None or min(self.size) <= 1:
            return
        pad = u(10)
        across = (self.width - 2 * pad) * (WIDE if self._seat.handle and self._seat.state != "gone" else NARROW)
        self._draw_slots(self._seat, self.x + pad, self.width - 3 * pad - across)
        self._draw_handle(self._seat, self.x + self.width - pad - across, across)
        if self._seat.state in ("gone", "done"):
            name, tint = ("warning", WARNING) if self._seat.state == "gone" else ("tick", GOOD)
            side = self.height * 0.72
            paint_symbol(self._drawing, SYMBOLS[name], self.x + (self.width - side) / 2, self.y + (self.height - side) / 2, side, tint, NIGHT)

    # ---- Slots -------------------------------------------------------------------------------------------------------

    def _draw_slots(self, seat: CertifySeat, left: float, width: float) -> None:
        """Five slots with their numbers above and, while cards are asked for, what is right or to be done below."""
        share, foot, head = width / SLOTS, min(u(34), self.height * 0.2), min(u(28), self.height * 0.16)
        low, high = self.y + foot + u(6), self.height - foot - head - u(8)
        wide = min(share * 0.88, high * 0.78)
        for slot in range(1, SLOTS + 1):
            middle = left + share * (slot - 0.5)
            paint_text(self._drawing, str(slot), middle, low + high + head / 2, head * 0.8, IVORY if seat.cards else SEAM)
            self._draw_slot(seat, slot, middle - wide / 2, low, wide, high)
            if seat.cards and seat.state != "gone":
                self._mark(seat, seat.slots[slot - 1], middle, self.y + u(4), foot)

    def _draw_slot(self, seat: CertifySeat, slot: int, x: float, low: float, wide: float, high: float) -> None:
        """The bed of a slot with the test card that belongs there; a bright rim once the reader reads it as it should."""
        right = bool(seat.cards) and seat.slots[slot - 1] == RIGHT
        rim = GOOD if right else BRASS if seat.cards else SEAM
        for margin, tint in ((0.0, rim), (u(2), NIGHT)):
            self._drawing.add(Color(*tint))
            self._drawing.add(RoundedRectangle(pos=(x + margin, low + margin), size=(wide - 2 * margin, high - 2 * margin), radius=[u(5)]))
        if seat.cards not in ("", EMPTY):
            gap = u(4)
            paint_test_card(self._drawing, slot, x + gap, low + gap, wide - 2 * gap, high - 2 * gap, seat.cards == TURNED)

    def _mark(self, seat: CertifySeat, shown: str, middle: float, low: float, side: float) -> None:
        """A tick, or which way the hand goes: card out, card turned round, card in."""
        name, tint = ("tick", GOOD) if shown == RIGHT else (WAYS.get(seat.cards, "south"), WARNING)
        paint_symbol(self._drawing, SYMBOLS[name], middle - side / 2, low, side, tint, PANEL)

    # ---- The handle --------------------------------------------------------------------------------------------------

    def _draw_handle(self, seat: CertifySeat, left: float, width: float) -> None:
        """The knob in its track where it is to go, and beside it which way, while the handle is asked for; else in the middle."""
        asked = bool(seat.handle) and seat.state != "gone"
        track, pad = min(width, self.height * 0.34), u(10)
        middle = left + (width * 0.28 if asked else width / 2)
        self._drawing.add(Color(*NIGHT))
        self._drawing.add(RoundedRectangle(pos=(middle - track * 0.22, self.y + pad), size=(track * 0.44, self.height - 2 * pad), radius=[track * 0.22]))
        knob = min(track, width * 0.52 if asked else width * 0.8)
        way = (self.height - 2 * pad - knob) / 2
        self._knob(middle, self.y + self.height / 2 + (ENDS[seat.handle] if asked else 0) * way, knob, asked)
        if asked:
            self._way(seat.handle, left + width * 0.74, min(width * 0.46, self.height * 0.66))

    def _knob(self, x: float, y: float, side: float, asked: bool) -> None:
        """The knob about a point, `side` pixels wide; of brass only while it is asked for."""
        for share, tint in ((1.0, NIGHT), (0.94, BRASS_DARK), (0.82, BRASS if asked else SEAM)):
            self._drawing.add(Color(*tint))
            self._drawing.add(Ellipse(pos=(x - side * share / 2, y - side * share / 2), size=(side * share, side * share), segments=48))

    def _way(self, handle: str, x: float, side: float) -> None:
        """Which way the hand moves it, or that it keeps off."""
        y = self.y + self.height / 2
        if handle != REST:
            self._sign("north" if handle == PUSH else "south", x, y, side, WARNING)
            return
        self._sign("hand", x, y, side, SAND)
        self._sign("cross", x, y, side * 1.25, BAD)

    def _sign(self, name: str, x: float, y: float, side: float, tint: Rgba) -> None:
        paint_symbol(self._drawing, SYMBOLS[name], x - side / 2, y - side / 2, side, tint, PANEL)


ROW_MOST, LIGHT_MOST = 120, 84
"""Beyond these a reader's row gains no height, and a light no width, as on the seven-inch panel."""
LIT: Final = "lit"
"""What `CertifySeat.lights` say of a light that should burn."""


class LightButton(Pressable):
    """One light as it should be, with its number; a cross over it says that it is otherwise."""

    def __init__(self, number: int, send: Send, **rest: Any) -> None:
        """`number` from 1; `send` is told what a touch says, and nothing before `show`."""
        self._number, self._drawing = number, InstructionGroup()
        self._choice: Choice | None = None
        super().__init__(lambda: send(self._choice.message) if self._choice is not None else None, **rest)
        self.canvas.add(self._drawing)

    def show(self, choice: Choice) -> None:
        """How it should be, and whether it is otherwise."""
        if choice != self._choice:
            self._choice, self.chosen = choice, choice.chosen
            self.draw()

    def tints(self) -> tuple[Rgba, Rgba]:
        """Chosen it does not lie on brass, as other plates do: the light must be seen as it should be."""
        return NIGHT, BAD if self.chosen else SEAM

    def place(self) -> None:
        """The number above, the light below it, the cross over both."""
        self._drawing.clear()
        middle, head = self.x + self.width / 2, min(u(22), self.height * 0.34)
        size, lit = min(self.width * 0.7, self.height - head - u(8)), self._choice is not None and self._choice.about == LIT
        paint_text(self._drawing, str(self._number), middle, self.y + self.height - head / 2 - u(2), head * 0.84, SAND)
        low = self.y + (self.height - head) / 2
        paint_lamp(self._drawing, middle, low, size * (0.74 if lit else 1), lit)
        self.sign.clear()
        if self.chosen:
            side = min(self.width, self.height) * 1.02
            # A dark cross below the bright one, to be told from a burning light.
            for name, share, tint in (("cross", 1.0, NIGHT), ("cross", 0.92, WARNING)):
                across = side * share
                paint_symbol(self.sign, SYMBOLS[name], middle - across / 2, self.y + (self.height - across) / 2, across, tint, NIGHT)


class LightRow(Widget):
    """One reader: who it is, and its five lights."""

    def __init__(self, seat: CertifySeat, send: Send, **rest: Any) -> None:
        """`send` is told what a touched light says."""
        super().__init__(**rest)
        self._plate = Plate(PANEL)
        self.canvas.add(self._plate)
        self.token = Token(seat.name, seat.colour, seat.shape)
        self.name = Words("", SMALL, bold=True, least=14, shorten=True, shorten_from="right", max_lines=1)
        self.lights = [LightButton(number, send) for number in range(1, len(seat.lights) + 1)]
        for child in (self.token, self.name, *self.lights):
            self.add_widget(child)
        self.bind(pos=self._place, size=self._place)

    def show(self, seat: CertifySeat) -> None:
        """The same reader in this picture; ValueError where it has another number of lights."""
        self.token.show(seat.name, seat.colour, seat.shape)
        self.name.text = f"{seat.seat}  {seat.name}"
        for light, choice in zip(self.lights, seat.lights, strict=True):
            light.show(choice)

    def _place(self, *_: Any) -> None:
        """The lights on the right, as broad as they may be; sign and name take what is left."""
        self._plate.place(*self.pos, *self.size)
        pad, gap = u(5), u(4)
        # With two readers side by side the names leave hardly 47 to a light, the nine millimetres of a finger; so the names give way a little.
        wide = max(u(TOUCH - 3), min(u(LIGHT_MOST), (self.width * 0.68 - 2 * pad) / len(self.lights) - gap))
        left = self.x + self.width - pad - len(self.lights) * (wide + gap) + gap
        for at, light in enumerate(self.lights):
            put(light, left + at * (wide + gap), self.y + pad, wide, self.height - 2 * pad)
        room, name = left - self.x - 2 * pad, u(24)
        side = min(self.height - name - 2 * pad, u(54), room)
        put(self.token, self.x + pad + (room - side) / 2, self.y + name + pad, side, side)
        put(self.name, self.x + pad, self.y + u(3), room, name)
        self.name.halign = "center"


class CertifyLights(Widget):
    """A row for each reader, in two columns where more than three lie side by side; no reader ever leaves it."""

    def __init__(self, send: Send, **rest: Any) -> None:
        """Empty; `show` fills it. `send` is told what a touched light says."""
        super().__init__(**rest)
        self._send = send
        self.rows: dict[int, LightRow] = {}
        self.bind(pos=self._place, size=self._place)

    def show(self, page: CertifyPage) -> None:
        """Every reader's lights in this picture."""
        for seat in page.seats:
            if seat.seat not in self.rows:
                self.rows[seat.seat] = LightRow(seat, self._send)
                self.add_widget(self.rows[seat.seat])
            self.rows[seat.seat].show(seat)
        self._place()

    def _place(self, *_: Any) -> None:
        """Rows from the top in one column or two, all of one height, in the middle of what they leave free."""
        gap, columns = u(GAP - 2), 2 if lying() and len(self.rows) > 3 else 1
        count = -(-len(self.rows) // columns) or 1
        wide, high = (self.width - gap * (columns - 1)) / columns, min((self.height - gap * (count - 1)) / count, u(ROW_MOST))
        spare = (self.height - count * high - (count - 1) * gap) / 2
        for at, row in enumerate(self.rows.values()):
            down, column = divmod(at, columns)
            put(row, self.x + column * (wide + gap), self.y + self.height - spare - (down + 1) * high - down * gap, wide, high)
