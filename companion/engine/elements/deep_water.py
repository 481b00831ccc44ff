"""Deep water: slows down as water does, and harms pieces that drive, turn or stay in it.

See B7b, B8, D8.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Motion, Shape, Thrust, facing, tip
from companion.engine.drawing import strength
from companion.engine.effects import Effect, Hurt, HurtOnce
from companion.engine.element import (
    ANY,
    FIRE,
    FLOOR,
    NO_EFFECTS,
    Beat,
    BoardView,
    Drive,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.elements.water import BY_CARD, NEGATE, PLACE, eased, is_still, spent
from companion.engine.keys import DAMAGE
from companion.engine.surfaces import banks, pool, wave
from companion.geometry import Heading
from companion.words import Text, text

DEEP_WATER = Beat(FIRE, 80, "deep water", "D8")

_DEPTH = Disc((0.5, 0.5), 0.4, "deep_dark")
_SWELL = wave(0.62, "water", 0.07, 0.18, 0.82, 0.07), wave(0.38, "water", 0.07, 0.18, 0.82, 0.07)
_OUT = tuple(
    shape
    for direction in range(4)
    for shape in facing((tip((0.5, 0.88), 0, 0.14, "water"),), direction)
)


@register
@dataclass(frozen=True, slots=True)
class DeepWater(Element):
    """A square of deep water."""

    negate: str = "start"
    damage: int = 1
    """The damage of a movement in it."""

    word = "deep_water"
    layer = FLOOR
    keys = (NEGATE, DAMAGE)
    traits = frozenset({"water", "harmful"})
    noun = text("Deep water")
    about = text(
        "Water that does 1 damage to a clank that comes in, moves or turns in it by its card, "
        "or stands in it when the lasers fire."
    )
    rule = "B8"
    example = "D4 deep_water"
    spreads = True
    enters_by = ANY
    lines: ClassVar[Mapping[str, int]] = {"plan": PLACE, "enter": 80, "turned": 80}

    def title(self) -> Text:
        if self.negate == "start":
            return text("Deep water")
        return text("Deep water that slows down clanks leaving it")

    def beats(self) -> tuple[Beat, ...]:
        return (DEEP_WATER,)

    def plan(
        self, piece: PieceView, drive: Drive, view: PlayView
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Take a square off the card, and damage the piece if it still moves."""
        if not drive.moves:
            return drive, NO_EFFECTS
        if is_still(view, self.square):
            drive = eased(drive)
        return drive, self._harm() if drive.squares or drive.jump is not None else NO_EFFECTS

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Damage any piece that enters, and with "leave" take a square off its card."""
        if self.negate == "leave" and cause in BY_CARD:
            slowed = spent(piece, view, self.square)
        else:
            slowed = NO_EFFECTS
        return *self._harm(), *slowed

    def turned(self, piece: PieceView, quarters: int, view: PlayView) -> tuple[Effect, ...]:
        """Damage the piece for a rotate card."""
        return self._harm()

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Damage the piece once more, moved or not."""
        return (Hurt(1, self.word, self.square, "D8"),)

    def _harm(self) -> tuple[Effect, ...]:
        """Return the damage, counted once for a card or beat in any amount of water."""
        return (HurtOnce(self.damage, self.word, self.square, "B8", self.word),)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw dark blue with a darker middle, a heavy swell, and banks where it ends."""
        return *self._still(board), *_SWELL

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        return *self._still(board), Thrust(_SWELL, (0, 0.14))

    def _still(self, board: BoardView) -> tuple[Shape, ...]:
        marks = *(_OUT if self.negate == "leave" else ()), *strength(self.damage, (0.84, 0.16))
        return (
            pool(self, board, "deep", 0, 0),
            _DEPTH,
            *banks(self, board, "deep_dark", 0.08),
            *marks,
        )
