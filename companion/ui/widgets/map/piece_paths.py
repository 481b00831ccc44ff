"""Paths of pieces over the map, at any moment of a move. Pure arithmetic, in squares and degrees.

Where the sides of a board are joined a path may leave on one side and come in on the other, or leap
from one square to another: no piece slides across a board between two squares that are not
neighbours there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

from companion.engine.board import Board
from companion.games.scene import MovePicture, Piece
from companion.geometry import HEADINGS, Heading, Square, column_row, square_name
from companion.named_tuples import NamedTuple
from companion.ui.widgets.map.camera import OUTWARD, BoardPoint, middle_of, parking_point, place_of


class PathSegment(NamedTuple):
    """A part of a path without a break."""

    points: tuple[BoardPoint, ...]
    """In order; at least two, unless the path has only one."""
    leaps: bool = False
    """Whether the piece leaps from its end to the next part."""


class PieceStep(NamedTuple):
    """One step of a piece on the screen."""

    start: BoardPoint
    end: BoardPoint
    before: float = 1.0
    """Its size at the start."""
    after: float = 1.0
    """Its size at the end."""
    spin: float = 0.0
    """Degrees of an extra turn."""


def path_segments(
    board: Board | None, squares: tuple[Square, ...], leaps: bool = False
) -> tuple[PathSegment, ...]:
    """Return the parts of a path over some squares.

    There is more than one only if it `leaps`, or if the sides of the board are joined.
    """
    found, points = list[PathSegment](), [middle_of(square) for square in squares[:1]]
    for before, square in itertools.pairwise(squares):
        (column, row), (across, up) = place_of(before), place_of(square)
        distance = abs(column - across) + abs(row - up)
        if (
            board is not None
            and board.joined
            and row == up
            and board.columns >= 3
            and {column, across} == {0, board.columns - 1}
        ):
            # The step leads off a board with joined sides.
            out = OUTWARD if column else -OUTWARD
            (x0, y0), (x1, y1) = middle_of(before), middle_of(square)
            found.append(PathSegment((*points, (x0 + out, y0))))
            points = [(x1 - out, y1)]
        elif (leaps or (board is not None and board.joined)) and distance > 1:
            found.append(PathSegment(tuple(points), True))
            points = []
        points.append(middle_of(square))
    return (*found, PathSegment(tuple(points)))


def neighbour_of(board: Board, square: Square, heading: Heading) -> Square | None:
    """Return the neighbour of a square on a side, across joined sides too, ignoring walls.

    None beyond the border.
    """
    column, row = column_row(square)
    column, row = column + (0, 1, 0, -1)[heading], row + (1, 0, -1, 0)[heading]
    column = column % board.columns if board.joined else column
    return (
        square_name(column, row) if 0 <= column < board.columns and 0 <= row < board.rows else None
    )


def headings_to(
    board: Board, squares: Iterable[Square], wanted: Mapping[str, Square]
) -> tuple[Square, dict[str, Heading]] | None:
    """Return the first of some squares that is next to all wanted ones, and the headings to them.

    None if there is no such square.
    """
    for middle in squares:
        headings = {
            key: heading
            for key, square in wanted.items()
            for heading in range(len(HEADINGS))
            if neighbour_of(board, middle, heading) == square
        }
        if len(headings) == len(wanted):
            return middle, headings
    return None


def steps_of(parts: tuple[PathSegment, ...]) -> list[PieceStep]:
    """Return the steps of a path.

    Over a side or in a leap the piece gets smaller as it leaves and larger as it comes in.
    """
    found = list[PieceStep]()
    for at, part in enumerate(parts):
        steps = [PieceStep(*ends) for ends in itertools.pairwise(part.points)]
        comes, goes = at and not parts[at - 1].leaps, at < len(parts) - 1 and not part.leaps
        if comes:
            steps[0] = steps[0]._replace(before=0.0)
        if goes:
            steps[-1] = steps[-1]._replace(after=0.0)
        found += steps
        if part.leaps:
            found += [
                PieceStep(part.points[-1], part.points[-1], 1.0, 0.0),
                PieceStep(parts[at + 1].points[0], parts[at + 1].points[0], 0.0, 1.0),
            ]
    return found


class PiecePath:
    """The path of one piece through an instruction: points and headings at each step.

    It begins `late` steps after the first of all. A piece that falls gets smaller where it is lost,
    and then larger in the parking row.
    """

    def __init__(
        self, piece: Piece, move: MovePicture, fall: float | None, board: Board | None = None
    ) -> None:
        """Compute the path of `piece`, as it was before `move`.

        `fall` are the degrees by which it turns while it falls, None without a fall. `late` is set
        when all paths are known.
        """
        self.parts = path_segments(board, move.path, move.leaps) if move.path else ()
        steps = steps_of(self.parts)
        heading = [point for part in self.parts for point in part.points]
        if move.start is None:
            self.start_point = parking_point(piece.of or piece.seat)
        elif heading:
            self.start_point = heading[0]
        else:
            self.start_point = start_point_of(piece)
        if move.end is None:
            self.end_point = parking_point(piece.of or piece.seat)
        elif heading:
            self.end_point = heading[-1]
        else:
            self.end_point = start_point_of(piece)
        if move.start is None and heading:
            steps.insert(0, PieceStep(self.start_point, heading[0]))
        if move.end is None and heading:
            if fall is not None:
                fallen = [
                    PieceStep(heading[-1], heading[-1], 1.0, 0.0, fall),
                    PieceStep(self.end_point, self.end_point, 0.0, 1.0),
                ]
            else:
                fallen = []
            steps += fallen or [PieceStep(heading[-1], self.end_point)]
        self._steps = steps
        self.steps = len(steps)
        self.late = 0
        # The shorter way round; half a turn is clockwise.
        quarters = (move.after - move.before + 1) % 4 - 1
        self.start, self.turn = 90.0 * move.before, 90.0 * quarters

    def at(self, step: float) -> tuple[BoardPoint, float, float]:
        """Return point, angle in degrees and size after so many steps of the whole instruction.

        A piece that only turns has no steps and turns during the first one; one that moves turns
        all the way.
        """
        if not self._steps:
            return self.end_point, self.start + self.turn * min(1.0, step), 1.0
        done = min(max(0.0, step - self.late), float(self.steps))
        first = min(int(done), self.steps - 1)
        piece_step, part, angle = (
            self._steps[first],
            done - first,
            self.start + self.turn * done / self.steps,
        )
        (x0, y0), (x1, y1) = piece_step.start, piece_step.end
        if part == 0:
            point = piece_step.start
        elif part == 1:
            point = piece_step.end
        else:
            point = x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
        return (
            point,
            angle + piece_step.spin * part,
            piece_step.before + (piece_step.after - piece_step.before) * part,
        )


def start_point_of(piece: Piece) -> BoardPoint:
    """Return where a piece is before the instruction."""
    if piece.square is not None:
        return middle_of(piece.square)
    return parking_point(piece.of or piece.seat)
