"""Measure the screen while pilots think: one person against seven of the strongest pilot.

    python -m companion.bench.thinking FOLDER TURNS PILOT

This is the process that is measured: the command, with a person who moves a card in and out while
seven of the pilot think. It prints what `_ThinkingRace` has measured as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from companion.bench import Figure, within
from companion.bench.measured_play import play, send_and_wait
from companion.bench.screen import facts_of_program, on_a_display
from companion.games.asking import Ask
from companion.pilots.base import pilots
from companion.session.messages import Begin, ChooseBoard, Confirm, Go, Uncover
from companion.signals import PULL, InsertCard, MoveHandle, TakeCard
from companion.ui.app import Opened

TURNS: Final = 8
"""Turns in which they think."""
LONGEST: Final = 50
"""The target in milliseconds for 99 of 100 frames."""
PATIENCE: Final = 300.0
"""Seconds that the race may take."""


def frames_while_thinking() -> list[Figure]:
    """Measure frames while seven pilots think, and how long all of them take together.

    Raises:
        ScreenError: There is no display.
    """
    return on_a_display(_race)


def _race(environment: dict[str, str], folder: Path) -> list[Figure]:
    strongest = max(pilots().values(), key=lambda pilot: pilot.strength)
    found = facts_of_program(
        ["-m", __name__, str(folder), str(TURNS), strongest.name], environment, PATIENCE
    )
    busy, calm, own, built, thought = (
        sorted(found[name]) for name in ("frames", "calm", "own", "built", "thought")
    )
    return [
        Figure(
            "from frame to frame while seven think, median",
            within(0.5, busy),
            "ms",
            remark=f"of {len(busy)} frames; the pilot is {strongest.name}",
        ),
        Figure(
            "from frame to frame while seven think, 99 of 100",
            within(0.99, busy),
            "ms",
            f"<= {LONGEST}",
        ),
        Figure("the longest frame while seven think", busy[-1], "ms"),
        Figure(
            "the screen's own work a frame while seven think, 99 of 100",
            within(0.99, own),
            "ms",
            remark="in its thread, whatever else runs on the machine",
        ),
        Figure(
            "the screen's own work a frame while seven think, the longest",
            own[-1],
            "ms",
            remark="in which the person's hand is laid open",
        ),
        *(
            [
                Figure(
                    "frames in which a page is built, the longest",
                    built[-1],
                    "ms",
                    remark="which the deal does, whoever plays",
                )
            ]
            if built
            else []
        ),
        # On a very busy machine no frame is drawn in which nobody thinks.
        *(
            [Figure("from frame to frame while nobody thinks, 99 of 100", within(0.99, calm), "ms")]
            if calm
            else []
        ),
        Figure(
            "until all seven have answered, median",
            1000 * within(0.5, thought),
            "ms",
            remark=f"of {len(thought)} turns",
        ),
        Figure(
            "until all seven have answered, the longest",
            1000 * thought[-1],
            "ms",
            remark="the first turn, in which the worker may still prepare, counts too",
        ),
    ]


# ---- In the process that is measured ----


class _ThinkingRace:
    """Plays turns in an open window, and times its frames while pilots think or do not."""

    def __init__(self, opened: Opened, turns: int) -> None:
        from kivy.base import EventLoop
        from kivy.clock import Clock

        self._window, self._bridge, self._turns = opened.window, opened.bridge, turns
        self._frames: list[float] = []
        """Milliseconds from frame to frame while pilots think."""
        self._calm: list[float] = []
        """The same while none does."""
        self._built: list[float] = []
        """The same where another page came."""
        self._own: list[float] = []
        """Milliseconds that the thread of the screen worked in each of `_frames`."""
        self._thought: list[float] = []
        """For each turn the seconds until all pilots had answered."""
        self._before = self._begun = self._handled = 0.0
        """When the last frame ended, the pilots began to think, a card was moved; 0 for never."""
        kivy_loop: Any = EventLoop
        self._idle: Callable[[], Any] = kivy_loop.idle
        kivy_loop.idle = self._frame
        for message in (ChooseBoard("fountain-circus"), Go("rules"), Begin()):
            send_and_wait(self._bridge.loop, message)
        Clock.schedule_interval(self._play_on, 0.5)

    def _is_thinking(self) -> bool:
        session = self._bridge.loop.session
        match = session.match
        return (
            match is not None
            and session.page == "program"
            and any(
                match.ask(seat) is not None and seat not in match.question.answers
                for seat in range(2, 9)
            )
        )

    def _open_ask(self) -> Ask | None:
        """Return the question that the person has not answered yet, or None."""
        session = self._bridge.loop.session
        match = session.match
        ask = match.ask(1) if match is not None and session.page == "program" else None
        return None if match is None or ask is None or ask.seat in match.question.answers else ask

    def _frame(self) -> Any:
        """Run one frame of Kivy's loop, time it, and move the person's first card now and then."""
        loop = self._bridge.loop
        busy, screen = self._is_thinking(), self._bridge.screen
        # Something is drawn in every frame, as where a finger drags a card.
        self._window.canvas.ask_update()
        spent = time.thread_time()
        done, now = self._idle(), time.perf_counter()
        if self._before and self._bridge.screen is not screen:
            self._built.append(1000 * (now - self._before))
        elif self._before:
            (self._frames if busy else self._calm).append(1000 * (now - self._before))
            if busy:
                self._own.append(1000 * (time.thread_time() - spent))
        self._before = now
        if busy and not self._begun:
            self._begun = now
        elif self._begun and not self._is_thinking():
            self._thought.append(now - self._begun)
            self._begun = 0.0
        ask, match = self._open_ask(), loop.session.match
        if (
            match is not None
            and ask is not None
            and ask.hand.codes
            and 1 not in ask.program.locked
            and now - self._handled > 0.2
        ):
            self._handled = now
            if match.question.open_seat is None:
                loop.send(Uncover(1))
            elif loop.session.readers.by_seat[1].row[0].code is not None:
                loop.send(TakeCard(1, 1))
            else:
                loop.send(InsertCard(1, 1, ask.hand.codes[0]))
        return done

    def _play_on(self, _: float) -> None:
        """Play up to the next turn once all pilots have answered; after the last, print and end."""
        from kivy.base import stopTouchApp
        from kivy.clock import Clock

        loop = self._bridge.loop
        if self._is_thinking() or self._begun or self._bridge._shown is not loop.view:
            return
        if len(self._thought) >= self._turns or loop.session.page == "over":
            facts = {
                "frames": self._frames,
                "calm": self._calm,
                "own": self._own,
                "built": self._built,
                "thought": self._thought,
            }
            print(json.dumps(facts), flush=True)
            stopTouchApp()
            Clock.unschedule(self._play_on)
            return
        if (ask := self._open_ask()) is not None:
            free = ask.program.free
            for slot in free:
                send_and_wait(loop, TakeCard(1, slot))
            for slot, code in zip(free, ask.hand.codes or (), strict=False):
                send_and_wait(loop, InsertCard(1, slot, code))
            send_and_wait(loop, MoveHandle(1, PULL))
        for _ in range(2000):
            if loop.session.page == "over" or self._open_ask() is not None or self._is_thinking():
                break
            send_and_wait(loop, Confirm(loop.session.revision))
        # What hands do at once here is no frame of anybody who waits.
        self._before = 0.0


if __name__ == "__main__":
    folder, turns, pilot = sys.argv[1:]
    play(
        lambda opened: _ThinkingRace(opened, int(turns)),
        *("--seed", "5"),
        *("--seats", ",".join(["person", *[pilot] * 7])),
        *("--state", folder),
    )
