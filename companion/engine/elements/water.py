"""Water: takes the first square off a movement card that begins in it (B7a)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Shape, facing, tip
from companion.engine.causes import BOUNCE, CARD, CURRENT, JUMP
from companion.engine.effects import CARD_LONG, Effect, Remember, Spend
from companion.engine.element import (
    FLOOR,
    NO_EFFECTS,
    BoardView,
    Drive,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import word_key
from companion.engine.surfaces import banks, pool, wave
from companion.geometry import Heading, N, Square
from companion.words import Text, text

NEGATE = word_key(
    "negate",
    ("start", "leave"),
    "start",
    "which square it takes: the card's first one, or the first one that leaves water",
)
PLACE = 100
"""Among the hooks that plan a card."""
BY_CARD = frozenset({CARD, BOUNCE, JUMP})
"""The causes by which a card itself brings its clank onto a square; JUMP is that of a portal on the
way."""
EASED = "eased"
"""Remembered of a piece for one card: a square was taken off."""
_SPEND = (Spend(1, "B7", eased=True), Remember(EASED, "1", CARD_LONG, "B7"))

_WAVES = (
    wave(0.74, "water_dark", 0.055, 0.08, 0.6),
    wave(0.48, "water_dark", 0.055, 0.36, 0.92),
    wave(0.22, "water_dark", 0.055, 0.08, 0.6),
)
_OUT = tuple(
    shape
    for direction in range(4)
    for shape in facing((tip((0.5, 0.88), 0, 0.14, "water_dark"),), direction)
)


@dataclass(frozen=True, slots=True)
class Slowing(Element):
    """A floor that takes a square off a movement card that begins on it; the base of others."""

    layer = FLOOR
    spreads = True
    lines: ClassVar[Mapping[str, int]] = {"plan": PLACE}

    def plan(
        self, piece: PieceView, drive: Drive, view: PlayView
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Take a square off a card that begins here."""
        return eased(drive) if is_still(view, self.square) else drive, NO_EFFECTS


@register
@dataclass(frozen=True, slots=True)
class Water(Slowing):
    """A square of shallow water."""

    negate: str = "start"

    word = "water"
    keys = (NEGATE,)
    traits = frozenset({"water"})
    noun = text("Water")
    about = text(
        "A movement card that begins in water loses its first square. Water puts out fire."
    )
    rule = "B7a"
    example = "D4 water"
    enters_by = BY_CARD
    lines: ClassVar[Mapping[str, int]] = {"plan": PLACE, "enter": 70}

    def title(self) -> Text:
        if self.negate == "start":
            return text("Water")
        return text("Water that slows down clanks leaving it")

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Take the leaving square off a card that comes through, with "leave"."""
        return spent(piece, view, self.square) if self.negate == "leave" else NO_EFFECTS

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw blue with waves, and banks where it ends; arrow tips point outwards with "leave"."""
        return (
            pool(self, board, "water", 0, 0),
            *_WAVES,
            *(_OUT if self.negate == "leave" else ()),
            *banks(self, board, "water_dark", 0.06),
        )


def eased(drive: Drive) -> Drive:
    """Return the drive with a square less.

    Rotate cards, slides and jumps lose nothing, and no card loses two (4.3).
    """
    if not drive.moves or drive.eased or drive.slide is not None or drive.jump is not None:
        return drive
    return drive._replace(squares=max(0, drive.squares - 1), eased=True)


def spent(piece: PieceView, view: PlayView, square: Square) -> tuple[Effect, ...]:
    """Return the loss of the card's next square in water with "leave", once per card."""
    if view.card is None or view.recall(str(piece.seat), EASED) or not is_still(view, square):
        return NO_EFFECTS
    return _SPEND


def is_still(view: PlayView, square: Square) -> bool:
    """Say whether no current flows there now; an open sluice makes one (B4g)."""
    if view.has(square, "current"):
        return False
    return not any(
        "sluice" in one.traits and not one.blocks(N, CURRENT, view) for one in view.board.at(square)
    )
