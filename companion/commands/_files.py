"""Files on the command line: their texts, the scenarios in them, and the files in a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, TypeVar

from companion.errors import FormatFault, reason
from companion.folders import NotPlain, open_plain, read_plain
from companion.formats.toml_text import LARGEST, text_of
from companion.games.kit.scenario import Played, play_scenario

T = TypeVar("T")
LARGEST_FILE: Final = 4 * LARGEST
"""In bytes; a character takes four at most."""


def read_text(path: str, kind: str, largest: int = LARGEST_FILE) -> str:
    """The text of a file; FormatFault where it cannot be read. `kind` says what was wanted, such as "a scenario file".

    `largest` is in bytes. Text that is not UTF-8 is a FormatFault, too (`text_of`).
    """
    data = b""
    try:
        data = read_plain(path, largest)
        return text_of(data, path)
    # It is a ValueError, too.
    except FormatFault as fault:
        raise _by_kind(fault, data, path, kind) from None
    # Windows answers to a folder as it does to a file without permission.
    except PermissionError:
        raise FormatFault(
            path, None, "a folder" if Path(path).is_dir() else "a file that may not be read", kind
        ) from None
    # A NUL in a name is a ValueError: no file can have such a name.
    except (OSError, ValueError) as fault:
        raise FormatFault(path, None, _lies_there(path, fault), kind) from None


def parsed(path: str, kind: str, parse: Callable[[str, str], T], largest: int = LARGEST_FILE) -> T:
    """Read a file and parse its text, given its name for faults, too; a file of another kind than `kind` is a FormatFault that says what it is."""
    text = read_text(path, kind, largest)
    try:
        return parse(text, path)
    except FormatFault as fault:
        raise _by_kind(fault, text, path, kind) from None


def _by_kind(fault: FormatFault, content: str | bytes, path: str, kind: str) -> FormatFault:
    """The fault of the whole file where it is of another kind than was wanted, else the fault that its parser found."""
    # Only whoever gave the wrong file waits for it.
    from companion.formats.recognised import misplaced

    # A file that this one names has a fault of its own.
    return misplaced(content, path, kind) or fault if fault.source == path else fault


def check_database(path: Path, expected: str) -> None:
    """Refuse a file of another kind where a database is due, before it is taken for a damaged one and put aside."""
    from companion.formats.recognised import JOURNAL, misplaced, recognised

    try:
        with os.fdopen(open_plain(path), "rb") as file:
            head = file.read(LARGEST)
    # Nothing there, or nothing to be read: who opens it says so.
    except (OSError, ValueError):
        return
    if recognised(head) != JOURNAL and (fault := misplaced(head, str(path), expected)) is not None:
        raise fault


def scenario_at(path: str, kind: str = "a scenario file") -> Played:
    """The scenario in a file, played by its game; FormatFault where it cannot be read. `kind` says what was wanted."""
    return parsed(path, kind, play_scenario)


def _lies_there(path: str, fault: OSError | ValueError) -> str:
    """What was found where no file could be read."""
    if isinstance(fault, FileNotFoundError | NotADirectoryError | ValueError):
        return (
            "a link that leads nowhere"
            if "\0" not in path and Path(path).is_symlink()
            else "no such file"
        )
    return (
        str(fault.strerror)
        if isinstance(fault, NotPlain)
        else f"no way to read it ({reason(fault)})"
    )


def spread(paths: Iterable[str], ending: str) -> Iterator[str]:
    """Files as given; for a folder all files with this ending in it, at any depth, in alphabetical order.

    A folder without such files stands for itself, so that reading it says what is wrong.
    """
    for path in paths:
        found = (
            sorted(str(file) for file in Path(path).rglob(f"*{ending}"))
            if Path(path).is_dir()
            else []
        )
        yield from found or [path]
