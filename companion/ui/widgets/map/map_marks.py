"""Marks on the map: markers, marked squares, arrows of moves, beams, coordinates, parking row.

Every function paints onto a group with squares of `side` pixels counted from the board's south-west
corner. Only coordinates, which stay while the board is dragged, are in pixels of the window.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, degrees, pi, sin

from kivy.graphics import Color, Ellipse, InstructionGroup, Rectangle, Rotate, RoundedRectangle
from kivy.graphics import Line as Stroke

from companion.art import MARKER, Shape, ring, tip
from companion.engine.board import Board
from companion.games.scene import BeamPicture, MovePicture
from companion.geometry import Heading, Square, column_name
from companion.ui.paint import paint, paint_outline, paint_text, transform
from companion.ui.theme import ART, BRASS_LIGHT, INK, IVORY, NIGHT, SEAM, Rgba, faded, rgba, u
from companion.ui.widgets.map.camera import BESIDE, PARKING_ROW, BoardPoint, Camera, middle_of
from companion.ui.widgets.map.piece_paths import PathSegment

ROUTE, BEAM, SHOT = IVORY, rgba("#ff3322"), rgba("#ffd23c")
CORNER = 0.42
"""Share of a square's side for a small picture of what is under a piece."""
UNDER, UNDER_SMALL, FINE = 0.46, 0.6, 30
"""Share of a square's side for a marker under a piece, the same where squares are small, and the
side from which they are not, as on the seven-inch panel."""
_CLOTH = ((0.2, 0.96), (0.94, 0.96), (0.78, 0.7), (0.94, 0.44), (0.2, 0.44))
_POLE = ((0.12, 0.05), (0.21, 0.05), (0.21, 0.98), (0.12, 0.98))
_BEHIND = ((0, 0), (0, 0), (0, 1), (1, 0))
"""The corner of a square behind a piece, by its heading: 1 for east and for north."""
_OFFERED = ((0.5, 1.0), (0.96, 0.5), (0.7, 0.5), (0.7, 0.02), (0.3, 0.02), (0.3, 0.5), (0.04, 0.5))
_BURST = ring(9, 0.56, 0, 0.34)
_STAR = ring(16, 0.5, 0, 0.41)
"""The plate of a drama, by its rays round the middle of the unit square."""


def paint_marker(
    onto: InstructionGroup, number: int, square: Square, side: float, facing: Heading | None = None
) -> None:
    """Paint a numbered pennant on its square.

    Under a piece that faces `facing` it is small, in a corner behind the nose.
    """
    x, y = middle_of(square)
    size = side * (0.94 if facing is None else UNDER if side >= u(FINE) else UNDER_SMALL)
    east, north = (0, 0) if facing is None else _BEHIND[facing]
    left, low = (
        (x - 0.5) * side + east * (side - size),
        (y - (0.48 if facing is None else 0.5)) * side + north * (side - size),
    )
    for outline, tint in ((_POLE, ART["hazard"]), (_CLOTH, ART[MARKER])):
        paint_outline(onto, outline, left, low, size, tint, NIGHT, max(1.2, size / 18))
    paint_text(onto, str(number), left + size * 0.49, low + size * 0.7, size * 0.5, INK)


def paint_corner(
    onto: InstructionGroup, art: tuple[Shape, ...], square: Square, side: float, facing: Heading
) -> None:
    """Paint what is under a piece, small in a corner behind its nose, which faces `facing`."""
    x, y = middle_of(square)
    size, (east, north) = side * CORNER, _BEHIND[facing]
    paint(
        onto,
        art,
        (x - 0.5) * side + east * (side - size),
        (y - 0.5) * side + north * (side - size),
        size,
    )


def paint_mark(onto: InstructionGroup, square: Square, side: float) -> None:
    """Paint brackets around a square to point it out."""
    x, y = middle_of(square)
    arm, reach = side * 0.24, side * 0.52
    for tint, width in ((NIGHT, side * 0.075), (BRASS_LIGHT, side * 0.04)):
        onto.add(Color(*tint))
        for right, up in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            cx, cy = x * side + right * reach, y * side + up * reach
            onto.add(
                Stroke(
                    points=[cx - right * arm, cy, cx, cy, cx, cy - up * arm],
                    width=max(1.0, width),
                    joint="miter",
                    cap="square",
                )
            )


def paint_route(onto: InstructionGroup, points: list[BoardPoint], side: float, rim: float) -> None:
    """Paint an arrow along two or more points.

    It ends `rim` squares before the middle of the last one, at the piece there.
    """
    points = [(x * side, y * side) for x, y in points]
    (x0, y0), (x1, y1) = points[-2:]
    far = max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    head = side * 0.3
    reach = (far - side * rim - head) / far
    neck = (x0 + (x1 - x0) * reach, y0 + (y1 - y0) * reach)
    flat = [place for point in (*points[:-1], neck) for place in point]
    for tint, width in ((NIGHT, side * 0.11), (ROUTE, side * 0.065)):
        onto.add(Color(*tint))
        onto.add(Stroke(points=flat, width=width, joint="round", cap="round"))
    angle = degrees(atan2(x1 - x0, y1 - y0))
    corner = neck[0] - head / 2, neck[1] - head / 2
    outline = tip((0.5, 0.5), angle, 1.25, "").points
    paint_outline(onto, outline, *corner, head, ROUTE, NIGHT, max(1.2, side / 22))


def paint_leap(
    onto: InstructionGroup, start: BoardPoint, end: BoardPoint, side: float, rim: float
) -> None:
    """Paint a dotted arrow for a leap, which ends `rim` squares before its end."""
    (x0, y0), (x1, y1) = ((x * side, y * side) for x, y in (start, end))
    far = max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    right, up, head, dot = (x1 - x0) / far, (y1 - y0) / far, side * 0.3, side * 0.13
    reach = far - side * rim - head
    for tint, size in ((NIGHT, dot * 1.7), (ROUTE, dot)):
        onto.add(Color(*tint))
        for at in range(int(max(0.0, reach - side * 0.4) / (dot * 2.2)) + 1):
            along = side * 0.4 + at * dot * 2.2
            onto.add(
                Ellipse(
                    pos=(x0 + right * along - size / 2, y0 + up * along - size / 2),
                    size=(size, size),
                )
            )
    outline = tip((0.5, 0.5), degrees(atan2(right, up)), 1.25, "").points
    paint_outline(
        onto,
        outline,
        x0 + right * reach - head / 2,
        y0 + up * reach - head / 2,
        head,
        ROUTE,
        NIGHT,
        max(1.2, side / 22),
    )


def paint_offered(onto: InstructionGroup, parts: Iterable[PathSegment], side: float) -> None:
    """Paint a large arrow that fills the square to which a path may lead.

    On a path over a side another arrow shows where it leaves the board.
    """
    *ways_out, last = parts
    for part, size in (*((part, 0.46) for part in ways_out), (last, 0.84)):
        (x0, y0), (x1, y1) = part.points[-2:]
        far = max(abs(x1 - x0), abs(y1 - y0), 0.01)
        # A path off the board ends beyond the border, where half a square is visible.
        on = 0.06 / far if part is not last else 0.0
        x, y = (x1 + (x1 - x0) * on) * side, (y1 + (y1 - y0) * on) * side
        turned = Rotate(angle=-degrees(atan2(x1 - x0, y1 - y0)), origin=(x, y))
        with transform(onto, turned):
            low, left, wide = y - size * side / 2, x - size * side / 2, max(1.6, side / 14)
            paint_outline(onto, _OFFERED, left, low, size * side, BRASS_LIGHT, NIGHT, wide)


def paint_turning(
    onto: InstructionGroup, move: MovePicture, point: BoardPoint, side: float
) -> None:
    """Paint a curved arrow around a piece that turns on the spot."""
    # The turn of `map_play`, so that arrow and piece agree.
    quarters = (move.after - move.before + 1) % 4 - 1
    start, end = 90.0 * move.before, 90.0 * (move.before + quarters)
    sign = 1 if quarters > 0 else -1
    x, y, radius = point[0] * side, point[1] * side, side * 0.62
    # Kivy counts the degrees of a circle clockwise from north, as headings; the arrow leaves room
    # for its head.
    low, high = sorted((start + sign * 14, end - sign * 24))
    for tint, width in ((NIGHT, side * 0.09), (ROUTE, side * 0.05)):
        onto.add(Color(*tint))
        onto.add(Stroke(circle=(x, y, radius, low, high), width=width, cap="round"))
    outline = tip((0.5, 0.5), end + sign * 78, 1.25, "").points
    head, (up, across) = side * 0.26, _on_circle(end - sign * 16)
    paint_outline(
        onto,
        outline,
        x + across * radius - head / 2,
        y + up * radius - head / 2,
        head,
        ROUTE,
        NIGHT,
        max(1.2, side / 22),
    )


def paint_beam(onto: InstructionGroup, beam: BeamPicture, side: float) -> None:
    """Paint a beam over its squares, in so many lanes as its strength (1-3).

    A shot has a different tint.
    """
    (x0, y0), (x1, y1) = middle_of(beam.squares[0]), middle_of(beam.squares[-1])
    right, up = _on_circle(90.0 * beam.direction)[::-1]
    # A beam begins near its mount and ends at the border of its last square; an aimed one
    # goes from piece to piece.
    if not beam.aimed:
        x0, y0, x1, y1 = x0 - right * 0.3, y0 - up * 0.3, x1 + right * 0.5, y1 + up * 0.5
    tint = SHOT if beam.aimed else BEAM
    for lane in range(beam.strength):
        off = 0.17 * (lane - (beam.strength - 1) / 2)
        points = [
            (x0 + up * off) * side,
            (y0 + right * off) * side,
            (x1 + up * off) * side,
            (y1 + right * off) * side,
        ]
        for shade, width in (((*tint[:3], 0.4), 0.1), (tint, 0.045), (IVORY, 0.015)):
            onto.add(Color(*shade))
            onto.add(Stroke(points=points, width=max(0.7, width * side), cap="none"))


def paint_burst(onto: InstructionGroup, point: BoardPoint, side: float) -> None:
    """Paint a flash behind a piece that is hit."""
    paint_outline(
        onto,
        _BURST,
        (point[0] - 0.62) * side,
        (point[1] - 0.62) * side,
        side * 1.24,
        SHOT,
        BEAM,
        side / 14,
    )


def paint_drama(onto: InstructionGroup, glad: bool, point: BoardPoint, side: float) -> None:
    """Paint a plate with rays under a drama: brass where somebody is glad of it, else red."""
    face, rim = (BRASS_LIGHT, NIGHT) if glad else (BEAM, IVORY)
    size = side * 1.7
    left, low = point[0] * side - size / 2, point[1] * side - size / 2
    paint_outline(onto, _STAR, left, low, size, (*face[:3], 0.6), rim, max(1.5, side / 24))


def paint_cross(onto: InstructionGroup, point: BoardPoint, side: float) -> None:
    """Paint a cross where a piece is destroyed."""
    x, y, arm = point[0] * side, point[1] * side, side * 0.34
    for tint, width in ((NIGHT, 0.12), (BEAM, 0.075)):
        onto.add(Color(*tint))
        for slope in (1, -1):
            onto.add(
                Stroke(
                    points=[x - arm, y - slope * arm, x + arm, y + slope * arm],
                    width=width * side,
                    cap="round",
                )
            )


def paint_path(
    onto: InstructionGroup, points: Sequence[BoardPoint], side: float, tint: Rgba
) -> None:
    """Paint a line along the path of a program."""
    flat = [place * side for point in points for place in point]
    for shade, width in ((INK, max(side * 0.1, u(3.5))), (tint, max(side * 0.06, u(2)))):
        onto.add(Color(*shade))
        onto.add(Stroke(points=flat, width=width, joint="round", cap="round"))


def numbers_plate(numbers: Sequence[str], side: float, most: float) -> tuple[str, float, float]:
    """Return the words on the plate with numbers of rounds, and its width and height in pixels.

    It is never larger than its square: if not all numbers are readable there, it has the last one.

    Args:
        numbers: The rounds that end on the square.
        side: Side of the square, in pixels.
        most: Largest share of the side for its height.
    """
    high = min(max(side * 0.46, u(22)), side * most)
    words = "·".join(numbers)
    share = 0.4 + 0.3 * len(words)
    if len(numbers) > 1:
        fitting = min(high, side * 0.94 / share)
        if fitting >= min(u(12), side * most):
            return words, fitting * share, fitting
        words = numbers[-1]
    return words, high, high


def paint_numbers(
    onto: InstructionGroup, plate: tuple[str, float, float], point: BoardPoint, side: float
) -> None:
    """Paint numbers of rounds on a light plate around a point."""
    words, wide, high = plate
    x, y = point[0] * side, point[1] * side
    # The edge stays within the square.
    edge = min(u(2), high * 0.1)
    for tint, inset in ((NIGHT, 0.0), (BRASS_LIGHT, edge)):
        onto.add(Color(*tint))
        size = wide - 2 * inset, high - 2 * inset
        onto.add(
            RoundedRectangle(
                pos=(x - size[0] / 2, y - size[1] / 2), size=size, radius=[size[1] / 2]
            )
        )
    paint_text(onto, words, x, y, (high - edge) * 0.9, NIGHT)


def paint_parking(onto: InstructionGroup, board: Board, side: float) -> None:
    """Paint the parking row south of row 1, with a place for each column."""
    onto.add(Color(*rgba("#2a241b")))
    onto.add(Rectangle(pos=(0, PARKING_ROW * side), size=(board.columns * side, side)))
    onto.add(Color(*SEAM))
    for column in range(board.columns + 1):
        onto.add(Rectangle(pos=(column * side - 0.5, PARKING_ROW * side), size=(1, side)))
    for edge in (0.0, 1.0):
        onto.add(
            Rectangle(
                pos=(0, (PARKING_ROW + edge) * side),
                size=(board.columns * side, max(1.0, side * 0.04)),
            )
        )
    for column in range(board.columns):
        paint_text(onto, "P", (column + 0.5) * side, (PARKING_ROW + 0.52) * side, side * 0.5, SEAM)


def paint_joined(onto: InstructionGroup, board: Board, side: float) -> None:
    """Paint what is beyond joined sides: fading squares of the other side, and chevrons outward."""
    strips = 5
    for row in range(board.rows):
        for strip in range(strips):
            wide, away = BESIDE / strips, strip * BESIDE / strips
            onto.add(Color(*faded(ART["floor"], 0.55 * (1 - (strip + 0.5) / strips))))
            for left in (-away - wide, board.columns + away):
                onto.add(
                    Rectangle(
                        pos=(left * side, (row + 0.03) * side), size=(wide * side, 0.94 * side)
                    )
                )
        onto.add(Color(*faded(BRASS_LIGHT, 0.75)))
        for border, out in ((0.0, -1), (float(board.columns), 1)):
            x, y, arm = (border + out * 0.12) * side, (row + 0.5) * side, side * 0.1
            onto.add(
                Stroke(
                    points=[x, y - arm, x + out * arm, y, x, y + arm],
                    width=max(1.0, side * 0.025),
                    joint="miter",
                    cap="round",
                )
            )


def named_lines(
    board: Board, camera: Camera, x: float, y: float
) -> tuple[list[tuple[str, float]], list[tuple[str, float]]]:
    """Return the names of columns and rows, each with the pixel of its middle.

    The south-west corner of the view is at (x, y).
    """
    return (
        [(column_name(at), x + camera.pixel((at + 0.5, 0))[0]) for at in range(board.columns)],
        [(str(at + 1), y + camera.pixel((0, at + 0.5))[1]) for at in range(board.rows)],
    )


def paint_names(
    onto: InstructionGroup,
    names: Iterable[tuple[str, float]],
    low: float,
    high: float,
    lane: float,
    size: float,
    *,
    across: bool,
    lit: frozenset[str],
) -> None:
    """Paint coordinates on a margin.

    Args:
        onto: The group to paint on.
        names: Each name with its pixel along the margin.
        low: Pixel below which names are omitted.
        high: Pixel above which names are omitted.
        lane: Middle of the margin.
        size: Size of the letters in pixels.
        across: Whether the margin is horizontal.
        lit: Names that are lit.
    """
    for name, at in names:
        if not low <= at <= high:
            continue
        x, y = (at, lane) if across else (lane, at)
        if name in lit:
            onto.add(Color(*BRASS_LIGHT))
            onto.add(
                Rectangle(pos=(x - size * 0.55, y - size * 0.55), size=(size * 1.1, size * 1.1))
            )
        paint_text(onto, name, x, y, size, NIGHT if name in lit else IVORY)


def _on_circle(angle: float) -> BoardPoint:
    """Return north and east share of a direction in degrees clockwise from north."""
    return cos(angle * pi / 180), sin(angle * pi / 180)
