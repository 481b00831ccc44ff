"""Starts whose first screen did not come, or not stay, counted in the state folder: after two of them the app starts in safe mode."""
from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.folders import STARTS, read_plain, settle, write_whole

TOO_MANY: Final = 2
"""So many starts in a row whose first screen did not come or stay, and the next one is in safe mode."""
BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
"""By its content one run of the computer is told from another."""
COUNT: Final = re.compile(r"([0-9]{1,4})(?: ([0-9a-f-]{36})( shown)?)?\s*", re.ASCII)
"""A count that can be ours: the starts, in which run of the computer the last one was, whether it has shown its first screen."""
LONGEST: Final = 64
"""Bytes of the file that are read: more than any count of ours has."""


class Starts:
    """The starts from one state folder. A count that cannot be read or written never stands in the way: it counts for nothing.

    Counted before the window is tried, so that whatever stops a start, be it the power, is counted with it.
    """

    def __init__(self, folder: Path) -> None:
        """Nothing is counted yet."""
        self._path = folder / STARTS
        self._counted = 0

    def begin(self) -> int:
        """Count a start; how many before it have failed, one after another. 0 where this one cannot be written down."""
        failed = self._read()
        try:
            self._write(failed + 1)
        except OSError:
            # Where no success could be written down either, the app would be in safe mode for ever.
            return 0
        self._counted = failed + 1
        return failed

    def screen(self, stands: bool) -> None:
        """The first screen is there; with `stands` it has stayed for a while. If the power goes in between, the start has not failed."""
        if stands:
            self.reached()
        elif self._counted:
            with suppress(OSError):
                self._write(self._counted, " shown")

    def reached(self) -> None:
        """The first screen stands, or was not wanted any more: nothing has failed."""
        if self._counted:
            self._counted = 0
            with suppress(OSError):
                self._clear()

    def withdraw(self) -> None:
        """This start says nothing, for better or worse: the count is as it was before.

        Harmless where this start could not be written down.
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
        # The screen was there, and the computer has been started since: the power went, which is no fault of the app. In the same run of
        # the computer it has ended too soon.
        return int(count) - (1 if shown and boot != _boot() else 0)


def _boot() -> str:
    """Which run of the computer this is, "" where nobody knows."""
    try:
        return BOOT.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def why_safe(failed: int, wanted: bool) -> str:
    """Why this start is one in safe mode, in a sentence; "" for a start as usual. `failed` is what `Starts.begin` said."""
    if wanted:
        return "Safe mode, as it was asked for."
    if failed >= TOO_MANY:
        return f"Safe mode: the last {failed} starts did not reach the first screen, or ended soon after it."
    return ""
