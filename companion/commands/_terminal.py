"""The last door before a terminal: whatever a command prints passes here, and nothing in it works the terminal but our own ends of lines.

Names on boards, of players and of files, what readers say and what a journal holds come from anywhere. So commands need not think of it.
"""
from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from typing import Any, Final, TextIO, cast

_SIGNS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""What works a terminal or breaks a line (C0, DEL, C1, the two separators), and what turns the order of letters."""


def harmless(text: str) -> str:
    r"""A text on one line whose signs can be seen: an escape becomes `\x1b`, an end of a line `\n`.

    What JSON would let through comes out as JSON writes it, `\u202e`, so that a line of JSON still says the same.
    """
    return _SIGNS.sub(_shown, text)


def _shown(sign: re.Match[str]) -> str:
    code = ord(sign[0])
    return "\\n" if code == 10 else f"\\x{code:02x}" if code < 0x20 else f"\\u{code:04x}"


class Door:
    """A stream that lets nothing but plain text through to another one; everything else is asked of that one.

    An end of a line counts where a piece ends with it, as `print` writes it; within a piece it came from somewhere else. So lines of our
    own are printed as several: `print(*lines, sep="\\n")`.
    """

    def __init__(self, bare: TextIO) -> None:
        """`bare` is where it leads to, for what moves the cursor on purpose."""
        self.bare = bare

    def write(self, text: str) -> int:
        """Write a piece; how many letters of it were taken, which is all."""
        body = text.removesuffix("\n")
        self.bare.write(harmless(body) + text[len(body):])
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.bare, name)


@contextmanager
def guarded() -> Iterator[None]:
    """While a command works, its output and its complaints go through this door; without a terminal or a pipe there may be no stream."""
    with ExitStack() as stack:
        if sys.stdout is not None:
            stack.enter_context(redirect_stdout(cast(TextIO, Door(sys.stdout))))
        if sys.stderr is not None:
            stack.enter_context(redirect_stderr(cast(TextIO, Door(sys.stderr))))
        yield
