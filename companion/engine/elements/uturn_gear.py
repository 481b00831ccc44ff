"""U-turn gear: turns the clank on it by half in every register (C13d)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Arc, Disc, Gear, Line, Motion, Shape, gear, tip
from companion.engine.causes import ROTATOR
from companion.engine.effects import Effect, Spin
from companion.engine.element import (
    CARRIER,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.elements.rotator import ROTATORS
from companion.geometry import ABOUT
from companion.words import Text, text

_SPIN = (Spin(ABOUT, ROTATOR, "C13d"),)


# A multiple of four: turned by a quarter the wheel looks as before.
_TEETH = 8
_BED, _WHEEL = Disc((0.5, 0.5), 0.48, "seam"), gear(_TEETH, 0.48, 0.38, "steel")
_HUB = (
    Disc((0.5, 0.5), 0.35, "ink"),
    Arc((0.5, 0.55), 0.13, -90, 90, "paper", 0.1),
    Line(((0.37, 0.28), (0.37, 0.555)), "paper", 0.1),
    Line(((0.63, 0.42), (0.63, 0.555)), "paper", 0.1),
    tip((0.63, 0.36), 180, 0.26, "paper"),
)


@register
@dataclass(frozen=True, slots=True)
class UturnGear(Element):
    """A turntable that turns by half."""

    word = "uturn_gear"
    layer = CARRIER
    noun = text("U-turn gear")
    about = text("Turns the clank that stands on it half round, in every register.")
    rule = "C13d"
    example = "D4 uturn_gear"

    def title(self) -> Text:
        return text("U-turn gear")

    def beats(self) -> tuple[Beat, ...]:
        return (ROTATORS,)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        return _SPIN

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a cogwheel with wide teeth and an arrow that turns back."""
        return _BED, _WHEEL, *_HUB

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Turn the wheel by half under its arrow, and by a tooth otherwise."""
        return _BED, Gear((_WHEEL,), 180, 360 / _TEETH), *_HUB
