"""The wires of each way of wiring, for diagrams and for lists to tick off while soldering.

Sources: hardware facts, sections 3 to 5, and the data sheets of the chips. Names of boards and
chips are their sockets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

from companion.formats.reader_plan import ReaderPlan
from companion.named_tuples import NamedTuple
from companion.workshop.settings import MADE


class SocketPin(NamedTuple):
    """A pin of a board or chip."""

    number: int
    """The number of the pin, never of a GPIO; 0 for pins with names only."""
    name: str

    def words(self) -> str:
        """Return the pin as people look for it."""
        return f"{self.name} (pin {self.number})" if self.number else self.name


class Socket(NamedTuple):
    """The pins on the left and on the right side, from above, each from top to bottom.

    Grounds and supplies are listed as often as they are on the board.
    """

    left: tuple[SocketPin, ...]
    right: tuple[SocketPin, ...]

    def pins(self, name: str) -> tuple[SocketPin, ...]:
        """Return every pin of a name, left ones first; grounds have many."""
        return tuple(pin for pin in (*self.left, *self.right) if pin.name == name)


def _round(left: str, right: str) -> Socket:
    """Return a board or chip whose numbers go down on the left and up on the right."""
    names = (*left.split(), *reversed(right.split()))
    # Both sides are given from above; numbers continue from the last pin on the left up the right
    # side.
    pins = tuple(SocketPin(number, name) for number, name in enumerate(names, 1))
    half = len(left.split())
    return Socket(pins[:half], pins[: half - 1 : -1])


def _named(left: str, right: str) -> Socket:
    """Return a board whose pins have names and no numbers."""
    return Socket(
        tuple(SocketPin(0, name) for name in left.split()),
        tuple(SocketPin(0, name) for name in right.split()),
    )


def _header_socket(odd: str, even: str) -> Socket:
    """Return two rows side by side: odd numbers left, even numbers right."""
    left = tuple(SocketPin(2 * row + 1, name) for row, name in enumerate(odd.split()))
    return Socket(
        left, tuple(SocketPin(2 * row + 2, name) for row, name in enumerate(even.split()))
    )


PICO_SOCKET: Final = _round(
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15",
    "VBUS VSYS GND 3V3_EN 3V3 ADC_VREF GP28 AGND GP27 GP26 RUN GP22 GND GP21 GP20 GP19 GP18 GND"
    " GP17 GP16",
)
HEADER: Final = _header_socket(
    "3V3 GPIO2 GPIO3 GPIO4 GND GPIO17 GPIO27 GPIO22 3V3 GPIO10 GPIO9 GPIO11 GND GPIO0 GPIO5 GPIO6"
    " GPIO13 GPIO19 GPIO26 GND",
    "5V 5V GND GPIO14 GPIO15 GPIO18 GND GPIO23 GPIO24 GND GPIO25 GPIO8 GPIO7 GPIO1 GND GPIO12 GND"
    " GPIO16 GPIO20 GPIO21",
)
MUX: Final = _named("SIG S0 S1 S2 S3 EN VCC GND", " ".join(f"C{number}" for number in range(16)))
ARRAY: Final = _named(" ".join(f"OUT{number}" for number in range(1, 9)), "VCC CTRL GND")
# Names of data sheets without bars over names: OE and CS are active low.
SHIFTER: Final = _round("1OE 1A 1Y 2OE 2A 2Y GND", "VCC 4OE 4A 4Y 3OE 3A 3Y")
CONVERTER: Final = _round("CH0 CH1 CH2 CH3 CH4 CH5 CH6 CH7", "VDD VREF AGND CLK DOUT DIN CS DGND")
STRIP: Final = _named("DIN 5V GND", "")
TWO_LEGS: Final = _named("1", "2")
CAPACITOR: Final = _named("+", "–")
LED: Final = _named("anode", "cathode")
SWITCH: Final = _named("NO", "COM")


PICO, TWO, ONE, HUB = "pico-reader", "header-two-players", "header-one-player", "hub-and-power"
"""The ways of wiring, by the names of their diagrams."""

WAYS: Final = (PICO, HUB, TWO, ONE)
READERS: Final = {PICO: ("",), TWO: ("reader A ", "reader B "), ONE: ("reader A ",)}
"""Prefixes of the names of a reader's own parts."""

CHANNELS: Final = 16
GROUND, LOW, HIGH = "GND", "3.3 V", "5 V"
SPI0: Final = {"CLK": 11, "DOUT": 9, "DIN": 10}
"""The MCP3008's bus; the kernel assigns these GPIOs."""
CHIP_SELECTS: Final = (8, 7)
USB_PORTS: Final = 8

TITLES: Final = {
    PICO: "Card reader with a Raspberry Pi Pico",
    HUB: "Hub and power",
    TWO: "Two readers on the Raspberry Pi's header",
    ONE: "One reader on the Raspberry Pi's header, five red LEDs",
}
NUMBERED: Final[dict[str, Socket]] = {
    "Pico": PICO_SOCKET,
    "Pi": HEADER,
    "74AHCT125": SHIFTER,
    "MCP3008": CONVERTER,
}
"""The parts with numbered pins."""
ENDS: Final = {"1": "one", "2": "other"}


class Leg(NamedTuple):
    """A leg of a part, by both names: ("mux A", "S0")."""

    part: str
    name: str


class Net(NamedTuple):
    """Legs that are joined, the driving one first. No leg is in two nets."""

    name: str
    """The name on the flag."""
    kind: str
    """A key of `companion.workshop.diagrams.WIRES`; chooses the colour."""
    legs: tuple[Leg, ...]


def connections(plan: ReaderPlan, way: str) -> tuple[Net, ...]:
    """Return every wire of one way of wiring.

    `way` is one of `WAYS`, KeyError for another.
    """
    return tuple(_WAYS[way](plan))


def _pico(plan: ReaderPlan) -> Iterator[Net]:
    pins = plan.pico
    yield from _address([Leg("Pico", pin) for pin in pins.address], PICO)
    yield from _lights([Leg("Pico", pin) for pin in pins.light], PICO)
    for mux, pin in zip("ABC", pins.sums, strict=True):
        yield Net(f"SUM {mux}", f"sum{mux}", (Leg(f"mux {mux}", "SIG"), Leg("Pico", pin)))
    yield from _lamps(Leg("Pico", pins.lamps))
    for name, pin in (("PULL", pins.pull), ("PUSH", pins.push), ("SERVICE", pins.service)):
        yield _switch(name, Leg("Pico", pin), name.lower())
    yield from _cells(PICO)
    # 3.3 V throughout: a sensor swings to its supply, and no input of the Pico may get 5 V
    # (hardware facts, section 3).
    yield from _supply(PICO, Leg("Pico", "3V3"), [Leg("Pico", "GND"), Leg("Pico", "AGND")], ())
    yield _five(Leg("Pico", "VBUS"))


def _header(plan: ReaderPlan, way: str) -> Iterator[Net]:
    """Yield the wires of one of both ways on the header.

    One reader has plain LEDs, and so neither 5 V nor level shifter nor capacitor.
    """
    pins = plan.header
    yield from _address([_gpio(pin) for pin in pins.address], way)
    yield from _lights([_gpio(pin) for pin in pins.light], way)
    for place, reader in enumerate(READERS[way]):
        letter = "AB"[place]
        for number, mux in enumerate("ABC"):
            yield Net(
                f"{letter} SUM {mux}",
                f"sum{mux}",
                (Leg(f"{reader}mux {mux}", "SIG"), Leg("MCP3008", f"CH{3 * place + number}")),
            )
        for name, pin in (("PULL", pins.pull[place]), ("PUSH", pins.push[place])):
            yield _switch(f"{letter} {name}", _gpio(pin), f"{reader}{name.lower()}")
    yield Net("CS", "bus", (_gpio(CHIP_SELECTS[pins.chip]), Leg("MCP3008", "CS")))
    for leg, pin in SPI0.items():
        yield Net(
            {"CLK": "SCLK", "DOUT": "MISO", "DIN": "MOSI"}[leg],
            "bus",
            (_gpio(pin), Leg("MCP3008", leg)),
        )
    yield from _cells(way)
    if way == TWO:
        yield from _lamps(_gpio(pins.lamps))
    for slot, pin in enumerate(pins.leds if way == ONE else (), 1):
        yield Net(f"LED {slot}", "lamps", (_gpio(pin), Leg(f"resistor LED {slot}", "1")))
        anode = Leg(f"LED {slot}", "anode")
        yield Net(f"LED {slot} +", "lamps", (Leg(f"resistor LED {slot}", "2"), anode))
    yield from _supply(way, Leg("Pi", "3V3"), [Leg("Pi", "GND")], ("MCP3008",))
    if way == TWO:
        yield _five(Leg("Pi", "5V"))


def _hub(plan: ReaderPlan) -> Iterator[Net]:
    """Yield cables rather than wires: a reader's board has only its USB socket."""
    yield Net("PI 5 V", "five", (Leg("Pi supply", "5 V"), Leg("Raspberry Pi", "power")))
    yield Net("HUB 5 V", "five", (Leg("hub supply", "5 V"), Leg("hub", "power")))
    yield Net("UP", "bus", (Leg("Raspberry Pi", "USB"), Leg("hub", "up")))
    for port in range(1, USB_PORTS + 1):
        yield Net(f"USB {port}", "bus", (Leg("hub", f"port {port}"), Leg(f"reader {port}", "USB")))


# ---- Pieces --------------------------------------------------------------------------------------


def _gpio(pin: int) -> Leg:
    """Return a leg of the Pi's header by its BCM number, which is no pin number."""
    return Leg("Pi", f"GPIO{pin}")


def _muxes(way: str) -> list[str]:
    return [f"{reader}mux {mux}" for reader in READERS[way] for mux in "ABC"]


def _address(pins: list[Leg], way: str) -> Iterator[Net]:
    for bit, pin in enumerate(pins):
        yield Net(f"S{bit}", f"address{bit}", (pin, *(Leg(mux, f"S{bit}") for mux in _muxes(way))))


def _lights(pins: list[Leg], way: str) -> Iterator[Net]:
    """Yield the light lines, each with a resistor to ground that keeps the arrays dark.

    A light line may float while no program runs, and an unconnected array is lit.
    """
    for slot, pin in enumerate(pins, 1):
        arrays = (Leg(f"{reader}array {slot}", "CTRL") for reader in READERS[way])
        yield Net(
            f"LIGHT {slot}", f"light{slot}", (pin, *arrays, Leg(f"resistor down {slot}", "1"))
        )


def _lamps(pin: Leg) -> Iterator[Net]:
    """Yield the lamps' data line through the level shifter and a resistor.

    3.3 V are not always high for a 5 V input (hardware facts, section 5).
    """
    yield Net("LAMPS", "lamps", (pin, Leg("74AHCT125", "1A")))
    yield Net("LAMPS 5 V", "lamps", (Leg("74AHCT125", "1Y"), Leg("resistor data", "1")))
    yield Net("DATA", "lamps", (Leg("resistor data", "2"), Leg("strip", "DIN")))


def _switch(name: str, pin: Leg, part: str) -> Net:
    return Net(name, "switch", (pin, Leg(f"switch {part}", "NO")))


def _cells(way: str) -> Iterator[Net]:
    """Yield the sensors' wires.

    Slot s and cell c (from 0) have channel 8·s + c, counted through multiplexers A, B and C.
    """
    for reader in READERS[way]:
        # The map is the firmware's (hardware facts, section 3): slots 1 and 2 on A, 3 and 4 on B, 5
        # on C, whose C8 to C15 are free.
        for number in range(40):
            slot, cell = divmod(number, 8)
            mux, channel = "ABC"[number // CHANNELS], number % CHANNELS
            legs = (
                Leg(f"{reader}array {slot + 1}", f"OUT{cell + 1}"),
                Leg(f"{reader}mux {mux}", f"C{channel}"),
            )
            yield Net(
                f"{reader}slot {slot + 1} cell {cell + 1}".capitalize(), f"cell{cell + 1}", legs
            )


def _supply(way: str, low: Leg, grounds: list[Leg], chips: tuple[str, ...]) -> Iterator[Net]:
    """Yield 3.3 V for everything that a pin measures, and one ground for all."""
    arrays = [f"{reader}array {slot}" for reader in READERS[way] for slot in range(1, 6)]
    boards = [*_muxes(way), *arrays]
    # The converter measures against the sensors' supply, so that a dip affects both alike.
    more = [Leg(chip, leg) for chip in chips for leg in ("VDD", "VREF")]
    yield Net(LOW, "low", (low, *(Leg(board, "VCC") for board in boards), *more))
    # Switches close to ground: the pins have pull-ups.
    closing = [Leg(f"switch {name}", "COM") for name in switches(way)]
    downs = [Leg(f"resistor down {slot}", "2") for slot in range(1, 6)]
    # 1OE to ground enables the used gate; inputs of the other gates must not float.
    if way == ONE:
        lamps = [Leg(f"LED {slot}", "cathode") for slot in range(1, 6)]
    else:
        lamps = [
            *(Leg("74AHCT125", leg) for leg in ("1OE", "2A", "3A", "4A", "GND")),
            Leg("strip", "GND"),
            Leg("capacitor", "–"),
        ]
    # EN is active low: every multiplexer always passes one sensor on, chosen by the address.
    enabled = [Leg(mux, "EN") for mux in _muxes(way)]
    chip_grounds = [Leg(chip, leg) for chip in chips for leg in ("AGND", "DGND")]
    boards_down = [Leg(board, "GND") for board in boards]
    yield Net(
        GROUND,
        "ground",
        (*grounds, *boards_down, *enabled, *chip_grounds, *downs, *closing, *lamps),
    )


def switches(way: str) -> list[str]:
    """Return the names of the switches of one way of wiring."""
    if way == PICO:
        return ["pull", "push", "service"]
    return [f"{reader}{name}" for reader in READERS[way] for name in ("pull", "push")]


def _five(source: Leg) -> Net:
    """Return 5 V for the lamps and the level shifter, whose unused gates are disabled."""
    chip = (Leg("74AHCT125", leg) for leg in ("VCC", "2OE", "3OE", "4OE"))
    return Net(HIGH, "five", (source, *chip, Leg("strip", "5V"), Leg("capacitor", "+")))


_WAYS: Final[dict[str, Callable[[ReaderPlan], Iterator[Net]]]] = {
    PICO: _pico,
    TWO: partial(_header, way=TWO),
    ONE: partial(_header, way=ONE),
    HUB: _hub,
}


# ---- Lists ---------------------------------------------------------------------------------------


def leg_words(leg: Leg) -> str:
    """Return a leg as people look for it: "Pico GP9 (pin 12)"; the ends of a resistor are alike."""
    if leg.name in ENDS:
        return f"{leg.part}, {ENDS[leg.name]} end"
    pins = NUMBERED[leg.part].pins(leg.name) if leg.part in NUMBERED else ()
    if not pins:
        return f"{leg.part} {leg.name}"
    numbers = ", ".join(str(pin.number) for pin in pins)
    return f"{leg.part} {leg.name} (pin{'s' if len(pins) > 1 else ''} {numbers})"


def gathered(legs: Iterable[Leg]) -> str:
    """List legs in few words, each name once: "S0 of mux A, B, C".

    In the order in which each name comes first; "; " between names.
    """
    parts: dict[str, list[str]] = {}
    for leg in legs:
        parts.setdefault(leg.name, []).append(leg.part)
    return "; ".join(
        f"{f'{ENDS[name]} end' if name in ENDS else name} of {_together(where)}"
        if len(where) > 1
        else leg_words(Leg(where[0], name))
        for name, where in parts.items()
    )


def _together(parts: list[str]) -> str:
    """List parts, those that differ only in their last word in short."""
    kinds: dict[str, list[str]] = {}
    for part in parts:
        # "mux A" and "mux B" become "mux A, B"; a name of one word has an empty kind.
        kind, _, last = part.rpartition(" ")
        kinds.setdefault(kind, []).append(last)
    return ", ".join(f"{kind} {', '.join(lasts)}".strip() for kind, lasts in kinds.items())


def netlist_page(plan: ReaderPlan) -> str:
    """Write `hardware/wiring/connections.md`: every wire of every diagram."""
    lines = [
        f"<!-- {MADE} -->",
        "# Connections",
        "",
        "Every wire of the diagrams, one line for each. All legs on a line are joined. Where a"
        " pin has several numbers, any of them does.",
    ]
    for way in WAYS:
        lines += [
            "",
            f"## {TITLES[way]}",
            "",
            f"![{TITLES[way]}]({way}.svg)",
            "",
            "| wire | from | to |",
            "| --- | --- | --- |",
        ]
        lines += [
            f"| {net.name} | {leg_words(net.legs[0])} | {gathered(net.legs[1:])} |"
            for net in connections(plan, way)
        ]
    return "\n".join([*lines, ""])
