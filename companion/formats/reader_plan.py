"""The plan of a card reader, `hardware/reader.toml`, as values: from it come firmware pins, table files, cards, diagrams and printed parts.

Lengths are millimetres. What stands in the file and what it means is said there; read strictly, so that a fault names file and line.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar, get_type_hints

from companion.formats.misread import Misread, shown
from companion.formats.toml_text import Table, TomlText

SOURCE: Final = "hardware/reader.toml"


class CardPlan(NamedTuple):
    """A program card: its width and height, the radius of its corners, its greatest thickness."""

    width: float
    height: float
    corner: float
    thickness: float


class CodePlan(NamedTuple):
    """The row of cells on a card's face: how many, how far apart, `from_edge` to its lower side, its height, where `sensors` look.

    `clear` is how deep the ends stay white that could come down by mistake.
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
    """The slots: how many, how far apart, how deep a card stands in, the gap between the walls, side play, lean in degrees."""

    count: int
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


class ReaderPlan(NamedTuple):
    """The whole plan, a field for each table of the file."""

    card: CardPlan
    code: CodePlan
    slots: SlotPlan
    pico: PicoPins
    header: HeaderWires
    lamps: LampPlan


Section = TypeVar("Section", bound=NamedTuple)


def parse_reader_plan(text: str, source: str = SOURCE) -> ReaderPlan:
    """The plan that a text says; FormatFault for anything missing, unknown, of another type or that does not fit together."""
    toml = TomlText(text, source)
    kinds = get_type_hints(ReaderPlan)
    top = Table(toml, (), toml.data, ReaderPlan._fields)
    plan = ReaderPlan(**{name: _section(top, name, kind) for name, kind in kinds.items()})
    _check_card(top, plan)
    return plan


def _section(top: Table, name: str, kind: type[Section]) -> Section:
    """One table of the file, every field of it given and of its type."""
    table = Table(top.text, (name,), top.data.get(name, {}), kind._fields)
    for field in kind._fields:
        if field not in table:
            raise table.fault(Misread(f"no {field} in [{name}]", f"{field} = …, as in the shipped plan"))
    values: dict[str, Any] = {field: _READ[wanted](table, field) for field, wanted in get_type_hints(kind).items()}
    return kind(**values)  # type: ignore[call-overload, no-any-return]


def _length(table: Table, field: str) -> float:
    return _measure(table, table.data[field], field)


def _measure(table: Table, value: object, field: str, *place: int) -> float:
    # To Python True is a number; to people it is not.
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1000:
        raise table.fault(Misread(f"{field} = {shown(value)}", "a number from 0 to 1000"), field, *place)
    return float(value)


def _whole(table: Table, field: str) -> int:
    return table.number(field, 0, 1000)


def _whole_numbers(table: Table, field: str) -> tuple[int, ...]:
    return tuple(table.checked_number(value, "", 0, 1000, field, place) for place, value in enumerate(table.array(field)))


def _words(table: Table, field: str) -> tuple[str, ...]:
    return tuple(table.strings(field))


_READ: Final[dict[Any, Callable[[Table, str], Any]]] = {
    float: _length, int: _whole, str: Table.string, tuple[int, ...]: _whole_numbers, tuple[str, ...]: _words,
}


def _check_card(top: Table, plan: ReaderPlan) -> None:
    """The row must be on the card, and the sensors must look at it even where a card stands a millimetre beside its place."""
    code, card = plan.code, plan.card
    row = (code.cells - 1) * code.pitch
    if row + code.pitch / 2 > card.width:
        raise top.fault(Misread(f"{code.cells} cells {code.pitch:g} mm apart", f"a row on a card {card.width:g} mm wide"), "code", "pitch")
    if not code.from_edge + 2 <= code.sensors <= code.from_edge + code.height - 2:
        raise top.fault(Misread(f"sensors = {code.sensors:g}", "a height two millimetres inside the row"), "code", "sensors")
    if code.clear < code.sensors + 2:
        raise top.fault(Misread(f"clear = {code.clear:g}", "two millimetres more than the height of the sensors"), "code", "clear")
