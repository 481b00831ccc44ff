"""The wiring diagrams as SVG: one for each way of wiring, drawn from its connections.

Left the desk with board, chips and loose parts, then a comb of sensors for each reader, right the list of wires to tick off. Only the
sensors' wires are drawn as lines; all others are flags that name their far end. Lengths in millimetres, heights from below.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.formats.reader_values import ReaderPlan
from companion.press.marks import Mark, Page, Plate
from companion.press.paper import PAPER
from companion.press.svg import svg
from companion.workshop.blocks import Nets, wired
from companion.workshop.cells_drawn import row_of_cells
from companion.workshop.connections import HUB, ONE, PICO, READERS, TWO, connections
from companion.workshop.hub_drawn import hub_page
from companion.workshop.netlist import TITLES
from companion.workshop.panel import WIDTH, heading, panel
from companion.workshop.parts_drawn import COMB_WIDTH, chip_marks, comb, converter, header, pico, pieces, shifter, strip
from companion.workshop.settings import MADE

HEIGHT: Final = 297.0
MARGIN, TOP = 10.0, 262.0
"""Of the page, and how high the first parts lie."""
DESK: Final = {PICO: 156.0, TWO: 206.0, ONE: 206.0}
"""How wide the part of the page is where the board and everything but the sensors lies."""

NOTES: Final = (
    "No reader has been built after this drawing yet. Check every wire before power, and measure what is marked M in hardware/power.md.",
    "Every sensor array and every multiplexer runs at 3.3 V. No pin of the board may see 5 V.",
    "OUT1 is the sensor of cell 1, on the left as the player sees the card. Where the array's numbers run the other way, turn all eight wires round.",
    "An array with two control pins (ODD and EVEN) has both on its light line, which must be low for a millisecond until it is dark.",
    "The resistors to ground keep the arrays dark while no programme runs; all arrays at once are more than the 3.3 V pin can give.",
    "100 nF from supply to ground, close beside each chip in a socket. Multiplexer boards differ: the names printed on them count, not the order.",
    "All pins called GND are one and the same; take whichever is near.",
)


def diagram(plan: ReaderPlan, way: str) -> bytes:
    """The SVG of one way of wiring; PressFault where the fonts are missing."""
    page = diagram_page(plan, way)
    # The XML declaration must be the first line of all.
    first, rest = svg(page, TITLES[way]).split(b"\n", 1)
    return b"\n".join((first, f"<!-- {MADE} -->".encode(), rest))


def diagram_page(plan: ReaderPlan, way: str) -> Page:
    """The page of one way of wiring.

    PressFault where the fonts are missing, by which words are measured; KeyError for a way that there is not.
    """
    if way == HUB:
        return hub_page(plan)
    nets = connections(plan, way)
    right = MARGIN + DESK[way] + len(READERS[way]) * COMB_WIDTH
    width = right + WIDTH + MARGIN
    return Page(width, HEIGHT, (
        Plate(0, 0, width, HEIGHT, 0, PAPER),
        *heading(TITLES[way], _under(way), MARGIN, HEIGHT - 6),
        *_desk(plan, way, wired(nets)),
        *(mark for place, reader in enumerate(READERS[way]) for mark in comb(wired(nets), reader, MARGIN + DESK[way] + place * COMB_WIDTH, TOP)),
        *panel(nets, NOTES, right, HEIGHT - 16),
        *row_of_cells(plan, right, 12),
    ))


def _under(way: str) -> str:
    board = "Pico" if way == PICO else "Raspberry Pi"
    return f"A flag says the name of the wire and where its far end is; flags of one name are joined. {board} and chips are seen from above."


def _desk(plan: ReaderPlan, way: str, nets: Nets) -> Iterator[Mark]:
    """The board, the chips and the loose parts."""
    if way == PICO:
        yield from chip_marks(pico(MARGIN + 54, TOP), nets)
        yield from chip_marks(shifter(MARGIN + 54, 134), nets)
        yield from strip(plan, nets, 1, MARGIN + 36, 88)
        yield from pieces(_pieces(way), nets, MARGIN, 57)
        return
    yield from chip_marks(header(MARGIN + 74, TOP), nets)
    if way == TWO:
        yield from chip_marks(converter(MARGIN + 38, 138), nets)
        yield from chip_marks(shifter(MARGIN + 130, 138), nets)
        yield from strip(plan, nets, 2, MARGIN + 32, 87)
    else:
        yield from chip_marks(converter(MARGIN + 78, 138), nets)
    yield from pieces(_pieces(way), nets, MARGIN, 54 if way == TWO else 84)


def _pieces(way: str) -> list[list[tuple[str, str]]]:
    """The loose parts with their values, in rows of at most three or four."""
    switches = ["pull", "push", "service"] if way == PICO else [f"{reader}{name}" for reader in READERS[way] for name in ("pull", "push")]
    handle = [(f"switch {name}", "") for name in switches]
    downs = [(f"resistor down {slot}", "4.7 kΩ") for slot in range(1, 6)]
    wide = 3 if way == PICO else 4
    rows = [downs[:wide], downs[wide:]]
    if way == ONE:
        lamps = [piece for slot in range(1, 6) for piece in ((f"resistor LED {slot}", "330 Ω"), (f"LED {slot}", ""))]
        return [lamps[:4], lamps[4:8], [*lamps[8:], *handle], *rows]
    return [[("resistor data", "330–470 Ω"), ("capacitor", "470–1000 µF")], handle, *rows]
