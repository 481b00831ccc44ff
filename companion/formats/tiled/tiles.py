"""Our own tileset: a tile for every element, for its common variants, and for those of a board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from companion.engine.board import Board
from companion.engine.element import BARRIER, GROUND_UP, MOUNT, Element, kinds
from companion.formats.entries import codes_by_entry, read_entry
from companion.formats.misread_error import MisreadError
from companion.formats.tiled.mapping import FLAG
from companion.formats.tiled.meaning import ELSEWHERE, NUMBER, rest, turned_rest
from companion.geometry import HEADINGS, Heading
from companion.named_tuples import NamedTuple

SIDE: Final = 64
"""Pixels of a square."""
FLAGS: Final = 8
"""Flags that every tileset has."""
FEW: Final = 8
"""A key with no more choices than these has a tile for each."""
TURNS: Final = (0x0, 0xA, 0xC, 0x6)
"""Tiled's flags for clockwise quarters, in the highest four bits of a tile's number."""


class OwnTile(NamedTuple):
    """A tile of ours."""

    entry: str
    """Its entry without a square, facing north if possible."""
    word: str
    """Its class in Tiled."""
    properties: tuple[tuple[str, str], ...]
    """Its properties in Tiled."""
    picture: str
    """The name of its picture."""


class TilePlacement(NamedTuple):
    """The tile of an element on a square of a map, and the quarters by which it is turned."""

    entry: str
    quarters: Heading


def placement_of(element: Element) -> TilePlacement:
    """Return the tile of an element, and its turn.

    If turning a tile that faces north does not give the element, it has a tile of its own.
    """
    whole = rest(element)
    side = element.direction()
    # Tiled turns a picture of several squares around its middle, away from them.
    if not side or len(element.covers()) > 1:
        return TilePlacement(whole, 0)
    north = turned_rest(read_entry(f"{ELSEWHERE} {whole}"), 4 - side)
    again = turned_rest(read_entry(f"{ELSEWHERE} {north}"), side)
    return TilePlacement(north, side) if again == whole else TilePlacement(whole, 0)


def tileset(board: Board) -> tuple[OwnTile, ...]:
    """Return the tiles for a board, by their numbers.

    All kinds come first, by layer and word, then the board's own variants, then flags.
    """
    entries: dict[str, None] = {}
    for kind in sorted(kinds().values(), key=lambda kind: (GROUND_UP.index(kind.layer), kind.word)):
        for element in _usual(kind):
            entries.setdefault(placement_of(element).entry)
    for element in board.elements:
        entries.setdefault(placement_of(element).entry)
    tiles = []
    for entry in entries:
        element = read_entry(f"{ELSEWHERE} {entry}")
        properties = []
        side = element.direction()
        if side is not None:
            properties.append((element.sided, HEADINGS[side]))
        for key in element.keys:
            if text := key.write(getattr(element, key.attribute)):
                properties.append((key.name, text))
        tiles.append(OwnTile(entry, element.word, tuple(properties), picture_name(entry)))
    for number in range(1, max(FLAGS, len(board.suggested_flags)) + 1):
        name = f"{FLAG}-{number}"
        tiles.append(OwnTile(f"{FLAG} {number}", FLAG, ((NUMBER, str(number)),), name))
    return tuple(tiles)


def _usual(kind: type[Element]) -> Iterator[Element]:
    """Yield the common variants of a kind.

    These are its example, those with codes in drawings, and the example with one key changed to
    each of its few choices.
    """
    # An entry of one square if the example covers more.
    example = read_entry(
        " ".join(word for word in kind.example.split(" ") if not word.startswith("to="))
    )
    yield example
    for code_entry in codes_by_entry():
        if code_entry.split(" ")[0] == kind.word:
            yield read_entry(f"{ELSEWHERE} {code_entry}")
    words = rest(example).split(" ")
    for key in kind.keys:
        texts = key.choices if len(key.choices) <= FEW else ()
        for text in (*texts, *key.flags.values()):
            kept = [
                word
                for word in words
                if not word.startswith(f"{key.name}=") and word not in key.flags
            ]
            try:
                yield read_entry(" ".join([ELSEWHERE, *kept, f"{key.name}={text}"]))
            # Not every choice fits the other keys of the example.
            except MisreadError:
                continue


def picture_name(entry: str) -> str:
    """Return the name of a tile's picture: its entry without characters unfit for files.

    Equal names come of equal entries only.
    """
    return re.sub(r"[^a-zA-Z0-9_.=,-]", "-", entry).replace("=", "-").replace(",", "+")


def layer_name(element: Element) -> str:
    """Return the layer of a map for an element: barriers and mounts have one for each side."""
    side = element.direction()
    if element.layer in (BARRIER, MOUNT) and side is not None:
        return f"{element.layer}s {HEADINGS[side]}"
    return f"{element.layer}s"


def usual_layers() -> Iterable[str]:
    """Yield the layers that every map of ours has, from the ground up."""
    for layer in GROUND_UP:
        if layer in (BARRIER, MOUNT):
            yield from (f"{layer}s {heading}" for heading in HEADINGS)
        else:
            yield f"{layer}s"
