"""The system test: `python -m tests.system.run` makes the guest, plays every scenario and writes the report.

    python -m tests.system.run [--only NAME …] [--scratch FOLDER] [--repository FOLDER] [--list]

It needs root, QEMU, mmdebstrap and e2fsprogs; about 5 GB in the scratch folder, which is kept, so that the next run begins sooner.
A scenario that fails never keeps the next one from being played. What has passed is kept, and not played again while nothing that it was
played with changes, unless it is named. The report is written only where all were played.
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
from tests.system.kept import keep, kept
from tests.system.machine import SWITCHED_ON
from tests.system.report import Played, now, write_report
from tests.system.words import KernelStopped, SystemTestFault, say

NEEDED = {
    "qemu-system-x86_64": "qemu-system-x86",
    "qemu-img": "qemu-utils",
    "mmdebstrap": "mmdebstrap",
    "mke2fs": "e2fsprogs",
    "mformat": "mtools",
}
"""Commands, and the Debian packages that bring them."""
LONGEST: Final = 80
"""Bytes of the scratch folder's path; a socket's whole path may have 107."""
CORES_FOR_TWO: Final = 4
"""Cores from which on two guests run at the same time where no time is measured.

With fewer the guests and the games beside them keep each other from frames for longer than the
watchdog waits.
"""


def main(words: list[str]) -> int:
    """Play what the command line asks for; 0 where nothing failed, 1 where something did, 2 where it could not be begun."""
    args = _parser().parse_args(words)
    # Whoever ends it must not leave a guest running.
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
    except SystemTestFault as fault:
        say(str(fault))
        return 2


def _whole(args: argparse.Namespace, wanted: Sequence[ModuleType]) -> int:
    """Make what is needed, play, and report; 0 where nothing failed, 1 where something did."""
    started = time.monotonic()
    made = image(args.repository, args.scratch)
    for module in wanted:
        if hasattr(module, "prepare"):
            module.prepare(args.repository, args.scratch)
    building, begun = time.monotonic() - started, time.monotonic()
    # Whoever names a scenario wants to see it played.
    earlier = (
        {}
        if args.only
        else {
            module.NAME: one
            for module in wanted
            if (one := kept(module, made, args.scratch)) is not None
        }
    )
    for name in earlier:
        say(f"{name}: passed in an earlier run of the same files")
    fresh = _all_played([module for module in wanted if module.NAME not in earlier], made, args)
    played = sorted([*earlier.values(), *fresh], key=lambda one: one.name)
    report = args.scratch / "report.txt" if args.only else Path(__file__).with_name("report.txt")
    write_report(report, args.repository, (building, time.monotonic() - begun), played, earlier)
    print(report.read_text("utf-8"), end="")
    return 1 if any(one.findings.failures for one in played) else 0


def modules() -> list[ModuleType]:
    """The scenarios, in the alphabetical order of their files; each may `prepare` what can be built once and kept."""
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
        help="play these scenarios only, also those that have passed before; the report then lies in the scratch folder",
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
    """SystemTestFault where it cannot be begun, with what to do."""
    unknown = sorted(set(only) - found.keys())
    if unknown:
        raise SystemTestFault(
            f"there is no scenario {' '.join(unknown)}; there are {' '.join(found)}"
        )
    lacking = [package for command, package in NEEDED.items() if shutil.which(command) is None]
    if lacking:
        raise SystemTestFault(f"something is missing: apt install {' '.join(lacking)}")
    if os.geteuid():
        raise SystemTestFault("only root may make the guest's disk: sudo make system-test")


def scratch_folder(wanted: Path) -> Path:
    """The scratch folder by its whole path, made where it is not there yet; SystemTestFault where it cannot be had, or its path is too long."""
    folder = wanted.resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise SystemTestFault(
            f"the scratch folder {folder} cannot be made: {fault.strerror}; name another one: scratch=FOLDER"
        ) from fault
    # Below it lie sockets, whose paths Linux limits.
    if len(os.fsencode(folder)) > LONGEST:
        raise SystemTestFault(
            f"the path of the scratch folder {folder} is longer than {LONGEST} bytes; name a shorter one: scratch=FOLDER"
        )
    return folder


def hold(scratch: Path) -> TextIO:
    """What holds the scratch folder for this run; SystemTestFault where another run holds it, which would lose its guests' disk to this one."""
    lock = (scratch / "lock").open("a", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        lock.close()
        raise SystemTestFault(
            f"another system test runs in {scratch}: wait until it has ended, or name another folder: scratch=FOLDER"
        ) from fault
    return lock


def _all_played(
    wanted: Sequence[ModuleType], made: Image, args: argparse.Namespace
) -> list[Played]:
    """One after another, in alphabetical order; at the end side by side, the longest first, those that may be (`UNTIMED`, in minutes)."""
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
            # Whoever plays in another thread does not hear of it.
            guests.shutdown(wait=False, cancel_futures=True)
            for guest in tuple(SWITCHED_ON):
                guest.cut()
            raise
    return played


def _played(module: ModuleType, made: Image, args: argparse.Namespace) -> Played:
    """Play one scenario, once more where the guest's own kernel has stopped, and note how it went."""
    say(f"{module.NAME}: {module.TITLE}")
    began, bench = time.monotonic(), Bench(made, args.repository, args.scratch, module.NAME)
    try:
        try:
            module.play(bench)
        except KernelStopped as fault:
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
