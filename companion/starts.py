"""Starts that did not reach the first screen, counted in the state folder: after two of them the app starts in safe mode."""
from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.folders import settle, write_whole

FILE: Final = "starts"
"""The name of the count in the state folder; it is there only while a start is under way, or has failed."""
TOO_MANY: Final = 2
"""So many starts in a row that did not reach the first screen, and the next one is in safe mode."""
LONGEST: Final = 4
"""Digits of a count that can be ours."""


class Starts:
    """The starts from one state folder. A count that cannot be read or written never stands in the way: it counts for nothing."""

    def __init__(self, folder: Path) -> None:
        """Nothing is counted yet."""
        self._path = folder / FILE
        self._counted = False

    def begin(self) -> int:
        """Count a start; how many before it have failed, one after another. 0 where this one cannot be written down."""
        failed = self._read()
        try:
            write_whole(self._path, f"{failed + 1}\n")
        except OSError:
            # Where no success could be written down either, the app would be in safe mode for ever.
            return 0
        self._counted = True
        return failed

    def reached(self) -> None:
        """The first screen is there, or was not wanted any more: nothing has failed."""
        if self._counted:
            self._counted = False
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
                settle(self._path.parent)

    def _read(self) -> int:
        try:
            with open(self._path, "rb") as file:
                text = file.read(LONGEST + 2).decode("ascii").strip()
        except (OSError, ValueError):
            return 0
        return int(text) if text.isdigit() and len(text) <= LONGEST else 0


def why_safe(failed: int, wanted: bool) -> str:
    """Why this start is one in safe mode, in a sentence; "" for a start as usual. `failed` is what `Starts.begin` said."""
    if wanted:
        return "Safe mode, as it was asked for."
    if failed >= TOO_MANY:
        return f"Safe mode: the last {failed} starts did not reach the first screen."
    return ""
