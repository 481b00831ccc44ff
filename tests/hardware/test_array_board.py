"""The array board, read from its Gerber and drill files: connections, distances, fabrication."""

from __future__ import annotations

import itertools
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from shapely import Point, box, unary_union

from companion.__main__ import main
from companion.workshop.array_board import (
    CLEARANCE,
    HEIGHT,
    NAME,
    SCREW,
    THINNEST,
    VIA_RING,
    WIDTH,
    array_board,
    gerber_files,
    zipped,
)
from companion.workshop.connections import PICO, Leg, connections
from tests.hardware.board_rules import Copper, Read, areas, joined, nearest, read_board
from tests.hardware.printed_parts import solid
from tests.recorded import recorded
from tests.workshop.plans import SHIPPED, changed

BOARD = array_board(SHIPPED)
LEGS_OF_4067 = {
    1: "SIG",
    2: "C7",
    3: "C6",
    4: "C5",
    5: "C4",
    6: "C3",
    7: "C2",
    8: "C1",
    9: "C0",
    10: "S0",
    11: "S1",
    12: "GND",
    13: "S3",
    14: "S2",
    15: "EN",
    16: "C15",
    17: "C14",
    18: "C13",
    19: "C12",
    20: "C11",
    21: "C10",
    22: "C9",
    23: "C8",
    24: "VCC",
}
"""The pins of a 74HC4067 in SO24, by its data sheet (Z or COMMON is SIG, Y or I are C)."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the zip that the command writes."""
    folder = tmp_path_factory.mktemp("board")
    assert main(["hardware", "board", "-o", str(folder)]) == 0
    return folder / f"{NAME}.zip"


@pytest.fixture(scope="module")
def read(path: Path) -> Read:
    """Return what is in it."""
    return read_board(path)


@pytest.fixture(scope="module")
def copper(read: Read) -> list[Copper]:
    """Return its pieces of copper."""
    return joined(read)


def wanted() -> dict[Leg, str]:
    """Return the wire of every leg on the board, from the list by which a reader is wired."""
    nets = {leg: net.name for net in connections(SHIPPED, PICO) for leg in net.legs}
    return {
        leg: net
        for leg, net in nets.items()
        if leg.part.startswith(("array", "mux", "resistor down"))
    }


def test_all_wires_of_the_list_are_there_and_no_others(copper: list[Copper]) -> None:
    """Join the 55 wires of the arrays, of multiplexers and resistors, and no others."""
    nets, places = wanted(), {pad.leg: (pad.x, pad.y) for pad in BOARD.pads}
    assert set(nets) <= set(places) and sum(leg.part.startswith("array") for leg in nets) == 55
    found = {
        leg: [number for number, piece in enumerate(copper) if piece.at(*place)]
        for leg, place in places.items()
    }
    assert all(len(pieces) == 1 for pieces in found.values())
    for leg, net in nets.items():
        same = {pad.leg for pad in BOARD.pads if found[pad.leg] == found[leg]}
        assert {other for other, name in nets.items() if name == net} == {
            other for other in same if other in nets
        }, net
    # The remaining eight channels of the third multiplexer, which no sensor needs, have a pad each.
    spare = {f"C{channel}" for channel in range(8, 16)}
    assert {pad.leg.name for pad in BOARD.pads if not pad.net} == spare and len(copper) == len(
        set(nets.values())
    ) + len(spare)


def test_the_connector_has_every_wire_to_the_pico(copper: list[Copper]) -> None:
    """Lead each wire to the Pico by the pins of the plan, once.

    Capacitors are across the supply.
    """
    nets = {leg: net.name for net in connections(SHIPPED, PICO) for leg in net.legs}
    plug = [pad for pad in BOARD.pads if pad.leg.part == "Pico"]
    to_board = {nets[leg] for leg in wanted()} & {
        net for leg, net in nets.items() if leg.part == "Pico"
    }
    assert Counter(nets[pad.leg] for pad in plug) == Counter(to_board) and len(plug) == 14
    for pad in BOARD.pads:
        (piece,) = (piece for piece in copper if piece.at(pad.x, pad.y))
        if pad.leg.part == "Pico":
            assert {
                nets[other.leg]
                for other in BOARD.pads
                if other.leg in nets and piece.at(other.x, other.y)
            } == {nets[pad.leg]}
        if pad.leg.part.startswith("capacitor"):
            assert (
                piece.at(*next((other.x, other.y) for other in plug if other.net == pad.net))
                and pad.net == ("3.3 V", "GND")[pad.pin - 1]
            )


def test_no_two_wires_come_too_near(copper: list[Copper]) -> None:
    """Keep a fifth of a millimetre between all pieces of copper on either side."""
    assert nearest(copper) >= CLEARANCE - 1e-6


def test_a_short_and_a_gap_are_noticed(tmp_path: Path) -> None:
    """Notice copper across two wires, and a missing track."""
    track = BOARD.tracks[0]
    other = next(one for one in BOARD.tracks[1:] if one.side == track.side and one.net != track.net)
    bridge = track._replace(points=(track.points[0], other.points[0]))
    assert BOARD.tracks and len(
        _pieces(BOARD._replace(tracks=(*BOARD.tracks, bridge)), tmp_path)
    ) < len(_pieces(BOARD, tmp_path))
    assert len(_pieces(BOARD._replace(tracks=BOARD.tracks[1:]), tmp_path)) > len(
        _pieces(BOARD, tmp_path)
    )


def _pieces(board: object, folder: Path) -> list[Copper]:
    file = folder / "changed.zip"
    file.write_bytes(zipped(gerber_files(board)))  # type: ignore[arg-type]
    return joined(read_board(file))


def test_copper_and_holes_keep_off_the_edge_and_each_other(read: Read) -> None:
    """Keep copper half a millimetre inside a closed outline, and screws further.

    Rings are wide enough, and drills apart.
    """
    outline = unary_union(read.layers["Edge.Cuts"])
    assert (
        outline.bounds == pytest.approx((-0.05, -0.05, WIDTH + 0.05, HEIGHT + 0.05))
        and len(outline.interiors) == 1
    )
    inside = box(0, 0, WIDTH, HEIGHT)
    for side in ("F.Cu", "B.Cu"):
        whole = unary_union(read.layers[side])
        assert inside.buffer(-0.5).contains(whole)
        for x, y, diameter in read.bare:
            assert diameter == SCREW and whole.distance(Point(x, y)) >= SCREW / 2 + 1.4
        for x, y, diameter in read.plated:
            assert whole.contains(Point(x, y).buffer(diameter / 2 + 0.149)), (side, x, y)
    drilled = [Point(x, y).buffer(diameter / 2) for x, y, diameter in (*read.plated, *read.bare)]
    assert (
        min(one.distance(other) for number, one in enumerate(drilled) for other in drilled[:number])
        >= 0.3
    )
    assert {round(diameter, 3) for *_, diameter in read.plated} == {0.3, 1.0} and min(
        track.width for track in BOARD.tracks
    ) == THINNEST


def test_mask_is_open_where_something_is_soldered(read: Read) -> None:
    """Open the mask over every pad only; put paste on chips and small parts, print on neither."""
    pads = {(pad.x, pad.y): pad for pad in BOARD.pads}
    top, bottom = (unary_union(read.layers[name]) for name in ("F.Mask", "B.Mask"))
    assert len(read.layers["F.Mask"]) == len(pads) and len(read.layers["B.Mask"]) == sum(
        bool(pad.hole) for pad in BOARD.pads
    )
    for (x, y), pad in pads.items():
        assert top.contains(Point(x, y)) and bottom.contains(Point(x, y)) is bool(pad.hole)
    assert not any(
        top.intersects(Point(via.x, via.y).buffer(VIA_RING / 2))
        for via in BOARD.vias
        if not _in_pad(via.x, via.y)
    )
    assert len(read.layers["F.Paste"]) == sum(not pad.hole for pad in BOARD.pads)
    printed = unary_union(read.layers["F.SilkS"])
    assert not printed.intersects(top) and box(0.1, 0.1, WIDTH - 0.1, HEIGHT - 0.1).contains(
        printed
    )
    assert not any(printed.intersects(Point(x, y).buffer(SCREW / 2)) for x, y, _ in read.bare)


def _in_pad(x: float, y: float) -> bool:
    return any(
        abs(pad.x - x) < pad.wide / 2 + VIA_RING and abs(pad.y - y) < pad.high / 2 + VIA_RING
        for pad in BOARD.pads
    )


def test_parts_fit_their_pads() -> None:
    """Fit parts to pads: SO24 at 1.27 mm, rows of eleven holes at 2.54 mm, 1206 for small parts."""
    for chip in "ABC":
        pads = {pad.pin: pad for pad in BOARD.pads if pad.leg.part == f"mux {chip}"}
        assert {pin: pad.leg.name for pin, pad in pads.items()} == LEGS_OF_4067
        left = pads[1].x
        for pin, pad in pads.items():
            place = pin - 1 if pin <= 12 else 24 - pin
            assert pad.x == pytest.approx(left + 1.27 * place) and pad.y - pads[
                1
            ].y == pytest.approx(0 if pin <= 12 else 9.3)
            # Legs of a body 7.5 mm wide end 5.15 mm from its middle and cover 0.4 to 1.27 mm of
            # pad.
            assert (
                pad.high / 2 + 4.65 > 5.3 and 4.65 - pad.high / 2 < 5.15 - 1.27 and pad.wide == 0.6
            )
    for slot in range(1, 6):
        row = sorted(
            (pad for pad in BOARD.pads if pad.leg.part == f"array {slot}"), key=lambda pad: pad.x
        )
        assert (
            len(row) == 11
            and len({pad.y for pad in row}) == 1
            and {round(b.x - a.x, 3) for a, b in itertools.pairwise(row)} == {2.54}
        )
        # The same order from both edges, so that all flat cables are alike.
        names = [pad.leg.name for pad in (row if slot % 2 else reversed(row))]
        assert names == ["GND", "CTRL", *(f"OUT{cell}" for cell in range(8, 0, -1)), "VCC"]
        one, two = (pad for pad in BOARD.pads if pad.leg.part == f"resistor down {slot}")
        assert abs(one.x - two.x) == pytest.approx(3.1) and one.y == two.y and one.wide == 1.4


def test_the_board_says_what_belongs_where() -> None:
    """Print slots, chips, values, names of holes, and the pins of the plan at the connector."""
    said = Counter(text.words for text in BOARD.texts)
    assert (
        all(said[f"SLOT {slot}"] == 1 for slot in range(1, 6))
        and said["VCC"] == said["CTL"] == 5
        and said["GND"] == 6
        and said["4k7"] == 5
    )
    assert {"GP0", "GP3", "GP4", "GP8", "GP26", "GP28", "3V3"} <= set(said) and "GP20" not in said
    other = array_board(changed('light = ["GP4"', 'light = ["GP20"'))
    assert "GP20" in {text.words for text in other.texts} and {pad.net for pad in other.pads} == {
        pad.net for pad in BOARD.pads
    }


def test_the_files_are_those_that_makers_take(
    path: Path, read: Read, capsys: pytest.CaptureFixture[str]
) -> None:
    """Write nine files in a zip under known names, the same each time; print what to order."""
    with zipfile.ZipFile(path) as file:
        names = [name.removeprefix(f"{NAME}-") for name in file.namelist()]
    assert names == [
        "F.Cu.gbr",
        "B.Cu.gbr",
        "F.Mask.gbr",
        "B.Mask.gbr",
        "F.Paste.gbr",
        "F.SilkS.gbr",
        "Edge.Cuts.gbr",
        "PTH.drl",
        "NPTH.drl",
    ]
    assert main(["hardware", "board", "-o", str(path.with_name("again.zip"))]) == 0
    assert capsys.readouterr().out == recorded("100-x-24-4-mm-2", zip=path.with_name("again.zip"))
    assert path.with_name("again.zip").read_bytes() == path.read_bytes()
    assert len(read.bare) == 3 and areas(gerber_files(BOARD)[f"{NAME}-F.Cu.gbr"].decode())


def test_it_lies_in_the_reader(tmp_path: Path) -> None:
    """Fit into the reader on the lower edge of the window, but not a millimetre lower."""
    size = (f"board_width={WIDTH}", f"board_height={HEIGHT}")
    assert solid("array_board", tmp_path, *size) == []
    assert solid("array_board", tmp_path, *size, "board_sunk=1") != []
