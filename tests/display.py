"""Virtual screens for the tests of this repository: one for each slot of a run.

All of `tests/ui` has one, and each `test_…_screen.py`. Other modules declare `pytestmark =
pytest.mark.usefixtures("display")`.
"""

from __future__ import annotations

from types import TracebackType

from companion.ui.virtual_display import VirtualDisplay


class Displays:
    """One virtual screen for each slot of a run, started when its first file of tests begins."""

    def __init__(self) -> None:
        self._open: dict[int, VirtualDisplay] = {}

    def __enter__(self) -> Displays:
        """Return itself; the end of the block closes all screens."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close all screens."""
        for display in self._open.values():
            display.close()

    def name(self, slot: int) -> str:
        """Return the value of DISPLAY for a slot.

        Raises:
            NoDisplayError: The screen does not start.
        """
        if slot not in self._open:
            self._open[slot] = VirtualDisplay()
        return self._open[slot].name
