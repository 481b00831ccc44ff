"""The array board as files for makers of circuit boards.

Gerber for copper, solder mask, paste, print and outline, Excellon for holes.
"""

from __future__ import annotations

import io
import itertools
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any, Final

from companion.errors import PressError
from companion.workshop.array_board import (
    BOTTOM,
    HEIGHT,
    SCREW,
    TOP,
    VIA_HOLE,
    VIA_RING,
    WIDTH,
    ArrayBoard,
    BoardPad,
)

NAME: Final = "clockwork-derby-array-board"
MASK: Final = 0.05
"""By how much the opening of the solder mask exceeds its pad on each side."""
THINNEST, CLEARANCE = 0.3, 0.2
"""The thinnest copper, and the least distance between two wires."""
PRINT, OUTLINE = 0.15, 0.1
"""Widths of printed lines and of the outline."""


def gerber_files(board: ArrayBoard) -> dict[str, bytes]:
    """Return the files of a board by name, the same bytes for the same board.

    Raises:
        PressError: The library is missing.
    """
    gerber, excellon = _library()
    layers = {
        "F.Cu.gbr": gerber.GerberFile([*_copper(board, TOP)]),
        "B.Cu.gbr": gerber.GerberFile([*_copper(board, BOTTOM)]),
        "F.Mask.gbr": gerber.GerberFile([*_flashes(board.pads, 2 * MASK)]),
        "B.Mask.gbr": gerber.GerberFile(
            [*_flashes((pad for pad in board.pads if pad.hole), 2 * MASK)]
        ),
        "F.Paste.gbr": gerber.GerberFile(
            [*_flashes((pad for pad in board.pads if not pad.hole), 0.0)]
        ),
        "F.SilkS.gbr": gerber.GerberFile([*_print(board)]),
        "Edge.Cuts.gbr": gerber.GerberFile([*_outline()]),
        "PTH.drl": excellon.ExcellonFile([*_plated(board)]),
        "NPTH.drl": excellon.ExcellonFile([*_drilled(board.screws, SCREW, False)]),
    }
    return {f"{NAME}-{ending}": layer.write_to_bytes() for ending, layer in layers.items()}


def zipped(files: dict[str, bytes]) -> bytes:
    """Return files as the bytes of a zip, the same bytes for the same files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in files.items():
            # The oldest date that a zip can have: the files have none.
            file.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _library() -> tuple[Any, Any]:
    try:
        from gerbonara import excellon, rs274x
    except ImportError as fault:
        raise PressError(
            f"the files of a circuit board need the library gerbonara ({fault}): install it with"
            " pip install 'clockwork-derby[hardware]'"
        ) from None
    return rs274x, excellon


def _round(diameter: float) -> Any:
    from gerbonara.apertures import CircleAperture
    from gerbonara.utils import MM

    return CircleAperture(round(diameter, 4), unit=MM)


def _flash(x: float, y: float, aperture: Any) -> Any:
    from gerbonara.graphic_objects import Flash
    from gerbonara.utils import MM

    return Flash(x, y, aperture=aperture, unit=MM)


def _strokes(points: Iterable[tuple[float, float]], width: float) -> Iterator[Any]:
    from gerbonara.graphic_objects import Line
    from gerbonara.utils import MM

    corners, aperture = list(points), _round(width)
    for (x, y), (right, up) in itertools.pairwise(corners):
        yield Line(x, y, right, up, aperture=aperture, unit=MM)


def _flashes(pads: Iterable[BoardPad], more: float) -> Iterator[Any]:
    """Yield every pad, enlarged by `more`: round with a hole, else a rectangle."""
    from gerbonara.apertures import RectangleAperture
    from gerbonara.utils import MM

    for pad in pads:
        shape = (
            _round(pad.wide + more)
            if pad.hole
            else RectangleAperture(round(pad.wide + more, 4), round(pad.high + more, 4), unit=MM)
        )
        yield _flash(pad.x, pad.y, shape)


def _copper(board: ArrayBoard, side: str) -> Iterator[Any]:
    """Yield pads, vias and tracks of a side."""
    yield from _flashes((pad for pad in board.pads if pad.hole or side == TOP), 0.0)
    for via in board.vias:
        yield _flash(via.x, via.y, _round(VIA_RING))
    for track in board.tracks:
        if track.side == side:
            yield from _strokes(track.points, track.width)


def _print(board: ArrayBoard) -> Iterator[Any]:
    """Yield words as strokes, and lines."""
    from gerbonara.newstroke import Newstroke

    font = Newstroke.load()
    for text in board.texts:
        # The library's words begin at a point and go down; the strokes tell their width.
        strokes = [list(stroke) for stroke in font.render(text.words, size=text.size)]
        across, up = ([point[axis] for stroke in strokes for point in stroke] for axis in (0, 1))
        middle = (min(across) + max(across)) / 2, (min(up) + max(up)) / 2
        for stroke in strokes:
            yield from _strokes(
                ((text.x + x - middle[0], text.y - y + middle[1]) for x, y in stroke), PRINT
            )
    for line in board.lines:
        yield from _strokes(line, PRINT)


def _outline() -> Iterator[Any]:
    yield from _strokes(
        ((0.0, 0.0), (WIDTH, 0.0), (WIDTH, HEIGHT), (0.0, HEIGHT), (0.0, 0.0)), OUTLINE
    )


def _plated(board: ArrayBoard) -> Iterator[Any]:
    for diameter in sorted({pad.hole for pad in board.pads if pad.hole}):
        yield from _drilled(
            ((pad.x, pad.y) for pad in board.pads if pad.hole == diameter), diameter, True
        )
    yield from _drilled(((via.x, via.y) for via in board.vias), VIA_HOLE, True)


def _drilled(places: Iterable[tuple[float, float]], diameter: float, plated: bool) -> Iterator[Any]:
    from gerbonara.apertures import ExcellonTool
    from gerbonara.utils import MM

    tool = ExcellonTool(diameter, plated=plated, unit=MM)
    for x, y in places:
        yield _flash(x, y, tool)
