"""A slot is tried before it may take over: it says its version, and examines itself on a copy of the journal.

Whatever lies in a slot runs here in the name of the user who plays, and only here.
"""
from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.errors import UpdateFault
from companion.update.building import OURS
from companion.update.copying import JOURNAL, copy_journal
from companion.update.player import Player, Ran, as_player, run_as

PATIENCE: Final = 600.0
"""Seconds that a slot may take to examine itself, on a slow card."""
MOMENT: Final = 60.0
"""Seconds that it may take to say whether a race is played."""


def version_of(slot: Path) -> str:
    """The version that lies in a slot, by the papers of its package; UpdateFault where there are none. Nothing of it is run.

    The slot is named by its folder.
    """
    found = [path.name.removesuffix(".dist-info").partition("-")[2] for path in slot.glob(f"lib/python*/site-packages/{OURS}-*.dist-info")]
    if len(found) != 1:
        raise UpdateFault(f"slot {slot.name} does not say its version: expected one Clockwork Derby in it, found {', '.join(found) or 'none'}")
    return found[0]


def try_slot(slot: Path, version: str, state: Path, scratch: Path, player: Player | None) -> tuple[str, ...]:
    """Have a slot show that it works; what people should know, in sentences. UpdateFault says what does not work.

    `state` is the folder with the journal, `scratch` one to be made for a copy, both of which belong to the `player`: whoever is named there
    runs the new version and copies the journal, and nobody with more rights does.

    What is tried is the new version's own affair: its command `update try` plays, loads boards, and brings the journal's copy up to date.
    """
    # This starts its Python, so it proves that too.
    said = _said(slot, player, Path("/"), "--version").split()
    if said != ["clockwork-derby", version]:
        raise UpdateFault(f"slot {slot.name} does not say its version: expected clockwork-derby {version}, found {' '.join(said)[:80] or 'nothing'}")
    scratch.mkdir(mode=0o700)
    # The folder is the player's, since the version on trial runs as that user and writes there.
    if player is not None:
        os.chown(scratch, *player)
    as_player(player, lambda: copy_journal(state / JOURNAL, scratch / JOURNAL) or "")
    return tuple(_said(slot, player, scratch, "update", "try", "--state", str(scratch)).splitlines())


def is_playing(slot: Path, player: Player | None, state: Path, since: float) -> bool:
    """Whether a race that is not over was touched since a Unix time, and somebody has its journal open to write.

    The version that runs says so, since it knows its own journal; where it cannot, nobody plays, or nobody could ever mend it.
    """
    try:
        ran = _ran(slot, player, Path("/"), MOMENT, "update", "playing", "--state", str(state), "--since", repr(since))
    except UpdateFault:
        return False
    return ran.status == 0 and ran.said.split() == ["yes"]


def _said(slot: Path, player: Player | None, home: Path, *words: str) -> str:
    ran = _ran(slot, player, home, PATIENCE, *words)
    if ran.status:
        last = [line.strip() for line in ran.complaint.splitlines() if line.strip()] or ["it said nothing"]
        # The last line is where a command says in a sentence what was wrong; before it may stand a whole trace.
        raise UpdateFault(f"slot {slot.name} did not pass its own examination: {last[-1].removeprefix('clockwork-derby: ')}")
    return ran.said


def _ran(slot: Path, player: Player | None, home: Path, patience: float, *words: str) -> Ran:
    try:
        return run_as(player, [str(slot / "bin" / "clockwork-derby"), *words], _surroundings(home), slot, patience)
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise UpdateFault(f"slot {slot.name} cannot be started: {fault}") from None


def _surroundings(home: Path) -> Mapping[str, str]:
    """The environment for programmes of a slot: nothing that a person has set reaches them.

    `home` stands for the user's folder and for that of the games, so that a version on trial touches neither.
    """
    # What is left out matters: PYTHONPATH could make the slot another one than it will be when the service starts it.
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {**kept, "HOME": str(home), "XDG_STATE_HOME": str(home), "PYTHONNOUSERSITE": "1"}
