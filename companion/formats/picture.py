"""A picture file (`pictures/NAME.toml` of a package): shapes in a unit square, later ones on top.

    [[shape]]
    disc = [0.5, 0.5]        its middle; radius, and hole for a ring
    radius = 0.4
    colour = "gear_left"     a colour of `companion.art.PALETTE`

    [[shape]]
    line = [[0.1, 0.5], [0.9, 0.5]]
    width = 0.1
    colour = "ink"

The other kinds are `polygon` with its corners, `arc` with radius, start, end and width, and `label`
with text and size. x runs to the east and y to the north.
"""

from __future__ import annotations

from typing import Any, Final

from companion.art import PALETTE, Arc, Caption, Disc, Line, Point, Polygon, Shape
from companion.formats.misread_error import MisreadError, one_of, quote_value
from companion.formats.toml_text import TomlTable, TomlText

LOW, HIGH = -1.0, 2.0
"""The limits of shapes: as far as the neighbouring squares."""
MOST: Final = 400
"""Most shapes of a picture, and most points of a shape."""
LONGEST: Final = 4
"""Most characters of a label."""
KINDS: Final = {
    "polygon": (),
    "line": ("width",),
    "disc": ("radius", "hole"),
    "arc": ("radius", "start", "end", "width"),
    "label": ("text", "size"),
}
"""The keys of each kind of shape beside its place and its colour."""


def parse_picture(text: str, source: str) -> tuple[Shape, ...]:
    """Return the shapes of a picture file.

    Args:
        text: The content of the file.
        source: The name of the file in faults.

    Raises:
        FormatError: The message names file, line, the value found and the expected one.
    """
    toml = TomlText(text, source)
    top = TomlTable(toml, (), toml.data, ("shape",))
    known = (*KINDS, "colour", *dict.fromkeys(key for keys in KINDS.values() for key in keys))
    shapes = tuple(_shape(table) for table in top.tables("shape", known))
    if not 1 <= len(shapes) <= MOST:
        raise top.misread(f"{len(shapes)} shapes", f"1 to {MOST} tables [[shape]]")
    return shapes


def _shape(table: TomlTable) -> Shape:
    kinds = [kind for kind in KINDS if kind in table]
    if len(kinds) != 1:
        found = " and ".join(kinds) if kinds else "no kind of shape"
        raise table.misread(found, one_of(KINDS))
    kind = kinds[0]
    for key in table.data:
        if key not in (kind, "colour", *KINDS[kind]):
            raise table.misread(f"{key} of a {kind}", one_of((*KINDS[kind], "colour")), key)
    colour = table.word("colour", "", PALETTE)
    if kind == "polygon":
        return Polygon(_points(table, kind, 3), colour)
    if kind == "line":
        return Line(_points(table, kind, 2), colour, _checked_number(table, "width", 0))
    centre = _point(table, table.data[kind], kind)
    if kind == "disc":
        hole = _checked_number(table, "hole", 0) if "hole" in table else 0.0
        return Disc(centre, _checked_number(table, "radius", 0), colour, hole)
    if kind == "arc":
        start, end = (_checked_number(table, key, -720, 720) for key in ("start", "end"))
        radius, width = (_checked_number(table, key, 0) for key in ("radius", "width"))
        return Arc(centre, radius, start, end, colour, width)
    return Caption(
        table.string("text", longest=LONGEST), centre, _checked_number(table, "size", 0), colour
    )


def _points(table: TomlTable, key: str, least: int) -> tuple[Point, ...]:
    values = table.array(key)
    if not least <= len(values) <= MOST:
        wrong = MisreadError(f"{key} with {len(values)} points", f"{least} to {MOST} points")
        raise table.fault(wrong, key)
    return tuple(_point(table, value, key, number) for number, value in enumerate(values))


def _point(table: TomlTable, value: Any, *place: str | int) -> Point:
    if not isinstance(value, list) or len(value) != 2 or not all(_is_in(one) for one in value):
        found = f"the point {value!r}" if isinstance(value, list) else quote_value(value)
        wrong = MisreadError(found[:60], f"[x, y] with numbers from {LOW:g} to {HIGH:g}")
        raise table.fault(wrong, *place)
    return float(value[0]), float(value[1])


def _checked_number(table: TomlTable, key: str, low: float, high: float = HIGH) -> float:
    value = table.data.get(key)
    if not _is_in(value, low, high):
        found = f"no {key}" if value is None else f"{key} = {quote_value(value)}"
        wrong = MisreadError(found, f"{key} = a number from {low:g} to {high:g}")
        raise table.fault(wrong, *([key] if key in table else []))
    return float(table.data[key])


def _is_in(value: Any, low: float = LOW, high: float = HIGH) -> bool:
    # Python counts True as a number, people do not; and nan is in no range.
    return type(value) in (int, float) and low <= value <= high
