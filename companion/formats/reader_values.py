"""What stands in the plan of a card reader, as values. Lengths are millimetres, currents milliamperes, prices dollars."""
from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class CardPlan(NamedTuple):
    """A program card: its width and height, the radius of its corners, its greatest thickness."""

    width: float
    height: float
    corner: float
    thickness: float


class CodePlan(NamedTuple):
    """The row of cells on a card's face: how many, how far apart, `from_edge` to its lower side, its height, where `sensors` look.

    `clear` is how deep the ends stay white that could come down by mistake. `from_edge` and `sensors` are counted from the lower edge, on
    which the card stands; `pitch` is from the middle of a cell to the middle of the next.
    """

    cells: int
    pitch: float
    from_edge: float
    height: float
    sensors: float
    clear: float

    def middle(self, cell: int) -> float:
        """How far the middle of a cell (from 1) lies to the right of the card's middle."""
        return (cell - (self.cells + 1) / 2) * self.pitch


class SlotPlan(NamedTuple):
    """The slots: how many, how far apart, how deep a card stands in, the gap between the walls, side play, lean in degrees.

    `play` is in all, not on either side; `lean` is backwards from upright; `sensor_distance` is from the sensors' faces to the card.
    """

    # Hides a tuple's own `count`, which nobody asks of a plan.
    count: int  # type: ignore[assignment]
    pitch: float
    depth: float
    gap: float
    play: float
    lean: float
    sensor_distance: float


class PicoPins(NamedTuple):
    """Which pin of the Pico does what, as printed on its board ("GP0")."""

    address: tuple[str, ...]
    light: tuple[str, ...]
    lamps: str
    pull: str
    push: str
    service: str
    sums: tuple[str, ...]


class HeaderWires(NamedTuple):
    """Which pin of the Raspberry Pi's header does what (BCM numbers): `pull` and `push` for readers A and B, `leds` for one reader."""

    address: tuple[int, ...]
    light: tuple[int, ...]
    lamps: int
    pull: tuple[int, ...]
    push: tuple[int, ...]
    leds: tuple[int, ...]
    chip: int


class LampPlan(NamedTuple):
    """The lock lights: `order` is the slot that each pixel lights, from the data end; brightness in per cent; the order of colours."""

    order: tuple[int, ...]
    brightness: int
    colours: str

    @property
    def places(self) -> tuple[int, ...]:
        """The place on the strip, from 0, of the pixel of each slot."""
        return tuple(self.order.index(slot) for slot in range(1, len(self.order) + 1))


class PowerLimits(NamedTuple):
    """What may be drawn: from the hub, one Pico's 3.3 V pin, the USB ports of a Pi, its header's 3.3 V, one GPIO and all of them; one red LED."""

    hub: int
    pico_3v3: int
    usb: tuple[int, ...]
    header_3v3: int
    header_pin: int
    header_pins: int
    led: int


class Load(NamedTuple):
    """Something in one reader that draws current, on average and at its peak; `note` says where the figures come from."""

    id: str
    name: str
    average: int
    peak: int
    note: str


class Part(NamedTuple):
    """A line of the bill: how many in a reader on USB, for the table, and for one and two readers on the header; what can replace it."""

    id: str
    name: str
    use: str
    reader: int
    table: int
    header: tuple[int, ...]
    price: float
    mark: str
    instead: str


class ReaderPlan(NamedTuple):
    """The whole plan, a field for each table of the file; `body` has the measures of the printed parts by their names in OpenSCAD."""

    card: CardPlan
    code: CodePlan
    slots: SlotPlan
    pico: PicoPins
    header: HeaderWires
    lamps: LampPlan
    power: PowerLimits
    load: tuple[Load, ...]
    part: tuple[Part, ...]
    body: Mapping[str, float]
