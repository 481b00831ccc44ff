"""Ice: movement cards that begin on it become slides, and so do turns (B12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Line, Shape, on_circle
from companion.engine.causes import CARD, SLIDE
from companion.engine.effects import NOBODY, Effect, Halt, Shift, TakeSteps
from companion.engine.element import (
    FLOOR,
    NO_EFFECTS,
    OUR_RULING,
    BoardView,
    Drive,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import word_key
from companion.engine.surfaces import banks, pool
from companion.geometry import LARGEST, Heading, turn_heading
from companion.words import Text, sentences, text

_STEP = tuple(Shift(direction, SLIDE, NOBODY, "B12", "B12") for direction in range(4))
_SLIDE = tuple(TakeSteps(step, 2 * LARGEST, on="ice") for step in _STEP)

_CENTRE = (0.5, 0.5)


def _arm(angle: float) -> tuple[Shape, ...]:
    """Return an arm of the snow crystal."""
    fork, end = on_circle(_CENTRE, 0.2, angle), on_circle(_CENTRE, 0.34, angle)
    return Line((_CENTRE, end), "ice_dark", 0.05), *(
        Line((fork, on_circle(_CENTRE, 0.32, angle + side)), "ice_dark", 0.04) for side in (-26, 26)
    )


_CRYSTAL = tuple(shape for arm in range(6) for shape in _arm(60 * arm))
_HOLD = Disc(_CENTRE, 0.43, "ice_dark", 0.385)


@register
@dataclass(frozen=True, slots=True)
class Ice(Element):
    """A square of ice."""

    entry_key: str = "normal"
    """"slide" if pieces that drive onto it slide, too."""

    word = "ice"
    layer = FLOOR
    keys = (
        word_key(
            "entry",
            ("normal", "slide"),
            "normal",
            "whether driving onto it already slides to its end",
        )._replace(field="entry_key"),
    )
    traits = frozenset({"ice"})
    noun = text("Ice")
    about = sentences(
        text(
            "A movement card that begins on ice slides to the first square without ice, "
            "regardless of its number. Turning slides one square ahead."
        ),
        OUR_RULING,
    )
    rule = "B12"
    example = "D4 ice"
    experimental = True
    spreads = True
    enters_by = frozenset({CARD})
    # The whole rotate card comes first: other elements of the square have turned the clank before
    # it slides off.
    lines: ClassVar[Mapping[str, int]] = {"plan": 70, "enter": 120, "turned": 990}

    def title(self) -> Text:
        if self.entry_key == "normal":
            return text("Ice")
        return text("Ice that catches clanks driving onto it")

    def plan(
        self, piece: PieceView, drive: Drive, view: PlayView
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Replace the steps by a slide."""
        return (drive._replace(slide=_SLIDE[drive.direction]) if drive.moves else drive), NO_EFFECTS

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Replace the rest of the card by a slide, with "slide"."""
        return (Halt("B12"), _SLIDE[direction]) if self.entry_key == "slide" else NO_EFFECTS

    def turned(self, piece: PieceView, quarters: int, view: PlayView) -> tuple[Effect, ...]:
        """Slide one square in the direction faced before the turn."""
        return (_STEP[turn_heading(piece.heading, -quarters)],)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a pale sheet with a snow crystal, and an edge where it ends.

        A ring means that pieces that drive onto it slide.
        """
        ring = (_HOLD,) if self.entry_key == "slide" else ()
        return (
            pool(self, board, "ice", 0, 0),
            *_CRYSTAL,
            *ring,
            *banks(self, board, "ice_dark", 0.05),
        )
