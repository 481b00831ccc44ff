"""Ramp: leads up to a bridge or an elevator, and down again (B21, B30)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Polygon, Shape, box, chevron, facing
from companion.engine.causes import BEAM, CARD
from companion.engine.effects import Effect, Spend
from companion.engine.element import (
    FLOOR,
    NO_EFFECTS,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.elements.tilted import SLOPES
from companion.engine.keys import number_key, word_key
from companion.geometry import LEFT, RIGHT, Heading, opposite, turn_heading
from companion.words import SIDES, Text, text

SQUARE, EDGE = "square", "edge"

_STEEP = (
    box(0, 0.86, 1, 0.94, "steel"),
    *(
        Polygon(((n / 5 + 0.02, 0.86), (n / 5 + 0.18, 0.86), (n / 5 + 0.1, 0.72)), "steel")
        for n in range(5)
    ),
)
_SLOPE = (
    box(0.08, 0, 0.92, 1, "steel"),
    *(box(0.08, low, 0.92, low + 0.035 + low / 20, "ink") for low in (0.12, 0.3, 0.48, 0.66, 0.84)),
    chevron((0.5, 0.45), 0, 0.5, "paper"),
    box(0.08, 0.93, 0.92, 1, "hazard"),
    *(box(x, 0, x + 0.1, 1, "ink") for x in (0, 0.9)),
    *(box(x, 0, x + 0.05, 1, "wall") for x in (0.025, 0.925)),
)
"""Both are drawn for a ramp that is high in the north."""


@register
@dataclass(frozen=True, slots=True)
class Ramp(Element):
    """A slope that is high on its `side`."""

    side: Heading
    model: str = SQUARE
    """"edge" for a floor with a steep side instead of a slope."""
    steep: int = 1
    """The squares that a card spends to cross a steep side."""

    word = "ramp"
    layer = FLOOR
    sided = "side"
    keys = (
        word_key(
            "model",
            (SQUARE, EDGE),
            SQUARE,
            "whether the square is a slope with rails, or only its high side is steep",
        ),
        number_key("steep", 1, 2, 1, "with model=edge, how many squares more it costs to go up"),
    )
    noun = text("Ramp")
    about = text(
        "Leads up to a bridge beyond its high side, and down again without a fall. Its flanks "
        "are rails. A clank that would stay on it slides one square down."
    )
    rule = "B21"
    example = "D4 ramp N"
    spreads = True
    rests_pushed = True
    lines: ClassVar[Mapping[str, int]] = {"plan": 120, "blocks": 210, "bump": 210, "rest": 300}

    def title(self) -> Text:
        if self.model == SQUARE:
            return text("Ramp, high on the {side} side", side=SIDES[self.side])
        return text("Steep {side} side", side=SIDES[self.side])

    def climbs(self) -> Heading | None:
        return self.side if self.model == SQUARE else None

    def gates(self) -> tuple[Heading, ...]:
        """Return its rails, or its steep side."""
        if self.model == SQUARE:
            return turn_heading(self.side, LEFT), turn_heading(self.side, RIGHT)
        return (self.side,)

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        """Stop pieces at rails, and cards with too few squares left at a steep side.

        Rails stop no beams.
        """
        if self.model == SQUARE:
            return cause != BEAM
        return cause == CARD and direction == self.side and view.left <= self.steep

    def crossed(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Take squares off the card that goes up a steep side."""
        if self.model == EDGE and cause == CARD and direction == self.side:
            return (Spend(self.steep, "B21"),)
        return NO_EFFECTS

    def rest(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Slide the piece one square down, away from the high side."""
        return SLOPES[opposite(self.side)] if self.model == SQUARE else NO_EFFECTS

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a slope with rungs between two rails, or a steep edge."""
        return facing(_SLOPE if self.model == SQUARE else _STEEP, self.side)
