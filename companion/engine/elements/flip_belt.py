"""Flip belt: a belt that reverses when a piece enters a light barrier of its group (C8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.art import Line, Motion, Shape, box, chevron, facing, moving, tip
from companion.engine.causes import FLIP_BELT
from companion.engine.drawing import BED, run, tag
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
from companion.engine.elements.light_barrier import FLIPPED, in_the_light
from companion.engine.keys import GROUP, Key, read_headings
from companion.geometry import HEADINGS, LEFT, RIGHT, Heading, S, Square, opposite, turn_heading
from companion.words import WAYS, Text, text

FLIP_BELTS = Beat(BOARD, 80, "flip belts", "C8")
_CARRY = tuple((Shift(heading, FLIP_BELT, ON_A_BELT, "C8", "C8"),) for heading in range(4))
_SPINS = {LEFT: (Spin(LEFT, FLIP_BELT, "C8"),), RIGHT: (Spin(RIGHT, FLIP_BELT, "C8"),)}


OTHER = Key(
    "other",
    # "" for the reverse.
    lambda letter: read_headings(letter, "N, E, S or W", 1)[0] if letter else None,
    lambda direction: "" if direction is None else HEADINGS[direction],
    "",
    "where it leads once it is flipped, if not the reverse",
)


_RAILS = tuple(
    Line(((x, y), (x, y + 0.17)), "arrow", 0.06)
    for x in (0.085, 0.915)
    for y in (0.04, 0.29, 0.54, 0.79)
)
_ARROW = box(0.43, 0.3, 0.57, 0.6, "arrow"), tip((0.5, 0.68), 0, 0.42, "arrow")
_OTHER = chevron((0.5, 0.86), 0, 0.26, "ink"), chevron((0.5, 0.86), 0, 0.2, "paper")


@register
@dataclass(frozen=True, slots=True)
class FlipBelt(Element):
    """A belt with two directions."""

    heading: Heading
    """Its direction at the start of the race."""
    group: str
    other: Heading | None = None
    """Its direction when flipped, None for the reverse."""

    word = "flip_belt"
    layer = CARRIER
    sided = "heading"
    keys = (GROUP, OTHER)
    traits = frozenset({ON_A_BELT})
    noun = text("Flip belt")
    about = text(
        "Carries a clank one square. It changes direction when a clank comes into a light "
        "barrier of its group, and stands still while one is in the light."
    )
    rule = "C8"
    example = "D4 flip_belt E group=a"
    enters_by = frozenset({FLIP_BELT})
    lines: ClassVar[Mapping[str, int]] = {"enter": 80}
    remembers = FLIPPED

    def __post_init__(self) -> None:
        # The reverse is the default, so that equal belts have equal entries.
        if self.other == opposite(self.heading):
            object.__setattr__(self, "other", None)

    def title(self) -> Text:
        return text(
            "Flip belt to the {way}, group {group}", way=WAYS[self.heading], group=self.group
        )

    def beats(self) -> tuple[Beat, ...]:
        return (FLIP_BELTS,)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Carry the piece one square, unless a piece is in the light."""
        return NO_EFFECTS if in_the_light(self.group, view) else _CARRY[self.heading]

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Turn a piece that is carried around a corner; other belts do not join."""
        return _SPINS.get((self.heading - direction) % 4, NO_EFFECTS)

    def redraw(self, elements: tuple[Element, ...], value: str) -> Iterable[Element]:
        """Flip the whole group."""
        return (
            one.flipped() if isinstance(one, FlipBelt) and one.group == self.group else one
            for one in elements
        )

    def flipped(self) -> FlipBelt:
        """Return the belt with its two directions swapped."""
        return replace(
            self,
            heading=opposite(self.heading) if self.other is None else self.other,
            other=self.heading,
        )

    def carried(self, square: Square, quarters: int) -> Element:
        """Turn both its directions with a room."""
        other = None if self.other is None else turn_heading(self.other, quarters)
        return replace(
            self, square=square, heading=turn_heading(self.heading, quarters), other=other
        )

    def remembered(self, word: str, value: str) -> Text:
        return text("flip the belts of group {group}", group=self.group)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a belt between broken rails with both its directions.

        The present one is a solid arrow, the other a small hollow one; the tag shows its group.
        """
        now = facing((box(0.12, 0, 0.88, 1, "belt"), *_RAILS, *_ARROW), self.heading)
        return (
            *now,
            *facing(_OTHER, opposite(self.heading) if self.other is None else self.other),
            *tag(self.group),
        )

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Move the band between its rails."""
        return *moving(
            (run(S, BED, (box(0, 0, 1, 1, "belt"), *_ARROW)), *_RAILS), self.heading
        ), *tag(self.group)
