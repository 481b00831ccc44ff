"""Radio beam: fills slots of the next turn with random cards (B25, D12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Arc, Disc, Line, Motion, Shape, Thrust, bar, box, facing, moving
from companion.engine.drawing import stops
from companion.engine.effects import REGISTER_LONG, Effect, GiveStatus, Remember
from companion.engine.element import (
    FIRE,
    NO_EFFECTS,
    Beat,
    BoardView,
    PieceView,
    PlayView,
    register,
)
from companion.engine.on_sides import CrossingBeam
from companion.engine.statuses import RADIO
from companion.words import SIDES, Text, text

RADIO_BEAMS = Beat(FIRE, 120, "radio beams", "D12")
MOST = 5
"""A reader has five slots."""
_CROSSED = "radio beam"


_DISH = (
    box(0.28, 0.8, 0.72, 0.96, "ink"),
    box(0.31, 0.83, 0.69, 0.96, "moss"),
    Arc((0.5, 0.56), 0.27, -75, 75, "ink", 0.13),
    Arc((0.5, 0.56), 0.27, -72, 72, "moss_pale", 0.07),
    Line(((0.5, 0.82), (0.5, 0.6)), "ink", 0.06),
    Disc((0.5, 0.58), 0.07, "ink"),
    Disc((0.5, 0.58), 0.045, "beam_radio"),
)


@register
@dataclass(frozen=True, slots=True)
class RadioBeam(CrossingBeam):
    """An emitter of cards by chance."""

    word = "radio_beam"
    noun = text("Radio beam")
    about = text(
        "A clank that enters it, turns in it or stands in it is dealt one card fewer next "
        "turn: a random one goes into its highest free slot instead."
    )
    rule = "B25"
    example = "D4 radio_beam S"
    lines: ClassVar[Mapping[str, int]] = {"enter": 250, "turned": 250}

    def title(self) -> Text:
        return text("Radio beam on the {side} side", side=SIDES[self.side])

    def beats(self) -> tuple[Beat, ...]:
        return (RADIO_BEAMS,)

    def struck(self, piece: PieceView, view: PlayView) -> tuple[Effect, ...]:
        """Give a radio card, at most one in a register for all entries and turns."""
        if view.recall(str(piece.seat), _CROSSED):
            return NO_EFFECTS
        return Remember(_CROSSED, "1", REGISTER_LONG, "B25"), *_radio(piece, view, "B25")

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Give one more radio card to a standing piece, for all beams together."""
        mine = (
            one
            for one in view.board.elements
            if isinstance(one, RadioBeam) and piece.square in one.reach(view.board, view.register)
        )
        return _radio(piece, view, "D12") if next(mine) == self else NO_EFFECTS

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a dish on its wall, and waves over all squares that it reaches."""
        waves = tuple(
            shape for y in stops(len(self.reach(board)), 0.35, 1 / 3) for shape in _wave(y)
        )
        return facing((*waves, *_DISH, *bar()), self.side)

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        heights = stops(len(self.reach(board)), 0.35, 1 / 3)
        return *moving(tuple(Thrust(_wave(y), (0, -1 / 3)) for y in heights), self.side), *facing(
            (*_DISH, *bar()), self.side
        )


def _radio(piece: PieceView, view: PlayView, rule: str) -> tuple[Effect, ...]:
    """Return one more radio card; only clanks are dealt cards."""
    number = int(view.wears(piece.seat, RADIO) or 0)
    if piece.kind != "clank" or number >= MOST:
        return NO_EFFECTS
    return (GiveStatus(RADIO, rule, value=str(number + 1)),)


def _wave(y: float) -> tuple[Shape, ...]:
    """Return a wave that bows away from a dish in the north."""
    return Arc((0.5, y + 0.2), 0.27, 128, 232, "ink", 0.1), Arc(
        (0.5, y + 0.2), 0.27, 130, 230, "beam_radio", 0.055
    )
