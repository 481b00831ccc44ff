"""The crash loop guard: it counts failed starts in the state folder, and after two in a row the app starts in safe mode.

A start has failed when its first screen did not come, or did not stay.
"""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.folders import STARTS, read_plain, settle, write_whole
from companion.words import NOTHING, Text, text

TOO_MANY: Final = 2
"""Failed starts in a row that lead to safe mode."""
BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
"""Its content is different after each boot."""
COUNT: Final = re.compile(r"([0-9]{1,4})(?: ([0-9a-f-]{36})( shown)?)?\s*", re.ASCII)
"""A valid count: the number of starts, the boot of the last one, and whether it has shown its first screen."""
LONGEST: Final = 64
"""Bytes of the file that are read; a valid count is shorter."""


class Starts:
    """The starts from one state folder. A start is counted before the window opens, so that whatever stops it is counted, even a power cut.

    A count that cannot be read or written never stands in the way: it counts for nothing.
    """

    def __init__(self, folder: Path) -> None:
        """Nothing is counted yet."""
        self._path = folder / STARTS
        self._counted = 0

    def begin(self) -> int:
        """Count a start; how many before it have failed in a row, 0 where this one cannot be written down."""
        failed = self._read()
        try:
            self._write(failed + 1)
        except OSError:
            # A success could not be written down either, so the app would stay in safe mode for ever.
            return 0
        self._counted = failed + 1
        return failed

    def screen(self, stands: bool) -> None:
        """Note that the first screen is drawn, or with `stands` that it has stayed for a while. A power cut in between is no failure."""
        if stands:
            self.reached()
        elif self._counted:
            with suppress(OSError):
                self._write(self._counted, " shown")

    def reached(self) -> None:
        """Note that the start has not failed: its first screen has stayed, or nobody wants it any more."""
        if self._counted:
            self._counted = 0
            with suppress(OSError):
                self._clear()

    def withdraw(self) -> None:
        """Take this start back: it is neither a failure nor a success. Harmless where it could not be written down."""
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
        # The screen was there and the computer has booted since: that was a power cut, which is no failure of the app. Within the same boot
        # the app has ended too soon.
        return int(count) - (1 if shown and boot != _boot() else 0)


def _boot() -> str:
    """The id of this boot, "" where it cannot be read."""
    try:
        return BOOT.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def why_safe(failed: int, wanted: bool) -> Text:
    """Why this start is in safe mode, in a sentence; NOTHING for a usual start. `failed` is the answer of `Starts.begin`."""
    if wanted:
        return text("Safe mode, as requested.")
    if failed >= TOO_MANY:
        return text(
            "Safe mode: the last {number} starts did not reach the first screen, or ended soon after it.",
            number=failed,
        )
    return NOTHING
