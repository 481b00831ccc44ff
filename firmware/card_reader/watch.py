"""Slots and handle of one reader as one stream of news, in the order that the host relies on. Times are integer milliseconds.

When the handle comes to PULL or PUSH, all slots are scanned afresh and told before the handle is: whoever hears of a pull already knows
what lay in the slots when it was pulled. Nothing is scanned while the handle moves.
"""

from card_reader.codes import judge
from card_reader.handle import REST, Handle
from card_reader.slots import Slots

SLOTS, HANDLE = "slots", "handle"
"""The two kinds of news."""

MOST_PENDING = 6
"""Positions that wait to be told; of a handle that is shaken without end only the last ones are."""


class Watch:
    """The inputs of one reader. Call `turn` often; scan the slot that `due` names and hand it to `look`; then tell the `news`."""

    def __init__(self, slots: int = 5) -> None:
        self.slots = Slots(slots)
        self.handle = Handle()
        self._pending: list[str] = []
        self._changed = False
        self._complete = False

    def turn(self, pulled: bool, pushed: bool, now: int) -> None:
        """Take in the two switches of the handle (True: closed)."""
        rested = not self.handle.moving(now)
        position = self.handle.look(pulled, pushed, now)
        if position is not None:
            self._pending = (self._pending + [position])[-MOST_PENDING:]
        # When it leaves and again when it has arrived: cards may be moved all the way.
        if position is not None or (rested and self.handle.moving(now)):
            self.slots.disturb(now)

    def due(self, now: int) -> int | None:
        """The slot to scan now, counted from 0; None where there is none or the handle moves."""
        return None if self.handle.moving(now) else self.slots.due(now)

    def look(self, slot: int, ambient: list[int], lit: list[int], now: int) -> None:
        """Take in one scan of one slot: eight samples with its light off, and eight with its light on (see `codes.judge`)."""
        if self.slots.look(slot, judge(ambient, lit), now):
            self._changed = True

    def ask(self) -> None:
        """Somebody wants to hear of all slots although nothing changed."""
        self._changed = True

    def news(self) -> list[tuple[str, str | tuple[tuple[str, int | None, int], ...]]]:
        """What is to be told now, in order: (SLOTS, the readings of all slots) and (HANDLE, position letter); mostly nothing."""
        settled = self.slots.settled()
        self._complete = self._complete or settled
        arrived = any([position != REST for position in self._pending])
        told: list[tuple[str, str | tuple[tuple[str, int | None, int], ...]]] = []
        # Nothing before every slot was read once. A pull or push holds changes back until all are read anew,
        # and then they are told though nothing changed.
        if self._complete and (settled if arrived else self._changed):
            self._changed = False
            told.append((SLOTS, self.slots.readings()))
        # Coming to rest needs no slots, as it asks nothing of a card; behind a pull that waits it waits, too.
        while self._pending and (settled or self._pending[0] == REST):
            told.append((HANDLE, self._pending.pop(0)))
        return told
