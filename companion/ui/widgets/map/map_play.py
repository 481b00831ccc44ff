"""Markers, pieces, arrows and beams of one picture, at any moment of its moves.

Everything is painted once; during an instruction only places, angles and sizes change. Moving parts
of the board (`companion.ui.motion`) exist only while they move. Nothing here uses the clock.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, radians, sin
from typing import Final

from kivy.graphics import Color, InstructionGroup, Rotate, Scale, Translate
from kivy.graphics import Line as Stroke

from companion.content.livery import LETTER_AT, OUTLINES
from companion.games.scene import GOAL, WIN, BeamPicture, MovePicture, Piece
from companion.geometry import ABOVE, Square
from companion.names import initial
from companion.session.view import BoardPicture, SeatSign
from companion.ui.motion import MotionFigure, fall_on
from companion.ui.paint import paint_outline, paint_text, transform
from companion.ui.theme import BAD, INK, IVORY, LIVERY, NIGHT, Rgba, u
from companion.ui.widgets.badge import letter_size
from companion.ui.widgets.map.camera import BoardPoint, middle_of
from companion.ui.widgets.map.map_marks import (
    numbers_plate,
    paint_beam,
    paint_burst,
    paint_corner,
    paint_cross,
    paint_drama,
    paint_leap,
    paint_mark,
    paint_marker,
    paint_numbers,
    paint_offered,
    paint_path,
    paint_route,
    paint_turning,
)
from companion.ui.widgets.map.map_rings import ALONE, BEST, PALE, asides, paint_rings, rings_of
from companion.ui.widgets.map.piece_paths import (
    PathSegment,
    PiecePath,
    path_segments,
    start_point_of,
)

SIGN, LARGEST_SIGN = 0.6, 0.69
"""Share of a square's side for a piece's sign: on large squares, and on the smallest."""
LARGE_SQUARE, SMALL_SQUARE = 44, 26
"""Sides of squares, as on the seven-inch panel, for the former and for the latter."""
SMALL_LETTER: Final = 14
"""Size of letters on small squares, if 0.72 of a sign are enough for that."""
PARKED: Final = 0.7
"""The same where the heading does not matter and there is no nose."""
OTHERS: Final = 0.74
"""Size of a copy or a ghost as a share of its piece."""
REAR: Final = 0.12
"""Distance of the sign behind the middle of the square, as a share of its side."""
NOSE: Final = ((0.5, 1.14), (1.0, 0.47), (0.0, 0.47))
"""The nose of a piece that faces north, in the unit square; the sign covers its rear."""
_BEHIND: Final = ((0, -1), (-1, 0), (0, 1), (1, 0))
"""Direction of a piece's rear, by its heading."""
STEP_SECONDS, TURN_SECONDS = 0.32, 0.45
"""Seconds of a step and of a turn on the spot on the screen."""
WORK_SECONDS, RAISE_SECONDS, LONGEST = 0.7, 0.9, 1.8
"""Least seconds in which the board moves, and in which a marker is raised; and most seconds of any
instruction."""
DRAMA_SECONDS: Final = 1.2
"""Least seconds of a drama: its ring comes after the moves have arrived."""
SHOT, STRUCK = 0.45, 0.75
"""The moments at which a beam reaches its end and at which the flash of a hit is largest, as shares
of an instruction. The ring of a drama grows like that flash."""
HAZE: Final = 0.55
"""Opacity of the nose of a ghost that raced here before."""
LEAST: Final = 0.001
"""The size of something invisible; nothing can be drawn at 0."""


class PieceFigure(InstructionGroup):
    """The drawing of a piece, moved and turned without painting it again.

    A ghost is only an outline: where the piece came from.
    """

    def __init__(
        self,
        piece: Piece,
        sign: SeatSign,
        side: float,
        *,
        heads: bool = True,
        ghost: bool = False,
    ) -> None:
        """Paint for squares of `side` pixels, with a nose if `heads`; `place` moves it."""
        super().__init__()
        self._side, self._heads = side, heads
        self._spot, self._turn = Translate(0, 0), Rotate(angle=0, axis=(0, 0, 1), origin=(0, 0))
        self._rear, self._size = Translate(0, 0), Scale(1, 1, 1)
        with transform(self, self._spot, self._size):
            # Only this part turns: an upside-down initial would be unreadable.
            with transform(self, self._turn):
                if heads:
                    faded = _hazy(IVORY, HAZE) if piece.kind == BEST else _faint(IVORY)
                    nose, half = faded if ghost or piece.kind == BEST else IVORY, side / 2
                    edge = max(1.6, side / 11)
                    # Northward until `place` turns it, with a broad dark edge.
                    paint_outline(self, NOSE, -half, -half, side, nose, NIGHT, edge)
                ticks = sum(badge.ticks for badge in piece.badges)
                if ticks and not ghost:
                    self._paint_ticks(ticks)
            with transform(self, self._rear):
                self._paint_sign(piece, sign, ghost)
                if not ghost and heads:
                    paint_rings(self, rings_of(piece), side)

    def place(self, point: BoardPoint, angle: float, size: float = 1.0) -> None:
        """Place the middle on a point in squares.

        The nose is turned by degrees clockwise from north; `size` is a share of the full size.
        """
        self._spot.xy = point[0] * self._side, point[1] * self._side
        self._size.x = self._size.y = max(LEAST, size)
        # Kivy turns counter-clockwise.
        self._turn.angle = -angle if self._heads else 0.0
        back = REAR * self._side if self._heads else 0.0
        self._rear.xy = -sin(radians(angle)) * back, -cos(radians(angle)) * back

    def _paint_sign(self, piece: Piece, sign: SeatSign, ghost: bool) -> None:
        """Paint the shape in its colour with the initial; hollow for a ghost or without power."""
        # More of a small square, so that letters are seen.
        small = (u(LARGE_SQUARE) - self._side) / (u(LARGE_SQUARE) - u(SMALL_SQUARE))
        share = SIGN + (LARGEST_SIGN - SIGN) * min(1.0, max(0.0, small))
        size = self._side * (share if self._heads else PARKED)
        colour = LIVERY[sign.colour]
        if piece.kind:
            size *= OTHERS
        height, share = LETTER_AT.get(sign.shape, (0.5, 0.62))
        low = -size / 2
        # A piece that is powered down is hollow, too, but not faint.
        hollow, ghost = ghost or piece.down or piece.kind in PALE, ghost or piece.kind in PALE
        fill, edge, ink = (
            (_faint(INK) if ghost else INK, colour, colour) if hollow else (colour, INK, INK)
        )
        paint_outline(
            self,
            OUTLINES[sign.shape],
            low,
            low,
            size,
            fill,
            _faint(edge) if ghost else edge,
            max(1.5, self._side / 14),
        )
        paint_text(
            self,
            initial(sign.name),
            0,
            low + size * height,
            max(letter_size(size, share), min(u(SMALL_LETTER), size * 0.72)),
            _faint(ink) if ghost else ink,
        )

    def _paint_ticks(self, ticks: int) -> None:
        """Paint up to ten marks clockwise around the rear of the sign; the nose stays bare."""
        radius, low = (0.4, -REAR * self._side) if self._heads else (0.45, 0.0)
        width = max(1.3, self._side * 0.052)
        for tint, part in ((NIGHT, 1.7), (BAD, 1.0)):
            self.add(Color(*tint))
            for tick in range(ticks):
                start = 55 + 25 * tick + 3
                self.add(
                    Stroke(
                        circle=(0, low, radius * self._side, start, start + 19),
                        width=width * part,
                        cap="none",
                    )
                )


def _faint(tint: Rgba) -> Rgba:
    return _hazy(tint, 0.75)


def _hazy(tint: Rgba, share: float) -> Rgba:
    return *tint[:3], tint[3] * share


class Stage(InstructionGroup):
    """Everything on the board for one picture; `at(0)` is before the instruction, `at(1)` after."""

    def __init__(self, picture: BoardPicture, side: float, *, lively: bool = True) -> None:
        """Paint for squares of `side` pixels, moving parts of the board only if `lively`."""
        super().__init__()
        self._side = side
        self._motion = (
            MotionFigure(picture.board, picture.works, side)
            if lively and moves_anything(picture)
            else None
        )
        # Moving parts of the board are under everything else.
        self._works, self._growing = InstructionGroup(), list[Callable[[float], None]]()
        self.add(self._works)
        pieces = {piece.seat: piece for piece in picture.pieces}
        self._pieces = pieces
        moves = {move.seat: move for move in picture.moves if move.seat in pieces}
        self._courses: dict[int, PiecePath] = {}
        for seat, move in moves.items():
            # One that falls at the end of its move turns there; another is only taken away.
            falls = move.end is None and move.path
            fall = fall_on(picture.board, move.path[-1]) if falls else None
            self._courses[seat] = PiecePath(pieces[seat], move, fall, picture.board)
        self._steps = max((course.steps for course in self._courses.values()), default=0)
        for course in self._courses.values():
            # All arrive together: a pushed piece starts when the pusher has reached it.
            course.late = self._steps - course.steps if course.steps else 0
        self.squares = _squares(picture)
        self._paint_background(picture, pieces, moves)
        self._figures = {
            seat: PieceFigure(
                piece, picture.signs[seat], side, heads=_heads(piece, moves.get(seat))
            )
            for seat, piece in pieces.items()
        }
        # Moving pieces are drawn over standing ones.
        for seat in sorted(self._figures, key=lambda seat: seat in moves):
            self.add(self._figures[seat])
        self._paint_above(picture, moves)
        stands = {seat: piece.square for seat, piece in pieces.items()}
        self._aside = asides(stands, picture.pieces)
        if moves:
            self._aside_then = asides(
                {**stands, **{seat: move.end for seat, move in moves.items()}}, picture.pieces
            )
        else:
            self._aside_then = self._aside
        for seat, piece in pieces.items():
            self._place_figure(seat, start_point_of(piece), 90.0 * piece.heading, 1.0, 0.0)
        self._seconds = _seconds(picture, self._steps)
        self.at(1.0)

    @property
    def seconds(self) -> float:
        """Return how many seconds its moves take: 0 where nothing moves."""
        return self._seconds

    def at(self, share: float) -> None:
        """Move everything to its place after this share of the instruction."""
        for seat, course in self._courses.items():
            self._place_figure(seat, *course.at(share * max(1, self._steps)), share)
        if self._aside != self._aside_then:
            for seat in self._aside.keys() | self._aside_then.keys():
                if seat not in self._courses:
                    piece = self._pieces[seat]
                    self._place_figure(
                        seat, start_point_of(piece), 90.0 * piece.heading, 1.0, share
                    )
        for grow in self._growing:
            grow(share)
        if self._motion is None:
            return
        # At both ends moving parts look as in the board's own picture.
        if 0 < share < 1:
            self._motion.at(share)
            if not self._works.children:
                self._works.add(self._motion)
        elif self._works.children:
            self._works.clear()

    def _place_figure(
        self, seat: int, point: BoardPoint, angle: float, size: float, share: float
    ) -> None:
        """Place a figure on a point, aside if it shares its square before or after."""
        one, other = self._aside.get(seat, ALONE), self._aside_then.get(seat, ALONE)
        if one is other is ALONE:
            self._figures[seat].place(point, angle, size)
            return
        right, up, scale = (
            before + (after - before) * share for before, after in zip(one, other, strict=False)
        )
        self._figures[seat].place((point[0] + right, point[1] + up), angle, size * scale)

    @staticmethod
    def points(picture: BoardPicture) -> list[BoardPoint]:
        """Return all points of the picture's moves, beams and marks, each once."""
        return [middle_of(square) for square in _squares(picture)]

    def _paint_background(
        self, picture: BoardPicture, pieces: dict[int, Piece], moves: dict[int, MovePicture]
    ) -> None:
        """Paint what is under the pieces."""
        if picture.foreseen and picture.foreseen[0].move.seat in pieces:
            path = tuple(square for move, _ in picture.foreseen for square in move.path)
            for part in path_segments(picture.board, path):
                paint_path(
                    self,
                    part.points,
                    self._side,
                    LIVERY[picture.signs[picture.foreseen[0].move.seat].colour],
                )
        for square in picture.marks:
            paint_mark(self, square, self._side)
        if picture.focus is not None:
            point = middle_of(picture.focus)
            with transform(self, self._growing_at(point, _flash_size)):
                paint_drama(self, picture.drama in (GOAL, WIN), point, self._side)
        for number, square in picture.markers:
            paint_marker(self, number, square, self._side)
        for beam in picture.beams:
            # The beam grows lengthwise from its start; its width stays.
            start = middle_of(beam.squares[0])
            with transform(
                self,
                self._growing_at(
                    start, _beam_share, across=beam.direction % 2 == 1, up=beam.direction % 2 == 0
                ),
            ):
                paint_beam(self, beam, self._side)
            for point in (
                middle_of(piece.square)
                for piece in pieces.values()
                if piece.square is not None
                and piece.square.removesuffix(ABOVE) in _hit_squares(beam)
            ):
                with transform(self, self._growing_at(point, _flash_size)):
                    paint_burst(self, point, self._side)
        for seat, move in moves.items():
            if self._courses[seat].steps:
                ghost = PieceFigure(
                    pieces[seat],
                    picture.signs[seat],
                    self._side,
                    heads=move.start is not None,
                    ghost=True,
                )
                ghost.place(self._courses[seat].start_point, 90.0 * move.before)
                self.add(ghost)
            if len(move.path) > 1:
                self._paint_path(self._courses[seat].parts, move)
            # It comes back from the parking row: no arrow shows where to.
            if move.start is None and move.path:
                paint_mark(self, move.path[-1], self._side)

    def _paint_path(self, parts: tuple[PathSegment, ...], move: MovePicture) -> None:
        """Paint arrows along a path; a leap is dotted.

        One that leaves the board points to its side, and the next comes from the other side.
        """
        for at, part in enumerate(parts):
            last = at == len(parts) - 1
            rim = _rim(move, part) if last else 0.0 if not part.leaps else 0.42
            if len(part.points) > 1:
                paint_route(self, list(part.points), self._side, rim)
            if part.leaps:
                alone = at + 1 == len(parts) - 1 and len(parts[at + 1].points) == 1
                paint_leap(
                    self,
                    part.points[-1],
                    parts[at + 1].points[0],
                    self._side,
                    0.42 if alone else 0.0,
                )

    def _growing_at(
        self,
        point: BoardPoint,
        size: Callable[[float], float],
        *,
        across: bool = True,
        up: bool = True,
    ) -> Scale:
        """Return a scale around a point that follows `size` during the instruction.

        It scales width, height or both.
        """
        scale = Scale(1, 1, 1)
        scale.origin = point[0] * self._side, point[1] * self._side

        def grow(share: float) -> None:
            # At rest it is exactly as large as it was painted.
            now = max(LEAST, size(share)) if share < 1 else 1.0
            scale.xyz = now if across else 1.0, now if up else 1.0, 1.0

        self._growing.append(grow)
        return scale

    def _paint_above(self, picture: BoardPicture, moves: dict[int, MovePicture]) -> None:
        """Paint what is over the pieces."""
        facing = {
            start_point_of(piece): piece.heading
            for piece in picture.pieces
            if piece.seat not in moves
        }
        facing |= {self._courses[seat].end_point: move.after for seat, move in moves.items()}
        for number, square in picture.markers:
            point = middle_of(square)
            # The piece hides the large marker.
            if point in facing:
                raised = number in picture.works.raised
                with transform(self, *((self._growing_at(point, _marker_size),) if raised else ())):
                    paint_marker(self, number, square, self._side, facing[point])
        # What pieces must not hide is in a corner behind their noses.
        for element in picture.board.elements:
            point, corner = middle_of(element.square), element.corner(picture.board)
            if corner and point in facing:
                paint_corner(self, corner, element.square, self._side, facing[point])
        for seat, move in moves.items():
            course = self._courses[seat]
            if not course.steps and course.turn:
                paint_turning(self, move, course.end_point, self._side)
            if move.end is None and move.path:
                paint_cross(self, middle_of(move.path[-1]), self._side)
        for path in picture.ways:
            paint_offered(self, path_segments(picture.board, path), self._side)
        piece = next(
            (
                piece
                for piece in picture.pieces
                if picture.foreseen and piece.seat == picture.foreseen[0].move.seat
            ),
            None,
        )
        if piece is not None:
            self._paint_foreseen(picture, piece)

    def _paint_foreseen(self, picture: BoardPicture, piece: Piece) -> None:
        """Paint where a program would lead.

        Each round's number is where it ends; the piece at its end is an outline, or the cross of
        its loss.
        """
        ends: dict[Square, list[str]] = {}
        for number, (move, _) in enumerate(picture.foreseen, 1):
            ends.setdefault(move.path[-1], []).append(str(number))
        last = picture.foreseen[-1].move
        if last.end is None:
            paint_cross(self, middle_of(last.path[-1]), self._side)
        elif last.end != piece.square:
            ghost = PieceFigure(piece, picture.signs[piece.seat], self._side, ghost=True)
            ghost.place(middle_of(last.end), 90.0 * last.after)
            self.add(ghost)
        elif last.after != piece.heading:
            paint_turning(
                self, last._replace(before=piece.heading), middle_of(last.end), self._side
            )
        heads = {piece.square: piece.heading, last.path[-1]: last.after}
        stays = {piece.square} if last.end is not None else {piece.square, last.path[-1]}
        for square, numbers in ends.items():
            (x, y), (right, up) = middle_of(square), _BEHIND[heads.get(square, 0)]
            # A piece or a cross leaves a corner of its square free, a ghost the area behind its
            # nose.
            plate = numbers_plate(numbers, self._side, 0.5 if square in stays else 0.86)
            wide, high = (size / self._side for size in plate[1:])
            if square in stays:
                right, up = (right, -1) if right else (-1, up)
            elif square not in heads:
                right = up = 0
            point = x + right * max(0.0, 0.5 - wide / 2), y + up * max(0.0, 0.5 - high / 2)
            paint_numbers(self, plate, point, self._side)


def _beam_share(share: float) -> float:
    """Return the visible share of a beam."""
    return share / SHOT if share < SHOT else 1.0


def _flash_size(share: float) -> float:
    """Return the size of the flash of a hit, which bursts and then stays."""
    if share < SHOT:
        return 0.0
    if share < STRUCK:
        return 1.25 * (share - SHOT) / (STRUCK - SHOT)
    return 1.25 - 0.25 * (share - STRUCK) / (1 - STRUCK)


def _marker_size(share: float) -> float:
    """Return the size of a marker that is raised."""
    return 1 + 1.1 * sin(pi * share)


def moves_anything(picture: BoardPicture) -> bool:
    """Return whether a picture shows more than its end."""
    return bool(
        picture.moves
        or picture.beams
        or picture.works.acting
        or picture.works.raised
        or picture.focus
    )


def _seconds(picture: BoardPicture, steps: int) -> float:
    """Return how many seconds a picture moves whose longest path has so many steps."""
    seconds = [0.0]
    if picture.moves:
        seconds.append(steps * STEP_SECONDS if steps else TURN_SECONDS)
    if picture.beams or picture.works.acting:
        seconds.append(WORK_SECONDS)
    if picture.works.raised:
        seconds.append(RAISE_SECONDS)
    if picture.focus is not None:
        seconds.append(DRAMA_SECONDS)
    return min(LONGEST, max(seconds))


def _rim(move: MovePicture, part: PathSegment) -> float:
    """Return the distance of a move's arrow from the middle of its last square.

    The head must be visible, and the nose reaches further than the sign.
    """
    if move.end is None:
        return 0.36
    (x0, y0), (x1, y1) = part.points[-2:] if len(part.points) > 1 else (part.points[0],) * 2
    behind = _BEHIND[move.after]
    backwards = (x1 - x0) * behind[0] + (y1 - y0) * behind[1] > 0
    return 0.62 if backwards else 0.42


def _heads(piece: Piece, move: MovePicture | None) -> bool:
    """Return whether the heading of a piece matters: not in the parking row."""
    return piece.square is not None if move is None else move.end is not None


def _squares(picture: BoardPicture) -> tuple[Square, ...]:
    """Return the squares of a picture: ends of moves, marks, and squares that a beam hits."""
    found: list[Square] = [square for move in picture.moves for square in move.path]
    found += picture.marks
    # The end of a program that is looked at.
    found += [move.path[-1] for move, _ in picture.foreseen[-1:]]
    standing = {
        piece.square.removesuffix(ABOVE) for piece in picture.pieces if piece.square is not None
    }
    found += [
        square for beam in picture.beams for square in _hit_squares(beam) if square in standing
    ]
    return tuple(dict.fromkeys(found))


def _hit_squares(beam: BeamPicture) -> tuple[Square, ...]:
    """Return the squares of a beam on which a piece is hit."""
    # A shot begins on the square of the piece that fires it.
    return beam.squares[-1:] if beam.aimed else beam.squares
