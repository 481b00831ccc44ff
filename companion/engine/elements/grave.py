"""Grave: hurts pieces on it; ghosts rise here in turn 2 (D10, D9)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Disc, Motion, Polygon, Shape, Thrust, box, on_circle
from companion.engine.effects import Effect, Hurt
from companion.engine.element import (
    FIRE,
    FLOOR,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.words import Text, sentences, text

GRAVES = Beat(FIRE, 100, "graves", "D10")

_MOUND = Polygon(
    ((0.04, 0.04), (0.08, 0.16), (0.22, 0.24), (0.78, 0.24), (0.92, 0.16), (0.96, 0.04)), "moss"
)
_EDGE = Polygon(
    (
        (0.2, 0.14),
        *(on_circle((0.5, 0.64), 0.33, angle) for angle in range(-90, 91, 15)),
        (0.83, 0.14),
    ),
    "ink",
)
_STONE = Polygon(
    (
        (0.23, 0.14),
        *(on_circle((0.5, 0.64), 0.29, angle) for angle in range(-90, 91, 15)),
        (0.79, 0.14),
    ),
    "grave",
)
_CROSS = box(0.455, 0.4, 0.545, 0.84, "ink"), box(0.34, 0.62, 0.66, 0.7, "ink")
_GHOST = (
    Polygon(
        (
            (0.32, 0.3),
            *(on_circle((0.5, 0.62), 0.18, angle) for angle in range(-90, 91, 15)),
            (0.68, 0.3),
            (0.59, 0.38),
            (0.5, 0.3),
            (0.41, 0.38),
        ),
        "ghost",
    ),
    Disc((0.43, 0.64), 0.035, "ink"),
    Disc((0.57, 0.64), 0.035, "ink"),
)


@register
@dataclass(frozen=True, slots=True)
class Grave(Element):
    """A grave; the play itself lets ghosts rise from elements with its trait."""

    word = "grave"
    layer = FLOOR
    spreads = True
    traits = frozenset({"grave", "harmful"})
    noun = text("Grave")
    about = sentences(
        text(
            "1 damage to a clank on it after the lasers. In turn 2 a ghost rises here and hurts "
            "clanks that are ahead of it or meet it."
        ),
        text("The rules for ghosts are rules of this app."),
    )
    rule = "D10"
    example = "D4 grave"

    def title(self) -> Text:
        return text("Grave")

    def beats(self) -> tuple[Beat, ...]:
        return (GRAVES,)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Damage a standing piece."""
        return (Hurt(1, self.word, self.square, "D10"),)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a stone with a cross on a green mound."""
        return _EDGE, _STONE, *_CROSS, _MOUND

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Let something look over the stone."""
        return Thrust(_GHOST, (0, 0.34)), _EDGE, _STONE, *_CROSS, _MOUND
