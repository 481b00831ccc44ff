"""The diagram of hub and power: the Pi, the powered hub, eight readers, and what flows."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.formats.reader_values import ReaderPlan
from companion.press.letters import wrapped
from companion.press.marks import RIGHT, Mark, Page, Plate, Stroke, Words
from companion.press.paper import FAINT, GREY, INK, PAPER
from companion.workshop.blocks import Block, Nets, drawn, line, wired
from companion.workshop.budget import Budget, budget, without_hub
from companion.workshop.connections import HUB, USB_PORTS, Net, connections
from companion.workshop.inks import CHIP, CHIP_EDGE, PIECE, PIECE_EDGE
from companion.workshop.netlist import TITLES
from companion.workshop.panel import heading
from companion.workshop.sockets import Pin, Socket

WIDTH, HEIGHT = 310.0, 180.0
BARE: Final = frozenset({"bus", "five"})
"""Every wire here is drawn as a line, so none has a flag."""
STEP: Final = 15.5
"""Millimetres from reader to reader."""


def hub_page(plan: ReaderPlan) -> Page:
    """The page, with the budget of eight readers.

    What flows is reckoned from the plan's loads (`budget`); that the hub has its own supply is why: hardware facts, section 5.
    """
    nets = connections(plan, HUB)
    blocks = {block.part: block for block in _blocks(plan)}
    return Page(WIDTH, HEIGHT, (
        Plate(0, 0, WIDTH, HEIGHT, 0, PAPER),
        *heading(TITLES[HUB], "The hub has a supply of its own and feeds the readers; the Pi feeds none of them.", 10, HEIGHT - 6),
        *(_wire(blocks, net) for net in nets),
        *(mark for block in blocks.values() for mark in drawn(block, wired(nets), BARE)),
        *_names(blocks, wired(nets)),
        *_table(plan, budget(plan, USB_PORTS), 200, HEIGHT - 40),
    ))


def _blocks(plan: ReaderPlan) -> Iterator[Block]:
    top = HEIGHT - 36
    tall = USB_PORTS * STEP
    one = budget(plan, 1)
    yield Block("Pi supply", "supply of the Pi", _socket("", "5_V"), 10, top, 26, 16, PIECE, PIECE_EDGE)
    yield Block("Raspberry Pi", "Raspberry Pi 4 or 5", _socket("power", "USB"), 52, top, 30, 16)
    yield Block("hub supply", "supply of the hub", _socket("", "5_V"), 10, top - tall + 16, 26, 16, PIECE, PIECE_EDGE)
    ports = " ".join(f"port_{port}" for port in range(1, USB_PORTS + 1))
    yield Block("hub", f"powered hub, {plan.power.hub} mA or more", _socket("up power", ports), 94, top, 30, tall, CHIP, CHIP_EDGE)
    for port in range(1, USB_PORTS + 1):
        # The blanks keep the middle of the words off the name of the pin on the left.
        text = f"     {one.average} mA, {one.peak} at the peak"
        place = top - (port - 1) * STEP - 2.2
        yield Block(f"reader {port}", f"reader {port}", _socket("USB", ""), 138, place, 50, STEP - 4.4, text=text)


def _socket(left: str, right: str) -> Socket:
    """Pins by names with blanks between them; "_" stands for a blank within a name."""
    sides = [tuple(Pin(0, name.replace("_", " ")) for name in side.split()) for side in (left, right)]
    return Socket(*sides)


def _wire(blocks: dict[str, Block], net: Net) -> Mark:
    start, end = (blocks[leg.part].place(leg.name) for leg in net.legs)
    return line(net, start, end)


def _names(blocks: dict[str, Block], nets: Nets) -> Iterator[Mark]:
    """Each wire's name on it, beside the end that it comes to."""
    for leg, net in nets.items():
        if leg == net.legs[1]:
            x, y = blocks[leg.part].place(leg.name)
            yield Words(net.name, x - 1.8, y + 0.9, 2.6, INK, bold=True, align=RIGHT)


def _table(plan: ReaderPlan, found: Budget, left: float, top: float) -> Iterator[Mark]:
    """The budget at 5 V, row by row, and what goes without a hub."""
    yield Words(f"What {USB_PORTS} readers draw, in milliamperes", left, top, 4.2, INK, bold=True)
    rows = [("", "average", "peak"), *((name, str(average), str(peak)) for name, average, peak in found.rows)]
    rows += [("together", str(found.average), str(found.peak)), (f"left of a hub of {plan.power.hub}", "", str(found.left))]
    y = top - 2
    for name, average, peak in rows:
        bold = name in ("together", "")
        y -= 5
        yield Words(name, left, y, 3.0, INK, bold=bold)
        yield Words(average, left + 82, y, 3.0, GREY, bold=bold, align=RIGHT)
        yield Words(peak, left + 98, y, 3.0, INK, bold=bold, align=RIGHT)
        yield Stroke(((left, y - 1.4), (left + 98, y - 1.4)), FAINT, 0.15)
    yield from _notes(plan, left, y - 12)


def _notes(plan: ReaderPlan, left: float, top: float) -> Iterator[Mark]:
    yield Words("Take care", left, top, 4.2, INK, bold=True)
    direct = "; ".join(f"{board}: {limit} mA, {readers} readers" for board, limit, readers in without_hub(plan))
    y = top - 2
    for note in (
        f"Without a hub, at the peak of each reader. {direct}.",
        "A hub that feeds the Pi backwards keeps it half alive when its supply is off: choose one that does not, or cut 5 V in the cable between them.",
        "Which reader is on which port does not matter: its seat hangs on the chip's own number.",
        "Cables must carry data; shorter is better, 1 m is fine.",
        "Nothing of this has been measured yet. First run: one reader alone, then all, with a USB current meter between.",
    ):
        y -= 1.6
        for each in wrapped(note, 3.0, 98):
            y -= 3.7
            yield Words(each, left, y, 3.0, INK)
