"""A board from a Tiled map, with a list of what our boards cannot express, by square."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Final, TypeAlias

from companion.engine.board import PIT, WALL, Board, board_of
from companion.engine.element import Element
from companion.engine.survey import board_faults
from companion.errors import FormatError, near_word
from companion.formats.board import BoardBuilder
from companion.formats.entries import read_entries, read_entry
from companion.formats.misread_error import MisreadError, one_of, quote_value
from companion.formats.tiled.mapping import BEAM, DRAWN, EMITTER, FLAG, TiledMapping
from companion.formats.tiled.maps import Load, TiledMap, read_map, sentence_value
from companion.formats.tiled.meaning import Meanings, Remarks, Thing, thing_name
from companion.formats.toml_text import LONGEST_NAME
from companion.geometry import HEADINGS, Heading, Square, opposite, reading_order
from companion.named_tuples import NamedTuple

FACTS: Final = ("name", "author", "licence")
"""Facts about a map, in properties with the names of the keys of a board file."""
SOUTH: Final = "the parking row lies beyond the south side and is a wall on every board"


class ImportedBoard(NamedTuple):
    """A board that was read from a map."""

    board: Board
    left: tuple[str, ...]
    """Sentences about what was left out or is read in another way."""


def read_tiled(
    text: str,
    source: str,
    load: Load,
    given: tuple[TiledMapping, ...] = (),
    shipped: tuple[TiledMapping, ...] = (),
) -> ImportedBoard:
    """Return the board that the text of a map describes.

    Tiles of our own classes are read as strictly as a board file.

    Args:
        text: The content of the file.
        source: The name of the file in faults.
        load: Returns the files of tilesets.
        given: The mapping files of the person who imports.
        shipped: Our mapping files.

    Raises:
        FormatError: Something cannot be read, or has no place on any board.
    """
    tiled = read_map(text, source, load)
    meanings = Meanings(source, given, shipped)
    return _Filling(tiled, meanings.of(tiled), meanings.left).imported()


class _Filling:
    """A board while a map fills it."""

    def __init__(self, tiled: TiledMap, things: list[Thing], left: list[Remarks]) -> None:
        self.tiled, self.things = tiled, things
        self.left = [*(Remarks(note) for note in tiled.notes), *left]
        self.squares = BoardBuilder(tiled.columns, tiled.rows)
        self.seen: set[str] = set()
        self.authors: dict[Element, Thing] = {}

    def imported(self) -> ImportedBoard:
        beams = [
            thing for thing in self.things if thing.entry.startswith((f"{EMITTER} ", f"{BEAM} "))
        ]
        flags = [thing for thing in self.things if thing.entry.startswith(f"{FLAG} ")]
        for thing in self.things:
            if not thing.entry.startswith((f"{EMITTER} ", f"{BEAM} ", f"{FLAG} ")):
                self.put(f"{thing.square} {thing.entry}", thing)
        if beams:
            drawn = lasers(
                board_of(
                    self.tiled.columns, self.tiled.rows, self.squares.elements(), edge=self.edge()
                ),
                beams,
            )
            for entry, thing in drawn.entries:
                self.put(entry, thing)
            self.left += drawn.left
        name, author, licence = map(self.fact, FACTS)
        board = board_of(
            self.tiled.columns,
            self.tiled.rows,
            self.squares.elements(),
            edge=self.edge(),
            suggested_flags=self.flags(flags),
            name=name,
            author=author,
            licence=licence,
        )
        self.check(board)
        self.note_properties()
        return ImportedBoard(board, remark_lines(self.left))

    def put(self, entry: str, thing: Thing) -> None:
        """Put an entry onto the board; the same thing on two layers is one thing."""
        if entry in self.seen:
            return
        self.seen.add(entry)
        try:
            for element in read_entries(entry):
                self.authors.setdefault(element, thing)
                self.squares.put(element)
        except MisreadError as wrong:
            if thing.own:
                raise self.fault(thing, wrong) from None
            name = thing_name(thing.placed)
            words = f"{name} is left out: {wrong.found}, expected {wrong.expected}"
            self.left.append(Remarks(words, thing.square))

    def fault(self, thing: Thing, wrong: MisreadError) -> FormatError:
        return FormatError(
            self.tiled.source,
            thing.placed.line,
            f"{wrong.found} on {thing.square} in layer {thing.placed.layer!r}",
            wrong.expected,
            wrong.near,
        )

    def flags(self, things: Iterable[Thing]) -> tuple[Square, ...]:
        """Return the flags in order, and report gaps and double numbers or squares."""
        numbered: dict[int, Thing] = {}
        for thing in sorted(
            things, key=lambda one: (int(one.entry.split(" ")[1]), reading_order(one.square))
        ):
            number = int(thing.entry.split(" ")[1])
            other = numbered.get(number) or next(
                (one for one in numbered.values() if one.square == thing.square), None
            )
            if other is None:
                numbered[number] = thing
            elif other.square != thing.square or other.entry != thing.entry:
                wrong = MisreadError(
                    f"flag {number}",
                    f"each number once and each flag on a square of its own: {other.square} has "
                    f"{other.entry}",
                )
                if thing.own:
                    raise self.fault(thing, wrong)
                self.left.append(
                    Remarks(
                        f"{thing_name(thing.placed)} is left out: {other.square} has {other.entry} "
                        f"already",
                        thing.square,
                    )
                )
        for place, (number, thing) in enumerate(numbered.items(), 1):
            if place != number:
                self.left.append(
                    Remarks(
                        f"flag {number} is flag {place} of the board, since flags are counted "
                        f"without a gap",
                        thing.square,
                    )
                )
        return tuple(thing.square for thing in numbered.values())

    def check(self, board: Board) -> None:
        """Raise a fault for the first thing that breaks a rule.

        Nothing can be left out, since that may break another rule.
        """
        for element, fault in board_faults(board):
            thing = self.authors.get(element)
            entry, where = (
                f'"{element.entry()}"',
                f"on {element.square}" + (f" in layer {thing.placed.layer!r}" if thing else ""),
            )
            raise FormatError(
                self.tiled.source,
                thing.placed.line if thing else None,
                str(fault.found).replace(entry, f"{entry} {where}", 1),
                fault.expected,
            )

    # ---- What the map says about itself ----

    def edge(self) -> str:
        edge = self.tiled.properties.get("edge", PIT)
        if edge not in (PIT, WALL):
            raise FormatError(
                self.tiled.source,
                None,
                f"property edge = {quote_value(edge)} of the map",
                one_of((PIT, WALL)),
                near_word(str(edge), (PIT, WALL)),
            )
        return str(edge)

    def fact(self, name: str) -> str:
        """Return a fact of the board; a map without a name gets the name of its file."""
        value = self.tiled.properties.get(name)
        if value is None:
            if name == "name":
                return PurePosixPath(self.tiled.source.replace("\\", "/")).stem[:LONGEST_NAME]
            return ""
        value = sentence_value(value)
        if len(value) > LONGEST_NAME or any(sign < " " or sign == "\x7f" for sign in value):
            raise FormatError(
                self.tiled.source,
                None,
                f"property {name} = {quote_value(value)} of the map",
                f"one line of at most {LONGEST_NAME} characters, without control characters",
            )
        return value

    def note_properties(self) -> None:
        known = (*FACTS, "edge")
        for name in self.tiled.properties:
            if name not in known:
                near = near_word(name, known)
                self.left.append(
                    Remarks(
                        f"property {name!r} of the map has no meaning here and is left out"
                        + (f"; did you mean {near!r}?" if near else "")
                    )
                )
        if self.edge() == PIT and any(not thing.own for thing in self.things):
            self.left.append(Remarks(SOUTH))


def remark_lines(left: Iterable[Remarks]) -> tuple[str, ...]:
    """Return one line for each sentence, with all its squares before it."""
    squares: dict[str, list[Square]] = {}
    for one in left:
        squares.setdefault(one.sentence, []).extend([one.square] if one.square else [])
    return tuple(
        f"{', '.join(sorted(set(found), key=reading_order))}: {sentence}" if found else sentence
        for sentence, found in squares.items()
    )


_AXIS: Final = ("NS", "EW", "NS", "EW")


class Emitter(NamedTuple):
    square: Square
    side: Heading
    """The side of its square where it hangs."""
    beams: int
    thing: Thing
    """The thing that was drawn for it."""


class DrawnLasers(NamedTuple):
    """The result of emitters and beams."""

    entries: tuple[tuple[str, Thing], ...]
    """Entries with the things they come from."""
    left: tuple[Remarks, ...]
    """Remarks on the things that are left out."""


Beams: TypeAlias = dict[tuple[Square, str], Thing]
"""Drawn beams by square and way."""

Emitters: TypeAlias = dict[tuple[Square, Heading], Emitter]
"""Emitters by square and side."""


def lasers(board: Board, things: list[Thing]) -> DrawnLasers:
    """Return the lasers of a board whose walls are known.

    Two emitters that face each other over one drawn line are one laser, and the other mount is a
    wall. A beam that ends in the open has a range.
    """
    there: Emitters = {}
    beams: Beams = {}
    for thing in things:
        word, way, *strength = thing.entry.split(" ")
        if word == EMITTER:
            side, strong = HEADINGS.index(way), int(strength[0][-1]) if strength else 1
            there[thing.square, side] = Emitter(thing.square, side, strong, thing)
        else:
            beams.setdefault((thing.square, way), thing)
    emitters = sorted(there.values(), key=lambda one: (reading_order(one.square), one.side))
    lit: set[tuple[Square, str]] = set()
    entries: list[tuple[str, Thing]] = []
    gone: set[tuple[Square, Heading]] = set()
    # Every mount is a wall, and ends beams from the other side.
    board = board.changed(
        [
            *board.elements,
            *(read_entry(f"{one.square} wall {HEADINGS[one.side]}") for one in emitters),
        ]
    )
    for one in emitters:
        if (one.square, one.side) in gone:
            continue
        lane = _lane(board, one, there, beams)
        lit.update((square, mark) for square in lane for mark in _marks(one))
        other = _facing(one, lane, there, beams)
        if other is not None:
            gone.add((other.square, other.side))
            entries.append((f"{other.square} wall {HEADINGS[other.side]}", other.thing))
        entries.append((_entry(board, one, lane, beams), one.thing))
    dark = [thing for (square, mark), thing in beams.items() if (square, mark) not in lit]
    left = tuple(
        Remarks(f"{thing_name(thing.placed)} is left out: no emitter shines there", thing.square)
        for thing in dark
    )
    return DrawnLasers(tuple(entries), left)


def _marks(one: Emitter) -> tuple[str, ...]:
    """Return the words of the beams that may belong to an emitter.

    Some maps draw them with the emitter's direction, some against it, some as lines without one.
    """
    way = opposite(one.side)
    return _AXIS[way], HEADINGS[way], HEADINGS[one.side]


def _lane(board: Board, one: Emitter, there: Emitters, beams: Beams) -> list[Square]:
    """Return the emitter's own square and those of its drawn beam.

    They are without a gap and reach up to a wall at most.
    """
    way = opposite(one.side)
    lane = [one.square]
    while (beyond := board.lit_from(lane[-1], way)) is not None and any(
        (beyond, mark) in beams for mark in _marks(one)
    ):
        lane.append(beyond)
    # The square of an emitter at the other end may have no beam drawn on it.
    if beyond is not None and (beyond, way) in there and _shines_as_drawn(one, lane, beams):
        lane.append(beyond)
    return lane


def _shines_as_drawn(one: Emitter, lane: list[Square], beams: Beams) -> bool:
    return (
        one.thing.beams == DRAWN
        or len(lane) > 1
        or any((one.square, mark) in beams for mark in _marks(one))
    )


def _facing(one: Emitter, lane: list[Square], there: Emitters, beams: Beams) -> Emitter | None:
    """Return the emitter at the other end of a drawn beam, if it is as strong."""
    way = opposite(one.side)
    here, against = (
        any((square, HEADINGS[side]) in beams for square in lane) for side in (way, one.side)
    )
    # A beam that is drawn twice, once each way, is two.
    if (here and against) or not (len(lane) > 1 or _shines_as_drawn(one, lane, beams)):
        return None
    other = there.get((lane[-1], way))
    return other if other is not None and other.beams == one.beams else None


def _entry(board: Board, one: Emitter, lane: list[Square], beams: Beams) -> str:
    words = [one.square, "laser", HEADINGS[one.side]]
    if one.beams > 1:
        words.append(f"beams={one.beams}")
    if _shines_as_drawn(one, lane, beams) and len(lane) < len(
        board.beam(one.square, opposite(one.side))
    ):
        words.append(f"range={len(lane)}")
    return " ".join(words)
