"""Any fault of a map is one sentence with its place and remedy, without crash or delay."""

from __future__ import annotations

import base64
import copy
import gzip
import json
import time
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from companion.content import load_board
from companion.errors import FormatError
from companion.formats.tiled.writing import map_files
from tests.formats.tiled.drawing import json_map, read, tile, xml_map

PLAIN = json_map([[1, 0], [0, 0]], tiles=[tile(0, "pit")])


def packed_map(data: bytes, compression: Any = "") -> dict[str, Any]:
    """Return the plain map with a layer of base64."""
    table = copy.deepcopy(PLAIN)
    table["layers"][0] |= {
        "data": base64.b64encode(data).decode(),
        "encoding": "base64",
        "compression": compression,
    }
    return table


def changed(path: str, value: Any) -> dict[str, Any]:
    """Return the plain map with one value replaced, by keys and numbers with dots."""
    table = copy.deepcopy(PLAIN)
    *way, last = path.split(".")
    at: Any = table
    for part in way:
        at = at[int(part) if part.isdigit() else part]
    at[int(last) if last.isdigit() else last] = value
    return table


BOMB = (
    '<?xml version="1.0"?>\n<!DOCTYPE map [<!ENTITY a "aaaaaaaaaa"><!ENTITY b '
    '"&a;&a;&a;&a;">]>\n<map name="&b;"/>'
)
OUTSIDE = '<!DOCTYPE map [<!ENTITY a SYSTEM "file:///etc/passwd">]><map>&a;</map>'

BAD_MAPS: list[tuple[str | dict[str, Any], str]] = [
    ("", "small.map: found an empty file, expected a map of Tiled, saved as .tmx, .tmj or .json"),
    ("{", "small.map:1: found damaged JSON"),
    ('{\n"layers": [1, }', "small.map:2: found damaged JSON"),
    ("[" * 100_000, "found JSON that is nested too deep"),
    ('{"width": ' + "9" * 5000 + "}", "found a number of thousands of digits"),
    ("[]", "found a JSON array, expected a map of Tiled, saved as .tmx, .tmj or .json"),
    ("{}", "found an empty JSON object, expected a map of Tiled, saved as .tmx, .tmj or .json"),
    ('{"type": "tileset", "tiles": []}', "found a tileset, expected a map"),
    ("<map", "small.map:1: found damaged XML (unclosed token)"),
    ("<map>\n<layer></map>", "small.map:2: found damaged XML (mismatched tag)"),
    ("<html/>", "small.map:1: found a web page (HTML), expected a map of Tiled"),
    ("<a>" * 1000, "small.map:1: found tags nested more than 40 deep"),
    (BOMB, "small.map:2: found a document type (<!DOCTYPE …>), expected XML without one"),
    (OUTSIDE, "found a document type"),
    ("<map>&nbsp;</map>", "found damaged XML (undefined entity)"),
    (
        '{"name": "chess", "version": "1.0", "image": "board.png", "tiles": 64}',
        (
            "found a JSON object with the keys 'name', 'version', 'image', 'tiles', expected "
            "a map of Tiled"
        ),
    ),
    (
        '{"type": "FeatureCollection", "features": []}',
        "found a map of the world (GeoJSON), expected a map of Tiled",
    ),
    (
        '{"type": "world", "maps": []}',
        "found a world of Tiled, which joins several maps: give one of the maps",
    ),
    (
        '"words"',
        (
            "found text that is neither JSON nor XML, expected a map of Tiled, saved as .tmx, "
            ".tmj or .json"
        ),
    ),
    ("[1, 2]", "found a JSON array"),
    (
        "Dear diary,\ntoday I drew a map.",
        (
            "found text that is neither JSON nor XML, expected a map of Tiled, saved as .tmx, "
            ".tmj or .json"
        ),
    ),
    (
        "1,2,3\n4,5,6\n",
        "found a table of values with commas between (CSV), expected a map of Tiled",
    ),
    ("<svg/>", "found a picture (SVG)"),
    ("<room/>", "found XML that begins with <room>"),
    ("%PDF-1.7", "found a document (PDF)"),
    ("board = 'x'", "found a board file, expected a map of Tiled"),
    ("x" * 4_000_001, "found a file of 4000001 characters, expected at most 4000000"),
    (
        changed("orientation", "isometric"),
        "found a map of orientation 'isometric', expected an orthogonal map",
    ),
    (changed("infinite", True), "found an infinite map, expected a map of a fixed size"),
    (changed("width", 400), "found a map of 400×2 squares, expected one from 2×2 to 40×40"),
    (changed("width", 1), "found a map of 1×2 squares"),
    (changed("height", 10**300), "found height = 1"),
    (changed("width", "2"), "found width = '2', expected a whole number"),
    (changed("tilewidth", 0), "found tilewidth = 0"),
    (changed("layers", 3), "found layers = 3, expected an array of tables"),
    (changed("layers", [3]), "expected an array of tables"),
    (changed("layers.0.type", "door"), "found layer 'layer 1' of type 'door'"),
    (
        changed("layers.0.encoding", "base91"),
        (
            "found layer 'layer 1' in the encoding 'base91', expected CSV, XML or Base64 as "
            "Map > Map Properties > Tile Layer Format in Tiled"
        ),
    ),
    (
        packed_map(b"ab"),
        (
            "found layer 'layer 1' with only 0.5 tiles in base64, expected 4, as many as the "
            "map has squares"
        ),
    ),
    (packed_map(bytes(20)), "found layer 'layer 1' with more than 4 tiles in base64"),
    (changed("layers.0.data", "AQ="), "found layer 'layer 1' with damaged base64"),
    (changed("layers.0.data", "ÄÖ"), "found layer 'layer 1' with damaged base64"),
    (packed_map(b"xxxx", "zlib"), "found layer 'layer 1' with damaged zlib data"),
    (packed_map(gzip.compress(bytes(16))[:-12], "gzip"), "found layer 'layer 1' with only"),
    (
        packed_map(zlib.compress(bytes(10**7)), "zlib"),
        "found layer 'layer 1' with more than 4 tiles in base64",
    ),
    (
        packed_map(gzip.compress(bytes(10**7)), "gzip"),
        "found layer 'layer 1' with more than 4 tiles in base64",
    ),
    (
        packed_map(bytes(16), "zstd"),
        "found layer 'layer 1' with tiles compressed by 'zstd', which is not read here, expected "
        "another format: choose CSV, or Base64 with zlib or gzip, as Map > "
        "Map Properties > Tile Layer Format in Tiled, and save the map",
    ),
    (packed_map(bytes(16), 3), "found layer 'layer 1' with tiles compressed by 3"),
    (changed("layers.0.chunks", []), "found layer 'layer 1' in chunks"),
    (
        changed("layers.0.data", [1, 2, 3]),
        "found layer 'layer 1' with 3 tiles, expected 4, for 2×2 squares",
    ),
    (
        changed("layers.0.data", [1] * 100_000),
        "found layer 'layer 1' with 100000 tiles, expected 4",
    ),
    (changed("layers.0.data", [True, 0, 0, 0]), "found layer 'layer 1' without numbers of tiles"),
    (changed("layers.0.data", [-1, 0, 0, 0]), "found layer 'layer 1' without numbers of tiles"),
    (changed("layers.0.width", 3), "found layer 'layer 1' with width 3, expected 2"),
    (
        changed("layers.0.data", [500, 0, 0, 0]),
        "found tile 499 on A2 in layer 'layer 1', expected one of the 136 tiles of tileset 'small'",
    ),
    (changed("layers.0.data", [1 << 28 | 1, 0, 0, 0]), "found a tile turned for hexagons on A2"),
    (changed("tilesets", []), "found tile 1 on A2 in layer 'layer 1', which no tileset has"),
    (changed("tilesets.0.firstgid", 0), "found firstgid = 0 of a tileset"),
    (changed("tilesets", [PLAIN["tilesets"][0]] * 2), "found two tilesets with the same firstgid"),
    (changed("tilesets", [PLAIN["tilesets"][0]] * 101), "found 101 tilesets"),
    (
        changed("tilesets.0.tiles", [tile(number, "pit") for number in range(20_000)]),
        "found a tileset of 20000 tiles, expected at most 10000",
    ),
    (changed("tilesets.0.tiles.0.id", "x"), "found a tile with id 'x' in tileset 'small'"),
    (
        changed("tilesets.0.tiles.0.type", "pitt"),
        "found class 'pitt' on A2 in layer 'layer 1', expected the word of an element",
    ),
    (changed("tilesets.0.tiles.0.type", "bealt"), "did you mean 'belt'?"),
    (
        changed("tilesets.0.tiles.0", tile(0, "laser", beam=2)),
        (
            "found property 'beam' of laser on A2 in layer 'layer 1', expected the properties "
            "beams, range or side; did you mean 'beams'?"
        ),
    ),
    (changed("tilesets.0.tiles.0", tile(0, "pit", deep=2)), "found property 'deep' of pit on A2"),
    (
        changed("tilesets.0.tiles.0", tile(0, "laser", beams=9)),
        "found 'beams=9' for laser on A2 in layer 'layer 1', expected a number from 1 to 3",
    ),
    (changed("tilesets.0.tiles.0", tile(0, "pusher")), "found pusher without registers on A2"),
    (changed("tilesets.0.tiles.0", tile(0, "laser", side="Q")), "found side of laser 'Q' on A2"),
    (
        changed("tilesets.0.tiles.0", tile(0, "portal", link="a b")),
        "found a blank in a property of portal on A2",
    ),
    (
        changed("tilesets.0.tiles.0", tile(0, "portal", link="red")),
        'found "A2 portal link=red" on A2 in layer',
    ),
    (changed("tilesets.0.tiles.0", tile(0, "flag", number=0)), "found flag with number '0' on A2"),
    (
        changed("tilesets.0.tiles.0.properties", [{"name": 3}]),
        "found property 3 = None of tile 0 of tileset 'small'",
    ),
    (
        changed("tilesets.0", {"firstgid": 1, "source": "/etc/passwd.tsx"}),
        "found tileset '/etc/passwd.tsx', expected a path that begins where the map lies",
    ),
    (
        changed("tilesets.0", {"firstgid": 1, "source": "C:\\x.tsx"}),
        "expected a path that begins where the map lies",
    ),
    (
        changed("tilesets.0", {"firstgid": 1, "source": "../passwd"}),
        "found tileset '../passwd', expected a file that ends in .tsx",
    ),
    (changed("tilesets.0", {"firstgid": 1, "source": 3}), "found tileset 3"),
    (
        changed("tilesets.0", {"firstgid": 1, "source": "itself.json"}),
        (
            "itself.json: found a map where a tileset is due, expected the tileset that "
            "small.map names"
        ),
    ),
    (
        changed("tilesets.0", {"firstgid": 1, "source": "ring.tsx"}),
        "ring.tsx:1: found a tileset that names another file",
    ),
    (
        changed("tilesets.0", {"firstgid": 1, "source": "bad.json"}),
        "bad.json:1: found damaged JSON",
    ),
    (
        changed("properties", [{"name": "edge", "value": "wal"}]),
        "found property edge = 'wal' of the map, expected pit or wall; did you mean 'wall'?",
    ),
    (changed("properties", [{"name": "name", "value": "x" * 61}]), "found property name = "),
    (
        changed(
            "layers", [{"type": "objectgroup", "objects": [{"type": "pit", "x": 999, "y": 0}]}]
        ),
        "beside the map, expected an object on a square of the map",
    ),
    (
        changed("layers", [{"type": "objectgroup", "objects": [{"type": "pit", "x": "1"}]}]),
        "found x = '1' of object",
    ),
    (
        changed(
            "layers",
            [{"type": "objectgroup", "objects": [{"type": "pit", "x": 1, "y": 1, "rotation": 45}]}],
        ),
        "turned by 45 degrees, expected quarters",
    ),
    (
        changed("layers", [{"type": "objectgroup", "objects": [{"gid": 0}]}]),
        "found gid 0 of object",
    ),
    (
        changed("layers", [{"type": "objectgroup", "objects": [{"type": "pit"}] * 10_001}]),
        "found more than 10000 objects",
    ),
    (changed("layers", [{"type": "group", "layers": []}] * 201), "found more than 200 layers"),
    (xml_map("1,x,0"), "small.map:5: found 'x' among the tiles of a layer"),
    (xml_map("1,2,3"), "small.map:4: found layer 'layer 1' with 3 tiles, expected 9"),
    (
        xml_map("1,0,0,0,0,0,0,0,0", tileset='<tileset firstgid="1" name="robots" tilecount="4"/>'),
        "found tileset 'robots', whose 4 tiles have no classes",
    ),
]


@pytest.mark.parametrize(("text", "message"), BAD_MAPS, ids=range(len(BAD_MAPS)))
def test_a_bad_map_is_one_sentence(text: str | dict[str, Any], message: str) -> None:
    """Name place and remedy without delay."""
    begun = time.process_time()
    with pytest.raises(FormatError) as caught:
        read(
            text,
            files={
                "itself.json": json.dumps(PLAIN),
                "ring.tsx": '<tileset firstgid="1" source="ring.tsx"/>',
                "bad.json": "{",
            },
        )
    words = str(caught.value)
    assert message in words and "\n" not in words and len(words) < 1000, words
    assert time.process_time() - begun < 10


def test_groups_of_layers_that_never_end() -> None:
    """Limit the depth of nested groups."""
    layer: dict[str, Any] = {"type": "group", "layers": []}
    for _ in range(30):
        layer = {"type": "group", "layers": [layer]}
    with pytest.raises(FormatError, match="groups of layers nested more than 20 deep"):
        read(changed("layers", [layer]))


def test_a_map_full_of_tiles_is_read_at_once() -> None:
    """Read the largest map with the most layers without delay."""
    begun = time.process_time()
    table = json_map(*[[[1 | 0xA << 28] * 40] * 40] * 200, tiles=[tile(0, "laser")])
    assert len(read(json.dumps(table, separators=(",", ":"))).board.elements) == 1600
    assert time.process_time() - begun < 30


def test_our_own_tiles_are_as_strict_as_board_files() -> None:
    """Name square and layer of two carriers, and of a repeated seat or flag."""
    tiles = [
        tile(0, "belt"),
        tile(1, "rotator", turn="cw"),
        tile(2, "start", seat=1),
        tile(3, "flag", number=1),
    ]
    with pytest.raises(
        FormatError,
        match=(
            r'found "A2 rotator cw" beside "A2 belt N" on A2 in layer .layer 2., expected '
            r"elements that may share"
        ),
    ):
        read(json_map([[1, 0], [0, 0]], [[2, 0], [0, 0]], tiles=tiles))
    with pytest.raises(
        FormatError,
        match=(
            r"A1 has seat 1 already on B2 in layer|although . has seat 1 already|although "
            r"[AB]. has seat 1 already"
        ),
    ):
        read(json_map([[0, 3], [3, 0]], tiles=tiles))
    with pytest.raises(
        FormatError, match="found flag 1 on B2 in layer 'layer 1', expected each number once"
    ):
        read(json_map([[0, 4], [4, 0]], tiles=tiles))


JUNK = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=6),
    lambda inner: (
        some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=5,
)


def paths(table: Any) -> list[tuple[Any, Any]]:
    """Return every place of a table: what holds it, and its key."""
    found = []
    if isinstance(table, dict):
        inner = list(table.items())
    elif isinstance(table, list):
        inner = list(enumerate(table))
    else:
        inner = []
    for key, value in inner:
        found += [(table, key), *paths(value)]
    return found


@settings(max_examples=150)
@given(data=some.data())
def test_any_other_value_anywhere(data: some.DataObject) -> None:
    """Read or refuse a map with any value replaced."""
    table = changed("layers.0.properties", [{"name": "a", "value": 1}])
    table["layers"].append(
        {
            "type": "objectgroup",
            "name": "o",
            "objects": [
                {
                    "id": 1,
                    "gid": 1,
                    "x": 1,
                    "y": 64,
                    "width": 64,
                    "height": 64,
                    "rotation": 90,
                    "properties": [],
                }
            ],
        }
    )
    holder, key = data.draw(some.sampled_from(paths(table)))
    holder[key] = data.draw(JUNK)
    try:
        read(table)
    except FormatError as fault:
        assert "\n" not in str(fault)


@settings(max_examples=80)
@given(data=some.data())
def test_a_damaged_file(data: some.DataObject) -> None:
    """Read or refuse a map and tileset with a piece cut out or put in."""
    files = map_files(load_board("fountain-circus"), {}).files
    name = data.draw(some.sampled_from(["map.tmx", "tiles.tsx", "map.json", "tiles.json"]))
    at = data.draw(some.integers(0, len(files[name])))
    files[name] = (
        files[name][:at]
        + data.draw(
            some.sampled_from(["", "<", ">", "&", '"', "{", "]", ",", "\0", "9", "<tile>", "é"])
        )
        + files[name][at + data.draw(some.integers(0, 9)) :]
    )
    try:
        read(files["map.tmx" if name.endswith("x") else "map.json"], files=files)
    except FormatError as fault:
        assert "\n" not in str(fault)
