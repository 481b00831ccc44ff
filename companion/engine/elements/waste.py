"""Radioactive waste: hurts pieces on it in every register (D13, E4)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Caption, Disc, Motion, Polygon, Shape, Thrust, box, on_circle
from companion.engine.effects import Effect, Hurt
from companion.engine.element import (
    DEVICE,
    FIRE,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import DAMAGE
from companion.engine.surfaces import device_shapes, is_carried
from companion.words import Text, text

WASTE = Beat(FIRE, 130, "radioactive waste", "D13")

_REACH = (0.3, 0.36, 0.45, 0.4, 0.44, 0.34, 0.33, 0.34, 0.43, 0.42, 0.46, 0.36)
"""The reach of the puddle in each direction."""
_GOO, _RIM = (
    Polygon(
        tuple(
            on_circle((0.5, 0.36), radius + more, 30 * step) for step, radius in enumerate(_REACH)
        ),
        colour,
    )
    for more, colour in ((0, "waste"), (0.035, "ink"))
)
_DRUM = (
    box(0.24, 0.28, 0.76, 0.95, "ink"),
    box(0.28, 0.32, 0.72, 0.91, "hazard"),
    box(0.24, 0.76, 0.76, 0.83, "ink"),
    box(0.24, 0.4, 0.76, 0.47, "ink"),
    box(0.24, 0.5, 0.76, 0.73, "paper"),
)
_BUBBLES = (
    Disc((0.18, 0.3), 0.05, "paper"),
    Disc((0.84, 0.38), 0.04, "paper"),
    Disc((0.62, 0.1), 0.045, "paper"),
)


@register
@dataclass(frozen=True, slots=True)
class Waste(Element):
    """A heap of waste on a square. There are no option cards to pay (E4)."""

    damage: int = 1

    word = "waste"
    layer = DEVICE
    keys = (DAMAGE,)
    traits = frozenset({"harmful"})
    noun = text("Radioactive waste")
    about = text("A clank on it after the lasers takes damage, in every register.")
    rule = "D13"
    example = "D4 waste"

    def title(self) -> Text:
        if self.damage > 1:
            return text("Radioactive waste, {damage} damage", damage=self.damage)
        return text("Radioactive waste")

    def beats(self) -> tuple[Beat, ...]:
        return (WASTE,)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        return (Hurt(self.damage, self.word, self.square, "D13"),)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a leaking drum in a green puddle, with its damage."""
        return device_shapes(self, board, (_RIM, _GOO, *_BUBBLES, *self._drum()))

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        if is_carried(self, board):
            return ()
        return _RIM, _GOO, *(Thrust((bubble,), (0, 0.12)) for bubble in _BUBBLES), *self._drum()

    def _drum(self) -> tuple[Shape, ...]:
        return *_DRUM, Caption(
            "!" if self.damage == 1 else str(self.damage), (0.5, 0.615), 0.2, "ink"
        )
