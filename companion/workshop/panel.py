"""What stands beside the drawing: the title, the list of wires to tick off, and notes."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from companion.press.letters import wrapped
from companion.press.marks import CAPITALS, Mark, Plate, Stroke, Words
from companion.press.paper import FAINT, GREY, INK, PAPER
from companion.workshop.connections import Net
from companion.workshop.inks import WIRES
from companion.workshop.netlist import gathered, leg_words

LINE, LETTERS, NAMES = 3.15, 2.6, 25.0
"""Millimetres from line to line, size of letters, room for the wires' names."""
WIDTH: Final = 128.0


def heading(title: str, under: str, left: float, top: float) -> Iterator[Mark]:
    """The title of a page, and a line under it."""
    yield Words(title, left, top - 8, 8.5, INK, bold=True)
    yield Words(under, left, top - 13.5, 3.2, GREY)


def panel(nets: Iterable[Net], notes: Iterable[str], left: float, top: float) -> Iterator[Mark]:
    """The list of wires with a box to tick each, the sensors' in short; then notes.

    It grows downward from `top`, in the order of the nets; whoever calls sees to it that there is room (millimetres).
    """
    yield Words("Wires, one after the other", left, top, 4.2, INK, bold=True)
    y = top - 2.5
    for colour, name, words in _rows(tuple(nets)):
        lines = wrapped(words, LETTERS, WIDTH - NAMES - 6)
        y -= LINE
        yield Plate(left, y - 0.1, 2.0, 2.0, 0.2, PAPER, GREY, 0.2)
        yield Plate(left + 3.2, y - 0.1, 2.0, 2.0, 0.4, colour)
        yield Words(name, left + 6.2, y, LETTERS, INK, bold=True)
        for number, each in enumerate(lines):
            y -= LINE if number else 0
            yield Words(each, left + 6 + NAMES, y, LETTERS, INK)
        yield Stroke(((left, y - 0.75), (left + WIDTH, y - 0.75)), FAINT, 0.1)
    yield from _notes(notes, left, y - 9)


def _rows(nets: tuple[Net, ...]) -> Iterator[tuple[str, str, str]]:
    """Colour, name and words of each line: a wire with all of its ends, or the eight wires of a sensor array."""
    arrays: dict[str, list[Net]] = {}
    for net in nets:
        # Forty or eighty lines that differ in a number each would hide the others: eight wires of an array are told as one.
        if net.kind.startswith("cell"):
            arrays.setdefault(net.legs[0].part, []).append(net)
        else:
            yield WIRES[net.kind], net.name, f"{leg_words(net.legs[0])}  –  {gathered(net.legs[1:])}"
    for array, each in arrays.items():
        (first, far), (last, end) = each[0].legs, each[-1].legs
        yield WIRES["cell8"], array.removeprefix("reader "), f"{first.name} … {last.name}  –  {far.part} {far.name} … {end.name}, in order"


def _notes(notes: Iterable[str], left: float, top: float) -> Iterator[Mark]:
    yield Words("Take care", left, top, 4.2, INK, bold=True)
    y = top - 2
    for note in notes:
        for number, each in enumerate(wrapped(note, 2.9, WIDTH - 4)):
            y -= 3.9 if not number else 3.5
            if not number:
                yield Plate(left, y + 2.9 * CAPITALS / 2 - 0.5, 1.0, 1.0, 0.5, INK)
            yield Words(each, left + 3, y, 2.9, INK)
