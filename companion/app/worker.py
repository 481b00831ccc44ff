"""The worker: a process of its own in which pilots think, so that the screen never waits for one of them.

It is started by `companion.app.in_worker`, reads questions from its standard input and writes what was chosen to its standard output, each as a
frame: length and number, then a pickle. A thread hears the questions while a pilot thinks, so that nobody who asks is ever held up, and so that
it ends at once when the app does, whatever a pilot is at.
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

from companion.app.thinking import LookBack, PilotFault, Question, chosen, reviewed
from companion.games import find_game
from companion.games.api import Position
from companion.games.asking import Ask
from companion.games.scene import Review, TurnPlayed
from companion.named_tuples import NamedTuple
from companion.pilots.base import Choice, Pilot, pilots

FRAME: Final = Struct(">II")
"""The head of a frame: how many bytes follow, and the number of the question."""
NICE: Final = 10
"""By how much the worker stands back behind everybody else, the screen above all."""
ENOUGH: Final = 0.8
"""The part of its time after which a pilot is late: it needs the rest to end what it is at."""
READY: Final = 0
"""The number of the frame that says that questions are heard, or why they never will be; questions count from 1."""


class Asked(NamedTuple):
    """A question on its way: a game goes by its key, and by the text of the deck that it is played with. `limit` is how many seconds the pilot has."""

    pilot: str
    game: str
    about: str
    ask: Ask
    position: Position
    level: float
    chance: str
    limit: float
    deck: str = ""


class Prepare(NamedTuple):
    """What pilots want to work out for a race can be worked out now."""

    pilots: tuple[str, ...]
    game: str
    position: Position
    deck: str = ""


class Reviewing(NamedTuple):
    """A race that is over on its way to be reviewed."""

    game: str
    turns: tuple[TurnPlayed, ...]
    deck: str = ""


class Failed(NamedTuple):
    """No choice came of it, and why."""

    words: str


Reply = Choice | Review | Failed | None
"""What comes back: a choice or a review, or that there is none; None after a preparation, and for READY. For READY, Failed says why the worker ends."""


def framed(number: int, value: Asked | Prepare | Reviewing | Reply) -> bytes:
    """Pack a value behind its length and a number, as it goes through the pipe."""
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return FRAME.pack(len(body), number) + body


def work(find: Callable[[], Mapping[str, Pilot]] = pilots) -> None:
    """Answer questions of the pilots that `find` finds until nobody is left who could ask; it never returns.

    Where the worker cannot begin, it replies to READY with the reason, and ends with exit status 1.
    """
    # Ctrl+C in a terminal goes to the app, which ends this process itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Whatever a pilot prints must not run into the frames.
    replies = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    heard: SimpleQueue[tuple[int, bytes]] = SimpleQueue()
    try:
        _stand_back()
        known = find()
        threading.Thread(target=_hear, args=(sys.stdin.buffer, heard), daemon=True).start()
    # Any fault, of a pilot's module for example: the app tells people the reason, and the traceback is for those who mend it.
    except Exception as fault:
        traceback.print_exception(fault, file=sys.stderr)
        _reply(replies, READY, Failed(f"{type(fault).__name__}: {fault}"))
        sys.exit(1)
    _reply(replies, READY, None)
    while True:
        number, body = heard.get()
        _reply(replies, number, _answered(known, body))


def _stand_back() -> None:
    """Let everything else on the computer go first; a service that may not set priorities thinks at the usual one."""
    # Container engines and service managers may forbid it: the appliance's unit does, by SystemCallFilter=~@resources.
    with suppress(OSError):
        os.nice(NICE)


def _hear(questions: BinaryIO, heard: SimpleQueue[tuple[int, bytes]]) -> None:
    """Take in questions; the end of them is the end of the process, in the middle of a thought too."""
    while len(head := questions.read(FRAME.size)) == FRAME.size:
        size, number = FRAME.unpack(head)
        heard.put((number, questions.read(size)))
    os._exit(0)


def _reply(replies: BinaryIO, number: int, reply: Reply) -> None:
    left = memoryview(framed(number, reply))
    try:
        while left:
            left = left[replies.write(left) :]
    # Nobody listens any more.
    except BrokenPipeError:
        os._exit(0)


def _answered(known: Mapping[str, Pilot], body: bytes) -> Reply:
    asked: Asked | Prepare | Reviewing = pickle.loads(body)
    game = find_game(asked.game, asked.deck)
    assert game is not None
    if isinstance(asked, Reviewing):
        return reviewed(LookBack(0, game, asked.turns)).review or Failed("no review")
    if isinstance(asked, Prepare):
        for name in asked.pilots:
            prepare: Callable[..., Any] | None = getattr(known.get(name), "prepare", None)
            if prepare is not None:
                prepare(game, asked.position)
        return None
    end = time.monotonic() + asked.limit * ENOUGH
    question = Question(
        0, asked.pilot, game, asked.about, asked.ask, asked.position, asked.level, asked.chance
    )
    try:
        return chosen(known, question, lambda: time.monotonic() > end)
    except PilotFault as fault:
        return Failed(str(fault))


if __name__ == "__main__":
    # As a program this is another module, whose classes are not those that come over the pipe.
    from companion.app.worker import work as work_there

    work_there()
