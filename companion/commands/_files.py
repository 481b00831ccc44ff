"""Files on the command line: their texts, and what lies in folders."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from companion.errors import FormatFault
from companion.formats.toml_text import LARGEST, text_of

LARGEST_FILE: Final = 4 * LARGEST
"""In bytes, which are at most four to a character."""


def read_text(path: str, kind: str, largest: int = LARGEST_FILE) -> str:
    """The text of a file; FormatFault where there is none that can be read. `kind` says what was wanted, such as "a scenario file".

    `largest` is in bytes. Text that is no UTF-8 is a FormatFault, too (`text_of`).
    """
    try:
        with open(path, "rb") as file:
            # One byte more than may be, by which a file that is too large is known without reading it all.
            data = file.read(largest + 1)
    except IsADirectoryError:
        raise FormatFault(path, None, "a folder", kind) from None
    # Windows answers to a folder as it does to a file that is kept from us.
    except PermissionError:
        raise FormatFault(path, None, "a folder" if Path(path).is_dir() else "a file that may not be read", kind) from None
    # A NUL in a name is a ValueError: no file can be called so.
    except (OSError, ValueError) as fault:
        missing = isinstance(fault, (FileNotFoundError, NotADirectoryError, ValueError))
        raise FormatFault(path, None, "no such file" if missing else f"no way to read it ({fault})", kind) from None
    if len(data) > largest:
        raise FormatFault(path, None, f"a file of more than {largest} bytes", kind)
    return text_of(data, path)


def spread(paths: Iterable[str], ending: str) -> Iterator[str]:
    """Files as given, and for a folder every file with this ending in it, at any depth, in alphabetical order.

    A folder without such files stands for itself, so that whoever reads it finds that it is no file.
    """
    for path in paths:
        found = sorted(str(file) for file in Path(path).rglob(f"*{ending}")) if Path(path).is_dir() else []
        yield from found or [path]
