"""Pilots in their own process are late, hang, raise, print and die; the race loses no step."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.app.loop import EventLoop, open_session, play_to_the_end
from companion.app.startup import kept_session
from companion.app.thinking import AtOnce, PilotQuestion
from companion.app.worker_client import InWorker
from companion.engine.state import state_hash
from companion.games.programmed.turn import RacePosition
from companion.pilots.base import pilots
from companion.session.lobby.opponents import PilotEntry
from companion.session.messages import ApplyCorrection, Begin, Go, HandSeat, SetTimer, TimeUp
from companion.session.pages.table import CloseTable, OpenTable
from companion.session.view import PLAY, PROGRAM, SUMMARY
from companion.words import NOTHING
from tests.odd_pilots import BROKEN, ODD, USUAL
from tests.recorded import recorded
from tests.session.evenings import asked, done, play_out, ready, shipped
from tests.table.reader_stand import await_true
from tests.typed import of_kind

WORKER = (sys.executable, "-m", "tests.odd_pilots")
PATIENCE = 200.0
"""Seconds until something counts as broken, on a busy machine."""


@contextmanager
def thinking(
    *players: str, limit: float = 0.05, patience: float = 60.0, **how: Any
) -> Iterator[tuple[EventLoop, InWorker]]:
    """Return a session whose pilots, odd ones too, think in a worker.

    Its time stands still unless a clock is given, so that no wait runs out.
    """
    loop = open_session(seed=7, boards=(shipped("packing-hall"),), players=players)
    config = loop.session.config._replace(
        pilots=tuple(PilotEntry(name, pilot.label) for name, pilot in ODD.items())
    )
    loop.session = loop.session._replace(config=config)
    worker = loop.thinking = InWorker(
        ODD,
        **{"limit": limit, "patience": patience, "command": WORKER, "clock": lambda: 0.0, **how},
    )
    try:
        yield loop, worker
    finally:
        loop.close()


def until(loop: EventLoop, worker: InWorker, page: str) -> None:
    """Poll until a page comes, as the screen does."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if loop.session.page == PLAY != page:
            play_out(loop, page)
        if loop.session.page == page:
            return
        look(loop, worker)
    raise AssertionError(f"{page} never comes; the evening stays on {loop.session.page}")


def look(loop: EventLoop, worker: InWorker) -> None:
    """Poll once, and wait for the worker if that would be in vain."""
    worker.wait(0.1)
    loop.poll(1.0)


def played(loop: EventLoop) -> dict[int, tuple[int | None, ...]]:
    """Return what the seats have answered in this race."""
    assert loop.session.match is not None
    return {seat: answer.codes for seat, answer in loop.session.match.question.answers.items()}


def gone(pid: int) -> bool:
    """Return whether the process has ended."""
    return not Path(f"/proc/{pid}").exists()


def test_the_same_chance_makes_the_same_race_in_either_process() -> None:
    """Play the same race with pilots in the worker as with pilots in this process."""
    marks = []
    for beside in (True, False):
        loop = open_session(
            seed=7, boards=(shipped("packing-hall"),), players=("random", "racer", "novice")
        )
        if beside:
            # No pilot is late, on a busy machine.
            loop.thinking = InWorker(pilots(), limit=3600.0, command=USUAL, clock=lambda: 0.0)
        loop.send(Begin())
        pid = loop.thinking.pid if isinstance(loop.thinking, InWorker) else None
        now = iter(range(10**6))

        def wait(loop: EventLoop = loop, now: Iterator[int] = now) -> float:
            """Wait until the worker sends something."""
            if isinstance(loop.thinking, InWorker):
                loop.thinking.wait(0.1)
            return next(now) / 1000

        play_to_the_end(loop, 3, wait)
        assert loop.session.match is not None and loop.session.match.shown.turn == 3
        # The preparation is still there: nothing has ended the worker.
        assert pid == (loop.thinking.pid if isinstance(loop.thinking, InWorker) else None)
        marks.append(state_hash(of_kind(RacePosition, loop.session.match.position).state))
        loop.close()
    assert marks[0] == marks[1]


@pytest.mark.parametrize("broken", sorted(BROKEN))
def test_steady_plays_for_a_pilot_that_fails_and_it_is_said_once(
    broken: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Let Steady play for a pilot that fails in any way, from that pilot's hand, and say so once.

    The others are not affected.
    """
    now = [0.0]
    with thinking("person", "good", broken, "good", clock=lambda: now[0]) as (loop, worker):
        loop.send(Begin())
        done(loop)
        hands = {seat: asked(loop.session, seat).hand.codes for seat in (2, 3, 4)}
        said = []
        for turn in range(2):
            while 2 not in played(loop):
                look(loop, worker)
            # The worker is at the broken one, and only patience can end that.
            now[0] += 1000 if broken == "hanging" else 0
            ready(loop, 1)
            until(loop, worker, PLAY)
            said.append(str(loop.session.notice))
            if turn == 0:
                rows = {
                    seat: [reading.code for reading in loop.session.readers.by_seat[seat].row]
                    for seat in hands
                }
                assert all(set(rows[seat]) <= set(hand or ()) for seat, hand in hands.items())
            play_out(loop)
        assert said == [recorded("The-pilot-of-AZURE-did-not"), ""]
    assert capfd.readouterr().out == ""


def test_random_plays_in_the_app_where_steady_fails_too() -> None:
    """Let Random play in the app where Steady, which this worker lacks, fails too."""
    with thinking("person", "raising", "good", command=(*WORKER, "raising", "steady")) as (
        loop,
        worker,
    ):
        loop.send(Begin())
        done(loop)
        ready(loop, 1)
        until(loop, worker, PLAY)
        assert (
            str(loop.session.notice) == recorded("Random-pilot-plays-for-it")
            and worker.trouble == NOTHING
        )


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ((sys.executable, "-c", "raise SystemExit(1)"), "it ended before it was ready"),
        ((*WORKER, "--fault"), "RuntimeError: no pilot can be found"),
        (("no-such-python",), "[Errno 2] No such file or directory: 'no-such-python'"),
    ],
    ids=["ends", "says why", "is not there"],
)
def test_steady_plays_in_the_app_where_no_worker_starts(
    command: tuple[str, ...], why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """Let Steady play in the app if no worker starts.

    Log, screen and doctor say why (`ProcessFacts.pilots`).
    """
    with thinking("person", "good", "steady", command=command) as (loop, worker):
        assert worker.trouble is None
        loop.send(Begin())
        done(loop)
        ready(loop, 1)
        until(loop, worker, PLAY)
        assert str(loop.session.notice) == recorded("Steady-plays-for-it")
        assert str(worker.trouble) == recorded("Pilots-cannot-think-on-this-computer", why=why)
    said = [
        line
        for line in capfd.readouterr().err.splitlines()
        if line.startswith("no worker starts for pilots")
    ]
    assert said == [recorded("no-worker-starts-for-pilots-why", why=why)]


def test_a_worker_that_may_not_stand_back_thinks_all_the_same() -> None:
    """Think also where the appliance's unit forbids setpriority."""
    with thinking("person", "good", command=(*WORKER, "--refuse")) as (loop, worker):
        loop.send(Begin())
        done(loop)
        ready(loop, 1)
        until(loop, worker, PLAY)
        assert not loop.session.notice and worker.trouble == NOTHING


def test_the_next_race_tries_a_worker_again(tmp_path: Path) -> None:
    """Try a worker again in the next race after one that did not start."""
    mark = tmp_path / "mended"
    script = (
        f"import os, sys; os.path.exists({str(mark)!r}) or sys.exit(1); os.execv(sys.argv[1], "
        f"sys.argv[1:])"
    )
    with thinking("person", "good", command=(sys.executable, "-c", script, *WORKER)) as (
        loop,
        worker,
    ):
        loop.send(Begin())
        done(loop)
        ready(loop, 1)
        until(loop, worker, PLAY)
        assert worker.trouble
        mark.touch()
        assert loop.session.match is not None
        # As it comes when another race begins.
        worker.prepare(("good",), loop.session.config.game, loop.session.match.position)
        while worker.trouble:
            look(loop, worker)
        play_out(loop)
        ready(loop, 1)
        until(loop, worker, PLAY)
        assert not loop.session.notice


def test_who_is_late_plays_the_best_it_has() -> None:
    """Play the best choice so far when the time is up, without Steady."""
    with thinking("person", "slow") as (loop, worker):
        loop.send(Begin())
        done(loop)
        ready(loop, 1)
        until(loop, worker, PLAY)
        assert not loop.session.notice


def test_a_race_is_prepared_once_and_what_was_prepared_stays() -> None:
    """Prepare a race once, when it begins, and find the preparation in every turn."""
    with thinking("person", "preparing", "mumbling") as (loop, worker):
        assert worker.pid is None
        loop.send(Begin())
        assert worker.pid is not None
        done(loop)
        for turn in (1, 2):
            ready(loop, 1)
            until(loop, worker, SUMMARY)
            assert loop.session.match is not None
            # A reason that cannot be said is none.
            assert {
                seat: (answer, str(why))
                for seat, (answer, why) in loop.session.match.reasons.items()
            } == {2: (turn, recorded("1-of-1"))}
            done(loop)


def test_a_preparation_alone_starts_the_worker_later_and_a_question_at_once() -> None:
    """Start the worker later for a preparation alone, but at the first question without delay.

    The screen has the processor to itself while it shows how a race begins.
    """
    now = [0.0]
    with thinking("person", "preparing", later=1.0, clock=lambda: now[0]) as (loop, worker):
        loop.send(Begin())
        worker.poll()
        assert worker.pid is None
        now[0] = 1.0
        worker.poll()
        assert worker.pid is not None
        done(loop)
        ready(loop, 1)
        until(loop, worker, PLAY)
    with thinking("person", "preparing", later=3600.0) as (loop, worker):
        loop.send(Begin())
        assert worker.pid is None
        done(loop)
        ready(loop, 1)
        until(loop, worker, PLAY)
        assert worker.pid is not None and not loop.session.notice


def test_preparations_that_fail_cost_nothing() -> None:
    """Play without preparations that fail."""
    with thinking("person", "unprepared") as (loop, worker):
        loop.send(Begin())
        done(loop)
        ready(loop, 1)
        until(loop, worker, PLAY)
        assert not loop.session.notice


def test_an_answer_to_a_question_that_nobody_asks_any_more_moves_nothing() -> None:
    """Ignore an answer to a question that a person has taken over."""
    with thinking("person", "slow", "good", limit=0.2) as (loop, worker):
        loop.send(Begin())
        done(loop)
        loop.send(ApplyCorrection(HandSeat(2, "person")))
        while 3 not in played(loop):
            look(loop, worker)
        assert not any(reading.code for reading in loop.session.readers.by_seat[2].row)
        ready(loop, 2)
        ready(loop, 1)
        assert loop.session.page == PLAY


def test_answers_wait_while_the_readers_are_looked_at() -> None:
    """Hold answers back on the page that tests the table, where cards are no programs."""
    with thinking("person", "good") as (loop, worker):
        loop.send(Begin())
        done(loop)
        loop.send(OpenTable())
        for _ in range(20):
            look(loop, worker)
        assert not any(reading.code for reading in loop.session.readers.by_seat[2].row)
        loop.send(CloseTable())
        ready(loop, 1)
        until(loop, worker, PLAY)


def test_a_pilot_fills_without_anybody_waiting() -> None:
    """Let a pilot fill slots in the background while the clock goes on."""
    with thinking("person", "person", "good") as (loop, worker):
        loop.send(SetTimer(5, "deal", "slow"))
        loop.send(Begin())
        done(loop)
        for _ in range(3):
            loop.send(TimeUp(loop.session.revision, (1,)))
        assert 1 not in played(loop)
        while 1 not in played(loop):
            look(loop, worker)
        assert str(loop.session.notice) == recorded("Time-is-up-A-pilot-chose")


def test_the_worker_ends_with_the_app_even_in_the_middle_of_a_thought() -> None:
    """End the worker with the app, closed or killed, even in the middle of a thought."""
    with thinking("person", "hanging", limit=60.0) as (loop, worker):
        loop.send(Begin())
        done(loop)
        pid = worker.pid
        assert pid is not None and not gone(pid)
    assert gone(pid) and worker.pid is None
    # An app that dies says nothing: its pipe ends.
    script = (
        "import os; from tests.test_thinking import *\n"
        "with thinking('person', 'hanging', limit=60.0) as (loop, worker):\n"
        "    loop.send(Begin()); done(loop); worker.wait(30); print(worker.pid, flush=True); "
        "os.kill(os.getpid(), 9)"
    )
    pid = int(
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        ).stdout
    )
    await_true(lambda: gone(pid), "the worker ends")


class Muted(AtOnce):
    """Thinking that does not answer for some seats, and records its questions and preparations."""

    def __init__(self, *muted: int) -> None:
        super().__init__(pilots())
        self.muted, self.asked, self.prepared = muted, list[int](), list[tuple[str, ...]]()

    def prepare(self, pilots: Sequence[str], game: object, position: object) -> None:
        """Record the preparation."""
        self.prepared.append(tuple(pilots))

    def ask(self, question: PilotQuestion) -> None:
        """Answer for the others."""
        self.asked.append(question.ask.seat)
        if question.ask.seat not in self.muted:
            super().ask(question)


def durable(loop: EventLoop) -> None:
    """Wait until everything is kept and has had its effects."""
    assert loop.record is not None
    for _ in range(50):
        loop.record.wait()
        loop.poll(0.0)


def test_a_race_that_goes_on_asks_those_pilots_that_had_not_answered(tmp_path: Path) -> None:
    """Ask after a restart only pilots that had not answered, and prepare the race again."""
    with closing(kept_session(tmp_path, ("person", "novice", "novice", "random"), seed=3)) as loop:
        loop.thinking = first = Muted(3)
        for message in (Go("rules"), Begin()):
            loop.send(message)
        durable(loop)
        done(loop)
        durable(loop)
        assert (first.asked, first.prepared, sorted(played(loop))) == (
            [2, 3, 4],
            [("novice", "random")],
            [2, 4],
        )
    with closing(kept_session(tmp_path)) as loop:
        loop.thinking = again = Muted()
        assert loop.session.timeline.resume_check is not None and not again.prepared
        for _ in range(3):
            done(loop)
            durable(loop)
        assert loop.session.page == PROGRAM and loop.session.timeline.resume_check is None
        assert (again.asked, again.prepared, sorted(played(loop))) == (
            [3],
            [("novice", "random")],
            [2, 3, 4],
        )
