"""Lasers from drawn beams: emitters on sides, beams on squares, and how far each laser shines."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from companion.engine.board import Board
from companion.formats.entries import read_entry
from companion.formats.tiled.mapping import DRAWN, EMITTER
from companion.formats.tiled.meaning import Left, Thing, called
from companion.geometry import HEADINGS, Heading, Square, opposite, reading_order

_AXIS: Final = ("NS", "EW", "NS", "EW")


class Emitter(NamedTuple):
    """Something that fires: where it hangs, how many beams, and what it was drawn as."""

    square: Square
    side: Heading
    beams: int
    thing: Thing


class Drawn(NamedTuple):
    """What comes of emitters and beams: entries with the things they come from, and sentences about what is left out."""

    entries: tuple[tuple[str, Thing], ...]
    left: tuple[Left, ...]


Beams: TypeAlias = dict[tuple[Square, str], Thing]
"""Drawn beams by square and way."""

Emitters: TypeAlias = dict[tuple[Square, Heading], Emitter]
"""Emitters by square and side."""


def lasers(board: Board, things: list[Thing]) -> Drawn:
    """The lasers of a board whose walls stand already.

    Two emitters that face each other over one drawn line are one laser, and the other mount is a wall. A beam that ends in the open has a range.
    """
    emitters = sorted(
        {
            _emitter(thing)[:2]: _emitter(thing)
            for thing in things
            if thing.entry.startswith(EMITTER)
        }.values(),
        key=_order,
    )
    beams: Beams = {}
    for thing in things:
        if not thing.entry.startswith(EMITTER):
            beams.setdefault((thing.square, thing.entry.split(" ")[1]), thing)
    lit: set[tuple[Square, str]] = set()
    entries: list[tuple[str, Thing]] = []
    gone: set[tuple[Square, Heading]] = set()
    there = {(one.square, one.side): one for one in emitters}
    # Every mount is a wall, and ends what comes from the other side.
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
        Left(f"{called(thing.placed)} is left out: no emitter shines there", thing.square)
        for thing in dark
    )
    return Drawn(tuple(entries), left)


def _order(emitter: Emitter) -> tuple[tuple[int, int], Heading]:
    return reading_order(emitter.square), emitter.side


def _emitter(thing: Thing) -> Emitter:
    words = thing.entry.split(" ")
    return Emitter(
        thing.square, HEADINGS.index(words[1]), int(words[2][-1]) if len(words) > 2 else 1, thing
    )


def _marks(one: Emitter) -> tuple[str, ...]:
    """The words of the beams that may belong to an emitter: some maps draw them with the emitter's way, some against it, some as lines without one."""
    way = opposite(one.side)
    return _AXIS[way], HEADINGS[way], HEADINGS[one.side]


def _lane(board: Board, one: Emitter, there: Emitters, beams: Beams) -> list[Square]:
    """The emitter's own square and those on which its beam is drawn, without a gap and up to a wall."""
    way = opposite(one.side)
    lane = [one.square]
    while (beyond := board.lit_from(lane[-1], way)) is not None and any(
        (beyond, mark) in beams for mark in _marks(one)
    ):
        lane.append(beyond)
    # The square of an emitter at the other end may be drawn without a beam on it.
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
    """The emitter at the other end of a drawn beam, where it is as strong."""
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
