"""The workers that play races: this process, local processes, or a Dask cluster.

Each takes the same calls and gives the same outcomes.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from companion.errors import DerbyError, TournamentError
from companion.named_tuples import NamedTuple
from companion.tournament.match import RaceOutcome, play_races
from companion.tournament.schedule import Schedule

AHEAD: Final = 3
"""Portions ready for each worker, the current one included: none waits for the next, and few are
lost when all is stopped."""
PATIENCE: Final = "10s"
"""The time that a cluster may take to answer."""


class Workers(NamedTuple):
    executor: Executor
    """Takes their calls."""
    ahead: int
    """The number of portions that it has at a time."""


class LocalWorker(Executor):
    """Plays in this process, without delay."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call the function now, and return its outcome as a finished future."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as fault:  # It belongs to the caller of result().
            done.set_exception(fault)
        return done


@contextmanager
def local(workers: int) -> Iterator[Workers]:
    """Provide local processes; with one worker this process itself."""
    if workers == 1:
        yield Workers(LocalWorker(), 1)
        return
    # Spawned, since a fork would share the file's connection.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _follow)
    try:
        # Started without Ctrl-C, which only the first process handles.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            pool.submit(int)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        yield Workers(pool, AHEAD * workers)
    except BaseException:
        # A stop does not wait for races that are not kept anyway.
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _follow() -> None:
    """End when the first process ends in any way; nobody else would end this one."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait_for_the_end() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait_for_the_end, daemon=True).start()


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Provide the workers of the Dask cluster whose scheduler is at this address.

    An example is tcp://10.0.0.5:8786. The cluster goes on when we leave.

    Raises:
        TournamentError: There is no scheduler, or it has no workers.
    """
    check_cluster()
    distributed: Any = import_module("distributed")
    try:
        client = distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError, TypeError) as fault:
        raise TournamentError(
            f"--cluster: found no Dask scheduler at {address!r} ({_first_line(fault)}); start one, "
            f"such as with dask scheduler"
        ) from None
    try:
        size = sum(client.nthreads().values())
        if not size:
            raise TournamentError(
                f"--cluster: the scheduler at {address} has no workers; start some, such as with "
                f"dask worker {address}"
            )
        # Its own executor takes calls like that of processes, and gives futures of the standard
        # library.
        executor = client.get_executor(pure=False)
        try:
            yield Workers(executor, AHEAD * size)
        finally:
            executor.shutdown(wait=False)
    finally:
        client.close()


def check_cluster() -> None:
    """Check that the extra for clusters is installed; TournamentError if not."""
    if find_spec("distributed") is None:
        raise TournamentError(
            "--cluster needs Dask, which is not installed: install the extra cluster, such as with "
            "pip install 'clockwork-derby[cluster]'"
        )


def _first_line(fault: BaseException) -> str:
    return str(fault).partition("\n")[0] or type(fault).__name__


def outcomes(
    crew: Workers, schedule: Schedule, numbers: Iterable[int]
) -> Iterator[list[RaceOutcome]]:
    """Yield the outcomes of these races, a heat at a time in the order in which they finish.

    Raises:
        TournamentError: A worker failed; earlier outcomes are not lost.
    """
    plan, portions = schedule.as_json(), schedule.heats(numbers)
    pending: set[Future[list[RaceOutcome]]] = set()
    while True:
        while len(pending) < crew.ahead and (portion := next(portions, None)) is not None:
            try:
                pending.add(crew.executor.submit(play_races, plan, portion))
            except (BrokenExecutor, RuntimeError) as fault:
                raise TournamentError(f"a worker has died ({_first_line(fault)})") from None
        if not pending:
            return
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        for future in done:
            yield _result(future)


def _result(future: Future[list[RaceOutcome]]) -> list[RaceOutcome]:
    try:
        return future.result()
    except DerbyError:
        raise
    except (BrokenExecutor, CancelledError) as fault:
        raise TournamentError(f"a worker has died or was stopped ({_first_line(fault)})") from None
    except Exception as fault:  # Any fault of the cluster, or of another version of ours.
        raise TournamentError(
            f"a worker failed with {type(fault).__name__}: {_first_line(fault)}"
        ) from fault
