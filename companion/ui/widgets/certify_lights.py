"""The acceptance run while lights are compared: every reader's five as they should be; those that are otherwise are touched.

No reader can tell what its lights really do, so that people compare; what they touched stands crossed out.
"""
from __future__ import annotations

from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.session.view_certify import CertifyPage, CertifySeat
from companion.session.view_menu import Choice
from companion.ui.paint import paint_symbol, paint_text
from companion.ui.screens.base import Send, put
from companion.ui.symbols import SYMBOLS
from companion.ui.theme import BAD, GAP, NIGHT, PANEL, SAND, SEAM, SMALL, TOUCH, WARNING, Rgba, lying, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.lamp import paint_lamp
from companion.ui.widgets.panel import Plate
from companion.ui.widgets.pressable import Pressable
from companion.ui.widgets.text import Words

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
