"""Portal: moves a piece that enters directly to the linked portal (B22)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Arc, Caption, Disc, Shape, box
from companion.engine.causes import JUMP
from companion.engine.effects import CARD_LONG, Effect, Jump, Remember
from companion.engine.element import (
    ANY,
    DEVICE,
    NO_EFFECTS,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import LINK
from companion.geometry import Heading
from companion.words import Text, text

THROUGH = "through a portal"
"""Remembered of a piece during its jump: the square where it comes out, from which this step does
not jump once more."""

_MOUTH = (
    Disc((0.5, 0.5), 0.47, "ink"),
    Disc((0.5, 0.5), 0.44, "portal"),
    Disc((0.5, 0.5), 0.36, "portal_dark"),
)
_SWIRL = (
    Arc((0.5, 0.5), 0.28, 20, 150, "portal", 0.05),
    Arc((0.5, 0.5), 0.28, 200, 330, "portal", 0.05),
)


@register
@dataclass(frozen=True, slots=True)
class Portal(Element):
    """One end of a way through."""

    link: str
    """The word that both ends share."""

    word = "portal"
    layer = DEVICE
    keys = (LINK,)
    traits = frozenset({"portal"})
    noun = text("Portal")
    about = text(
        "A clank that comes in moves straight to the other portal of its link and goes on from "
        "there. If that one is taken, this is plain floor."
    )
    rule = "B22"
    example = "D4 portal link=red"
    enters_by = ANY
    # Before everything else on its square (3.4 5).
    lines: ClassVar[Mapping[str, int]] = {"enter": 0}

    def title(self) -> Text:
        return text("Portal {link}", link=self.link)

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Move the piece to the other end, if that is free."""
        seat = str(piece.seat)
        if cause == JUMP and view.recall(seat, THROUGH) == self.square:
            return NO_EFFECTS
        # The linked portal, where a room may have carried it.
        ends = (one for one in view.board.elements if isinstance(one, Portal) and one != self)
        far = next((one.square for one in ends if one.link == self.link), None)
        if far is None or view.occupied(far, piece):
            return NO_EFFECTS
        return (
            Remember(THROUGH, far, CARD_LONG, "B22"),
            Jump(far, direction, JUMP, "B22"),
            Remember(THROUGH, "", CARD_LONG, "B22"),
        )

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a round mouth with the word of its link."""
        size = min(0.24, 0.84 / len(self.link))
        high = size * 0.9
        plate = box(0.04, 0.5 - high, 0.96, 0.5 + high, "portal_dark")
        return (
            *_MOUTH,
            *_SWIRL,
            *((plate,) if len(self.link) > 3 else ()),
            Caption(self.link, (0.5, 0.5), size, "paper"),
        )
