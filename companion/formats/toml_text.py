"""Strict reading of TOML: every fault becomes one FormatError.

It has the file, the line, what was found and what was expected.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Final, TypeAlias

from companion.errors import FormatError
from companion.formats.misread_error import MisreadError, quote_value, unknown_word

KeyPath: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys, and indexes of array items from 0, such as `("turn", 0, "push", 1)`."""

LARGEST: Final = 1_000_000
"""The most characters that a file may have; a full board of 40×40 needs a fraction of it."""

LONGEST_NAME: Final = 60
"""Characters of a name that screens and cards show. Other texts are not limited by what a screen
can show."""

_LONG_KEY: Final = re.compile(
    r"""(?<![A-Za-z0-9_-])(?:(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){50}"""
)
"""A key of more parts than anybody writes; the standard library's reader would take minutes over
some of them. The pattern never gives back what it has matched (`++`), since looking for such a key
would otherwise take long itself."""
_ENDING: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def text_of(data: bytes, source: str) -> str:
    """Return the text of a file's bytes, without the byte order mark of some editors.

    Raises:
        FormatError: The bytes are not UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise FormatError(
            source,
            line,
            f"byte 0x{data[fault.start]:02x}, which is not UTF-8",
            "text saved as UTF-8",
        ) from None


class TomlText:
    """A TOML text that has been read: its values in `data`, and their lines for faults."""

    def __init__(self, text: str, source: str) -> None:
        """Read the text.

        Texts that would keep the library's reader busy for minutes are refused before.

        Args:
            text: The content of the file.
            source: The name of the file in faults, as the person wrote it.

        Raises:
            FormatError: The text is no TOML.
        """
        self.source = source
        self._text = text.removeprefix("\ufeff")
        if len(self._text) > LARGEST:
            raise FormatError(
                self.source, None, f"a file of {len(self._text)} characters", f"at most {LARGEST}"
            )
        if "\0" in self._text:
            line = self._text.count("\n", 0, self._text.index("\0")) + 1
            raise FormatError(self.source, line, "a NUL character", "text")
        if not self._text.strip():
            raise FormatError(self.source, None, "an empty file", "TOML text with keys and values")
        if (key := _LONG_KEY.search(self._text)) is not None:
            line = self._text.count("\n", 0, key.start()) + 1
            raise FormatError(self.source, line, "a key of more than 50 parts", "plain keys")
        try:
            self.data: dict[str, Any] = tomllib.loads(self._text)
        # The library reads arrays by recursion, so a few thousand brackets exhaust the stack.
        except RecursionError:
            raise FormatError(
                self.source, None, "arrays or tables nested too deep to read", "a plain TOML file"
            ) from None
        except tomllib.TOMLDecodeError as fault:
            raise self._no_toml(str(fault)) from None
        # Python refuses to read whole numbers of thousands of digits.
        except ValueError:
            raise FormatError(
                self.source, None, "a number of thousands of digits", "numbers of a few digits"
            ) from None

    def _no_toml(self, message: str) -> FormatError:
        """Return the fault of the TOML reader with its line, quoting that line."""
        match = _ENDING.search(message)
        lines = self._text.rstrip().split("\n")
        number = int(match[1]) if match and match[1] else len(lines)
        reason = message[: match.start()] if match else message
        line = lines[number - 1].strip() if number <= len(lines) else ""
        # The reader begins so when a key or table is there already; all its other messages are
        # about the form.
        expected = "each key and each table once" if reason.startswith("Cannot") else "valid TOML"
        return FormatError(
            self.source, number, f"{quote_value(line)} ({reason[:1].lower()}{reason[1:]})", expected
        )

    @cached_property
    def places(self) -> Places:
        """The lines of all values, computed only when a fault needs one."""
        return Places(self._text)

    def fault(self, path: KeyPath, wrong: MisreadError) -> FormatError:
        """Return a fault at the place of a value, or at a line within a text of several lines."""
        try:
            if wrong.line is None:
                line = self.places.line(path)
            else:
                line = self.places.line_within(path, wrong.line)
        # The library's reader may accept what is nested too deep for this one.
        except RecursionError:
            line = None
        return FormatError(self.source, line, wrong.found, wrong.expected, wrong.near)

    @contextmanager
    def reading(self, *path: str | int) -> Iterator[None]:
        """Turn a MisreadError while the value at this path is read into a fault at its place."""
        try:
            yield
        except MisreadError as wrong:
            raise self.fault(path, wrong) from None


class TomlTable:
    """One table of a TOML text, read key by key with the expected type."""

    def __init__(
        self, text: TomlText, path: KeyPath, data: object, known: tuple[str, ...], kind: str = "key"
    ) -> None:
        """Create a table whose keys are all known.

        Args:
            text: The text that it belongs to.
            path: Its place, for faults.
            data: Its values.
            known: The keys that it may have.
            kind: What its keys are, in the message about an unknown one.

        Raises:
            FormatError: It is no table, or a key is unknown.
        """
        self.text, self.path = text, path
        if not isinstance(data, dict):
            raise text.fault(
                path, MisreadError(quote_value(data), f"a table [{'.'.join(map(str, path))}]")
            )
        self.data: dict[str, Any] = data
        for key in data:
            if key not in known:
                raise text.fault((*path, key), unknown_word(key, kind, known))

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def fault(self, wrong: MisreadError, *key: str | int) -> FormatError:
        """Return a fault at one of its keys, or at the table itself."""
        return self.text.fault((*self.path, *key), wrong)

    def misread(self, found: str, expected: str, *key: str | int) -> FormatError:
        """Return a fault at one of its keys by what was found there and what was expected."""
        return self.fault(MisreadError(found, expected), *key)

    def string(self, key: str, default: str = "", longest: int = LARGEST) -> str:
        """Return the text under a key: one line of at most `longest` characters."""
        value = self.data.get(key, default)
        if not isinstance(value, str):
            raise self.misread(f"{key} = {quote_value(value)}", "a text in quotes", key)
        if any(character < " " or character == "\x7f" for character in value):
            raise self.misread(
                f"{key} = {quote_value(value)}", "one line of text without control characters", key
            )
        if len(value) > longest:
            raise self.misread(
                f"{key} of {len(value)} characters",
                f"at most {longest} characters, which fit everywhere: shorten it",
                key,
            )
        return value

    def word(self, key: str, default: str, words: tuple[str, ...]) -> str:
        """Return one of some words under a key."""
        value = self.string(key, default)
        if value not in words:
            raise self.fault(unknown_word(value, key, words), key)
        return value

    def lines(self, key: str) -> str:
        """Return the text of several lines that must be under a key."""
        value = self.data.get(key)
        if not isinstance(value, str):
            found = f"no {key}" if value is None else f"{key} = {quote_value(value)}"
            raise self.misread(found, f"{key} = a text between ''' and '''", key)
        return value

    def table(self, key: str, known: tuple[str, ...], kind: str = "key") -> TomlTable:
        """Return the table under a key, empty if the key is missing."""
        return TomlTable(self.text, (*self.path, key), self.data.get(key, {}), known, kind)

    def tables(self, key: str, known: tuple[str, ...]) -> Iterator[TomlTable]:
        """Yield the tables [[key]], each checked when it is reached."""
        for number, data in enumerate(self.array(key)):
            yield TomlTable(self.text, (*self.path, key, number), data, known)

    def truth(self, key: str) -> bool:
        """Return the boolean under a key, false if the key is missing."""
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise self.misread(f"{key} = {quote_value(value)}", "true or false", key)
        return value

    def array(self, key: str) -> list[Any]:
        """Return the array under a key, empty if the key is missing."""
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.misread(f"{key} = {quote_value(value)}", "an array such as [ … ]", key)
        return value

    def strings(self, key: str) -> list[str]:
        """Return the array of texts under a key, empty if the key is missing."""
        values = self.array(key)
        for number, value in enumerate(values):
            if not isinstance(value, str):
                raise self.misread(quote_value(value), "a text in quotes", key, number)
        return values

    def number(self, key: str, low: int, high: int) -> int:
        """Return the whole number under an existing key, from `low` to `high`."""
        return self.checked_number(self.data[key], f"{key} = ", low, high, key)

    def checked_number(
        self, value: object, label: str, low: int, high: int, *key: str | int
    ) -> int:
        """Return a value that is a whole number in a range; booleans are none."""
        # Python counts True as a whole number, people do not.
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.misread(
                f"{label}{quote_value(value)}", f"a number from {low} to {high}", *key
            )
        return value


# ---- Lines of values -----------------------------------------------------------------------------


_GAP: Final = re.compile(r"(?:\s|#[^\n]*)*")
# {3,5}: up to two quotes of the text itself may be right before the three that close it.
_STRING: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL
)
_SCALAR: Final = re.compile(r"[^,\]}\n#]*")
_KEY_PART: Final = re.compile(r'[ \t]*("(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|[A-Za-z0-9_-]+)[ \t]*')


class Places:
    """The lines of a TOML text, from 1, by the path of each value.

    The library does not report them. The scanner trusts that the text is TOML: it runs only after
    the reader has accepted the text and a value has turned out wrong.
    """

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._breaks = [match.start() for match in re.finditer("\n", text)]
        self._lines: dict[KeyPath, int] = {}
        self._texts: dict[KeyPath, tuple[int, bool]] = {}
        self._counts: dict[KeyPath, int] = {}
        # The statements: headers of tables, and keys with values.
        table: KeyPath = ()
        self._skip(_GAP)
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip(_GAP)

    def line(self, path: KeyPath) -> int | None:
        """Return the line where a key or an array item begins.

        For a missing one it is the line of its container.
        """
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path)

    def line_within(self, path: KeyPath, number: int) -> int | None:
        """Return the line of the file for line `number`, from 0, of a text value.

        It is the first line of the value if lines cannot be counted.
        """
        if path not in self._texts:
            return self.line(path)
        first, several = self._texts[path]
        return first + number if several else first

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._at)
        assert match is not None
        self._at = match.end()
        return match[0]

    def _here(self) -> int:
        return bisect_right(self._breaks, self._at - 1) + 1

    def _header(self) -> KeyPath:
        """Scan a line such as `[rules]` or `[[turn]]`; return the path of the keys below it."""
        line, brackets = self._here(), 2 if self._text.startswith("[[", self._at) else 1
        self._at += brackets
        *above, last = self._key()
        self._at += brackets
        # A header has no indexes: below [[turn]], [turn.x] belongs to the last turn so far (TOML
        # 1.0).
        path: KeyPath = ()
        for part in above:
            path = self._latest((*path, part))
            self._lines.setdefault(path, line)
        path = (*path, last)
        if brackets == 2:
            self._lines.setdefault(path, line)
            self._counts[path] = self._counts.get(path, 0) + 1
        path = self._latest(path)
        self._lines.setdefault(path, line)
        return path

    def _latest(self, path: KeyPath) -> KeyPath:
        return (*path, self._counts[path] - 1) if path in self._counts else path

    def _key(self) -> list[str]:
        parts = []
        while True:
            raw = self._skip(_KEY_PART).strip(" \t")
            # The reader itself resolves escapes in a quoted key, so that the path is the same as in
            # its tables.
            parts.append(tomllib.loads(f"key = {raw}")["key"] if raw[0] in "\"'" else raw)
            if self._text[self._at] != ".":
                return parts
            self._at += 1

    def _pair(self, table: KeyPath) -> None:
        line, path = self._here(), table
        for part in self._key():
            path = (*path, part)
            self._lines.setdefault(path, line)
        self._at += 1
        self._skip(_GAP)
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        mark = self._text[self._at]
        if mark in "[{":
            self._at += 1
            self._skip(_GAP)
            number = 0
            while self._text[self._at] not in "]}":
                if mark == "{":
                    self._pair(path)
                else:
                    self._lines[*path, number] = self._here()
                    self._value((*path, number))
                self._skip(_GAP)
                if self._text[self._at] == ",":
                    self._at += 1
                    self._skip(_GAP)
                number += 1
            self._at += 1
        elif mark in "\"'":
            # A text in three quotes begins on the next line if its first line is empty: TOML drops
            # a line break right after the opening quotes.
            line, raw = self._here(), self._skip(_STRING)
            several = raw[:3] in ('"""', "'''")
            if several and raw[3:].lstrip("\r").startswith("\n"):
                line += 1
            # An escape may join lines or make one that is not in the file; then lines within the
            # text cannot be counted.
            self._texts[path] = (line, several and not (raw[0] == '"' and "\\" in raw))
        else:
            self._skip(_SCALAR)
