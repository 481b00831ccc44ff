"""A board written for Tiled and read again is the same: shipped, of every kind, and random."""

from __future__ import annotations

import json
from functools import partial
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from companion.content import board_names, load_board
from companion.engine.board import Board, board_of
from companion.engine.element import Element, kinds
from companion.errors import FormatError
from companion.formats.board import parse_board
from companion.formats.entries import read_entries, read_entry
from companion.formats.tiled.reading import read_tiled
from companion.formats.tiled.tiles import picture_name, placement_of, tileset
from companion.formats.tiled.writing import map_files
from tests.formats.strategies import boards

FORMS = ("map.tmx", "map.json")


def back(board: Board, form: str) -> tuple[Board, tuple[str, ...]]:
    """Return a board after its way through Tiled's format, and what was left out."""
    files = map_files(board, {}).files
    found = read_tiled(files[form], form, lambda path: (files[path], path))
    return found.board, found.left


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", board_names())
def test_shipped_boards(name: str, form: str) -> None:
    """Lose nothing of shipped boards, without a remark."""
    assert back(load_board(name), form) == (load_board(name), ())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("word", sorted(kinds()))
def test_every_kind_in_every_direction(word: str, form: str) -> None:
    """Keep every kind in every direction; values for a whole board need no place in a map."""
    kind = kinds()[word]
    for element in (one for entry in turned(kind) for one in read_entries(entry)):
        files = map_files(board_of(9, 9, [element], name=""), {}).files
        try:
            found = read_tiled(
                files[form], form, partial(lambda files, path: (files[path], path), files)
            ).board
        except FormatError as fault:
            # A link without its partner is no board, and the fault names this very element.
            assert f'"{element.entry()}"' in str(fault)
            continue
        # A wall is noted in one place, wherever it was written.
        assert found.elements == (element,) or (
            word == "wall" and found.walls == board_of(9, 9, [element]).walls
        )


def turned(kind: type[Element]) -> list[str]:
    """Return a kind's example with each side that it may have."""
    words = kind.example.split(" ")
    if not kind.sided:
        return [kind.example]
    return [" ".join([words[0], words[1], side, *words[3:]]) for side in "NESW"]


@settings(max_examples=40)
@given(board=boards())
def test_random_boards(board: Board) -> None:
    """Keep random boards in both forms."""
    for form in FORMS:
        assert back(board, form) == (board, ())


def test_names_edges_and_many_flags() -> None:
    """Keep name, edge, special characters of XML, and many flags."""
    flags = tuple(f"{column}{row}" for column in "ABC" for row in (1, 2, 3))
    board = board_of(
        4,
        3,
        [],
        name='Tom & "Jerry" <1>',
        author="Ö. 机",
        licence="CC0",
        edge="wall",
        suggested_flags=flags,
    )
    for form in FORMS:
        assert back(board, form) == (board, ())


def test_the_tileset_has_every_element_and_its_tiles_read_back() -> None:
    """Have a tile and picture for each kind, none twice, with properties named like keys."""
    tiles = tileset(load_board("fountain-circus"))
    assert {tile.word for tile in tiles} == {*kinds(), "flag"}
    assert (
        len({tile.entry for tile in tiles}) == len({tile.picture for tile in tiles}) == len(tiles)
    )
    for tile in tiles:
        if tile.word != "flag":
            element = read_entry(f"T20 {tile.entry}")
            names = {key.name for key in element.keys} | {element.sided}
            assert {name for name, _ in tile.properties} <= names and placement_of(
                element
            ).quarters == 0


def test_pictures_have_names_that_every_disk_takes() -> None:
    """Give different entries different file names, valid on every disk."""
    assert (
        picture_name("laser N beams=2") == "laser-N-beams-2"
        and picture_name("door N registers=1,3") == "door-N-registers-1+3"
    )


def test_what_is_written_is_what_other_programs_read() -> None:
    """Write plain CSV, an orthogonal finite map, tilesets beside it, and full layers."""
    files = map_files(load_board("going-train"), {"room cw odd": (3, 3)}).files
    root = ElementTree.fromstring(files["map.tmx"])
    table = json.loads(files["map.json"])
    assert (
        root.get("orientation"),
        root.get("infinite"),
        table["orientation"],
        table["infinite"],
    ) == ("orthogonal", "0", "orthogonal", False)
    names = [layer.get("name") for layer in root.iter("layer")]
    assert names == [layer["name"] for layer in table["layers"]] and len(set(names)) == len(names)
    assert {"floors", "carriers", "devices", "areas", "mounts N", "barriers W", "flags"} <= set(
        names
    )
    assert all(len(layer["data"]) == table["width"] * table["height"] for layer in table["layers"])
    tiles = ElementTree.fromstring(files["tiles.tsx"])
    room = next(tile for tile in json.loads(files["tiles.json"])["tiles"] if tile["type"] == "room")
    assert len(tiles) == int(tiles.get("tilecount", "")) and (
        room["imagewidth"],
        room["imageheight"],
    ) == (192, 192)


def test_boards_are_files_like_any_other() -> None:
    """Read an edited map as another board, here without the tiles of a layer."""
    files = map_files(load_board("packing-hall"), {}).files
    table = json.loads(files["map.json"])
    for layer in table["layers"]:
        if layer["name"] == "carriers":
            layer["data"] = [0] * len(layer["data"])
    board = read_tiled(json.dumps(table), "map.json", lambda path: (files[path], path)).board
    assert (
        not board.having("belt")
        and parse_board.__name__
        and board.starts == load_board("packing-hall").starts
    )
