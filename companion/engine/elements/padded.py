"""Padded floor: a movement that ends on it is repeated once (B11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Line, Motion, Shape, Thrust, box
from companion.engine.cards import STEPS
from companion.engine.causes import CARD
from companion.engine.effects import REGISTER_LONG, Effect, Remember, Shift, TakeSteps
from companion.engine.element import (
    FLOOR,
    NO_EFFECTS,
    OUR_RULING,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.geometry import Heading, opposite
from companion.words import Text, sentences, text

_AGAIN = tuple(Shift(heading, CARD, "", "B11", "B11") for heading in range(4))
_DOUBLED = "doubled"

_MAT = box(0.02, 0.02, 0.98, 0.98, "plum"), box(0.06, 0.06, 0.94, 0.94, "plum_pale")
_SEAMS = tuple(
    Line(line, "plum", 0.035)
    for line in (
        ((0.06, 0.5), (0.5, 0.94)),
        ((0.06, 0.06), (0.94, 0.94)),
        ((0.5, 0.06), (0.94, 0.5)),
        ((0.06, 0.5), (0.5, 0.06)),
        ((0.06, 0.94), (0.94, 0.06)),
        ((0.5, 0.94), (0.94, 0.5)),
    )
)
_BUTTONS = tuple(
    Disc(centre, 0.055, "plum")
    for centre in ((0.5, 0.5), (0.28, 0.72), (0.72, 0.72), (0.28, 0.28), (0.72, 0.28))
)


@register
@dataclass(frozen=True, slots=True)
class Padded(Element):
    """A square of springy floor."""

    word = "padded"
    layer = FLOOR
    spreads = True
    traits = frozenset({"padded"})
    noun = text("Padded floor")
    about = sentences(
        text(
            "A clank whose movement card ends here repeats the movement, once a register, even "
            "if it was stopped here."
        ),
        OUR_RULING,
    )
    rule = "B11"
    example = "D4 padded"
    experimental = True
    lines: ClassVar[Mapping[str, int]] = {"rest": 110}

    def title(self) -> Text:
        return text("Padded floor")

    def rest(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Repeat the printed squares in the direction of the card, as steps of the same card."""
        card = view.card
        if card is None or card.move not in STEPS or view.recall(str(piece.seat), _DOUBLED):
            return NO_EFFECTS
        steps = STEPS[card.move]
        ahead = piece.heading if steps > 0 else opposite(piece.heading)
        return Remember(_DOUBLED, "1", REGISTER_LONG, "B11"), TakeSteps(_AGAIN[ahead], abs(steps))

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a quilted mat with buttons."""
        return *_MAT, *_SEAMS, *_BUTTONS

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Press the mat down."""
        return _MAT[0], Thrust((_MAT[1], *_SEAMS, *_BUTTONS), (0, 0.06))
