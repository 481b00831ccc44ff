"""The board without pieces, painted once for each size and cached as a picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, InstructionGroup, Mesh, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.engine.board import Board
from companion.geometry import column_row
from companion.ui.paint import paint
from companion.ui.theme import ART, NIGHT, faded, forget_with_look

USUAL = (12, 16)
"""Columns and rows of most boards: the shape of a board that is not loaded yet."""
FINER = 2
"""The picture is painted so many times finer than it is shown, since pictures off the screen have
no smooth edges."""
RIM = 0.12
"""Squares of room around the board, for walls on its border."""
MAX_CACHED_BYTES: Final = 48_000_000
"""Memory for cached pictures. One picture can take 28 MB, and a Raspberry Pi with 1 GB shares its
memory between app and graphics."""


class TextureCache:
    """Keeps the pictures that were used last, up to a number of bytes.

    The picture of the last call always stays, so that a larger one is not painted for each frame.
    """

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self._textures: dict[tuple[Board, int], Texture] = {}
        """The least recently used one first."""
        self.bytes = 0
        """The bytes of all of them."""
        self.painted = 0
        """The number of pictures that were painted since the start."""

    def __len__(self) -> int:
        """Return the number of cached pictures."""
        return len(self._textures)

    def find(self, board: Board, side: int, paint: Callable[[Board, int], Texture]) -> Texture:
        """Return the picture of a board, painted now if it is not cached."""
        texture = self._textures.pop((board, side), None)
        if texture is None:
            texture = paint(board, side)
            self.painted += 1
            self.bytes += _bytes_of(texture)
        self._textures[board, side] = texture
        while self.bytes > self.max_bytes and len(self._textures) > 1:
            self.bytes -= _bytes_of(self._textures.pop(next(iter(self._textures))))
        return texture

    def clear(self) -> None:
        """Forget all pictures; those on the screen stay there."""
        self._textures.clear()
        self.bytes = 0


CACHE: Final = TextureCache(MAX_CACHED_BYTES)
"""The pictures of this process."""
forget_with_look(CACHE.clear)


def board_texture(board: Board, side: int) -> Texture:
    """Return the board with squares of `side` pixels, and a rim of RIM squares around it.

    The texture itself is FINER times larger. `side` is at least 1. The graphics card paints it, so
    there must be a window; equal boards share a picture.
    """
    return CACHE.find(board, side, painted_board)


def board_rectangle(board: Board, side: float, finest: float) -> Rectangle:
    """Return the picture of a board with squares of `side` pixels from its south-west corner.

    It is painted for squares of `finest` pixels at most.
    """
    return Rectangle(
        texture=board_texture(board, round(min(side, finest))),
        pos=(-RIM * side, -RIM * side),
        size=((board.columns + 2 * RIM) * side, (board.rows + 2 * RIM) * side),
    )


def _bytes_of(texture: Texture) -> int:
    return 4 * int(texture.width * texture.height)


def painted_board(board: Board, side: int) -> Texture:
    """Paint a picture, as `board_texture` describes it."""
    grain = side * FINER
    picture = Fbo(
        size=(round(grain * (board.columns + 2 * RIM)), round(grain * (board.rows + 2 * RIM)))
    )
    # Transparent, but in the tint of the ground: otherwise the smoothed edges beside it would fade
    # through black.
    picture.add(ClearColor(*faded(NIGHT, 0)))
    picture.add(ClearBuffers())
    # Seams, and on them plates in two tints, so that squares can be counted.
    painting, low = InstructionGroup(), RIM * grain
    painting.add(Color(*ART["seam"]))
    painting.add(Rectangle(pos=(low, low), size=(grain * board.columns, grain * board.rows)))
    points = [(column, row) for row in range(board.rows) for column in range(board.columns)]
    for shade in (0, 1):
        painting.add(Color(*(part * (1 + 0.13 * shade) for part in ART["floor"][:3])))
        painting.add(_plates([point for point in points if sum(point) % 2 == shade], low, grain))
    # Every element by its own art, floors first and walls last.
    for element in board.drawn:
        column, row = column_row(element.square)
        paint(painting, element.art(board), (RIM + column) * grain, (RIM + row) * grain, grain)
    picture.add(painting)
    picture.draw()
    return picture.texture


def paint_plate_of(onto: InstructionGroup, column: int, row: int, side: float) -> None:
    """Paint the bare floor of a square with its seams.

    Squares have `side` pixels from the board's south-west corner.
    """
    onto.add(Color(*ART["seam"]))
    onto.add(Rectangle(pos=(column * side, row * side), size=(side, side)))
    onto.add(Color(*(part * (1 + 0.13 * ((column + row) % 2)) for part in ART["floor"][:3])))
    onto.add(_plates([(column, row)], 0, side))


def _plates(points: list[tuple[int, int]], low: float, grain: float) -> Mesh:
    """Return one mesh of many squares: one instruction instead of nearly a hundred."""
    corners: list[float] = []
    order: list[int] = []
    inset = max(1, grain * 0.02)
    for first, (column, row) in enumerate(points):
        left, bottom = low + column * grain + inset, low + row * grain + inset
        right, top = left + grain - 2 * inset, bottom + grain - 2 * inset
        # Kivy's vertices have a place on a texture, too; there is none here.
        corners += [left, bottom, 0, 0, right, bottom, 0, 0, right, top, 0, 0, left, top, 0, 0]
        order += [4 * first + corner for corner in (0, 1, 2, 2, 3, 0)]
    return Mesh(vertices=corners, indices=order, mode="triangles")


class BoardThumb(Widget):
    """A small picture of a whole board, as large as its box allows; `paint_now` paints it."""

    def __init__(self, board: Callable[[], Board], **rest: Any) -> None:
        """Take a function that loads the board when it is painted."""
        super().__init__(**rest)
        self._read = board
        self._painted = False
        self.bind(pos=self._draw, size=self._draw)

    @property
    def board(self) -> Board:
        """Return the board, loaded now if it was not before."""
        return self._read()

    def paint_now(self) -> None:
        """Paint the board, which takes some hundredths of a second."""
        self._painted = True
        self._draw()

    def _draw(self, *_: Any) -> None:
        """Draw the picture as large as it fits, or a dark field of its size until it is painted."""
        board = self.board if self._painted else None
        columns, rows = USUAL if board is None else (board.columns, board.rows)
        wide, tall = columns + 2 * RIM, rows + 2 * RIM
        side = min(self.width / wide, self.height / tall)
        self.canvas.clear()
        # A texture without a pixel cannot be made.
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
