"""Which of two slots runs, the trial of a new one, and the way back where it does not reach the first screen.

The installer copies this file to guard.py beside the slots, and the service runs it there with the system's own Python: it must work where
the new slot is broken, so it knows nothing but the standard library.

    guard.py start     before a start: counted while a slot is on trial; after two that got nowhere the old slot runs again
    guard.py proved    the first screen was reached: the slot stays
"""
from __future__ import annotations

import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

SLOTS: Final = ("a", "b")
CURRENT, TRIAL, TAKEN_BACK = "current", "trial", "taken-back"
"""What lies beside the slots: the link to the one that runs, the note of a trial, and of the last one that failed."""
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
    return told.name if told.name in SLOTS and (place / told).parent == place else ""


def other(slot: str) -> str:
    """The slot that does not run."""
    return SLOTS[1] if slot == SLOTS[0] else SLOTS[0]


def is_sound(place: Path, slot: str) -> bool:
    """Whether a slot holds an app whose installation came to its end."""
    return not unfinished(place, slot).exists() and os.access(place / slot / "bin" / "clockwork-derby", os.X_OK)


def unfinished(place: Path, slot: str) -> Path:
    """The mark that lies beside a slot while it is being built."""
    return place / f"{slot}.unfinished"


def switch(place: Path, slot: str) -> None:
    """Turn the link to a slot, in one step: at every moment it leads to the old one or to the new one. OSError where that cannot be."""
    fresh = place / f"{CURRENT}.new"
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


def before_start(place: Path) -> str:
    """See to it that the link leads to a slot that can be started; what was done, in one sentence, or "". OSError where nothing can be written."""
    here = running(place)
    if not here or not is_sound(place, here):
        return _rescued(place, here)
    trial = trial_of(place)
    if trial is None:
        forget_trial(place)
        return ""
    if trial.starts < STARTS:
        write_trial(place, trial._replace(starts=trial.starts + 1))
        return f"version {trial.version} in slot {trial.new} is on trial: start {trial.starts + 1} of {STARTS}"
    return _taken_back(place, trial)


def proved(place: Path) -> str:
    """The first screen was reached: a slot on trial stays. What was done, in one sentence, or ""; OSError as above."""
    trial = trial_of(place)
    forget_trial(place)
    return f"version {trial.version} in slot {trial.new} reached its first screen and stays" if trial else ""


def forget_trial(place: Path) -> None:
    """Remove the note, where there is one."""
    if (place / TRIAL).exists():
        (place / TRIAL).unlink()
        settle(place)


def _rescued(place: Path, here: str) -> str:
    for slot in SLOTS:
        if slot != here and is_sound(place, slot):
            switch(place, slot)
            return f"slot {here or 'none'} cannot be started: slot {slot} runs now"
    return ""


def _taken_back(place: Path, trial: Trial) -> str:
    words = f"version {trial.version} in slot {trial.new} did not reach its first screen in {STARTS} starts"
    if not is_sound(place, trial.old):
        return f"{words}, and slot {trial.old} cannot be started either; install again with sudo make install"
    # First the note that people read: whoever is caught here comes by again.
    write_note(place / TAKEN_BACK, json.dumps({"slot": trial.new, "version": trial.version, "when": time.time()}))
    switch(place, trial.old)
    forget_trial(place)
    _forget_starts()
    return f"{words}: slot {trial.old} runs again"


def _forget_starts() -> None:
    # The starts that failed were the new version's: without this the old one would begin in safe mode.
    for folder in filter(None, os.environ.get("STATE_DIRECTORY", "").split(":")):
        with suppress(OSError):
            (Path(folder) / "starts").unlink()


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


def settle(folder: Path) -> None:
    """Wait until a folder's entries are on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def main(words: list[str]) -> int:
    """Do what the service asks for; 0 always, since a guard that fails must not keep the game from starting."""
    deeds = {"start": before_start, "proved": proved}
    if len(words) != 1 or words[0] not in deeds:
        print("guard: expected start or proved", file=sys.stderr)
        return 0
    try:
        told = deeds[words[0]](Path(__file__).resolve().parent)
    except OSError as fault:
        told = f"nothing could be changed: {fault}"
    if told:
        print(f"guard: {told}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
