"""Ore: a slow belt of molten ore, which burns pieces on it in the fire stage (C11, D11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Motion, Shape, box, chevron, facing, moving, on_circle
from companion.engine.causes import ORE
from companion.engine.drawing import along, edges, run, strength, track, ways_in
from companion.engine.effects import Effect, Hurt, Shift, Spin
from companion.engine.element import (
    BOARD,
    CARRIER,
    FIRE,
    NO_EFFECTS,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.elements.belt import ON_A_BELT
from companion.engine.keys import DAMAGE
from companion.geometry import LEFT, RIGHT, Heading, S
from companion.words import WAYS, Text, text

ORE_FLOWS = Beat(BOARD, 110, "ore", "C11")
ORE_BURNS = Beat(FIRE, 110, "ore", "D11")
_FLOW = tuple((Shift(heading, ORE, ON_A_BELT, "C11", "C11"),) for heading in range(4))
_BENDS = {LEFT: (Spin(LEFT, ORE, "C11"),), RIGHT: (Spin(RIGHT, ORE, "C11"),)}


@register
@dataclass(frozen=True, slots=True)
class Ore(Element):
    """Molten ore that flows to its `heading`."""

    heading: Heading
    damage: int = 1

    word = "ore"
    layer = CARRIER
    sided = "heading"
    keys = (DAMAGE,)
    traits = frozenset({ON_A_BELT, "harmful"})
    noun = text("Molten ore")
    about = text(
        "Carries a clank one square and turns it at corners. A clank on it after the lasers "
        "takes damage."
    )
    rule = "C11"
    example = "D4 ore E"
    enters_by = frozenset({ORE})
    lines: ClassVar[Mapping[str, int]] = {"enter": 110}

    def title(self) -> Text:
        return text("Molten ore to the {way}", way=WAYS[self.heading])

    def beats(self) -> tuple[Beat, ...]:
        """Carry after the currents, and burn late in the fire stage."""
        return ORE_FLOWS, ORE_BURNS

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Carry the piece one square, by the rules of belts, or damage it in the fire stage."""
        if beat.stage == FIRE:
            return (Hurt(self.damage, self.word, self.square, "D11"),)
        return _FLOW[self.heading]

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Turn a piece that is carried around a bend; only ore joins."""
        return _BENDS.get((self.heading - direction) % 4, NO_EFFECTS)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a glowing stream between dark banks with lumps and an arrow head.

        Its damage is shown if that is more than one.
        """
        ways = ways_in(board, self, self.heading)
        banks = tuple(shape for direction in ways for shape in edges(direction, 0.44, 0.08, "ink"))
        beds = tuple(track(direction, 0.82, "lava") for direction in ways)
        lumps = _lumps(ways[0] if len(ways) == 1 else S)
        return *facing((*banks, *beds, *lumps), self.heading), *strength(self.damage, (0.83, 0.83))

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        face = box(0, 0, 1, 1, "lava"), *_lumps(S)
        bands = moving(
            tuple(
                run(direction, 0.82, face)
                for direction in reversed(ways_in(board, self, self.heading))
            ),
            self.heading,
        )
        return *bands, *strength(self.damage, (0.83, 0.83))


def _lumps(direction: Heading) -> tuple[Shape, ...]:
    """Return dark lumps along the stream, and an arrow head among them."""
    low, middle, high = along(direction, (0.14, 0.5, 0.86))
    scattered = (
        (*low, -0.2, 0.12),
        (*low, 0.18, 0.08),
        (*high, 0.2, 0.12),
        (*high, -0.16, 0.08),
        (*middle, -0.32, 0.05),
        (*middle, 0.31, 0.05),
    )
    lumps = tuple(
        Disc(on_circle(place, off, angle + 90), radius, "lava_dark")
        for place, angle, off, radius in scattered
    )
    return *lumps, chevron(*middle, 0.52, "lava_dark"), chevron(*middle, 0.42, "fire")
