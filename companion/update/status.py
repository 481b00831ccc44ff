"""What stands in the two slots, for people."""
from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

from companion.errors import UpdateFault
from companion.update.guard import SLOTS, STARTS, TAKEN_BACK, is_sound, running, trial_of, unfinished
from companion.update.trying import version_of


def status(place: Path) -> tuple[str, ...]:
    """A line for each slot, and one for a trial or for an update that was taken back; UpdateFault where there are no slots.

    Nothing that lies in a slot is run.
    """
    here = running(place)
    if not here:
        raise UpdateFault(f"{place} holds no Clockwork Derby: install it with sudo make install, or name its folder with --place")
    return tuple(f"slot {slot}: {_held(place, slot)}{', runs at the next start' if slot == here else ''}" for slot in SLOTS) + tuple(_news(place))


def _held(place: Path, slot: str) -> str:
    if not is_sound(place, slot):
        return "an installation that did not come to its end" if unfinished(place, slot).exists() else "empty"
    try:
        return f"version {version_of(place / slot)}"
    except UpdateFault as fault:
        return f"no version that could run ({fault})"


def _news(place: Path) -> Iterator[str]:
    trial = trial_of(place)
    if trial is not None:
        yield f"version {trial.version} is on trial since {_date(trial.when)}: {trial.starts} of {STARTS} starts have begun, none has reached the first screen"
    try:
        told = json.loads((place / TAKEN_BACK).read_text("utf-8"))
        yield f"version {told['version']} was taken back on {_date(float(told['when']))}: {STARTS} starts did not reach the first screen"
    # No update has been taken back, or the note is torn: it is only there to be told.
    except (OSError, ValueError, TypeError, KeyError):
        return


def _date(when: float) -> str:
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(when))
    except (OverflowError, OSError, ValueError):
        return "a date that cannot be read"
