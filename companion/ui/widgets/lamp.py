"""Lock lights as they are drawn: dark, burning, or blinking because the slot wants a hand.

Real readers keep their own time; on the screen the bridge tells all lights at once when to darken, and nothing ticks while none blinks.
"""
from __future__ import annotations

from kivy.graphics import Color, Ellipse, InstructionGroup
from kivy.graphics import Line as Stroke

from companion.signals import BLINK, DARK
from companion.ui.paint import SYMBOLS, paint_symbol, paint_text
from companion.ui.theme import LAMP, NIGHT, SEAM


def paint_lamp(onto: InstructionGroup, x: float, y: float, size: float, burning: bool, sign: str = "lock") -> None:
    """Paint a lock light centred on a point: burning it is red, glows and carries a padlock or another `sign`; dark it is a ring.

    `size` is its width in pixels without the glow, which reaches a third farther.
    """
    if not burning:
        _disc(onto, x, y, size, SEAM)
        _disc(onto, x, y, size * 0.7, NIGHT)
        return
    _disc(onto, x, y, size * 1.35, (*LAMP[:3], 0.3))
    _disc(onto, x, y, size, LAMP)
    if sign == "lock":
        lock = size * 0.66
        paint_symbol(onto, SYMBOLS["lock"], x - lock / 2, y - lock / 2, lock, NIGHT, LAMP)
    else:
        paint_text(onto, sign, x, y, size * 0.9, NIGHT)


def _disc(onto: InstructionGroup, x: float, y: float, size: float, tint: tuple[float, ...]) -> None:
    onto.add(Color(*tint))
    onto.add(Ellipse(pos=(x - size / 2, y - size / 2), size=(size, size)))


class Lamps(InstructionGroup):
    """The lock lights that one widget shows. A widget that keeps them in an attribute `lamps` blinks with all others on the screen.

    A blinking light keeps a red ring while it is dark, and carries "!" while it burns.
    """

    def __init__(self) -> None:
        """No lights yet; `put` adds them."""
        super().__init__()
        self._steady, self._winking = InstructionGroup(), InstructionGroup()
        self.blinks, self.bright = False, True
        self.add(self._steady)
        self.add(self._winking)

    def start(self) -> None:
        """Take all lights away, to put others."""
        self._steady.clear()
        self._winking.clear()
        self.blinks = False

    def put(self, x: float, y: float, size: float, lamp: int) -> None:
        """A light centred on a point: DARK, LIT or BLINK."""
        if lamp != BLINK:
            paint_lamp(self._steady, x, y, size, lamp != DARK)
            return
        self.blinks = True
        paint_lamp(self._steady, x, y, size, False)
        self._steady.add(Color(*LAMP))
        self._steady.add(Stroke(circle=(x, y, size * 0.5), width=max(1.0, size * 0.05)))
        paint_lamp(self._winking, x, y, size, True, "!")

    def blink(self, bright: bool) -> None:
        """Light those that blink, or darken them; lights that are put later are as these."""
        # The group is taken out and put in again as a whole: nothing is painted anew for a blink.
        if bright == self.bright:
            return
        self.bright = bright
        if bright:
            self.add(self._winking)
        else:
            self.remove(self._winking)
