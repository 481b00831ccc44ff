"""Think for pilots in a process apart, so that the screen never waits for a pilot.

`companion.app.worker_client` starts it. It reads questions from standard input and writes choices
to standard output, each as a frame: length, number, pickle. A thread reads the questions while a
pilot thinks. So the sender never blocks, and the process ends with the app, even in the middle of a
thought.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import SimpleQueue
from struct import Struct
from typing import Any, BinaryIO, Final

from companion.app.thinking import (
    PilotError,
    PilotQuestion,
    ReviewTask,
    choose,
    explained_choice,
    review,
)
from companion.games import find_game
from companion.games.api import Position, TurnPlayed
from companion.games.asking import Ask
from companion.games.scene import Review
from companion.named_tuples import NamedTuple
from companion.pilots.base import Pilot, PilotAnswer, pilots

FRAME: Final = Struct(">II")
"""The head of a frame: the number of bytes that follow, and the number of the question."""
NICE: Final = 10
"""The niceness of the worker: everything else goes first, above all the screen."""
ENOUGH: Final = 0.8
"""The part of its time after which a pilot is late; it needs the rest to stop."""
READY: Final = 0
"""The number of the frame that says the worker is ready, or why it never will be.

Questions count from 1.
"""


class WorkerQuestion(NamedTuple):
    """A question on its way to the worker."""

    pilot: str
    game: str
    """The key of the game."""
    about: str
    ask: Ask
    position: Position
    level: float
    chance: str
    limit: float
    """Seconds that the pilot has."""
    deck: str = ""
    """The text of the deck that the game is played with, or "" for its own."""


class Prepare(NamedTuple):
    """Ask pilots to prepare for a race."""

    pilots: tuple[str, ...]
    game: str
    position: Position
    deck: str = ""


class WorkerReview(NamedTuple):
    """A finished race on its way to be reviewed."""

    game: str
    turns: tuple[TurnPlayed, ...]
    deck: str = ""


class ChoiceFailure(NamedTuple):
    """Says why there is no choice."""

    words: str


Reply = PilotAnswer | Review | ChoiceFailure | None
"""The answer to a frame; None for a preparation, for READY, and if there is no choice.

Failed in answer to READY says why the worker ends.
"""


def frame(number: int, value: WorkerQuestion | Prepare | WorkerReview | Reply) -> bytes:
    """Return a frame: the length of a pickled value, a number, and the pickle."""
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return FRAME.pack(len(body), number) + body


def work(find: Callable[[], Mapping[str, Pilot]] = pilots) -> None:
    """Answer questions of the pilots that `find` returns, until the input ends; never returns.

    If the worker cannot begin, it replies to READY with the reason, and exits with status 1.
    """
    # Ctrl+C in a terminal goes to the app, which ends this process itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A pilot's prints must not mix with the frames.
    replies = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    heard: SimpleQueue[tuple[int, bytes]] = SimpleQueue()
    try:
        # Container engines and service managers may forbid a lower priority, as the appliance's
        # unit does by SystemCallFilter=~@resources.
        with suppress(OSError):
            os.nice(NICE)
        known = find()
        threading.Thread(target=_hear, args=(sys.stdin.buffer, heard), daemon=True).start()
    # Any error, such as one of a pilot's module: the app shows the reason, the log has the
    # traceback.
    except Exception as fault:
        traceback.print_exception(fault, file=sys.stderr)
        _reply(replies, READY, ChoiceFailure(f"{type(fault).__name__}: {fault}"))
        sys.exit(1)
    _reply(replies, READY, None)
    while True:
        number, body = heard.get()
        _reply(replies, number, _answer(known, body))


def _hear(questions: BinaryIO, heard: SimpleQueue[tuple[int, bytes]]) -> None:
    """Read questions, and end the process when they end, even in the middle of a thought."""
    while len(head := questions.read(FRAME.size)) == FRAME.size:
        size, number = FRAME.unpack(head)
        heard.put((number, questions.read(size)))
    os._exit(0)


def _reply(replies: BinaryIO, number: int, reply: Reply) -> None:
    left = memoryview(frame(number, reply))
    try:
        while left:
            left = left[replies.write(left) :]
    # The app has closed the pipe.
    except BrokenPipeError:
        os._exit(0)


def _answer(known: Mapping[str, Pilot], body: bytes) -> Reply:
    asked: WorkerQuestion | Prepare | WorkerReview = pickle.loads(body)
    game = find_game(asked.game, asked.deck)
    assert game is not None
    if isinstance(asked, WorkerReview):
        return review(ReviewTask(0, game, asked.turns)).review or ChoiceFailure("no review")
    if isinstance(asked, Prepare):
        for name in asked.pilots:
            prepare: Callable[..., Any] | None = getattr(known.get(name), "prepare", None)
            if prepare is not None:
                prepare(game, asked.position)
        return None
    end = time.monotonic() + asked.limit * ENOUGH
    question = PilotQuestion(
        0, asked.pilot, game, asked.about, asked.ask, asked.position, asked.level, asked.chance
    )
    try:
        choice = choose(known, question, lambda: time.monotonic() > end)
    except PilotError as fault:
        return ChoiceFailure(str(fault))
    return explained_choice(question, choice)


if __name__ == "__main__":
    # As a program this is another module, whose classes differ from those in the pipe.
    from companion.app.worker import work as work_there

    work_there()
