"""A place with two slots, and updates for it.

A slot is a folder with a script that answers as the app would; wheels are made here.
"""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final

from companion.folders import JOURNAL
from companion.journal.base import OPEN, OVER, RACE, Batch, Opening
from companion.journal.store import open_journal
from companion.journal.tables import SIGN, VERSION
from companion.privileged.parcel import SUMS, Parcel
from companion.privileged.service_user import NOBODY
from tests.privileged.signing import HOME, key, sign

NOW: Final = 1e9
"""The time at which everything happens."""
SCRIPT: Final = """#!/bin/sh
[ "$1" = --version ] && echo "clockwork-derby {version}" && exit 0
[ "$2" = playing ] && {{ {playing}; exit 0; }}
true
{more}
"""
CODE: Final = "usr/local/lib/clockwork-derby"
"""The folder of root's own code."""
SYSTEM_PYTHON: Final = "/usr/bin/python3"
"""The Python that runs root's own code."""
REPOSITORY: Final = Path(__file__).parents[2]
PLAYING: Final = f'cd "{REPOSITORY}" && exec "{sys.executable}" -m companion "$@"'
"""The command by which a slot finds out whether a race is being played: the app itself."""

ABOUT: Final = (
    "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nRequires-Python: {python}\n{more}"
)
MADE: Final = "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: {tag}\n"


def stub(slot: Path, version: str, more: str = "", playing: str = ":") -> None:
    """Write a slot whose app prints its version.

    Lines of shell say what it does when it tests itself, and when it is asked whether people play.
    """
    programme = slot / "bin" / "clockwork-derby"
    programme.parent.mkdir(parents=True)
    programme.write_text(SCRIPT.format(version=version, more=more, playing=playing), "utf-8")
    programme.chmod(0o755)
    (
        slot / f"lib/python3/site-packages/clockwork_derby-{version.replace(' ', '_')}.dist-info"
    ).mkdir(parents=True)


def stub_builder(slot: Path, parcel: Parcel, running: Path) -> None:
    """Build a slot that is only a script, and some files around it."""
    (slot / "lib").mkdir(parents=True)
    for number in range(3):
        (slot / "lib" / str(number)).write_bytes(parcel.wheel.path.read_bytes())
    stub(slot, parcel.wheel.version)


def place(folder: Path, version: str = "0.1.0", playing: str = ":") -> Path:
    """Return a place whose slot a runs this version, beside an empty folder for games.

    That folder does not belong to root.
    """
    stub(folder / "place" / "a", version, playing=playing)
    (folder / "place" / "current").symlink_to("a")
    (folder / "state").mkdir()
    lend(folder / "state")
    return folder / "place"


def lend(state: Path) -> None:
    """Give the folder with the games to an unprivileged user, as on an appliance.

    Nothing is done if this process is not root.
    """
    if os.geteuid():
        return
    for path in (state, *state.rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    # pytest's own folders are closed to everybody else.
    for path in state.parents:
        if path.is_relative_to(tempfile.gettempdir()) and path != Path(tempfile.gettempdir()):
            path.chmod(path.stat().st_mode | 0o011)


def wheel(
    folder: Path,
    version: str = "0.2.0",
    *,
    name: str = "clockwork_derby",
    tag: str = "py3-none-any",
    python: str = ">=3.11",
    more: str = "",
    files: Mapping[str, bytes] = {
        "companion/__init__.py": b"",
        "companion/more.py": b"x = 1\n" * 999,
    },
) -> Path:
    """Write a wheel of ours with these files, and the hashes beside it.

    `more` are further lines of its metadata.
    """
    folder.mkdir(parents=True, exist_ok=True)
    about = f"{name}-{version}.dist-info"
    inside = {
        **files,
        f"{about}/METADATA": ABOUT.format(
            name=name, version=version, python=python, more=more
        ).encode(),
        f"{about}/WHEEL": MADE.format(tag=tag).encode(),
        f"{about}/entry_points.txt": (
            b"[console_scripts]\nclockwork-derby = companion.__main__:main\n"
        ),
    }
    rows = [
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
        for path, data in inside.items()
    ]
    made = folder / f"{name}-{version}-{tag}.whl"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in {
            **inside,
            f"{about}/RECORD": "\n".join([*rows, f"{about}/RECORD,,", ""]).encode(),
        }.items():
            archive.writestr(path, data)
    write_sums(folder)
    return made


def write_sums(folder: Path) -> None:
    """Write the hashes of all wheels in a folder, as sha256sum does, and their signature."""
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.glob("*.whl"))
    ]
    (folder / SUMS).write_text("".join(sums), "utf-8")
    sign(folder)


def roots_code(folder: Path) -> Path:
    """Install root's own code below a folder; return what `python3 -I` runs."""
    for path in _installed().iterdir():
        shutil.copytree(path, folder / path.name)
    return folder / CODE


@cache
def _installed() -> Path:
    """Return the installer's output, made once for all tests, with its code compiled."""
    made = Path(tempfile.mkdtemp(dir=HOME.name))
    command = [str(REPOSITORY / "systemd/install"), "--key", str(key().with_suffix(".pub"))]
    subprocess.run(
        command,
        env={"PATH": os.environ["PATH"], "HOME": str(made), "DESTDIR": str(made)},
        capture_output=True,
        check=True,
        timeout=60,
    )
    subprocess.run(
        [SYSTEM_PYTHON, "-I", "-m", "compileall", "-q", str(made / CODE)], check=True, timeout=60
    )
    return made


def keep_race(state: Path, over: bool = False) -> None:
    """Keep a race in the journal, begun and perhaps over."""
    with closing(open_journal(state / JOURNAL, NOW)) as journal:
        journal.append(
            Batch(
                journal.next_game(),
                (),
                NOW,
                Opening(RACE, "a race", "{}", NOW),
                OVER if over else OPEN,
            )
        )
    lend(state)


def newer_form(journal: Path) -> None:
    """Change the journal as a future version might when it opens it: tables and version number."""
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        connection.execute("ALTER TABLE entries RENAME TO things")
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        connection.execute(f"PRAGMA application_id = {SIGN + VERSION + 1}")


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file and link under a folder, to compare two moments."""
    found = sorted(path for path in folder.rglob("*") if path.is_symlink() or path.is_file())
    return {
        str(path.relative_to(folder)): str(path.readlink()).encode()
        if path.is_symlink()
        else path.read_bytes()
        for path in found
    }
