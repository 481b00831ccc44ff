"""A new slot takes over on trial; what proves it and what takes it back is shared with the guard outside the slots."""
from __future__ import annotations

from pathlib import Path

from companion.update import guard
from companion.update.guard import TAKEN_BACK, Trial, before_start, other, proved, switch, write_note, write_trial

__all__ = ["GUARD", "before_start", "begin", "proved"]

GUARD = "guard.py"
"""The guard beside the slots. One that lies there stays: a new one is as little tried as the slot that brings it."""


def begin(place: Path, slot: str, version: str, now: float) -> None:
    """From the next start on this slot runs, on trial. `now` is Unix time; OSError where it cannot be written, and the old one runs on."""
    (place / TAKEN_BACK).unlink(missing_ok=True)
    if not (place / GUARD).exists():
        write_note(place / GUARD, Path(guard.__file__).read_text("utf-8"))
    # The note first: without it a new slot that is broken would stay, and a note about a slot that does not run is nothing.
    write_trial(place, Trial(other(slot), slot, version, now, 0))
    switch(place, slot)
