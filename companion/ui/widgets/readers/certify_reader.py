"""Readers in the acceptance run: handle and test cards of one reader, and the lights of all.

No reader can sense what its lights really do, so people compare them; lights that they touched as
wrong are crossed out.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.session.choices import Choice
from companion.session.pages.certify import CertifyPage, CertifySeat
from companion.signals import PULL, PUSH, REST, SLOTS
from companion.ui.layout import arrange, grid, hbox, leave_empty, vbox, with_padding, with_size
from companion.ui.paint import paint_plate, paint_symbol, paint_text
from companion.ui.theme import (
    BAD,
    BRASS,
    BRASS_DARK,
    GAP,
    GOOD,
    NIGHT,
    PANEL,
    SAND,
    SEAM,
    SMALL,
    TOUCH,
    WARNING,
    Rgba,
    is_landscape,
    u,
)
from companion.ui.widgets.badge import Token
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.cards.card import TestCard
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import Plate, add_all, place_widget
from companion.ui.widgets.readers.reader_handle import paint_knob
from companion.ui.widgets.readers.slots import FiveSlots, SlotContent, paint_lamp

EMPTY, TURNED, RIGHT = "empty", "turned", "right"
WAYS: Final = {EMPTY: "north", TURNED: "redo"}
"""Signs for what to do with a slot that is not right yet, other than inserting a card."""
ENDS: Final = {PUSH: 1, REST: 0, PULL: -1}
"""Position → direction of the knob from its middle, as the player sees it: pushed away is up."""
WIDE, NARROW = 0.44, 0.2
"""Share of the reader for the handle, while the handle and while cards are tested."""
ROW_MOST, LIGHT_MOST = 120, 84
"""Greatest useful height of a reader's row and width of a light, as on the seven-inch panel."""
LIT: Final = "lit"
"""The value in `CertifySeat.lights` of a light that should burn."""


class AskedReader(Widget):
    """The reader under test: where handle and test cards go, and what is right.

    It fills its box, and parts that are not tested now are dim.
    """

    def __init__(self, **rest: Any) -> None:
        """Make it empty; `show` says what is tested."""
        super().__init__(**rest)
        self._seat: CertifySeat | None = None
        self._plate, self._drawing, self._over = (
            Plate(PANEL, BRASS_DARK, rivets=True),
            InstructionGroup(),
            InstructionGroup(),
        )
        self.slots = FiveSlots(tall=True)
        self.canvas.add(self._plate)
        self.canvas.add(self._drawing)
        self.add_widget(self.slots)
        self.canvas.after.add(self._over)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, seat: CertifySeat) -> None:
        """Show the reader under test."""
        if seat != self._seat:
            self._seat = seat
            self.slots.show(tuple(self._slot(seat, slot) for slot in range(1, SLOTS + 1)))
            self._draw()

    @staticmethod
    def _slot(seat: CertifySeat, slot: int) -> SlotContent:
        """Return a slot with its test card, and a tick if it is right, or what to do with it."""
        if not seat.cards:
            return SlotContent(None)
        right = seat.slots[slot - 1] == RIGHT
        mark = ("tick", GOOD) if right else (WAYS.get(seat.cards, "south"), WARNING)
        card = TestCard(slot, seat.cards == TURNED) if seat.cards != EMPTY else None
        return SlotContent(
            None, GOOD if right else BRASS, card=card, mark=mark if seat.state != "gone" else None
        )

    def _draw(self, *_: Any) -> None:
        """Draw slots on the left and the handle on the right, with more room while it is tested.

        A large sign covers both where the reader is done or does not answer.
        """
        self._plate.place(*self.pos, *self.size)
        self._drawing.clear()
        self._over.clear()
        if self._seat is None or min(self.size) <= 1:
            return
        pad = u(10)
        across = (self.width - 2 * pad) * (
            WIDE if self._seat.handle and self._seat.state != "gone" else NARROW
        )
        place_widget(
            self.slots, self.x + pad, self.y, self.width - 3 * pad - across, self.height - u(4)
        )
        self._draw_handle(self._seat, self.x + self.width - pad - across, across)
        if self._seat.state in ("gone", "done"):
            name, tint = ("warning", WARNING) if self._seat.state == "gone" else ("tick", GOOD)
            side = self.height * 0.72
            paint_symbol(
                self._over,
                name,
                self.x + (self.width - side) / 2,
                self.y + (self.height - side) / 2,
                side,
                tint,
                NIGHT,
            )

    def _draw_handle(self, seat: CertifySeat, left: float, width: float) -> None:
        """Draw the knob at its goal, or in the middle if not tested.

        A sign beside it says which way to move it, or to leave it.
        """
        asked = bool(seat.handle) and seat.state != "gone"
        track, pad = min(width, self.height * 0.34), u(10)
        middle = left + (width * 0.28 if asked else width / 2)
        paint_plate(
            self._drawing,
            middle - track * 0.22,
            self.y + pad,
            track * 0.44,
            self.height - 2 * pad,
            NIGHT,
            track * 0.22,
        )
        knob = min(track, width * 0.52 if asked else width * 0.8)
        way = (self.height - 2 * pad - knob) / 2
        paint_knob(
            self._drawing,
            middle,
            self.y + self.height / 2 + (ENDS[seat.handle] if asked else 0) * way,
            knob,
            BRASS if asked else SEAM,
        )
        if not asked:
            return
        x, y = left + width * 0.74, self.y + self.height / 2
        side = min(width * 0.46, self.height * 0.66)
        signs = (
            (("hand", side, SAND), ("cross", side * 1.25, BAD))
            if seat.handle == REST
            else (("north" if seat.handle == PUSH else "south", side, WARNING),)
        )
        for name, side, tint in signs:
            paint_symbol(self._drawing, name, x - side / 2, y - side / 2, side, tint, PANEL)


class LightButton(Pressable):
    """One light as it should be, with its number; a cross says that it differs."""

    def __init__(self, number: int, send: Send, **rest: Any) -> None:
        """Make light `number`, from 1; `send` gets the message of a touch after `show`."""
        self._number = number
        self._choice: Choice | None = None
        super().__init__(send, **rest)

    def show(self, choice: Choice) -> None:
        """Show the light as it should be, and whether it differs."""
        if choice != self._choice:
            self._choice, self.message, self.chosen = choice, choice.message, choice.chosen
            self.draw()

    def tints(self) -> tuple[Rgba, Rgba]:
        """Return dark tints, also if chosen: the light must be seen as it should be."""
        return NIGHT, BAD if self.chosen else SEAM

    def place(self) -> None:
        """Draw the number above, the light below it, the cross over both."""
        middle, head = self.x + self.width / 2, min(u(22), self.height * 0.34)
        size, lit = (
            min(self.width * 0.7, self.height - head - u(8)),
            self._choice is not None and self._choice.about == LIT,
        )
        paint_text(
            self.sign,
            str(self._number),
            middle,
            self.y + self.height - head / 2 - u(2),
            head * 0.84,
            SAND,
        )
        low = self.y + (self.height - head) / 2
        paint_lamp(self.sign, middle, low, size * (0.74 if lit else 1), lit)
        if self.chosen:
            side = min(self.width, self.height) * 1.02
            # A dark cross below the bright one makes it stand out from a burning light.
            for share, tint in ((1.0, NIGHT), (0.92, WARNING)):
                across = side * share
                paint_symbol(
                    self.sign,
                    "cross",
                    middle - across / 2,
                    self.y + (self.height - across) / 2,
                    across,
                    tint,
                    NIGHT,
                )


class LightRow(Widget):
    """One reader: its sign and its five lights."""

    def __init__(self, seat: CertifySeat, send: Send, **rest: Any) -> None:
        """Call `send` with the message of a touched light."""
        super().__init__(**rest)
        self._plate = Plate(PANEL)
        self.canvas.add(self._plate)
        self.token = Token(*seat.sign)
        self.name = Label(
            "",
            SMALL,
            bold=True,
            align="center",
            least=14,
            cut="right",
        )
        self.lights = [LightButton(number, send) for number in range(1, len(seat.lights) + 1)]
        add_all(self, self.token, self.name, *self.lights)
        self.bind(pos=self._place, size=self._place)

    def show(self, seat: CertifySeat) -> None:
        """Show the reader's lights.

        Raises:
            ValueError: The number of lights has changed.
        """
        self.token.show(*seat.sign)
        self.name.text = f"{seat.seat}  {seat.sign.name}"
        for light, choice in zip(self.lights, seat.lights, strict=True):
            light.show(choice)

    def _place(self, *_: Any) -> None:
        """Place the lights on the right, as wide as allowed; sign and name get the rest."""
        self._plate.place(*self.pos, *self.size)
        pad, gap = u(5), u(4)
        # With two readers side by side the names leave hardly 47 to a light, the nine millimetres
        # of a finger; so the names get a little less.
        wide = max(
            u(TOUCH - 3), min(u(LIGHT_MOST), (self.width * 0.68 - 2 * pad) / len(self.lights) - gap)
        )
        lights = grid(self.lights, len(self.lights), gap=gap)
        who = vbox(
            leave_empty,
            with_size(self.token, min(self.height - u(24) - 2 * pad, u(54))),
            with_size(leave_empty, pad - u(3)),
            with_size(self.name, u(24)),
            with_size(leave_empty, u(3)),
            gap=0,
        )
        wide = len(self.lights) * (wide + gap) - gap
        row = hbox(who, with_size(with_padding(lights, 0, pad), wide), gap=pad)
        arrange(with_padding(row, pad, 0), self)


class CertifyLights(Widget):
    """A row for each reader, in two columns if there are more than three in a landscape window.

    Rows of readers are never removed.
    """

    def __init__(self, send: Send, **rest: Any) -> None:
        """Make it empty; `show` fills it. `send` gets the message of a touched light."""
        super().__init__(**rest)
        self._send = send
        self.rows: dict[int, LightRow] = {}
        self.bind(pos=self._place, size=self._place)

    def show(self, page: CertifyPage) -> None:
        """Show all readers' lights."""
        for seat in page.seats:
            if seat.seat not in self.rows:
                self.rows[seat.seat] = LightRow(seat, self._send)
                self.add_widget(self.rows[seat.seat])
            self.rows[seat.seat].show(seat)
        self._place()

    def _place(self, *_: Any) -> None:
        """Place rows of one height from the top in one or two columns, centred in the free room."""
        columns = 2 if is_landscape() and len(self.rows) > 3 else 1
        arrange(
            grid(self.rows.values(), columns, gap=u(GAP - 2), most=u(ROW_MOST), middle=True), self
        )
