"""Fog: a clank in it or facing it plays another of its cards (B20)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Line, Shape
from companion.engine.effects import SLOT_DRAWN, AskQuestion, Effect, SwapCards
from companion.engine.element import (
    AREA,
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
from companion.geometry import Square, column_row, square_name
from companion.words import Text, sentences, text

_CLOUD: tuple[Shape, ...] = (
    *(
        Disc((x, y), radius + 0.03, "steel")
        for x, y, radius in ((0.3, 0.52, 0.15), (0.5, 0.6, 0.2), (0.71, 0.53, 0.15))
    ),
    Line(((0.12, 0.44), (0.88, 0.44)), "steel", 0.18),
    *(
        Disc((x, y), radius, "fog")
        for x, y, radius in ((0.3, 0.52, 0.15), (0.5, 0.6, 0.2), (0.71, 0.53, 0.15))
    ),
    Line(((0.15, 0.44), (0.85, 0.44)), "fog", 0.12),
)
_EYE = Disc((0.5, 0.52), 0.13, "paper"), Disc((0.5, 0.52), 0.07, "ink")
_WISPS = (
    Line(((0, 0.24), (1, 0.24)), "fog", 0.07),
    Line(((0, 0.1), (1, 0.1)), "fog", 0.05),
    Line(((0, 0.9), (1, 0.9)), "fog", 0.07),
)


@register
@dataclass(frozen=True, slots=True)
class Fog(Element):
    """A square of fog; its trait ends the shots of clanks, which is all with `effect` "sight"."""

    effect: str = "swap"

    word = "fog"
    layer = AREA
    keys = (
        word_key(
            "effect",
            ("swap", "sight"),
            "swap",
            "whether it mixes up cards and ends shots, or only ends shots",
        ),
    )
    traits = frozenset({"fog"})
    noun = text("Fog")
    about = sentences(
        text(
            "A clank in fog, or facing it, plays a random card of a later register in place of "
            "this one. Clanks do not shoot into, through or out of fog."
        ),
        OUR_RULING,
    )
    rule = "B20"
    example = "D4 fog"
    experimental = True
    spreads = True
    lines: ClassVar[Mapping[str, int]] = {"plan": 10}

    def title(self) -> Text:
        return text("Fog") if self.effect == "swap" else text("Fog that only ends shots")

    def minds(self, hook: str, board: BoardView, register: int) -> tuple[Square, ...]:
        """Return its whole row and column for cards, since it may be straight ahead from there."""
        if hook != "plan" or self.effect == "sight":
            return self.covers()
        column, row = column_row(self.square)
        across = [square_name(other, row) for other in range(board.columns)]
        return *across, *(square_name(column, other) for other in range(board.rows) if other != row)

    def plan(
        self, piece: PieceView, drive: Drive, view: PlayView
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Swap the card of this register with a later one, once per card, if there is one."""
        if self.effect == "sight" or drive.fogged or not self._clouds(piece, view):
            return drive, NO_EFFECTS
        later = tuple(
            str(slot)
            for slot, card in enumerate(piece.slots, 1)
            if slot > view.register and card is not None and slot not in piece.locked
        )
        here = view.register

        def swapped(slot: str) -> tuple[Effect, ...]:
            return (SwapCards(here, int(slot), "B20"),)

        return drive, (
            AskQuestion(SLOT_DRAWN, self.word, later, swapped, "B20", here),
        ) if later else NO_EFFECTS

    def _clouds(self, piece: PieceView, view: PlayView) -> bool:
        """Say whether the piece is in it, or has it straight ahead before any wall or piece."""
        if piece.square == self.square:
            return True
        crossed = view.line(piece.square, piece.heading)[1:]
        if self.square not in crossed:
            return False
        before = crossed[: crossed.index(self.square)]
        return not any(other.square in before for other in view.pieces())

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a cloud over wisps, with an eye if it only ends shots.

        The floor shows between the wisps, which continue on the next squares.
        """
        return *_WISPS, *_CLOUD, *(_EYE if self.effect == "sight" else ())
