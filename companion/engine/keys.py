"""Read and write the keys behind an element's word in a board file (formats, elements 5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from companion.geometry import HEADINGS, Heading, heading_of
from companion.named_tuples import NamedTuple
from companion.words import Text, count, listed, text

LAST_REGISTER: Final = 5
"""The number of registers in a turn."""
EVERY_REGISTER: Final = tuple(range(1, LAST_REGISTER + 1))


class Key(NamedTuple):
    """One key of an entry in a board file, such as `hits=2` of a barricade."""

    name: str
    read: Callable[[str], Any]
    """Reads a value; raises ValueError with the expected form."""
    write: Callable[[Any], str]
    default: str | None
    """The text of the default, None if the key must be given."""
    about: str
    """The help."""
    flags: Mapping[str, str] = {}
    """Bare words that stand for `name=value`, such as `odd`."""
    field: str = ""
    """The field of the element that holds the value, if its name is not the key's."""
    choices: tuple[str, ...] = ()
    """All texts that it accepts, if they are a few words or numbers."""

    @property
    def attribute(self) -> str:
        """The field of the element that holds the value."""
        return self.field or self.name


def number_key(name: str, low: int, high: int, default: int, about: str) -> Key:
    """Return a key for a whole number in a range."""

    def read(text: str) -> int:
        # int() alone would take digits of every script, signs and blanks.
        if not (text.isascii() and text.isdigit()) or not low <= int(text) <= high:
            raise ValueError(f"a number from {low} to {high}")
        return int(text)

    return Key(name, read, str, str(default), about, choices=tuple(map(str, range(low, high + 1))))


def fixed_size_key(size: int, about: str) -> Key:
    """Return a key for the size of a block that has one size only, as printed elements have."""

    def read(text: str) -> int:
        if text != str(size):
            raise ValueError(f"the size {size}, or none: it is always {size} × {size}")
        return size

    return Key("size", read, str, str(size), about, choices=(str(size),))


_WORD: Final = re.compile(r"[a-z0-9_-]{1,20}\Z")


def name_key(name: str, about: str) -> Key:
    """Return a required key for a word that people choose, such as a group."""

    def read(text: str) -> str:
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
    """Return a key for one of some words."""
    words = tuple(choices)

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(" or ".join(words))
        return text

    return Key(name, read, str, default, about, flags, choices=words)


def registers_key(default: str | None) -> Key:
    """Return the key for active registers, with the short forms `odd` and `even`."""

    def read(text: str) -> tuple[int, ...]:
        numbers = text.split(",")
        if any(number not in ("1", "2", "3", "4", "5") for number in numbers):
            raise ValueError("registers from 1 to 5 with commas between, such as 2,4")
        # In order and each once, so that the same registers always make the same element.
        return tuple(sorted({int(number) for number in numbers}))

    def write(value: tuple[int, ...]) -> str:
        return ",".join(map(str, value))

    return Key(
        "registers",
        read,
        write,
        default,
        "the registers in which it is active",
        {"odd": "1,3,5", "even": "2,4"},
    )


REGISTERS: Final = registers_key(",".join(map(str, EVERY_REGISTER)))
"""Active in all registers unless a file says otherwise."""


def registers_words(active: Callable[[int], bool]) -> Text:
    """Return the registers in which something acts, to follow "in": "registers 1, 3 and 5"."""
    return registers_listed(tuple(register for register in EVERY_REGISTER if active(register)))


def registers_listed(numbers: tuple[int, ...]) -> Text:
    """Return some registers, to follow "in".

    For elements that do something in the other registers too: doors are walls then.
    """
    if len(numbers) == len(EVERY_REGISTER):
        return text("every register")
    return count(
        "register {registers}",
        "registers {registers}",
        len(numbers),
        registers=listed([*map(str, numbers)]),
    )


def read_headings(letters: str, expected: str, number: int = 0) -> tuple[Heading, ...]:
    """Read letters N E S W with commas between, as many as `number` says or any for 0.

    Raises:
        ValueError: They are anything else; the message is the expected form.
    """
    words = letters.split(",")
    if any(word not in (*HEADINGS,) for word in words) or number not in (0, len(words)):
        raise ValueError(expected)
    return tuple(map(heading_of, words))


def write_headings(headings: Iterable[Heading]) -> str:
    """Return the letters of headings with commas between."""
    return ",".join(HEADINGS[heading] for heading in headings)


FARTHEST: Final = 40
"""Squares from one end of the largest board to the other."""


def _read_range(digits: str) -> int | None:
    """Read the number; None for the empty text, which means up to the first wall."""
    if digits and not (digits.isascii() and digits.isdigit() and 1 <= int(digits) <= FARTHEST):
        raise ValueError(f"a number from 1 to {FARTHEST}")
    return int(digits) if digits else None


RANGE: Final = Key(
    "range",
    _read_range,
    lambda value: "" if value is None else str(value),
    "",
    "how many squares it reaches, its own included; without it up to the first wall",
)
