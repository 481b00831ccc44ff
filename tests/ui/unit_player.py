"""The real command through three turns of messages, as a program under a unit's filters.

    python -m tests.ui.unit_player play …

A person sits at seat 1 and asks for hints; pilots of every strength sit at the others. Timer,
sounds and speech are on, phones may join, and at the end the doctor runs and a report bundle is
written. It prints two lines of JSON: the codes for phones once they may join, and the course of the
game after the third turn. Then it waits for the end of its standard input and closes the window.
"""

from __future__ import annotations

import json
import select
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

from companion.__main__ import main
from companion.app.loop import EventLoop
from companion.app.thinking import Thought
from companion.app.worker_client import InWorker
from companion.pilots.base import pilots
from companion.session.advice import AskForHint, InsertHint
from companion.session.lobby.opponents import EVEN
from companion.session.messages import Begin, Confirm, OpenPage, SetTimer, Uncover
from companion.session.pages.doctor import DoctorState, SaveBundle
from companion.session.preferences import INSTRUCTIONS, Prefer
from companion.session.view import PROGRAM, SUMMARY
from companion.signals import PULL, MoveHandle
from companion.ui import app
from companion.ui.window import Wish
from tests.typed import present
from tests.ui.kept_player import move_on

SEATS: Final = ("person", "random", "novice", "steady", "racer", "champion", EVEN, "steady")
TURNS: Final = 3
LIMIT: Final = 100.0
"""Seconds that a pilot may think: a machine busy with other tests needs more than one."""

Wait = Iterator[None]


class Evening:
    """The open app, and the answers of its pilots."""

    def __init__(self, opened: app.Opened) -> None:
        """Give the pilots more time, and count their answers."""
        self.opened = opened
        self.thoughts = list[Thought]()
        self.hints = 0

    @property
    def loop(self) -> EventLoop:
        """Return the session's loop."""
        found: EventLoop = self.opened.bridge.loop
        return found

    def say(self, message: Any) -> None:
        """Pass a message on, as an accepted touch does."""
        self.opened.bridge._say(message)

    def play(self) -> Wait:
        """Play from the first screen to the end of the third turn."""
        yield from until(lambda: self.opened.bridge.screen is not None)
        worker = self.loop.thinking = Counting(self.thoughts)
        chosen = self.loop.session.lobby.preferences._replace(seen=0, speech=INSTRUCTIONS)
        self.say(Prefer(chosen))
        self.say(SetTimer(3600, "deal", "chance"))
        self.say(Begin())
        yield from until(
            lambda: bool(
                self.loop.session.config.phone_access.codes
                or self.loop.session.config.phone_access.trouble
            )
        )
        access = self.loop.session.config.phone_access
        say(
            {
                "codes": {str(one.seat): one.code for one in access.codes},
                "trouble": str(access.trouble),
            }
        )
        while not self._is_over():
            yield from self._go_on()
        self.say(OpenPage("doctor"))
        yield from until(lambda: self._findings() is not None)
        findings = self._findings()
        self.say(SaveBundle())
        yield from until(lambda: str(self.loop.session.notice).startswith("The bundle is in "))
        say(
            {
                "thoughts": len(self.thoughts),
                "instead": [
                    thought.instead
                    for thought in self.thoughts
                    if thought.instead or thought.choice is None
                ],
                "hints": self.hints,
                "spoken": any(
                    isinstance(made, bytes)
                    for made in present(self.opened.bridge._speech)._worker._made.values()
                ),
                "trouble": str(worker.trouble),
                "bundle": str(self.loop.session.notice),
                "pilots": [
                    str(finding.words) for finding in findings if str(finding.title) == "Pilots"
                ],
            }
        )
        yield from until(lambda: bool(select.select([sys.stdin], [], [], 0)[0]))
        from kivy.base import stopTouchApp

        stopTouchApp()

    def _findings(self) -> Any:
        """Return the findings of the doctor, None before its page is open and they are there."""
        page = self.loop.session.state_of("doctor", DoctorState)
        return None if page is None else page.findings

    def _is_over(self) -> bool:
        session = self.loop.session
        return (
            session.page == SUMMARY
            and session.match is not None
            and session.match.shown.turn >= TURNS
        )

    def _go_on(self) -> Wait:
        """Program seat 1 with a hint, or confirm the page."""
        session = self.loop.session
        if session.page != PROGRAM or session.match is None or 1 in session.match.question.answers:
            self.say(Confirm(session.revision))
            yield
            return
        self.say(Uncover(1))
        self.say(AskForHint(1))
        turn = session.match.shown.turn + 1
        yield from until(
            lambda: self.loop.session.hint is not None and self.loop.session.hint.turn == turn
        )
        self.hints += present(self.loop.session.hint).code is not None
        self.say(InsertHint(1))
        yield from until(
            lambda: all(
                reading.code is not None for reading in self.loop.session.readers.by_seat[1].row
            )
        )
        self.say(MoveHandle(1, PULL))
        yield from until(lambda: self.loop.session.page != PROGRAM)


class Counting(InWorker):
    """A worker whose thoughts are counted."""

    def __init__(self, thoughts: list[Thought]) -> None:
        super().__init__(pilots(), limit=LIMIT, patience=10 * LIMIT)
        self._counted = thoughts

    def poll(self) -> Any:
        """Count new answers."""
        found = super().poll()
        self._counted += found
        return found


def until(there: Callable[[], bool]) -> Wait:
    """Wait, frame by frame; the test that runs this has its own limit."""
    while not there():
        yield


def say(words: dict[str, Any]) -> None:
    """Print a line."""
    print(json.dumps(words), flush=True)


def run(words: list[str]) -> int:
    """Run the command, with a player at its screen."""
    opening = app.open_app

    def opened(wish: Wish, start_loop: Callable[[], EventLoop]) -> app.Opened:
        """Open the app, and play beside its loop."""
        stands = opening(wish, start_loop)
        move_on(Evening(stands).play())
        return stands

    app.open_app = opened
    return main(words)


if __name__ == "__main__":
    sys.exit(run([*sys.argv[1:], "--seats", ",".join(SEATS)]))
