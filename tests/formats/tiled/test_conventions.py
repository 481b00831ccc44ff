"""Maps as other people draw them: roboprojekt's classes, INF112's sheet, mappings and objects."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Callable, Mapping

import pytest

from companion.errors import FormatError
from companion.formats.board import parse_board, write_board
from companion.formats.tiled.mapping import parse_mapping
from companion.formats.tiled.maps import turn_of
from tests.formats.tiled.drawing import (
    CONTENT,
    FLIPPED,
    E,
    S,
    W,
    entries,
    json_map,
    read,
    tile,
    xml_map,
)
from tests.recorded import recorded

ROBOPROJEKT = [
    tile(0, "ground"),
    tile(1, "hole"),
    tile(2, "laser", start=True, laser_strength=1),
    tile(3, "laser", start=False, laser_strength=1),
    tile(6, "gear", move_direction=90),
    tile(9, "pusher", register=1),
    tile(12, "wall"),
    tile(18, "belt", crossroad=False, direction_out=-90, express=False),
    tile(29, "flag", number=1),
    tile(37, "repair", new_start=False),
    tile(39, "start", number=1),
    tile(40, "start", number=9),
    tile(47, "stop", number=2),
]


def test_roboprojekt() -> None:
    """Read a map like roboprojekt's: turned starts, a gear, a repair point, an open beam."""
    floor = [[1, 1, 1, 1]] * 3
    things = [[19 + E, 7, 38, 30], [3 + E, 4 + E, 0, 2], [40 + E, 41, 48, 10 + W]]
    walls = [[13 + W, 0, 0, 0], [0, 0, 0, 0], [0, 13 + S, 0, 0]]
    found = read(json_map(floor, things, walls, tiles=ROBOPROJEKT))
    assert entries(found) == [
        "A1 start seat=1 heading=E",
        "B1 wall S",
        "D1 pusher W odd",
        "A2 laser W range=2",
        "D2 pit",
        "A3 belt N inlets=W",
        "A3 wall W",
        "B3 rotator cw",
        "C3 repair checkpoint=no",
    ]
    assert found.board.suggested_flags == ("D3",) and found.board.name == "small"
    assert found.left == recorded("B1-start-number-9-in-layer")
    assert parse_board(write_board(found.board), "again") == found.board


def test_properties_that_no_mapping_knows_are_told() -> None:
    """Report unknown properties, and use the tile."""
    found = read(json_map([[1, 0], [0, 0]], tiles=[tile(0, "start", number=1, colour="red")]))
    assert entries(found) == ["A2 start seat=1"] and found.left[0] == recorded(
        "A2-property-colour-of-start-in"
    )


INF112 = (
    # An emitter at each end of a beam, fire, a corner of a wall.
    "38,39,46,\n0,89,0,\n8,0,45",
    "0,0,0,\n55,0,63,\n121,122,0",
)


def test_inf112() -> None:
    """Read a map on INF112's sheet: a beam of two emitters is one laser, the other mount a wall.

    A laser without a drawn beam shines on.
    """
    found = read(xml_map(*INF112))
    assert entries(found) == [
        "A1 start seat=1",
        "A1 wall E",
        "A1 wall S",
        "B1 start seat=2",
        "C1 laser N",
        "B2 flamer odd",
        "A3 laser W",
        "C3 wall E",
    ]
    assert found.board.suggested_flags == ("A2", "C2")


def test_the_same_map_by_an_external_tileset_and_tags_for_tiles() -> None:
    """Read tilesets in their own files, and tiles one by one."""
    cells = "".join(
        f'<tile gid="{number.strip()}"/>' for number in INF112[0].split(",") if number.strip()
    )
    text = xml_map(INF112[1], tileset='<tileset firstgid="1" source="../art/tiles.tsx"/>')
    text = text.replace(
        "</map>", f'<layer name="more" width="3" height="3"><data>{cells}</data></layer></map>'
    )
    files = {
        "../art/tiles.tsx": (
            '<tileset name="tiles" tilecount="136" columns="8"><image '
            'source="tiles.png"/></tileset>'
        )
    }
    assert set(entries(read(text, files=files))) == set(entries(read(xml_map(*INF112))))


def test_several_tilesets() -> None:
    """Find the tileset of a number; the second one has our classes."""
    sets = (
        '<tileset firstgid="1" name="sheet" tilecount="136"/><tileset firstgid="137" '
        'name="ours" tilecount="1"><tile id="0" type="fog"/></tileset>'
    )
    assert entries(read(xml_map("6,0,0,0,137,0,0,0,0", tileset=sets))) == ["B2 fog", "A3 pit"]


OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        # The beam ends in the open, at a wall, and at the border.
        ("38,39,0,0,0", ["A1 laser W range=2"]),
        ("38,39,39,39,39", ["A1 laser W"]),
        ("38,0,0,0,0", ["A1 laser W"]),
        # The cases: a second emitter of the same strength, on the last drawn square or behind it;
        # one that is stronger; two that no line joins.
        ("38,39,39,39,46", ["A1 laser W", "E1 wall E"]),
        ("38,39,39,46,0", ["A1 laser W", "D1 wall E"]),
        ("38,103,103,103,95", ["A1 laser W", "E1 laser E beams=2"]),
        ("38,0,0,0,46", ["A1 laser W", "E1 laser E"]),
    ],
)
def test_drawn_beams(rows: str, expected: list[str]) -> None:
    """End a beam with its drawn line, or at the wall if there is none."""
    assert entries(read(xml_map(f"0,0,0,0,0,{rows}", wide=5, high=2))) == expected


def test_a_beam_without_an_emitter_is_told_square_by_square() -> None:
    """Report a beam without an emitter in one line per kind of tile and layer."""
    found = read(xml_map("39,39,0,0,6,0,0,0,0"))
    assert found.left[0] == recorded("A3-B3-tile-38-of-sheet")


def test_what_may_not_share_a_square_is_told() -> None:
    """Report what may not share a square by our rules, and keep the lower one."""
    found = read(xml_map("52,0,0,0,0,0,0,0,0", "7,0,0,0,0,0,0,0,121", "0,0,0,0,0,0,0,0,122"))
    assert entries(found) == ["C1 start seat=1", "A3 belt E"]
    assert [line.split(":")[0] for line in found.left[:2]] == ["A3", "C1"]


def test_flags_with_a_gap_or_twice() -> None:
    """Number flags without a gap, and leave out duplicates."""
    found = read(xml_map("63,0,0,0,79,0,0,0,63"))
    assert len(found.board.suggested_flags) == 2 and any(
        "is left out: A3 has flag 2 already" in line or "C1 has flag 2 already" in line
        for line in found.left
    )
    assert found.left == recorded("flag-4-is-flag-2-of")


def test_turns_and_flips() -> None:
    """Place a tile in eight ways, by its north side and mirroring."""
    assert [turn_of(flags) for flags in (0, 5, 6, 3)] == [
        (0, False),
        (1, False),
        (2, False),
        (3, False),
    ]
    assert [turn_of(flags) for flags in (4, 2, 1, 7)] == [
        (0, True),
        (2, True),
        (3, True),
        (1, True),
    ]
    pusher, gear = (
        tile(0, "pusher", side="E", registers="odd".replace("odd", "1,3,5")),
        tile(1, "rotator", turn="cw"),
    )
    assert entries(read(json_map([[1 + FLIPPED, 0], [0, 1 + E]], tiles=[pusher, gear]))) == [
        "B1 pusher S odd",
        "A2 pusher E odd",
    ]
    with pytest.raises(
        FormatError,
        match=(
            "a flipped rotator on A2 in layer 'layer 1', expected one that is only turned: "
            "flip it back with X or Y"
        ),
    ):
        read(json_map([[2 + FLIPPED, 0], [0, 0]], tiles=[pusher, gear]))


def test_objects_with_classes() -> None:
    """Read points, rectangles of floor, and turned pictures with properties.

    Report a shape without a class.
    """
    objects = [
        {"id": 1, "type": "pit", "point": True, "x": 10, "y": 10},
        {"id": 2, "type": "water", "x": 64, "y": 64, "width": 128, "height": 128},
        {
            "id": 3,
            "gid": 1,
            "x": 64,
            "y": 0,
            "width": 64,
            "height": 64,
            "rotation": 90,
            "properties": [{"name": "beams", "value": 3}],
        },
        {"id": 4, "x": 1, "y": 1, "polygon": []},
    ]
    layer = {"name": "things", "type": "objectgroup", "objects": objects}
    table = json_map([[0, 0, 0]] * 3, tiles=[tile(0, "laser", side="S")])
    table["layers"] = [
        {
            "name": "group",
            "type": "group",
            "layers": [*table["layers"], layer, {"type": "imagelayer", "name": "sky"}],
        }
    ]
    found = read(table)
    # Turned about its lower left corner at (64, 0), the picture is on B3, with its south side in
    # the west.
    assert entries(found) == [
        "B1 water",
        "C1 water",
        "B2 water",
        "C2 water",
        "A3 pit",
        "B3 laser W beams=3",
    ]
    assert found.left == recorded("object-4-in-layer-things-has")


def test_a_mapping_file_of_ones_own() -> None:
    """Use one's own mapping before our classes."""
    mapping = parse_mapping(
        'name = "mine"\n[[tileset]]\nnames = ["small"]\nrest = "only a picture"\n[tileset.tiles]\n'
        '3 = ["belt E speed=fast", "flag 1"]\n[tileset.left]\n4 = "no lifts"\n'
        '[[class]]\nclass = "wall"\nis = ["spiky_wall N"]\n',
        "mine.toml",
    )
    found = read(json_map([[4 + E, 5], [9, 1]], tiles=[tile(0, "wall")]), mapping)
    assert entries(found) == [
        "B1 spiky_wall N",
        "A2 belt S speed=fast",
    ] and found.board.suggested_flags == ("A2",)
    assert found.left[:2] == recorded("B2-tile-4-of-small-in")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found an empty file"),
        ('name = "x"', "found no [[class]] and no [[tileset]]"),
        (
            'beams = "long"\n[[class]]\nclass = "a"',
            "mine.toml:1: found beams 'long', expected free or drawn",
        ),
        ("[[class]]\nis = []", "mine.toml:1: found no class"),
        ('[[class]]\nclass = "a"\nis = ["lasr N"]', "mine.toml:3: found element 'lasr'"),
        ("[[tileset]]\n[tileset.tiles]\nx = []", "mine.toml:3: found tile 'x'"),
        ('[[tileset]]\n[tileset.tiles]\n1 = ["beam Q"]', "mine.toml:3: found 'beam Q'"),
        (
            '[[tileset]]\n[tileset.tiles]\n1 = ["flag"]',
            "found 'flag', expected a flag with its number",
        ),
        ("[[tileset]]\n[tileset.tiles]\n1 = [1]", "mine.toml:3: found 1"),
        (
            '[[tileset]]\n[tileset.tiles]\n1 = []\n[tileset.left]\n1 = "no"',
            "mine.toml:5: found tile 1 twice",
        ),
        ("[[tileset]]\ncount = 0", "mine.toml:2: found count = 0"),
        ('[[class]]\nclass = "a"\nwhen = 3', "mine.toml:3: found when = 3"),
        ("[[tileset]]\ntiles = 3", "found 3, expected a table"),
    ],
)
def test_faults_of_mapping_files(text: str, message: str) -> None:
    """Name the line of a fault in a mapping file."""
    with pytest.raises(FormatError) as caught:
        parse_mapping(text, "mine.toml")
    assert message in str(caught.value)


def test_shipped_mappings_know_all_their_tiles() -> None:
    """Know all 136 numbers of the sheet, and every class of roboprojekt."""
    sheet = parse_mapping((CONTENT / "inf112.toml").read_text("utf-8"), "inf112.toml").sheets[0]
    assert sorted(sheet.tiles) == list(range(136))
    words = parse_mapping(
        (CONTENT / "roboprojekt.toml").read_text("utf-8"), "roboprojekt.toml"
    ).words()
    assert words == {
        "ground",
        "hole",
        "wall",
        "belt",
        "gear",
        "pusher",
        "laser",
        "repair",
        "start",
        "flag",
        "stop",
    }


def test_facts_of_a_map() -> None:
    """Read edge and name as properties, and report others with the nearest one."""
    properties = [
        {"name": "edge", "value": "wall"},
        {"name": "nam", "value": "x"},
        {"name": "author", "value": "me"},
    ]
    found = read(json.dumps(json_map([[0, 0], [0, 0]], properties=properties)))
    assert (found.board.edge, found.board.author, found.board.name) == ("wall", "me", "small")
    assert found.left == recorded("property-nam-of-the-map-says")


@pytest.mark.parametrize("compression", ["", "zlib", "gzip"])
def test_packed_layers(compression: str) -> None:
    """Read the same tiles from base64, plain or compressed, in JSON and XML, with line breaks."""
    plain = json_map(
        [[1, 2 + E, 0], [0, 0, 3], [0, 0, 0]],
        tiles=[tile(0, "pit"), tile(1, "belt"), tile(2, "fog")],
    )
    numbers = plain["layers"][0]["data"]
    pack: Mapping[str, Callable[[bytes], bytes]] = {
        "": bytes,
        "zlib": zlib.compress,
        "gzip": gzip.compress,
    }
    data = pack[compression](struct.pack("<9I", *numbers))
    words = f"\n   {base64.b64encode(data).decode()}\n  "
    expected = read(plain)
    packed = json_map(
        [[1, 2 + E, 0], [0, 0, 3], [0, 0, 0]],
        tiles=[tile(0, "pit"), tile(1, "belt"), tile(2, "fog")],
    )
    packed["layers"][0] |= {"data": words, "encoding": "base64", "compression": compression}
    assert read(packed) == expected and len(entries(expected)) == 3
    sets = (
        '<tileset firstgid="1" name="small" tilecount="3"><tile id="0" type="pit"/><tile '
        'id="1" type="belt"/><tile id="2" type="fog"/></tileset>'
    )
    attribute = f' compression="{compression}"' if compression else ""
    xml = xml_map("", tileset=sets).replace(
        '<data encoding="csv">\n\n</data>', f'<data encoding="base64"{attribute}>{words}</data>'
    )
    assert entries(read(xml)) == entries(expected)


def test_what_is_hidden_is_told() -> None:
    """Use hidden layers, groups and objects, and name each; leave out a hidden picture."""
    objects = [
        {"id": 7, "type": "fog", "x": 64, "y": 64, "visible": False},
        {"id": 8, "type": "fog", "x": 1, "y": 1},
    ]
    table = json_map([[1, 0], [0, 0]], tiles=[tile(0, "pit")])
    table["layers"][0] |= {"name": "traps", "visible": False}
    inner = {"type": "objectgroup", "name": "mist", "objects": objects, "opacity": 0}
    table["layers"] += [
        {"type": "group", "name": "old", "visible": False, "layers": [inner]},
        {"type": "imagelayer", "name": "sky", "visible": False},
    ]
    found = read(table)
    assert entries(found) == ["B1 fog", "A2 fog", "A2 pit"]
    assert found.left == recorded("layer-traps-is-hidden-in-Tiled")
    assert read(xml_map("0,0,0,0,0,0,0,0,0").replace("<layer ", '<layer visible="0" ')).left[
        0
    ] == recorded("layer-layer-1-is-hidden-in")
