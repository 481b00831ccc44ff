"""Slots and handle of one reader as one ordered stream of news. Times are integer milliseconds.

When the handle comes to PULL or PUSH, all slots are scanned again and reported before it: a host
that hears of a pull knows the cards at that moment. Nothing is scanned while the handle moves.
"""

from card_reader.codes import judge
from card_reader.handle import REST, DebouncedHandle
from card_reader.slots import DebouncedSlots

SLOTS, HANDLE = "slots", "handle"
"""The two kinds of news."""

MOST_PENDING = 6
"""Positions that wait to be reported; of an endlessly shaken handle only the last ones are."""


class ReaderInputs:
    """The inputs of one reader.

    Call `turn` often, scan the slot that `due` names, pass it to `look`, and report the `news`.
    """

    def __init__(self, slots: int = 5) -> None:
        self.slots = DebouncedSlots(slots)
        self.handle = DebouncedHandle()
        self._pending: list[str] = []
        self._changed = False
        self._complete = False

    def turn(self, pulled: bool, pushed: bool, now: int) -> None:
        """Take in the two switches of the handle (True: closed)."""
        rested = not self.handle.moving(now)
        position = self.handle.look(pulled, pushed, now)
        if position is not None:
            self._pending = (self._pending + [position])[-MOST_PENDING:]
        # When it leaves and again when it arrives: cards may move all the way.
        if position is not None or (rested and self.handle.moving(now)):
            self.slots.disturb(now)

    def due(self, now: int) -> int | None:
        """Return the slot to scan now, from 0; None if there is none or the handle moves."""
        return None if self.handle.moving(now) else self.slots.due(now)

    def look(self, slot: int, ambient: list[int], lit: list[int], now: int) -> None:
        """Take in a scan of a slot: eight samples with its light off, eight with it on.

        They are judged by `codes.judge`.
        """
        if self.slots.look(slot, judge(ambient, lit), now):
            self._changed = True

    def ask(self) -> None:
        """Report all slots although nothing has changed."""
        self._changed = True

    def news(self) -> list[tuple[str, str | tuple[tuple[str, int | None, int], ...]]]:
        """Return the news in order: (SLOTS, all readings) and (HANDLE, position letter).

        Usually none.
        """
        settled = self.slots.settled()
        self._complete = self._complete or settled
        arrived = any([position != REST for position in self._pending])
        news: list[tuple[str, str | tuple[tuple[str, int | None, int], ...]]] = []
        # Nothing before every slot was read once. A pull or push delays changes until all are read
        # again, and then they are reported even if unchanged.
        if self._complete and (settled if arrived else self._changed):
            self._changed = False
            news.append((SLOTS, self.slots.readings()))
        # Coming to rest needs no slots; after a waiting pull it waits, too.
        while self._pending and (settled or self._pending[0] == REST):
            news.append((HANDLE, self._pending.pop(0)))
        return news
