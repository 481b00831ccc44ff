"""A clank on paper: its emblem, its clockwork face in front and its winding key on the back.

Each of the eight has its own head, eyes and mouth. The front is light and the back is dark. None of
it depends on colour.
"""

from __future__ import annotations

from typing import Final

from companion.art import gear, ring
from companion.content.livery import COLOURS, LETTER_AT, NAMES, OUTLINES, SHAPES, TINTS
from companion.named_tuples import NamedTuple
from companion.press.letters import draw_centred, fitting_size
from companion.press.marks import CAPITALS, Circle, Fill, Mark, Point, Rectangle, Stroke
from companion.press.paint import to_square
from companion.press.paper import BRASS, INK

NEUTRAL: Final = "#cdc6b8"
"""The tint of a clank that belongs to nobody yet."""
OCTAGON: Final = ring(8, 0.49, 22.5)


class ClankLook(NamedTuple):
    """The name and look of a clank. Seat 0 is a spare one, with room for a handwritten number.

    Seats count from 1. Shape and number identify a clank for people who cannot tell the colours.
    """

    seat: int
    name: str
    colour: str
    shape: str

    @property
    def tint(self) -> str:
        """Its colour as a code; dark letters are readable on it."""
        return TINTS.get(self.colour, NEUTRAL)

    @property
    def number(self) -> str:
        """The seat's number, "" for a spare one."""
        return str(self.seat) if self.seat else ""

    @property
    def outline(self) -> tuple[Point, ...]:
        """Its shape in a unit square."""
        return OUTLINES.get(self.shape, OCTAGON)


LIVERIES: Final = tuple(
    ClankLook(seat, *look) for seat, look in enumerate(zip(NAMES, COLOURS, SHAPES, strict=True), 1)
)
"""The default looks of the eight clanks."""
SPARE: Final = ClankLook(0, "", "", "")


def sign(
    livery: ClankLook,
    x: float,
    y: float,
    side: float,
    fill: str,
    edge: str = INK,
    width: float = 0.4,
) -> Fill:
    """Draw the bare shape of a clank in a square with its lower left corner at (x, y)."""
    return Fill(to_square(livery.outline, x, y, side), fill, edge, width)


def emblem(
    livery: ClankLook,
    x: float,
    y: float,
    side: float,
    fill: str,
    ink: str = INK,
    width: float = 0.4,
) -> tuple[Mark, ...]:
    """Draw the shape with the seat's number in its broadest part."""
    height, share = LETTER_AT.get(livery.shape, (0.5, 0.62))
    size = fitting_size(livery.number or "8", side * share / CAPITALS * 0.9, side * 0.6, True)
    return sign(livery, x, y, side, fill, ink, width), draw_centred(
        livery.number, x + side / 2, y + side * height, size, ink
    )


# ---- A clank on the board ------------------------------------------------------------------------


FACE_WIDE, FACE_HIGH = 22.0, 30.0
"""A side in millimetres; every drawing here has its origin in the lower left corner."""
IVORY, STEEL = "#fffaf0", "#7d868f"


class _Features(NamedTuple):
    """A face in the unit square of its head: heights, distances and sizes."""

    up: float
    """The height of the eyes."""
    apart: float
    """The distance of the eyes from the middle."""
    eye: float
    low: float
    """The height of the mouth."""
    broad: float
    """Half the width of the mouth."""
    eyes: str
    """The name of the drawing."""
    mouth: str
    """The name of the drawing."""


FEATURES: Final = {
    "circle": _Features(0.58, 0.2, 0.165, 0.27, 0.2, "round", "smile"),
    "square": _Features(0.6, 0.2, 0.17, 0.27, 0.27, "lamps", "grille"),
    "triangle": _Features(0.4, 0.18, 0.15, 0.18, 0.2, "sleepy", "slot"),
    "diamond": _Features(0.55, 0.17, 0.145, 0.28, 0.13, "stern", "slot"),
    "pentagon": _Features(0.54, 0.19, 0.16, 0.24, 0.17, "goggles", "smile"),
    "hexagon": _Features(0.58, 0.2, 0.15, 0.27, 0.2, "visor", "grille"),
    "star": _Features(0.5, 0.13, 0.12, 0.31, 0.08, "monocle", "speaker"),
    "cross": _Features(0.5, 0.25, 0.15, 0.24, 0.1, "cogs", "speaker"),
}
PLAIN: Final = _Features(0.58, 0.19, 0.15, 0.27, 0.22, "round", "slot")
HEAD: Final = (20.4, 16.4, 29.4)
"""The greatest width and height of a head, and its upper end."""
CHEST: Final = 9.0
"""The height of the number's middle, on the chest and on the back."""


def front(livery: ClankLook) -> tuple[Mark, ...]:
    """Draw the face above a chest with the seat's number in a cogwheel, on the clank's colour.

    Light, while the back is dark: a clank's heading must be visible across the table, even without
    colours.
    """
    face = FEATURES.get(livery.shape, PLAIN)
    wide, high, top = HEAD
    across, up = [point[0] for point in livery.outline], [point[1] for point in livery.outline]
    # Shapes do not fill their unit squares, so each is enlarged by its extent.
    side = min(wide / (max(across) - min(across)), high / (max(up) - min(up)))
    left, low = (FACE_WIDE - side) / 2, top - side * max(up)
    return (
        Rectangle(0, 0, FACE_WIDE, FACE_HIGH, 0, livery.tint),
        *_chest(livery),
        sign(livery, left, low, side, IVORY, INK, 0.7),
        *_eyes(face, livery, left, low, side),
        *_mouth(face, left, low, side),
    )


def back(livery: ClankLook) -> tuple[Mark, ...]:
    """Draw the winding key, its wings in the clank's shape, above the seat's number; dark.

    It has the size of the front, which is glued behind it.
    """
    middle, tint = FACE_WIDE / 2, livery.tint
    return (
        Rectangle(0, 0, FACE_WIDE, FACE_HIGH, 0, INK),
        Stroke(((middle, CHEST), (middle, 25)), tint, 2.2, rounded=True),
        *_wing(livery, -1),
        *_wing(livery, 1),
        Circle((middle, CHEST), 6.6, tint),
        Circle((middle, CHEST), 5.4, INK),
        *(Circle((middle + x, CHEST + y), 0.5, INK) for x, y in ((-6, 0), (6, 0), (0, -6), (0, 6))),
        draw_centred(livery.number, middle, CHEST, 9.6, tint),
    )


def _wing(livery: ClankLook, way: int) -> tuple[Mark, ...]:
    """Draw one half of the key's handle, from its shaft."""
    side, low = 9.6, 19.2
    half = max(point[0] for point in livery.outline) - 0.5
    x, height = FACE_WIDE / 2 + way * (half * side + 0.6), LETTER_AT.get(livery.shape, (0.5,))[0]
    return (
        Stroke(((FACE_WIDE / 2, low + side * height), (x, low + side * height)), livery.tint, 2.0),
        sign(livery, x - side / 2, low, side, livery.tint, ""),
        Circle((x, low + side * height), 1.4, INK),
    )


def _chest(livery: ClankLook) -> tuple[Mark, ...]:
    middle, up = FACE_WIDE / 2, CHEST
    size = fitting_size(livery.name or "M", 2.7, FACE_WIDE - 2, True)
    wheel = Fill(to_square(gear(12, 0.5, 0.41, "").points, middle - 5.7, up - 5.7, 11.4), INK)
    return (
        Rectangle(middle - 9, up - 4.6, 18, 9.2, 2.4, STEEL, INK, 0.5),
        *(Circle((middle + x, up + y), 0.55, INK) for x in (-7.6, 7.6) for y in (-2.6, 2.6)),
        wheel,
        Circle((middle, up), 4.2, IVORY),
        draw_centred(livery.number, middle, up, 8.2, INK),
        draw_centred(livery.name, middle, 1.9, size, INK),
    )


def _eyes(
    face: _Features, livery: ClankLook, left: float, low: float, side: float
) -> tuple[Mark, ...]:
    """Draw the eyes; `left`, `low` and `side` are the head's square in millimetres."""
    up, apart, size = low + face.up * side, face.apart * side, face.eye * side
    middle = left + side / 2
    marks: list[Mark] = (
        [Stroke(((middle - apart, up), (middle + apart, up)), BRASS, size * 0.7)]
        if face.eyes == "goggles"
        else []
    )
    if face.eyes == "visor":
        marks.append(
            Rectangle(
                middle - apart - size * 1.35,
                up - size * 1.2,
                2 * apart + size * 2.7,
                size * 2.4,
                size,
                INK,
            )
        )
    for way in (-1, 1):
        marks += _eye(face.eyes, livery, middle + way * apart, up, size, way)
    return tuple(marks)


def _eye(
    kind: str, livery: ClankLook, x: float, y: float, size: float, way: int
) -> tuple[Mark, ...]:
    """Draw one eye; `way` is -1 for the left one and 1 for the right one."""
    pupil = (
        Circle((x, y - size * 0.05), size * 0.52, INK),
        Circle((x + size * 0.18, y + size * 0.2), size * 0.17, IVORY),
    )
    if kind == "visor":
        return Circle((x, y), size * 0.72, livery.tint), Circle((x, y), size * 0.34, IVORY)
    if kind == "lamps":
        return Rectangle(
            x - size, y - size, 2 * size, 2 * size, size * 0.3, IVORY, INK, 0.7
        ), *pupil
    ball = Circle((x, y), size, IVORY, INK, 0.7)
    if kind == "goggles":
        return (
            Circle((x, y), size * 1.15, BRASS, INK, 0.6),
            Circle((x, y), size * 0.82, IVORY, INK, 0.4),
            *pupil,
        )
    if kind == "cogs":
        return (
            Fill(
                to_square(gear(9, 0.5, 0.4, "").points, x - size * 1.3, y - size * 1.3, size * 2.6),
                INK,
            ),
            Circle((x, y), size * 0.86, IVORY),
            *pupil,
        )
    if kind == "sleepy":
        lid = tuple(
            (x + size * across, y + size * high)
            for across, high in ((-1, 0.22), (1, 0.22), (0.78, 0.8), (0, 1.08), (-0.78, 0.8))
        )
        return ball, *pupil, Fill(lid, INK)
    if kind == "stern":
        return (
            ball,
            *pupil,
            Stroke(
                ((x - way * size, y + size * 0.55), (x + way * size * 1.1, y + size * 1.35)),
                INK,
                1.2,
            ),
        )
    if kind == "monocle" and way > 0:
        return (
            Circle((x, y), size * 1.3, IVORY, BRASS, 0.9),
            Circle((x, y), size * 1.3 + 0.45, "", INK, 0.3),
            *pupil,
        )
    return ball, *pupil


def _mouth(face: _Features, left: float, low: float, side: float) -> tuple[Mark, ...]:
    x, y, half = left + side / 2, low + face.low * side, face.broad * side
    if face.mouth == "smile":
        bend = ((-1, 0.3), (-0.7, -0.12), (-0.25, -0.35), (0.25, -0.35), (0.7, -0.12), (1, 0.3))
        return (
            Stroke(
                tuple((x + half * across, y + half * up) for across, up in bend),
                INK,
                1.0,
                rounded=True,
            ),
        )
    if face.mouth == "speaker":
        return tuple(
            Stroke(((x - half, y + step), (x + half, y + step)), INK, 0.6, rounded=True)
            for step in (-1.1, 0, 1.1)
        )
    box = Rectangle(x - half, y - 1.3, 2 * half, 2.6, 0.9, INK)
    if face.mouth == "slot":
        return (Rectangle(x - half, y - 0.7, 2 * half, 1.4, 0.7, INK),)
    bars = (
        Stroke(((x + half * share, y - 0.9), (x + half * share, y + 0.9)), IVORY, 0.55)
        for share in (-0.66, -0.33, 0, 0.33, 0.66)
    )
    return box, *bars
