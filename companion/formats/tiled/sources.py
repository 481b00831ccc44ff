"""Read the texts of Tiled files, JSON or XML, into one form: that of Tiled's JSON.

A fault of the text is one FormatError with its line.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, TypeAlias
from xml.parsers import expat

from companion.errors import FormatError
from companion.formats.file_kinds import MAP, TILESET, file_kind, json_kind

Table: TypeAlias = dict[str, Any]

LARGEST: Final = 4_000_000
"""The most characters that a file may have."""
DEEPEST: Final = 40
"""The most levels of nested tags in a file."""
LINE: Final = "@line"
"""Under this key a table from XML has its line."""
SAVED: Final = "a map of Tiled, saved as .tmx, .tmj or .json"
"""The files that can be imported, for people who gave something else."""
_LAYERS: Final = {
    "layer": "tilelayer",
    "objectgroup": "objectgroup",
    "imagelayer": "imagelayer",
    "group": "group",
}
_SHAPES: Final = ("ellipse", "point", "polygon", "polyline", "text")
_NUMBER: Final = re.compile(r"-?[0-9]{1,15}\Z")
_FRACTION: Final = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,30})?(?:[eE][-+]?[0-9]{1,2})?\Z")
_WORDS: Final = (
    "name",
    "class",
    "type",
    "value",
    "source",
    "encoding",
    "compression",
    "orientation",
    "template",
    "version",
    "tiledversion",
    "draworder",
)
"""Attributes that are never read as numbers."""


def table_of(text: str, source: str) -> tuple[str, Table]:
    """Return the kind of a file, "map" or "tileset", and its content.

    Raises:
        FormatError: It is another file; the message names its kind.
    """
    if len(text) > LARGEST:
        raise FormatError(
            source,
            None,
            f"a file of {len(text)} characters",
            f"at most {LARGEST}, which is far more than a map of 40×40 squares needs",
        )
    if not text.strip():
        raise FormatError(source, None, "an empty file", SAVED)
    if text.lstrip().startswith("<"):
        return _from_xml(text, source)
    if text.lstrip().startswith(("{", "[")):
        return _from_json(text, source)
    kind = file_kind(text)
    raise FormatError(
        source, None, "text that is neither JSON nor XML" if kind is None else kind.words, SAVED
    )


def _from_json(text: str, source: str) -> tuple[str, Table]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as fault:
        raise FormatError(
            source,
            fault.lineno,
            f"damaged JSON ({fault.msg} at column {fault.colno})",
            f"{SAVED}: save it again there",
        ) from None
    except RecursionError:
        raise FormatError(
            source, None, "JSON that is nested too deep to read", f"{SAVED}: save it again there"
        ) from None
    # Python refuses to read whole numbers of thousands of digits.
    except ValueError:
        raise FormatError(
            source, None, "a number of thousands of digits", "numbers of a few digits"
        ) from None
    kind = json_kind(data)
    if kind in (MAP, TILESET) and isinstance(data, dict):
        return "map" if kind == MAP else "tileset", data
    raise FormatError(source, None, kind.words, SAVED)


# ---- XML -----------------------------------------------------------------------------------------


class _Tag:
    """One tag of an XML file, with its line."""

    def __init__(self, name: str, given: dict[str, str], line: int) -> None:
        self.name, self.given, self.line = name, given, line
        self.inside: list[_Tag] = []
        self.words: list[str] = []

    def of(self, *names: str) -> list[_Tag]:
        """Return the tags of these names in it."""
        return [tag for tag in self.inside if tag.name in names]


class _TagReader:
    """Reads the tags of a file.

    It refuses document types, and so entities and files that they name.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.parser = expat.ParserCreate()
        self.open: list[_Tag] = []
        self.root: _Tag | None = None
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._words
        self.parser.StartDoctypeDeclHandler = self._document_type
        self.parser.buffer_text = True

    def read(self, text: str) -> _Tag:
        try:
            # As text, so that the encoding named in the file no longer matters.
            self.parser.Parse(text.encode("utf-8", "replace"), True)
        except expat.ExpatError as fault:
            words = expat.errors.messages[fault.code]
            raise FormatError(
                self.source, fault.lineno, f"damaged XML ({words})", f"{SAVED}: save it again there"
            ) from None
        assert self.root is not None
        return self.root

    def _start(self, name: str, given: dict[str, str]) -> None:
        if len(self.open) >= DEEPEST:
            raise FormatError(
                self.source,
                self.parser.CurrentLineNumber,
                f"tags nested more than {DEEPEST} deep",
                SAVED,
            )
        tag = _Tag(name, given, self.parser.CurrentLineNumber)
        if self.open:
            self.open[-1].inside.append(tag)
        else:
            self.root = tag
        self.open.append(tag)

    def _end(self, name: str) -> None:
        self.open.pop()

    def _words(self, words: str) -> None:
        if self.open:
            self.open[-1].words.append(words)

    def _document_type(self, *what: object) -> None:
        raise FormatError(
            self.source,
            self.parser.CurrentLineNumber,
            "a document type (<!DOCTYPE …>)",
            "XML without one, as Tiled writes it: remove it",
        )


def _from_xml(text: str, source: str) -> tuple[str, Table]:
    # The file was read as UTF-8; another encoding in its first line would be wrong by now.
    text = re.sub(r"\A(\s*<\?xml[^>]*?)\s+encoding=[\"'][^\"']*[\"']", r"\1", text)
    root = _TagReader(source).read(text.lstrip())
    if root.name == "map":
        found = _with_properties(root)
        found["infinite"] = found.get("infinite") not in (None, 0)
        found["tilesets"] = [_tileset(one, source) for one in root.of("tileset")]
        found["layers"] = _layers(root, source)
        return "map", found
    if root.name == "tileset":
        return "tileset", _tileset(root, source)
    kind = file_kind(text)
    raise FormatError(
        source,
        root.line,
        f"XML that begins with <{root.name[:40]}>" if kind is None else kind.words,
        SAVED,
    )


def _attributes(tag: _Tag) -> Table:
    """Return the attributes of a tag, numbers as numbers."""
    found: Table = {LINE: tag.line}
    for name, value in tag.given.items():
        found[name] = value if name in _WORDS else _parsed_number(value)
    return found


def _parsed_number(value: str) -> str | int | float:
    if _NUMBER.match(value):
        return int(value)
    return float(value) if _FRACTION.match(value) else value


def _with_properties(tag: _Tag) -> Table:
    found = _attributes(tag)
    listed: list[Table] = []
    for one in (one for group in tag.of("properties") for one in group.of("property")):
        name, kind = one.given.get("name", ""), one.given.get("type", "string")
        # A text of several lines is inside the tag.
        value: Any = one.given.get("value", "".join(one.words))
        if kind == "bool" and value in ("true", "false"):
            value = value == "true"
        elif kind in ("int", "float"):
            value = _parsed_number(value)
        listed.append({"name": name, "type": kind, "value": value, LINE: one.line})
    if listed:
        found["properties"] = listed
    return found


def _layers(tag: _Tag, source: str) -> list[Table]:
    layers = []
    for one in tag.of(*_LAYERS):
        found = {**_with_properties(one), "type": _LAYERS[one.name]}
        found["visible"] = found.get("visible") != 0
        if one.name == "group":
            found["layers"] = _layers(one, source)
        elif one.name == "objectgroup":
            found["objects"] = [
                _with_properties(thing) | {shape: True for shape in _SHAPES if thing.of(shape)}
                for thing in one.of("object")
            ]
        elif one.name == "layer":
            _put_data(found, one, source)
        layers.append(found)
    return layers


def _put_data(found: Table, tag: _Tag, source: str) -> None:
    """Add the tiles of a layer: numbers with commas, a tag for each, or a packed text."""
    for data in tag.of("data")[:1]:
        for name in ("encoding", "compression"):
            if name in data.given:
                found[name] = data.given[name]
        if data.of("chunk"):
            found["chunks"] = True
        elif "encoding" not in data.given:
            found["data"] = [_attributes(tile).get("gid", 0) for tile in data.of("tile")]
        elif data.given["encoding"] == "csv":
            found["data"] = _numbers("".join(data.words), data, source)
        else:
            found["data"] = "".join(data.words)


def _numbers(words: str, tag: _Tag, source: str) -> list[int]:
    words = words.strip()
    # Some programs leave a comma at the end.
    parts = words.removesuffix(",").split(",") if words else []
    for place, part in enumerate(parts):
        if not re.fullmatch(r"\s*[0-9]{1,10}\s*", part):
            line = (
                tag.line
                + sum(one.count("\n") for one in parts[:place])
                + part[: len(part) - len(part.lstrip())].count("\n")
            )
            raise FormatError(
                source,
                line,
                f"{part.strip()[:20]!r} among the tiles of a layer",
                "numbers with commas between",
            )
    return [int(part) for part in parts]


def _tileset(tag: _Tag, source: str) -> Table:
    found = _with_properties(tag)
    found["tiles"] = [_with_properties(one) for one in tag.of("tile")]
    return found
