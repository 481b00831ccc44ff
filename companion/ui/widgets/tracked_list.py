"""A list that knows which parts nobody has seen yet, so that a button may show them first."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, Final

from companion.named_tuples import NamedTuple
from companion.ui.theme import u
from companion.ui.widgets.scroll_list import SHADE_HEIGHT, ScrollList

STRIP: Final = 48
"""Height of a strip of a row that is noted separately, as on the seven-inch panel."""


class ListPart(NamedTuple):
    """A part of the list: its name, its top and its height in pixels."""

    mark: Hashable
    top: float
    height: float


class TrackedList(ScrollList):
    """Rows that are noted once they were in sight; high rows are noted strip by strip."""

    def __init__(self, **rest: Any) -> None:
        self._seen = set[Hashable]()
        # Nothing is in sight before it has its place.
        super().__init__(**{"size": (1, 1), **rest})

    def parts(self) -> Iterator[ListPart]:
        """Yield all parts from the top; a subclass may have others."""
        for at, (top, height) in enumerate(zip(self._tops, self._heights, strict=False)):
            strips = max(1, round(height / u(STRIP)))
            for strip in range(strips):
                yield ListPart((at, strip), top + height * strip / strips, height / strips)

    def forget(self) -> None:
        """Forget which parts were seen."""
        self._seen.clear()

    @property
    def unseen(self) -> tuple[ListPart, ...]:
        """Return the parts below the fold that were never in sight."""
        fold = self.offset + self.height
        return tuple(
            one
            for one in self.parts()
            if one.top + one.height > fold + 1 and one.mark not in self._seen
        )

    def show_unseen(self) -> bool:
        """Scroll to the first part that nobody has seen yet; return whether there is one."""
        if not (unseen := self.unseen):
            return False
        self.stop()
        # Clear of the shade above it.
        self.offset = self._clamp(unseen[0].top - u(SHADE_HEIGHT))
        # A part higher than the list is never in sight as a whole.
        self._seen.add(unseen[0].mark)
        return True

    def _place(self, *_: Any) -> None:
        """Place the rows, and note the parts in sight: at least the middle, clear of the shade."""
        super()._place()
        fold = self.offset + self.height
        clear = fold if fold >= self.total - 1 else fold - u(SHADE_HEIGHT)
        for part in self.parts():
            if part.top >= self.offset - part.height / 2 and part.top + part.height / 2 <= clear:
                self._seen.add(part.mark)
