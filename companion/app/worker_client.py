"""Let pilots think in a worker process (`companion.app.worker`), asked over non-blocking pipes.

The worker is started for the first question or preparation, and again when it ends, hangs or is far
too late. The question that it was working on then goes to a substitute; those behind it are asked
again. If no worker starts, the first substitute plays in this process, one question a round, and
`trouble` says why; the next race tries a worker again.
"""

from __future__ import annotations

import os
import pickle
import select
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from companion.app.thinking import (
    SUBSTITUTES,
    AtOnce,
    PilotQuestion,
    ReviewTask,
    Thought,
    substitutes,
    thought_of,
)
from companion.app.worker import (
    FRAME,
    READY,
    ChoiceFailure,
    Prepare,
    Reply,
    WorkerQuestion,
    WorkerReview,
    frame,
)
from companion.compiled_engine import COMPILED, ENGINE
from companion.games import find_game
from companion.games.api import Game, Position
from companion.games.decks import own_deck, with_deck
from companion.games.scene import Review
from companion.named_tuples import NamedTuple
from companion.pilots.base import Pilot, PilotAnswer
from companion.words import NOTHING, Text, text

LIMIT: Final = 1.0
"""Seconds that a pilot has for a question."""
PATIENCE: Final = 3.0
"""Seconds after the limit until a silent worker is given up."""
LONG: Final = 30.0
"""Seconds that starting a worker, preparing a race or reviewing it may take.

On a small computer each takes a few.
"""
BRIEF: Final = 0.3
"""Seconds that a substitute has in this process, while the screen waits."""
STARTS: Final = 2
"""The early ends of workers, before they are ready, after which none starts until the next race."""
COMMAND: Final = (sys.executable, "-m", "companion.app.worker")
PIECE: Final = 1 << 16
"""Bytes per read."""


class Job(NamedTuple):
    """Work for the worker."""

    number: int
    question: PilotQuestion | ReviewTask | None
    """A question, or a race to review; None for a preparation."""
    frame: bytes
    asked: str = ""
    """The pilot that is asked now."""
    then: tuple[str, ...] = ()
    """The substitutes to ask if it fails."""


class InWorker:
    """Thinks in a worker process.

    Args:
        pilots: The pilots that the worker knows, by name.
        limit: Seconds that a pilot has for a question.
        patience: Seconds after the limit until a silent worker is given up.
        command: Starts a worker.
        clock: Returns the time in seconds.
        later: Seconds until a worker is started for a preparation alone. Its start takes a whole
            core, which the screen needs just when a race begins.
        long: Seconds that starting a worker, preparing a race or reviewing it may take.
    """

    def __init__(
        self,
        pilots: Mapping[str, Pilot],
        limit: float = LIMIT,
        patience: float = PATIENCE,
        command: Sequence[str] = COMMAND,
        clock: Callable[[], float] = time.monotonic,
        later: float = 0.0,
        long: float = LONG,
    ) -> None:
        self._pilots, self._limit, self._patience, self._command, self._clock = (
            pilots,
            limit,
            patience,
            command,
            clock,
        )
        self._later, self._long = later, long
        self._due: float | None = None
        """The time by the clock at which the worker is started for a waiting preparation."""
        self._jobs: deque[Job] = deque()
        self._thoughts: list[Thought] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._out, self._in = bytearray(), bytearray()
        self._ready, self._failures, self._heard, self._last = False, 0, 0.0, READY
        self._trouble: Text | None = None
        self._reason = ""
        # For games that the worker cannot find by their key.
        self._here = AtOnce(pilots, substitutes=True)
        self._known: dict[str, Game | None] = {}

    @property
    def pid(self) -> int | None:
        """The id of the worker's process, or None if none runs."""
        return None if self._process is None else self._process.pid

    @property
    def trouble(self) -> Text | None:
        """The reason why no worker starts: NOTHING once one is ready, None before."""
        return self._trouble

    def prepare(self, pilots: Sequence[str], game: Game, position: Position) -> None:
        """Have the worker prepare a race.

        This starts the worker, immediately or later, even if it did not start for the race before.
        """
        if self._process is None:
            self._failures = 0
        if self._knows(game):
            if self._process is None and self._later:
                self._due = self._clock() + self._later
            self._put(None, Prepare(tuple(pilots), game.key, position, own_deck(game)))

    def ask(self, question: PilotQuestion) -> None:
        """Send a question. Questions are answered one by one, in order."""
        if not self._knows(question.game):
            self._here.ask(question)
            return
        self._put(
            question,
            self._message_of(question),
            question.pilot,
            tuple(substitutes(question.pilot, self._pilots)),
        )

    def review(self, asked: ReviewTask) -> None:
        """Send a race to be reviewed."""
        if self._knows(asked.game):
            self._put(asked, WorkerReview(asked.game.key, asked.turns, own_deck(asked.game)))
        else:
            self._here.review(asked)

    def poll(self) -> Sequence[Thought]:
        """Return the thoughts that have come back, and look after the worker; never waits."""
        if self._process is not None:
            self._send()
            self._read()
        elif self._due is not None:
            if self._clock() >= self._due:
                self._start()
        elif self._jobs:
            # The first substitute plays in this process, and the next one if it fails.
            job = self._jobs.popleft()
            if isinstance(job.question, ReviewTask):
                # A review would block the screen.
                self._thoughts.append(Thought(job.question.number, None))
            elif job.question is not None:
                players = [name for name in SUBSTITUTES if name in (job.asked, *job.then)]
                end = self._clock() + BRIEF
                self._thoughts.append(
                    thought_of(
                        self._pilots,
                        job.question,
                        players or (job.asked,),
                        lambda: self._clock() > end,
                    )
                )
        if self._jobs and self._process is not None:
            thinks = self._ready and isinstance(self._jobs[0].question, PilotQuestion)
            silent = self._limit + self._patience if thinks else self._long
            if self._clock() > self._heard + silent:
                self._lost(ended=False)
        thoughts, self._thoughts = [*self._thoughts, *self._here.poll()], []
        return thoughts

    def wait(self, seconds: float) -> None:
        """Wait until the worker writes something, for at most `seconds`."""
        if self._process is not None and self._process.stdout is not None:
            select.select([self._process.stdout], [], [], seconds)

    def close(self) -> None:
        """End the worker, even in the middle of a thought."""
        self._jobs.clear()
        self._due = None
        self._end()

    def _knows(self, game: Game) -> bool:
        if game.key not in self._known:
            self._known[game.key] = find_game(game.key)
        # With another deck, the game is another value.
        return self._known[game.key] is (with_deck(game, "", "") if own_deck(game) else game)

    def _message_of(self, question: PilotQuestion) -> WorkerQuestion:
        return WorkerQuestion(
            question.pilot,
            question.game.key,
            *question[3:],
            limit=self._limit,
            deck=own_deck(question.game),
        )

    def _put(
        self,
        question: PilotQuestion | ReviewTask | None,
        asked: WorkerQuestion | Prepare | WorkerReview,
        pilot: str = "",
        then: tuple[str, ...] = (),
    ) -> None:
        self._last += 1
        job = Job(self._last, question, frame(self._last, asked), pilot, then)
        if not self._jobs:
            self._heard = self._clock()
        self._jobs.append(job)
        if self._process is not None:
            self._out += job.frame
            self._send()
        elif question is not None or self._due is None:
            self._start()

    # ---- Process ----

    def _start(self) -> None:
        """Start a worker and send it all open jobs; if none starts, `poll` does them here."""
        self._due = None
        if self._failures < STARTS:
            # The worker must import this very package, from any working directory.
            found = os.pathsep.join(
                [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
            )
            try:
                self._process = subprocess.Popen(
                    self._command,
                    bufsize=0,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    # After a failure the next one goes without machine code.
                    env={
                        **os.environ,
                        "PYTHONPATH": found,
                        ENGINE: "" if self._failures else COMPILED,
                    },
                )
            except OSError as fault:
                self._failures, self._reason = STARTS, str(fault)
        if self._process is None:
            # Pilots cannot think: the log and, by `trouble`, the screen say so once in a race.
            if self._reason:
                print(
                    f"no worker starts for pilots ({self._reason}): {SUBSTITUTES[0]} plays for "
                    "them in the app",
                    file=sys.stderr,
                )
                steady = self._pilots.get(SUBSTITUTES[0])
                self._trouble = text(
                    "Pilots cannot think on this computer ({fault}): “{pilot}” plays for them.",
                    fault=self._reason,
                    pilot=steady.label if steady is not None else SUBSTITUTES[0],
                )
                self._reason = ""
            return
        assert self._process.stdin is not None and self._process.stdout is not None
        for pipe in (self._process.stdin, self._process.stdout):
            os.set_blocking(pipe.fileno(), False)
        self._out, self._in = bytearray(b"".join(job.frame for job in self._jobs)), bytearray()
        self._ready, self._heard = False, self._clock()
        self._send()

    def _send(self) -> None:
        """Write as much as the pipe takes; the rest goes with the next `poll`."""
        assert self._process is not None and self._process.stdin is not None
        try:
            while self._out:
                del self._out[: os.write(self._process.stdin.fileno(), self._out)]
        except BlockingIOError:
            return
        except BrokenPipeError:
            # `_read` notices that the worker has ended.
            self._out.clear()

    def _read(self) -> None:
        """Read what the worker has written, and replace a worker that has ended."""
        assert self._process is not None and self._process.stdout is not None
        ended = False
        try:
            while not ended:
                piece = os.read(self._process.stdout.fileno(), PIECE)
                self._in += piece
                ended = not piece
        except BlockingIOError:
            pass
        while len(self._in) >= FRAME.size:
            size, number = FRAME.unpack_from(self._in)
            if len(self._in) < FRAME.size + size:
                break
            body = bytes(self._in[FRAME.size : FRAME.size + size])
            del self._in[: FRAME.size + size]
            self._take(number, pickle.loads(body))
        if ended:
            self._lost(ended=True)

    def _take(self, number: int, reply: Reply) -> None:
        """Take a reply, which answers the oldest job."""
        if number == READY and isinstance(reply, ChoiceFailure):
            # The worker ends now, which counts as a failed start.
            self._reason = reply.words
            return
        self._heard, self._ready, self._failures = self._clock(), True, 0
        self._trouble = NOTHING
        if number == READY:
            return
        job = self._jobs.popleft()
        assert job.number == number
        if isinstance(job.question, ReviewTask):
            self._thoughts.append(
                Thought(
                    job.question.number, None, review=reply if isinstance(reply, Review) else None
                )
            )
        elif isinstance(reply, PilotAnswer) and job.question is not None:
            self._thoughts.append(
                Thought(
                    job.question.number, reply, job.asked if job.asked != job.question.pilot else ""
                )
            )
        elif job.question is not None:
            self._substitute(job)

    def _lost(self, ended: bool) -> None:
        """Replace a worker that ended or hangs; a substitute gets its current question."""
        self._end()
        if not self._ready:
            self._failures += 1
            self._reason = self._reason or (
                "it ended before it was ready"
                if ended
                else f"it said nothing for {self._long:g} seconds"
            )
        job = self._jobs.popleft() if self._jobs and self._ready else None
        self._ready = False
        if job is not None and job.question is not None:
            self._substitute(job)
        if self._jobs and self._process is None:
            self._start()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            pipe.close()
        process.wait()

    # ---- Substitutes ----

    def _substitute(self, job: Job) -> None:
        """Have a substitute play for a pilot: the last one here, the others in the worker.

        A review has no substitute.
        """
        if isinstance(job.question, ReviewTask):
            self._thoughts.append(Thought(job.question.number, None))
            return
        question, (name, *more) = job.question, job.then or (SUBSTITUTES[-1],)
        assert question is not None
        if not more:
            self._thoughts.append(thought_of(self._pilots, question, (name,)))
            return
        self._put(question, self._message_of(question)._replace(pilot=name), name, tuple(more))
