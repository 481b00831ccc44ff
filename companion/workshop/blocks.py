"""Parts of wiring diagrams: colours of wires, parts with pins and flags, and the list of wires.

A part is a plate with its pins on both sides; a flag at each used pin names wire and far end. Every
wire also has its name, so nobody needs to tell colours apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.named_tuples import NamedTuple
from companion.press.letters import draw_centred, text_width, wrap_text
from companion.press.marks import (
    CAPITALS,
    LEFT,
    RIGHT,
    Circle,
    Fill,
    Mark,
    Point,
    Rectangle,
    Stroke,
    TextLine,
)
from companion.press.paper import FAINT, GREY, INK, PAPER
from companion.workshop.connections import ENDS, Leg, Net, gathered, leg_words
from companion.workshop.sockets import Socket, SocketPin

COPPER, COPPER_EDGE, BOARD, BOARD_EDGE, CHIP, CHIP_EDGE = (
    "#e0b24a",
    "#7a5a17",
    "#1f6b4f",
    "#123f2f",
    "#3c3c40",
    "#1b1b1d",
)
PIECE, PIECE_EDGE, PRINT, UNUSED = "#efe3c6", "#8b7a50", "#ffffff", "#9db8ac"
"""Pads, circuit boards, chips, loose parts, and print on boards: used and unused pins."""

CELLS: Final = (
    "#7a4a21",
    "#c8321f",
    "#e07b12",
    "#c9a400",
    "#2f8f3c",
    "#2163b8",
    "#7b3fa0",
    "#7d7d7d",
)
"""Brown to grey, in the order of the resistor colour code."""

WIRES: Final[Mapping[str, str]] = {
    "ground": "#111111",
    "low": "#d8531c",
    "five": "#c01722",
    "lamps": "#b0237f",
    "switch": "#6a3fa8",
    "bus": "#0f7f8a",
    "address0": "#0b3f8a",
    "address1": "#1657b5",
    "address2": "#2a74d6",
    "address3": "#3f8bec",
    **{
        f"light{slot}": colour
        for slot, colour in enumerate(("#8f6500", "#9d7000", "#ab7b00", "#b88600", "#c49000"), 1)
    },
    "sumA": "#1d7a3a",
    "sumB": "#2b8f48",
    "sumC": "#3aa356",
    **{f"cell{cell}": colour for cell, colour in enumerate(CELLS, 1)},
}


STUB, FLAG, POINT = 4.0, 3.3, 1.6
"""Millimetres of wire before a flag, height of a flag, length of its point."""
LETTERS, SMALL = 2.7, 2.3
WIRE: Final = 0.7
"""The thickness of wires drawn from end to end."""
SILENT: Final = frozenset({"ground", "low", "five"})
"""Kinds of wires with too many ends for a flag to name one."""
LINE, LIST_LETTERS, NAMES = 3.15, 2.6, 25.0
"""Line spacing, size of letters and width of the wires' names, in millimetres."""
PANEL_WIDTH: Final = 128.0

Nets = Mapping[Leg, Net]


class DrawnPart(NamedTuple):
    """A part: its plate, pins and colours."""

    part: str
    title: str
    """Printed above the plate."""
    socket: Socket
    left: float
    top: float
    width: float
    height: float
    colour: str = BOARD
    edge: str = BOARD_EDGE
    text: str = ""
    """Printed on the plate."""
    inset: float = 0.0
    """By how much the plate is smaller, above and below, than the range of its pins."""

    def places(self) -> Iterator[tuple[SocketPin, Point, int]]:
        """Yield every pin with its place and its side: -1 left, 1 right.

        Each side's pins are spread over the plate's height.
        """
        for side, pins, x in (
            (-1, self.socket.left, self.left),
            (1, self.socket.right, self.left + self.width),
        ):
            for row, pin in enumerate(pins):
                yield pin, (x, self.top - (row + 0.5) * self.height / len(pins)), side

    def place(self, name: str) -> Point:
        """Return the place of the first pin with a name.

        Millimetres from the page's south-west corner. Raises StopIteration if the part has no such
        pin.
        """
        return next(point for pin, point, _ in self.places() if pin.name == name)


def wired(nets: tuple[Net, ...]) -> Nets:
    """Return the wire of each leg; unused pins have none."""
    return {leg: net for net in nets for leg in net.legs}


def drawn(
    block: DrawnPart, nets: Nets, bare: frozenset[str] = frozenset(), hints: bool = True
) -> Iterator[Mark]:
    """Draw a part with its pins and flags; wires of `bare` kinds are drawn as lines, without flags.

    Without `hints` flags do not name their far end.
    """
    low, height = block.top - block.height + block.inset, block.height - 2 * block.inset
    yield Rectangle(block.left, low, block.width, height, 1.2, block.colour, block.edge, 0.35)
    if block.title:
        yield TextLine(block.title, block.left, block.top + 1.3, 3.1, INK, bold=True)
    print_ink = INK if block.colour == PIECE else PRINT
    if block.text:
        yield draw_centred(
            block.text,
            block.left + block.width / 2,
            block.top - block.height / 2,
            LETTERS,
            print_ink,
        )
    for pin, point, side in block.places():
        net = nets.get(Leg(block.part, pin.name))
        yield Circle(point, 0.85, COPPER, COPPER_EDGE, 0.2)
        yield from _pin_words(pin, point, side, print_ink if net else UNUSED)
        if net is not None and net.kind not in bare:
            yield from _flag(
                net, point, side, _hint(net, Leg(block.part, pin.name)) if hints else ""
            )


def _pin_words(pin: SocketPin, point: Point, side: int, colour: str) -> Iterator[Mark]:
    """Draw the pin's name on the plate, with its number if it has one."""
    if pin.name in ENDS:
        return
    x, y = point[0] - side * 1.6, point[1] - LETTERS * CAPITALS / 2
    align = RIGHT if side > 0 else LEFT
    yield TextLine(pin.name, x, y, LETTERS, colour, bold=True, align=align)
    if pin.number:
        yield TextLine(
            str(pin.number),
            x - side * (1.3 + text_width(pin.name, LETTERS, bold=True)),
            y + 0.15,
            SMALL,
            colour,
            align=align,
        )


def _hint(net: Net, leg: Leg) -> str:
    """Name the far end of a wire from one leg: the driving leg, or all others from that one."""
    if net.kind in SILENT:
        return ""
    far = gathered(net.legs[1:] if leg == net.legs[0] else net.legs[:1])
    # Longer words would run into the next part: name one end; the list has all.
    return far if len(far) <= 34 else f"{gathered(net.legs[1:2])} and {len(net.legs) - 2} more"


def _flag(net: Net, point: Point, side: int, hint: str) -> Iterator[Mark]:
    """Draw a short wire, the flag with the wire's name, and its far end beside it."""
    colour, (x, y) = WIRES[net.kind], point
    start, long = x + side * STUB, text_width(net.name, LETTERS, bold=True) + 1.6
    end, half = start + side * (POINT + long), FLAG / 2
    yield Stroke(((x + side * 0.85, y), (start, y)), colour, 0.6)
    yield Fill(
        (
            (start, y),
            (start + side * POINT, y + half),
            (end, y + half),
            (end, y - half),
            (start + side * POINT, y - half),
        ),
        colour,
    )
    yield draw_centred(net.name, (start + side * POINT + end) / 2 - side * 0.3, y, LETTERS, PAPER)
    if hint:
        yield TextLine(
            hint,
            end + side * 1.0,
            y - SMALL * CAPITALS / 2,
            SMALL,
            GREY,
            align=LEFT if side > 0 else RIGHT,
        )


def line(net: Net, start: Point, end: Point) -> Mark:
    """Draw a wire from end to end, with corners half-way unless both are level."""
    half = (start[0] + end[0]) / 2
    points = (
        (start, end)
        if abs(start[1] - end[1]) < 0.01
        else (start, (half, start[1]), (half, end[1]), end)
    )
    return Stroke(points, WIRES[net.kind], WIRE)


# ---- Beside the drawing --------------------------------------------------------------------------


def page_heading(title: str, under: str, left: float, top: float) -> Iterator[Mark]:
    """Draw the title of a page, and a line under it."""
    yield TextLine(title, left, top - 8, 8.5, INK, bold=True)
    yield TextLine(under, left, top - 13.5, 3.2, GREY)


def panel(nets: Iterable[Net], notes: Iterable[str], left: float, top: float) -> Iterator[Mark]:
    """Draw the list of wires with a box to tick for each, the sensors' in short; then notes.

    It grows downwards from `top` (millimetres), in the order of the nets; the caller ensures that
    there is room.
    """
    yield TextLine("Wires, one after the other", left, top, 4.2, INK, bold=True)
    y = top - 2.5
    for colour, name, words in _rows(tuple(nets)):
        lines = wrap_text(words, LIST_LETTERS, PANEL_WIDTH - NAMES - 6)
        y -= LINE
        yield Rectangle(left, y - 0.1, 2.0, 2.0, 0.2, PAPER, GREY, 0.2)
        yield Rectangle(left + 3.2, y - 0.1, 2.0, 2.0, 0.4, colour)
        yield TextLine(name, left + 6.2, y, LIST_LETTERS, INK, bold=True)
        for number, each in enumerate(lines):
            y -= LINE if number else 0
            yield TextLine(each, left + 6 + NAMES, y, LIST_LETTERS, INK)
        yield Stroke(((left, y - 0.75), (left + PANEL_WIDTH, y - 0.75)), FAINT, 0.1)
    yield from _notes(notes, left, y - 9)


def _rows(nets: tuple[Net, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield colour, name and words of each line: a wire with all ends, or the wires of an array."""
    arrays: dict[str, list[Net]] = {}
    for net in nets:
        # Eighty lines that differ in a number would hide the others: the eight wires of an array
        # are one line.
        if net.kind.startswith("cell"):
            arrays.setdefault(net.legs[0].part, []).append(net)
        else:
            yield (
                WIRES[net.kind],
                net.name,
                f"{leg_words(net.legs[0])}  –  {gathered(net.legs[1:])}",
            )
    for array, each in arrays.items():
        (first, far), (last, end) = each[0].legs, each[-1].legs
        yield (
            WIRES["cell8"],
            array.removeprefix("reader "),
            f"{first.name} … {last.name}  –  {far.part} {far.name} … {end.name}, in order",
        )


def _notes(notes: Iterable[str], left: float, top: float) -> Iterator[Mark]:
    yield TextLine("Take care", left, top, 4.2, INK, bold=True)
    y = top - 2
    for note in notes:
        for number, each in enumerate(wrap_text(note, 2.9, PANEL_WIDTH - 4)):
            y -= 3.9 if not number else 3.5
            if not number:
                yield Rectangle(left, y + 2.9 * CAPITALS / 2 - 0.5, 1.0, 1.0, 0.5, INK)
            yield TextLine(each, left + 3, y, 2.9, INK)
