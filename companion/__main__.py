"""The door for people who type: `clockwork-derby COMMAND`, and without a command the game itself."""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from companion import __version__, commands
from companion.commands._terminal import complain, guarded
from companion.errors import DerbyError, near_word, reason

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

WITHOUT_COMMAND = "play"
HELP = ("-h", "--help")
USAGE = 2
INTERRUPTED, NOBODY_READS = 130, 141
"""Exit statuses as a shell gives them to programs that Ctrl-C or a closed pipe ends."""


class Parser(argparse.ArgumentParser):
    """A parser that complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2, saying what is wrong and where to read on."""
        complain(f"{message}; see {self.prog} --help")
        self.exit(USAGE)

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Line by line, since an end of a line within a piece is taken for one that somebody has made up."""
        print(*self.format_help().rstrip("\n").split("\n"), sep="\n", file=file)


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out what was typed; the exit status. Faults that reach this far are printed as one sentence."""
    _speak_utf8()
    _heed_signals()
    with guarded():
        return _main(sys.argv[1:] if argv is None else list(argv))


def _main(words: list[str]) -> int:
    try:
        status = _run(words)
        # A full disk or a closed pipe shows itself only here; at Python's own end nobody could turn it into a status. Without a terminal or
        # a pipe there is no stream at all.
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except DerbyError as fault:
        complain(fault)
        return USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    # As with `… | head`: nobody reads on, and that is no fault.
    except BrokenPipeError:
        _stop_writing()
        return NOBODY_READS
    except OSError as fault:
        _stop_writing()
        complain(
            ": ".join(str(part) for part in (fault.filename, reason(fault)) if part is not None)
        )
        return USAGE


def _stop_writing() -> None:
    """Forget what could not be written: Python flushes once more on its way out, and must not find the closed pipe or the full disk then.

    Harmless where there is nothing to be written.
    """
    with suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _speak_utf8() -> None:
    """Whatever the machine's language is set to, what we print is UTF-8, and no file name stops us."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _heed_signals() -> None:
    """Undo what is inherited: with requests to stop ignored the game would never end, and with children ignored every one seems to succeed.

    A hang-up stays ignored, as nohup wants it, and Ctrl-C, as a shell wants it in the background.
    """
    for name in ("SIGTERM", "SIGCHLD"):
        number = getattr(signal, name, None)
        # Only the main thread may ask for it.
        if (
            number is not None
            and threading.current_thread() is threading.main_thread()
            and signal.getsignal(number) is signal.SIG_IGN
        ):
            signal.signal(number, signal.SIG_DFL)


def _run(words: list[str]) -> int:
    """Parse and carry out; only the module of the command that was typed is imported, all of them for help, none for the version."""
    names = commands.names()
    if "_ARGCOMPLETE" in os.environ:
        from companion.commands._completing import answer

        return answer(names, _parser, WITHOUT_COMMAND)
    # Options without a command belong to the game itself.
    if not words or (words[0].startswith("-") and words[0] not in (*HELP, "--version")):
        words = [WITHOUT_COMMAND, *words]
    if not words[0].startswith("-") and words[0] not in names:
        near = near_word(words[0], names)
        hint = f"did you mean {near!r}? " if near else ""
        complain(f"there is no command {words[0]!r}: {hint}commands are {', '.join(names)}")
        return USAGE
    # What is imported stays, so looking for rubbish would only make it late.
    gc.disable()
    try:
        # argparse ends the process by itself, also for help; `main` answers with a status instead, so that tests may call it.
        args = _parser(
            [words[0]] if words[0] in names else names if words[0] in HELP else ()
        ).parse_args(words)
    except SystemExit as end:
        return int(end.code or 0)
    finally:
        gc.enable()
    module = commands.command(words[0])
    # The game has a window, and its start waits for nothing.
    if words[0] == WITHOUT_COMMAND or sys.stderr is None or not sys.stderr.isatty():
        return module.run(args)
    from companion.commands._progress import StatusLine, terminal

    stream = terminal()
    assert stream is not None
    with StatusLine(stream, words[0]):
        return module.run(args)


def _parser(names: Sequence[str]) -> Parser:
    """`names` are those of the commands whose modules are imported for it."""
    parser = Parser(
        prog="clockwork-derby", description="Clockwork Derby. Without a command it opens the game."
    )
    parser.add_argument("--version", action="version", version=f"clockwork-derby {__version__}")
    subparsers = _subparsers(parser)
    for name in names:
        commands.command(name).add(subparsers)
    return parser


def _subparsers(parser: argparse.ArgumentParser) -> commands.Subparsers:
    return parser.add_subparsers(metavar="COMMAND", required=True)


if __name__ == "__main__":
    sys.exit(main())
