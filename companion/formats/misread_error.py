"""Faults of a piece of text before its file and line are known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.errors import near_word
from companion.words import Text

_SHOWN = 60
"""The most characters of a found text that a message shows."""


class MisreadError(Exception):
    """A piece of text that cannot be read; callers that know its place make it a FormatError.

    `line` counts the lines within a piece of several lines from 0; None means the whole piece.
    """

    def __init__(
        self,
        found: Text | str,
        expected: Text | str,
        near: str | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(found, expected)
        self.found, self.expected, self.near, self.line = found, expected, near, line


def quote_value(value: object) -> str:
    """Return a value as a message shows it: quoted, on one line, and cut if it is long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "an array"
    try:
        text = repr(value)
    # Python refuses to format whole numbers of thousands of digits.
    except ValueError:
        return "a number of thousands of digits"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def one_of(words: Iterable[str]) -> str:
    """Return words as a choice: `a, b or c`."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


_READ: Final = 30
"""The most words that are listed as expected; of more of them only a few are."""


def unknown_word(word: str, kind: str, known: Iterable[str]) -> MisreadError:
    """Return the fault of an unknown word, with the nearest known one.

    `kind` is what the word was taken for, such as "key".
    """
    words = list(known)
    # Nobody reads a long list to its end; the nearest word helps more.
    if len(words) <= _READ:
        expected = one_of(words)
    else:
        expected = f"one of {len(words)} words such as {', '.join(words[:: len(words) // 6][:6])}"
    return MisreadError(f"{kind} {quote_value(word)}", expected, near_word(word, words))
