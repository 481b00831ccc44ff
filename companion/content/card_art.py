"""The signs of the seven moves on cards, as engine drawings, and one for other decks.

In a unit square, x to the right and y upwards; strokes and tips may reach a little beyond it.
"""

from __future__ import annotations

from typing import Final

from companion.art import Arc, Caption, Line, Polygon, Shape
from companion.words import Text, text

_ARROW: Final = (
    (0.5, 1.0),
    (0.98, 0.54),
    (0.77, 0.54),
    (0.77, 0.0),
    (0.23, 0.0),
    (0.23, 0.54),
    (0.02, 0.54),
)
_BROAD: Final = 0.2


def _forward(steps: int) -> tuple[Shape, ...]:
    return (Polygon(_ARROW, "ink"), Caption(str(steps), (0.5, 0.36), 0.46, "hole"))


_QUARTER_LEFT: Final[tuple[Shape, ...]] = (
    Line(((0.84, 0.02), (0.84, 0.145)), "ink", _BROAD),
    Arc((0.4, 0.14), 0.44, 0, 90, "ink", _BROAD),
    Polygon(((0.42, 0.94), (0.42, 0.22), (0.02, 0.58)), "ink"),
)


def _mirrored(shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Return the shapes with left and right exchanged.

    Other shapes than lines, arcs and polygons are left out, since signs of turns have none.
    """
    turned: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Arc):
            turned.append(
                shape._replace(
                    centre=(1 - shape.centre[0], shape.centre[1]),
                    start=-shape.end,
                    end=-shape.start,
                )
            )
        elif isinstance(shape, (Line, Polygon)):
            turned.append(shape._replace(points=tuple((1 - x, y) for x, y in shape.points)))
    return tuple(turned)


MOVE_ART: Final[dict[str, tuple[Shape, ...]]] = {
    "move1": _forward(1),
    "move2": _forward(2),
    "move3": _forward(3),
    "back": (
        Polygon(tuple((x, 1 - y) for x, y in _ARROW), "ink"),
        Caption("1", (0.5, 0.64), 0.46, "hole"),
    ),
    "left": _QUARTER_LEFT,
    "right": _mirrored(_QUARTER_LEFT),
    "uturn": (
        Line(((0.8, 0.02), (0.8, 0.605)), "ink", _BROAD),
        Arc((0.53, 0.6), 0.27, -90, 90, "ink", _BROAD),
        Line(((0.26, 0.605), (0.26, 0.4)), "ink", _BROAD),
        Polygon(((-0.04, 0.42), (0.56, 0.42), (0.26, 0.02)), "ink"),
    ),
}
"""The sign of each move of `companion.engine.cards.MOVES`, in "ink", with "hole" where the paper
shows."""

MOVE_WORDS: Final[dict[str, Text]] = {
    "move1": text("MOVE 1"),
    "move2": text("MOVE 2"),
    "move3": text("MOVE 3"),
    "back": text("BACK"),
    "left": text("LEFT"),
    "right": text("RIGHT"),
    "uturn": text("U-TURN"),
}
"""The name of each move on its card."""

_FORWARD, _TURNING, _BACKWARD = "#e0ad45", "#6ea8ff", "#f08a4b"
MOVE_TINTS: Final[dict[str, str]] = {
    "move1": _FORWARD,
    "move2": _FORWARD,
    "move3": _FORWARD,
    "left": _TURNING,
    "right": _TURNING,
    "back": _BACKWARD,
    "uturn": _BACKWARD,
}
"""The tint of a card's band: forward, turning, backward. Its sign and word say the same."""

_OTHER: Final[tuple[Shape, ...]] = (
    Polygon(((0.5, 1.0), (0.86, 0.5), (0.5, 0.0), (0.14, 0.5)), "ink"),
)


def art_of(move: str) -> tuple[Shape, ...]:
    """Return the sign of a card's move, a lozenge for a move of another deck."""
    return MOVE_ART.get(move, _OTHER)


def word_of(move: str) -> str:
    """Return the name of a card's move on it."""
    return str(MOVE_WORDS.get(move, move.upper()))


def tint_of(move: str) -> str:
    """Return the tint of a card's band."""
    return MOVE_TINTS.get(move, _FORWARD)
