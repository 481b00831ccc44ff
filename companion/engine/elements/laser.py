"""Laser: one, two or three beams through every clank, up to a wall or its range (7.9)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Band, Line, Motion, Polygon, Shape, bar, box, facing, moving
from companion.engine.causes import LASER
from companion.engine.effects import Effect, Hurt
from companion.engine.element import FIRE, Beat, BoardView, PieceView, PlayView, register
from companion.engine.keys import RANGE, number_key
from companion.engine.on_sides import Mount
from companion.geometry import Square, opposite
from companion.words import COMPASS, SIDES, Text, count, text

BOARD_LASERS = Beat(FIRE, 10, "board lasers", "7.9")
"""A beat before the clanks shoot, so that clanks destroyed by it neither shoot nor shield (13.5
`map_lasers_first` [E130])."""

_FIRE = (
    box(0.46, 0, 0.54, 1, "laser"),
    Polygon(((0.5, 0.97), (0.565, 0.72), (0.5, 0.05), (0.435, 0.72)), "paper"),
)
"""The middle of a burning beam."""


@register
@dataclass(frozen=True, slots=True)
class Laser(Mount):
    """An emitter on a side of its square, firing across the square and beyond."""

    beams: int = 1
    range: int | None = None

    word = "laser"
    keys = (number_key("beams", 1, 3, 1, "beams, each worth one damage"), RANGE)
    traits = frozenset({"laser", "beam", "harmful"})
    noun = text("Laser")
    about = text(
        "Hits every clank in its line at the end of every register: 1 damage for each beam. "
        "Only walls stop it."
    )
    rule = "7.9"
    example = "D7 laser S beams=2"

    def title(self) -> Text:
        return count(
            "Laser on the {side} side, {number} beam",
            "Laser on the {side} side, {number} beams",
            self.beams,
            side=SIDES[self.side],
        )

    def beam_count(self) -> int:
        return self.beams

    def beats(self) -> tuple[Beat, ...]:
        return (BOARD_LASERS,)

    def reach(self, board: BoardView, register: int | None = None) -> tuple[Square, ...]:
        """Return the squares in a straight line up to a wall or its range, its own first.

        See 7.9.1 [E120, E121, E128].
        """
        return board.beam(self.square, opposite(self.side), register)[: self.range]

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Damage the piece by one for each beam.

        Every emitter counts by itself (7.9.2, 7.9.3 [E118, E119, E122, E123]).
        """
        return (Hurt(self.beams, LASER, self.square, "7.9.2"),)

    def warnings(self, board: BoardView) -> tuple[Text, ...]:
        """Warn of a lane of only its own square, unless its range is 1."""
        if self.range == 1 or len(self.reach(board)) > 1:
            return ()
        return (
            text(
                "the laser on the {side} side of {square} hits only its own square",
                side=COMPASS[self.side],
                square=self.square,
            ),
        )

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw an emitter on its wall and its beams up to the wall that stops them."""
        # Drawn with the mount in the north, so the beams run downwards, out of the unit square for
        # each further square that they reach.
        end, lanes = 1.0 - len(self.reach(board)), self._lanes()
        glow = [Line(((x, end), (x, 0.8)), "laser_glow", 0.13) for x in lanes]
        beams = [Line(((x, end), (x, 0.8)), "laser", 0.05) for x in lanes]
        return facing((*glow, *beams, *self._mount()), self.side)

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Let fire run along the beams."""
        far = len(self.reach(board))
        beams = [
            Band(Line(((x, 0.8), (x, 1.0 - far)), "laser", 0.13), _FIRE, far - 0.2, 2)
            for x in self._lanes()
        ]
        return moving((*beams, *self._mount()), self.side)

    def _lanes(self) -> list[float]:
        return [0.5 + 0.17 * (lane - (self.beams - 1) / 2) for lane in range(self.beams)]

    def _mount(self) -> tuple[Shape, ...]:
        body = box(0.16, 0.76, 0.84, 0.95, "ink"), box(0.2, 0.8, 0.8, 0.95, "laser_body")
        muzzles = [box(x - 0.06, 0.7, x + 0.06, 0.86, "hazard") for x in self._lanes()]
        return *body, *muzzles, *bar()
