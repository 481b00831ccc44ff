"""Where files lie that came with the app, and where it keeps what it must remember; written so that people may pull the plug at any moment."""
from __future__ import annotations

import os
import site
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.errors import TableFault

FIRMWARE: Final = ("safemode.py", "code.py", "boot.py")
"""What lies at the top of a reader's drive, in the order in which it is written there: what starts a reader comes last."""


def shipped_folders(name: str) -> tuple[Path, ...]:
    """Where files from outside the package may lie, by the name of their folder, such as "firmware": in a checkout, or where pip put them.

    pip has two places, that of the environment and that of one user (`pip install --user`). None of these folders need be there.
    """
    # The checkout first: who works on it means its files, whatever is installed beside.
    checkout = Path(__file__).parents[1]
    shares = (Path(base) / "share" / "clockwork-derby" for base in (sys.prefix, site.getuserbase()))
    return tuple(home / name for home in (checkout, *shares))


def firmware_folder() -> Path:
    """Where the readers' boot.py and its neighbours are; TableFault where they are not."""
    places = shipped_folders("firmware")
    found = next((place for place in places if all((place / name).is_file() for name in FIRMWARE)), None)
    if found is None:
        raise TableFault(f"the readers' files {', '.join(FIRMWARE)} are not in {' nor in '.join(map(str, places))}: install clockwork-derby again")
    return found


def state_folder() -> Path:
    """The folder for what is remembered: `clockwork-derby` under XDG_STATE_HOME, or under ~/.local/state where that is not set.

    It need not be there: `write_whole` makes it. A relative XDG_STATE_HOME does not count (XDG Base Directory Specification).
    """
    told = os.environ.get("XDG_STATE_HOME", "")
    base = Path(told) if os.path.isabs(told) else Path(os.path.expanduser("~/.local/state"))
    return base / "clockwork-derby"


def write_whole(path: Path, text: str) -> None:
    """Write a file so that after a power cut either the old text or the new one is there, whole; its folder is made when needed.

    OSError where that is not possible; the old text is there then.
    """
    write_whole_bytes(path, text.encode("utf-8"))


def write_whole_bytes(path: Path, data: bytes) -> None:
    """The same for a file that is no text."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # Beside the old file, since only within one file system a rename is whole. Always one name, so that what a power cut leaves is written over.
    fresh = path.with_name(f"{path.name}.new")
    try:
        with open(fresh, "wb") as file:
            file.write(data)
            file.flush()
            # Before it gets its name, or a power cut could leave the name on a file with nothing in it.
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    # The rename is an entry of the folder, and has to reach the disk, too.
    settle(path.parent)


def settle(path: Path) -> None:
    """Wait until a file's content, or a folder's own entries, are on the disk: without this a new name may be lost in a power cut.

    OSError where nobody can tell.
    """
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
