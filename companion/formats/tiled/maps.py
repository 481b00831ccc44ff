"""A map in Tiled's terms: what is placed on which square, how it is turned, and of which tile.

Things that are not read are one fault or one note.
"""

from __future__ import annotations

import binascii
import struct
import zlib
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.errors import FormatError
from companion.formats.misread_error import MisreadError, quote_value
from companion.formats.tiled.sources import LINE, SAVED, Table, table_of
from companion.geometry import LARGEST, Heading, Square, square_name
from companion.named_tuples import NamedTuple
from companion.words import Text

SMALLEST: Final = 2
MOST_LAYERS: Final = 200
MOST_TILES: Final = 10_000
"""Tiles of a tileset that may describe themselves."""
MOST_TILESETS: Final = 100
MOST_OBJECTS: Final = 10_000
GROUPED: Final = 20
"""The most levels of nested groups of layers."""
ENDINGS: Final = (".tsx", ".tsj", ".json", ".xml")

Value = str | int | float | bool
Load = Callable[[str], tuple[str, str]]
"""Returns the text of a tileset's file, by its path in the map, and the name of the file for
faults."""


class MapTile(NamedTuple):
    """A tile as its tileset describes it."""

    tileset: str
    """The name of its tileset."""
    total: int
    """The number of tiles of its tileset."""
    number: int
    word: str
    """Its class."""
    properties: Mapping[str, Value]
    described: bool
    """Whether any tile of its tileset describes itself."""


class MapObject(NamedTuple):
    """Something on a square: a tile, or an object with a class."""

    square: Square
    layer: str
    tile: MapTile | None
    word: str
    properties: Mapping[str, Value]
    quarters: Heading
    """Clockwise quarter turns."""
    mirrored: bool
    """Whether it is flipped."""
    line: int | None
    corner: Square = ""
    """The opposite corner of an object that covers several squares."""


class TiledMap(NamedTuple):
    """A map as it was read."""

    source: str
    columns: int
    """In squares, as is `rows`."""
    rows: int
    properties: Mapping[str, Value]
    placed: tuple[MapObject, ...]
    """Everything on it from the ground up."""
    notes: tuple[str, ...]
    """The parts that are not read, as sentences."""


class _Tileset(NamedTuple):
    """A tileset of a map."""

    first: int
    """The number in the map of its first tile."""
    name: str
    total: int
    """The number of its tiles."""
    tiles: dict[int, MapTile]
    """Its tiles by number: those that are described, and others once they were met."""
    described: bool
    """Whether any tile describes itself."""


def read_map(text: str, source: str, load: Load) -> TiledMap:
    """Return the map in a text.

    Args:
        text: The content of the file.
        source: The name of the file in faults.
        load: Returns the files of tilesets.

    Raises:
        FormatError: No board can be made of it.
    """
    kind, table = table_of(text, source)
    if kind != "map":
        raise FormatError(source, None, "a tileset", f"{SAVED}: give the map that uses the tileset")
    return _MapReader(source, table, load).read()


class _MapReader:
    """Reads one map: its layers from the ground up, with the tilesets that they use."""

    def __init__(self, source: str, table: Table, load: Load) -> None:
        self.source, self.table, self.load = source, table, load
        self.notes: list[str] = []
        self.layers = 0
        self.objects = 0
        self.cells: dict[int, tuple[MapTile, Heading, bool]] = {}

    def fault(
        self,
        found: Text | str,
        expected: Text | str,
        at: Table | None = None,
        source: str = "",
    ) -> FormatError:
        return FormatError(
            source or self.source, None if at is None else at.get(LINE), found, expected
        )

    def read(self) -> TiledMap:
        table = self.table
        if table.get("orientation", "orthogonal") != "orthogonal":
            raise self.fault(
                f"a map of orientation {quote_value(table['orientation'])}",
                "an orthogonal map: make a new one in Tiled",
                table,
            )
        if table.get("infinite"):
            raise self.fault(
                "an infinite map",
                "a map of a fixed size: take away Map > Map Properties > Infinite in Tiled",
                table,
            )
        self.columns, self.rows = self.size(table, "width"), self.size(table, "height")
        if not (SMALLEST <= self.columns <= LARGEST and SMALLEST <= self.rows <= LARGEST):
            found = f"a map of {self.columns}×{self.rows} squares"
            raise self.fault(
                found,
                f"one from {SMALLEST}×{SMALLEST} to {LARGEST}×{LARGEST}: cut it with Map > Resize "
                f"Map in Tiled",
                table,
            )
        self.across, self.down = self.size(table, "tilewidth"), self.size(table, "tileheight")
        self.sets = self.tilesets()
        placed = tuple(self.in_layers(self.list_of(table, "layers"), 0))
        return TiledMap(
            self.source,
            self.columns,
            self.rows,
            self.properties(table, "the map"),
            placed,
            tuple(self.notes),
        )

    def size(self, table: Table, key: str) -> int:
        value = table.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1_000_000:
            raise self.fault(
                f"{key} = {quote_value(value)}" if key in table else f"no {key}",
                "a whole number of squares or pixels as Tiled writes it",
                table,
            )
        return value

    def list_of(self, table: Table, key: str) -> list[Table]:
        """Return the tables under a key, or raise a fault if something else is there."""
        value = table.get(key, [])
        if not isinstance(value, list) or any(not isinstance(one, dict) for one in value):
            raise self.fault(
                f"{key} = {quote_value(value)}", "an array of tables as Tiled writes it", table
            )
        return value

    def text(self, table: Table, *keys: str) -> str:
        """Return the text under the first of some keys that exists, on one line."""
        for key in keys:
            value = table.get(key)
            if isinstance(value, str) and value:
                return " ".join(value.split())[:60]
        return ""

    def properties(self, table: Table, of: str) -> dict[str, Value]:
        found: dict[str, Value] = {}
        for one in self.list_of(table, "properties"):
            name, value = one.get("name"), one.get("value")
            if not isinstance(name, str) or not isinstance(value, str | int | float | bool):
                raise self.fault(
                    f"property {quote_value(name)} = {quote_value(value)} of {of}",
                    "a property with a name and a text, a number, true or false",
                    one,
                )
            found[name] = value
        return found

    # ---- Tilesets ----

    def tilesets(self) -> list[_Tileset]:
        """Return the tilesets, the highest first number first."""
        tables = self.list_of(self.table, "tilesets")
        if len(tables) > MOST_TILESETS:
            raise self.fault(f"{len(tables)} tilesets", f"at most {MOST_TILESETS}", self.table)
        found = [self.tileset(one) for one in tables]
        firsts = [one.first for one in found]
        if len(set(firsts)) < len(firsts):
            raise self.fault(
                "two tilesets with the same firstgid",
                "each tileset with numbers of its own, as Tiled writes them",
                self.table,
            )
        return sorted(found, key=lambda one: -one.first)

    def tileset(self, table: Table) -> _Tileset:
        first, path, source = table.get("firstgid"), table.get("source"), self.source
        if isinstance(first, bool) or not isinstance(first, int) or not 1 <= first < 1 << 28:
            raise self.fault(
                f"firstgid = {quote_value(first)} of a tileset",
                "a number from 1, as Tiled writes it",
                table,
            )
        if path is not None:
            table, source = self.outside(path, table)
        name = self.text(table, "name") or "without a name"
        tables = self.list_of(table, "tiles")
        if len(tables) > MOST_TILES:
            raise self.fault(
                f"a tileset of {len(tables)} tiles",
                f"at most {MOST_TILES} that say something about themselves",
                table,
                source,
            )
        count = table.get("tilecount")
        count = count if isinstance(count, int) and not isinstance(count, bool) else len(tables)
        raw = {}
        for one in tables:
            number = one.get("id")
            if isinstance(number, bool) or not isinstance(number, int) or number < 0:
                raise self.fault(
                    f"a tile with id {quote_value(number)} in tileset {name!r}",
                    "a number from 0, as Tiled writes it",
                    one,
                    source,
                )
            raw[number] = (
                self.text(one, "class", "type"),
                self.properties(one, f"tile {number} of tileset {name!r}"),
            )
        any_described = any(word for word, _ in raw.values())
        tiles = {
            number: MapTile(name, count, number, word, properties, any_described)
            for number, (word, properties) in raw.items()
        }
        return _Tileset(first, name, count, tiles, any_described)

    def outside(self, path: object, table: Table) -> tuple[Table, str]:
        """Return the tileset in a separate file, and the name of that file."""
        if not isinstance(path, str) or not path.lower().endswith(ENDINGS):
            raise self.fault(
                f"tileset {quote_value(path)}",
                f"a file that ends in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}",
                table,
            )
        if path.startswith(("/", "\\")) or ":" in path or "\0" in path:
            raise self.fault(
                f"tileset {quote_value(path)}",
                "a path that begins where the map lies: put the tileset beside the map and choose "
                "it there in Tiled",
                table,
            )
        text, source = self.load(path)
        kind, found = table_of(text, source)
        if kind == "map":
            raise self.fault(
                "a map where a tileset is due",
                f"the tileset that {self.source} names: choose another file there in Tiled",
                found,
                source,
            )
        if "source" in found:
            raise self.fault(
                "a tileset that names another file", "a tileset as Tiled saves it", found, source
            )
        return found, source

    # ---- Layers ----

    def in_layers(self, tables: list[Table], deep: int) -> Iterator[MapObject]:
        if deep > GROUPED:
            raise self.fault(
                f"groups of layers nested more than {GROUPED} deep",
                "layers in few groups",
                self.table,
            )
        for table in tables:
            self.layers += 1
            if self.layers > MOST_LAYERS:
                raise self.fault(f"more than {MOST_LAYERS} layers", "a map with fewer", table)
            name = self.text(table, "name") or f"number {self.layers}"
            self.remarks(table, name)
            kind = table.get("type", "tilelayer")
            if kind == "group":
                yield from self.in_layers(self.list_of(table, "layers"), deep + 1)
            elif kind == "tilelayer":
                yield from self.in_tiles(table, name)
            elif kind == "objectgroup":
                yield from self.in_objects(table, name)
            elif kind == "imagelayer":
                self.notes.append(f"layer {name!r} is a picture and is left out")
            else:
                raise self.fault(
                    f"layer {name!r} of type {quote_value(kind)}",
                    "a layer of tiles, of objects, of a picture, or a group",
                    table,
                )

    def remarks(self, table: Table, name: str) -> None:
        """Note oddities of a layer as a whole."""
        if is_hidden(table) and table.get("type") != "imagelayer":
            if table.get("type") == "group":
                self.notes.append(
                    f"the layers of group {name!r}, which is hidden in Tiled, are still read: "
                    f"delete them there if they should not count"
                )
            else:
                self.notes.append(
                    f"layer {name!r} is hidden in Tiled and is still read: delete it there if it "
                    f"should not count"
                )
        if any(table.get(key) for key in ("offsetx", "offsety")):
            self.notes.append(
                f"layer {name!r} is drawn aside of its squares; it is read as if it were not"
            )
        for key in self.properties(table, f"layer {name!r}"):
            self.notes.append(
                f"property {key!r} of layer {name!r} has no meaning here and is left out"
            )

    def in_tiles(self, table: Table, name: str) -> Iterator[MapObject]:
        data = self.data(table, name)
        for place, number in enumerate(data):
            if not number:
                continue
            square = square_name(place % self.columns, self.rows - 1 - place // self.columns)
            # Most tiles are there many times.
            if number not in self.cells:
                self.cells[number] = self.cell(number, f"on {square} in layer {name!r}", table)
            tile, quarters, mirrored = self.cells[number]
            yield MapObject(
                square, name, tile, tile.word, tile.properties, quarters, mirrored, table.get(LINE)
            )

    def data(self, table: Table, name: str) -> list[int]:
        if "chunks" in table:
            raise self.fault(
                f"layer {name!r} in chunks, as infinite maps have",
                "a map of a fixed size: take away Infinite in its properties in Tiled",
                table,
            )
        data, encoding = table.get("data"), table.get("encoding", "csv")
        if isinstance(data, str) and encoding in ("base64", "csv"):
            try:
                data = unpack_tiles(data, table.get("compression", ""), self.columns * self.rows)
            except MisreadError as wrong:
                raise self.fault(
                    f"layer {name!r} with {wrong.found}", wrong.expected, table
                ) from None
        elif encoding not in ("base64", "csv"):
            raise self.fault(
                f"layer {name!r} in the encoding {quote_value(encoding)}",
                "CSV, XML or Base64 as Map > Map Properties > Tile Layer Format in Tiled",
                table,
            )
        if not isinstance(data, list) or any(
            isinstance(one, bool) or not isinstance(one, int) or not 0 <= one < 1 << 32
            for one in data
        ):
            raise self.fault(
                f"layer {name!r} without numbers of tiles",
                "a whole number from 0 for each square",
                table,
            )
        for key, size in (("width", self.columns), ("height", self.rows)):
            if table.get(key, size) != size:
                raise self.fault(
                    f"layer {name!r} with {key} {quote_value(table[key])}",
                    f"{size}, as the map has: save the map in Tiled again",
                    table,
                )
        if len(data) != self.columns * self.rows:
            raise self.fault(
                f"layer {name!r} with {len(data)} tiles",
                f"{self.columns * self.rows}, for {self.columns}×{self.rows} squares",
                table,
            )
        return data

    def cell(self, number: int, where: str, table: Table) -> tuple[MapTile, Heading, bool]:
        """Return the tile of a number, how it is turned, and whether it is mirrored."""
        if number >> 28 & 1:
            raise self.fault(
                f"a tile turned for hexagons {where}", "one that is turned by quarters", table
            )
        plain = number & (1 << 28) - 1
        for one in self.sets:
            if one.first <= plain:
                inner = plain - one.first
                if inner >= one.total and inner not in one.tiles:
                    raise self.fault(
                        f"tile {inner} {where}",
                        f"one of the {one.total} tiles of tileset {one.name!r}",
                        table,
                    )
                bare = MapTile(one.name, one.total, inner, "", {}, one.described)
                return one.tiles.setdefault(inner, bare), *turn_of(number >> 29)
        raise self.fault(
            f"tile {plain} {where}, which no tileset has",
            "a number from the firstgid of a tileset on",
            table,
        )

    # ---- Objects ----

    def in_objects(self, table: Table, name: str) -> Iterator[MapObject]:
        for one in self.list_of(table, "objects"):
            self.objects += 1
            if self.objects > MOST_OBJECTS:
                raise self.fault(f"more than {MOST_OBJECTS} objects", "a map with fewer", table)
            label = f"object {one.get('id', self.objects)} in layer {name!r}"
            if "template" in one:
                self.notes.append(
                    f"{label} is made from a template and is left out: detach it in Tiled"
                )
                continue
            placed = self.object(one, label, name)
            if placed is not None:
                if is_hidden(one):
                    self.notes.append(
                        f"{label} is hidden in Tiled and is still read: delete it there if it "
                        f"should not count"
                    )
                yield placed

    def object(self, one: Table, label: str, layer: str) -> MapObject | None:
        tile, quarters, mirrored, number = None, 0, False, one.get("gid")
        if number is not None:
            if isinstance(number, bool) or not isinstance(number, int) or not 0 < number < 1 << 32:
                raise self.fault(
                    f"gid {quote_value(number)} of {label}", "the number of a tile", one
                )
            tile, quarters, mirrored = self.cell(number, f"at {label}", one)
        word = self.text(one, "class", "type") or (tile.word if tile else "")
        if not word and tile is None:
            self.notes.append(f"{label} has no class and is left out")
            return None
        turn, straight = divmod(self.measure(one, "rotation", label), 90)
        if straight:
            raise self.fault(
                f"{label} turned by {quote_value(one['rotation'])} degrees",
                "quarters, such as 90: turn it with the Z key in Tiled",
                one,
            )
        corners = self.corners(one, int(turn) % 4, tile is not None, label)
        properties = {**(tile.properties if tile else {}), **self.properties(one, label)}
        return MapObject(
            corners[0],
            layer,
            tile,
            word,
            properties,
            (quarters + int(turn)) % 4,
            mirrored,
            one.get(LINE),
            corners[1],
        )

    def measure(self, one: Table, key: str, label: str) -> float:
        value = one.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not -1e9 < value < 1e9:
            raise self.fault(
                f"{key} = {quote_value(value)} of {label}", "a number of pixels or degrees", one
            )
        return float(value)

    def corners(
        self, one: Table, turn: Heading, pictured: bool, label: str
    ) -> tuple[Square, Square]:
        """Return the south-west square of an object, and the opposite one of a larger rectangle."""
        x, y = self.measure(one, "x", label), self.measure(one, "y", label)
        if one.get("point"):
            wide, high = 0.0, 0.0
        else:
            wide, high = self.measure(one, "width", label), self.measure(one, "height", label)
        half = (self.across / 2, self.down / 2)
        if pictured:
            # A picture hangs above its point, and turns around it.
            right, up = (
                (half[0], -half[1]),
                (half[1], half[0]),
                (-half[0], half[1]),
                (-half[1], -half[0]),
            )[turn]
            square = self.at(x + right, y + up, one, label)
            return square, ""
        if wide <= self.across * 1.5 and high <= self.down * 1.5:
            return self.at(x + wide / 2, y + high / 2, one, label), ""
        return self.at(x + half[0], y + max(high, 1) - half[1], one, label), self.at(
            x + max(wide, 1) - half[0], y + half[1], one, label
        )

    def at(self, x: float, y: float, one: Table, label: str) -> Square:
        column, row = int(x // self.across), self.rows - 1 - int(y // self.down)
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            raise self.fault(
                f"{label} beside the map", "an object on a square of the map: move it in Tiled", one
            )
        return square_name(column, row)


def turn_of(flags: int) -> tuple[Heading, bool]:
    """Return clockwise quarters, and whether it is mirrored, of Tiled's flags.

    They are horizontal 4, vertical 2, diagonal 1.
    """
    # Where the north side of the picture goes: the diagonal flip is done first and swaps the axes.
    x, y = (-1, 0) if flags & 1 else (0, -1)
    x, y = (-x if flags & 4 else x), (-y if flags & 2 else y)
    return {(0, -1): 0, (1, 0): 1, (0, 1): 2, (-1, 0): 3}[x, y], bool(
        (flags & 1) ^ (flags >> 1 & 1) ^ (flags >> 2 & 1)
    )


def is_hidden(table: Table) -> bool:
    """Say whether Tiled hides a layer or an object."""
    return table.get("visible", True) in (False, 0) or table.get("opacity", 1) in (0, 0.0)


def sentence_value(value: Any) -> str:
    """Return the value of a property in Tiled as it is written in a board file: true is "yes"."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


SIZE: Final = 4
"""Bytes of a tile: a whole number, the lowest byte first."""
AUTOMATIC: Final = 32 + zlib.MAX_WBITS
"""zlib detects whether the data begins as zlib's own or as gzip's."""
COMPRESSIONS: Final = ("", "zlib", "gzip")
FORMAT: Final = "Map > Map Properties > Tile Layer Format in Tiled"


def unpack_tiles(text: str, compression: object, tiles: int) -> list[int]:
    """Return the tile numbers in a packed text.

    Raises:
        MisreadError: The text has another number of tiles or is damaged; the message says what to
        do
            in Tiled.
    """
    if compression not in COMPRESSIONS:
        raise MisreadError(
            f"tiles compressed by {quote_value(compression)}, which is not read here",
            f"another format: choose CSV, or Base64 with zlib or gzip, as {FORMAT}, and save the "
            f"map",
        )
    try:
        data = b64decode("".join(text.split()), validate=True)
    # ValueError is for letters beyond ASCII.
    except (binascii.Error, ValueError) as fault:
        raise MisreadError(
            f"damaged base64 ({fault})", "tiles as Tiled writes them: save the map again there"
        ) from None
    if compression:
        # One byte more than there should be shows an excess without unpacking it all.
        try:
            data = zlib.decompressobj(AUTOMATIC).decompress(data, tiles * SIZE + 1)
        except zlib.error as fault:
            raise MisreadError(
                f"damaged {compression} data ({fault})",
                "tiles as Tiled writes them: save the map again there",
            ) from None
    if len(data) != tiles * SIZE:
        if len(data) > tiles * SIZE:
            found = f"more than {tiles} tiles"
        else:
            found = f"only {len(data) / SIZE:g} tiles"
        raise MisreadError(
            f"{found} in base64",
            f"{tiles}, as many as the map has squares: save the map in Tiled again",
        )
    return list(struct.unpack(f"<{tiles}I", data))
