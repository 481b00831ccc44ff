"""The keys of elements: how the words behind an element in a board file are read and written (formats, elements 5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from companion.named_tuples import NamedTuple
from companion.words import Text, count, listed, text

# Elements are made of keys.
if TYPE_CHECKING:
    from companion.engine.element import Element

EVERY_REGISTER: Final = (1, 2, 3, 4, 5)


class Key(NamedTuple):
    """One key of an entry: how its value is read and written, its default's text (None if it must be given), its help.

    `read` raises ValueError with what was expected. `flags` are bare words that stand for `name=value`, such as `odd`.
    """

    name: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]
    default: str | None
    about: str
    flags: Mapping[str, str] = {}
    field: str = ""
    """The field of the element that holds the value, where that is not called like the key."""
    choices: tuple[str, ...] = ()
    """All texts that it accepts, where they are a few words or numbers; none where people choose freely."""

    @property
    def attribute(self) -> str:
        """The field of the element that holds the value."""
        return self.field or self.name


def number_key(name: str, low: int, high: int, default: int, about: str) -> Key:
    """A key whose value is a whole number in a range."""

    def read(text: str) -> int:
        """The number; ValueError says which there are."""
        # int() alone would take the digits of every script, signs and blanks.
        if not (text.isascii() and text.isdigit()) or not low <= int(text) <= high:
            raise ValueError(f"a number from {low} to {high}")
        return int(text)

    return Key(name, read, str, str(default), about, choices=tuple(map(str, range(low, high + 1))))


def fixed_size_key(size: int, about: str) -> Key:
    """A key for the size of a block that has one size only, such as printed elements have."""

    def read(text: str) -> int:
        """The size; ValueError says that there is no other."""
        if text != str(size):
            raise ValueError(f"the size {size}, or none: it is always {size} × {size}")
        return size

    return Key("size", read, str, str(size), about, choices=(str(size),))


_WORD: Final = re.compile(r"[a-z0-9_-]{1,20}\Z")


def name_key(name: str, about: str) -> Key:
    """A key whose value is a word that people choose, such as that of a group; it must be given."""

    def read(text: str) -> str:
        """The word; ValueError says how it is written."""
        if _WORD.match(text) is None:
            raise ValueError("a word of small letters and digits, such as red or a2")
        return text

    return Key(name, read, str, None, about)


GROUP: Final = name_key("group", "the same word for all that belong together")
LINK: Final = name_key("link", "the same word for the two that belong together")
DAMAGE: Final = number_key("damage", 1, 9, 1, "the damage that it does")


def word_key(
    name: str,
    choices: Iterable[str],
    default: str | None,
    about: str,
    flags: Mapping[str, str] = {},
) -> Key:
    """A key whose value is one of some words."""
    words = tuple(choices)

    def read(text: str) -> str:
        """The word; ValueError says which there are."""
        if text not in words:
            raise ValueError(" or ".join(words))
        return text

    return Key(name, read, str, default, about, flags, choices=words)


def registers_key(default: str | None) -> Key:
    """The key for the registers in which an element is active; `odd` and `even` are its short forms."""

    def read(text: str) -> tuple[int, ...]:
        """The registers in order; ValueError says how they are written."""
        numbers = text.split(",")
        if any(number not in ("1", "2", "3", "4", "5") for number in numbers):
            raise ValueError("registers from 1 to 5 with commas between, such as 2,4")
        # In order and each once: however they were written, the element is the same.
        return tuple(sorted({int(number) for number in numbers}))

    def write(value: tuple[int, ...]) -> str:
        """The registers with commas between."""
        return ",".join(map(str, value))

    return Key(
        "registers",
        read,
        write,
        default,
        "the registers in which it is active",
        {"odd": "1,3,5", "even": "2,4"},
    )


def registers_words(element: Element) -> Text:
    """The registers in which an element acts, behind "in": "registers 1, 3 and 5"."""
    return registers_listed(
        tuple(register for register in EVERY_REGISTER if element.active(register))
    )


def registers_listed(numbers: tuple[int, ...]) -> Text:
    """Some registers, behind "in", for elements that do something in the others, too: doors are walls then."""
    if len(numbers) == len(EVERY_REGISTER):
        return text("every register")
    return count(
        "register {registers}",
        "registers {registers}",
        len(numbers),
        registers=listed([*map(str, numbers)]),
    )


FARTHEST: Final = 40
"""Squares from one end of the largest board to the other."""


def _read_range(digits: str) -> int | None:
    """The number, or None for "": up to the first wall; ValueError says which there are."""
    if digits and not (digits.isascii() and digits.isdigit() and 1 <= int(digits) <= FARTHEST):
        raise ValueError(f"a number from 1 to {FARTHEST}")
    return int(digits) if digits else None


def _write_range(value: int | None) -> str:
    return "" if value is None else str(value)


RANGE: Final = Key(
    "range",
    _read_range,
    _write_range,
    "",
    "how many squares it reaches, its own included; without it up to the first wall",
)
