"""What the slots of one reader hold, believed once two scans of a slot agree. Times are integer milliseconds of any clock.

A reading is what `codes.judge` answers: (status letter, code or None, contrast). Slots count from 0 here.
"""

from card_reader.codes import DIRTY, UNSTABLE

APART = 23
"""Between the two scans that must agree. Not 20: lamps on the mains flicker 100 or 120 times a second, and would be met in the same phase."""

IDLE = 100
"""Between two scans of a slot in which nothing changes."""

PATIENCE = 200
"""How long scans of a slot may differ until it is told UNSTABLE."""

DESPAIR = 2000
"""How long they may differ until it is told DIRTY: nobody moves a card for so long, so it is the card that cannot be read."""


class Slot:
    """One slot: `told` is what is believed of it (None before the first time), `fresh` whether that was found after the last disturbance."""

    def __init__(self) -> None:
        self.told: tuple[str, int | None, int] | None = None
        self.fresh = False
        self.next_scan = 0
        self._seen: tuple[str, int | None, int] | None = None
        self._seen_at = 0
        self._doubted_at: int | None = None

    def disturb(self, now: int) -> None:
        """Something moved: scans from before do not count any more, though what was told stands until others agree."""
        self._seen, self._doubted_at, self.fresh, self.next_scan = None, None, False, now

    def look(self, reading: tuple[str, int | None, int], now: int) -> bool:
        """Take in one scan; whether the slot's status or code is told differently from now on."""
        before, self._seen = self._seen, reading
        # Contrast differs from scan to scan by noise, and proves nothing.
        if before is None or before[:2] != reading[:2]:
            return self._doubt(reading[2], now)
        # Counted from the first of the scans that agree, so a calm slot is confirmed by any later one.
        if now - self._seen_at < APART:
            self.next_scan = self._seen_at + APART
            return False
        self._doubted_at, self.next_scan = None, now + IDLE
        return self._tell(reading)

    def _doubt(self, contrast: int, now: int) -> bool:
        """A scan differs from the one before it."""
        self._seen_at, self.next_scan = now, now + APART
        if self._doubted_at is None:
            self._doubted_at = now
        if now - self._doubted_at < PATIENCE:
            return False
        return self._tell((UNSTABLE if now - self._doubted_at < DESPAIR else DIRTY, None, contrast))

    def _tell(self, reading: tuple[str, int | None, int]) -> bool:
        before, self.told, self.fresh = self.told, reading, True
        return before is None or before[:2] != reading[:2]


class Slots:
    """All slots of a reader: which is to be scanned next, and what is believed of them."""

    def __init__(self, count: int = 5) -> None:
        self._slots = [Slot() for _ in range(count)]

    def due(self, now: int) -> int | None:
        """The slot whose scan has been due for longest, None where none is."""
        first = min(range(len(self._slots)), key=lambda number: self._slots[number].next_scan)
        return first if self._slots[first].next_scan <= now else None

    def next_scan(self) -> int:
        """When the next scan is due."""
        return min([slot.next_scan for slot in self._slots])

    def look(self, number: int, reading: tuple[str, int | None, int], now: int) -> bool:
        """Take in one scan of one slot; whether anything is told differently from now on."""
        return self._slots[number].look(reading, now)

    def disturb(self, now: int) -> None:
        """The handle moves, and the cards with it: no scan from before counts for any slot, and all are due."""
        for slot in self._slots:
            slot.disturb(now)

    def settled(self) -> bool:
        """Whether every slot was read to the end since the last disturbance (or given up as UNSTABLE or DIRTY)."""
        return all([slot.fresh for slot in self._slots])

    def readings(self) -> tuple[tuple[str, int | None, int], ...]:
        """What is believed of all slots, slot 1 first, with the contrast of their last scans; UNSTABLE where nothing was found yet."""
        return tuple([slot.told or (UNSTABLE, None, 0) for slot in self._slots])
