"""Rings of pieces for teams and for status on extended boards, their legend, and shared squares.

A ring is identified by its tint and by the number of its gaps, for those who do not see tints.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics import Line as Stroke

from companion.games.scene import Piece
from companion.geometry import ABOVE, Square
from companion.named_tuples import NamedTuple
from companion.session.view import BoardPicture
from companion.ui.i18n import translated
from companion.ui.paint import paint_fitting
from companion.ui.theme import INK, IVORY, RAISED, Rgba, rgba, u
from companion.ui.widgets.map.camera import BoardPoint
from companion.words import Text, listed, text

RADIUS: Final = 0.45
"""Radius of a piece's ring, as a share of a square."""
LEGEND: Final = 26
"""Height of the legend of rings, as on the seven-inch panel."""
_LOOKS: Final[Mapping[str, tuple[Rgba, int]]] = {
    "virtual": (rgba("#7cc8ff"), 8),
    "flying": (rgba("#ffffff"), 2),
    "shut down": (rgba("#a0a0a8"), 4),
    "burning": (rgba("#ff7a1a"), 12),
    "sunk": (rgba("#b07a48"), 1),
    "charged": (rgba("#ffe04a"), 6),
    "red": (rgba("#ff5040"), 2),
    "blue": (rgba("#5a9bff"), 3),
    "green": (rgba("#3fd060"), 4),
    "yellow": (rgba("#ffd820"), 5),
}
"""The tint of each ring, and its number of gaps."""
_OTHER: Final = (rgba("#e08cff"), 3)


BEST: Final = "best"
"""The kind of the ghost of the best race: nothing makes room for it."""
PALE: Final = ("ghost", BEST)
"""The kinds that are drawn hollow and faint."""
_KINDS: Final[Mapping[str, Text]] = {
    "copy": text("small: copies"),
    "ghost": text("pale: ghosts"),
    BEST: text("pale: the best race"),
}
"""Descriptions of the signs of pieces without a seat."""


class Aside(NamedTuple):
    """The place and size of a piece on a shared square."""

    right: float = 0.0
    """Distance from the middle in squares."""
    up: float = 0.0
    size: float = 1.0
    """Share of its full size."""


ALONE: Final = Aside()
_BENEATH, _UP, _BESIDE, _GHOST = (
    Aside(-0.14, -0.14, 0.8),
    Aside(0.2, 0.22, 0.66),
    Aside(0.24, -0.24, 0.6),
    Aside(-0.24, 0.24, 0.6),
)
_CORNERS: Final = (_BESIDE, _GHOST, _UP, Aside(-0.24, -0.24, 0.6))


def rings_of(piece: Piece) -> tuple[str, ...]:
    """Return the rings of a piece."""
    return tuple(badge.ring for badge in piece.badges if badge.ring)


def paint_rings(
    onto: InstructionGroup,
    rings: Sequence[str],
    side: float,
    middle: BoardPoint = (0.0, 0.0),
    radius: float = RADIUS,
) -> None:
    """Paint the rings of a piece, the first one innermost."""
    width = max(1.4, side * 0.05)
    for at, ring in enumerate(rings):
        tint, gaps = _LOOKS.get(ring, _OTHER)
        far = side * radius + at * width * 2.2
        onto.add(Color(*INK))
        onto.add(Stroke(circle=(*middle, far), width=width * 1.5))
        onto.add(Color(*tint))
        arc = 360 / gaps
        for gap in range(gaps):
            onto.add(
                Stroke(
                    circle=(*middle, far, gap * arc + 6, (gap + 1) * arc - 6),
                    width=width,
                    cap="none",
                )
            )


def legend(picture: BoardPicture) -> list[tuple[str, Text]]:
    """Return the legend of rings, copies and ghosts: a ring, or "" for none, and the words."""
    worn: dict[str, tuple[Text, list[str]]] = {}
    for piece in picture.pieces:
        for badge in piece.badges:
            if badge.ring and piece.square is not None:
                worn.setdefault(badge.ring, (badge.meaning, []))[1].append(
                    picture.signs[piece.seat].name
                )
    found = [
        (ring, text("{status}: {names}", status=title, names=listed(names, "")))
        for ring, (title, names) in sorted(worn.items())
    ]
    # Their sign shows their owner.
    return found + [
        ("", _KINDS[kind])
        for kind in sorted({piece.kind for piece in picture.pieces})
        if kind in _KINDS
    ]


def paint_legend(
    onto: InstructionGroup, entries: Sequence[tuple[str, Text]], x: float, y: float, width: float
) -> None:
    """Paint a line of entries, each with its ring, from a corner."""
    height, letters = u(LEGEND), [len(translated(words)) + 4 for _, words in entries]
    onto.add(Color(*RAISED))
    onto.add(Rectangle(pos=(x, y), size=(width, height)))
    left = x
    for (ring, words), long in zip(entries, letters, strict=False):
        # Each has room in proportion to its letters.
        cell = width * long / sum(letters)
        room = height if ring else 0.0
        if ring:
            paint_rings(onto, (ring,), height, (left + height / 2, y + height / 2), 0.28)
        paint_fitting(
            onto,
            words,
            left + room + (cell - room) / 2,
            y + height / 2,
            height * 0.72,
            cell - room - u(8),
            IVORY,
        )
        left += cell


def asides(stands: Mapping[int, Square | None], pieces: Iterable[Piece]) -> dict[int, Aside]:
    """Return how pieces on shared squares are drawn, by seat; others are left out."""
    looks = {piece.seat: piece for piece in pieces}
    together: dict[Square, list[int]] = {}
    best = [
        (seat, square)
        for seat, square in stands.items()
        if square is not None and seat in looks and looks[seat].kind == BEST
    ]
    for seat, square in stands.items():
        if square is not None and seat in looks and looks[seat].kind != BEST:
            together.setdefault(square.removesuffix(ABOVE), []).append(seat)
    found: dict[int, Aside] = {}
    for seats in together.values():
        taken: list[Aside] = []
        for seat in seats if len(seats) > 1 else ():
            piece, square = looks[seat], stands[seat] or ""
            if piece.kind == "ghost":
                place = _GHOST
            elif square.endswith(ABOVE) or "flying" in rings_of(piece):
                place = _UP
            else:
                place = _BESIDE if "virtual" in rings_of(piece) else _BENEATH
            # Of several alike the first one has its place, the others a free corner.
            if place in taken:
                place = next((corner for corner in _CORNERS if corner not in taken), place)
            taken.append(place)
            found[seat] = place
    found |= {seat: _GHOST for seat, square in best if square.removesuffix(ABOVE) in together}
    # A piece above is drawn higher even if none is beneath.
    found |= {
        seat: Aside(0.1, 0.14, 0.9)
        for seat, square in stands.items()
        if square is not None and square.endswith(ABOVE) and seat not in found
    }
    return found
