"""Errands: what takes too long to wait for runs beside the evening, and comes back as a message."""
from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

from companion.session.messages import Message


class Errands:
    """Runs what it is sent for in threads of its own; whoever sends asks now and then what has come back.

    Nothing waits for an errand that is still out when the app ends: what it writes must be there whole or not at all.
    """

    def __init__(self) -> None:
        """Nobody is out."""
        self._back: SimpleQueue[Message] = SimpleQueue()
        self._out: list[threading.Thread] = []

    def send(self, name: str, run: Callable[[], Message], failed: Callable[[str], Message]) -> None:
        """Run this beside; where it fails, `failed` makes a message of the sentence that says so.

        `run` and `failed` are called in that thread; several errands may be out at once, and come back in any order.
        """
        errand = threading.Thread(target=self._run, args=(run, failed), name=name, daemon=True)
        self._out = [*(thread for thread in self._out if thread.is_alive()), errand]
        errand.start()

    def poll(self) -> tuple[Message, ...]:
        """What has come back since the last asking."""
        back: list[Message] = []
        while not self._back.empty():
            back.append(self._back.get())
        return tuple(back)

    def wait(self) -> None:
        """Wait until everybody is back.

        For those who have no loop that asks again and again, such as tests.
        """
        for thread in self._out:
            thread.join()

    def _run(self, run: Callable[[], Message], failed: Callable[[str], Message]) -> None:
        try:
            self._back.put(run())
        except Exception as fault:
            # Nobody else is there to read it.
            said = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
            self._back.put(failed(f"This has failed: {said}. Please report these words."))
