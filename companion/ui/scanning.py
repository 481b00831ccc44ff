"""Scanners that behave like a keyboard: digits that come quickly and end with Enter are a scan, all other keys are not.

Keys are told apart by their place on the keyboard (the scan codes of SDL, which are those of USB), so that the layout that is set does
not matter. Source: the keyboard page of the USB HID usage tables.
"""

from __future__ import annotations

from typing import Final

QUICK: Final = 0.3
"""Seconds between two keys beyond which somebody types by hand."""
LONGEST: Final = 64
"""Digits beyond which nothing printed on a card is being read."""

DIGITS: Final = {first + digit: str((digit + 1) % 10) for first in (30, 89) for digit in range(10)}
"""Scan code → digit, on the row above the letters and on the block of digits."""
ENTERS: Final = (40, 88)
SHIFTS: Final = (225, 229)
"""Keys that some scanners hold for digits, depending on the layout they are set to."""


class ScanKeys:
    """Collects the digits of one scan.

    Tell it every key: whatever is neither digit, Enter nor Shift ends what was begun, since somebody types.
    """

    def __init__(self) -> None:
        """Nothing typed yet."""
        self._digits, self._last = "", 0.0

    def busy(self, now: float) -> bool:
        """Whether another key went down just before: then this one belongs to a scan, good or bad, and means nothing by itself."""
        return now - self._last <= QUICK

    def pressed(self, code: int, now: float) -> str | None:
        """A key went down at a time in seconds; the whole scan when this key ends one, else None."""
        # Pressed before each digit by scanners set to a layout whose digits want it: it belongs to the scan and does not break it.
        if code in SHIFTS:
            return None
        if now - self._last > QUICK:
            self._digits = ""
        self._last = now
        scan = self._digits
        # One digit too many is kept: it says until the end that this is no scan, so that its tail is not taken for one.
        self._digits = (scan + DIGITS[code])[: LONGEST + 1] if code in DIGITS else ""
        return scan if code in ENTERS and 0 < len(scan) <= LONGEST else None
