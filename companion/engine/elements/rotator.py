"""Rotator: turns the clank on it a quarter in every register (7.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Arc, Disc, Gear, Motion, Polygon, Shape, gear, on_circle, tip
from companion.engine.causes import ROTATOR
from companion.engine.effects import Effect, Spin
from companion.engine.element import (
    BOARD,
    CARRIER,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import word_key
from companion.geometry import LEFT, RIGHT
from companion.words import Text, text

ROTATORS = Beat(BOARD, 130, "rotators", "7.7")
# A multiple of four: turned by a quarter the wheel looks as before.
_TEETH = 12
_BED = Disc((0.5, 0.5), 0.48, "seam")
_SPIN = {"cw": (Spin(RIGHT, ROTATOR, "7.7"),), "ccw": (Spin(LEFT, ROTATOR, "7.7"),)}


@register
@dataclass(frozen=True, slots=True)
class Rotator(Element):
    """A turntable; `turn` is "cw" (clockwise) or "ccw"."""

    turn: str

    word = "rotator"
    layer = CARRIER
    keys = (
        word_key(
            "turn", ("cw", "ccw"), None, "with the clock or against it", {"cw": "cw", "ccw": "ccw"}
        ),
    )
    codes: ClassVar[Mapping[str, str]] = {"cw": "rotator cw", "ccw": "rotator ccw"}
    traits = frozenset({"rotator"})
    noun = text("Rotator")
    about = text(
        "Turns the clank that stands on it a quarter in the direction of its arrow, in every "
        "register."
    )
    rule = "7.7"
    example = "D1 rotator cw"

    def title(self) -> Text:
        return text("Rotator, turns right") if self.turn == "cw" else text("Rotator, turns left")

    def beats(self) -> tuple[Beat, ...]:
        return (ROTATORS,)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Turn the piece that is on it now, powered down or not (7.7 [E092, E093, E078])."""
        return _SPIN[self.turn]

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a cogwheel with an arrow around its hub in its direction."""
        return _BED, self._wheel(), *self._hub()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Turn the wheel by a quarter as the clank turns, and by a tooth otherwise."""
        direction = 1 if self.turn == "cw" else -1
        return _BED, Gear((self._wheel(),), 90 * direction, 360 / _TEETH * direction), *self._hub()

    def _wheel(self) -> Polygon:
        return gear(_TEETH, 0.47, 0.37, "gear_right" if self.turn == "cw" else "gear_left")

    def _hub(self) -> tuple[Shape, ...]:
        start, end, ahead, head = (
            (-150, 90, 128, 205) if self.turn == "cw" else (-90, 150, -128, -205)
        )
        arrow = (
            Arc((0.5, 0.5), 0.2, start, end, "paper", 0.1),
            tip(on_circle((0.5, 0.5), 0.2, ahead), head, 0.23, "paper"),
        )
        return Disc((0.5, 0.5), 0.33, "ink"), *arrow
