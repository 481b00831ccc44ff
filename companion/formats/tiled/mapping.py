"""Mapping files: what the tiles of another tileset are on our boards, as TOML.

The shipped ones are the best examples.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.errors import FormatError
from companion.formats.entries import read_entry
from companion.formats.misread_error import MisreadError, one_of, quote_value
from companion.formats.tiled.maps import MapTile, Value
from companion.formats.toml_text import TomlTable, TomlText
from companion.geometry import HEADINGS
from companion.named_tuples import NamedTuple

FLAG, EMITTER, BEAM = "flag", "emitter", "beam"
"""Words of mapping files in addition to our elements: the place of a flag, and the parts of drawn
lasers."""
AXES: Final = ("NS", "EW")
FREE, DRAWN = "free", "drawn"
"""The reach of emitters without a drawn beam: up to the next wall, or on their own square only."""


class TileMeaning(NamedTuple):
    """The meaning of a tile."""

    entries: tuple[str, ...]
    """Entries without their square, such as "wall N"."""
    left: str = ""
    """The reason for which it is left out, if our boards have no such thing."""


class ClassRule(NamedTuple):
    """The meaning of tiles of a class with these properties."""

    word: str
    when: Mapping[str, Value]
    meant: TileMeaning


class TilesetMapping(NamedTuple):
    """A tileset whose tiles do not describe themselves."""

    names: tuple[str, ...]
    """The names by which it is known, none for any."""
    total: int
    """The number of its tiles, 0 for any."""
    tiles: Mapping[int, TileMeaning]
    rest: TileMeaning | None
    """The meaning of all other tiles."""


class TiledMapping(NamedTuple):
    name: str
    beams: str
    """FREE or DRAWN: how beams are drawn."""
    classes: tuple[ClassRule, ...]
    sheets: tuple[TilesetMapping, ...]

    def meant(
        self, tile: MapTile | None, word: str, properties: Mapping[str, Value]
    ) -> TileMeaning | None:
        """Return what the mapping says about a tile or an object, None for nothing."""
        for rule in self.classes:
            if rule.word == word and all(
                # Python counts 1 as true.
                properties.get(name) == value
                and isinstance(properties.get(name), bool) is isinstance(value, bool)
                for name, value in rule.when.items()
            ):
                return rule.meant
        if tile is None or word:
            return None
        for sheet in self.sheets:
            # Upper and lower case are equal. A mapping may give only names, or only a number.
            if (not sheet.names or tile.tileset.lower() in sheet.names) and (
                not sheet.total or sheet.total == tile.total
            ):
                return sheet.tiles.get(tile.number, sheet.rest)
        return None

    def words(self) -> frozenset[str]:
        """Return the classes of its rules."""
        return frozenset(rule.word for rule in self.classes)

    def properties(self, word: str) -> frozenset[str]:
        """Return the properties by which it distinguishes tiles of a class."""
        return frozenset(name for rule in self.classes if rule.word == word for name in rule.when)


def _same(value: Value | None, wanted: Value) -> bool:
    # Python counts 1 as true.
    return isinstance(value, bool) is isinstance(wanted, bool) and value == wanted


def parse_mapping(text: str, source: str) -> TiledMapping:
    """Return the mapping in a text; FormatError at the line of a fault."""
    toml = TomlText(text, source)
    table = TomlTable(toml, (), toml.data, ("name", "beams", "class", "tileset"))
    classes = tuple(map(_class, table.tables("class", ("class", "when", "is", "left"))))
    sheets = tuple(
        map(_sheet, table.tables("tileset", ("names", "count", "tiles", "left", "rest")))
    )
    if not classes and not sheets:
        raise FormatError(
            source, None, "no [[class]] and no [[tileset]]", "what at least one tile is"
        )
    return TiledMapping(
        table.string("name"), table.word("beams", FREE, (FREE, DRAWN)), classes, sheets
    )


def _class(table: TomlTable) -> ClassRule:
    when = table.data.get("when", {})
    if not isinstance(when, dict) or any(
        not isinstance(value, str | int | float | bool) for value in when.values()
    ):
        raise table.misread(
            f"when = {quote_value(when)}",
            "properties and their values, such as { express = true }",
            "when",
        )
    word = table.string("class")
    if not word:
        raise table.misread("no class", 'the class of a tile, such as class = "belt"')
    return ClassRule(word, when, TileMeaning(_entries(table, "is"), table.string("left")))


def _sheet(table: TomlTable) -> TilesetMapping:
    count = table.number("count", 1, 10_000) if "count" in table else 0
    tiles: dict[int, TileMeaning] = {}
    for key, word in (
        ("tiles", ""),
        ("left", table.string("rest") or "boards here have no such thing"),
    ):
        inner: Any = table.data.get(key, {})
        below = TomlTable(
            table.text, (*table.path, key), inner, tuple(inner) if isinstance(inner, dict) else ()
        )
        for name in below.data:
            if not (name.isascii() and name.isdigit() and len(name) < 6):
                expected = "the number of a tile, from 0 as Tiled shows it"
                raise below.misread(f"tile {quote_value(name)}", expected, name)
            number = int(name)
            if number in tiles:
                raise below.misread(f"tile {number} twice", "each tile once", name)
            tiles[number] = (
                TileMeaning((), below.string(name)) if word else TileMeaning(_entries(below, name))
            )
    names = tuple(name.lower() for name in table.strings("names"))
    return TilesetMapping(
        names, count, tiles, TileMeaning((), table.string("rest")) if "rest" in table else None
    )


def _entries(table: TomlTable, key: str) -> tuple[str, ...]:
    """Return the entries under a key; FormatError at the first that is none."""
    entries = table.strings(key)
    for number, entry in enumerate(entries):
        with table.text.reading(*table.path, key, number):
            check_entry(entry)
    return tuple(entries)


def check_entry(entry: str) -> None:
    """Check an entry without its square, or a word of mapping files; MisreadError if neither."""
    words = entry.split(" ")
    if words[0] == FLAG:
        if (
            len(words) != 2
            or not (words[1].isascii() and words[1].isdigit())
            or not 1 <= int(words[1][:9]) <= 99
        ):
            raise MisreadError(quote_value(entry), 'a flag with its number, as in "flag 1"')
    elif words[0] in (EMITTER, BEAM):
        directions = (*HEADINGS, *(AXES if words[0] == BEAM else ()))
        strong = words[2:] in ([], ["beams=1"], ["beams=2"], ["beams=3"])
        if len(words) < 2 or words[1] not in directions or not strong:
            raise MisreadError(
                quote_value(entry),
                f'{words[0]} with {one_of(directions)} and perhaps beams=2, as in "{words[0]} '
                f'{directions[-1]} beams=2"',
            )
    else:
        read_entry(f"A1 {entry}")
