"""The content of a reader's slots, accepted once two scans agree. Times are integer milliseconds.

A reading is the result of `codes.judge`: (status letter, code or None, contrast). Slots count from
0 here.
"""

from card_reader.codes import DIRTY, UNSTABLE

APART = 23
"""Time between the two scans that must agree.

Not 20: lamps on the mains flicker 100 or 120 times a second, and both scans would be in phase.
"""

IDLE = 100
"""Time between two scans of an unchanging slot."""

PATIENCE = 200
"""How long scans of a slot may differ until it is reported as UNSTABLE."""

DESPAIR = 2000
"""How long they may differ until it is reported as DIRTY.

No hand moves a card for so long, so the card is unreadable.
"""


class DebouncedSlot:
    """One slot.

    `accepted` is its accepted reading (None before the first), `fresh` whether that was found after
    the last disturbance.
    """

    def __init__(self) -> None:
        self.accepted: tuple[str, int | None, int] | None = None
        self.fresh = False
        self.next_scan = 0
        self._seen: tuple[str, int | None, int] | None = None
        self._seen_at = 0
        self._doubted_at: int | None = None

    def disturb(self, now: int) -> None:
        """Note a movement: earlier scans no longer count.

        The accepted reading stays until others agree.
        """
        self._seen, self._doubted_at, self.fresh, self.next_scan = None, None, False, now

    def look(self, reading: tuple[str, int | None, int], now: int) -> bool:
        """Take in one scan; return whether the slot's accepted status or code changes."""
        before, self._seen = self._seen, reading
        # Contrast varies by noise and proves nothing.
        if before is None or before[:2] != reading[:2]:
            self._seen_at, self.next_scan = now, now + APART
            if self._doubted_at is None:
                self._doubted_at = now
            if now - self._doubted_at < PATIENCE:
                return False
            status = UNSTABLE if now - self._doubted_at < DESPAIR else DIRTY
            return self._tell((status, None, reading[2]))
        # Counted from the first of the agreeing scans, so any later one confirms a calm slot.
        if now - self._seen_at < APART:
            self.next_scan = self._seen_at + APART
            return False
        self._doubted_at, self.next_scan = None, now + IDLE
        return self._tell(reading)

    def _tell(self, reading: tuple[str, int | None, int]) -> bool:
        before, self.accepted, self.fresh = self.accepted, reading, True
        return before is None or before[:2] != reading[:2]


class DebouncedSlots:
    """All slots of a reader."""

    def __init__(self, count: int = 5) -> None:
        self._slots = [DebouncedSlot() for _ in range(count)]

    def due(self, now: int) -> int | None:
        """Return the slot whose scan has been due for longest, or None."""
        first = min(range(len(self._slots)), key=lambda number: self._slots[number].next_scan)
        return first if self._slots[first].next_scan <= now else None

    def next_scan(self) -> int:
        """Return when the next scan is due."""
        return min([slot.next_scan for slot in self._slots])

    def look(self, number: int, reading: tuple[str, int | None, int], now: int) -> bool:
        """Take in one scan of one slot; return whether its accepted reading changes."""
        return self._slots[number].look(reading, now)

    def disturb(self, now: int) -> None:
        """Note that the handle moves, and the cards with it.

        Earlier scans do not count for any slot, and all are due.
        """
        for slot in self._slots:
            slot.disturb(now)

    def settled(self) -> bool:
        """Return whether every slot was read since the last disturbance, or given up."""
        return all([slot.fresh for slot in self._slots])

    def readings(self) -> tuple[tuple[str, int | None, int], ...]:
        """Return the accepted readings, slot 1 first, with the last contrasts.

        UNSTABLE before the first.
        """
        return tuple([slot.accepted or (UNSTABLE, None, 0) for slot in self._slots])
