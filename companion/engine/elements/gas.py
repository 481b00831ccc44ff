"""Gas: shuts down clanks that end their card in it (B28)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Arc, Disc, Line, Motion, Shape, Thrust, box
from companion.engine.drawing import number_band
from companion.engine.effects import Effect, GiveStatus
from companion.engine.element import (
    AREA,
    NO_EFFECTS,
    BoardView,
    Element,
    InRegisters,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import EVERY_REGISTER, REGISTERS, registers_words
from companion.engine.statuses import SHUT_DOWN
from companion.engine.surfaces import aside, crowded, dashes
from companion.geometry import Heading
from companion.words import Text, text

_PHASES = 5
_CHOKE = (GiveStatus(SHUT_DOWN, "B28", phases=_PHASES, later=True),)

_PUFFS = (
    (0.2, 0.74, 0.17),
    (0.5, 0.8, 0.17),
    (0.8, 0.72, 0.17),
    (0.16, 0.4, 0.15),
    (0.86, 0.4, 0.13),
)
_CLOUD = (
    *(Disc((x, y), radius, "ink") for x, y, radius in _PUFFS),
    *(Disc((x, y), radius - 0.03, "gas") for x, y, radius in _PUFFS),
)
_SIGN = (
    Disc((0.5, 0.47), 0.31, "ink"),
    Disc((0.5, 0.47), 0.28, "gas"),
    Arc((0.5, 0.45), 0.17, 40, 320, "ink", 0.075),
    Line(((0.5, 0.45), (0.5, 0.7)), "ink", 0.075),
)


@register
@dataclass(frozen=True, slots=True)
class Gas(InRegisters, Element):
    """A square of a cloud of gas."""

    registers: tuple[int, ...] = EVERY_REGISTER

    word = "gas"
    layer = AREA
    keys = (REGISTERS,)
    spreads = True
    traits = frozenset({"gas", "harmful"})
    noun = text("Gas")
    about = text(
        "A clank that ends its card in it is shut down for the next five registers: its cards have "
        "no effect, and it does not shoot."
    )
    rule = "B28"
    example = "D4 gas"
    lines: ClassVar[Mapping[str, int]] = {"rest": 280}

    def title(self) -> Text:
        return text("Gas, in {registers}", registers=registers_words(self.active))

    def rest(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Shut down a clank for the rest of this register and five more.

        A copy only repeats cards and has none of its own.
        """
        if piece.kind == "clank" and not view.wears(piece.seat, SHUT_DOWN):
            return _CHOKE
        return NO_EFFECTS

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a cloud with a switch in a dashed border around the area, and its registers."""
        return *dashes(self, board, "gas"), *aside(self, board, (*_CLOUD, *_SIGN)), *self._numbers()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Let the cloud drift if there is room for it."""
        if crowded(self, board):
            return ()
        return *dashes(self, board, "gas"), Thrust(_CLOUD, (0.08, 0.05)), *_SIGN, *self._numbers()

    def _numbers(self) -> tuple[Shape, ...]:
        """Draw its registers unless it is there in all."""
        return number_band(self.registers, box(0.05, 0.02, 0.95, 0.24, "ink"), 0.13, 0.17, "gas")
