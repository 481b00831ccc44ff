"""Output of commands: how they print, and the guard that keeps control characters of others away from the terminal.

Names of boards, players and files, what readers say and what a journal holds come from anywhere. Everything that a command prints passes
the guard, so no command has to think of it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING, Any, ClassVar, Final, TextIO, cast

from companion.errors import DerbyError

if TYPE_CHECKING:
    from companion.commands._progress import StatusLine
    from companion.words import Text


def take_terminal() -> None:
    """Have the terminal for oneself from now on: nothing says any more that the command is still at work."""
    if Door.line is not None:
        Door.line.stop()


def complain(fault: DerbyError | Text | str) -> None:
    """Print one sentence to standard error, after the name of the program and a colon."""
    print(f"clockwork-derby: {fault}", file=sys.stderr)


def say(text: str) -> None:
    """Print a text of our own that has several lines, one line at a time: the guard escapes an end of a line within a piece."""
    print(*text.removesuffix("\n").split("\n"), sep="\n", flush=True)


def counted(number: int, what: str) -> str:
    """Return so many of a thing in words, such as "2 games"."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def print_json(value: object) -> None:
    """Print a JSON value on a line of its own, at once."""
    # Most commands print none.
    import json

    print(json.dumps(value, ensure_ascii=False), flush=True)


_SIGNS: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)
"""Characters that control a terminal or break a line (C0, DEL, C1, the two separators), or change the order of letters."""


def harmless(text: str) -> str:
    r"""A text on one line with its control characters made visible: an escape becomes `\x1b`, an end of a line `\n`.

    Characters that JSON allows come out as JSON escapes them, `\u202e`, so that a line of JSON keeps its meaning.
    """
    return _SIGNS.sub(_shown, text)


def _shown(sign: re.Match[str]) -> str:
    code = ord(sign[0])
    return "\\n" if code == 10 else f"\\x{code:02x}" if code < 0x20 else f"\\u{code:04x}"


class Door:
    r"""A stream that passes plain text on to another one, and hands everything else over to it.

    An end of a line counts only at the end of a piece, where `print` writes it; within a piece it comes from somebody else. So we print
    lines of our own as several pieces: `print(*lines, sep="\\n")`.
    """

    line: ClassVar[StatusLine | None] = None
    """What stands at the bottom of the terminal, None for nothing; it goes before anything is printed."""

    def __init__(self, bare: TextIO) -> None:
        """`bare` is the stream behind it, for those who move the cursor on purpose."""
        self.bare = bare

    def write(self, text: str) -> int:
        """Write a piece; the number of its characters, all of which are taken."""
        if Door.line is not None:
            Door.line.hide()
        body = text.removesuffix("\n")
        self.bare.write(harmless(body) + text[len(body) :])
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.bare, name)


@contextmanager
def guarded() -> Iterator[None]:
    """Guard standard output and standard error while a command runs. Without a terminal or a pipe there may be no stream."""
    with ExitStack() as stack:
        if sys.stdout is not None:
            stack.enter_context(redirect_stdout(cast(TextIO, Door(sys.stdout))))
        if sys.stderr is not None:
            stack.enter_context(redirect_stderr(cast(TextIO, Door(sys.stderr))))
        yield
