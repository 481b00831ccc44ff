"""Platform: tilts to the zone with most clanks, and every piece on it slides that way (B29)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.art import Disc, Motion, Shape, Thrust, box, facing, moving, tip
from companion.engine.causes import SLIDE
from companion.engine.drawing import four, tag
from companion.engine.effects import NOBODY, Effect, Shift
from companion.engine.element import (
    DEVICE,
    MOVE,
    NO_EFFECTS,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import GROUP
from companion.engine.statuses import FLYING
from companion.geometry import Heading
from companion.words import COMPASS, Text, text

TILTS = Beat(MOVE, 290, "platforms", "B29")
TILTS_ONCE_MORE = Beat(MOVE, 335, "platforms once more", "B29")
_SLIDE = tuple((Shift(heading, SLIDE, NOBODY, "B29", "B29"),) for heading in range(4))


_FLOOR = (
    box(0, 0, 1, 1, "grave"),
    *four((box(0, 0.985, 1, 1, "ink"),)),
    *four((Disc((0.1, 0.9), 0.035, "ink"),)),
)
_RIM = (
    box(0, 0.9, 1, 1, "ink"),
    *(box(0.04 + n / 6, 0.93, 0.12 + n / 6, 0.97, "paper") for n in range(6)),
)
_DOWN = (
    box(0.4, 0.2, 0.6, 0.5, "ink"),
    tip((0.5, 0.58), 0, 0.48, "ink"),
    box(0.44, 0.23, 0.56, 0.5, "paper"),
    tip((0.5, 0.575), 0, 0.35, "paper"),
)
_PIVOT = (
    Disc((0.5, 0.5), 0.3, "ink"),
    Disc((0.5, 0.5), 0.25, "paper"),
    Disc((0.5, 0.5), 0.15, "ink"),
    Disc((0.5, 0.5), 0.08, "paper"),
)


@register
@dataclass(frozen=True, slots=True)
class Platform(Element):
    """A square of a platform."""

    group: str
    side: Heading | None = None
    """The side of its outer zone, None for its centre."""

    word = "platform"
    layer = DEVICE
    sided = "side"
    keys = (GROUP,)
    needs_others = True
    traits = frozenset({"mover"})
    noun = text("Tilting platform")
    about = text(
        "After all moves it tilts to the outer zone with the most clanks, and every clank on "
        "it slides one square that way. A tie leaves it level."
    )
    rule = "B29"
    example = "D5 platform N group=a"

    def title(self) -> Text:
        if self.side is None:
            return text("Platform {group}, centre", group=self.group)
        return text("Platform {group}, zone {side}", group=self.group, side=COMPASS[self.side])

    def beats(self) -> tuple[Beat, ...]:
        return TILTS, TILTS_ONCE_MORE

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Slide the piece one square towards the heaviest zone, without pushing."""
        # The heaviest zone is the outer one with most clanks; other pieces have no weight, and
        # flyers are not on it.
        zones = {
            one.square: one.side
            for one in view.of_group(self.word, self.group)
            if isinstance(one, Platform) and one.side is not None
        }
        weights = Counter(
            zones[piece.square]
            for piece in view.pieces()
            if piece.square in zones
            and piece.kind == "clank"
            and not view.wears(piece.seat, FLYING)
        )
        heaviest = weights.most_common(2)
        if not heaviest or (len(heaviest) > 1 and heaviest[0][1] == heaviest[1][1]):
            return NO_EFFECTS
        return _SLIDE[heaviest[0][0]]

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw bolted plates that join, with a rim at the end of the platform.

        Outer zones have an arrow, the centre a pivot; the tag shows its group.
        """
        beyond = [board.next(self.square, side) for side in range(4)]
        rims = [
            side
            for side, square in enumerate(beyond)
            if square is None
            or not any(
                isinstance(one, Platform) and one.group == self.group for one in board.at(square)
            )
        ]
        signs = _PIVOT if self.side is None else facing(_DOWN, self.side)
        return (
            *_FLOOR,
            *(shape for side in rims for shape in facing(_RIM, side)),
            *signs,
            *(tag(self.group) if self.side is None or rims else ()),
        )

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Slide the arrow of a zone."""
        if self.side is None:
            return ()
        rest = tuple(shape for shape in self.art(board) if shape not in facing(_DOWN, self.side))
        return *rest, *moving((Thrust(_DOWN, (0, 0.12)),), self.side)
