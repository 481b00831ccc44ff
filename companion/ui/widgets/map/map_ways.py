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
from companion.ui.widgets.map.camera import OUTWARD, Spot, middle_of, parking_spot, place_of


class Stretch(NamedTuple):
    """A part of a path without a break."""

    spots: tuple[Spot, ...]
    """In order; at least two, unless the path has only one."""
    leaps: bool = False
    """Whether the piece leaps from its end to the next part."""


class Leg(NamedTuple):
    """One step of a piece on the screen."""

    start: Spot
    end: Spot
    before: float = 1.0
    """Its size at the start."""
    after: float = 1.0
    """Its size at the end."""
    spin: float = 0.0
    """Degrees of an extra turn."""


def stretches(
    board: Board | None, squares: tuple[Square, ...], leaps: bool = False
) -> tuple[Stretch, ...]:
    """Return the parts of a path over some squares.

    There is more than one only if it `leaps`, or if the sides of the board are joined.
    """
    found, spots = list[Stretch](), [middle_of(square) for square in squares[:1]]
    for before, square in itertools.pairwise(squares):
        out = _over_the_side(board, before, square)
        if out:
            (x0, y0), (x1, y1) = middle_of(before), middle_of(square)
            found.append(Stretch((*spots, (x0 + out, y0))))
            spots = [(x1 - out, y1)]
        elif (leaps or (board is not None and board.joined)) and not _beside(before, square):
            found.append(Stretch(tuple(spots), True))
            spots = []
        spots.append(middle_of(square))
    return (*found, Stretch(tuple(spots)))


def _over_the_side(board: Board | None, before: Square, after: Square) -> float:
    """Return how far and which way a step leads off a board with joined sides, 0 if it does not."""
    (column, row), (other, level) = place_of(before), place_of(after)
    if (
        board is None
        or not board.joined
        or row != level
        or board.columns < 3
        or {column, other} != {0, board.columns - 1}
    ):
        return 0.0
    return OUTWARD if column else -OUTWARD


def next_to(board: Board, square: Square, way: Heading) -> Square | None:
    """Return the neighbour of a square on a side, across joined sides too, ignoring walls.

    None beyond the border.
    """
    column, row = column_row(square)
    column, row = column + (0, 1, 0, -1)[way], row + (1, 0, -1, 0)[way]
    column = column % board.columns if board.joined else column
    return (
        square_name(column, row) if 0 <= column < board.columns and 0 <= row < board.rows else None
    )


def ways_to(
    board: Board, squares: Iterable[Square], wanted: Mapping[str, Square]
) -> tuple[Square, dict[str, Heading]] | None:
    """Return the first of some squares that is next to all wanted ones, and the headings to them.

    None if there is no such square.
    """
    for middle in squares:
        ways = {
            key: way
            for key, square in wanted.items()
            for way in range(len(HEADINGS))
            if next_to(board, middle, way) == square
        }
        if len(ways) == len(wanted):
            return middle, ways
    return None


def _beside(one: Square, other: Square) -> bool:
    """Return whether two squares touch, or are the same."""
    (column, row), (across, up) = place_of(one), place_of(other)
    return abs(column - across) + abs(row - up) <= 1


def legs_of(parts: tuple[Stretch, ...]) -> list[Leg]:
    """Return the steps of a path.

    Over a side or in a leap the piece gets smaller as it leaves and larger as it comes in.
    """
    found = list[Leg]()
    for at, part in enumerate(parts):
        steps = [Leg(*ends) for ends in itertools.pairwise(part.spots)]
        comes, goes = at and not parts[at - 1].leaps, at < len(parts) - 1 and not part.leaps
        if comes:
            steps[0] = steps[0]._replace(before=0.0)
        if goes:
            steps[-1] = steps[-1]._replace(after=0.0)
        found += steps
        if part.leaps:
            found += [
                Leg(part.spots[-1], part.spots[-1], 1.0, 0.0),
                Leg(parts[at + 1].spots[0], parts[at + 1].spots[0], 0.0, 1.0),
            ]
    return found


class Course:
    """The path of one piece through an instruction: spots and headings at each step.

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
        self.parts = stretches(board, move.path, move.leaps) if move.path else ()
        legs = legs_of(self.parts)
        way = [spot for part in self.parts for spot in part.spots]
        self.start_spot = (
            parking_spot(piece.of or piece.seat)
            if move.start is None
            else way[0]
            if way
            else stand(piece)
        )
        self.end_spot = (
            parking_spot(piece.of or piece.seat)
            if move.end is None
            else way[-1]
            if way
            else stand(piece)
        )
        if move.start is None and way:
            legs.insert(0, Leg(self.start_spot, way[0]))
        if move.end is None and way:
            fallen = (
                [Leg(way[-1], way[-1], 1.0, 0.0, fall), Leg(self.end_spot, self.end_spot, 0.0, 1.0)]
                if fall is not None
                else []
            )
            legs += fallen or [Leg(way[-1], self.end_spot)]
        self._legs = legs
        self.steps = len(legs)
        self.late = 0
        # The shorter way round; half a turn is clockwise.
        quarters = (move.after - move.before + 1) % 4 - 1
        self.start, self.turn = 90.0 * move.before, 90.0 * quarters

    def at(self, step: float) -> tuple[Spot, float, float]:
        """Return spot, angle in degrees and size after so many steps of the whole instruction.

        A piece that only turns has no steps and turns during the first one; one that moves turns
        all the way.
        """
        if not self._legs:
            return self.end_spot, self.start + self.turn * min(1.0, step), 1.0
        done = min(max(0.0, step - self.late), float(self.steps))
        first = min(int(done), self.steps - 1)
        leg, part, angle = (
            self._legs[first],
            done - first,
            self.start + self.turn * done / self.steps,
        )
        (x0, y0), (x1, y1) = leg.start, leg.end
        spot = (
            leg.start
            if part == 0
            else leg.end
            if part == 1
            else (x0 + (x1 - x0) * part, y0 + (y1 - y0) * part)
        )
        return spot, angle + leg.spin * part, leg.before + (leg.after - leg.before) * part


def stand(piece: Piece) -> Spot:
    """Return where a piece is before the instruction."""
    return (
        middle_of(piece.square)
        if piece.square is not None
        else parking_spot(piece.of or piece.seat)
    )
