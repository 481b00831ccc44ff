"""What says that a list goes on: a bar beside it, and a shade with an arrow at each end beyond which there is more.

They are for the eye only: a list is dragged anywhere, not by its bar, which would be too narrow for a finger.
"""
from __future__ import annotations

from kivy.graphics import Color, InstructionGroup, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture

from companion.ui.paint import paint_symbol
from companion.ui.symbols import SYMBOLS
from companion.ui.theme import BRASS, NIGHT, SEAM, u

BAR, BAR_ROOM = 5, 11
"""Width of the bar, and what it takes from the rows, as on the seven-inch panel."""
SHADE = 34
"""Height of the shade, likewise."""


class RollMarks(InstructionGroup):
    """The drawing of both; nothing where all rows fit."""

    def place(self, box: tuple[float, float, float, float], across: float, total: float, hidden: float) -> None:
        """For a list in a box (x, y, width, height) whose rows are so wide and so high together, with pixels hidden above.

        All in pixels; less than one that does not fit counts as none.
        """
        self.clear()
        x, y, width, height = box
        beyond = total - height
        if beyond < 1:
            return
        if hidden > 1:
            self._shade(x, y + height - u(SHADE), across, True)
        if hidden < beyond - 1:
            self._shade(x, y, across, False)
        self._bar(x + width - u(BAR), y, height, (hidden / beyond, height / total))

    def _bar(self, x: float, y: float, height: float, part: tuple[float, float]) -> None:
        """How much of the list is in sight, and where."""
        where, share = part
        # In a very long list the bar would shrink to nothing.
        wide, length = u(BAR), max(u(24), height * share)
        for tint, low, high in ((SEAM, y, height), (BRASS, y + (height - length) * (1 - where), length)):
            self.add(Color(*tint))
            self.add(RoundedRectangle(pos=(x, low), size=(wide, high), radius=[wide / 2]))

    def _shade(self, x: float, y: float, width: float, upward: bool) -> None:
        """A shade that hides the list towards its end, with an arrow that says that it goes on there."""
        texture, high = _fading(), u(SHADE)
        corners = tuple(texture.tex_coords)
        self.add(Color(*NIGHT))
        self.add(Rectangle(texture=texture, pos=(x, y), size=(width, high), tex_coords=(*corners[4:], *corners[:4]) if upward else corners))
        side = high * 0.75
        paint_symbol(self, SYMBOLS["up" if upward else "down"], x + (width - side) / 2, y + (high - side if upward else 0), side, BRASS, NIGHT)


_SHADES: list[Texture] = []


def _fading() -> Texture:
    """White that fades from the bottom to the top, to be tinted; one for all lists."""
    # Not made when this module is read: a texture wants a window.
    if not _SHADES:
        texture = Texture.create(size=(1, 2), colorfmt="rgba")
        texture.blit_buffer(bytes((255, 255, 255, 255, 255, 255, 255, 0)), colorfmt="rgba", bufferfmt="ubyte")
        texture.wrap = "clamp_to_edge"
        _SHADES.append(texture)
    return _SHADES[0]
