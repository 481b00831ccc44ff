"""Count failed starts in the state folder, and choose safe mode after two in a row.

A start fails when its first screen does not come, or does not stay.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.folders import STARTS, read_plain, settle, write_whole
from companion.words import NOTHING, Text, text

TOO_MANY: Final = 2
"""The number of failed starts in a row that leads to safe mode."""
BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
"""A file whose content changes with each boot."""
COUNT: Final = re.compile(r"([0-9]{1,4})(?: ([0-9a-f-]{36})( shown)?)?\s*", re.ASCII)
"""A valid count: the starts, the boot of the last one, and whether its screen was shown."""
LONGEST: Final = 64
"""The number of bytes that are read; a valid count is shorter."""


class Starts:
    """The starts from one state folder.

    A start is counted before the window opens, so any failure counts, even a power cut. A count
    that cannot be read or written is ignored.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / STARTS
        self._counted = 0

    def begin(self) -> int:
        """Count a start, and return how many before it failed in a row.

        Returns 0 if this start cannot be written, because its success could not be written either,
        and the app would stay in safe mode for ever.
        """
        failed = self._read()
        try:
            self._write(failed + 1)
        except OSError:
            return 0
        self._counted = failed + 1
        return failed

    def screen(self, stands: bool) -> None:
        """Note that the first screen is drawn, or with `stands`, that it stayed for a while.

        A power cut between the two is no failure.
        """
        if stands:
            self.reached()
        elif self._counted:
            with suppress(OSError):
                self._write(self._counted, " shown")

    def reached(self) -> None:
        """Note that the start succeeded: its first screen stayed, or the user quit."""
        if self._counted:
            self._counted = 0
            with suppress(OSError):
                self._clear()

    def withdraw(self) -> None:
        """Uncount this start, as neither a failure nor a success.

        Does nothing if it was not counted.
        """
        before, self._counted = self._counted - 1, 0
        with suppress(OSError):
            if before > 0:
                self._write(before)
            elif before == 0:
                self._clear()

    def _clear(self) -> None:
        self._path.unlink(missing_ok=True)
        settle(self._path.parent)

    def _write(self, count: int, shown: str = "") -> None:
        boot = _boot()
        write_whole(self._path, f"{count} {boot}{shown}\n" if boot else f"{count}\n")

    def _read(self) -> int:
        try:
            found = COUNT.fullmatch(read_plain(self._path, LONGEST).decode("ascii"))
        except (OSError, ValueError):
            return 0
        if found is None:
            return 0
        count, boot, shown = found.groups()
        # A screen that was shown before another boot ended by a power cut, which is no failure.
        # Within the same boot, the app ended too soon.
        return int(count) - (1 if shown and boot != _boot() else 0)


def _boot() -> str:
    """Return the id of this boot, or "" if it cannot be read."""
    try:
        return BOOT.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def why_safe(failed: int, wanted: bool) -> Text:
    """Return why this start is in safe mode, or NOTHING for a usual start.

    `failed` is the answer of `Starts.begin`.
    """
    if wanted:
        return text("Safe mode, as requested.")
    if failed >= TOO_MANY:
        return text(
            "Safe mode: the last {number} starts did not reach the first screen, or ended soon "
            "after it.",
            number=failed,
        )
    return NOTHING
