"""The plan of a card reader, `hardware/reader.toml`: from it come firmware pins, table files, cards, diagrams and printed parts.

What stands in the file and what it means is said there; read strictly, so that a fault names file and line. What does not fit together is
found by `reader_checks`.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeVar, get_type_hints

from companion.formats.misread import Misread, shown
from companion.formats.reader_checks import check
from companion.formats.reader_values import (
    CardPlan,
    CodePlan,
    HeaderWires,
    LampPlan,
    Load,
    Part,
    PicoPins,
    PowerLimits,
    ReaderPlan,
    SlotPlan,
)
from companion.formats.toml_text import Table, TomlText

__all__ = [
    "CardPlan", "CodePlan", "HeaderWires", "LampPlan", "Load", "Part", "PicoPins", "PowerLimits", "ReaderPlan", "SOURCE", "SlotPlan",
    "parse_reader_plan",
]

SOURCE: Final = "hardware/reader.toml"
_SECTIONS: Final[Mapping[str, type[Any]]] = {
    "card": CardPlan, "code": CodePlan, "slots": SlotPlan, "pico": PicoPins, "header": HeaderWires, "lamps": LampPlan, "power": PowerLimits,
}
_NAME: Final = re.compile("[a-z][a-z0-9_]*")

Section = TypeVar("Section", bound=NamedTuple)


def parse_reader_plan(text: str, source: str = SOURCE) -> ReaderPlan:
    """The plan that a text says; FormatFault for anything missing, unknown, of another type or that does not fit together."""
    toml = TomlText(text, source)
    top = Table(toml, (), toml.data, ReaderPlan._fields)
    sections = {name: _section(Table(toml, (name,), toml.data.get(name, {}), kind._fields), kind) for name, kind in _SECTIONS.items()}
    plan = ReaderPlan(**sections, load=_rows(top, "load", Load), part=_rows(top, "part", Part), body=_body(top))
    check(top, plan)
    return plan


def _rows(top: Table, name: str, kind: type[Section]) -> tuple[Section, ...]:
    """Every `[[…]]` of a name."""
    return tuple(_section(Table(top.text, (name, place), row, kind._fields), kind) for place, row in enumerate(top.array(name)))


def _section(table: Table, kind: type[Section]) -> Section:
    """One table of the file, every field of it given and of its type."""
    for field in kind._fields:
        if field not in table:
            raise table.fault(Misread(f"no {field} in [{table.path[0]}]", f"{field} = …, as in the shipped plan"))
    # The types of the fields say how each is read.
    values: dict[str, Any] = {field: _READ[wanted](table, field) for field, wanted in get_type_hints(kind).items()}
    return kind(**values)  # type: ignore[call-overload, no-any-return]


def _body(top: Table) -> dict[str, float]:
    """The measures of the printed parts, which only those know; each name is a variable there, so any may be added."""
    table = Table(top.text, ("body",), top.data.get("body", {}), tuple(top.data.get("body", {})))
    for name in table.data:
        if not _NAME.fullmatch(name):
            raise table.fault(Misread(f"the name {shown(name)}", "a name of small letters, digits and _"), name)
    return {name: _length(table, name) for name in table.data}


def _length(table: Table, field: str) -> float:
    value = table.data[field]
    # To Python True is a number; to people it is not.
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1000:
        raise table.fault(Misread(f"{field} = {shown(value)}", "a number from 0 to 1000"), field)
    return float(value)


def _whole(table: Table, field: str) -> int:
    return table.number(field, 0, 10000)


def _whole_numbers(table: Table, field: str) -> tuple[int, ...]:
    return tuple(table.checked_number(value, "", 0, 10000, field, place) for place, value in enumerate(table.array(field)))


def _words(table: Table, field: str) -> tuple[str, ...]:
    return tuple(table.strings(field))


_READ: Final[Mapping[Any, Callable[[Table, str], Any]]] = {
    float: _length, int: _whole, str: Table.string, tuple[int, ...]: _whole_numbers, tuple[str, ...]: _words,
}
