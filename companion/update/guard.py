"""Which of two slots runs, the trial of a new one, and the way back where it does not reach the first screen.

The installer copies this file to guard.py beside the slots, and the service runs it there with the system's own Python: it must work where
the new slot is broken, so it knows nothing but the standard library.

    guard.py start     before a start: counted while a slot is on trial; after two that got nowhere the old slot runs again
    guard.py proved    the first screen was reached: the slot stays
"""
from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple

SLOTS: Final = ("a", "b")
CURRENT, TRIAL, TAKEN_BACK = "current", "trial", "taken-back"
"""What lies beside the slots: the link to the one that runs, the note of a trial, and of the last one that failed."""
JOURNAL, KEPT = "journal.db", "journal-before-trial.db"
"""The journal in the state folder, and beside the slots a copy of it from before the first start on trial."""
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


def write_trial(place: Path, trial: Trial) -> None:
    """Write the note so that it lasts; OSError where that cannot be."""
    words = {"from": trial.old, "to": trial.new, "version": trial.version, "when": trial.when, "starts": trial.starts}
    write_note(place / TRIAL, json.dumps(words))


def before_start(place: Path, state: Path | None = None) -> str:
    """See to it that the link leads to a slot that can be started; what was done, in one sentence, or "". OSError where nothing can be written.

    `state` is the folder with the journal: one that the version on trial brought to a newer form is put back when that one is taken back.

    Starts are counted before they happen, so that one in which the power goes counts like one that fails.
    """
    here = running(place)
    if not here or not is_sound(place, here):
        return _rescued(place, here)
    trial = trial_of(place)
    if trial is None:
        forget_trial(place)
        return ""
    if trial.starts < STARTS:
        # Before the first start only: the later ones may meet a journal that the new version has changed.
        if state is not None and not trial.starts:
            _keep_journal(place, state)
        write_trial(place, trial._replace(starts=trial.starts + 1))
        return f"version {trial.version} in slot {trial.new} is on trial: start {trial.starts + 1} of {STARTS}"
    return _taken_back(place, trial, state)


def proved(place: Path) -> str:
    """The first screen was reached: a slot on trial stays. What was done, in one sentence, or ""; OSError as above."""
    trial = trial_of(place)
    forget_trial(place)
    return f"version {trial.version} in slot {trial.new} reached its first screen and stays" if trial else ""


def forget_trial(place: Path) -> None:
    """Remove the note, where there is one."""
    if (place / TRIAL).exists():
        # The note goes last: while it is there, whoever is caught here comes by again.
        (place / KEPT).unlink(missing_ok=True)
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
    if state is not None:
        # Whatever becomes of it, the old slot must run again.
        with suppress(OSError):
            _put_journal_back(place, state)
        # The starts that failed were the new version's: without this the old one would begin in safe mode.
        with suppress(OSError):
            (state / "starts").unlink()
    switch(place, trial.old)
    forget_trial(place)
    return f"{words}: slot {trial.old} runs again"


def _keep_journal(place: Path, state: Path) -> None:
    """Copy the journal, which nobody has open before a start; no copy where there is none, or a damaged one."""
    fresh = place / f"{KEPT}.new"
    for path in (fresh, place / KEPT):
        path.unlink(missing_ok=True)
    if not (state / JOURNAL).exists():
        return
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        # By way of SQLite: what was played last is in the log beside the file.
        with closing(_opened(state / JOURNAL)) as here, closing(sqlite3.connect(fresh)) as there:
            here.backup(there)
    except sqlite3.Error:
        fresh.unlink()
        return
    settle(fresh)
    os.replace(fresh, place / KEPT)


def _put_journal_back(place: Path, state: Path) -> None:
    """Have the journal as it was, where the old version could not read it any more. No game is lost: none was seen since the copy was made."""
    kept, live, fresh = place / KEPT, state / JOURNAL, state / f"{JOURNAL}.back"
    # A live one that cannot be read counts as 0 and stays: the old version puts it in order by itself.
    if not kept.exists() or _form(live) <= _form(kept):
        return
    owner = live.stat()
    fresh.unlink(missing_ok=True)
    # The folder is not ours, but that of the user who plays: what lies there under this name is never followed.
    with open(kept, "rb") as source, open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
        shutil.copyfileobj(source, target)
        target.flush()
        # The guard runs as root, and the game, which does not, must be able to write it.
        os.fchown(target.fileno(), owner.st_uid, owner.st_gid)
        os.fsync(target.fileno())
    # These tell of the newer one. Whoever is caught here comes by again, and has the copy still.
    for ending in ("-wal", "-shm", ".lock"):
        (state / f"{JOURNAL}{ending}").unlink(missing_ok=True)
    os.replace(fresh, live)
    settle(state)


def _form(journal: Path) -> int:
    """The version of a journal's tables, 0 where nobody can tell."""
    try:
        with closing(_opened(journal)) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error:
        return 0


def _opened(journal: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)


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
    """Do what the service asks for; 0 always, since a guard that fails must not keep the game from starting."""
    place, told = Path(__file__).resolve().parent, "expected start or proved"
    # systemd names the folder; on a desktop there is none, and no guard.
    state = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    try:
        if words == ["start"]:
            told = before_start(place, Path(state) if state else None)
        elif words == ["proved"]:
            told = proved(place)
    except OSError as fault:
        told = f"nothing could be changed: {fault}"
    if told:
        print(f"guard: {told}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
