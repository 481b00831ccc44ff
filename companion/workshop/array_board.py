"""The array board, a circuit board for the 55 wires of five sensor arrays, and files for makers.

It replaces a strip board and has three multiplexers without breakout boards, a row of eleven holes
for each array, the resistors that keep the arrays dark, and one connector to the Pico. The wires
come from `connections`, their places from here. Lengths are millimetres from the lower left corner,
seen from the side with the chips; y goes up.

Outputs go straight from a chip to the array's holes on the top side. All other wires run along the
board on the bottom side, each in its own lane, and reach their pads by short pieces across it on
the top side. So no two wires can meet, and no routing is needed. The files are Gerber for copper,
solder mask, paste, print and outline, and Excellon for holes.
"""

from __future__ import annotations

import io
import itertools
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any, Final

from companion.errors import PressError
from companion.formats.reader_plan import ReaderPlan
from companion.named_tuples import NamedTuple
from companion.workshop.connections import GROUND, LOW, PICO, Leg, connections

TOP, BOTTOM = "top", "bottom"
WIDTH, HEIGHT = 100.0, 24.4
"""The size of the board: it fits the windows between modules, and counts as small for makers."""
ORIGIN: Final = (22.4, 12.2)
"""The middle of the first chip."""

PITCH, CHIP_PITCH = 2.54, 27.94
"""From hole to hole of a row, and from chip to chip: eleven holes."""
LEG, LEG_ROW = 1.27, 4.65
"""A chip in SO24, 7.5 mm wide: from leg to leg, and from its middle to either row of pads."""
CHIP_PAD: Final = (0.6, 2.05)
CHIP_SIDE: Final = (15.4, 7.5)
ROW: Final = 10.0
"""From the middle of the board to either row of holes."""
HOLE, RING = 1.0, 1.7
"""A hole for a wire of up to 0.25 mm² or a pin, and the copper around it."""
VIA_HOLE, VIA_RING = 0.3, 0.6
SCREW: Final = 3.2
SCREWS: Final = ((-19.4, 8.6), (-19.4, -8.6), (60.5, 8.9))
PART_PAD: Final = (1.4, 1.8)
PART_REACH, PART_ROW = 1.55, 7.7
"""A resistor or capacitor of 3.2 × 1.6 mm (1206): from its middle to its pads.

Height of resistors.
"""
CAPACITOR: Final = (-10.0, 1.5)
"""The upper pad of a chip's capacitor, from the chip's middle; the lower one is symmetric."""

THIN, THICK, SUPPLY = 0.3, 0.5, 0.8
"""Widths of copper: signals, supply of a single array, supply of all."""
KNEE, HIP = 5.9, 8.9
"""Heights at which an output leaves its straight path from the chip, and reaches its column."""
LANES: Final = {
    "SUM A": -3.0,
    "SUM B": -2.25,
    "S0": -1.5,
    "SUM C": -0.75,
    GROUND: 0.0,
    "S1": 0.75,
    LOW: 1.5,
    "S2": 2.25,
    "S3": 3.0,
    "LIGHT 1": -3.7,
    "LIGHT 3": -4.4,
    "LIGHT 5": -5.1,
    "LIGHT 2": 3.7,
    "LIGHT 4": 4.4,
}
"""The height of each lane, below the chips or beside them."""
RAILS: Final = {LOW: (-7.6, 7.6), GROUND: (-6.0, 5.3)}
"""The heights of the arrays' supply, below and above."""
FAN, PLUG, PLUG_ROWS = 64.0, 71.0, 7
"""The place at which wires turn to the connector, its first column, and its number of rows."""
PLUG_ORDER: Final = (
    LOW,
    "LIGHT 5",
    "LIGHT 3",
    "LIGHT 1",
    "SUM A",
    "SUM B",
    "S0",
    "SUM C",
    "S1",
    "S2",
    "S3",
    "LIGHT 2",
    "LIGHT 4",
    GROUND,
)
"""Row by row from below, left before right: the order of the lanes, so that none cross."""

LOWER: Final = ("SIG", *(f"C{channel}" for channel in range(7, -1, -1)), "S0", "S1", "GND")
UPPER: Final = ("VCC", *(f"C{channel}" for channel in range(8, 16)), "EN", "S2", "S3")
"""The legs of a 74HC4067 from left to right, pins 1 to 12 and 24 to 13.

Sources: data sheets of Nexperia and Texas Instruments.
"""


class BoardPad(NamedTuple):
    """A pad with its middle and size."""

    leg: Leg
    """The leg that is soldered there."""
    net: str
    pin: int
    """Its number on its part."""
    x: float
    y: float
    wide: float
    high: float
    hole: float = 0.0
    """0 for a pad on the top side only."""


class Track(NamedTuple):
    """Copper along points on one side."""

    net: str
    side: str
    width: float
    points: tuple[tuple[float, float], ...]


class Via(NamedTuple):
    """A plated hole that joins both sides, without a leg."""

    net: str
    x: float
    y: float


class BoardText(NamedTuple):
    """Words on the top side, centred on a point."""

    words: str
    x: float
    y: float
    size: float = 0.8
    """The height of capitals."""


class ArrayBoard(NamedTuple):
    """The whole board; `lines` are printed on its top side."""

    pads: tuple[BoardPad, ...]
    tracks: tuple[Track, ...]
    vias: tuple[Via, ...]
    screws: tuple[tuple[float, float], ...]
    texts: tuple[BoardText, ...]
    lines: tuple[tuple[tuple[float, float], ...], ...]


class _Row(NamedTuple):
    """A row of eleven holes."""

    slot: int
    chip: str
    """The chip's letter."""
    x: float
    """The chip's middle."""
    way: int
    """-1 below the chip, 1 above it."""

    def hole(self, leg: str) -> float:
        """Return the x of a leg's hole; both rows read alike from their own side."""
        order = ("VCC", *(f"OUT{cell}" for cell in range(1, 9)), "CTRL", "GND")
        place = order.index(leg)
        return self.x + self.way * (place - 5) * PITCH - (PITCH if self.way < 0 else 0)


def array_board(plan: ReaderPlan) -> ArrayBoard:
    """Return the board of a reader.

    Every pad has the wire that `connections` assigns to its leg.
    """
    nets = {leg: net.name for net in connections(plan, PICO) for leg in net.legs}
    chips = {letter: place * CHIP_PITCH for place, letter in enumerate("ABC")}
    rows = [
        _Row(slot, "ABC"[(slot - 1) // 2], chips["ABC"[(slot - 1) // 2]], -1 if slot % 2 else 1)
        for slot in range(1, plan.slots.count + 1)
    ]
    found = [Via(piece.net, round(piece.x, 4), piece.end) for piece in _pieces(chips, rows)]
    found += [Via(GROUND, round(row.hole("GND"), 4), RAILS[GROUND][row.way > 0]) for row in rows]
    found += [
        Via(GROUND, round(middle + CAPACITOR[0] - 1.6, 4), LANES[GROUND])
        for middle in chips.values()
    ]
    vias = tuple(dict.fromkeys(found))
    tracks = [*_outputs(rows), *_across(chips, rows), *_along(rows, vias)]
    # The makers' origin is the lower left corner.
    right, up = ORIGIN

    def moved(points: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
        return tuple((round(x + right, 4), round(y + up, 4)) for x, y in points)

    return ArrayBoard(
        tuple(
            pad._replace(x=round(pad.x + right, 4), y=round(pad.y + up, 4))
            for pad in _pads(chips, rows, nets)
        ),
        tuple(track._replace(points=moved(track.points)) for track in tracks),
        tuple(via._replace(x=round(via.x + right, 4), y=round(via.y + up, 4)) for via in vias),
        moved(SCREWS),
        tuple(
            text._replace(x=round(text.x + right, 4), y=round(text.y + up, 4))
            for text in _texts(chips, rows, nets)
        ),
        tuple(moved(line) for line in _outlines(chips)),
    )


# ---- Pads ----------------------------------------------------------------------------------------


def _pads(
    chips: dict[str, float], rows: Iterable[_Row], nets: dict[Leg, str]
) -> Iterator[BoardPad]:
    # The legs of all chips, and of the capacitor beside each.
    for letter, middle in chips.items():
        for names, y in ((LOWER, -LEG_ROW), (UPPER, LEG_ROW)):
            for place, name in enumerate(names):
                leg = Leg(f"mux {letter}", name)
                # A channel without a sensor has no wire.
                yield BoardPad(
                    leg,
                    nets.get(leg, ""),
                    place + 1 if y < 0 else 24 - place,
                    _leg(middle, place),
                    y,
                    *CHIP_PAD,
                )
        for pin, net, y in ((1, LOW, CAPACITOR[1]), (2, GROUND, -CAPACITOR[1])):
            yield BoardPad(
                Leg(f"capacitor {letter}", str(pin)),
                net,
                pin,
                middle + CAPACITOR[0],
                y,
                *reversed(PART_PAD),
            )
    # The holes for each array, and its resistor between CTRL and ground.
    for row in rows:
        holes = ("VCC", *(f"OUT{cell}" for cell in range(1, 9)), "CTRL", "GND")
        for place, name in enumerate(holes):
            leg = Leg(f"array {row.slot}", name)
            x, y = row.hole(name), row.way * ROW
            yield BoardPad(leg, nets[leg], place + 1, x, y, RING, RING, HOLE)
        middle = (row.hole("CTRL") + row.hole("GND")) / 2
        for pin, way in ((1, -1), (2, 1)):
            leg = Leg(f"resistor down {row.slot}", str(pin))
            x, y = middle + row.way * way * PART_REACH, row.way * PART_ROW
            yield BoardPad(leg, nets[leg], pin, x, y, *PART_PAD)
    # The connector to the Pico: each wire by the Pico's leg.
    legs = _pico_legs(nets)
    for place, net in enumerate(PLUG_ORDER):
        yield BoardPad(
            legs[net], net, place + 1, PLUG + place % 2 * PITCH, _plug_row(place), RING, RING, HOLE
        )


def _leg(middle: float, place: int) -> float:
    """Return the x of a chip's leg; places count from 0 on the left."""
    return middle + (place - 5.5) * LEG


def _pico_legs(nets: dict[Leg, str]) -> dict[str, Leg]:
    """Return the Pico's leg of each wire, the first one of several."""
    return {net: leg for leg, net in reversed(nets.items()) if leg.part == "Pico"}


def _plug_row(place: int) -> float:
    return (place // 2 - (PLUG_ROWS - 1) / 2) * PITCH


# ---- Copper --------------------------------------------------------------------------------------


def _outputs(rows: Iterable[_Row]) -> Iterator[Track]:
    """Yield tracks from a chip's legs to an array's outputs, on the top side, without crossings."""
    for row in rows:
        names = LOWER if row.way < 0 else UPPER
        for cell in range(1, 9):
            channel = (row.slot - 1) % 2 * 8 + cell - 1
            start, end = _leg(row.x, names.index(f"C{channel}")), row.hole(f"OUT{cell}")
            points = ((start, LEG_ROW), (start, KNEE), (end, HIP), (end, ROW))
            yield Track(
                f"Slot {row.slot} cell {cell}",
                TOP,
                THIN,
                tuple((x, row.way * y) for x, y in points),
            )


class _Piece(NamedTuple):
    """Copper across the board on the top side, from a pad at `start` to a via at `end`."""

    net: str
    x: float
    start: float
    end: float
    width: float = THIN


def _pieces(chips: dict[str, float], rows: Iterable[_Row]) -> Iterator[_Piece]:
    for letter, middle in chips.items():
        for names, y in ((LOWER, -LEG_ROW), (UPPER, LEG_ROW)):
            for place, name in enumerate(names):
                net = {"SIG": f"SUM {letter}", "GND": GROUND, "EN": GROUND, "VCC": LOW}.get(
                    name, name
                )
                if net in LANES:
                    yield _Piece(net, _leg(middle, place), y, LANES[net])
    for row in rows:
        yield _Piece(
            f"LIGHT {row.slot}", row.hole("CTRL"), row.way * ROW, LANES[f"LIGHT {row.slot}"]
        )
        yield _Piece(GROUND, row.hole("GND"), row.way * ROW, LANES[GROUND], THICK)
        if row.hole("VCC") < FAN:
            yield _Piece(LOW, row.hole("VCC"), row.way * ROW, LANES[LOW], THICK)


def _across(chips: dict[str, float], rows: Iterable[_Row]) -> Iterator[Track]:
    """Yield all pieces across the board, and the tracks of the capacitors."""
    rows = list(rows)
    for piece in _pieces(chips, rows):
        yield Track(piece.net, TOP, piece.width, ((piece.x, piece.start), (piece.x, piece.end)))
    for row in rows:
        # The holes are plated: 3.3 V reaches its rail on the bottom side.
        yield Track(
            LOW,
            BOTTOM,
            THICK,
            ((row.hole("VCC"), row.way * ROW), (row.hole("VCC"), RAILS[LOW][row.way > 0])),
        )
    for middle in chips.values():
        x, y = middle + CAPACITOR[0], CAPACITOR[1]
        yield Track(LOW, TOP, THIN, ((x, y), (_leg(middle, 0), y)))
        yield Track(GROUND, TOP, THIN, ((x, -y), (x - 1.6, -y), (x - 1.6, LANES[GROUND])))


def _along(rows: Iterable[_Row], vias: Iterable[Via]) -> Iterator[Track]:
    """Yield the lanes and rails on the bottom side, and from there the tracks to the connector."""
    rows, vias = list(rows), list(vias)
    rails = {(net, y) for net, pair in RAILS.items() for y in pair}
    # Each from its first via or hole to its last, or to the connector if it has a pin there.
    for net, y in (*LANES.items(), *sorted(rails)):
        places = [via.x for via in vias if via.net == net and via.y == y]
        if (net, y) in rails and net == LOW:
            places = [row.hole("VCC") for row in rows if row.way * y > 0]
        if net not in (LOW, GROUND) or (net, y) in (
            (LOW, RAILS[LOW][0]),
            (GROUND, RAILS[GROUND][1]),
        ):
            places.append(FAN)
        width = THIN if (net, y) not in rails else SUPPLY if net == LOW else 0.6
        yield Track(net, BOTTOM, width, ((min(places), y), (max(places), y)))
    # The tracks of the connector's right column pass between the holes of the left one.
    for place, net in enumerate(PLUG_ORDER):
        lane = RAILS[LOW][0] if net == LOW else RAILS[GROUND][1] if net == GROUND else LANES[net]
        y = _plug_row(0) + place * PITCH / 2
        points = [(FAN, lane), (PLUG - 1, y), (PLUG, y)]
        if place % 2:
            points += [(PLUG + PITCH / 2, y), (PLUG + PITCH, _plug_row(place))]
        yield Track(net, BOTTOM, 0.4 if net in (LOW, GROUND) else THIN, tuple(points))


# ---- Print ---------------------------------------------------------------------------------------


def _texts(
    chips: dict[str, float], rows: Iterable[_Row], nets: dict[Leg, str]
) -> Iterator[BoardText]:
    """Yield the printed words: the names of holes, slots, chips, values."""
    for row in rows:
        for name in ("VCC", *(f"OUT{cell}" for cell in range(1, 9)), "CTRL", "GND"):
            yield BoardText(
                {"CTRL": "CTL"}.get(name, name.removeprefix("OUT")),
                row.hole(name),
                row.way * 11.5,
                0.7,
            )
        yield BoardText(
            f"SLOT {row.slot}", (row.hole("OUT1") + row.hole("OUT8")) / 2, row.way * 7.6, 1.2
        )
        yield BoardText("4k7", (row.hole("CTRL") + row.hole("GND")) / 2, row.way * 6.2, 0.7)
    for letter, middle in chips.items():
        yield BoardText(f"{letter} 74HC4067", middle, 0.0, 1.2)
        yield BoardText("100n", middle + CAPACITOR[0], 3.2, 0.7)
    yield BoardText("Clockwork Derby", 50.0, 9.6, 1.2)
    yield BoardText("array board", 50.0, 7.6, 1.2)
    for place, net in enumerate(PLUG_ORDER):
        yield BoardText(
            _pico_legs(nets)[net].name,
            PLUG + (-2.7 if place % 2 == 0 else PITCH + 2.5),
            _plug_row(place),
            0.7,
        )
    yield BoardText("PICO", PLUG + PITCH / 2, 10.4, 1.0)


def _outlines(chips: dict[str, float]) -> Iterator[tuple[tuple[float, float], ...]]:
    """Yield the chips' bodies, open on the side of pin 1, and a frame around the connector."""
    for middle in chips.values():
        x, y = CHIP_SIDE[0] / 2, 3.3
        yield (
            (middle - x, -1.0),
            (middle - x, -y),
            (middle + x, -y),
            (middle + x, y),
            (middle - x, y),
            (middle - x, 1.0),
        )
        # Beside pin 1.
        yield ((middle - 8.0, -LEG_ROW - 1.0), (middle - 8.0, -LEG_ROW + 1.0))
    low, high = _plug_row(0) - 1.3, _plug_row(13) + 1.3
    left, right = PLUG - 1.2, PLUG + PITCH + 1.2
    yield ((left, low), (right, low), (right, high), (left, high), (left, low))


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
    corners = ((0.0, 0.0), (WIDTH, 0.0), (WIDTH, HEIGHT), (0.0, HEIGHT), (0.0, 0.0))
    plated: list[Any] = []
    for diameter in sorted({pad.hole for pad in board.pads if pad.hole}):
        holes = ((pad.x, pad.y) for pad in board.pads if pad.hole == diameter)
        plated += _drilled(holes, diameter, True)
    plated += _drilled(((via.x, via.y) for via in board.vias), VIA_HOLE, True)
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
        "Edge.Cuts.gbr": gerber.GerberFile([*_strokes(corners, OUTLINE)]),
        "PTH.drl": excellon.ExcellonFile(plated),
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
        if pad.hole:
            shape = _round(pad.wide + more)
        else:
            shape = RectangleAperture(round(pad.wide + more, 4), round(pad.high + more, 4), unit=MM)
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


def _drilled(places: Iterable[tuple[float, float]], diameter: float, plated: bool) -> Iterator[Any]:
    from gerbonara.apertures import ExcellonTool
    from gerbonara.utils import MM

    tool = ExcellonTool(diameter, plated=plated, unit=MM)
    for x, y in places:
        yield _flash(x, y, tool)
