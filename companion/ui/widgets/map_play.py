"""What stands on the board and how it comes to its new places: markers, pieces, arrows and beams of one picture, at any moment between.

Everything is painted once; while an instruction is shown only the places of pieces change. Nothing here knows of the clock.
"""
from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Rotate, Translate
from kivy.graphics import Line as Stroke

from companion.content.livery import LETTER_AT, OUTLINES
from companion.games.base import BeamPicture, MovePicture, Square
from companion.session.view import BoardPicture, PiecePicture
from companion.ui.paint import paint_outline, paint_text
from companion.ui.theme import BAD, INK, IVORY, LIVERY, NIGHT, Rgba
from companion.ui.widgets.camera import Spot, middle_of, parking_spot
from companion.ui.widgets.map_marks import paint_beam, paint_burst, paint_cross, paint_marker, paint_mark, paint_numbers, paint_route, paint_turning, paint_way, plate_height

SIGN: Final = 0.6
"""The share of a square's side that a piece's sign takes."""
PARKED: Final = 0.7
"""The same where it does not matter which way it faces, and there is no nose."""
REAR: Final = 0.12
"""How far behind the middle of the square the sign stands, as a share of its side."""
NOSE: Final = ((0.5, 1.14), (1.0, 0.47), (0.0, 0.47))
"""The nose of a piece that faces north, in the unit square; the sign lies over its rear."""
_BEHIND: Final = ((0, -1), (-1, 0), (0, 1), (1, 0))
"""Which way the rear of a piece lies, by the way it faces."""
STEP_SECONDS, TURN_SECONDS = 0.32, 0.45
"""How long a step and a turn on the spot take on the screen."""


class PieceFigure(InstructionGroup):
    """The drawing of a piece, moved and turned without painting it again. A ghost is only an outline: where it came from."""

    def __init__(self, piece: PiecePicture, side: float, *, heads: bool = True, ghost: bool = False) -> None:
        """For squares of `side` pixels, with a nose if `heads`; `place` puts it somewhere."""
        super().__init__()
        self._side, self._heads = side, heads
        self._spot, self._turn = Translate(0, 0), Rotate(angle=0, axis=(0, 0, 1), origin=(0, 0))
        self._rear = Translate(0, 0)
        self.add(PushMatrix())
        self.add(self._spot)
        # Only this part turns: an initial on its head could not be read.
        self.add(PushMatrix())
        self.add(self._turn)
        if heads:
            self._paint_nose(IVORY if not ghost else _faint(IVORY))
        ticks = sum(badge.ticks for badge in piece.badges)
        if ticks and not ghost:
            self._paint_ticks(ticks)
        self.add(PopMatrix())
        self.add(self._rear)
        self._paint_sign(piece, ghost)
        self.add(PopMatrix())

    def place(self, spot: Spot, angle: float) -> None:
        """Stand with its middle on a spot counted in squares, its nose turned by degrees with the clock from north."""
        self._spot.xy = spot[0] * self._side, spot[1] * self._side
        # Kivy turns against the clock.
        self._turn.angle = -angle if self._heads else 0.0
        back = REAR * self._side if self._heads else 0.0
        self._rear.xy = -sin(radians(angle)) * back, -cos(radians(angle)) * back

    def _paint_nose(self, tint: Rgba) -> None:
        """Light with a broad dark edge, so that it stands out from every colour and every ground; northward until `place` turns it."""
        half = self._side / 2
        paint_outline(self, NOSE, -half, -half, self._side, tint, NIGHT, max(1.6, self._side / 11))

    def _paint_sign(self, piece: PiecePicture, ghost: bool) -> None:
        """Its shape in its colour with its initial; hollow where it is a ghost or powered down."""
        size, colour = self._side * (SIGN if self._heads else PARKED), LIVERY[piece.colour]
        height, share = LETTER_AT.get(piece.shape, (0.5, 0.62))
        low = -size / 2
        # A piece that is powered down [6.5] is hollow, too, but not faint.
        hollow = ghost or piece.down
        fill, edge, ink = (_faint(NIGHT) if ghost else NIGHT, colour, colour) if hollow else (colour, NIGHT, INK)
        paint_outline(self, OUTLINES[piece.shape], low, low, size, fill, _faint(edge) if ghost else edge, max(1.5, self._side / 14))
        paint_text(self, piece.name[:1].upper(), 0, low + size * height, size * share, _faint(ink) if ghost else ink)

    def _paint_ticks(self, ticks: int) -> None:
        """So many marks, with the clock round the rear of the sign, where there is room for ten: the nose stays bare."""
        radius, low = (0.4, -REAR * self._side) if self._heads else (0.45, 0.0)
        width = max(1.3, self._side * 0.052)
        for tint, part in ((NIGHT, 1.7), (BAD, 1.0)):
            self.add(Color(*tint))
            for tick in range(ticks):
                start = 55 + 25 * tick + 3
                self.add(Stroke(circle=(0, low, radius * self._side, start, start + 19), width=width * part, cap="none"))


def _faint(tint: Rgba) -> Rgba:
    return *tint[:3], tint[3] * 0.75


class _Course:
    """The way of one piece through an instruction: spots and headings at each step, beginning `late` steps after the first of all."""

    def __init__(self, piece: PiecePicture, move: MovePicture) -> None:
        """`piece` as it stood before `move`; `late` is set once all courses are known."""
        self.spots = _spots(piece, move)
        self.steps = len(self.spots) - 1
        self.late = 0
        # The shorter way round; half a turn goes with the clock.
        quarters = (move.after - move.before + 1) % 4 - 1
        self.start, self.turn = 90.0 * move.before, 90.0 * quarters

    def at(self, step: float) -> tuple[Spot, float]:
        """Spot in squares and angle in degrees after so many steps of the whole instruction.

        A piece that only turns has no steps and turns during the first one; one that moves turns all the way along.
        """
        done = min(max(0.0, step - self.late), float(self.steps)) if self.steps else 0.0
        share = done / self.steps if self.steps else min(1.0, step)
        first = min(int(done), max(0, self.steps - 1))
        (x0, y0), (x1, y1) = self.spots[first], self.spots[min(first + 1, self.steps)]
        part = done - first
        return (x0 + (x1 - x0) * part, y0 + (y1 - y0) * part), self.start + self.turn * share


class Stage(InstructionGroup):
    """Everything on the board for one picture. `at(0)` is before the instruction, `at(1)` after it."""

    def __init__(self, picture: BoardPicture, side: float) -> None:
        """Paint it for squares of `side` pixels."""
        super().__init__()
        self._side = side
        pieces = {piece.seat: piece for piece in picture.pieces}
        moves = {move.seat: move for move in picture.moves if move.seat in pieces}
        self._courses = {seat: _Course(pieces[seat], move) for seat, move in moves.items()}
        self._steps = max((course.steps for course in self._courses.values()), default=0)
        for course in self._courses.values():
            # All arrive together: who is pushed starts when the pusher has reached it [7.3.1].
            course.late = self._steps - course.steps if course.steps else 0
        self.squares = _squares(picture)
        self._paint_ground(picture, pieces, moves)
        self._figures = {seat: PieceFigure(piece, side, heads=_heads(piece, moves.get(seat))) for seat, piece in pieces.items()}
        # Those that move are drawn over those that stand.
        for seat in sorted(self._figures, key=lambda seat: seat in moves):
            self.add(self._figures[seat])
        self._paint_above(picture, moves)
        self._pieces = pieces
        self.at(1.0)

    @property
    def seconds(self) -> float:
        """How many seconds its moves take to be shown: 0 without any, and no more than for five steps."""
        if not self._courses:
            return 0.0
        return min(1.6, self._steps * STEP_SECONDS) if self._steps else TURN_SECONDS

    def at(self, share: float) -> None:
        """Put every piece where it is after this share of the instruction."""
        for seat, figure in self._figures.items():
            if seat in self._courses:
                figure.place(*self._courses[seat].at(share * max(1, self._steps)))
            else:
                piece = self._pieces[seat]
                figure.place(_stand(piece), 90.0 * piece.heading)

    @staticmethod
    def spots(picture: BoardPicture) -> list[Spot]:
        """All spots that the picture's moves, beams and marks concern, each once; none where nothing happens."""
        return [middle_of(square) for square in _squares(picture)]

    def _paint_ground(self, picture: BoardPicture, pieces: dict[int, PiecePicture], moves: dict[int, MovePicture]) -> None:
        """What lies under the pieces."""
        if picture.foreseen and picture.foreseen[0].move.seat in pieces:
            way = [square for move, _ in picture.foreseen for square in move.path]
            paint_way(self, [middle_of(square) for square in way], self._side, LIVERY[pieces[picture.foreseen[0].move.seat].colour])
        for square in picture.marks:
            paint_mark(self, square, self._side)
        for number, square in picture.markers:
            paint_marker(self, number, square, self._side)
        for beam in picture.beams:
            paint_beam(self, beam, self._side)
            for piece in pieces.values():
                if piece.square in _hit(beam):
                    paint_burst(self, middle_of(piece.square), self._side)
        for seat, move in moves.items():
            if self._courses[seat].steps:
                ghost = PieceFigure(pieces[seat], self._side, heads=move.start is not None, ghost=True)
                ghost.place(self._courses[seat].spots[0], 90.0 * move.before)
                self.add(ghost)
            if len(move.path) > 1:
                paint_route(self, [middle_of(square) for square in move.path], self._side, _rim(move))
            # It comes back from the parking row [9.2]: no arrow shows where to.
            if move.start is None and move.path:
                paint_mark(self, move.path[-1], self._side)

    def _paint_above(self, picture: BoardPicture, moves: dict[int, MovePicture]) -> None:
        """What lies over the pieces."""
        facing = {_stand(piece): piece.heading for piece in picture.pieces if piece.seat not in moves}
        facing |= {self._courses[seat].spots[-1]: move.after for seat, move in moves.items()}
        for number, square in picture.markers:
            # The large marker lies hidden under the piece.
            if middle_of(square) in facing:
                paint_marker(self, number, square, self._side, facing[middle_of(square)])
        for seat, move in moves.items():
            course = self._courses[seat]
            if not course.steps and course.turn:
                paint_turning(self, move, course.spots[-1], self._side)
            if move.end is None and move.path:
                paint_cross(self, middle_of(move.path[-1]), self._side)
        piece = next((piece for piece in picture.pieces if picture.foreseen and piece.seat == picture.foreseen[0].move.seat), None)
        if piece is not None:
            self._paint_foreseen(picture, piece)


    def _paint_foreseen(self, picture: BoardPicture, piece: PiecePicture) -> None:
        """Where a program would lead: each round's number where it ends, the piece at its end as an outline, or the cross of its loss."""
        ends: dict[Square, list[str]] = {}
        for number, (move, _) in enumerate(picture.foreseen, 1):
            ends.setdefault(move.path[-1], []).append(str(number))
        last = picture.foreseen[-1].move
        if last.end is None:
            paint_cross(self, middle_of(last.path[-1]), self._side)
        elif last.end != piece.square:
            ghost = PieceFigure(piece, self._side, ghost=True)
            ghost.place(middle_of(last.end), 90.0 * last.after)
            self.add(ghost)
        elif last.after != piece.heading:
            paint_turning(self, last._replace(before=piece.heading), middle_of(last.end), self._side)
        # The middle of a square belongs to the piece that stands there, whose number lies behind it.
        heads = {piece.square: piece.heading, last.path[-1]: last.after}
        for square, numbers in ends.items():
            (x, y), (right, up) = middle_of(square), _BEHIND[heads[square]] if square in heads else (0, 0)
            back = 0.25 + plate_height(self._side) / self._side / 2
            paint_numbers(self, "·".join(numbers), (x + right * back, y + up * back), self._side)


def _rim(move: MovePicture) -> float:
    """How far before the middle of its last square the arrow of a move ends, so that its head is seen: the nose reaches further than the sign."""
    if move.end is None:
        return 0.36
    (x0, y0), (x1, y1) = (middle_of(square) for square in move.path[-2:])
    backwards = (x1 - x0, y1 - y0) == ((0, -1), (-1, 0), (0, 1), (1, 0))[move.after]
    return 0.62 if backwards else 0.42


def _heads(piece: PiecePicture, move: MovePicture | None) -> bool:
    """Whether it matters which way a piece faces: not in the parking row."""
    return piece.square is not None if move is None else move.end is not None


def _stand(piece: PiecePicture) -> Spot:
    """Where a piece stands before the instruction."""
    return middle_of(piece.square) if piece.square is not None else parking_spot(piece.place)


def _spots(piece: PiecePicture, move: MovePicture) -> list[Spot]:
    """The spots of a move from one end to the other; one alone for a turn on the spot."""
    spots = [middle_of(square) for square in move.path]
    if move.start is None:
        spots.insert(0, parking_spot(piece.place))
    if move.end is None:
        spots.append(parking_spot(piece.place))
    return spots or [_stand(piece)]


def _squares(picture: BoardPicture) -> tuple[Square, ...]:
    """The squares that a picture's moves, marks and beams concern: where moves begin and end, what is marked, where a beam hits."""
    found: list[Square] = [square for move in picture.moves for square in move.path]
    found += picture.marks
    # Of a program that is looked at, where it ends.
    found += [move.path[-1] for move, _ in picture.foreseen[-1:]]
    standing = {piece.square for piece in picture.pieces}
    found += [square for beam in picture.beams for square in _hit(beam) if square in standing]
    return tuple(dict.fromkeys(found))


def _hit(beam: BeamPicture) -> tuple[Square, ...]:
    """The squares of a beam on which a piece is hit."""
    # A shot begins on the square of the piece that fires it.
    return beam.squares[-1:] if beam.aimed else beam.squares
