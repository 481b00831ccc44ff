"""Background tasks: what takes too long to wait for runs beside the session, and comes back as a message."""
from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

from companion.session.messages import Message


class BackgroundTasks:
    """Runs tasks in threads of their own; whoever starts them asks now and then what has come back.

    Nothing waits for a task that still runs when the app ends: what it writes must be there whole or not at all.
    """

    def __init__(self) -> None:
        """Nothing runs."""
        self._back: SimpleQueue[Message] = SimpleQueue()
        self._running: list[threading.Thread] = []

    def send(self, name: str, run: Callable[[], Message], failed: Callable[[str], Message]) -> None:
        """Run this in the background; where it fails, `failed` makes a message of the sentence that says so.

        `run` and `failed` are called in that thread; several tasks may run at once, and come back in any order.
        """
        task = threading.Thread(target=self._run, args=(run, failed), name=name, daemon=True)
        self._running = [*(thread for thread in self._running if thread.is_alive()), task]
        task.start()

    def poll(self) -> tuple[Message, ...]:
        """What has come back since the last call."""
        back: list[Message] = []
        while not self._back.empty():
            back.append(self._back.get())
        return tuple(back)

    def wait(self) -> None:
        """Wait until every task has ended.

        For those who have no loop that asks again and again, such as tests.
        """
        for thread in self._running:
            thread.join()

    def _run(self, run: Callable[[], Message], failed: Callable[[str], Message]) -> None:
        try:
            self._back.put(run())
        except Exception as fault:
            # Nobody else is there to read it.
            said = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
            self._back.put(failed(f"This has failed: {said}. Please report these words."))
