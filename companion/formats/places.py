"""Where things stand in a TOML text: the line of every key, array item and text, which the standard library's reader does not tell.

The scanner trusts that the text is TOML: it is asked only after the reader has accepted the text and a value has turned out wrong.
"""
from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from typing import Final, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys, and numbers of array items from 0, such as `("turn", 0, "push", 1)`."""

_GAP: Final = re.compile(r"(?:\s|#[^\n]*)*")
# {3,5}: up to two quotes of the text itself may stand right before the three that close it.
_STRING: Final = re.compile(r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL)
_SCALAR: Final = re.compile(r"[^,\]}\n#]*")
_KEY_PART: Final = re.compile(r'[ \t]*("(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|[A-Za-z0-9_-]+)[ \t]*')


class Places:
    """The lines of a TOML text, counted from 1, by the path of what stands there."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._breaks = [match.start() for match in re.finditer("\n", text)]
        self._lines: dict[Path, int] = {}
        self._texts: dict[Path, tuple[int, bool]] = {}
        self._counts: dict[Path, int] = {}
        self._scan()

    def line(self, path: Path) -> int | None:
        """The line on which a key or an array item begins; for one that is not there, the line of what would hold it."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path)

    def line_within(self, path: Path, number: int) -> int | None:
        """The line of the file on which line `number`, from 0, of a text value stands; the first one of the value where that cannot be told."""
        if path not in self._texts:
            return self.line(path)
        first, several = self._texts[path]
        return first + number if several else first

    def _scan(self) -> None:
        """One statement after the other: a header of a table, or a key with its value."""
        table: Path = ()
        self._skip(_GAP)
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip(_GAP)

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._at)
        assert match is not None
        self._at = match.end()
        return match[0]

    def _here(self) -> int:
        return bisect_right(self._breaks, self._at - 1) + 1

    def _header(self) -> Path:
        """A line such as `[rules]` or `[[turn]]`; gives the path that the keys below it belong to."""
        line, brackets = self._here(), 2 if self._text.startswith("[[", self._at) else 1
        self._at += brackets
        *above, last = self._key()
        self._at += brackets
        # A header names no numbers: below [[turn]], [turn.x] belongs to the last turn so far (TOML 1.0).
        path: Path = ()
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

    def _latest(self, path: Path) -> Path:
        return (*path, self._counts[path] - 1) if path in self._counts else path

    def _key(self) -> list[str]:
        parts = []
        while True:
            raw = self._skip(_KEY_PART).strip(" \t")
            # Escapes in a quoted key are undone by the reader itself, so that the path is the same as in its tables.
            parts.append(tomllib.loads(f"key = {raw}")["key"] if raw[0] in "\"'" else raw)
            if self._text[self._at] != ".":
                return parts
            self._at += 1

    def _pair(self, table: Path) -> None:
        line, path = self._here(), table
        for part in self._key():
            path = (*path, part)
            self._lines.setdefault(path, line)
        self._at += 1
        self._skip(_GAP)
        self._value(path)

    def _value(self, path: Path) -> None:
        mark = self._text[self._at]
        if mark == "[":
            self._array(path)
        elif mark == "{":
            self._inline_table(path)
        elif mark in "\"'":
            self._string(path)
        else:
            self._skip(_SCALAR)

    def _string(self, path: Path) -> None:
        """A text; one in three quotes begins on the next line if its first line is empty."""
        line, raw = self._here(), self._skip(_STRING)
        several = raw[:3] in ('"""', "'''")
        # TOML drops a line break right after the opening quotes.
        if several and raw[3:].lstrip("\r").startswith("\n"):
            line += 1
        # An escape may join lines or make one that is not in the file; then lines within the text cannot be counted.
        self._texts[path] = (line, several and not (raw[0] == '"' and "\\" in raw))

    def _array(self, path: Path) -> None:
        self._at += 1
        self._skip(_GAP)
        number = 0
        while self._text[self._at] != "]":
            self._lines[*path, number] = self._here()
            self._value((*path, number))
            self._after_item()
            number += 1
        self._at += 1

    def _inline_table(self, path: Path) -> None:
        self._at += 1
        self._skip(_GAP)
        while self._text[self._at] != "}":
            self._pair(path)
            self._after_item()
        self._at += 1

    def _after_item(self) -> None:
        self._skip(_GAP)
        if self._text[self._at] == ",":
            self._at += 1
            self._skip(_GAP)
