"""A start watched as systemd does it, with an event at its screen, run as a program.

Its arguments are the name of the event and the words of the command. The events are reported to the
socket that receives the app's sign of life, so the order of both is known.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.__main__ import main
from companion.app.loop import EventLoop
from companion.session.messages import OpenPage, StartAsUsual
from companion.session.pages.ending import EndSession, ProposeEnding, ProposeQuit, Quit
from companion.session.pages.update import StartAgain, UpdatePage, UpdatesSeen
from companion.session.view import ENDING, UPDATE
from companion.ui import app
from companion.ui.window import Wish
from tests.typed import serve
from tests.ui.fingers import Finger

FRAMES: Final = 20
"""Turns of the loop before the event, and its length."""
ROUNDS: Final = 500
"""Greatest number of rounds of the loop until the notice can be read."""
SLOW, HUNG = 0.05, 1.0
"""Seconds for a turn of a busy loop, and for a turn of a hung one."""


def say(words: str) -> None:
    """Send words to the listener of the app."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.connect(os.environ["NOTIFY_SOCKET"])
        line.send(f"PLAYER={words}".encode())


def killed(opened: app.Opened) -> None:
    """Lose the power when everything is open and nothing has been drawn."""
    os.kill(os.getpid(), signal.SIGKILL)


def looks(opened: app.Opened) -> None:
    """Report every frame; after some turns of the loop be busy, then hang, then recover."""
    opened.window.bind(on_flip=lambda *_: say("frame"))
    turns = 0

    def turn(_: float) -> None:
        """Count a turn of the loop."""
        nonlocal turns
        turns += 1
        if turns == FRAMES:
            say("busy")
        if FRAMES <= turns < 2 * FRAMES:
            time.sleep(SLOW)
        if turns == 2 * FRAMES:
            say("hung")
            time.sleep(HUNG)
            say("well")

    every_turn(turn)


def leaves(opened: app.Opened) -> None:
    """Report what safe mode shows, leave it, and report the next screen."""
    loops: list[EventLoop] = []

    def turn(_: float) -> None:
        """Look for another session."""
        loop, screen = opened.bridge.loop, opened.bridge.screen
        if screen is not None and (not loops or loop is not loops[-1]):
            loops.append(loop)
            head = [screen.header.title.text, screen.header.hint.text, screen.header.table.text]
            say(json.dumps({"page": loop.view.page, "head": head, "kept": loop.record is not None}))
            loop.send(StartAsUsual())

    every_turn(turn)


def say_notice(loop: EventLoop) -> None:
    """Report the notice once it can be read, which may take several turns of the loop.

    A notice is shown only after its entry is durable.
    """
    assert loop.record is not None
    for _ in range(ROUNDS):
        loop.record.wait()
        loop.poll(time.monotonic())
        if loop.view.notice:
            break
    say(str(loop.view.notice))


def switches_off(opened: app.Opened) -> None:
    """Switch the computer off, as touches in the menu do."""

    def turn(_: float) -> bool:
        """Act once the screen is there."""
        loop = opened.bridge.loop
        if opened.bridge.screen is None or loop.view.on_back != OpenPage(ENDING):
            return True
        for message in (loop.view.on_back, ProposeEnding(False), EndSession(False)):
            loop.send(message)
        say_notice(loop)
        return False

    every_turn(turn)


def quits(opened: app.Opened) -> None:
    """End the program, as on a desktop."""

    def turn(_: float) -> bool:
        """Act once the screen is there."""
        loop = opened.bridge.loop
        if (
            opened.bridge.screen is None
            or str(loop.view.back) != "Quit"
            or loop.view.on_back is None
        ):
            return True
        for message in (loop.view.on_back, ProposeQuit(), Quit()):
            loop.send(message)
        say_notice(loop)
        return False

    every_turn(turn)


def starts_again(opened: app.Opened) -> None:
    """Offer a waiting version, and touch what starts the game with it."""

    def turn(_: float) -> bool:
        """Act once the screen is there, and again once the version is."""
        loop = opened.bridge.loop
        if opened.bridge.screen is not None and loop.view.page != UPDATE:
            serve(loop.host, update=lambda _: UpdatesSeen("1.0", waiting="2.0"))
            loop.send(OpenPage("update"))
        if (
            not isinstance(loop.view.body, UpdatePage)
            # Messages are tuples: one without fields equals any other.
            or not isinstance(loop.view.body.choices[0].message, StartAgain)
        ):
            return True
        loop.send(loop.view.body.choices[0].message)
        say_notice(loop)
        return False

    every_turn(turn)


def breaks(opened: app.Opened) -> None:
    """Draw frames without a screen."""
    opened.window.bind(on_flip=lambda *_: say("frame"))
    opened.bridge.handle_exception(RuntimeError("a broken screen"))


def sleeps(opened: app.Opened) -> None:
    """Touch a lit screen, a dark one and a woken one; report which touches reach the stage."""
    # It imports Kivy, which must be configured first.
    from companion.ui import sleep

    found: list[sleep.Waking] = []
    reached: list[object] = []
    felt: list[object] = []

    class Known(sleep.Waking):
        """The app's own class, kept for questions."""

        def start(self) -> None:
            found.append(self)
            super().start()

    def touched() -> Iterator[None]:
        """Make one touch after another."""
        while not found or opened.bridge.screen is None:
            yield
        finger = Finger()
        finger.move(opened.window.left + 400, opened.window.top + 2)
        opened.bridge.stage.bind(on_touch_down=lambda *_: reached.append(None))
        opened.window.bind(on_touch_up=lambda *_: felt.append(None))
        for number, wanted in enumerate((False, True, False)):
            if wanted:
                # Only a display that the app has seen lit can go dark.
                while not found[0]._was_awake:
                    yield
            while found[0].dark != wanted:
                if wanted:
                    # Each turn again: the window has the server uncover its screen every half
                    # minute.
                    finger.cover()
                yield
            finger.press()
            finger.release()
            while len(felt) <= number:
                yield
            say(f"touch {number}: {len(reached)} reached")
        say("over" if not opened.window.allow_screensaver else "the screen saver may come")

    sleep.Waking = Known  # type: ignore[misc]
    steps = touched()
    every_turn(lambda _: next(steps, False))


def every_turn(do: Callable[[float], object]) -> None:
    """Call a function in every turn of the app's loop."""
    from kivy.clock import Clock

    Clock.schedule_interval(do, 0)


PARTS: Final[Mapping[str, Callable[[app.Opened], None]]] = {
    "killed": killed,
    "looks": looks,
    "leaves": leaves,
    "breaks": breaks,
    "off": switches_off,
    "again": starts_again,
    "quits": quits,
    "sleeps": sleeps,
}


def play(part: Callable[[app.Opened], None], words: list[str]) -> int:
    """Run the command with an event at its screen."""
    opening = app.open_app

    def opened(wish: Wish, start_loop: Callable[..., Any]) -> app.Opened:
        """Open the app, and start the event."""
        stands = opening(wish, start_loop)
        part(stands)
        return stands

    app.open_app = opened
    return main(words)


if __name__ == "__main__":
    # systemd starts a service with no ignored signals; a test run may pass an ignored hang-up on.
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    sys.exit(play(PARTS[sys.argv[1]], sys.argv[2:]))
