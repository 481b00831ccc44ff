"""A board as a map for Tiled: the map and its tileset, as XML (.tmx, .tsx) and as JSON.

Reading one gives the board again.
"""

from __future__ import annotations

import json
from typing import Any, Final
from xml.etree.ElementTree import Element as Tag
from xml.etree.ElementTree import SubElement, indent, tostring

from companion.engine.board import Board
from companion.engine.element import GROUND_UP
from companion.formats.tiled.mapping import FLAG
from companion.formats.tiled.tiles import (
    SIDE,
    TURNS,
    OwnTile,
    layer_name,
    placement_of,
    tileset,
    usual_layers,
)
from companion.geometry import column_row
from companion.named_tuples import NamedTuple

VERSION: Final = "1.10"
"""Of the file format. Since this version the class of a tile is under `type` again, where all
earlier versions but one have it, too."""
MAP, TILES, PICTURES = "map", "tiles", "pictures"
FACTS: Final = ("name", "author", "licence", "edge")


class MapFiles(NamedTuple):
    """The files of a map."""

    files: dict[str, str]
    """Their texts by name."""
    tiles: tuple[OwnTile, ...]
    """The tiles whose pictures belong in the folder PICTURES."""


def map_files(board: Board, sizes: dict[str, tuple[int, int]]) -> MapFiles:
    """Return the map of a board.

    `sizes` are those of pictures larger than a square, in squares, by the tile's entry.
    """
    tiles = tileset(board)
    layers = _layers(board, {tile.entry: number for number, tile in enumerate(tiles, 1)})
    return MapFiles(
        {
            f"{MAP}.tmx": _map_xml(board, layers),
            f"{TILES}.tsx": _tileset_xml(tiles, sizes),
            f"{MAP}.json": _json(_map_table(board, layers)),
            f"{TILES}.json": _json(_tileset_table(tiles, sizes)),
        },
        tiles,
    )


def _layers(board: Board, numbers: dict[str, int]) -> dict[str, list[int]]:
    """Return the tiles of each layer by its name, from the ground up.

    If a square has several things for one layer, there are several of that layer.
    """
    found: dict[tuple[int, str, int], list[int]] = {}
    order = {name: place for place, name in enumerate(usual_layers())}
    empty = board.columns * board.rows
    for name, place in order.items():
        found[place, name, 1] = [0] * empty
    for element in board.elements:
        tile, quarters = placement_of(element)
        name, at = layer_name(element), _tile_index(board, element.square)
        # A mount without a side is on a layer of its own kind, next to those with one.
        rank = order.get(name, order.get(f"{name} N", len(GROUND_UP)))
        number = 1
        while found.setdefault((rank, name, number), [0] * empty)[at]:
            number += 1
        found[rank, name, number][at] = TURNS[quarters] << 28 | numbers[tile]
    layers = {
        name if number == 1 else f"{name} {number}": data
        for (_, name, number), data in sorted(found.items())
    }
    layers[f"{FLAG}s"] = [0] * empty
    for number, square in enumerate(board.suggested_flags, 1):
        layers[f"{FLAG}s"][_tile_index(board, square)] = numbers[f"{FLAG} {number}"]
    return layers


def _tile_index(board: Board, square: str) -> int:
    column, row = column_row(square)
    return (board.rows - 1 - row) * board.columns + column


def _picture(tile: OwnTile, sizes: dict[str, tuple[int, int]]) -> dict[str, Any]:
    across, up = sizes.get(tile.entry, (1, 1))
    return {"source": f"{PICTURES}/{tile.picture}.png", "width": across * SIDE, "height": up * SIDE}


def _largest(tiles: tuple[OwnTile, ...], sizes: dict[str, tuple[int, int]]) -> tuple[int, int]:
    every = [sizes.get(tile.entry, (1, 1)) for tile in tiles]
    return max(across for across, _ in every) * SIDE, max(up for _, up in every) * SIDE


# ---- XML -----------------------------------------------------------------------------------------


def _map_xml(board: Board, layers: dict[str, list[int]]) -> str:
    root = Tag(
        "map",
        version=VERSION,
        orientation="orthogonal",
        renderorder="right-down",
        width=str(board.columns),
        height=str(board.rows),
        tilewidth=str(SIDE),
        tileheight=str(SIDE),
        infinite="0",
        nextlayerid=str(len(layers) + 1),
        nextobjectid="1",
    )
    _put_properties(root, [(name, getattr(board, name)) for name in FACTS])
    SubElement(root, "tileset", firstgid="1", source=f"{TILES}.tsx")
    for number, (name, data) in enumerate(layers.items(), 1):
        layer = SubElement(
            root,
            "layer",
            id=str(number),
            name=name,
            width=str(board.columns),
            height=str(board.rows),
        )
        rows = [data[start : start + board.columns] for start in range(0, len(data), board.columns)]
        SubElement(layer, "data", encoding="csv").text = (
            "\n" + ",\n".join(",".join(map(str, row)) for row in rows) + "\n"
        )
    return _xml(root)


def _tileset_xml(tiles: tuple[OwnTile, ...], sizes: dict[str, tuple[int, int]]) -> str:
    across, up = _largest(tiles, sizes)
    root = Tag(
        "tileset",
        version=VERSION,
        name="clockwork-derby",
        tilewidth=str(across),
        tileheight=str(up),
        tilecount=str(len(tiles)),
        columns="0",
    )
    for number, tile in enumerate(tiles):
        one = SubElement(root, "tile", id=str(number), type=tile.word)
        _put_properties(one, list(tile.properties))
        SubElement(
            one, "image", {name: str(value) for name, value in _picture(tile, sizes).items()}
        )
    return _xml(root)


def _put_properties(tag: Tag, properties: list[tuple[str, str]]) -> None:
    if properties:
        group = SubElement(tag, "properties")
        for name, value in properties:
            SubElement(group, "property", name=name, value=value)


def _xml(root: Tag) -> str:
    indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


# ---- JSON ----------------------------------------------------------------------------------------


def _map_table(board: Board, layers: dict[str, list[int]]) -> dict[str, Any]:
    listed = [
        {
            "id": number,
            "name": name,
            "type": "tilelayer",
            "x": 0,
            "y": 0,
            "width": board.columns,
            "height": board.rows,
            "opacity": 1,
            "visible": True,
            "data": data,
        }
        for number, (name, data) in enumerate(layers.items(), 1)
    ]
    return {
        "type": "map",
        "version": VERSION,
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "width": board.columns,
        "height": board.rows,
        "tilewidth": SIDE,
        "tileheight": SIDE,
        "infinite": False,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": 1,
        "properties": _property_tables([(name, getattr(board, name)) for name in FACTS]),
        "tilesets": [{"firstgid": 1, "source": f"{TILES}.json"}],
        "layers": listed,
    }


def _tileset_table(tiles: tuple[OwnTile, ...], sizes: dict[str, tuple[int, int]]) -> dict[str, Any]:
    across, up = _largest(tiles, sizes)
    listed = []
    for number, tile in enumerate(tiles):
        picture = _picture(tile, sizes)
        listed.append(
            {
                "id": number,
                "type": tile.word,
                "properties": _property_tables(list(tile.properties)),
                "image": picture["source"],
                "imagewidth": picture["width"],
                "imageheight": picture["height"],
            }
        )
    return {
        "type": "tileset",
        "version": VERSION,
        "name": "clockwork-derby",
        "tilewidth": across,
        "tileheight": up,
        "tilecount": len(tiles),
        "columns": 0,
        "margin": 0,
        "spacing": 0,
        "tiles": listed,
    }


def _property_tables(properties: list[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "type": "string", "value": value} for name, value in properties]


def _json(table: dict[str, Any]) -> str:
    return json.dumps(table, ensure_ascii=False, indent=1) + "\n"
