"""Where the app keeps what it must remember from evening to evening, and how it writes there: people pull the plug at any moment."""
from __future__ import annotations

import os
from pathlib import Path


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
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(f"{path.name}.new")
    with open(fresh, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)
    _settle(path.parent)


def _settle(folder: Path) -> None:
    """Without this the new name itself may be lost in a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
