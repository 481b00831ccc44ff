"""Our own tileset: a tile for every element, more for what people choose most, and one for every other variant that a board has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from companion.engine.board import Board
from companion.engine.element import BARRIER, GROUND_UP, MOUNT, Element, kinds
from companion.formats.entries import codes_by_entry, read_entry
from companion.formats.misread import Misread
from companion.formats.tiled.mapping import FLAG
from companion.formats.tiled.meaning import ELSEWHERE, NUMBER, rest, turned_rest
from companion.geometry import HEADINGS, Heading
from companion.named_tuples import NamedTuple

SIDE: Final = 64
"""Pixels of a square."""
FLAGS: Final = 8
"""Flags that every tileset has."""
FEW: Final = 8
"""Of a key with no more choices each has a tile."""
TURNS: Final = (0x0, 0xA, 0xC, 0x6)
"""Tiled's flags for quarters with the clock, in the highest four bits of a tile's number."""


class OwnTile(NamedTuple):
    """A tile of ours: its entry without a square, facing north where it can; its class and properties in Tiled; its picture's name."""

    entry: str
    word: str
    properties: tuple[tuple[str, str], ...]
    picture: str


class Standing(NamedTuple):
    """How an element stands on a square of a map: which tile, turned by how many quarters."""

    entry: str
    quarters: Heading


def standing(element: Element) -> Standing:
    """The tile of an element, turned as it is. What cannot be had by turning a tile that faces north is a tile of its own."""
    whole = rest(element)
    side = getattr(element, element.sided, None) if element.sided else None
    # Tiled turns a picture of several squares about its middle, away from them.
    if not side or len(element.covers()) > 1:
        return Standing(whole, 0)
    north = turned_rest(read_entry(f"{ELSEWHERE} {whole}"), 4 - side)
    again = turned_rest(read_entry(f"{ELSEWHERE} {north}"), side)
    return Standing(north, side) if again == whole else Standing(whole, 0)


def tileset(board: Board) -> tuple[OwnTile, ...]:
    """The tiles for a board, by their numbers: everything that there is, by layer and word, then the board's own variants, then flags."""
    entries: dict[str, None] = {}
    for kind in sorted(kinds().values(), key=lambda kind: (GROUND_UP.index(kind.layer), kind.word)):
        for element in _usual(kind):
            entries.setdefault(standing(element).entry)
    for element in board.elements:
        entries.setdefault(standing(element).entry)
    flags = range(1, max(FLAGS, len(board.suggested_flags)) + 1)
    return (
        *map(_tile, entries),
        *(
            OwnTile(f"{FLAG} {number}", FLAG, ((NUMBER, str(number)),), f"{FLAG}-{number}")
            for number in flags
        ),
    )


def _usual(kind: type[Element]) -> Iterator[Element]:
    """What a kind is most of the time: its example, what the drawing has codes for, and one key changed to each of its few choices."""
    # An entry of one square, where the example goes on to another.
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
            # Not every choice goes with the others of the example.
            except Misread:
                continue


def _tile(entry: str) -> OwnTile:
    element = read_entry(f"{ELSEWHERE} {entry}")
    properties = []
    side = getattr(element, element.sided, None) if element.sided else None
    if side is not None:
        properties.append((element.sided, HEADINGS[side]))
    for key in element.keys:
        if text := key.write(getattr(element, key.attribute)):
            properties.append((key.name, text))
    return OwnTile(entry, element.word, tuple(properties), picture_name(entry))


def picture_name(entry: str) -> str:
    """The name of a tile's picture: its entry with what no file's name should have replaced; equal names come of equal entries only."""
    return re.sub(r"[^a-zA-Z0-9_.=,-]", "-", entry).replace("=", "-").replace(",", "+")


def layer_name(element: Element) -> str:
    """The layer of a map on which an element lies: barriers and mounts have one for each side."""
    side = getattr(element, element.sided, None) if element.sided else None
    return (
        f"{element.layer}s {HEADINGS[side]}"
        if element.layer in (BARRIER, MOUNT) and side is not None
        else f"{element.layer}s"
    )


def usual_layers() -> Iterable[str]:
    """The layers that every map of ours has, from the ground up."""
    for layer in GROUND_UP:
        if layer in (BARRIER, MOUNT):
            yield from (f"{layer}s {heading}" for heading in HEADINGS)
        else:
            yield f"{layer}s"
