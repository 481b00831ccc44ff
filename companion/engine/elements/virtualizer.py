"""Virtualizer: lets the clank on it pass through others for some register phases (A3)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Caption, Disc, Gear, Motion, Shape, gear
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
from companion.engine.keys import number_key
from companion.engine.statuses import VIRTUAL
from companion.words import Text, count, sentences, text

VIRTUALIZERS = Beat(REVEAL, 30, "virtualizers", "A3")

_BED, _DASHES, _INNER = (
    Disc((0.5, 0.5), 0.46, "ink"),
    gear(12, 0.44, 0.33, "ghost"),
    Disc((0.5, 0.5), 0.35, "ink"),
)
_HOLLOW = Disc((0.5, 0.5), 0.28, "ghost", 0.25)


@register
@dataclass(frozen=True, slots=True)
class Virtualizer(Element):
    """A device that makes pieces virtual."""

    phases: int = 5
    """The number of register phases, the first one included."""

    word = "virtualizer"
    layer = DEVICE
    keys = (
        number_key(
            "phases",
            1,
            9,
            5,
            "for how many register phases a clank is virtual, the first one included",
        ),
    )
    noun = text("Virtualizer")
    about = sentences(
        text(
            "A clank on it when the cards are revealed is virtual for as many registers as shown: "
            "it passes through clanks, and no shot hits it."
        ),
        OUR_RULING,
    )
    rule = "A3"
    example = "E6 virtualizer"
    experimental = True

    def title(self) -> Text:
        return count(
            "Virtualizer, for {phases} register",
            "Virtualizer, for {phases} registers",
            self.phases,
            phases=self.phases,
        )

    def beats(self) -> tuple[Beat, ...]:
        return (VIRTUALIZERS,)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Make the piece virtual, for all phases again if it was."""
        return (GiveStatus(VIRTUAL, "A3", phases=self.phases),)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a ring of dashes around the number of phases."""
        return _BED, _DASHES, *self._middle()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        return _BED, Gear((_DASHES,), 90, 30), *self._middle()

    def _middle(self) -> tuple[Shape, ...]:
        return _INNER, _HOLLOW, Caption(str(self.phases), (0.5, 0.5), 0.26, "ghost")
