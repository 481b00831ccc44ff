"""The wiring diagrams as SVG: one for each way of wiring, and the page of hub and power.

On the left is the area with board, chips and loose parts, then the sensors of each reader, on the
right the list of wires to tick off. Only the sensors' wires are drawn as lines; all others are
flags that name their far end. A part is a plate with its pins on both sides. Every wire also has a
name, so nobody needs to tell colours apart. Lengths in millimetres, heights from below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.formats.reader_plan import ReaderPlan
from companion.named_tuples import NamedTuple
from companion.press.card_face import code_row
from companion.press.letters import draw_centred, draw_lines, draw_paragraphs, text_width, wrap_text
from companion.press.marks import (
    CAPITALS,
    LEFT,
    MIDDLE,
    RIGHT,
    Circle,
    Fill,
    Mark,
    MarkGroup,
    Point,
    Rectangle,
    SheetSide,
    Stroke,
    TextLine,
)
from companion.press.paper import FAINT, GREY, INK, PAPER, RED
from companion.press.svg import svg
from companion.workshop.array_board import HEIGHT as BOARD_HEIGHT
from companion.workshop.array_board import SCREW, VIA_RING, ArrayBoard, array_board
from companion.workshop.array_board import TOP as TOP_SIDE
from companion.workshop.array_board import WIDTH as BOARD_WIDTH
from companion.workshop.bill import Budget, budget, without_hub
from companion.workshop.connections import (
    ARRAY,
    CAPACITOR,
    CONVERTER,
    ENDS,
    HEADER,
    HUB,
    LED,
    MUX,
    ONE,
    PICO,
    PICO_SOCKET,
    READERS,
    SHIFTER,
    STRIP,
    SWITCH,
    TITLES,
    TWO,
    TWO_LEGS,
    USB_PORTS,
    Leg,
    Net,
    Socket,
    SocketPin,
    connections,
    gathered,
    leg_words,
    switches,
)
from companion.workshop.settings import MADE

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
LIST_LINE, LIST_LETTERS, NAMES = 3.15, 2.6, 25.0
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


def draw_part(
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
        y -= LIST_LINE
        yield Rectangle(left, y - 0.1, 2.0, 2.0, 0.2, PAPER, GREY, 0.2)
        yield Rectangle(left + 3.2, y - 0.1, 2.0, 2.0, 0.4, colour)
        yield TextLine(name, left + 6.2, y, LIST_LETTERS, INK, bold=True)
        yield from draw_lines(lines, left + 6 + NAMES, y, LIST_LETTERS, LIST_LINE)
        y -= LIST_LINE * (len(lines) - 1)
        yield Stroke(((left, y - 0.75), (left + PANEL_WIDTH, y - 0.75)), FAINT, 0.1)
    yield TextLine("Take care", left, y - 9, 4.2, INK, bold=True)
    y -= 9 + 5.9
    for note in notes:
        lines = wrap_text(note, 2.9, PANEL_WIDTH - 4)
        yield Rectangle(left, y + 2.9 * CAPITALS / 2 - 0.5, 1.0, 1.0, 0.5, INK)
        yield from draw_lines(lines, left + 3, y, 2.9, 3.5)
        y -= 3.5 * len(lines) + 0.4


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


HEIGHT: Final = 297.0
MARGIN, TOP = 10.0, 262.0
"""The page's margin, and the top of the first parts."""


class BoardArea(NamedTuple):
    """The part of a page for the board and everything but the sensors."""

    width: float
    parts: tuple[DrawnPart, ...]
    """The board and the chips."""
    strip: Point | None
    """The upper left corner of the strip with the lock lights, None without one."""
    loose: float
    """The top of the loose parts."""


_PI: Final = DrawnPart(
    "Pi",
    "Raspberry Pi: pin 1 in the board's corner, even pins along its edge",
    HEADER,
    MARGIN + 74,
    TOP,
    42,
    110,
)
_SHIFTER: Final = DrawnPart(
    "74AHCT125", "74AHCT125, notch above", SHIFTER, MARGIN + 54, 134, 30, 35, CHIP, CHIP_EDGE
)
_CONVERTER: Final = DrawnPart(
    "MCP3008", "MCP3008, notch above", CONVERTER, MARGIN + 38, 138, 30, 40, CHIP, CHIP_EDGE
)
_PICO: Final = DrawnPart(
    "Pico", "Raspberry Pi Pico, USB socket above", PICO_SOCKET, MARGIN + 54, TOP, 46, 116
)
BOARD_AREAS: Final[Mapping[str, BoardArea]] = {
    PICO: BoardArea(156.0, (_PICO, _SHIFTER), (MARGIN + 36, 88), 57),
    TWO: BoardArea(
        206.0,
        (_PI, _CONVERTER, _SHIFTER._replace(left=MARGIN + 130, top=138)),
        (MARGIN + 32, 87),
        54,
    ),
    ONE: BoardArea(206.0, (_PI, _CONVERTER._replace(left=MARGIN + 78)), None, 84),
}
"""The area of each way of wiring."""
LEG_ROW: Final = 3.75
"""Millimetres between the legs of a multiplexer, and so between the wires to the sensors."""
COMB_WIDTH: Final = 176.0
PIECE_STEP: Final = 51.0
"""Millimetres from one loose part to the next."""
_SOCKETS: Final = {"switch": SWITCH, "capacitor": CAPACITOR, "LED": LED}
CELL_WIRES: Final = frozenset(f"cell{cell}" for cell in range(1, 9))
SHOWN: Final = 26.0
"""Millimetres of the card that are drawn."""
EXAMPLE: Final = 0b10110011
"""The word of the drawn card.

With five white cells it is a possible one (hardware facts, section 2).
"""
HUB_WIDTH, HUB_HEIGHT = 310.0, 180.0
BARE: Final = frozenset({"bus", "five"})
"""Every wire here is drawn as a line, so none has a flag."""
READER_STEP: Final = 15.5
"""Millimetres from reader to reader."""

NOTES: Final = (
    "No reader has been built after this drawing yet. Check every wire before power, and measure"
    " what is marked M in hardware/power.md.",
    "Every sensor array and every multiplexer runs at 3.3 V. No pin of the board may see 5 V.",
    "OUT1 is the sensor of cell 1, on the left as the player sees the card. Where the array's"
    " numbers run the other way, turn all eight wires round.",
    "An array with two control pins (ODD and EVEN) has both on its light line, which must be low"
    " for a millisecond until it is dark.",
    "The resistors to ground keep the arrays dark while no programme runs; all arrays at once are"
    " more than the 3.3 V pin can give.",
    "100 nF from supply to ground, close beside each chip in a socket. Multiplexer boards differ:"
    " the names printed on them count, not the order.",
    "All pins called GND are one and the same; take whichever is near.",
)


def diagram(plan: ReaderPlan, way: str) -> bytes:
    """Return the SVG of one way of wiring; raise PressError if fonts are missing."""
    return marked_as_made(svg(diagram_page(plan, way), TITLES[way]))


def marked_as_made(drawing: bytes) -> bytes:
    """Return an SVG with a line that says what it is made from."""
    # The XML declaration must be the first line.
    first, rest = drawing.split(b"\n", 1)
    return b"\n".join((first, f"<!-- {MADE} -->".encode(), rest))


def diagram_page(plan: ReaderPlan, way: str) -> SheetSide:
    """Return the page of one way of wiring.

    Raises:
        PressError: The fonts for measuring words are missing.
        KeyError: The way does not exist.
    """
    if way == HUB:
        return _hub_page(plan)
    nets = connections(plan, way)
    right = MARGIN + BOARD_AREAS[way].width + len(READERS[way]) * COMB_WIDTH
    width = right + PANEL_WIDTH + MARGIN
    under = (
        "A flag says the name of the wire and where its far end is; flags of one name are"
        f" joined. {'Pico' if way == PICO else 'Raspberry Pi'} and chips are seen from above."
    )
    return SheetSide(
        width,
        HEIGHT,
        (
            Rectangle(0, 0, width, HEIGHT, 0, PAPER),
            *page_heading(TITLES[way], under, MARGIN, HEIGHT - 6),
            *_board_area(plan, way, wired(nets)),
            *(
                mark
                for place, reader in enumerate(READERS[way])
                for mark in _sensor_arrays(
                    wired(nets), reader, MARGIN + BOARD_AREAS[way].width + place * COMB_WIDTH, TOP
                )
            ),
            *panel(nets, NOTES, right, HEIGHT - 16),
            *_row_of_cells(plan, right, 12),
        ),
    )


def _board_area(plan: ReaderPlan, way: str, nets: Nets) -> Iterator[Mark]:
    """Draw the board, the chips, the lock lights of a strip, and the loose parts."""
    area = BOARD_AREAS[way]
    for part in area.parts:
        yield from draw_part(part, nets)
        # A sign of its upper end: the socket of a cable, or the notch and the dot of a chip.
        middle = part.left + part.width / 2
        if part.part == "Pico":
            yield Rectangle(middle - 4, part.top - 6, 8, 6.3, 0.6, "#c9ccd1", "#6d7278", 0.3)
        if part.colour == CHIP:
            yield Circle((middle, part.top - 1.6), 1.4, "#77777c")
            yield Circle((part.left + 12, part.top - 3.0 + 0.4), 0.5, PAPER)
    if area.strip is not None:
        yield from _strip(plan, nets, len(READERS[way]), *area.strip)
    # The loose parts with their values, in rows of at most three or four.
    handle = [(f"switch {name}", "") for name in switches(way)]
    downs = [(f"resistor down {slot}", "4.7 kΩ") for slot in range(1, 6)]
    wide = 3 if way == PICO else 4
    rows = [downs[:wide], downs[wide:]]
    if way == ONE:
        lamps = [
            piece
            for slot in range(1, 6)
            for piece in ((f"resistor LED {slot}", "330 Ω"), (f"LED {slot}", ""))
        ]
        rows = [lamps[:4], lamps[4:8], [*lamps[8:], *handle], *rows]
    else:
        rows = [[("resistor data", "330–470 Ω"), ("capacitor", "470–1000 µF")], handle, *rows]
    yield from _pieces(rows, nets, MARGIN, area.loose)


# ---- Parts ---------------------------------------------------------------------------------------


def _sensor_arrays(nets: Nets, reader: str, left: float, top: float) -> Iterator[Mark]:
    """Draw a reader's three multiplexers and five sensor arrays, with a wire for each sensor."""
    yield Rectangle(
        left,
        top - 3 * (16 * LEG_ROW + 9) + 3,
        COMB_WIDTH - 6,
        3 * (16 * LEG_ROW + 9) + 7,
        3,
        "#faf6ec",
        "#e6dcc4",
        0.3,
    )
    for number, letter in enumerate("ABC"):
        peak = top - number * (16 * LEG_ROW + 9)
        mux = DrawnPart(
            f"{reader}mux {letter}",
            f"{reader}mux {letter}: CD74HC4067 board",
            MUX,
            left + 42,
            peak,
            30,
            16 * LEG_ROW,
        )
        # Two arrays of eight for a multiplexer of sixteen; the third has one, and eight spare
        # channels.
        first = 2 * number + 1
        arrays = [
            DrawnPart(
                f"{reader}array {slot}",
                "",
                ARRAY,
                left + 104,
                peak - (slot - first) * 8 * LEG_ROW,
                30,
                8 * LEG_ROW,
                # Its name is on it for lack of room.
                text=f"array {slot}",
                inset=0.4,
            )
            for slot in range(first, min(first + 2, 6))
        ]
        # Wires first: plates and pads cover their ends. The legs of both ends have the same order,
        # so no wires cross.
        for array in arrays:
            for pin in array.socket.left:
                net = nets[Leg(array.part, pin.name)]
                far = next(leg for leg in net.legs if leg.part == mux.part)
                yield line(net, mux.place(far.name), array.place(pin.name))
        yield from draw_part(mux, nets, CELL_WIRES)
        for array in arrays:
            yield from draw_part(array, nets, CELL_WIRES)


def _strip(plan: ReaderPlan, nets: Nets, readers: int, left: float, top: float) -> Iterator[Mark]:
    """Draw the lock lights in the order of the data, each with its slot."""
    side = 11.0
    # One strip for both readers: those of B follow all of A.
    lamps = [(reader, slot) for reader in "AB"[:readers] for slot in plan.lamps.order]
    width = 14 + side * len(lamps)
    title = "lock lights: pixels in the order in which the data goes, with the slot of each"
    block = DrawnPart("strip", title, STRIP, left, top, width, 17, "#2b2b2e", CHIP_EDGE)
    yield from draw_part(block, nets)
    for place, (reader, slot) in enumerate(lamps):
        x = left + 13 + side * (place + 0.5)
        yield Rectangle(x - 4.5, top - 15, 9, 11, 1, PAPER, PIECE_EDGE, 0.2)
        yield Circle((x, top - 8.2), 3.0, RED)
        yield draw_centred(str(slot), x, top - 8.2, 3.6, PAPER)
        yield TextLine(
            f"slot {slot}" if readers == 1 else f"{reader} {slot}",
            x,
            top - 14.2,
            2.3,
            INK,
            align=MIDDLE,
        )
    yield TextLine(
        "DOUT of each goes to DIN of the next; all share 5V and GND",
        left,
        top - 17 - 3.0 * CAPITALS - 0.6,
        2.5,
        INK,
    )


def _pieces(
    rows: list[list[tuple[str, str]]], nets: Nets, left: float, top: float
) -> Iterator[Mark]:
    """Draw loose parts with two legs, (name, value), row by row."""
    for row, parts in enumerate(rows):
        for column, (part, value) in enumerate(parts):
            socket = _SOCKETS.get(part.partition(" ")[0], TWO_LEGS)
            block = DrawnPart(
                part,
                part,
                socket,
                left + column * PIECE_STEP + 19,
                top - row * 11.5,
                20,
                5.6,
                PIECE,
                PIECE_EDGE,
                value,
            )
            yield from draw_part(block, nets, hints=False)


# ---- Cells and sensors ---------------------------------------------------------------------------


def _row_of_cells(plan: ReaderPlan, left: float, bottom: float) -> Iterator[Mark]:
    """Draw the card as the player sees it.

    With the cells' numbers, the row's height and the line of the sensors.
    """
    code, card = plan.code, plan.card
    corner, foot = left + 8, bottom + 6
    yield TextLine(
        "Cells and sensors, as the player sees the card, true to scale",
        left,
        foot + SHOWN + 4,
        4.2,
        INK,
        bold=True,
    )
    yield Rectangle(corner, foot, card.width, SHOWN, card.corner, PAPER, INK, 0.3)
    yield MarkGroup(code_row(EXAMPLE, plan), corner, foot)
    for cell in range(1, code.cells + 1):
        x = corner + card.width / 2 + code.middle(cell)
        yield Circle((x, foot + code.sensors), 1.6, CELLS[cell - 1], PAPER, 0.3)
        yield draw_centred(f"cell {cell}", x, foot + code.from_edge + code.height + 3, 2.6, INK)
        yield TextLine(f"OUT{cell}", x, foot - 4, 2.6, CELLS[cell - 1], bold=True, align=MIDDLE)
    yield Stroke(
        ((corner - 4, foot + code.sensors), (corner + card.width + 4, foot + code.sensors)),
        GREY,
        0.2,
        (1.2, 0.8),
    )
    for row, words in enumerate(
        (
            f"sensors {code.sensors:g} mm above the slot's floor",
            f"cells {code.pitch:g} mm apart, {code.height:g} mm high",
            f"{code.from_edge:g} mm of paper under them",
            f"sensors {plan.slots.sensor_distance:g} mm from the card",
        )
    ):
        yield TextLine(words, corner + card.width + 5, foot + code.sensors + 8 - 4 * row, 2.6, INK)


# ---- Hub and power -------------------------------------------------------------------------------


def _hub_page(plan: ReaderPlan) -> SheetSide:
    """Return the page, with the budget of eight readers.

    The currents follow from the plan's loads (`budget`), and explain why the hub has its own
    supply: hardware facts, section 5.
    """
    nets = connections(plan, HUB)
    blocks = {block.part: block for block in _hub_parts(plan)}
    # Each cable has its name on it, near its second end.
    names = []
    for net in nets:
        end = net.legs[1]
        x, y = blocks[end.part].place(end.name)
        names.append(TextLine(net.name, x - 1.8, y + 0.9, 2.6, INK, bold=True, align=RIGHT))
    return SheetSide(
        HUB_WIDTH,
        HUB_HEIGHT,
        (
            Rectangle(0, 0, HUB_WIDTH, HUB_HEIGHT, 0, PAPER),
            *page_heading(
                TITLES[HUB],
                "The hub has a supply of its own and feeds the readers; the Pi feeds none of them.",
                10,
                HUB_HEIGHT - 6,
            ),
            *(line(net, *(blocks[leg.part].place(leg.name) for leg in net.legs)) for net in nets),
            *(mark for block in blocks.values() for mark in draw_part(block, wired(nets), BARE)),
            *names,
            *_budget_table(plan, budget(plan, USB_PORTS), 200, HUB_HEIGHT - 40),
        ),
    )


def _hub_parts(plan: ReaderPlan) -> Iterator[DrawnPart]:
    top = HUB_HEIGHT - 36
    tall = USB_PORTS * READER_STEP
    one = budget(plan, 1)
    yield DrawnPart(
        "Pi supply", "supply of the Pi", _socket("", "5_V"), 10, top, 26, 16, PIECE, PIECE_EDGE
    )
    yield DrawnPart("Raspberry Pi", "Raspberry Pi 4 or 5", _socket("power", "USB"), 52, top, 30, 16)
    yield DrawnPart(
        "hub supply",
        "supply of the hub",
        _socket("", "5_V"),
        10,
        top - tall + 16,
        26,
        16,
        PIECE,
        PIECE_EDGE,
    )
    ports = " ".join(f"port_{port}" for port in range(1, USB_PORTS + 1))
    yield DrawnPart(
        "hub",
        f"powered hub, {plan.power.hub} mA or more",
        _socket("up power", ports),
        94,
        top,
        30,
        tall,
        CHIP,
        CHIP_EDGE,
    )
    for port in range(1, USB_PORTS + 1):
        # The blanks keep the middle of the words off the name of the pin on the left.
        text = f"     {one.average} mA, {one.peak} at the peak"
        place = top - (port - 1) * READER_STEP - 2.2
        yield DrawnPart(
            f"reader {port}",
            f"reader {port}",
            _socket("USB", ""),
            138,
            place,
            50,
            READER_STEP - 4.4,
            text=text,
        )


def _socket(left: str, right: str) -> Socket:
    """Return pins by names with blanks between them; "_" stands for a blank within a name."""
    sides = [
        tuple(SocketPin(0, name.replace("_", " ")) for name in side.split())
        for side in (left, right)
    ]
    return Socket(*sides)


def _budget_table(plan: ReaderPlan, found: Budget, left: float, top: float) -> Iterator[Mark]:
    """Draw the budget at 5 V, row by row, and notes with the limits without a hub."""
    yield TextLine(
        f"What {USB_PORTS} readers draw, in milliamperes", left, top, 4.2, INK, bold=True
    )
    rows = [
        ("", "average", "peak"),
        *((name, str(average), str(peak)) for name, average, peak in found.rows),
    ]
    rows += [
        ("together", str(found.average), str(found.peak)),
        (f"left of a hub of {plan.power.hub}", "", str(found.left)),
    ]
    y = top - 2
    for name, average, peak in rows:
        bold = name in ("together", "")
        y -= 5
        yield TextLine(name, left, y, 3.0, INK, bold=bold)
        yield TextLine(average, left + 82, y, 3.0, GREY, bold=bold, align=RIGHT)
        yield TextLine(peak, left + 98, y, 3.0, INK, bold=bold, align=RIGHT)
        yield Stroke(((left, y - 1.4), (left + 98, y - 1.4)), FAINT, 0.15)
    y -= 12
    yield TextLine("Take care", left, y, 4.2, INK, bold=True)
    direct = "; ".join(
        f"{board}: {limit} mA, {readers} readers" for board, limit, readers in without_hub(plan)
    )
    notes = (
        f"Without a hub, at the peak of each reader. {direct}.",
        "A hub that feeds the Pi backwards keeps it half alive when its supply is off: choose one"
        " that does not, or cut 5 V in the cable between them.",
        "Which reader is on which port does not matter: its seat hangs on the chip's own number.",
        "Cables must carry data; shorter is better, 1 m is fine.",
        "Nothing of this has been measured yet. First run: one reader alone, then all, with a USB"
        " current meter between.",
    )
    yield from draw_paragraphs(notes, left, y - 7.3, 98, 3.0, 3.7, 1.6)


BELOW: Final = "#4f9d80"
"""Copper on the bottom side."""
ROOM, ENLARGED, LINE = 3.0, 2.0, 0.15
"""Millimetres around the board, its enlargement, and the thickness of printed lines."""


def board_drawing(plan: ReaderPlan) -> bytes:
    """Draw `hardware/wiring/array-board.svg`: both sides, the bottom shining through."""
    marks = MarkGroup((*_board_marks(array_board(plan)),), ROOM, ROOM + 4, scale=ENLARGED)
    words = (
        "The array board from its top side. Bright: copper on this side; dull: on the other"
        " side. Holes at PICO have the names of its pins, CTL is CTRL."
    )
    width, height = BOARD_WIDTH * ENLARGED + 2 * ROOM, BOARD_HEIGHT * ENLARGED + 2 * ROOM + 4
    page = SheetSide(
        width,
        height,
        (Rectangle(0, 0, width, height, 0, PAPER), marks, TextLine(words, ROOM, 2.4, 3.0, INK)),
    )
    return marked_as_made(svg(page, "Array board"))


def _board_marks(board: ArrayBoard) -> Iterator[Mark]:
    yield Rectangle(0, 0, BOARD_WIDTH, BOARD_HEIGHT, 0, BOARD)
    # The bottom side first, so that the top side covers it.
    for track in sorted(board.tracks, key=lambda track: track.side == TOP_SIDE):
        yield Stroke(
            track.points, COPPER if track.side == TOP_SIDE else BELOW, track.width, rounded=True
        )
    for pad in board.pads:
        if pad.hole:
            yield Circle((pad.x, pad.y), pad.wide / 2, COPPER)
            yield Circle((pad.x, pad.y), pad.hole / 2, PAPER)
        else:
            yield Rectangle(
                pad.x - pad.wide / 2, pad.y - pad.high / 2, pad.wide, pad.high, 0, COPPER
            )
    for via in board.vias:
        yield Circle((via.x, via.y), VIA_RING / 2, COPPER)
    for place in board.screws:
        yield Circle(place, SCREW / 2, PAPER)
    for points in board.lines:
        yield Stroke(points, PRINT, LINE)
    for text in board.texts:
        yield draw_centred(text.words, text.x, text.y, text.size / CAPITALS, PRINT)
