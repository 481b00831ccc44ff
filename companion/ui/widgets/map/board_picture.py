"""The board without anybody on it, painted once for each size and kept as a picture."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, InstructionGroup, Mesh, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.engine.board import Board
from companion.geometry import column_row
from companion.ui.paint import paint
from companion.ui.theme import ART, NIGHT

USUAL = (12, 16)
"""Columns and rows of most boards: the form of one that is not read yet."""
FINER = 2
"""The picture is painted so many times finer than it is shown, since a picture off the screen has no smooth edges of its own."""
RIM = 0.12
"""Squares of room around the board, for walls on its border."""


@lru_cache(maxsize=12)
def board_texture(board: Board, side: int) -> Texture:
    """The board with squares of `side` pixels when shown, and a rim of RIM squares round it; the texture itself is FINER.

    `side` is at least 1. It is painted by the graphics card, so that there must be a window; boards that are equal share a picture.
    """
    grain = side * FINER
    picture = Fbo(
        size=(round(grain * (board.columns + 2 * RIM)), round(grain * (board.rows + 2 * RIM)))
    )
    # Nothing is to be seen there, but the smoothed edges beside it would fade through black if it were not of the ground's tint.
    picture.add(ClearColor(*NIGHT[:3], 0))
    picture.add(ClearBuffers())
    painting = InstructionGroup()
    _paint_floor(painting, board, grain)
    _paint_elements(painting, board, grain)
    picture.add(painting)
    picture.draw()
    return picture.texture


def _paint_floor(onto: InstructionGroup, board: Board, grain: int) -> None:
    """Seams below, on them plates in two tints, so that squares can be counted."""
    low = RIM * grain
    onto.add(Color(*ART["seam"]))
    onto.add(Rectangle(pos=(low, low), size=(grain * board.columns, grain * board.rows)))
    for shade in (0, 1):
        onto.add(Color(*(part * (1 + 0.13 * shade) for part in ART["floor"][:3])))
        onto.add(_plates([spot for spot in _spots(board) if sum(spot) % 2 == shade], low, grain))


def paint_plate_of(onto: InstructionGroup, column: int, row: int, side: float) -> None:
    """The bare floor of a square with its seams, for squares of `side` pixels from the board's south-west corner on."""
    onto.add(Color(*ART["seam"]))
    onto.add(Rectangle(pos=(column * side, row * side), size=(side, side)))
    onto.add(Color(*(part * (1 + 0.13 * ((column + row) % 2)) for part in ART["floor"][:3])))
    onto.add(_plates([(column, row)], 0, side))


def _spots(board: Board) -> list[tuple[int, int]]:
    return [(column, row) for row in range(board.rows) for column in range(board.columns)]


def _plates(spots: list[tuple[int, int]], low: float, grain: float) -> Mesh:
    """One mesh of many squares, which is one instruction where plates of their own would be nearly a hundred."""
    corners: list[float] = []
    order: list[int] = []
    inset = max(1, grain * 0.02)
    for first, (column, row) in enumerate(spots):
        left, bottom = low + column * grain + inset, low + row * grain + inset
        right, top = left + grain - 2 * inset, bottom + grain - 2 * inset
        # Kivy's vertices name a place on a texture, too; there is none here.
        corners += [left, bottom, 0, 0, right, bottom, 0, 0, right, top, 0, 0, left, top, 0, 0]
        order += [4 * first + corner for corner in (0, 1, 2, 2, 3, 0)]
    return Mesh(vertices=corners, indices=order, mode="triangles")


def _paint_elements(onto: InstructionGroup, board: Board, grain: int) -> None:
    """Every element by its own art, floors first and walls last."""
    for element in board.drawn:
        column, row = column_row(element.square)
        paint(onto, element.art(board), (RIM + column) * grain, (RIM + row) * grain, grain)


class BoardThumb(Widget):
    """A small picture of a whole board, as large as its box allows; painted when `paint_now` is called."""

    def __init__(self, board: Callable[[], Board], **rest: Any) -> None:
        """Nothing is painted yet, so that the board need not be read; further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self._read = board
        self._painted = False
        self.bind(pos=self._draw, size=self._draw)

    @property
    def board(self) -> Board:
        """The board, read now where nobody has looked at it before."""
        return self._read()

    def paint_now(self) -> None:
        """Paint it, which takes some hundredths of a second."""
        self._painted = True
        self._draw()

    def _draw(self, *_: Any) -> None:
        """The picture as large as it gets, or a dark field of its size until it is painted."""
        board = self.board if self._painted else None
        columns, rows = USUAL if board is None else (board.columns, board.rows)
        wide, tall = columns + 2 * RIM, rows + 2 * RIM
        side = min(self.width / wide, self.height / tall)
        self.canvas.clear()
        # Without a size yet, or with no room: a texture without a pixel cannot be made.
        if side < 2:
            return
        pos, size = (
            (self.x + (self.width - wide * side) / 2, self.y + (self.height - tall * side) / 2),
            (wide * side, tall * side),
        )
        if board is not None:
            self.canvas.add(Color(1, 1, 1))
            self.canvas.add(
                Rectangle(texture=board_texture(board, round(side)), pos=pos, size=size)
            )
        else:
            self.canvas.add(Color(*ART["seam"]))
            self.canvas.add(Rectangle(pos=pos, size=size))
