"""Read files of the command line: texts, scenarios, and the files of a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, TypeVar

from companion.errors import FormatError, reason
from companion.folders import NotPlainFileError, open_plain, read_plain
from companion.formats.toml_text import LARGEST, text_of
from companion.games.kit.scenario import ScenarioRun, play_scenario

T = TypeVar("T")
LARGEST_FILE: Final = 4 * LARGEST
"""In bytes; a character has at most four."""


def read_text(path: str, kind: str, largest: int = LARGEST_FILE) -> str:
    """Return the text of a file.

    Args:
        path: The file.
        kind: What was expected, such as "a scenario file".
        largest: The largest size in bytes.

    Raises:
        FormatError: The file cannot be read, or is not UTF-8 (`text_of`).
    """
    data = b""
    try:
        data = read_plain(path, largest)
        return text_of(data, path)
    # It is a ValueError, too.
    except FormatError as fault:
        raise _by_kind(fault, data, path, kind) from None
    # Windows treats a folder like a file without permission.
    except PermissionError:
        raise FormatError(
            path, None, "a folder" if Path(path).is_dir() else "a file that may not be read", kind
        ) from None
    # A NUL in a name is a ValueError: no file can have such a name.
    except (OSError, ValueError) as fault:
        if isinstance(fault, FileNotFoundError | NotADirectoryError | ValueError):
            is_link = "\0" not in path and Path(path).is_symlink()
            found = "a link that leads nowhere" if is_link else "no such file"
        elif isinstance(fault, NotPlainFileError):
            found = str(fault.strerror)
        else:
            found = f"no way to read it ({reason(fault)})"
        raise FormatError(path, None, found, kind) from None


def parse_file(
    path: str, kind: str, parse: Callable[[str, str], T], largest: int = LARGEST_FILE
) -> T:
    """Read a file and parse its text and name.

    Raises:
        FormatError: The text is wrong; a file of another kind than `kind` is named as such.
    """
    text = read_text(path, kind, largest)
    try:
        return parse(text, path)
    except FormatError as fault:
        raise _by_kind(fault, text, path, kind) from None


def _by_kind(fault: FormatError, content: str | bytes, path: str, kind: str) -> FormatError:
    """Return that a file is of another kind than expected, else the parser's fault."""
    # Only a wrong file waits for the import.
    from companion.formats.file_kinds import wrong_kind_message

    # Another file that this one names may be faulty.
    return wrong_kind_message(content, path, kind) or fault if fault.source == path else fault


def check_database(path: Path, expected: str) -> None:
    """Check that a file is a database, before it is treated as a damaged one and moved aside.

    Raises:
        FormatError: The file is of another kind.
    """
    from companion.formats.file_kinds import JOURNAL, file_kind, wrong_kind_message

    try:
        with os.fdopen(open_plain(path), "rb") as file:
            head = file.read(LARGEST)
    # A missing or unreadable file is reported when it is opened.
    except (OSError, ValueError):
        return
    if (
        file_kind(head) != JOURNAL
        and (fault := wrong_kind_message(head, str(path), expected)) is not None
    ):
        raise fault


def scenario_at(path: str, kind: str = "a scenario file") -> ScenarioRun:
    """Return the scenario in a file, played by its game; `kind` says what was expected.

    Raises:
        FormatError: The file cannot be read.
    """
    return parse_file(path, kind, play_scenario)


def expand_folders(paths: Iterable[str], ending: str) -> Iterator[str]:
    """Yield files as given; for a folder all its files with this ending, in alphabetical order.

    A folder without such files is yielded itself, so that reading it says what is wrong.
    """
    for path in paths:
        if Path(path).is_dir():
            found = sorted(str(file) for file in Path(path).rglob(f"*{ending}"))
        else:
            found = []
        yield from found or [path]
