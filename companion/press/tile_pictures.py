"""The pictures of our tileset for Tiled: each tile by its element's art, in full size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import Any, Final

from companion import art
from companion.art import Caption, Line, Polygon, box
from companion.content.fonts import BOLD_FONT_FILE
from companion.engine.board import board_of
from companion.engine.element import Element
from companion.errors import PressError
from companion.formats.entries import read_entry
from companion.formats.tiled.mapping import FLAG
from companion.formats.tiled.tiles import SIDE, OwnTile
from companion.geometry import column_row
from companion.press.marks import CAPITALS
from companion.press.paper import INKS

CORNER: Final = "A1"
"""Elements are drawn alone in the corner of a board of their size, so that beams stay inside."""
ROOM: Final = 6
"""The longest side of a block in squares."""
FINER: Final = 4
"""The factor of oversampling, for smooth edges."""
LEAST: Final = 4
"""Minimum pixels of letters, in the large picture."""


def sizes(tiles: Iterable[OwnTile]) -> dict[str, tuple[int, int]]:
    """Return the pictures that are larger than a square, in squares, by the tile's entry."""
    found = {
        tile.entry: size(read_entry(f"{CORNER} {tile.entry}"))
        for tile in tiles
        if tile.word != FLAG
    }
    return {entry: squares for entry, squares in found.items() if squares != (1, 1)}


def size(element: Element) -> tuple[int, int]:
    """Return how many squares an element in the corner covers to the east and to the north."""
    places = [column_row(square) for square in element.covers() if square]
    return max([1, *(column + 1 for column, _ in places)]), max(
        [1, *(row + 1 for _, row in places)]
    )


def pictures(tiles: Iterable[OwnTile]) -> dict[str, bytes]:
    """Return the PNG files of tiles by the picture's name.

    Raises:
        PressError: The library is missing.
    """
    return {tile.picture: _picture(tile) for tile in tiles}


def _picture(tile: OwnTile) -> bytes:
    if tile.word == FLAG:
        flag = (
            Line(((0.27, 0.06), (0.27, 0.97)), "ink", 0.07),
            Polygon(((0.3, 0.95), (0.9, 0.72), (0.3, 0.45)), "goal"),
            Caption(tile.entry.removeprefix(f"{FLAG} "), (0.47, 0.72), 0.24, "paper"),
        )
        return png(flag, 1, 1, SIDE)
    element = read_entry(f"{CORNER} {tile.entry}")
    across, up = size(element)
    shapes = element.art(board_of(max(2, across), max(2, up), [element]))
    if not shapes:
        # An element without art is its name on a plate.
        parts = tile.word.split("_")
        shapes = (
            box(0.04, 0.04, 0.96, 0.96, "seam"),
            box(0.07, 0.07, 0.93, 0.93, "paper"),
            *(
                Caption(part[:9], (0.5, 0.5 + 0.22 * ((len(parts) - 1) / 2 - place)), 0.13, "ink")
                for place, part in enumerate(parts)
            ),
        )
    return png(shapes, across, up, SIDE)


def png(
    shapes: Iterable[art.Shape], across: int, up: int, side: int, inks: Mapping[str, str] = INKS
) -> bytes:
    """Draw shapes of unit squares as a PNG file with a transparent ground.

    It has `across` × `up` squares of `side` pixels, the first one in the lower left. Parts beyond
    them are cut off.

    Raises:
        PressError: The library is missing.
    """
    image_module, draw_module, fonts = _library()
    size = (across * side * FINER, up * side * FINER)
    picture = image_module.new("RGBA", size)
    for shape in shapes:
        # On separate layers, since inks may be translucent.
        sheet = image_module.new("RGBA", size)
        _Brush(draw_module.Draw(sheet), fonts, side * FINER, size[1]).draw(
            shape, inks[shape.colour]
        )
        picture = image_module.alpha_composite(picture, sheet)
    file = BytesIO()
    picture.resize((across * side, up * side), image_module.Resampling.BOX).save(
        file, "PNG", optimize=True
    )
    return file.getvalue()


def _library() -> tuple[Any, Any, Any]:
    """Return the picture library, a dependency of the PDF library."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as fault:
        raise PressError(
            f"pictures need the library pillow ({fault}): install it with pip install"
            " 'clockwork-derby[print]'"
        ) from None
    return Image, ImageDraw, ImageFont


class _Brush:
    """Draws shapes of unit squares of `side` pixels on a sheet that is `height` pixels high."""

    def __init__(self, sheet: Any, fonts: Any, side: int, height: int) -> None:
        self.sheet, self.fonts, self.side, self.height = sheet, fonts, side, height

    def draw(self, shape: art.Shape, ink: str) -> None:
        """Draw one shape in one ink."""
        if isinstance(shape, art.Polygon):
            self.sheet.polygon([self.point(*point) for point in shape.points], fill=ink)
        elif isinstance(shape, art.Line):
            self.line([self.point(*point) for point in shape.points], ink, shape.width)
        elif isinstance(shape, art.Disc):
            self.disc(shape, ink)
        elif isinstance(shape, art.Arc):
            self.arc(shape, ink)
        else:
            self.label(shape, ink)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return a point's pixel; pictures count from the top."""
        return x * self.side, self.height - y * self.side

    def line(self, points: list[tuple[float, float]], ink: str, width: float) -> None:
        """Draw an open line with plain ends."""
        self.sheet.line(points, fill=ink, width=max(1, round(width * self.side)), joint="curve")

    def box(self, centre: art.Point, radius: float) -> list[float]:
        """Return the box of a circle."""
        x, y = self.point(*centre)
        return [
            x - radius * self.side,
            y - radius * self.side,
            x + radius * self.side,
            y + radius * self.side,
        ]

    def disc(self, shape: art.Disc, ink: str) -> None:
        """Draw a circle or a ring, whose width grows inwards."""
        if shape.hole:
            self.sheet.ellipse(
                self.box(shape.centre, shape.radius),
                outline=ink,
                width=max(1, round((shape.radius - shape.hole) * self.side)),
            )
        else:
            self.sheet.ellipse(self.box(shape.centre, shape.radius), fill=ink)

    def arc(self, shape: art.Arc, ink: str) -> None:
        """Draw an arc, in degrees from the east.

        The library's width grows inwards, ours both ways.
        """
        start, end = sorted((shape.start, shape.end))
        self.sheet.arc(
            self.box(shape.centre, shape.radius + shape.width / 2),
            start - 90,
            end - 90,
            fill=ink,
            width=max(1, round(shape.width * self.side)),
        )

    def label(self, shape: art.Caption, ink: str) -> None:
        """Draw words whose capitals are centred on a point."""
        size = max(LEAST, shape.size / CAPITALS * self.side)
        try:
            font = self.fonts.truetype(str(BOLD_FONT_FILE), round(size))
        except OSError:
            raise PressError(
                f"the font {BOLD_FONT_FILE.name} is missing, or no font: install clockwork-derby"
                " again (make setup)"
            ) from None
        x, y = self.point(*shape.centre)
        # "ms" puts the middle of the base line on the point.
        self.sheet.text(
            (x, y + shape.size * self.side / 2), shape.text, fill=ink, font=font, anchor="ms"
        )
