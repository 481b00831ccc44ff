"""Light barrier: a harmless beam; a piece that enters it flips the belts of its group (B24)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Line, Shape, bar, box, facing, on_circle, turned_point
from companion.engine.drawing import stops, tag
from companion.engine.effects import CARD_LONG, GAME_LONG, Effect, Remember
from companion.engine.element import NO_EFFECTS, BoardView, PieceView, PlayView, register
from companion.engine.keys import GROUP
from companion.engine.on_sides import Beam
from companion.engine.statuses import FLYING
from companion.geometry import Heading
from companion.words import SIDES, Text, text

FLIPPED = "flipped"
"""Under this word "1" is remembered of a group while its belts are flipped."""


def in_the_light(group: str, view: PlayView) -> bool:
    """Say whether a piece is in a light barrier of a group now."""
    lit = {
        square
        for barrier in view.of_group(LightBarrier.word, group)
        for square in barrier.reach(view.board, view.register)
    }
    return any(
        piece.square in lit and piece.kind != "ghost" and not view.wears(piece.seat, FLYING)
        for piece in view.pieces()
    )


_LAMP: tuple[Shape, ...] = (
    box(0.3, 0.82, 0.7, 0.96, "ink"),
    box(0.33, 0.85, 0.67, 0.96, "steel"),
    Disc((0.5, 0.78), 0.14, "ink"),
    Disc((0.5, 0.78), 0.11, "beam_light"),
    *(
        Line(
            (on_circle((0.5, 0.78), 0.17, angle), on_circle((0.5, 0.78), 0.24, angle)),
            "beam_light",
            0.04,
        )
        for angle in (125, 155, 205, 235)
    ),
)


@register
@dataclass(frozen=True, slots=True)
class LightBarrier(Beam):
    """A lamp on a side of its square, shining across it and beyond."""

    group: str

    word = "light_barrier"
    keys = (GROUP,)
    needs_others = True
    noun = text("Light barrier")
    about = text(
        "Its light does no harm. A clank that comes into it flips all flip belts of its group, "
        "once for each card."
    )
    rule = "B24"
    example = "A6 light_barrier W group=a"
    lines: ClassVar[Mapping[str, int]] = {"enter": 240}

    def title(self) -> Text:
        return text(
            "Light barrier on the {side} side, group {group}",
            side=SIDES[self.side],
            group=self.group,
        )

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Flip the belts, once for a piece in a card or beat, for all lights of the group."""
        once = f"light {self.group}"
        if view.recall(str(piece.seat), once):
            return NO_EFFECTS
        owner = self.owner()
        value = "" if view.recall(owner, FLIPPED) else "1"
        return Remember(once, "1", CARD_LONG, "B24"), Remember(
            FLIPPED, value, GAME_LONG, "B24", owner
        )

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a lamp and dashed light over its squares, with the tag of its group."""
        dashes = tuple(
            Line(((0.5, y + 0.08), (0.5, y - 0.08)), colour, width)
            for y in stops(len(self.reach(board)), 0.54, 0.25)
            for width, colour in ((0.09, "ink"), (0.05, "beam_light"))
        )
        return *facing((*dashes, *_LAMP, *bar()), self.side), *tag(
            self.group, turned_point((0.83, 0.76), self.side)
        )
