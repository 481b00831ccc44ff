"""The keys that the table understands: Enter (forward), Escape (back, menu), Delete (clear).

Delete takes all cards back. A keyboard is optional: everything can be touched. A scanner that acts
as a keyboard sends quick digits that end with Enter.

Keys are recognised by their place on the keyboard (the scan codes of SDL, which are those of USB),
so that the keyboard layout does not matter. Source: the keyboard page of the USB HID usage tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

QUICK: Final = 0.3
"""Seconds between two keys beyond which somebody types by hand."""
LONGEST: Final = 64
"""Digits beyond which it cannot be the code of a card."""

DIGITS: Final = {first + digit: str((digit + 1) % 10) for first in (30, 89) for digit in range(10)}
"""Scan code → digit, on the row above the letters and on the digit block."""
ENTERS: Final = (40, 88)
SHIFTS: Final = (225, 229)
"""Keys that some scanners hold for digits, depending on their layout."""


class ScanKeys:
    """Collects the digits of one scan.

    It needs every key: one that is neither digit, Enter nor Shift comes from a person and ends the
    scan.
    """

    def __init__(self) -> None:
        self._digits, self._last = "", 0.0

    def busy(self, now: float) -> bool:
        """Return whether the last key was so recent that the next one belongs to a scan.

        Such a key means nothing by itself, even if the scan is invalid.
        """
        return now - self._last <= QUICK

    def add_key(self, code: int, now: float) -> str | None:
        """Note a key at a time in seconds; return the whole scan if the key ends one, else None."""
        # Some scanners press it before each digit, for layouts that need it: it is part of the
        # scan.
        if code in SHIFTS:
            return None
        if now - self._last > QUICK:
            self._digits = ""
        self._last = now
        scan = self._digits
        # One digit too many is kept: it marks the sequence as no scan until its end, so that the
        # tail is not taken for one.
        self._digits = (scan + DIGITS[code])[: LONGEST + 1] if code in DIGITS else ""
        return scan if code in ENTERS and 0 < len(scan) <= LONGEST else None


ENTER, ESCAPE, DELETE = "enter", "escape", "delete"
_OF_CODE: Final[Mapping[int, str]] = {
    **dict.fromkeys(ENTERS, ENTER),
    41: ESCAPE,
    42: DELETE,
    76: DELETE,
    99: DELETE,
}
"""Names by scan code; backspace and the comma of the digit block count as Delete, too."""


def key_of(code: int | None) -> str:
    """Return the name of a key, "" for a key without meaning."""
    return "" if code is None else _OF_CODE.get(code, "")
