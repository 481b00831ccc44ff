"""Mirror: a clank that faces it turns the wrong way, and shoots itself (B19, D1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Line, Polygon, Shape, bar, box, facing, tip
from companion.engine.effects import REGISTER_LONG, Effect, Hurt, Remember
from companion.engine.element import (
    FIRE,
    NO_EFFECTS,
    OUR_RULING,
    Beat,
    BoardView,
    Drive,
    PieceView,
    PlayView,
    register,
)
from companion.engine.on_sides import Mount
from companion.engine.statuses import OF_WORD, SUNK, VIRTUAL
from companion.geometry import Square, opposite
from companion.words import SIDES, Text, sentences, text

AIMS = Beat(FIRE, 14, "mirrors", "D1")
"""Before the shots, since pieces between decide at that moment whether a shot comes back."""
SHOTS_BACK = Beat(FIRE, 16, "mirrors", "D1")
_AIMED = "mirror"
_SWAPPED = {"left": "right", "right": "left"}


_PANE: tuple[Shape, ...] = (
    box(0.06, 0.74, 0.94, 0.96, "ink"),
    box(0.09, 0.77, 0.91, 0.96, "bronze_pale"),
    box(0.13, 0.81, 0.87, 0.93, "soap"),
    *(
        Polygon(((x, 0.81), (x + 0.07, 0.81), (x + 0.17, 0.93), (x + 0.1, 0.93)), "soap_dark")
        for x in (0.18, 0.3, 0.6)
    ),
    # A shot comes in and goes back.
    Line(((0.3, 0.42), (0.5, 0.74), (0.7, 0.42)), "ink", 0.09),
    Line(((0.3, 0.42), (0.5, 0.74), (0.7, 0.42)), "soap", 0.05),
    tip((0.7, 0.42), 148, 0.16, "soap"),
)


@register
@dataclass(frozen=True, slots=True)
class Mirror(Mount):
    """A mirror on a side of its square, facing the square."""

    word = "mirror"
    traits = frozenset({"mirror"})
    noun = text("Mirror")
    about = sentences(
        text(
            "A clank that faces it turns left instead of right and right instead of left, and "
            "its own shot comes back to it."
        ),
        OUR_RULING,
    )
    rule = "B19"
    example = "D4 mirror N"
    experimental = True
    lines: ClassVar[Mapping[str, int]] = {"plan": 20}

    def title(self) -> Text:
        return text("Mirror on the {side} side", side=SIDES[self.side])

    def beats(self) -> tuple[Beat, ...]:
        """Act before and after the shots of the clanks."""
        return AIMS, SHOTS_BACK

    def reach(self, board: BoardView, register: int | None = None) -> tuple[Square, ...]:
        """Return the squares from which it can be straight ahead."""
        return board.beam(self.square, opposite(self.side), register)

    def minds(self, hook: str, board: BoardView, register: int) -> tuple[Square, ...]:
        """Return its whole line, regardless of barriers.

        The way is checked for each piece, since some barriers let a beam pass to one side only.
        """
        found = [self.square]
        while beyond := board.ahead[opposite(self.side)][found[-1]]:
            found.append(beyond)
        return tuple(found)

    def plan(
        self, piece: PieceView, drive: Drive, view: PlayView
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Swap left and right turns."""
        if drive.move in _SWAPPED and self._ahead(piece, view):
            drive = drive._replace(move=_SWAPPED[drive.move])
        return drive, NO_EFFECTS

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Hit a clank by its own shot, if it shot with nobody between."""
        if beat[:2] == SHOTS_BACK[:2]:
            aimed = view.recall(str(piece.seat), _AIMED)
            return (Hurt(1, self.word, self.square, "D1"),) if aimed == self.entry() else NO_EFFECTS
        shoots = not piece.down and all(
            status.fires for status in OF_WORD.values() if view.wears(piece.seat, status.word)
        )
        if shoots and self._ahead(piece, view):
            return (Remember(_AIMED, self.entry(), REGISTER_LONG, "D1"),)
        return NO_EFFECTS

    def _ahead(self, piece: PieceView, view: PlayView) -> bool:
        """Say whether a clank looks straight into it, without pieces or fog between."""
        if piece.kind != "clank" or piece.heading != self.side:
            return False
        if piece.square == self.square:
            return True
        # A piece on the mirror's square takes the shot, unless shots do not reach it.
        return self.square in view.shot(piece) and not any(
            other.square == self.square
            and other.kind != "ghost"
            and not view.wears(other.seat, VIRTUAL)
            and not view.wears(other.seat, SUNK)
            for other in view.pieces()
        )

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a framed pane on its wall, with glancing light."""
        return facing((*_PANE, *bar()), self.side)
