"""Which of two slots runs, the trial of a new one, and the way back where it does not reach the first screen.

The service runs this as root, outside every sandbox: it knows the slots by their files only, and whatever it does with the games it does in
the name of the user who plays.

    guard start     before a start: counted while a slot is on trial; after two that got nowhere the old slot runs again
    guard proved    the first screen was reached: the slot stays
"""
from __future__ import annotations

import argparse
import json
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import UpdateFault
from companion.update import PLACE
from companion.update.copying import JOURNAL, back_up, beside, check_plain, connected
from companion.update.player import as_player, player_of

SLOTS: Final = ("a", "b")
CURRENT, TRIAL, TAKEN_BACK = "current", "trial", "taken-back"
"""What lies beside the slots: the link to the one that runs, the note of a trial, and of the last one that failed."""
KEPT: Final = "journal-before-trial.db"
"""A copy of the journal from before the first start on trial, beside it: it belongs to whom the games belong."""
STARTS: Final = 2
"""So many starts on trial may fail."""


class Trial(NamedTuple):
    """A slot on trial: from which slot it took over, its version, since when (Unix time), and how many starts have begun."""

    old: str
    new: str
    version: str
    when: float
    starts: int


def running(place: Path) -> str:
    """The slot to which the link leads, "" where there is no such link."""
    try:
        told = Path(os.readlink(place / CURRENT))
    except OSError:
        return ""
    # A link that leads anywhere else is none of ours, and tells nothing.
    return told.name if told.name in SLOTS and (place / told).parent == place else ""


def other(slot: str) -> str:
    """The slot that does not run."""
    return SLOTS[1] if slot == SLOTS[0] else SLOTS[0]


def is_sound(place: Path, slot: str) -> bool:
    """Whether a slot holds an app whose installation came to its end.

    Only what can be seen from outside: whether the app in it works is what the trial is for.
    """
    return not unfinished(place, slot).exists() and os.access(place / slot / "bin" / "clockwork-derby", os.X_OK)


def unfinished(place: Path, slot: str) -> Path:
    """The mark that lies beside a slot while it is being built."""
    return place / f"{slot}.unfinished"


def switch(place: Path, slot: str) -> None:
    """Turn the link to a slot, in one step: at every moment it leads to the old one or to the new one. OSError where that cannot be."""
    fresh = place / f"{CURRENT}.new"
    # Left by a power cut in the middle of this. A rename is the one change of a link that is never half done.
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(slot)
    os.replace(fresh, place / CURRENT)
    settle(place)


def trial_of(place: Path) -> Trial | None:
    """The trial of the slot that runs, or None. A note about another slot was caught by a power cut, and does not count."""
    try:
        told = json.loads((place / TRIAL).read_text("utf-8"))
        found = Trial(str(told["from"]), str(told["to"]), str(told["version"]), float(told["when"]), int(told["starts"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return found if found.new == running(place) and found.old == other(found.new) else None


def begin(place: Path, slot: str, version: str, now: float) -> None:
    """From the next start on this slot runs, on trial. `now` is Unix time; OSError where it cannot be written, and the old one runs on."""
    (place / TAKEN_BACK).unlink(missing_ok=True)
    # The note first: without it a new slot that is broken would stay, and a note about a slot that does not run is nothing.
    write_trial(place, Trial(other(slot), slot, version, now, 0))
    switch(place, slot)


def write_trial(place: Path, trial: Trial) -> None:
    """Write the note so that it lasts; OSError where that cannot be."""
    words = {"from": trial.old, "to": trial.new, "version": trial.version, "when": trial.when, "starts": trial.starts}
    write_note(place / TRIAL, json.dumps(words))


def before_start(place: Path, state: Path | None = None) -> str:
    """See to it that the link leads to a slot that can be started; what was done, in one sentence, or "". OSError where nothing can be written.

    `state` is the folder with the games, None where nobody knows it: then they are left alone.
    """
    here = running(place)
    if not here or not is_sound(place, here):
        return _rescued(place, here)
    trial = trial_of(place)
    if trial is None:
        forget_trial(place)
        _with_games(state, _forget_journal)
        return ""
    if trial.starts < STARTS:
        # Before the first start only: the later ones may meet a journal that the new version has changed.
        words = "" if trial.starts else _with_games(state, _keep_journal)
        write_trial(place, trial._replace(starts=trial.starts + 1))
        return f"version {trial.version} in slot {trial.new} is on trial: start {trial.starts + 1} of {STARTS}{words}"
    return _taken_back(place, trial, state)


def proved(place: Path) -> str:
    """The first screen was reached: a slot on trial stays. What was done, in one sentence, or ""; OSError as above.

    The copy of the journal goes before the next start.
    """
    trial = trial_of(place)
    forget_trial(place)
    return f"version {trial.version} in slot {trial.new} reached its first screen and stays" if trial else ""


def forget_trial(place: Path) -> None:
    """Remove the note, where there is one."""
    if (place / TRIAL).exists():
        (place / TRIAL).unlink()
        settle(place)


def _rescued(place: Path, here: str) -> str:
    """The other slot takes over where this one has gone or was never finished; nothing is done where that one is no better."""
    for slot in SLOTS:
        if slot != here and is_sound(place, slot):
            switch(place, slot)
            return f"slot {here or 'none'} cannot be started: slot {slot} runs now"
    return ""


def _taken_back(place: Path, trial: Trial, state: Path | None) -> str:
    words = f"version {trial.version} in slot {trial.new} did not reach its first screen in {STARTS} starts"
    if not is_sound(place, trial.old):
        return f"{words}, and slot {trial.old} cannot be started either; install again with sudo make install"
    # First the note that people read: whoever is caught here comes by again.
    write_note(place / TAKEN_BACK, json.dumps({"slot": trial.new, "version": trial.version, "when": time.time()}))
    more = _with_games(state, _put_journal_back)
    switch(place, trial.old)
    forget_trial(place)
    return f"{words}: slot {trial.old} runs again{more}"


# ---- The games, in the name of whoever plays -------------------------------------------------------------------------


def _with_games(state: Path | None, deed: Callable[[Path], None]) -> str:
    """Do something in the folder with the games, as its owner; why it could not be done, as the end of a sentence, or "".

    Whatever becomes of it, a slot must run.
    """
    if state is None or not state.is_dir():
        return ""
    try:
        return as_player(player_of(state), lambda: deed(state) or "")
    except (UpdateFault, OSError, sqlite3.Error) as fault:
        return f"; {fault}"


def _keep_journal(state: Path) -> None:
    """Copy the journal, which nobody has open before a start; no copy where there is none, or a damaged one."""
    fresh = state / f"{KEPT}.new"
    _forget_journal(state)
    if not check_plain(state / JOURNAL):
        return
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        # By way of SQLite: what was played last is in the log beside the file.
        back_up(state / JOURNAL, fresh)
    except sqlite3.Error:
        fresh.unlink()
        return
    settle(fresh)
    os.replace(fresh, state / KEPT)


def _put_journal_back(state: Path) -> None:
    """Have the journal as it was, where the old version could not read it any more. No game is lost: none was seen since the copy was made."""
    # The starts that failed were the new version's: without this the old one would begin in safe mode.
    with suppress(OSError):
        (state / "starts").unlink()
    kept, live, back = state / KEPT, state / JOURNAL, state / f"{JOURNAL}.back"
    if not os.path.lexists(back):
        # A live one that cannot be read counts as 0 and stays: the old version puts it in order by itself.
        if not check_plain(kept) or not check_plain(live) or _form(live) <= _form(kept):
            return
        # Under this name it is put back whatever the live one looks like by then: what goes below may have told that it is the newer one.
        os.replace(kept, back)
    for ending in ("-wal", "-shm", ".lock"):
        beside(live, ending).unlink(missing_ok=True)
    os.replace(back, live)
    settle(state)


def _forget_journal(state: Path) -> None:
    """The copy goes, and one that was not finished."""
    for path in (state / KEPT, state / f"{KEPT}.new"):
        path.unlink(missing_ok=True)


def _form(journal: Path) -> int:
    """The version of a journal's tables, 0 where nobody can tell."""
    try:
        with closing(connected(journal)) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return 0


# ---- Files -----------------------------------------------------------------------------------------------------------


def write_note(path: Path, text: str) -> None:
    """Write a file whole or not at all, as companion/folders.py does, which is out of reach from here."""
    fresh = path.with_name(f"{path.name}.new")
    with open(fresh, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        # Whoever asks for the status may read it, however strict the service is.
        os.fchmod(file.fileno(), 0o644)
        os.fsync(file.fileno())
    os.replace(fresh, path)
    settle(path.parent)


def settle(path: Path) -> None:
    """Wait until a folder's entries, or a file's content, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def main(words: list[str]) -> int:
    """Do what the service asks for; 0, since a guard that fails must not keep the game from starting."""
    parser = argparse.ArgumentParser(prog="guard")
    parser.add_argument("deed", nargs="*", help="start or proved")
    parser.add_argument("--place", metavar="DIR", type=Path, default=PLACE, help=f"the folder with the two slots (default {PLACE})")
    parser.add_argument("--state", metavar="DIR", type=Path, help="the folder that holds the games; without it they are left alone")
    args = parser.parse_args(words)
    told = "expected start or proved"
    try:
        if args.deed == ["start"]:
            told = before_start(args.place, args.state)
        elif args.deed == ["proved"]:
            told = proved(args.place)
    except OSError as fault:
        told = f"nothing could be changed: {fault}"
    if told:
        print(f"guard: {told}", flush=True)
    return 0
