"""The pictures of our tileset for Tiled: each tile by its element's own art, as large as the squares on which the element lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.art import Label, Line, Polygon, Shape, box
from companion.engine.board import board_of
from companion.engine.element import Element
from companion.formats.entries import read_entry
from companion.formats.tiled.mapping import FLAG
from companion.formats.tiled.tiles import SIDE, OwnTile
from companion.geometry import column_row
from companion.press.paper import INKS
from companion.press.raster import png

CORNER: Final = "A1"
"""Elements are drawn alone in the corner of a board of their own size, so that beams do not reach beyond their picture."""
ROOM: Final = 6
"""The longest side of a block in squares."""


def sizes(tiles: Iterable[OwnTile]) -> dict[str, tuple[int, int]]:
    """The pictures that are larger than a square, in squares, by the tile's entry."""
    found = {
        tile.entry: size(read_entry(f"{CORNER} {tile.entry}"))
        for tile in tiles
        if tile.word != FLAG
    }
    return {entry: squares for entry, squares in found.items() if squares != (1, 1)}


def size(element: Element) -> tuple[int, int]:
    """How many squares an element in the corner covers to the east and to the north; what lies beyond that corner is not drawn."""
    places = [column_row(square) for square in element.covers() if square]
    return max([1, *(column + 1 for column, _ in places)]), max(
        [1, *(row + 1 for _, row in places)]
    )


def pictures(tiles: Iterable[OwnTile], inks: Mapping[str, str] = INKS) -> dict[str, bytes]:
    """The PNG files of tiles by the picture's name; PressFault where the library is missing."""
    return {tile.picture: _picture(tile, inks) for tile in tiles}


def _picture(tile: OwnTile, inks: Mapping[str, str]) -> bytes:
    if tile.word == FLAG:
        return png(_flag(tile.entry.removeprefix(f"{FLAG} ")), 1, 1, SIDE, inks)
    element = read_entry(f"{CORNER} {tile.entry}")
    across, up = size(element)
    shapes = element.art(board_of(max(2, across), max(2, up), [element]))
    return png(shapes or _named(tile.word), across, up, SIDE, inks)


def _flag(number: str) -> tuple[Shape, ...]:
    cloth = Polygon(((0.3, 0.95), (0.9, 0.72), (0.3, 0.45)), "goal")
    return (
        Line(((0.27, 0.06), (0.27, 0.97)), "ink", 0.07),
        cloth,
        Label(number, (0.47, 0.72), 0.24, "paper"),
    )


def _named(word: str) -> tuple[Shape, ...]:
    """An element without art: its name on a plate."""
    parts = word.split("_")
    lines = [
        Label(part[:9], (0.5, 0.5 + 0.22 * ((len(parts) - 1) / 2 - place)), 0.13, "ink")
        for place, part in enumerate(parts)
    ]
    return box(0.04, 0.04, 0.96, 0.96, "seam"), box(0.07, 0.07, 0.93, 0.93, "paper"), *lines
