"""Randomizer: replaces the cards of a piece on it by random ones (A1, F5)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Disc, Gear, Motion, Polygon, Shape, box, ring
from companion.engine.effects import DrawCards, Effect, GiveStatus
from companion.engine.element import (
    DEVICE,
    END_OF_TURN,
    NO_EFFECTS,
    REVEAL,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import EVERY_REGISTER, word_key
from companion.engine.statuses import RANDOM
from companion.engine.surfaces import device_shapes, is_carried
from companion.words import Text, text

SHUFFLES = Beat(REVEAL, 10, "randomizers", "A1")
PROGRAMS = Beat(END_OF_TURN, 50, "randomizers", "F5")

_PLATE = box(0.04, 0.04, 0.96, 0.96, "ink"), box(0.07, 0.07, 0.93, 0.93, "moss")
_PIPS = ((0.5, 0.5), (0.5, 0.72), (0.5, 0.28), (0.72, 0.5), (0.28, 0.5))
_DIE: tuple[Shape, ...] = (
    Polygon(ring(4, 0.46, 0), "ink"),
    Polygon(ring(4, 0.42, 0), "card"),
    *(Disc(pip, 0.062, "suit_red") for pip in _PIPS),
)
_ONE: tuple[Shape, ...] = (
    Polygon(ring(4, 0.46, 0), "ink"),
    Polygon(ring(4, 0.42, 0), "card"),
    Disc((0.5, 0.5), 0.11, "suit_red"),
)


@register
@dataclass(frozen=True, slots=True)
class Randomizer(Element):
    """A plate that shuffles cards."""

    scope: str = "rest"
    """"rest" for all cards that are left, else the card of the register."""
    next_turn: str = "random"
    """"random" for a random program in the next turn."""

    word = "randomizer"
    layer = DEVICE
    keys = (
        word_key(
            "scope",
            ("rest", "register"),
            "rest",
            "which cards become random: those of this and all later registers, or of this one only",
        ),
        word_key(
            "next_turn",
            ("random", "none"),
            "random",
            "what comes of standing on it at the end of the turn: a random program, or nothing",
        ),
    )
    traits = frozenset({"randomizer"})
    noun = text("Randomizer")
    about = text(
        "A clank that begins a register on it gives up the cards of this and all later "
        "registers and gets random ones, and again in the next turn."
    )
    rule = "A1"
    example = "D4 randomizer"

    def title(self) -> Text:
        return text("Randomizer") if self.scope == "rest" else text("Randomizer of one card")

    def beats(self) -> tuple[Beat, ...]:
        return SHUFFLES, PROGRAMS

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Draw random cards now, or begin a random program for the next turn."""
        if beat == SHUFFLES:
            slots = EVERY_REGISTER[view.register - 1 :]
            return (DrawCards(slots if self.scope == "rest" else slots[:1], "A1"),)
        # Nothing if no card would be dealt: the clank will rest, or all its slots are locked.
        if self.next_turn == "random" and view.dealt(piece):
            return (GiveStatus(RANDOM, "F5"),)
        return NO_EFFECTS

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a die on its corner, with five pips for all cards or one for a single card."""
        return device_shapes(self, board, (*_PLATE, *self._die()))

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        if is_carried(self, board):
            return ()
        return *_PLATE, Gear(self._die(), 360)

    def _die(self) -> tuple[Shape, ...]:
        return _DIE if self.scope == "rest" else _ONE
