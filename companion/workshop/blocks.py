"""Parts in a wiring diagram: a plate with its pins on both sides, and at each pin in use a flag that says wire and far end."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from companion.press.letters import centred, wide
from companion.press.marks import CAPITALS, LEFT, RIGHT, Circle, Fill, Mark, Plate, Point, Stroke, Words
from companion.press.paper import GREY, INK, PAPER
from companion.workshop.connections import Leg, Net
from companion.workshop.inks import BOARD, BOARD_EDGE, COPPER, COPPER_EDGE, PIECE, PRINT, UNUSED, WIRES
from companion.workshop.netlist import ENDS, gathered
from companion.workshop.sockets import Pin, Socket

STUB, FLAG, POINT = 4.0, 3.3, 1.6
"""Millimetres of wire before a flag, height of a flag, length of its point."""
LETTERS, SMALL = 2.7, 2.3
WIRE: Final = 0.7
"""How thick wires are that are drawn from end to end."""
SILENT: Final = frozenset({"ground", "low", "five"})
"""Kinds of wires that go to so many places that a flag names none."""

Nets = Mapping[Leg, Net]


class Block(NamedTuple):
    """A part: where its plate lies, its pins, its colours; `text` stands on it, `title` above it.

    `inset` is by how much the plate itself is smaller above and below than what its pins are spread over.
    """

    part: str
    title: str
    socket: Socket
    left: float
    top: float
    width: float
    height: float
    colour: str = BOARD
    edge: str = BOARD_EDGE
    text: str = ""
    inset: float = 0.0

    def places(self) -> Iterator[tuple[Pin, Point, int]]:
        """Every pin with its place, and -1 on the left side, 1 on the right; each side's pins are spread over the plate's height."""
        for side, pins, x in ((-1, self.socket.left, self.left), (1, self.socket.right, self.left + self.width)):
            for row, pin in enumerate(pins):
                yield pin, (x, self.top - (row + 0.5) * self.height / len(pins)), side

    def place(self, name: str) -> Point:
        """Where the first pin of a name is.

        Millimetres from the page's south-west corner. StopIteration where the part has no such pin.
        """
        return next(point for pin, point, _ in self.places() if pin.name == name)


def wired(nets: tuple[Net, ...]) -> Nets:
    """The wire of each leg.

    A leg that is in no net is a pin that is not used.
    """
    return {leg: net for net in nets for leg in net.legs}


def drawn(block: Block, nets: Nets, bare: frozenset[str] = frozenset(), hints: bool = True) -> Iterator[Mark]:
    """A part with its pins and flags; wires of `bare` kinds have no flags, since they are drawn as lines.

    Without `hints` flags do not say where their far end is.
    """
    yield Plate(block.left, block.top - block.height + block.inset, block.width, block.height - 2 * block.inset, 1.2, block.colour, block.edge, 0.35)
    if block.title:
        yield Words(block.title, block.left, block.top + 1.3, 3.1, INK, bold=True)
    print_ink = INK if block.colour == PIECE else PRINT
    if block.text:
        yield centred(block.text, block.left + block.width / 2, block.top - block.height / 2, LETTERS, print_ink)
    for pin, point, side in block.places():
        net = nets.get(Leg(block.part, pin.name))
        yield Circle(point, 0.85, COPPER, COPPER_EDGE, 0.2)
        yield from _pin_words(pin, point, side, print_ink if net else UNUSED)
        if net is not None and net.kind not in bare:
            yield from _flag(net, point, side, _hint(net, Leg(block.part, pin.name)) if hints else "")


def _pin_words(pin: Pin, point: Point, side: int, colour: str) -> Iterator[Mark]:
    """The pin's name on the plate, with its number where it has one."""
    if pin.name in ENDS:
        return
    x, y = point[0] - side * 1.6, point[1] - LETTERS * CAPITALS / 2
    align = RIGHT if side > 0 else LEFT
    yield Words(pin.name, x, y, LETTERS, colour, bold=True, align=align)
    if pin.number:
        yield Words(str(pin.number), x - side * (1.3 + wide(pin.name, LETTERS, bold=True)), y + 0.15, SMALL, colour, align=align)


def _hint(net: Net, leg: Leg) -> str:
    """The far end of a wire, as seen from one leg: the leg that drives it, or all others as seen from there."""
    if net.kind in SILENT:
        return ""
    far = gathered(net.legs[1:] if leg == net.legs[0] else net.legs[:1])
    # Longer words would run into the next part: one end is named, and the list beside the drawing has all.
    return far if len(far) <= 34 else f"{gathered(net.legs[1:2])} and {len(net.legs) - 2} more"


def _flag(net: Net, point: Point, side: int, hint: str) -> Iterator[Mark]:
    """A short wire, the flag with the wire's name, and its far end beside it."""
    colour, (x, y) = WIRES[net.kind], point
    start, long = x + side * STUB, wide(net.name, LETTERS, bold=True) + 1.6
    end, half = start + side * (POINT + long), FLAG / 2
    yield Stroke(((x + side * 0.85, y), (start, y)), colour, 0.6)
    yield Fill(((start, y), (start + side * POINT, y + half), (end, y + half), (end, y - half), (start + side * POINT, y - half)), colour)
    yield centred(net.name, (start + side * POINT + end) / 2 - side * 0.3, y, LETTERS, PAPER)
    if hint:
        yield Words(hint, end + side * 1.0, y - SMALL * CAPITALS / 2, SMALL, GREY, align=LEFT if side > 0 else RIGHT)


def line(net: Net, start: Point, end: Point) -> Mark:
    """A wire drawn from end to end, with corners half-way where both are not level."""
    half = (start[0] + end[0]) / 2
    points = (start, end) if abs(start[1] - end[1]) < 0.01 else (start, (half, start[1]), (half, end[1]), end)
    return Stroke(points, WIRES[net.kind], WIRE)
