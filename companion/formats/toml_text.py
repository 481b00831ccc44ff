"""Reading TOML strictly: every fault becomes one FormatFault with file, line, what was found and what was expected."""
from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Final

from companion.errors import FormatFault
from companion.formats.misread import Misread, shown, unknown
from companion.formats.places import Path, Places

LARGEST: Final = 1_000_000
"""How many characters a file may have; a full board of 40×40 needs a fraction of it."""

LONGEST_NAME: Final = 60
"""Signs of a name."""
LONGEST_LINE: Final = 200
"""Signs of a title or of whatever else stands on one line."""

_LONG_KEY: Final = re.compile(r"""(?<![A-Za-z0-9_-])(?:(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){50}""")
"""A key of more parts than anybody writes; the standard library's reader would take minutes over some of them.
The pattern never gives back what it has taken (`++`), or looking for such a key would itself take long."""
_PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def text_of(data: bytes, source: str) -> str:
    """The text of a file's bytes; FormatFault where they are not UTF-8. The mark that some editors put at the beginning is dropped."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise FormatFault(source, line, f"byte 0x{data[fault.start]:02x}, which is not UTF-8", "text saved as UTF-8") from None


class TomlText:
    """A TOML text that has been read: its values in `data`, and their lines for faults."""

    def __init__(self, text: str, source: str) -> None:
        """Read the text; FormatFault where it is no TOML.

        `source` names the file in faults, as the person wrote it. What would keep the library's reader busy for minutes is refused before
        it is asked, and what breaks it is named.
        """
        self.source = source
        self._text = text.removeprefix("\ufeff")
        self._check_text()
        self.data = self._read()

    def _check_text(self) -> None:
        if len(self._text) > LARGEST:
            raise FormatFault(self.source, None, f"a file of {len(self._text)} characters", f"at most {LARGEST}")
        if "\0" in self._text:
            raise FormatFault(self.source, self._line_at(self._text.index("\0")), "a NUL character", "text")
        if not self._text.strip():
            raise FormatFault(self.source, None, "an empty file", "TOML text with keys and values")
        if (key := _LONG_KEY.search(self._text)) is not None:
            raise FormatFault(self.source, self._line_at(key.start()), "a key of more than 50 parts", "plain keys")

    def _line_at(self, index: int) -> int:
        return self._text.count("\n", 0, index) + 1

    def _read(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self._text)
        # The library reads arrays by recursion, so a few thousand brackets exhaust the stack.
        except RecursionError:
            raise FormatFault(self.source, None, "arrays or tables nested too deep to read", "a plain TOML file") from None
        except tomllib.TOMLDecodeError as fault:
            raise self._no_toml(str(fault)) from None
        # Python refuses to read whole numbers of thousands of digits.
        except ValueError:
            raise FormatFault(self.source, None, "a number of thousands of digits", "numbers of a few digits") from None

    def _no_toml(self, message: str) -> FormatFault:
        """The fault of the TOML reader with its line, quoting that line."""
        match = _PLACE.search(message)
        lines = self._text.rstrip().split("\n")
        number = int(match[1]) if match and match[1] else len(lines)
        reason = message[: match.start()] if match else message
        line = lines[number - 1].strip() if number <= len(lines) else ""
        # So the reader begins when a key or table is there already; everything else that it says is about the form.
        expected = "each key and each table once" if reason.startswith("Cannot") else "valid TOML"
        return FormatFault(self.source, number, f"{shown(line)} ({reason[:1].lower()}{reason[1:]})", expected)

    @cached_property
    def places(self) -> Places:
        """The lines of all values; worked out only once a fault needs one."""
        return Places(self._text)

    def fault(self, path: Path, wrong: Misread) -> FormatFault:
        """A fault at the place of a value; for a text of several lines at the line within it."""
        try:
            line = self.places.line(path) if wrong.line is None else self.places.line_within(path, wrong.line)
        # What the library's reader has just taken may be nested too deep to be looked through once more.
        except RecursionError:
            line = None
        return FormatFault(self.source, line, wrong.found, wrong.expected, wrong.near)

    @contextmanager
    def reading(self, *path: str | int) -> Iterator[None]:
        """While the value at this path is being read, whatever is wrong with it is a fault at its place."""
        try:
            yield
        except Misread as wrong:
            raise self.fault(path, wrong) from None


class Table:
    """One table of a TOML text, read key by key with the type that is wanted."""

    def __init__(self, text: TomlText, path: Path, data: object, known: tuple[str, ...], kind: str = "key") -> None:
        """A table whose keys are all known; FormatFault names the first that is not.

        `path` is where it stands, for faults; `kind` is what its keys are, for the words of one that is not known.
        """
        self.text, self.path = text, path
        if not isinstance(data, dict):
            raise text.fault(path, Misread(shown(data), f"a table [{'.'.join(map(str, path))}]"))
        self.data: dict[str, Any] = data
        for key in data:
            if key not in known:
                raise text.fault((*path, key), unknown(key, kind, known))

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def fault(self, wrong: Misread, *key: str | int) -> FormatFault:
        """A fault at one of its keys, or at the table itself."""
        return self.text.fault((*self.path, *key), wrong)

    def string(self, key: str, default: str = "", longest: int = LONGEST_LINE) -> str:
        """The text under a key, on one line, of at most so many signs."""
        value = self.data.get(key, default)
        if not isinstance(value, str):
            raise self.fault(Misread(f"{key} = {shown(value)}", "a text in quotes"), key)
        if any(character < " " or character == "\x7f" for character in value):
            raise self.fault(Misread(f"{key} = {shown(value)}", "one line of text without control characters"), key)
        if len(value) > longest:
            raise self.fault(Misread(f"{key} of {len(value)} signs", f"at most {longest} signs, as they fit on a screen"), key)
        return value

    def word(self, key: str, default: str, words: tuple[str, ...]) -> str:
        """One of some words under a key."""
        value = self.string(key, default)
        if value not in words:
            raise self.fault(unknown(value, key, words), key)
        return value

    def lines(self, key: str) -> str:
        """The text of several lines that must stand under a key."""
        value = self.data.get(key)
        if not isinstance(value, str):
            found = f"no {key}" if value is None else f"{key} = {shown(value)}"
            raise self.fault(Misread(found, f"{key} = a text between ''' and '''"), key)
        return value

    def array(self, key: str) -> list[Any]:
        """The array under a key, empty where the key is missing."""
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.fault(Misread(f"{key} = {shown(value)}", "an array such as [ … ]"), key)
        return value

    def strings(self, key: str) -> list[str]:
        """The array of texts under a key, empty where the key is missing."""
        values = self.array(key)
        for number, value in enumerate(values):
            if not isinstance(value, str):
                raise self.fault(Misread(shown(value), "a text in quotes"), key, number)
        return values

    def number(self, key: str, low: int, high: int) -> int:
        """The whole number under a key that is there, from `low` to `high`."""
        return self.checked_number(self.data[key], f"{key} = ", low, high, key)

    def checked_number(self, value: object, label: str, low: int, high: int, *key: str | int) -> int:
        """The value if it is a whole number in the range; booleans are none."""
        # To Python True is a whole number; to people it is not.
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.fault(Misread(f"{label}{shown(value)}", f"a number from {low} to {high}"), *key)
        return value


