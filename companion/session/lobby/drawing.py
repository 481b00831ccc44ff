"""A drawing: a board that somebody paints, what was there before every stroke, what was taken back, and what is held in the hand. A value, changed by nobody."""

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
"""So many strokes can be taken back."""


class Drawing(NamedTuple):
    """The board as it is, the boards before the last strokes (the last one last), those that were taken back (the next one last), and the tool.

    `tool` is the key of a paint, "" for none: then a touch only looks. `way` is where the next thing with a way points. `square` is the one whose things are
    looked at, "" for none.
    """

    board: Board
    past: tuple[Board, ...] = ()
    future: tuple[Board, ...] = ()
    tool: str = ""
    way: Heading = 0
    square: Square = ""


class Tile(NamedTuple):
    """Something to take into the hand: what touching it says, and how it looks."""

    choice: Choice
    art: tuple[Shape, ...] = ()


class DrawPage(NamedTuple):
    """The board with its markers; the squares that something is wrong with, or only odd; the square that is looked at, "" for none.

    Beside it groups of choices, and behind the first of them tiles; `where` names what they are about. `undo` and `redo` are the buttons in the foot.
    `naming` lies over everything. `paints`: a touch does more than to look.
    """

    board: Board
    markers: tuple[Square, ...]
    wrong: tuple[Square, ...]
    odd: tuple[Square, ...]
    square: Square
    groups: tuple[ChoiceGroup, ...]
    tiles: tuple[Tile, ...]
    where: str
    undo: Choice
    redo: Choice
    naming: Naming | None = None
    paints: bool = False


def holding(drawing: Drawing, tool: str) -> Drawing:
    """Another tool in the hand."""
    return drawing._replace(tool=tool)


def looking(drawing: Drawing, square: Square) -> Drawing:
    """Another square is looked at."""
    return drawing._replace(square=square if square and drawing.board.has(square) else "")


def changed(drawing: Drawing, board: Board) -> Drawing:
    """The next board; one that is the same is no stroke. What was taken back is gone for good then."""
    if board == drawing.board:
        return drawing
    past = (*drawing.past, drawing.board)[-MOST_UNDONE:]
    return looking(drawing._replace(board=board, past=past, future=()), drawing.square)


def stroke(drawing: Drawing, painting: Painting, touches: tuple[Touch, ...]) -> Drawing:
    """A finger with the tool over one square or several; without a tool it only looks. RuleFault says in words what cannot be painted."""
    if not touches or not drawing.board.has(touches[0].square):
        return drawing
    last = touches[-1].square if drawing.board.has(touches[-1].square) else touches[0].square
    if not drawing.tool:
        return looking(drawing, last)
    if len(touches) == 1:
        board = painting.painted(drawing.board, drawing.tool, touches[0], drawing.way)
    else:
        board = painting.swept(drawing.board, drawing.tool, touches, drawing.way)
    after = looking(changed(drawing, board), last)
    facing = painting.facing(board, drawing.tool, last)
    # What somebody has turned stays turned in the hand.
    return after if facing is None else after._replace(way=facing)


def altered(drawing: Drawing, painting: Painting, change: Change) -> Drawing:
    """After a change that the form of a square, or of the whole board, has proposed."""
    return changed(drawing, painting.altered(drawing.board, change))


def undone(drawing: Drawing) -> Drawing:
    """As before the last stroke."""
    if not drawing.past:
        return drawing
    board, past = drawing.past[-1], drawing.past[:-1]
    return looking(
        drawing._replace(board=board, past=past, future=(*drawing.future, drawing.board)),
        drawing.square,
    )


def redone(drawing: Drawing) -> Drawing:
    """As after the stroke that was taken back last."""
    if not drawing.future:
        return drawing
    board, future = drawing.future[-1], drawing.future[:-1]
    return looking(
        drawing._replace(board=board, future=future, past=(*drawing.past, drawing.board)),
        drawing.square,
    )
