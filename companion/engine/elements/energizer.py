"""Energizer: repairs a clank that ends a card on it, or charges it (B27)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Gear, Motion, Polygon, Shape, box, ring
from companion.engine.effects import REGISTER_LONG, Effect, GiveStatus, Heal, Remember
from companion.engine.element import (
    DEVICE,
    NO_EFFECTS,
    OUR_RULING,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import word_key
from companion.engine.statuses import ENERGY
from companion.engine.surfaces import device_shapes, is_carried
from companion.geometry import Heading
from companion.words import Text, sentences, text

_SERVED = "energized"

_BOLT = (
    (0.56, 0.88),
    (0.3, 0.46),
    (0.47, 0.46),
    (0.4, 0.12),
    (0.71, 0.57),
    (0.53, 0.57),
    (0.66, 0.88),
)
_SOCKET = (
    Polygon(ring(6, 0.49), "ink"),
    Polygon(ring(6, 0.46), "energy"),
    Polygon(ring(6, 0.38), "ink"),
)
_SPARK = (Polygon(_BOLT, "fire"),)
_PLUS = box(0.68, 0.2, 0.94, 0.28, "energy"), box(0.77, 0.11, 0.85, 0.37, "energy")
_CROSS = Disc((0.81, 0.22), 0.19, "ink"), *_PLUS
_SECOND = (Polygon(tuple((x * 0.5 + 0.5, y * 0.5) for x, y in _BOLT), "energy"),)


@register
@dataclass(frozen=True, slots=True)
class Energizer(Element):
    """A socket in the floor."""

    gives: str = "heal"
    """One damage less, or one use of energy, which the play itself asks about."""

    word = "energizer"
    layer = DEVICE
    keys = (
        word_key(
            "gives",
            ("heal", "boost"),
            "heal",
            "what it gives: one damage less, or one use of energy",
        ),
    )
    traits = frozenset({"energizer"})
    noun = text("Energizer")
    about = sentences(
        text(
            "Removes 1 damage from a clank whose card ends here, once a register; or charges "
            "it for 1 more square or damage."
        ),
        OUR_RULING,
    )
    rule = "B27"
    example = "D4 energizer"
    experimental = True
    lines: ClassVar[Mapping[str, int]] = {"rest": 270}

    def title(self) -> Text:
        if self.gives == "heal":
            return text("Energizer that repairs")
        return text("Energizer that charges")

    def rest(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Serve a clank once per register, after any card."""
        if piece.kind != "clank" or view.recall(str(piece.seat), _SERVED):
            return NO_EFFECTS
        gift = Heal(1, self.word, "B27") if self.gives == "heal" else GiveStatus(ENERGY, "B27")
        return Remember(_SERVED, "1", REGISTER_LONG, "B27"), gift

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw lightning in a six-sided socket.

        A cross shows that it repairs, a second spark that it charges.
        """
        return device_shapes(self, board, (*_SOCKET, *_SPARK, *self._gift()))

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Turn the socket around the lightning."""
        if is_carried(self, board):
            return ()
        return Disc((0.5, 0.5), 0.49, "ink"), Gear(_SOCKET, 60), *_SPARK, *self._gift()

    def _gift(self) -> tuple[Shape, ...]:
        return _CROSS if self.gives == "heal" else (_CROSS[0], *_SECOND)
