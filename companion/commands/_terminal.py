"""Print the output of commands, and keep control characters from elsewhere off the terminal.

Names of boards, players and files, messages of readers and the content of a journal come from
anywhere. Everything that a command prints passes the guard, so commands need not think of it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from typing import Any, ClassVar, Final, Protocol, TextIO, cast

from companion.errors import DerbyError
from companion.words import Text


def take_terminal() -> None:
    """Stop the status line for good, because the caller needs the terminal."""
    if EscapingStream.line is not None:
        EscapingStream.line.stop()


def complain(fault: DerbyError | Text | str) -> None:
    """Print one sentence to standard error, after the program's name and a colon."""
    print(f"clockwork-derby: {fault}", file=sys.stderr)


def say(text: str) -> None:
    """Print a text line by line, because the guard escapes a newline in a piece."""
    print(*text.removesuffix("\n").split("\n"), sep="\n", flush=True)


def amount(number: int, what: str) -> str:
    """Return a number of things in words, such as "2 games"."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def print_json(value: object) -> None:
    """Print a JSON value on a line, and flush."""
    # Most commands print none.
    import json

    print(json.dumps(value, ensure_ascii=False), flush=True)


def print_result(as_json: bool, facts: Mapping[str, object], *lines: object) -> None:
    """Print a result of a command: with `--json` an object on a line, else lines for people."""
    if as_json:
        print_json(facts)
    elif lines:
        print(*lines, sep="\n")


def print_fault(as_json: bool, fault: DerbyError, **named: object) -> None:
    """Print why one of several results is missing.

    With `--json` it is an object on standard output, because programs count one line for each;
    `named` says which result it is.
    """
    if as_json:
        print_json({**named, "error": str(fault)})
    else:
        complain(fault)


_SIGNS: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)
"""Characters that control a terminal, break a line (C0, DEL, C1, separators) or reorder text."""


def escape_control(text: str) -> str:
    r"""Return a text on one line with visible control characters: `\x1b` for an escape, `\n`.

    Characters that JSON allows become JSON escapes, `\u202e`, so that a line of JSON keeps its
    meaning.
    """
    return _SIGNS.sub(_visible, text)


def _visible(sign: re.Match[str]) -> str:
    code = ord(sign[0])
    return "\\n" if code == 10 else f"\\x{code:02x}" if code < 0x20 else f"\\u{code:04x}"


class TerminalLine(Protocol):
    """A line at the bottom of the terminal (`companion.commands._progress.StatusLine`)."""

    detail: Callable[[], str] | None
    """Says how far the command is, None for nothing."""

    def hide(self) -> None:
        """Remove the line before something else is printed; it returns after a while."""

    def stop(self) -> None:
        """Remove the line for good."""


class EscapingStream:
    r"""A stream that passes plain text on to another one, and delegates everything else to it.

    A newline counts only at the end of a piece, where `print` writes it; inside a piece it comes
    from elsewhere. So the app prints several lines as several pieces: `print(*lines, sep="\\n")`.
    """

    line: ClassVar[TerminalLine | None] = None
    """The line at the bottom of the terminal, or None; it is removed before anything is printed."""

    def __init__(self, bare: TextIO) -> None:
        """Wrap a stream, which code that moves the cursor on purpose can use as `bare`."""
        self.bare = bare

    def write(self, text: str) -> int:
        """Write a piece; return its number of characters, all of which are written."""
        if EscapingStream.line is not None:
            EscapingStream.line.hide()
        body = text.removesuffix("\n")
        self.bare.write(escape_control(body) + text[len(body) :])
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.bare, name)


@contextmanager
def guard_output() -> Iterator[None]:
    """Guard standard output and standard error while a command runs; either may be missing."""
    with ExitStack() as stack:
        if sys.stdout is not None:
            stack.enter_context(redirect_stdout(cast(TextIO, EscapingStream(sys.stdout))))
        if sys.stderr is not None:
            stack.enter_context(redirect_stderr(cast(TextIO, EscapingStream(sys.stderr))))
        yield
