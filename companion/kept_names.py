"""The names of classes and fields in marks, journals and files, which stay when the code renames.

    @kept_as("Robot seat square heading targets? visited?")
    class Robot(NamedTuple): ...

The words are the class, then each field in its order, as they were first written; they never
change. A new field gets its word at its place, with a `?` if its default value is left out, so
that the marks of earlier games stay. A class without kept names has those of the code.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import MISSING
from enum import Enum
from functools import lru_cache
from typing import Any, Final, TypeVar

from companion.named_tuples import NamedTuple

Kind = TypeVar("Kind", bound=type)
Value = TypeVar("Value")


class KeptNames(NamedTuple):
    """The kept names of a class and its fields."""

    name: str
    fields: tuple[str, ...]
    """In the order of the class."""
    usual: Mapping[int, object]
    """The default values that are left out of a mark, by the position of their field."""


_MARK: Final = "_kept_names"
"""The attribute of a class that holds them."""


def kept_as(words: str) -> Callable[[Kind], Kind]:
    """Give a named tuple or a dataclass and its fields their kept names.

    Raises:
        TypeError: The number of words is not that of the fields, or a field with `?` has no
            default.
    """

    def keep(kind: Kind) -> Kind:
        name, *fields = words.split()
        own = own_fields(kind)
        dataclass_fields = getattr(kind, "__dataclass_fields__", {})
        usual: Mapping[str, object] = {
            **getattr(kind, "_field_defaults", {}),
            **{
                name: field.default
                for name, field in dataclass_fields.items()
                if field.default is not MISSING
            },
        }
        if len(fields) != len(own):
            raise TypeError(
                f"{kind.__name__} has the fields {' '.join(own)}, but its kept names are "
                f"{' '.join(fields)}: one for each is needed, in their order"
            )
        optional = {place: own[place] for place, field in enumerate(fields) if field.endswith("?")}
        if lacking := [field for field in optional.values() if field not in usual]:
            raise TypeError(
                f"{kind.__name__} gives {' '.join(lacking)} no usual value, so no mark can leave "
                f"it out: remove the ? from the kept name"
            )
        names = tuple(field.removesuffix("?") for field in fields)
        setattr(
            kind,
            _MARK,
            KeptNames(name, names, {place: usual[field] for place, field in optional.items()}),
        )
        return kind

    return keep


def kept_names(kind: type) -> KeptNames:
    """Return the kept names of a class, those of the code where it has none."""
    # Subclasses do not inherit them.
    found: KeptNames | None = vars(kind).get(_MARK)
    return found or KeptNames(kind.__name__, own_fields(kind), {})


def is_kept(kind: type) -> bool:
    """Tell whether a class has kept names."""
    return _MARK in vars(kind)


def kept_facts(value: Any) -> dict[str, Any]:
    """Return the fields of a named tuple by their kept names."""
    return dict(zip(kept_names(type(value)).fields, value, strict=True))


def from_kept(kind: type[Value], facts: Mapping[str, Any]) -> Value:
    """Make a named tuple of fields by kept names; TypeError where one is missing or unknown."""
    make: Callable[..., Value] = kind
    names: type = kind
    own = dict(zip(kept_names(names).fields, own_fields(names), strict=True))
    return make(**{own.get(name, name): part for name, part in facts.items()})


def mark_of_text(text: str) -> str:
    """Return the mark of a canonical text: 16 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def canonical(value: object) -> str:
    """Return a value as text under kept names, the same on every machine and version of Python.

    Mappings keep the order of their entries. The text looks like the `repr` of which the first
    marks were taken, so that they stay valid.

    Raises:
        TypeError: The value is not made of named tuples, dataclasses, tuples, lists, mappings,
            sets, enumerations, strings, numbers, bytes, booleans and None alone.
    """
    kind: type = type(value)
    if value is None or kind in (str, int, bool, float, bytes):
        return repr(value)
    if isinstance(value, tuple):
        if hasattr(kind, "_fields"):
            return _fields_in(kind, value)
        return f"({_listed(value)}{',' if len(value) == 1 else ''})"
    if isinstance(value, (frozenset, set)):
        # Numbers in the order of CPython's small sets, everything else sorted: the first marks were
        # taken of that order.
        if all(type(part) is int for part in value):
            table = 8 if len(value) < 5 else 32
            said = [
                canonical(part) for part in sorted(value, key=lambda part: (part % table, part))
            ]
        else:
            said = sorted(canonical(part) for part in value)
        inner = f"{{{', '.join(said)}}}" if said else ""
        return inner if kind is set and said else f"{kind.__name__}({inner})"
    if isinstance(value, Mapping):
        entries = (f"{canonical(key)}: {canonical(part)}" for key, part in value.items())
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, list):
        return f"[{_listed(value)}]"
    if isinstance(value, Enum):
        return f"<{kept_names(kind).name}.{value.name}: {canonical(value.value)}>"
    if hasattr(kind, "__dataclass_fields__"):
        return _fields_in(kind, [getattr(value, field) for field in own_fields(kind)])
    raise TypeError(
        f"a {kind.__name__} has no canonical text: positions are made of named tuples and plain "
        f"values, or their game gives its own mark"
    )


def _fields_in(kind: type, parts: Any) -> str:
    names = kept_names(kind)
    said = (
        f"{field}={canonical(part)}"
        for place, (field, part) in enumerate(zip(names.fields, parts, strict=True))
        if place not in names.usual or part != names.usual[place]
    )
    return f"{names.name}({', '.join(said)})"


def _listed(values: Any) -> str:
    return ", ".join(canonical(part) for part in values)


@lru_cache(maxsize=512)
def own_fields(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a class in the code."""
    found: tuple[str, ...] = tuple(
        kind._fields if hasattr(kind, "_fields") else getattr(kind, "__dataclass_fields__", ())
    )
    return found
