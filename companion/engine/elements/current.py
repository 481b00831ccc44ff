"""Current: a slow belt in water (C10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Arc, Motion, Shape, box, chevron, facing, moving, on_circle
from companion.engine.causes import CURRENT
from companion.engine.drawing import along, edges, run, track, ways_in
from companion.engine.effects import Effect, Shift, Spin
from companion.engine.element import (
    BOARD,
    CARRIER,
    NO_EFFECTS,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.elements.belt import ON_A_BELT
from companion.geometry import LEFT, RIGHT, Heading, S
from companion.words import WAYS, Text, text

CURRENTS = Beat(BOARD, 100, "currents", "C10")
FLOW = tuple((Shift(heading, CURRENT, ON_A_BELT, "C10", "C10"),) for heading in range(4))
BENDS = {LEFT: (Spin(LEFT, CURRENT, "C10"),), RIGHT: (Spin(RIGHT, CURRENT, "C10"),)}


@register
@dataclass(frozen=True, slots=True)
class Current(Element):
    """Water that flows to its `heading`."""

    heading: Heading

    word = "current"
    layer = CARRIER
    sided = "heading"
    traits = frozenset({ON_A_BELT, "current"})
    noun = text("Current")
    about = text(
        "Flowing water: carries a clank one square and turns it at corners. Water does not "
        "slow down a clank that begins its card in a current."
    )
    rule = "C10"
    example = "D4 current E"
    enters_by = frozenset({CURRENT})
    lines: ClassVar[Mapping[str, int]] = {"enter": 100}

    def title(self) -> Text:
        return text("Current to the {way}", way=WAYS[self.heading])

    def beats(self) -> tuple[Beat, ...]:
        return (CURRENTS,)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Carry the piece one square, by the rules of belts."""
        return FLOW[self.heading]

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Turn a piece that is carried around a bend; only currents join."""
        return BENDS.get((self.heading - direction) % 4, NO_EFFECTS)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a stream between foaming banks from every way in to the way out.

        Its crests bow in the direction of flow.
        """
        return facing(stream(ways_in(board, self, self.heading)), self.heading)

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        ways = ways_in(board, self, self.heading)
        face = box(0, 0, 1, 1, "water_dark"), *_crests(S)
        return moving(
            tuple(run(direction, 0.84, face) for direction in reversed(ways)), self.heading
        )


def stream(ways: tuple[Heading, ...]) -> tuple[Shape, ...]:
    """Return water that leads north from some of the sides S, E and W."""
    banks = tuple(shape for direction in ways for shape in edges(direction, 0.44, 0.05, "soap"))
    beds = tuple(track(direction, 0.84, "water_dark") for direction in ways)
    return *banks, *beds, *_crests(ways[0] if len(ways) == 1 else S)


def _crests(direction: Heading) -> tuple[Shape, ...]:
    """Return waves along the stream with an arrow head among them."""
    low, middle, high = along(direction, (1 / 6, 0.5, 5 / 6))
    waves = tuple(
        Arc(on_circle(place, -0.24, angle), 0.26, angle - 46, angle + 46, "water", 0.055)
        for place, angle in (low, high)
    )
    return *waves, chevron(*middle, 0.46, "soap")
