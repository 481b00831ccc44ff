"""The meaning of a tile or an object of a map on our boards.

It follows from its class and properties, which have the names of our elements and keys, or from a
mapping file.
"""

from __future__ import annotations

from typing import Final

from companion.engine.element import Element, kinds
from companion.errors import FormatError, near_word
from companion.formats.entries import read_entry
from companion.formats.misread_error import MisreadError, one_of, quote_value
from companion.formats.tiled.mapping import BEAM, EMITTER, FLAG, FREE, TiledMapping, TileMeaning
from companion.formats.tiled.maps import MapObject, TiledMap, sentence_value
from companion.geometry import HEADINGS, Heading, Square
from companion.named_tuples import NamedTuple
from companion.words import Text

ELSEWHERE: Final = "T20"
"""Elements are turned on this square, which has room on all its sides, regardless of their own
square."""
NUMBER: Final = "number"
"""The property with the number of a flag."""
HANDED: Final = {"cw", "ccw"}


class Thing(NamedTuple):
    """One entry of a square, without the square: an element, a flag, or a part of a drawn laser."""

    square: Square
    entry: str
    placed: MapObject
    own: bool
    """Whether the tile has a class of ours, so that a fault is its author's. Tiles of others may
    become something impossible by a mapping file."""
    beams: str = FREE


class Remarks(NamedTuple):
    """A sentence about something that the board cannot show as the map does."""

    sentence: str
    square: Square = ""
    """Empty if it is about no single square."""


class Meanings:
    """Finds the meaning of things on a map.

    The `given` mappings of the person come first, then our classes, then the `shipped` mappings.
    """

    def __init__(
        self, source: str, given: tuple[TiledMapping, ...], shipped: tuple[TiledMapping, ...]
    ) -> None:
        self.source, self.given, self.shipped = source, given, shipped
        self.left: list[Remarks] = []

    def of(self, tiled: TiledMap) -> list[Thing]:
        """Return everything on the map, from the ground up; `left` gets what our boards lack."""
        found: list[Thing] = []
        met: dict[tuple[int, Heading, bool, str], tuple[list[Thing], list[Remarks]]] = {}
        for placed in tiled.placed:
            if placed.tile is None or placed.properties is not placed.tile.properties:
                # An object, which has properties of its own.
                found += self._one(placed)
                continue
            # A tile is looked up once for all its squares of a layer.
            key = (id(placed.tile), placed.quarters, placed.mirrored, placed.layer)
            if key not in met:
                before = len(self.left)
                things = self._one(placed)
                met[key] = things, self.left[before:]
                found += things
            else:
                things, left = met[key]
                self.left += [one._replace(square=placed.square) for one in left]
                found += [thing._replace(square=placed.square, placed=placed) for thing in things]
        return found

    def _one(self, placed: MapObject) -> list[Thing]:
        for mapping in self.given:
            meant = mapping.meant(placed.tile, placed.word, placed.properties)
            if meant is not None:
                return self._mapped(placed, mapping, meant)
        is_ours = placed.word in kinds() or placed.word == FLAG
        if is_ours and placed.properties.keys() <= known_properties(placed.word):
            return self._own(placed)
        for mapping in self.shipped:
            meant = mapping.meant(placed.tile, placed.word, placed.properties)
            if meant is not None:
                return self._mapped(placed, mapping, meant)
        if is_ours:
            known = sorted(known_properties(placed.word))
            strange = next(name for name in placed.properties if name not in known)
            raise self._fault(
                placed,
                f"property {quote_value(strange)} of {placed.word}",
                f"the properties {one_of(known)}" if known else "no properties",
                near_word(strange, known),
            )
        return self.unknown(placed)

    # ---- Our own classes ----

    def _own(self, placed: MapObject) -> list[Thing]:
        if placed.word == FLAG:
            number = sentence_value(placed.properties.get(NUMBER, ""))
            if not (number.isascii() and number.isdigit()) or not 1 <= int(number[:9]) <= 1600:
                raise self._fault(
                    placed,
                    f"flag with number {quote_value(number)}",
                    "its number, from 1, as a property",
                )
            return [Thing(placed.square, f"{FLAG} {number}", placed, True)]
        kind = kinds()[placed.word]
        words = []
        if kind.sided and kind.sided in placed.properties:
            side = sentence_value(placed.properties[kind.sided])
            words += [side] if side else []
        elif kind.sided and not _side_may_be_missing(kind):
            # A missing side is north if the element must have one.
            words.append(HEADINGS[0])
        for key in kind.keys:
            value = sentence_value(placed.properties.get(key.name, ""))
            # An empty property was not filled in.
            words += [f"{key.name}={value}"] if value else []
        if any(" " in word for word in words):
            raise self._fault(
                placed,
                f"a blank in a property of {placed.word}",
                "a value without blanks, as in a board file",
            )
        corner = [f"to={placed.corner}"] if placed.corner and kind.spreads else []
        entry = self.turned(placed, " ".join([placed.word, *words]))
        return [Thing(placed.square, " ".join([entry, *corner]), placed, True)]

    # ---- Mapping files ----

    def _mapped(self, placed: MapObject, mapping: TiledMapping, meant: TileMeaning) -> list[Thing]:
        if meant.left:
            self._leave(placed, meant.left)
        elif placed.word:
            for name in sorted(placed.properties.keys() - mapping.properties(placed.word)):
                sentence = (
                    f"property {name!r} of {placed.word!r} in layer {placed.layer!r} has no "
                    f"meaning here and is left out"
                )
                self.left.append(Remarks(sentence, placed.square))
        return [
            Thing(placed.square, self.turned(placed, entry), placed, False, mapping.beams)
            for entry in meant.entries
        ]

    def _leave(self, placed: MapObject, why: str) -> None:
        self.left.append(Remarks(f"{thing_name(placed)} is left out: {why}", placed.square))

    def unknown(self, placed: MapObject) -> list[Thing]:
        """Return nothing for decoration; raise a fault for an unknown class or tileset.

        A tile without a class among others with classes is decoration.
        """
        if placed.word:
            words = {
                *kinds(),
                FLAG,
                *(word for mapping in (*self.given, *self.shipped) for word in mapping.words()),
            }
            expected = (
                "the word of an element as in a board file, flag, or a class of a mapping file "
                "(--mapping FILE)"
            )
            raise self._fault(
                placed, f"class {quote_value(placed.word)}", expected, near_word(placed.word, words)
            )
        tile = placed.tile
        if tile is not None and not tile.described:
            found = (
                f"tileset {tile.tileset!r}, whose {tile.total} tiles have no classes and of which "
                f"no mapping knows tile {tile.number}"
            )
            raise self._fault(
                placed,
                found,
                "classes like our elements, or a mapping file that says what its tiles are "
                "(--mapping FILE)",
            )
        self._leave(placed, "it has no class")
        return []

    # ---- Turning ----

    def turned(self, placed: MapObject, entry: str) -> str:
        """Return an entry after the turn of its tile."""
        words = entry.split(" ")
        if words[0] == FLAG:
            return entry
        if words[0] in (EMITTER, BEAM):
            way = words[1]
            if way in HEADINGS:
                way = HEADINGS[(HEADINGS.index(way) + placed.quarters) % 4]
            elif placed.quarters % 2:
                way = {"NS": "EW", "EW": "NS"}[way]
            return " ".join([words[0], way, *words[2:]])
        try:
            element = read_entry(f"{ELSEWHERE} {entry}")
        except MisreadError as wrong:
            raise self._fault(placed, wrong.found, wrong.expected, wrong.near) from None
        if placed.mirrored and not looks_mirrored(element):
            raise self._fault(
                placed,
                f"a flipped {element.word}",
                "one that is only turned: flip it back with X or Y in Tiled and turn it with Z",
            )
        return turned_rest(element, placed.quarters)

    def _fault(
        self, placed: MapObject, found: Text | str, expected: Text | str, near: str | None = None
    ) -> FormatError:
        return FormatError(
            self.source,
            placed.line,
            f"{found} on {placed.square} in layer {placed.layer!r}",
            expected,
            near,
        )


def thing_name(placed: MapObject) -> str:
    """Return the name of a tile or an object in a sentence."""
    if placed.word:
        what = f"{placed.word!r}"
    elif placed.tile:
        what = f"tile {placed.tile.number} of {placed.tile.tileset!r}"
    else:
        what = "an object"
    properties = ", ".join(
        f"{name} {sentence_value(value)}" for name, value in placed.properties.items()
    )
    return (
        f"{what}{f' ({properties})' if properties and placed.word else ''} in layer "
        f"{placed.layer!r}"
    )


def known_properties(word: str) -> frozenset[str]:
    """Return the properties that a class of ours may have.

    These are the keys of the element, and its side or heading.
    """
    if word == FLAG:
        return frozenset({NUMBER})
    kind = kinds()[word]
    return frozenset({key.name for key in kind.keys} | ({kind.sided} if kind.sided else set()))


def _side_may_be_missing(kind: type[Element]) -> bool:
    """Say whether an entry of this kind may do without its side."""
    # The keys that an entry must have are those of the example of its kind.
    names = {key.name for key in kind.keys if key.default is None}
    flags = {flag for key in kind.keys if key.default is None for flag in key.flags}
    keys = [
        word
        for word in kind.example.split(" ")[2:]
        if word.partition("=")[0] in names or word in flags
    ]
    try:
        element = read_entry(" ".join([ELSEWHERE, kind.word, *keys]))
    except MisreadError:
        return False
    return element.direction() is None


def rest(element: Element) -> str:
    """Return an element's entry without its square.

    Of a wall it is what a tile can express, which leaves out whether it stays when a room turns
    (C14).
    """
    return Element.entry(element).partition(" ")[2]


def turned_rest(element: Element, quarters: Heading) -> str:
    """Return the entry, without its square, of an element that is turned on its square."""
    return rest(element.placed(element.square, quarters)) if quarters else rest(element)


def looks_mirrored(element: Element) -> bool:
    """Say whether flipping an element is the same as turning it.

    It is if only its side or heading points anywhere.
    """
    if any({*key.flags, *key.choices} >= HANDED for key in element.keys):
        return False
    if not element.sided:
        return all(turned_rest(element, quarters) == rest(element) for quarters in range(4))
    side = element.direction()
    words = rest(element).split(" ")
    for quarters in range(1, 4):
        expected = (
            [words[0], HEADINGS[(side + quarters) % 4], *words[2:]] if side is not None else words
        )
        if turned_rest(element, quarters).split(" ") != expected:
            return False
    return True
