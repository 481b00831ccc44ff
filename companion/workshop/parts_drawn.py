"""The parts of the diagrams at their places: boards, chips, sensors with their wires, and loose parts in rows."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.formats.reader_values import ReaderPlan
from companion.press.letters import centred
from companion.press.marks import CAPITALS, MIDDLE, Circle, Mark, Plate, Words
from companion.press.paper import INK, PAPER, RED
from companion.workshop.blocks import Block, Nets, drawn, line
from companion.workshop.connections import Leg
from companion.workshop.inks import CHIP, CHIP_EDGE, PIECE, PIECE_EDGE
from companion.workshop.sockets import ARRAY, CAPACITOR, CONVERTER, HEADER, LED, MUX, PICO, SHIFTER, STRIP, SWITCH, TWO_LEGS

ROW: Final = 3.75
"""Millimetres between the legs of a multiplexer, and so between the wires to the sensors."""
COMB_WIDTH: Final = 176.0
STEP: Final = 51.0
"""Millimetres from one loose part to the next."""
_SOCKETS: Final = {"switch": SWITCH, "capacitor": CAPACITOR, "LED": LED}
CELLS: Final = frozenset(f"cell{cell}" for cell in range(1, 9))


def pico(left: float, top: float) -> Block:
    """The Pico as one looks at it with its USB socket above."""
    return Block("Pico", "Raspberry Pi Pico, USB socket above", PICO, left, top, 46, 116)


def header(left: float, top: float) -> Block:
    """The Pi's 40 pins as one looks at them with the corner of the board, where pin 1 is, above and the edge on the right."""
    return Block("Pi", "Raspberry Pi: pin 1 in the board's corner, even pins along its edge", HEADER, left, top, 42, 110)


def shifter(left: float, top: float) -> Block:
    """The level shifter, its notch above."""
    return Block("74AHCT125", "74AHCT125, notch above", SHIFTER, left, top, 30, 35, CHIP, CHIP_EDGE)


def converter(left: float, top: float) -> Block:
    """The analogue-to-digital converter, its notch above."""
    return Block("MCP3008", "MCP3008, notch above", CONVERTER, left, top, 30, 40, CHIP, CHIP_EDGE)


def chip_marks(block: Block, nets: Nets) -> Iterator[Mark]:
    """A board or chip with flags, and what shows which end is up."""
    yield from drawn(block, nets)
    if block.part == "Pico":
        yield Plate(block.left + block.width / 2 - 4, block.top - 6, 8, 6.3, 0.6, "#c9ccd1", "#6d7278", 0.3)
    if block.colour == CHIP:
        yield Circle((block.left + block.width / 2, block.top - 1.6), 1.4, "#77777c")
        yield Circle((block.left + 12, block.top - 3.0 + 0.4), 0.5, PAPER)


def comb(nets: Nets, reader: str, left: float, top: float) -> Iterator[Mark]:
    """A reader's three multiplexers and five sensor arrays, each of the forty sensors with its wire."""
    yield Plate(left, top - 3 * (16 * ROW + 9) + 3, COMB_WIDTH - 6, 3 * (16 * ROW + 9) + 7, 3, "#faf6ec", "#e6dcc4", 0.3)
    for number, letter in enumerate("ABC"):
        peak = top - number * (16 * ROW + 9)
        mux = Block(f"{reader}mux {letter}", f"{reader}mux {letter}: CD74HC4067 board", MUX, left + 42, peak, 30, 16 * ROW)
        # Two arrays of eight to a multiplexer of sixteen; the third has one, and eight channels to spare.
        arrays = [_array(reader, slot, left + 104, peak, slot - 2 * number - 1) for slot in range(2 * number + 1, min(2 * number + 3, 6))]
        # Wires first: plates and pads lie over their ends.
        yield from _wires(nets, mux, arrays)
        yield from drawn(mux, nets, CELLS)
        for array in arrays:
            yield from drawn(array, nets, CELLS)


def _array(reader: str, slot: int, left: float, peak: float, place: int) -> Block:
    """A sensor array beside the legs of its multiplexer; its name stands on it, for there is no room above."""
    return Block(f"{reader}array {slot}", "", ARRAY, left, peak - place * 8 * ROW, 30, 8 * ROW, text=f"array {slot}", inset=0.4)


def _wires(nets: Nets, mux: Block, arrays: list[Block]) -> Iterator[Mark]:
    """Each sensor's wire to its multiplexer: both have their legs in the same order, so that none crosses another."""
    for array in arrays:
        for pin in array.socket.left:
            net = nets[Leg(array.part, pin.name)]
            far = next(leg for leg in net.legs if leg.part == mux.part)
            (x, y), start = array.place(pin.name), mux.place(far.name)
            yield line(net, start, (x, y))


def strip(plan: ReaderPlan, nets: Nets, readers: int, left: float, top: float) -> Iterator[Mark]:
    """The lock lights in the order in which the data comes by, each with the slot that it lights."""
    side = 11.0
    # One strip for both readers: those of B come after all of A.
    lamps = [(reader, slot) for reader in "AB"[:readers] for slot in plan.lamps.order]
    width = 14 + side * len(lamps)
    block = Block("strip", "lock lights: pixels in the order in which the data goes, with the slot of each", STRIP, left, top, width, 17, "#2b2b2e", CHIP_EDGE)
    yield from drawn(block, nets)
    for place, (reader, slot) in enumerate(lamps):
        x = left + 13 + side * (place + 0.5)
        yield Plate(x - 4.5, top - 15, 9, 11, 1, PAPER, PIECE_EDGE, 0.2)
        yield Circle((x, top - 8.2), 3.0, RED)
        yield centred(str(slot), x, top - 8.2, 3.6, PAPER)
        yield Words(f"slot {slot}" if readers == 1 else f"{reader} {slot}", x, top - 14.2, 2.3, INK, align=MIDDLE)
    yield Words("DOUT of each goes to DIN of the next; all share 5V and GND", left, top - 17 - 3.0 * CAPITALS - 0.6, 2.5, INK)


def pieces(rows: list[list[tuple[str, str]]], nets: Nets, left: float, top: float) -> Iterator[Mark]:
    """Loose parts with two legs, (name, value), row by row."""
    for row, parts in enumerate(rows):
        for column, (part, value) in enumerate(parts):
            socket = _SOCKETS.get(part.partition(" ")[0], TWO_LEGS)
            block = Block(part, part, socket, left + column * STEP + 19, top - row * 11.5, 20, 5.6, PIECE, PIECE_EDGE, value)
            yield from drawn(block, nets, hints=False)
