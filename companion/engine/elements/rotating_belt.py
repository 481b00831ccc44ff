"""Rotating belt: a belt with another direction in each register (C4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.art import Disc, Gear, Motion, Shape, facing, gear, tip
from companion.engine.causes import BELT
from companion.engine.drawing import by_way
from companion.engine.effects import Effect
from companion.engine.element import (
    CARRIER,
    NO_EFFECTS,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.elements.belt import BEATS, CARRY, ON_A_BELT, SPEED, SPINS
from companion.engine.keys import Key, read_headings, write_headings
from companion.geometry import Heading, Square, turn_heading
from companion.words import Text, text

_EXPECTED = "five directions N E S W with commas between, such as N,E,S,W,N"
DIRS = Key(
    "dirs",
    lambda text: read_headings(text, _EXPECTED, 5),
    write_headings,
    None,
    "where it leads in registers 1 to 5",
)


_TEETH = 16
_BED, _RIM = Disc((0.5, 0.5), 0.49, "seam"), gear(_TEETH, 0.49, 0.43, "steel")
_FACES = {
    "slow": ("belt", "arrow", 1),
    "fast": ("belt_fast", "arrow_fast", 2),
    "hyper": ("belt_hyper", "arrow_hyper", 3),
}
"""The bed, the colour of the arrows and the number of dots for a speed."""


@register
@dataclass(frozen=True, slots=True)
class RotatingBelt(Element):
    """A belt on a turntable."""

    dirs: tuple[Heading, ...]
    """The ways out in the five registers."""
    speed: str = "slow"

    word = "rotating_belt"
    layer = CARRIER
    keys = (DIRS, SPEED)
    traits = frozenset({ON_A_BELT})
    noun = text("Rotating belt")
    about = text(
        "A belt that can point another way in each register, as its numbers show. The clank on "
        "it does not turn with it."
    )
    rule = "C4"
    example = "D4 rotating_belt dirs=N,E,S,W,N"
    enters_by = frozenset({BELT})
    lines: ClassVar[Mapping[str, int]] = {"enter": 40}

    def title(self) -> Text:
        return _TITLES[self.speed]

    def beats(self) -> tuple[Beat, ...]:
        """Act with belts of its speed.

        It turns before any of them, and its numbers show where to, so that people have nothing to
        do.
        """
        return BEATS[self.speed]

    def leads(self, register: int) -> Heading | None:
        return self.dirs[register - 1] if register else None

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Carry the piece one square in the direction of this register, as any belt does."""
        return CARRY[self.dirs[view.register - 1]]

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Turn a piece that is carried in from the left or right of the present direction."""
        return SPINS.get((self.dirs[view.register - 1] - direction) % 4, NO_EFFECTS)

    def carried(self, square: Square, quarters: int) -> Element:
        """Turn all its directions with a room."""
        return replace(
            self,
            square=square,
            dirs=tuple(turn_heading(direction, quarters) for direction in self.dirs),
        )

    def warnings(self, board: BoardView) -> tuple[Text, ...]:
        """Warn of a belt that always leads the same way."""
        if len(set(self.dirs)) > 1:
            return ()
        return (
            text(
                "the rotating belt on {square} leads the same way in every register",
                square=self.square,
            ),
        )

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a turntable with a cogged rim, and arrows with the registers of each direction."""
        return _BED, _RIM, *self._face()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Turn the rim by a quarter."""
        return _BED, Gear((_RIM,), 90, 360 / _TEETH), *self._face()

    def _face(self) -> tuple[Shape, ...]:
        """Return an arrow head towards each number.

        One dot for slow, two for fast, three for hyper.
        """
        bed, colour, dots = _FACES[self.speed]
        arrows = tuple(
            shape
            for direction in sorted(set(self.dirs))
            for shape in facing((tip((0.5, 0.65), 0, 0.17, colour),), direction)
        )
        speed = tuple(
            Disc((0.5 + 0.1 * (dot - (dots - 1) / 2), 0.5), 0.04, colour) for dot in range(dots)
        )
        return (
            Disc((0.5, 0.5), 0.41, bed),
            *arrows,
            *speed,
            *by_way(enumerate(self.dirs, 1), 0.81, 0.16, "paper"),
        )


_TITLES = {
    "slow": text("Rotating belt"),
    "fast": text("Fast rotating belt"),
    "hyper": text("Hyper rotating belt"),
}
