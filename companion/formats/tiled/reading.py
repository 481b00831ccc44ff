"""A board from a Tiled map, and square by square what of the map our boards cannot say."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from companion.engine.board import PIT, WALL, Board, board_of
from companion.engine.element import Element
from companion.engine.survey import board_faults
from companion.errors import FormatFault, near_word
from companion.formats.board import Squares
from companion.formats.entries import read_entries
from companion.formats.misread import Misread, one_of, shown
from companion.formats.tiled.beams import lasers
from companion.formats.tiled.mapping import BEAM, EMITTER, FLAG, TiledMapping
from companion.formats.tiled.maps import Load, TiledMap, read_map, sentence_value
from companion.formats.tiled.meaning import Left, Meanings, Thing, called
from companion.formats.toml_text import LONGEST_NAME
from companion.geometry import Square, reading_order

FACTS: Final = ("name", "author", "licence")
"""What a map says about itself, by properties called like the keys of a board file."""
SOUTH: Final = "beyond the south side lies our parking row, which is a wall on every board"


class Imported(NamedTuple):
    """A board that was read from a map, and sentences about what was left out or is read in another way."""

    board: Board
    left: tuple[str, ...]


def read_tiled(
    text: str,
    source: str,
    load: Load,
    given: tuple[TiledMapping, ...] = (),
    shipped: tuple[TiledMapping, ...] = (),
) -> Imported:
    """The board that a map's text describes; FormatFault for whatever cannot be read, or has no place on any board.

    `given` are the mapping files of the person who asks, `shipped` ours. What tiles of our own classes say is read as strictly as a board file.
    """
    tiled = read_map(text, source, load)
    meanings = Meanings(source, given, shipped)
    return _Filling(tiled, meanings.of(tiled), meanings.left).imported()


class _Filling:
    """A board as a map fills it."""

    def __init__(self, tiled: TiledMap, things: list[Thing], left: list[Left]) -> None:
        self.tiled, self.things = tiled, things
        self.left = [*(Left(note) for note in tiled.notes), *left]
        self.squares = Squares(tiled.columns, tiled.rows)
        self.seen: set[str] = set()
        self.authors: dict[Element, Thing] = {}

    def imported(self) -> Imported:
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
        return Imported(board, told(self.left))

    def put(self, entry: str, thing: Thing) -> None:
        """Put what an entry says onto the board; the same thing on two layers is one thing."""
        if entry in self.seen:
            return
        self.seen.add(entry)
        try:
            for element in read_entries(entry):
                self.authors.setdefault(element, thing)
                self.squares.put(element)
        except Misread as wrong:
            if thing.own:
                raise self.fault(thing, wrong) from None
            self.left.append(
                Left(
                    f"{called(thing.placed)} is left out: {wrong.found}, where we need {wrong.expected}",
                    thing.square,
                )
            )

    def fault(self, thing: Thing, wrong: Misread) -> FormatFault:
        return FormatFault(
            self.tiled.source,
            thing.placed.line,
            f"{wrong.found} on {thing.square} in layer {thing.placed.layer!r}",
            wrong.expected,
            wrong.near,
        )

    def flags(self, things: Iterable[Thing]) -> tuple[Square, ...]:
        """The flags in order; of a gap in their numbers, a second flag of a number or a second one on a square people are told."""
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
                wrong = Misread(
                    f"flag {number}",
                    f"each number once and each flag on a square of its own: {other.square} has {other.entry}",
                )
                if thing.own:
                    raise self.fault(thing, wrong)
                self.left.append(
                    Left(
                        f"{called(thing.placed)} is left out: {other.square} has {other.entry} already",
                        thing.square,
                    )
                )
        for place, (number, thing) in enumerate(numbered.items(), 1):
            if place != number:
                self.left.append(
                    Left(
                        f"flag {number} is flag {place} of the board, since flags are counted without a gap",
                        thing.square,
                    )
                )
        return tuple(thing.square for thing in numbered.values())

    def check(self, board: Board) -> None:
        """A fault of the rules at the first thing that breaks one; nothing of it can be left out without breaking another."""
        for element, fault in board_faults(board):
            thing = self.authors.get(element)
            entry, where = (
                f'"{element.entry()}"',
                f"on {element.square}" + (f" in layer {thing.placed.layer!r}" if thing else ""),
            )
            raise FormatFault(
                self.tiled.source,
                thing.placed.line if thing else None,
                str(fault.found).replace(entry, f"{entry} {where}", 1),
                fault.expected,
            )

    # ---- What the map says about itself ----

    def edge(self) -> str:
        edge = self.tiled.properties.get("edge", PIT)
        if edge not in (PIT, WALL):
            raise FormatFault(
                self.tiled.source,
                None,
                f"property edge = {shown(edge)} of the map",
                one_of((PIT, WALL)),
                near_word(str(edge), (PIT, WALL)),
            )
        return str(edge)

    def fact(self, name: str) -> str:
        """A fact of the board; a map without a name is called like its file."""
        value = self.tiled.properties.get(name)
        if value is None:
            return (
                PurePosixPath(self.tiled.source.replace("\\", "/")).stem[:LONGEST_NAME]
                if name == "name"
                else ""
            )
        value = sentence_value(value)
        if len(value) > LONGEST_NAME or any(sign < " " or sign == "\x7f" for sign in value):
            raise FormatFault(
                self.tiled.source,
                None,
                f"property {name} = {shown(value)} of the map",
                f"one line of at most {LONGEST_NAME} signs, without control characters",
            )
        return value

    def note_properties(self) -> None:
        known = (*FACTS, "edge")
        for name in self.tiled.properties:
            if name not in known:
                near = near_word(name, known)
                self.left.append(
                    Left(
                        f"property {name!r} of the map says nothing on our boards and is left out"
                        + (f"; did you mean {near!r}?" if near else "")
                    )
                )
        if self.edge() == PIT and any(not thing.own for thing in self.things):
            self.left.append(Left(SOUTH))


def told(left: Iterable[Left]) -> tuple[str, ...]:
    """One line for each sentence, with all its squares before it."""
    squares: dict[str, list[Square]] = {}
    for one in left:
        squares.setdefault(one.sentence, []).extend([one.square] if one.square else [])
    return tuple(
        f"{', '.join(sorted(set(found), key=reading_order))}: {sentence}" if found else sentence
        for sentence, found in squares.items()
    )
