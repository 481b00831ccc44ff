"""The command line: `clockwork-derby COMMAND`, and without a command the game itself."""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

from companion import __version__, commands
from companion.commands._terminal import complain, guard_output
from companion.errors import DerbyError, near_word, reason

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

WITHOUT_COMMAND = "play"
WITH_COMPILED_ENGINE = ("bench", "check", "simulate", "tournament")
"""The commands that use the engine as machine code where it is installed."""
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
        """Print line by line: `print` takes a line break within one argument for a forged one."""
        print(*self.format_help().rstrip("\n").split("\n"), sep="\n", file=file)


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command line, print faults as one sentence, and return the exit status."""
    # UTF-8 in any locale, and any file name without a fault.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    # A parent may have set these to be ignored. Without SIGTERM the game would never end, and
    # without SIGCHLD every child seems to succeed. A hang-up stays ignored, as nohup wants it, and
    # Ctrl-C, as a shell wants it in the background.
    for name in ("SIGTERM", "SIGCHLD"):
        number = getattr(signal, name, None)
        # Only the main thread may ask for it.
        if (
            number is not None
            and threading.current_thread() is threading.main_thread()
            and signal.getsignal(number) is signal.SIG_IGN
        ):
            signal.signal(number, signal.SIG_DFL)
    with guard_output():
        try:
            status = _run(sys.argv[1:] if argv is None else list(argv))
            # A full disk or a closed pipe shows only here; at Python's end it could not be a
            # status. Without a terminal or a pipe there is no stream.
            if sys.stdout is not None:
                sys.stdout.flush()
            return status
        except DerbyError as fault:
            complain(fault)
            return USAGE
        except KeyboardInterrupt:
            return INTERRUPTED
        # As with `… | head`, which is no fault.
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
    """Drop what could not be written: Python's last flush would fail again."""
    with suppress(OSError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    """Parse and carry out a command; import its module alone, all of them for help only."""
    names = commands.names()
    if "_ARGCOMPLETE" in os.environ:
        # Only a shell that completes needs it.
        from companion.commands._completing import answer  # noqa: PLC0415

        return answer(names, _parser, WITHOUT_COMMAND)
    # Options without a command belong to the game itself.
    if not words or (words[0].startswith("-") and words[0] not in (*HELP, "--version")):
        words = [WITHOUT_COMMAND, *words]
    if not words[0].startswith("-") and words[0] not in names:
        near = near_word(words[0], names)
        hint = f"did you mean {near!r}? " if near else ""
        complain(f"there is no command {words[0]!r}: {hint}commands are {', '.join(names)}")
        return USAGE
    if words[0] in WITH_COMPILED_ENGINE:
        # All other commands do without it.
        from companion.compiled_engine import REMEDY, UNUSABLE, use_compiled_engine  # noqa: PLC0415

        # Machine code comes before the command's modules import the engine.
        if sentence := UNUSABLE.get(use_compiled_engine()):
            complain(f"{sentence} {REMEDY}")
    # Imported modules stay, so collecting garbage would only take time.
    gc.disable()
    try:
        # argparse ends the process, also for help; tests call `main` and want a status instead.
        parser = _parser(
            [words[0]] if words[0] in names else (),
            commands.SUMMARIES if words[0] in HELP else {},
        )
        args = parser.parse_args(words)
    except SystemExit as end:
        return int(end.code or 0)
    finally:
        gc.enable()
    module = commands.command(words[0])
    # The game has a window and shows no progress here.
    if words[0] == WITHOUT_COMMAND or sys.stderr is None or not sys.stderr.isatty():
        return module.run(args)
    # A start of the game waits for nothing it does not need.
    from companion.commands._progress import StatusLine, terminal  # noqa: PLC0415

    stream = terminal()
    assert stream is not None
    with StatusLine(stream, words[0]):
        return module.run(args)


def _parser(names: Sequence[str], summaries: Mapping[str, str] = {}) -> Parser:
    """Return the parser of some commands, whose modules are imported for it.

    Of the commands in `summaries` it knows only these lines, and imports nothing for them.
    """
    parser = Parser(
        prog="clockwork-derby", description="Clockwork Derby. Without a command it opens the game."
    )
    parser.add_argument("--version", action="version", version=f"clockwork-derby {__version__}")
    subparsers = _subparsers(parser)
    for name in names:
        commands.command(name).add(subparsers)
    for name, summary in summaries.items():
        subparsers.add_parser(name, help=summary)
    return parser


def _subparsers(parser: argparse.ArgumentParser) -> commands.Subparsers:
    return parser.add_subparsers(metavar="COMMAND", required=True)


if __name__ == "__main__":
    sys.exit(main())
