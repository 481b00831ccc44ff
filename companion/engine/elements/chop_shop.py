"""Chop shop: a checkpoint that repairs at the end of the turn (E2, F3)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Disc, Gear, Line, Motion, Shape, gear
from companion.engine.effects import Effect, Heal
from companion.engine.element import (
    DEVICE,
    END_OF_TURN,
    NO_EFFECTS,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import word_key
from companion.engine.surfaces import device_shapes, is_carried
from companion.words import Text, text

CHOP_SHOPS = Beat(END_OF_TURN, 30, "chop shops", "F3")

_BED = Disc((0.5, 0.5), 0.48, "ink"), Disc((0.5, 0.5), 0.46, "hazard", 0.39)
_SAW = gear(14, 0.37, 0.29, "steel"), Disc((0.5, 0.5), 0.2, "rail")
_WRENCH = tuple(
    shape
    for colour, more in (("ink", 0.03), ("paper", 0.0))
    for shape in (
        Line(((0.3, 0.3), (0.7, 0.7)), colour, 0.12 + more * 2),
        Disc((0.74, 0.74), 0.14 + more, colour),
        Disc((0.26, 0.26), 0.14 + more, colour),
    )
)
_JAWS = (
    Line(((0.76, 0.76), (0.92, 0.92)), "ink", 0.11),
    Line(((0.24, 0.24), (0.08, 0.08)), "ink", 0.11),
)
_GIFT = Disc((0.5, 0.5), 0.09, "ink"), Disc((0.5, 0.5), 0.065, "repair")


@register
@dataclass(frozen=True, slots=True)
class ChopShop(Element):
    """A workshop; there are no option cards to trade (E2)."""

    gives: str = "heal"
    """One damage less in place of an option card, or nothing."""

    word = "chop_shop"
    layer = DEVICE
    keys = (
        word_key(
            "gives",
            ("heal", "nothing"),
            "heal",
            "what it gives at the end of the turn: one damage less, or nothing",
        ),
    )
    traits = frozenset({"checkpoint", "chop_shop"})
    noun = text("Chop shop")
    about = text(
        "A checkpoint: touch it and your clank comes back here. At the end of the turn it removes "
        "1 damage from a clank on it."
    )
    rule = "E2"
    example = "D4 chop_shop"

    def title(self) -> Text:
        return text("Chop shop") if self.gives == "heal" else text("Chop shop that gives nothing")

    def beats(self) -> tuple[Beat, ...]:
        return (CHOP_SHOPS,)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Repair one damage, with any healing setting."""
        return (Heal(1, self.word, "F3"),) if self.gives == "heal" else NO_EFFECTS

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a wrench over a saw blade, with a green middle if it repairs."""
        return device_shapes(self, board, (*_BED, *_SAW, *self._wrench()))

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        if is_carried(self, board):
            return ()
        return *_BED, Gear(_SAW, 180, 360 / 14), *self._wrench()

    def _wrench(self) -> tuple[Shape, ...]:
        return *_WRENCH, *_JAWS, *(_GIFT if self.gives == "heal" else ())
