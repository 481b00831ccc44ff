"""Slots: their lock lights, five of them in small, and the bed of one slot of an open reader.

Real readers keep their own time; on the screen the bridge switches all blinking lights together,
and nothing ticks while none blinks.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, Ellipse, InstructionGroup
from kivy.graphics import Line as Stroke
from kivy.uix.widget import Widget

from companion.games.scene import Face
from companion.named_tuples import NamedTuple
from companion.session.view import SlotPicture
from companion.signals import BLINK, DARK, SLOTS
from companion.ui.paint import paint_bar, paint_fitting, paint_rimmed, paint_symbol, paint_text
from companion.ui.theme import (
    BRASS,
    BRASS_LIGHT,
    INK,
    IVORY,
    LAMP,
    NIGHT,
    PANEL,
    RAISED,
    SEAM,
    SMALL,
    WARNING,
    Rgba,
    u,
)
from companion.ui.widgets.cards.card import (
    TestCard,
    paint_back,
    paint_card,
    paint_sign,
    paint_test_card,
)
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import Plate, place_widget, toggle_child
from companion.ui.widgets.readers.reader_desk import LAMP as STRIP
from companion.words import Text, text

PLAIN, NEXT, AIMED = "plain", "next", "aimed"
"""An ordinary slot, the one for the next touched card, the one below a dragged card."""
MOST_CONTRAST: Final = 255
"""Greatest difference of the brightest and the darkest cell (`SlotReport.contrast`)."""
READABLE: Final = 38
"""Width of a card from which its face is readable, as on the seven-inch panel; about seven
millimetres there."""


def paint_lamp(
    onto: InstructionGroup, x: float, y: float, size: float, burning: bool, sign: str = "lock"
) -> None:
    """Paint a lock light centred on a point: burning or dark.

    Burning it is red, glows and has a padlock or another `sign`; without a sign it is of brass and
    only points out the slot. Dark it is a ring. `size` is its width in pixels without the glow,
    which reaches a third farther.
    """
    if not burning:
        _disc(onto, x, y, size, SEAM)
        _disc(onto, x, y, size * 0.7, NIGHT)
        return
    tint = LAMP if sign else BRASS_LIGHT
    _disc(onto, x, y, size * 1.35, (*tint[:3], 0.3))
    _disc(onto, x, y, size, tint)
    if sign == "lock":
        lock = size * 0.66
        paint_symbol(onto, "lock", x - lock / 2, y - lock / 2, lock, NIGHT, LAMP)
    elif sign:
        paint_text(onto, sign, x, y, size * 0.9, NIGHT)


def _disc(onto: InstructionGroup, x: float, y: float, size: float, tint: Rgba) -> None:
    onto.add(Color(*tint))
    onto.add(Ellipse(pos=(x - size / 2, y - size / 2), size=(size, size)))


class LampRow(InstructionGroup):
    """The lock lights of one widget, which blink with all others if its attribute is named `lamps`.

    A blinking light keeps a red ring while it is dark, and has "!" while it burns.
    """

    def __init__(self) -> None:
        """Make it empty; `put` adds lights."""
        super().__init__()
        self._steady, self._winking = InstructionGroup(), InstructionGroup()
        self.blinks, self.bright = False, True
        self.add(self._steady)
        self.add(self._winking)

    def start(self) -> None:
        """Remove all lights, to put others."""
        self._steady.clear()
        self._winking.clear()
        self.blinks = False

    def put(self, x: float, y: float, size: float, lamp: int, *, locks: bool = True) -> None:
        """Add a DARK, LIT or BLINK light centred on a point; with `locks` it has a padlock."""
        if lamp != BLINK:
            paint_lamp(self._steady, x, y, size, lamp != DARK, "lock" if locks else "")
            return
        self.blinks = True
        paint_lamp(self._steady, x, y, size, False)
        self._steady.add(Color(*LAMP))
        self._steady.add(Stroke(circle=(x, y, size * 0.5), width=max(1.0, size * 0.05)))
        paint_lamp(self._winking, x, y, size, True, "!")

    def blink(self, bright: bool) -> None:
        """Switch blinking lights on or off, also those that are put later."""
        # The group is removed and added as a whole: a blink paints nothing again.
        if bright == self.bright:
            return
        self.bright = bright
        if bright:
            self.add(self._winking)
        else:
            self.remove(self._winking)


def paint_head(
    onto: InstructionGroup,
    lamps: LampRow,
    x: float,
    top: float,
    width: float,
    strip: float,
    number: int,
    lamp: int,
    *,
    locks: bool = True,
) -> None:
    """Paint the head of a slot, `strip` pixels high below `top`.

    Its number is on the left, its light on the right, with a padlock if it `locks`.
    """
    paint_text(onto, str(number), x + strip * 0.5, top - strip / 2, u(24), IVORY)
    lamps.put(x + width - strip * 0.6, top - strip / 2, strip * 0.71, lamp, locks=locks)


class SlotContent(NamedTuple):
    """Content of one of five small slots."""

    lamp: int | None = DARK
    """The light above it; None for its number."""
    rim: Rgba = SEAM
    covered: bool = False
    """Whether it shows the back of a card."""
    card: Face | TestCard | None = None
    """Shows its face if it is readable, else `sign`, `words`, or the sign of its move."""
    sign: str = ""
    words: Text | str = ""
    ink: Rgba = WARNING
    """The tint of the sign."""
    contrast: int | None = None
    """A bar at its foot, 0-255."""
    mark: tuple[str, Rgba] | None = None
    """A symbol with its tint below the slot."""


class FiveSlots(Widget):
    """Five slots in small, numbered from the left.

    `broad` slots take all their width, for words; `tall` ones all the height above the marks.
    """

    def __init__(self, *, broad: bool = False, tall: bool = False, **rest: Any) -> None:
        """Make them empty; `show` fills them."""
        super().__init__(**rest)
        self._broad, self._tall = broad, tall
        self.slots: tuple[SlotContent, ...] = ()
        self.lamps, self._drawing = LampRow(), InstructionGroup()
        self.canvas.add(self._drawing)
        self.canvas.add(self.lamps)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, slots: tuple[SlotContent, ...]) -> None:
        if slots != self.slots:
            self.slots = slots
            self._draw()

    def _draw(self, *_: Any) -> None:
        """Draw lights or numbers above slots, both as large as fits.

        The height of a slot is at most 1.5 times its width.
        """
        self._drawing.clear()
        self.lamps.start()
        share, gap = self.width / SLOTS, u(2 if self._broad else 4)
        head, foot = (
            min(share * 0.6, self.height * (0.3 if self._broad else 0.32)),
            min(u(34), self.height * 0.2) if self._tall else 0,
        )
        room = high = self.height - head - gap - (foot + gap if self._tall else 0)
        wide = min(share * 0.84, high / 1.2)
        if self._broad:
            wide = share - u(4)
        elif not self._tall:
            high = min(high, wide * 1.5)
        low = self.y + self.height - room - head - gap + (room - high) / 2
        for number, slot in enumerate(self.slots, 1):
            middle = self.x + share * (number - 0.5)
            above = low + high + gap + head / 2
            if slot.lamp is None:
                paint_text(
                    self._drawing,
                    str(number),
                    middle,
                    above,
                    head * 0.8,
                    SEAM if slot.rim == SEAM else IVORY,
                )
            else:
                self.lamps.put(middle, above, head * 0.84, slot.lamp)
            self._draw_slot(slot, middle - wide / 2, low, wide, high)
            if slot.mark is not None:
                paint_symbol(
                    self._drawing,
                    slot.mark[0],
                    middle - foot / 2,
                    self.y + gap,
                    foot,
                    slot.mark[1],
                    PANEL,
                )

    def _draw_slot(
        self, slot: SlotContent, x: float, y: float, width: float, height: float
    ) -> None:
        """Draw a card, or a bed with its sign."""
        onto = self._drawing
        if slot.covered:
            paint_back(onto, x, y, width, height)
        elif isinstance(slot.card, TestCard):
            paint_test_card(onto, slot.card, x, y, width, height, slot.rim)
        elif slot.card is not None and width >= u(READABLE):
            paint_card(onto, slot.card, x, y, width, height, slot.rim)
        elif slot.card is not None and not slot.sign:
            paint_sign(onto, slot.card, x, y, width, height, slot.rim)
        else:
            paint_rimmed(onto, x, y, width, height, slot.rim, NIGHT, u(2), u(4))
            side, bar = min(width, height) * 0.78, u(8) if self._broad else 0
            if slot.sign:
                paint_symbol(
                    onto,
                    slot.sign,
                    x + (width - side) / 2,
                    y + (height - side) / 2,
                    side,
                    slot.ink,
                    NIGHT,
                )
            if slot.words:
                paint_fitting(
                    onto,
                    slot.words,
                    x + width / 2,
                    y + (height + bar) / 2,
                    min(u(20), (height - bar) * 0.98),
                    width,
                    slot.ink,
                )
            if slot.contrast is not None:
                paint_bar(
                    onto,
                    x + u(3),
                    y + u(3),
                    width - u(6),
                    u(5),
                    slot.contrast / MOST_CONTRAST,
                    SEAM,
                    BRASS,
                )


class SlotBed(Widget):
    """The bed of one slot; the owner of the cards draws the card in it, unless it is covered.

    A covered card has no face here: the hand is hidden, or the card is unreadable.
    """

    def __init__(self, number: int, **rest: Any) -> None:
        """Make the bed of slot `number`, from 1."""
        super().__init__(**rest)
        self._number, self._slot, self._role = number, SlotPicture(None, False, False, ""), PLAIN
        self._plate, self._drawing, self.lamps = Plate(NIGHT, SEAM), InstructionGroup(), LampRow()
        for drawing in (self._plate, self._drawing, self.lamps):
            self.canvas.add(drawing)
        self.fault = Label("", SMALL, bold=True, tint=WARNING, align="center", least=16)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, slot: SlotPicture, role: str) -> None:
        """Show the slot's content, as PLAIN, NEXT or AIMED."""
        if (slot, role) == (self._slot, self._role):
            return
        self._slot, self._role = slot, role
        self.fault.text = slot.fault
        toggle_child(self, self.fault, bool(slot.fault))
        self._draw()

    def _draw(self, *_: Any) -> None:
        """Draw number and lamp in the strip above, then the bed, a fault in words at its foot."""
        # The rim shows a fault before a lock, and a lock before its role.
        face, rim = {
            PLAIN: (NIGHT, SEAM),
            NEXT: (PANEL, BRASS),
            AIMED: (RAISED, BRASS_LIGHT),
        }[self._role]
        self._plate.tint(face, WARNING if self._slot.fault else LAMP if self._slot.locked else rim)
        self._plate.place(*self.pos, *self.size)
        self._drawing.clear()
        strip = u(STRIP)
        middle, top = self.x + self.width / 2, self.y + self.height
        self.lamps.start()
        # Some games light the slot that waits for a card.
        locks = self._slot.locked or not self._slot.asked
        paint_head(
            self._drawing,
            self.lamps,
            self.x,
            top,
            self.width,
            strip,
            self._number,
            self._slot.lamp,
            locks=locks,
        )
        # In a narrow slot it would run into number and lamp; the padlock on the lamp is enough
        # there.
        if self._slot.locked and self.width > u(100):
            paint_text(self._drawing, text("LOCKED"), middle - u(2), top - strip / 2, u(17), LAMP)
        # The back of a covered card, or the sign of an empty slot.
        up = (self.height - strip) / 2
        if self._slot.filled and self._slot.card is None:
            width = min(self.width * 0.6, u(70))
            paint_back(
                self._drawing, middle - width / 2, self.y + up - width * 0.7, width, width * 1.4
            )
        elif not self._slot.filled and not self._slot.fault and self._slot.asked:
            tint = BRASS_LIGHT if self._role != PLAIN else SEAM
            sign = "south" if self._role != PLAIN else "plus"
            side = min(self.width * 0.4, (self.height - strip) * 0.4)
            paint_symbol(
                self._drawing, sign, middle - side / 2, self.y + up - side / 2, side, tint, INK
            )
        if self._slot.fault:
            side = u(24)
            paint_symbol(
                self._drawing,
                "warning",
                middle - side / 2,
                self.y + self.height - strip / 2 - side / 2,
                side,
                WARNING,
                NIGHT,
            )
        place_widget(self.fault, self.x + u(6), self.y + u(4), self.width - u(12), u(52))
