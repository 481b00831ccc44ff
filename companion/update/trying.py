"""A slot is tried before it may take over: it says its version, and examines itself on a copy of the journal."""
from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.errors import UpdateFault
from companion.journal.connecting import beside
from companion.journal.lock import is_held
from companion.keeping import FILE
from companion.update.building import clean_surroundings
from companion.update.player import Player, as_player, rights

PATIENCE: Final = 600.0
"""Seconds that a slot may take to examine itself, on a slow card."""


def version_of(slot: Path, player: Player | None = None) -> str:
    """The version that a slot's app says it is; UpdateFault where it says nothing of the kind.

    The slot is named by its folder. This starts its Python, so it proves that too.
    """
    said = _said(slot, player, slot, "--version").split()
    if len(said) != 2 or said[0] != "clockwork-derby":
        raise UpdateFault(f"slot {slot.name} does not say its version: expected clockwork-derby and a number, found {' '.join(said) or 'nothing'}")
    return said[1]


def try_slot(slot: Path, version: str, state: Path, scratch: Path, player: Player | None = None) -> tuple[str, ...]:
    """Have a slot show that it works; what people should know, in sentences. UpdateFault says what does not work.

    `state` is the folder with the journal, `scratch` one to be made for a copy, both of which belong to the `player`: whoever is named there
    runs the new version and reads the journal, and nobody with more rights does.

    What is tried is the new version's own affair: its command `update try` plays, loads boards, and brings the journal's copy up to date.
    """
    found = version_of(slot, player)
    if found != version:
        raise UpdateFault(f"slot {slot.name} says it is version {found}, expected {version}")
    scratch.mkdir(parents=True, mode=0o700)
    # The folder is the player's, since the version on trial runs as that user and writes there.
    if player is not None:
        os.chown(scratch, *player)
    as_player(player, lambda: str(copy_journal(state / FILE, scratch / FILE)))
    return tuple(_said(slot, player, scratch, "update", "try", "--state", str(scratch)).splitlines())


def copy_journal(journal: Path, copy: Path) -> Path:
    """Copy a journal as it stands, also while somebody writes to it; nothing where there is none. Where the copy lies."""
    if not is_held(journal):
        # Nobody changes it meanwhile. SQLite would leave files of its own beside it where this is killed.
        return _copy_files(journal, copy)
    try:
        with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as here, closing(sqlite3.connect(copy)) as there:
            here.backup(there)
    except sqlite3.Error:
        # Damaged, then: the new version must be able to put it in order, so it gets all that is there.
        _copy_files(journal, copy)
    return copy


def _copy_files(journal: Path, copy: Path) -> Path:
    # The log without its index: SQLite makes that anew.
    for ending in ("", "-wal"):
        if beside(journal, ending).exists():
            shutil.copyfile(beside(journal, ending), beside(copy, ending))
    return copy


def _said(slot: Path, player: Player | None, home: Path, *words: str) -> str:
    command = [str(slot / "bin" / "clockwork-derby"), *words]
    surroundings = clean_surroundings(home)
    try:
        done: subprocess.CompletedProcess[str] = subprocess.run(
            command, env=surroundings, cwd=slot, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False,
            **rights(player),
        )
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise UpdateFault(f"slot {slot.name} cannot be started: {fault}") from None
    if done.returncode:
        last = [line.strip() for line in done.stderr.splitlines() if line.strip()] or ["it said nothing"]
        # The last line is where a command says in a sentence what was wrong; before it may stand a whole trace.
        raise UpdateFault(f"slot {slot.name} did not pass its own examination: {last[-1].removeprefix('clockwork-derby: ')}")
    return done.stdout
