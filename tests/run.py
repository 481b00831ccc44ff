"""Run the tests: a few files per process, each forked from one that has loaded the app.

    python -m tests.run [--all | --quick | --slow | --changed] [--jobs N] [--seconds FILE] [PATH …]

Loading the app and Kivy takes longer than most files of tests, and a worker that keeps what one
file leaves behind grows until the garbage collector takes more time than the tests. Here a process
begins with everything loaded and nothing used, and what it leaves goes with it. Small files of a
folder share one: opening a window or starting pytest costs more than many of them.

One file alone also runs by itself: `python -m pytest tests/test_layers.py`.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import re
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter as Counts
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

import pytest
from _pytest.config import default_plugins

from companion.testing.display import SLOT
from tests import memory
from tests.display import Displays
from tests.drawing import SCENES_FOLDER
from tests.lanes import (
    LONGEST,
    SLOW,
    TOGETHER,
    changed_files,
    files_touched,
    is_slow,
    test_files,
)

TOP: Final = Path(__file__).resolve().parents[1]
ALL, QUICKLY, SLOWLY = "all", "quick", "slow"
"""The lanes: which tests run."""
PATIENCE: Final = 1200
"""Seconds after which a slow test counts as hanging: on a busy machine it may take ten times as
long as on another one."""
NO_TESTS: Final = pytest.ExitCode.NO_TESTS_COLLECTED
UNREAD: Final = re.compile(r"\.(conftest|test_\w+|testing|system|__main__)\b")
"""Modules that are not loaded ahead: pytest rewrites them to explain an `assert`, or they are
programs."""
WINDOW: Final = "kivy.core.window"
"""Importing it opens a window, which two processes cannot share."""

HYPOTHESIS: Final = "_hypothesis_pytestplugin"
"""The plugin of hypothesis for pytest."""

BATCH: Final = 54_000
"""Bytes of files of tests that share a process, at most."""
DRAWN: Final = 28_000
"""The same for files that open windows: each takes a second, and their drawings fill the memory."""

MAX_MEGABYTES: Final = 400
"""The megabytes that a process may have resident; a run names those that had more."""


class Run(NamedTuple):
    """A process that is running."""

    paths: Sequence[Path]
    slot: int
    output: Path
    """The file that receives its output."""
    began: float


class Ended(NamedTuple):
    """A process that has ended.

    Its megabytes are its peak of resident memory by the kernel. Shared memory counts in full: some
    85 MB with the process that it was forked from, and 50 MB of Mesa and LLVM where it opens a
    window.
    """

    paths: Sequence[Path]
    status: int
    """The status of pytest, or the negative number of a signal."""
    output: str
    passed: int
    seconds: dict[str, float]
    wall: float
    processor: float
    megabytes: float

    @property
    def is_good(self) -> bool:
        """Say whether none of its tests failed; files without a test in this lane are good."""
        return self.status in (0, NO_TESTS)

    @property
    def name(self) -> str:
        """Return its first file, and how many more."""
        more = f" and {len(self.paths) - 1} more" if len(self.paths) > 1 else ""
        return f"{self.paths[0].relative_to(TOP)}{more}"


class Counter:
    """A plugin of pytest that chooses the tests of a lane and counts them, with their seconds."""

    def __init__(self, lane: str) -> None:
        self._lane = lane
        self.passed = 0
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Deselect the tests of the other lane."""
        if self._lane == ALL:
            return
        numbers: Counts[str] = Counts()
        slow: list[pytest.Item] = []
        quick: list[pytest.Item] = []
        for item in items:
            test = item.nodeid.partition("[")[0]
            (slow if is_slow(item.nodeid, numbers[test]) else quick).append(item)
            numbers[test] += 1
        items[:], left_out = (slow, quick) if self._lane == SLOWLY else (quick, slow)
        config.hook.pytest_deselected(items=left_out)

    def pytest_collection_finish(self) -> None:
        """Freeze what is loaded, and collect garbage between tests only."""
        memory.begin()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Measure the processor time of a test, with that of its children."""
        before = _spent()
        try:
            return (yield)
        finally:
            memory.keep_small()
            self.seconds[item.nodeid] = _spent() - before

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test that has passed."""
        self.passed += report.when == "call" and report.passed


def main(words: Sequence[str]) -> int:
    """Run what the command line asks for; return 0 if all tests pass, 1 if one fails."""
    asked = _parser().parse_args(words)
    files = [Path(path).resolve() for path in asked.paths] or test_files(TOP)
    missing = [str(path) for path in files if not path.is_file()]
    if missing:
        print(f"There is no file of tests {', '.join(missing)}.", file=sys.stderr)
        return 2
    lane = ALL if asked.all else SLOWLY if asked.slow else QUICKLY
    if asked.paths and not (asked.quick or asked.slow):
        lane = ALL
    if asked.changed:
        files, lane = files_touched(TOP, changed_files(TOP)), ALL
        print(f"{len(files)} files of tests are touched by what has changed.", flush=True)
    if lane == QUICKLY:
        files = [path for path in files if path.relative_to(TOP).as_posix() not in SLOW]
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="derby-run-") as folder:
        os.environ[SCENES_FOLDER] = os.environ["KIVY_HOME"] = folder
        _read_the_app()
        ended = list(_ended(_batches(files), asked.jobs, asked.option, lane, Path(folder)))
    bad = [one for one in ended if not one.is_good]
    for one in bad:
        print(f"\n{'=' * 100}\n{one.name} ended with {one.status}:\n{one.output}")
    if asked.seconds:
        asked.seconds.write_text(_table(ended))
    print(
        f"{'FAILED: ' if bad else ''}{sum(one.passed for one in ended)} tests passed in "
        f"{len(files)} files, {len(bad)} of {len(ended)} processes failed; "
        f"{time.monotonic() - began:.0f} s, {_spent():.0f} s of processor time, "
        f"at most {max((one.megabytes for one in ended), default=0):.0f} MB in one process"
    )
    for one in ended:
        if one.megabytes > MAX_MEGABYTES:
            print(f"{one.name} had {one.megabytes:.0f} MB, more than {MAX_MEGABYTES}")
    for one in bad:
        print(f"FAILED {one.name}")
    return 1 if bad else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.run", description=__doc__)
    lane = parser.add_mutually_exclusive_group()
    lane.add_argument("--all", action="store_true", help="run the slow tests, too")
    lane.add_argument("--quick", action="store_true", help="of named files, too, the quick tests")
    lane.add_argument("--slow", action="store_true", help="run the slow tests only")
    lane.add_argument(
        "--changed", action="store_true", help="run what a change against origin/main touches"
    )
    parser.add_argument(
        "--jobs",
        type=int,
        # Some tests wait for what takes real seconds.
        default=(os.cpu_count() or 1) + 1,
        help="how many files run at the same time",
    )
    parser.add_argument("--seconds", type=Path, help="write the seconds of each file here")
    parser.add_argument(
        "--option", action="append", default=[], help="a word for pytest, such as --option=-x"
    )
    parser.add_argument("paths", nargs="*", help="files of tests; all their tests run")
    return parser


def _read_the_app() -> None:
    """Import what tests need, all of it without a window."""
    stderr = sys.stderr
    try:
        _import_all()
    finally:
        # Kivy has replaced it by its own logger, which is silent here.
        sys.stderr = stderr
    _find_constants()
    gc.collect()
    gc.freeze()


def _import_all() -> None:
    os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_NO_CONSOLELOG="1")
    # Threads would not live on in a forked process.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import companion
    import tests
    from companion.ui.window import import_plainly
    from tests.catalogues import compile_changed

    compile_changed()
    import_plainly()
    sys.modules[WINDOW] = None  # type: ignore[assignment]
    names = [f"_pytest.{name}" for name in default_plugins]
    names += ["hypothesis.stateful", "hypothesis.strategies"]
    for package in (companion, tests):
        found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.", onerror=_skip)
        names += [module.name for module in found if not UNREAD.search(module.name)]
    for name in names:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    del sys.modules[WINDOW]


def _find_constants() -> None:
    """Let hypothesis find the constants of the app, which it tries as values.

    Each process with one of its tests would do so, for half a second. Its plugin warns of that.
    """
    with contextlib.suppress(ImportError), warnings.catch_warnings():
        from hypothesis.internal.conjecture.providers import _get_local_constants

        _get_local_constants()
        warnings.simplefilter("ignore")
        importlib.import_module(HYPOTHESIS)


def _skip(name: str) -> None:
    """Leave out a package that needs a window."""


def _batches(files: Sequence[Path]) -> list[list[Path]]:
    """Group small files of a folder, and those that share something.

    Those that take longest are alone and come first.
    """
    groups = [[TOP / name for name in names if TOP / name in files] for names in TOGETHER]
    batches = [[TOP / name] for name in LONGEST if TOP / name in files]
    batches += [group for group in groups if group]
    placed, room = {path for batch in batches for path in batch}, 0
    for path in (path for path in files if path not in placed):
        size = path.stat().st_size
        if size > room or not batches or batches[-1][0].parent != path.parent:
            batches.append([])
            room = DRAWN if path.parent.name == "ui" else BATCH
        batches[-1].append(path)
        room -= size
    return batches


def _ended(
    batches: Sequence[Sequence[Path]], jobs: int, options: Sequence[str], lane: str, folder: Path
) -> Iterator[Ended]:
    """Run `jobs` batches of files at a time, and yield each when it has ended."""
    waiting = list(reversed(batches))
    running: dict[int, Run] = {}
    slots = list(range(jobs))
    with Displays() as displays:
        try:
            while waiting or running:
                while waiting and slots:
                    slot = slots.pop()
                    paths = waiting.pop()
                    output = folder / str(len(waiting))
                    run = Run(paths, slot, output, time.monotonic())
                    running[_fork(run, displays.name(slot), options, lane)] = run
                child, status, used = os.wait4(-1, 0)
                if child not in running:
                    continue
                run = running.pop(child)
                slots.append(run.slot)
                yield Ended(
                    run.paths,
                    os.waitstatus_to_exitcode(status),
                    run.output.read_text(errors="replace"),
                    *_result(run.output),
                    time.monotonic() - run.began,
                    used.ru_utime + used.ru_stime,
                    used.ru_maxrss / 1024,
                )
        finally:
            for child in running:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)


def _fork(run: Run, display: str, options: Sequence[str], lane: str) -> int:
    """Fork a process for a batch of files and return its number."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        _be(run, display, options, lane)
    return child


def _be(run: Run, display: str, options: Sequence[str], lane: str) -> NoReturn:
    """Run a batch of files in the fork, and end it."""
    status: int = pytest.ExitCode.INTERNAL_ERROR
    try:
        os.environ["DISPLAY"] = display
        os.environ[SLOT] = str(run.slot)
        to = os.open(run.output, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(to, 1)
        os.dup2(to, 2)
        # Kivy has replaced the second one by its own logger.
        sys.stdout = os.fdopen(1, "w", closefd=False)
        sys.stderr = os.fdopen(2, "w", closefd=False)
        counter = Counter(lane)
        status = int(
            pytest.main(
                [
                    *("-q", "--no-header", "-p", "no:cacheprovider"),
                    # The app has imported one that comes with a library.
                    *("--disable-plugin-autoload", "-p", "pytest_timeout"),
                    *([] if lane == QUICKLY else [f"--timeout={PATIENCE}"]),
                    f"--basetemp={run.output}.d",
                    *options,
                    *map(str, run.paths),
                ],
                [counter, importlib.import_module(HYPOTHESIS)],
            )
        )
        result = {"passed": counter.passed, "seconds": counter.seconds}
        run.output.with_suffix(".json").write_text(json.dumps(result))
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _result(output: Path) -> tuple[int, dict[str, float]]:
    """Return how many tests of a process have passed, and their seconds."""
    result = output.with_suffix(".json")
    if not result.exists():
        return 0, {}
    found = json.loads(result.read_text())
    return found["passed"], found["seconds"]


def _spent() -> float:
    return sum(os.times()[:4])


def _table(ended: Sequence[Ended]) -> str:
    """Return a table of times and memory by folder, by process and by test."""
    folders: defaultdict[Path, list[Ended]] = defaultdict(list)
    for one in ended:
        folders[one.paths[0].parent].append(one)
    rows = [
        (
            sum(e.processor for e in ones),
            sum(e.wall for e in ones),
            max(e.megabytes for e in ones),
            str(name.relative_to(TOP)),
        )
        for name, ones in folders.items()
    ]
    rows.sort(reverse=True)
    rows += sorted(
        ((e.processor, e.wall, e.megabytes, e.name) for e in ended),
        reverse=True,
    )
    tests = sorted(
        ((node, seconds) for e in ended for node, seconds in e.seconds.items()),
        key=lambda test: -test[1],
    )
    return "".join(
        [
            *(
                f"{spent:8.1f} {wall:8.1f} {size:6.0f} MB {name}\n"
                for spent, wall, size, name in rows
            ),
            *(f"{seconds:8.2f} {node}\n" for node, seconds in tests),
        ]
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
