"""One line of an exported game: a JSON object that is read strictly, with file and line in every fault.

What Python's reader takes beyond JSON, and what could not be written again, is refused.
"""
from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final, NoReturn, cast

from companion.errors import FormatFault, near_word

LARGEST: Final = 2 ** 63 - 1
"""What the journal can hold as a whole number."""
SHOWN: Final = 40
"""So many letters of what was found are shown."""


def canonical(value: Mapping[str, Any]) -> str:
    """A JSON object as the one text that stands for it; ValueError for numbers that JSON does not have."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


class Line:
    """A line and the fields of its object, in `fields`. FormatFault where it is no object, or one that cannot be written again."""

    def __init__(self, source: str, number: int, text: str) -> None:
        self.source, self.number = source, number
        try:
            found = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
            # Half a surrogate pair is a letter to Python's reader, and none that a file can hold.
            canonical(found).encode()
        except RecursionError:
            raise self.fault("objects within objects within objects", "an entry as the game writes it") from None
        except ValueError as fault:
            raise self.fault(f"{_short(text)} ({fault})", "a JSON object on one line") from None
        if not isinstance(found, dict):
            raise self.fault(_short(text), "a JSON object on one line")
        self.fields: dict[str, Any] = found

    def fault(self, found: str, expected: str, near: str | None = None) -> FormatFault:
        """The fault of this line."""
        return FormatFault(self.source, self.number, found, expected, near)

    def has(self, name: str) -> bool:
        """Whether there is a field with this name."""
        return name in self.fields

    def only(self, *names: str) -> None:
        """FormatFault for a field that has none of these names."""
        strange = next((name for name in self.fields if name not in names), None)
        if strange is not None:
            raise self.fault(_short(repr(strange)), f"only {', '.join(names)}", near_word(strange, names))

    def text(self, name: str) -> str:
        """A field that is text."""
        found = self._field(name)
        return found if isinstance(found, str) else self._wrong(name, found, "text")

    def number_of(self, name: str, *, whole: bool = False) -> float:
        """A field that is a number, or a whole one.

        FormatFault where it is missing, of another type, or no number at all.
        """
        found = self._field(name)
        # Not isinstance(): true would pass for 1.
        right = (type(found) is int and abs(found) <= LARGEST) or (type(found) is float and math.isfinite(found) and not whole)
        if not right:
            self._wrong(name, found, "a whole number" if whole else "a number")
        return cast(float, found)

    def inner(self, name: str) -> dict[str, Any]:
        """A field that is an object."""
        found = self._field(name)
        return found if isinstance(found, dict) else self._wrong(name, found, "an object")

    def _field(self, name: str) -> Any:
        if name not in self.fields:
            raise self.fault(f"no {name!r}", f"a field {name!r}", near_word(name, self.fields))
        return self.fields[name]

    def _wrong(self, name: str, found: object, expected: str) -> NoReturn:
        raise self.fault(f"{name!r} is {_short(repr(found))}", expected)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Python would keep the last of two without a word, and the sums would then be those of another text."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return fields


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")


def _short(text: str) -> str:
    shown = text if len(text) <= SHOWN else text[:SHOWN] + "…"
    return shown.encode("utf-8", "replace").decode() or "an empty line"
