"""A folder in place of a machine for the installer's files, and facts of its units."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

REPOSITORY: Final = Path(__file__).parents[2]
FOLDER: Final = REPOSITORY / "systemd"
SERVICE: Final = FOLDER / "clockwork-derby.service"
UPDATE: Final = FOLDER / "clockwork-derby-update.service"
PHONES: Final = FOLDER / "clockwork-derby-phones.service"
DESKTOP_PHONES: Final = FOLDER / "clockwork-derby-desktop-phones.service"
PROVED: Final = FOLDER / "clockwork-derby-proved.service"
CODE: Final = "/usr/local/lib/clockwork-derby"
"""The folder of root's own code."""
SIGNERS: Final = "/etc/clockwork-derby/update-signers"
DESKTOP: Final = FOLDER / "clockwork-derby-desktop.service"
PI_5: Final = "Raspberry Pi 5 Model B Rev 1.0"


def install(
    *words: str,
    into: Path | None = None,
    script: Path = FOLDER / "install",
    before: tuple[str, ...] = (),
) -> subprocess.CompletedProcess[str]:
    """Run the installer with these words; with a folder it only writes files into it.

    `before` is put before the command. The builder's own folder is beside the other one, and is
    called `builder`.
    """
    surroundings = {
        name: value for name, value in os.environ.items() if name not in ("DESTDIR", "SUDO_USER")
    }
    if into is not None:
        surroundings.update(DESTDIR=str(into), HOME=str(into.with_name("builder")))
    return subprocess.run(
        [*before, str(script), *words],
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=60,
        cwd="/",
    )


def tree(folder: Path) -> dict[str, tuple[object, ...]]:
    """Return everything below a folder.

    That is rights, times of changes, content of files and targets of links.
    """
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_mode,
            path.lstat().st_mtime_ns,
            _content(path),
        )
        for path in folder.rglob("*")
    }


def _content(path: Path) -> object:
    if path.is_symlink():
        return path.readlink()
    return path.read_bytes() if path.is_file() else None


def files(folder: Path) -> set[str]:
    """Return the paths of all files below a folder, as a machine would name them."""
    return {f"/{path.relative_to(folder)}" for path in folder.rglob("*") if not path.is_dir()}


def settings(unit: Path, key: str) -> list[str]:
    """Return the values of a key in a unit, in order."""
    lines = (
        line.partition("=")
        for line in unit.read_text("utf-8").splitlines()
        if not line.startswith("#")
    )
    return [value for name, _, value in lines if name == key]


def environment(unit: Path) -> dict[str, str]:
    """Return the environment of a unit."""
    words = " ".join(settings(unit, "Environment")).split()
    return {name: value for name, _, value in (word.partition("=") for word in words)}
