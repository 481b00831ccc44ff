"""A slot is built: a virtual environment with what the running one has, and our new wheel put into it without any network."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from companion.errors import UpdateFault
from companion.update.parcel import Parcel
from companion.update.wheel import OURS, canonical

Builder: TypeAlias = Callable[[Path, Parcel, Path], None]
"""What builds a slot: the new one's folder, the parcel, the folder of the slot that runs."""

PATIENCE: Final = 900.0
"""Seconds that one step may take on a slow card."""
OWN: Final = (f"{OURS}-", "companion", "card_reader", "__editable__", "__pycache__")
"""How the names begin of what a slot has from our own wheel; the rest is carried over."""


def build(slot: Path, parcel: Parcel, running: Path) -> None:
    """Build a slot in a folder that is not there yet; UpdateFault where that cannot be done.

    Packages are carried over from the slot that runs, so that an update is one wheel as long as it needs nothing new; optional parts are
    those that the running slot has.

    The slot's Python is the one that runs here. Nothing is fetched from anywhere: what is needed lies beside the wheel or in the running
    slot.
    """
    carried = packages(running)
    # What is carried over brings its own pip.
    with_pip = [] if carried is None or not (carried / "pip").is_dir() else ["--without-pip"]
    # With the system's packages: lgpio comes from there, since pip has none for newer Pythons (hardware facts 6).
    _run([sys.executable, "-m", "venv", "--system-site-packages", *with_pip, str(slot)], "the virtual environment could not be made")
    if carried is not None:
        fresh = packages(slot)
        assert fresh is not None
        shutil.copytree(carried, fresh, ignore=_own(carried), dirs_exist_ok=True, symlinks=True)
    wheel = parcel.wheel
    # An extra counts as wanted where the running slot has all that it needs.
    parts = sorted(extra for extra, needs in wheel.extras.items() if needs <= installed(carried))
    wanted = f"{wheel.path}[{','.join(parts)}]" if parts else str(wheel.path)
    quiet = ("--quiet", "--isolated", "--no-input", "--no-cache-dir", "--disable-pip-version-check", "--no-index")
    _run([str(slot / "bin" / "python"), "-m", "pip", "install", *quiet, "-f", str(wheel.path.parent), wanted], "pip could not install it")


def packages(slot: Path) -> Path | None:
    """Where a slot keeps its packages, for the Python that runs here; None where it has no such folder.

    A slot of another Python, as after an upgrade of the system, has none that could be carried over.
    """
    folder = slot / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    return folder if folder.is_dir() else None


def installed(folder: Path | None) -> frozenset[str]:
    """The names of the packages in a folder."""
    found = () if folder is None else folder.glob("*-*.dist-info")
    return frozenset(canonical(path.name.split("-")[0]) for path in found)


def size(folder: Path) -> int:
    """How many bytes a folder's files have together."""
    return sum(_sizes(folder))


def clean_surroundings(home: Path) -> Mapping[str, str]:
    """The environment for programmes of another slot: nothing that a person has set reaches them.

    `home` stands for the user's folder and for that of the games, so that a version on trial touches neither.
    """
    # What is left out matters: PYTHONPATH and pip's settings could make the slot another one than it will be when the service starts it.
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    return {**kept, "HOME": str(home), "XDG_STATE_HOME": str(home), "PYTHONNOUSERSITE": "1"}


def _sizes(folder: Path) -> Iterator[int]:
    for path, _folders, names in os.walk(folder):
        for name in names:
            yield os.lstat(os.path.join(path, name)).st_size


def _own(top: Path) -> Callable[[str, list[str]], list[str]]:
    def left_out(folder: str, names: list[str]) -> list[str]:
        # Only at the top: deeper down the same names may be parts of other packages.
        return [name for name in names if name.startswith(OWN)] if Path(folder) == top else []

    return left_out


def _run(command: list[str], words: str) -> None:
    surroundings = clean_surroundings(Path("/"))
    try:
        done = subprocess.run(
            command, env=surroundings, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False,
        )
    except subprocess.TimeoutExpired:
        raise UpdateFault(f"{words} within {PATIENCE:.0f} seconds: try again, and if it stays so, take another SD card") from None
    if done.returncode:
        raise UpdateFault(f"{words}: {_reason(done.stdout + done.stderr)}")


def _reason(output: str) -> str:
    """What pip said, in its last words; or which package is missing."""
    missing = re.search(r"No matching distribution found for ([\w.-]+)", output)
    if missing:
        return f"it needs {missing[1]}, which fits no wheel beside it and is not in the slot that runs; put that wheel and its sum on the stick, too"
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1].removeprefix("ERROR: ") if lines else "it said nothing"
