"""A clank on the map: its sign, a pointer the way it faces, its damage as a ring that ten marks would close, as the tenth destroys [8.1].

It is painted once round a point; where it stands and how it is turned are two instructions that change.
"""
from __future__ import annotations

from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Rotate, Translate
from kivy.graphics import Line as Stroke

from companion.content.livery import LETTER_AT, OUTLINES
from companion.session.view import ClankPicture
from companion.ui.paint import paint_outline, paint_text
from companion.ui.theme import BAD, INK, IVORY, LIVERY, NIGHT, Rgba
from companion.ui.widgets.camera import Spot

SIGN = 0.68
"""The share of a square's side that a clank's sign takes; pointer and damage lie in the room round it."""
_POINTER = ((0.5, 1.1), (0.9, 0.6), (0.5, 0.6), (0.1, 0.6))


class ClankMarker(InstructionGroup):
    """The drawing of a clank, moved and turned without painting it again. A ghost is only an outline: where it came from."""

    def __init__(self, clank: ClankPicture, side: float, *, heads: bool = True, ghost: bool = False) -> None:
        """For squares of `side` pixels, with a pointer if `heads`; `place` puts it somewhere."""
        super().__init__()
        self._side = side
        self._spot, self._turn = Translate(0, 0), Rotate(angle=0, axis=(0, 0, 1), origin=(0, 0))
        self.add(PushMatrix())
        self.add(self._spot)
        if heads:
            self._paint_pointer(IVORY if not ghost else _faint(IVORY))
        self._paint_sign(clank, ghost)
        if clank.damage and not ghost:
            self._paint_damage(clank.damage)
        self.add(PopMatrix())

    def place(self, spot: Spot, angle: float) -> None:
        """Stand with its middle on a spot counted in squares, its pointer turned by degrees with the clock from north."""
        self._spot.xy = spot[0] * self._side, spot[1] * self._side
        # Kivy turns against the clock.
        self._turn.angle = -angle

    def _paint_pointer(self, tint: Rgba) -> None:
        """A tip that looks out beyond the sign, northward until `place` turns it."""
        self.add(PushMatrix())
        # Only the pointer turns: an initial on its head could not be read.
        self.add(self._turn)
        half = self._side / 2
        paint_outline(self, _POINTER, -half, -half, self._side, tint, NIGHT, max(1.2, self._side / 20))
        self.add(PopMatrix())

    def _paint_sign(self, clank: ClankPicture, ghost: bool) -> None:
        """Its shape in its colour with its initial; hollow where it is a ghost or powered down."""
        size, colour = self._side * SIGN, LIVERY[clank.colour]
        height, share = LETTER_AT.get(clank.shape, (0.5, 0.62))
        low = -size / 2
        # A clank that is powered down [6.5] is hollow, too, but not faint.
        hollow = ghost or clank.down
        fill, edge, ink = (_faint(NIGHT) if ghost else NIGHT, colour, colour) if hollow else (colour, NIGHT, INK)
        paint_outline(self, OUTLINES[clank.shape], low, low, size, fill, _faint(edge) if ghost else edge, max(1.5, self._side / 16))
        paint_text(self, clank.name[:1].upper(), 0, low + size * height, size * share, _faint(ink) if ghost else ink)

    def _paint_damage(self, damage: int) -> None:
        """Marks with the clock from the south, one for each point, ten to the round."""
        radius, width = self._side * 0.45, max(1.2, self._side * 0.045)
        for tint, thick in ((NIGHT, width * 1.7), (BAD, width)):
            self.add(Color(*tint))
            for point in range(damage):
                start = 180 + 36 * point + 5
                self.add(Stroke(circle=(0, 0, radius, start, start + 26), width=thick, cap="none"))


def _faint(tint: Rgba) -> Rgba:
    return *tint[:3], tint[3] * 0.75
