"""Randomizer: replaces the cards of who stands on it by random ones (A1, F5)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Disc, Gear, Motion, Polygon, Shape, box, ring
from companion.engine.board import Board
from companion.engine.effects import Begin, DrawCards, Effect
from companion.engine.element import (
    DEVICE,
    END_OF_TURN,
    NO_EFFECTS,
    REVEAL,
    Beat,
    Element,
    register,
)
from companion.engine.keys import EVERY_REGISTER, word_key
from companion.engine.looking import Look, Rider
from companion.engine.statuses import RANDOM
from companion.engine.surfaces import beside, is_carried
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
    """A plate that shuffles cards: in `scope` all that are left, or that of the register; `next_turn` is random, or as always."""

    scope: str = "rest"
    next_turn: str = "random"

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
        """Which cards become random."""
        return text("Randomizer") if self.scope == "rest" else text("Randomizer of one card")

    def beats(self) -> tuple[Beat, ...]:
        """When cards are revealed, and at the end of the turn."""
        return SHUFFLES, PROGRAMS

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """Random cards now, or a random program for the next turn."""
        if beat == SHUFFLES:
            slots = EVERY_REGISTER[look.register - 1 :]
            return (DrawCards(slots if self.scope == "rest" else slots[:1], "A1"),)
        # Nothing where no card would be dealt: it rests then, or all its slots are locked.
        return (
            (Begin(RANDOM, "F5"),)
            if self.next_turn == "random" and look.dealt(rider)
            else NO_EFFECTS
        )

    def art(self, board: Board) -> tuple[Shape, ...]:
        """A die that stands on its corner, with five pips for all cards or one for that of the register."""
        return beside(self, board, (*_PLATE, *self._die()))

    def motion(self, board: Board) -> tuple[Motion, ...]:
        """The die rolls over."""
        if is_carried(self, board):
            return ()
        return *_PLATE, Gear(self._die(), 360)

    def _die(self) -> tuple[Shape, ...]:
        return _DIE if self.scope == "rest" else _ONE
