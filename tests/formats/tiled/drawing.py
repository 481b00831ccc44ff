"""Small maps as other people draw them: layers of tile numbers in JSON or XML."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.commands.race._tiled_maps import shipped_mappings
from companion.formats.tiled.mapping import TiledMapping
from companion.formats.tiled.reading import ImportedBoard, read_tiled

Tiles = list[list[int]]

E, S, W = 0xA << 28, 0xC << 28, 0x6 << 28
"""A tile turned by one, two or three quarters."""
FLIPPED = 0x8 << 28
"""A tile flipped from left to right."""


def json_map(
    *layers: Tiles, tiles: list[dict[str, Any]] | None = None, **more: Any
) -> dict[str, Any]:
    """Return a map with layers, the northernmost row first, and one tileset."""
    high, wide = len(layers[0]), len(layers[0][0])
    listed = [
        {
            "name": f"layer {number}",
            "type": "tilelayer",
            "width": wide,
            "height": high,
            "data": [tile for row in rows for tile in row],
        }
        for number, rows in enumerate(layers, 1)
    ]
    tileset = {"firstgid": 1, "name": "small", "tilecount": 136, "tiles": tiles or []}
    return {
        "type": "map",
        "orientation": "orthogonal",
        "infinite": False,
        "width": wide,
        "height": high,
        "tilewidth": 64,
        "tileheight": 64,
        "layers": listed,
        "tilesets": [tileset],
        **more,
    }


def tile(number: int, word: str, /, **properties: Any) -> dict[str, Any]:
    """Return a tile of a tileset with a class and properties."""
    return {
        "id": number,
        "type": word,
        "properties": [{"name": name, "value": value} for name, value in properties.items()],
    }


def xml_map(
    *layers: str,
    wide: int = 3,
    high: int = 3,
    tileset: str = '<tileset firstgid="1" name="sheet" tilecount="136"/>',
    more: str = "",
    inside: str = "",
) -> str:
    """Return a map with layers of CSV."""
    listed = "".join(
        (
            f'<layer id="{number}" name="layer {number}" width="{wide}" height="{high}">\n'
            f'<data encoding="csv">\n{rows}\n</data></layer>\n'
        )
        for number, rows in enumerate(layers, 1)
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.2" orientation="orthogonal" '
        f'width="{wide}" height="{high}" tilewidth="300" tileheight="300" '
        f'infinite="0" {more}>\n{tileset}\n{inside}{listed}</map>\n'
    )


def read(
    text: str | dict[str, Any], *given: TiledMapping, files: dict[str, str] | None = None
) -> ImportedBoard:
    """Return the board of a map by our mappings; `files` are those of tilesets beside it."""
    there = files or {}
    words = text if isinstance(text, str) else json.dumps(text)

    def load(path: str) -> tuple[str, str]:
        """Return one of the files."""
        return there[path], path

    return read_tiled(words, "small.map", load, given, shipped_mappings())


def entries(found: ImportedBoard) -> list[str]:
    """Return what is on a board."""
    return [element.entry() for element in found.board.elements]


CONTENT = Path(__file__).parents[3] / "companion" / "content" / "tiled"
"""The mapping files that we ship."""
