"""A board that somebody draws, with its earlier strokes and the tool, as an immutable value."""

from __future__ import annotations

from typing import Final

from companion.art import Shape
from companion.engine.board import Board
from companion.games.api import Change
from companion.games.painting import Painting, Touch
from companion.geometry import Heading, Square
from companion.named_tuples import NamedTuple
from companion.session.choices import Choice, ChoiceGroup
from companion.session.pages.deck import Naming

MOST_UNDONE: Final = 60
"""The number of strokes that can be undone."""


class Drawing(NamedTuple):
    """The board that is drawn, and the tool."""

    board: Board
    past: tuple[Board, ...] = ()
    """The boards before the last strokes, the last one last."""
    future: tuple[Board, ...] = ()
    """The boards that were undone, the next one last."""
    tool: str = ""
    """The key of a paint, "" for a touch that only selects a square."""
    way: Heading = 0
    """The direction of the next thing that has one."""
    square: Square = ""
    """The selected square, "" for none."""


class Tile(NamedTuple):
    """A tool to select: the message of touching it, and its picture."""

    choice: Choice
    art: tuple[Shape, ...] = ()


class DrawPage(NamedTuple):
    """The page of the drawing: the board, groups of choices and tiles."""

    board: Board
    markers: tuple[Square, ...]
    wrong: tuple[Square, ...]
    """The squares with errors."""
    odd: tuple[Square, ...]
    """The squares with oddities."""
    square: Square
    """The selected square, "" for none."""
    groups: tuple[ChoiceGroup, ...]
    tiles: tuple[Tile, ...]
    """The tiles that follow the first group."""
    where: str
    """The subject of the choices."""
    undo: Choice
    """The button in the foot."""
    redo: Choice
    """The button in the foot."""
    naming: Naming | None = None
    """The name to type, over everything else."""
    paints: bool = False
    """Whether a touch changes the board."""


def holding(drawing: Drawing, tool: str) -> Drawing:
    """Return the drawing with another tool."""
    return drawing._replace(tool=tool)


def looking(drawing: Drawing, square: Square) -> Drawing:
    """Return the drawing with another selected square."""
    return drawing._replace(square=square if square and drawing.board.has(square) else "")


def with_board(drawing: Drawing, board: Board) -> Drawing:
    """Return the drawing with the next board; the same board is no stroke.

    There is nothing to redo after a stroke.
    """
    if board == drawing.board:
        return drawing
    past = (*drawing.past, drawing.board)[-MOST_UNDONE:]
    return looking(drawing._replace(board=board, past=past, future=()), drawing.square)


def stroke(drawing: Drawing, painting: Painting, touches: tuple[Touch, ...]) -> Drawing:
    """Return the drawing after a finger moved over squares; without a tool it only selects.

    Raises:
        RuleError: The stroke is impossible.
    """
    if not touches or not drawing.board.has(touches[0].square):
        return drawing
    last = touches[-1].square if drawing.board.has(touches[-1].square) else touches[0].square
    if not drawing.tool:
        return looking(drawing, last)
    if len(touches) == 1:
        board = painting.painted(drawing.board, drawing.tool, touches[0], drawing.way)
    else:
        board = painting.swept(drawing.board, drawing.tool, touches, drawing.way)
    after = looking(with_board(drawing, board), last)
    facing = painting.facing(board, drawing.tool, last)
    # A thing that was rotated keeps its direction for the next stroke.
    return after if facing is None else after._replace(way=facing)


def apply_form(drawing: Drawing, painting: Painting, change: Change) -> Drawing:
    """Return the drawing after a change from the form of a square or of the whole board."""
    return with_board(drawing, painting.altered(drawing.board, change))


def undone(drawing: Drawing) -> Drawing:
    """Return the drawing before the last stroke."""
    if not drawing.past:
        return drawing
    board, past = drawing.past[-1], drawing.past[:-1]
    return looking(
        drawing._replace(board=board, past=past, future=(*drawing.future, drawing.board)),
        drawing.square,
    )


def redone(drawing: Drawing) -> Drawing:
    """Return the drawing after the stroke that was undone last."""
    if not drawing.future:
        return drawing
    board, future = drawing.future[-1], drawing.future[:-1]
    return looking(
        drawing._replace(board=board, future=future, past=(*drawing.past, drawing.board)),
        drawing.square,
    )
