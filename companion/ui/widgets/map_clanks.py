"""A clank on the map: its sign, a nose the way it faces, its damage as marks behind it, of which the tenth destroys [8.1].

Which way it faces must be seen a metre away, also by who cannot tell the shapes: so the nose is the same for all, as broad as the square and
light between dark edges, and the sign sits behind it in the rear of the square. It is painted once round a point; where it stands and how it
is turned are three instructions that change.
"""
from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Rotate, Translate
from kivy.graphics import Line as Stroke

from companion.content.livery import LETTER_AT, OUTLINES
from companion.session.view import ClankPicture
from companion.ui.paint import paint_outline, paint_text
from companion.ui.theme import BAD, INK, IVORY, LIVERY, NIGHT, Rgba
from companion.ui.widgets.camera import Spot

SIGN: Final = 0.6
"""The share of a square's side that a clank's sign takes."""
PARKED: Final = 0.7
"""The same where it does not matter which way it faces, and there is no nose."""
REAR: Final = 0.12
"""How far behind the middle of the square the sign stands, as a share of its side."""
NOSE: Final = ((0.5, 1.14), (1.0, 0.47), (0.0, 0.47))
"""The nose of a clank that faces north, in the unit square; the sign lies over its rear."""


class ClankMarker(InstructionGroup):
    """The drawing of a clank, moved and turned without painting it again. A ghost is only an outline: where it came from."""

    def __init__(self, clank: ClankPicture, side: float, *, heads: bool = True, ghost: bool = False) -> None:
        """For squares of `side` pixels, with a nose if `heads`; `place` puts it somewhere."""
        super().__init__()
        self._side, self._heads = side, heads
        self._spot, self._turn = Translate(0, 0), Rotate(angle=0, axis=(0, 0, 1), origin=(0, 0))
        self._rear = Translate(0, 0)
        self.add(PushMatrix())
        self.add(self._spot)
        # Only this part turns: an initial on its head could not be read.
        self.add(PushMatrix())
        self.add(self._turn)
        if heads:
            self._paint_nose(IVORY if not ghost else _faint(IVORY))
        if clank.damage and not ghost:
            self._paint_damage(clank.damage)
        self.add(PopMatrix())
        self.add(self._rear)
        self._paint_sign(clank, ghost)
        self.add(PopMatrix())

    def place(self, spot: Spot, angle: float) -> None:
        """Stand with its middle on a spot counted in squares, its nose turned by degrees with the clock from north."""
        self._spot.xy = spot[0] * self._side, spot[1] * self._side
        # Kivy turns against the clock.
        self._turn.angle = -angle if self._heads else 0.0
        back = REAR * self._side if self._heads else 0.0
        self._rear.xy = -sin(radians(angle)) * back, -cos(radians(angle)) * back

    def _paint_nose(self, tint: Rgba) -> None:
        """Light with a broad dark edge, so that it stands out from every colour and every ground; northward until `place` turns it."""
        half = self._side / 2
        paint_outline(self, NOSE, -half, -half, self._side, tint, NIGHT, max(1.6, self._side / 11))

    def _paint_sign(self, clank: ClankPicture, ghost: bool) -> None:
        """Its shape in its colour with its initial; hollow where it is a ghost or powered down."""
        size, colour = self._side * (SIGN if self._heads else PARKED), LIVERY[clank.colour]
        height, share = LETTER_AT.get(clank.shape, (0.5, 0.62))
        low = -size / 2
        # A clank that is powered down [6.5] is hollow, too, but not faint.
        hollow = ghost or clank.down
        fill, edge, ink = (_faint(NIGHT) if ghost else NIGHT, colour, colour) if hollow else (colour, NIGHT, INK)
        paint_outline(self, OUTLINES[clank.shape], low, low, size, fill, _faint(edge) if ghost else edge, max(1.5, self._side / 14))
        paint_text(self, clank.name[:1].upper(), 0, low + size * height, size * share, _faint(ink) if ghost else ink)

    def _paint_damage(self, damage: int) -> None:
        """A mark for each point, with the clock round the rear of the sign, where there is room for ten: the nose stays bare."""
        radius, low = (0.4, -REAR * self._side) if self._heads else (0.45, 0.0)
        width = max(1.3, self._side * 0.052)
        for tint, part in ((NIGHT, 1.7), (BAD, 1.0)):
            self.add(Color(*tint))
            for point in range(damage):
                start = 55 + 25 * point + 3
                self.add(Stroke(circle=(0, low, radius * self._side, start, start + 19), width=width * part, cap="none"))


def _faint(tint: Rgba) -> Rgba:
    return *tint[:3], tint[3] * 0.75
