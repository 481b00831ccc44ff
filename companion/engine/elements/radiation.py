"""Radiation: hurts pieces in it in register 5 (D3)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Caption, Disc, Gear, Motion, Polygon, Shape, on_circle
from companion.engine.effects import Effect, Hurt
from companion.engine.element import (
    AREA,
    FIRE,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import DAMAGE
from companion.engine.surfaces import aside, crowded, dashes
from companion.words import Text, text

RADIATION = Beat(FIRE, 30, "radiation", "D3")
_LAST = 5


def _blade(angle: float) -> Polygon:
    """Return a third of the trefoil, pointing to an angle."""
    rim = tuple(on_circle((0.5, 0.5), 0.34, angle + turn) for turn in (-30, -18, -6, 6, 18, 30))
    return Polygon(
        (on_circle((0.5, 0.5), 0.1, angle - 30), *rim, on_circle((0.5, 0.5), 0.1, angle + 30)),
        "ink",
    )


_SIGN = Disc((0.5, 0.5), 0.42, "ink"), Disc((0.5, 0.5), 0.39, "radiation")
_TREFOIL: tuple[Shape, ...] = (*map(_blade, (60, 180, 300)), Disc((0.5, 0.5), 0.065, "ink"))


@register
@dataclass(frozen=True, slots=True)
class Radiation(Element):
    """A square of an area that radiates."""

    damage: int = 1

    word = "radiation"
    layer = AREA
    keys = (DAMAGE,)
    spreads = True
    traits = frozenset({"harmful"})
    noun = text("Radiation")
    about = text("A clank in it after the lasers of register 5 takes damage.")
    rule = "D3"
    example = "D4 radiation"

    def title(self) -> Text:
        if self.damage > 1:
            return text("Radiation, {damage} damage", damage=self.damage)
        return text("Radiation")

    def beats(self) -> tuple[Beat, ...]:
        return (RADIATION,)

    def active(self, register: int) -> bool:
        return register == _LAST

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        return (Hurt(self.damage, self.word, self.square, "D3"),)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a trefoil on yellow in a dashed border around the area.

        Its damage is shown if that is more than one.
        """
        strength = (
            (
                Disc((0.82, 0.18), 0.16, "ink"),
                Caption(str(self.damage), (0.82, 0.18), 0.18, "radiation"),
            )
            if self.damage > 1
            else ()
        )
        return (
            *dashes(self, board, "radiation"),
            *aside(self, board, (*_SIGN, *_TREFOIL)),
            *strength,
        )

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Turn the trefoil if there is room for it."""
        if crowded(self, board):
            return ()
        return *dashes(self, board, "radiation"), *_SIGN, Gear(_TREFOIL, 120)
