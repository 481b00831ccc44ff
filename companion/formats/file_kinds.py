"""Name the kind of a file, for people who gave a file of another kind.

Parsers do not need this: it is used after a parser has refused a file, so a readable file is never
questioned.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.errors import FormatError
from companion.formats.misread_error import quote_value
from companion.formats.toml_text import TomlText
from companion.named_tuples import NamedTuple


class FileKind(NamedTuple):
    """A kind of file."""

    words: str
    """The common name of such a file."""
    command: str = ""
    """The command line that takes one, with FILE for its name, empty for none."""


BOARD: Final = FileKind("a board file", "clockwork-derby board FILE")
SCENARIO: Final = FileKind("a scenario file", "clockwork-derby check FILE")
DECK: Final = FileKind("a deck file", "clockwork-derby decks check FILE")
TABLE: Final = FileKind("a table file", "clockwork-derby table check FILE")
PLAN: Final = FileKind("the plan of a card reader", "clockwork-derby hardware check --plan FILE")
MAPPING: Final = FileKind(
    "a mapping file", "clockwork-derby board import MAP --mapping FILE -o BOARD"
)
MAP: Final = FileKind("a map of Tiled", "clockwork-derby board import FILE -o BOARD")
TILESET: Final = FileKind("a tileset of Tiled")
GAME: Final = FileKind(
    "a game that `clockwork-derby games export` wrote", "clockwork-derby games import FILE"
)
JOURNAL: Final = FileKind("a database (SQLite), such as a journal or the races of a tournament")

_BEGINNINGS: Final[tuple[tuple[bytes, FileKind], ...]] = (
    (b"\x89PNG", FileKind("a picture (PNG)")),
    (b"\xff\xd8\xff", FileKind("a picture (JPEG)")),
    (b"GIF8", FileKind("a picture (GIF)")),
    (b"BM", FileKind("a picture (BMP)")),
    (b"%PDF-", FileKind("a document (PDF)")),
    (b"%!PS", FileKind("a document (PostScript)")),
    (b"{\\rtf", FileKind("a document (RTF)")),
    (
        b"PK\x03\x04",
        FileKind("an archive (ZIP), or a document or wheel made as one: unpack it first"),
    ),
    (b"\x1f\x8b", FileKind("a compressed file (gzip): unpack it first")),
    (b"BZh", FileKind("a compressed file (bzip2): unpack it first")),
    (b"\xfd7zXZ", FileKind("a compressed file (xz): unpack it first")),
    (b"\x28\xb5\x2f\xfd", FileKind("a compressed file (zstd): unpack it first")),
    (b"7z\xbc\xaf", FileKind("an archive (7z): unpack it first")),
    (b"SQLite format 3\0", JOURNAL),
    (b"\x7fELF", FileKind("a program")),
    (b"UF2\n", FileKind("a firmware image (UF2)")),
    (b"RIFF", FileKind("a sound or a picture (RIFF)")),
    (b"OggS", FileKind("a sound (Ogg)")),
    (b"ID3", FileKind("a sound (MP3)")),
    (b"\xff\xfe", FileKind("text saved as UTF-16")),
    (b"\xfe\xff", FileKind("text saved as UTF-16")),
)
"""The beginnings of files whose first bytes show their kind."""


def file_kind(content: str | bytes) -> FileKind | None:
    """Return the kind of a file with this content, None if it is unknown."""
    head = content[:64] if isinstance(content, bytes) else content[:64].encode("utf-8", "replace")
    found = next((kind for beginning, kind in _BEGINNINGS if head.startswith(beginning)), None)
    if found is not None:
        return found
    if isinstance(content, bytes):
        try:
            content = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            return None
    text = content.lstrip("\ufeff \t\r\n")
    if text.startswith("<"):
        root = _ROOT.match(text[:4000])
        if root is None:
            return None
        return _ROOTS.get(root[1].lower(), FileKind(f"XML that begins with <{root[1]}>"))
    # A TOML text may begin with a bracket, too.
    if text.startswith(("{", "[")) and (kind := _json_kind(text)) is not None:
        return kind
    try:
        data = TomlText(content, "").data
    except FormatError:
        data = {}
    toml = next((kind for fits, kind in _KEYS if fits(data)), None)
    if toml is not None:
        return toml
    rows = [row for row in text.split("\n")[:_ROWS] if row.strip()]
    commas = {row.rstrip("\r").count(",") for row in rows}
    if len(rows) > 1 and len(commas) == 1 and commas.pop():
        return FileKind("a table of values with commas between (CSV)")
    return None


def wrong_kind_message(content: str | bytes, source: str, expected: str) -> FormatError | None:
    """Return the fault of a file of another kind than `expected` names, or None.

    It gives the command that takes such a file. None means that the kind is right or unknown.
    """
    found = file_kind(content)
    if found is None or found.words in expected:
        return None
    if found.command:
        expected += f" (for {found.words} type: {found.command.replace('FILE', source)})"
    return FormatError(source, None, found.words, expected)


# ---- XML -----------------------------------------------------------------------------------------


_ROOTS: Final[Mapping[str, FileKind]] = {
    "map": MAP,
    "tileset": TILESET,
    "template": FileKind("an object template of Tiled"),
    "html": FileKind("a web page (HTML)"),
    "svg": FileKind("a picture (SVG)"),
}
_ROOT: Final = re.compile(
    r"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*<([A-Za-z_][\w.:-]{0,39})",
    re.DOTALL | re.IGNORECASE,
)


# ---- JSON ----------------------------------------------------------------------------------------


def _has(*names: str) -> Callable[[Mapping[str, Any]], bool]:
    return lambda table: all(name in table for name in names)


_TABLES: Final[tuple[tuple[Callable[[Mapping[str, Any]], bool], FileKind], ...]] = (
    (lambda table: table.get("type") == "map" or _has("layers", "tilesets")(table), MAP),
    (
        lambda table: (
            table.get("type") == "tileset"
            or _has("tilewidth", "tileheight", "image")(table)
            or _has("tilewidth", "tileheight", "tiles")(table)
        ),
        TILESET,
    ),
    (
        lambda table: table.get("type") == "world" and "maps" in table,
        FileKind("a world of Tiled, which joins several maps: give one of the maps"),
    ),
    (lambda table: table.get("type") == "template", FileKind("an object template of Tiled")),
    (_has("automappingRulesFile"), FileKind("a project of Tiled: give one of its maps")),
    (
        lambda table: "LDtk" in str(table.get("__header__")),
        FileKind("a project of the editor LDtk: export its level for Tiled there"),
    ),
    (_has("ogmoVersion"), FileKind("a level of the editor Ogmo")),
    (lambda table: table.get("format") == "clockwork-derby-game", GAME),
    (_has("people", "races", "next"), FileKind("the records of a table")),
    (
        lambda table: table.get("type") in ("FeatureCollection", "Feature"),
        FileKind("a map of the world (GeoJSON)"),
    ),
    (_has("nbformat", "cells"), FileKind("a notebook (Jupyter)")),
)
_FEW: Final = 4
"""The most keys of an unknown JSON object that are named."""


def json_kind(data: object) -> FileKind:
    """Return the kind of a JSON value; an unknown value is described by its keys."""
    if not isinstance(data, dict):
        return FileKind(
            "a JSON array" if isinstance(data, list) else f"JSON that is only {quote_value(data)}"
        )
    found = next((kind for fits, kind in _TABLES if fits(data)), None)
    if found is not None:
        return found
    if not data:
        return FileKind("an empty JSON object")
    more = f" and {len(data) - _FEW} more" if len(data) > _FEW else ""
    return FileKind(
        f"a JSON object with the keys {', '.join(quote_value(key) for key in [*data][:_FEW])}{more}"
    )


def _json_kind(text: str) -> FileKind | None:
    try:
        return json_kind(json.loads(text))
    except (ValueError, RecursionError):
        pass
    # An exported game is one JSON object a line.
    try:
        first = json_kind(json.loads(text.partition("\n")[0]))
    except (ValueError, RecursionError):
        return None
    return first if first == GAME else None


# ---- TOML and plain text -------------------------------------------------------------------------


_KEYS: Final[tuple[tuple[Callable[[Mapping[str, Any]], bool], FileKind], ...]] = (
    (
        lambda table: any(
            name in table for name in ("turn", "round", "expect", "clanks", "robots")
        ),
        SCENARIO,
    ),
    (lambda table: table.get("kind") == "gpio" or _has("slots", "seat")(table), TABLE),
    (_has("card", "code", "slots"), PLAN),
    (lambda table: isinstance(table.get("cards"), list), DECK),
    (lambda table: isinstance(table.get("cards"), dict), FileKind("a list of a game's card codes")),
    (
        lambda table: any(isinstance(table.get(name), list) for name in ("class", "tileset")),
        MAPPING,
    ),
    (lambda table: any(isinstance(table.get(name), str) for name in ("board", "grid")), BOARD),
    (_has("away", "beside", "on"), FileKind("the suggested flags of a board")),
    (_has("build-system"), FileKind("the description of a Python project")),
)


_ROWS: Final = 20
"""The first rows of a text that are compared."""
