"""Antigravity pad: the clank on it begins to fly (A2)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Disc, Motion, Shape, Thrust, chevron
from companion.engine.effects import Effect, GiveStatus
from companion.engine.element import (
    DEVICE,
    OUR_RULING,
    REVEAL,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import word_key
from companion.engine.statuses import FLYING, VIRTUAL
from companion.words import Text, sentences, text

TAKE_OFFS = Beat(REVEAL, 20, "take-offs", "A2")
_FLY = {
    landing: (GiveStatus(FLYING, "A2", value=value),)
    for landing, value in (("soft", "1"), ("hard", "hard"))
}
"""The kind of landing is kept as the value of the status, since the flyer may be far from the pad
by then."""
_HIDE = (GiveStatus(VIRTUAL, "A2"),)
"""Until it is alone on its square."""

_PAD = Disc((0.5, 0.5), 0.44, "ink"), Disc((0.5, 0.5), 0.42, "energy", 0.35)
_UPWARDS = tuple(
    chevron((0.5, y), 0, size, "energy") for y, size in ((0.66, 0.42), (0.5, 0.34), (0.34, 0.26))
)
_HARD = Disc((0.5, 0.5), 0.32, "hazard", 0.29)


@register
@dataclass(frozen=True, slots=True)
class Antigrav(Element):
    """A pad that lifts pieces when the cards are revealed."""

    landing: str = "soft"
    """"hard" if coming down after register 5 does damage."""

    word = "antigrav"
    layer = DEVICE
    keys = (
        word_key(
            "landing",
            ("soft", "hard"),
            "soft",
            "whether coming down after register 5 costs one damage",
        ),
    )
    noun = text("Antigravity pad")
    about = sentences(
        text(
            "A clank on it when the cards are revealed flies over pits, belts and other clanks, "
            "until it is hit or register 5 is over."
        ),
        OUR_RULING,
    )
    rule = "A2"
    example = "E5 antigrav"
    experimental = True

    def title(self) -> Text:
        if self.landing == "soft":
            return text("Antigravity pad")
        return text("Antigravity pad with a hard landing")

    def beats(self) -> tuple[Beat, ...]:
        return (TAKE_OFFS,)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Let the piece fly, or be virtual if a flyer is above it.

        All pieces look at the same moment, regardless of their seats.
        """
        return _HIDE if view.flyer(piece.square) not in (None, piece) else _FLY[self.landing]

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a pad with rising arrows; an inner ring marks a hard landing."""
        return *self._bed(), *_UPWARDS

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        return *self._bed(), Thrust(_UPWARDS, (0, 0.14))

    def _bed(self) -> tuple[Shape, ...]:
        return _PAD if self.landing == "soft" else (*_PAD, _HARD)
