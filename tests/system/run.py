"""Make the guest, play every scenario and write the report: `python -m tests.system.run`.

    python -m tests.system.run [--only NAME …] [--scratch FOLDER] [--repository FOLDER] [--list]

It needs root, QEMU, mmdebstrap and e2fsprogs, and about 5 GB in the scratch folder, which is kept,
so that the next run begins sooner. A failed scenario does not stop the others. Passed scenarios are
kept, and not played again until something changes that they were played with, unless they are
named. The report is written only if all were played.
"""

from __future__ import annotations

import argparse
import fcntl
import importlib
import os
import pkgutil
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Final, TextIO

from tests.system import scenarios
from tests.system.bench import Bench
from tests.system.image import Image, image
from tests.system.machine import SWITCHED_ON
from tests.system.report import Played, now, write_report
from tests.system.resumption import keep, kept
from tests.system.words import KernelStoppedError, SystemTestError, say

NEEDED = {
    "qemu-system-x86_64": "qemu-system-x86",
    "qemu-img": "qemu-utils",
    "mmdebstrap": "mmdebstrap",
    "mke2fs": "e2fsprogs",
    "mformat": "mtools",
}
"""Commands, and the Debian packages that have them."""
LONGEST: Final = 80
"""Bytes of the scratch folder's path; a socket's whole path may have 107."""
CORES_FOR_TWO: Final = 4
"""Cores from which on two guests run at the same time where no time is measured.

With fewer the guests and the games beside them keep each other from frames for longer than the
watchdog waits.
"""


def main(words: list[str]) -> int:
    """Play what the command line asks for.

    Returns:
        0 without failures, 1 with failures, 2 if it could not begin.
    """
    args = _parser().parse_args(words)
    # An interrupted run must not leave a guest running.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    found = {module.NAME: module for module in modules()}
    if args.list:
        print(*(f"{name}: {module.TITLE}" for name, module in found.items()), sep="\n")
        return 0
    try:
        _check(args.only, found)
        args.scratch = scratch_folder(args.scratch)
        with hold(args.scratch):
            return _whole(
                args, [module for name, module in found.items() if name in (args.only or found)]
            )
    except SystemTestError as fault:
        say(str(fault))
        return 2


def _whole(args: argparse.Namespace, wanted: Sequence[ModuleType]) -> int:
    """Make what is needed, play, and report; return 0 without failures, 1 with failures."""
    started = time.monotonic()
    made = image(args.repository, args.scratch)
    for module in wanted:
        if hasattr(module, "prepare"):
            module.prepare(args.repository, args.scratch)
    building, begun = time.monotonic() - started, time.monotonic()
    # A scenario that is named is always played.
    if args.only:
        earlier = {}
    else:
        earlier = {
            module.NAME: one
            for module in wanted
            if (one := kept(module, made, args.scratch)) is not None
        }
    for name in earlier:
        say(f"{name}: passed in an earlier run of the same files")
    fresh = _all_played([module for module in wanted if module.NAME not in earlier], made, args)
    played = sorted([*earlier.values(), *fresh], key=lambda one: one.name)
    report = args.scratch / "report.txt" if args.only else Path(__file__).with_name("report.txt")
    write_report(report, args.repository, (building, time.monotonic() - begun), played, earlier)
    print(report.read_text("utf-8"), end="")
    return 1 if any(one.findings.failures for one in played) else 0


def modules() -> list[ModuleType]:
    """Return the scenarios in the order of their files.

    Each may `prepare` what can be built once and kept.
    """
    names = sorted(module.name for module in pkgutil.iter_modules(scenarios.__path__))
    return [
        module
        for name in names
        if hasattr(module := importlib.import_module(f"{scenarios.__name__}.{name}"), "play")
    ]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="system-test",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top = Path(__file__).resolve().parents[2]
    parser.add_argument(
        "--only",
        nargs="+",
        metavar="NAME",
        default=[],
        help=(
            "play these scenarios only, also those that have passed before; the report then "
            "lies in the scratch folder"
        ),
    )
    parser.add_argument(
        "--scratch",
        type=Path,
        default=Path("/var/tmp/clockwork-derby-system-test"),
        help="the folder for the guest's disk, kept between runs",
    )
    parser.add_argument(
        "--repository",
        type=Path,
        default=top,
        help="the checkout that is installed in the guest; this one unless told otherwise",
    )
    parser.add_argument("--list", action="store_true", help="only say which scenarios there are")
    return parser


def _check(only: list[str], found: dict[str, ModuleType]) -> None:
    """Check that the run can begin.

    Raises:
        SystemTestError: It cannot; the message says what to do.
    """
    unknown = sorted(set(only) - found.keys())
    if unknown:
        raise SystemTestError(
            f"there is no scenario {' '.join(unknown)}; there are {' '.join(found)}"
        )
    lacking = [package for command, package in NEEDED.items() if shutil.which(command) is None]
    if lacking:
        raise SystemTestError(f"something is missing: apt install {' '.join(lacking)}")
    if os.geteuid():
        raise SystemTestError("only root may make the guest's disk: sudo make system-test")


def scratch_folder(wanted: Path) -> Path:
    """Return the absolute path of the scratch folder, which is made if it is not there yet.

    Raises:
        SystemTestError: It cannot be made, or its path is too long.
    """
    folder = wanted.resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise SystemTestError(
            f"the scratch folder {folder} cannot be made: {fault.strerror}; name another "
            f"one: scratch=FOLDER"
        ) from fault
    # Below it lie sockets, whose paths Linux limits.
    if len(os.fsencode(folder)) > LONGEST:
        raise SystemTestError(
            f"the path of the scratch folder {folder} is longer than {LONGEST} bytes; "
            f"name a shorter one: scratch=FOLDER"
        )
    return folder


def hold(scratch: Path) -> TextIO:
    """Lock the scratch folder for this run.

    Raises:
        SystemTestError: Another run holds it, whose guests would lose their disk.
    """
    lock = (scratch / "lock").open("a", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        lock.close()
        raise SystemTestError(
            f"another system test runs in {scratch}: wait until it has ended, or name "
            f"another folder: scratch=FOLDER"
        ) from fault
    return lock


def _all_played(
    wanted: Sequence[ModuleType], made: Image, args: argparse.Namespace
) -> list[Played]:
    """Play one scenario after another, in alphabetical order.

    Those with `UNTIMED`, in minutes, come last, side by side, the longest first.
    """
    alone = [module for module in wanted if not hasattr(module, "UNTIMED")]
    together = sorted(
        (module for module in wanted if module not in alone),
        key=lambda module: -int(module.UNTIMED),
    )
    played = [_played(module, made, args) for module in alone]
    with ThreadPoolExecutor(2 if (os.cpu_count() or 1) >= CORES_FOR_TWO else 1) as guests:
        try:
            played += guests.map(lambda module: _played(module, made, args), together)
        except KeyboardInterrupt:
            # The threads that play do not receive the interruption.
            guests.shutdown(wait=False, cancel_futures=True)
            for guest in tuple(SWITCHED_ON):
                guest.cut()
            raise
    return played


def _played(module: ModuleType, made: Image, args: argparse.Namespace) -> Played:
    """Play one scenario, again if the guest's kernel has stopped, and note the result."""
    say(f"{module.NAME}: {module.TITLE}")
    began, bench = time.monotonic(), Bench(made, args.repository, args.scratch, module.NAME)
    try:
        try:
            module.play(bench)
        except KernelStoppedError as fault:
            say(f"  {fault}; once more")
            bench = Bench(made, args.repository, args.scratch, module.NAME)
            bench.findings.tell("The guest's kernel stopped once under the emulator; played again.")
            module.play(bench)
    except Exception as fault:
        traceback.print_exc()
        bench.findings.fail(f"it could not be played to its end: {type(fault).__name__}: {fault}")
    played = Played(module.NAME, module.TITLE, bench.findings, time.monotonic() - began, now())
    keep(played, module, made, args.scratch)
    return played


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
