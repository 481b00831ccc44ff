"""The running slot of two, the trial of a new one, and the way back if it shows no screen.

The service runs this as root, outside every sandbox: it knows the slots by their files only and
handles the games as the service user.

    guard start     before a start: count it during a trial; after two failed ones switch back
    guard proved    the first screen was reached: the slot stays
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from companion.errors import UpdateError
from companion.named_tuples import NamedTuple
from companion.privileged import OURS, PLACE
from companion.privileged.files import (
    forget_journal,
    keep_journal,
    put_journal_back,
    sync_to_disk,
    write_note,
)
from companion.privileged.service_user import as_service_user, service_user_of
from companion.words import Text, listed, term, text, verbatim

SLOTS: Final = ("a", "b")
CURRENT, TRIAL, TAKEN_BACK = "current", "trial", "taken-back"
"""Entries beside the slots: the link to the running one, notes of a trial and of a failed one."""
STARTS: Final = 2
"""Number of starts on trial that may fail."""


class SlotTrial(NamedTuple):
    """A slot on trial."""

    old: str
    """The slot that ran before."""
    new: str
    """The slot on trial."""
    version: str
    when: float
    """Unix time."""
    starts: int
    """The number of starts that have begun."""


def running_slot(place: Path) -> str:
    """Return the slot that the link leads to, "" without such a link."""
    try:
        target = (place / CURRENT).readlink()
    except OSError:
        return ""
    # A link to any other place is not ours and says nothing.
    return target.name if target.name in SLOTS and (place / target).parent == place else ""


def other_slot(slot: str) -> str:
    """Return the slot that does not run."""
    return SLOTS[1] if slot == SLOTS[0] else SLOTS[0]


def is_sound(place: Path, slot: str) -> bool:
    """Return whether a slot has a completely installed app.

    Only its files count: whether the app works is what the trial is for.
    """
    return not unfinished_mark(place, slot).exists() and os.access(
        place / slot / "bin" / "clockwork-derby", os.X_OK
    )


def unfinished_mark(place: Path, slot: str) -> Path:
    """Return the mark beside a slot that is being built."""
    return place / f"{slot}.unfinished"


def switch(place: Path, slot: str) -> None:
    """Switch the link to a slot in one step: it always leads to the old one or the new one.

    Raises:
        OSError: The link cannot be changed.
    """
    fresh = place / f"{CURRENT}.new"
    # Left by a power cut during this. Only a rename changes a link atomically.
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(slot)
    fresh.replace(place / CURRENT)
    sync_to_disk(place)


def trial_of(place: Path) -> SlotTrial | None:
    """Return the trial of the running slot, or None.

    A note about another slot comes from a power cut and does not count.
    """
    try:
        fields = json.loads((place / TRIAL).read_text("utf-8"))
        found = SlotTrial(
            str(fields["from"]),
            str(fields["to"]),
            str(fields["version"]),
            float(fields["when"]),
            int(fields["starts"]),
        )
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return (
        found if found.new == running_slot(place) and found.old == other_slot(found.new) else None
    )


def begin(place: Path, slot: str, version: str, now: float) -> None:
    """Let this slot run on trial from the next start on. `now` is Unix time.

    Raises:
        OSError: The notes cannot be written; the old slot stays.
    """
    (place / TAKEN_BACK).unlink(missing_ok=True)
    # The note first: without it a broken new slot would stay, and a note about a slot that does not
    # run has no effect.
    write_trial(place, SlotTrial(other_slot(slot), slot, version, now, 0))
    switch(place, slot)


def write_trial(place: Path, trial: SlotTrial) -> None:
    """Write the note durably; raises OSError."""
    words = {
        "from": trial.old,
        "to": trial.new,
        "version": trial.version,
        "when": trial.when,
        "starts": trial.starts,
    }
    write_note(place / TRIAL, json.dumps(words))


def before_start(place: Path, state: Path | None = None) -> str:
    """Make sure that the link leads to a startable slot.

    `state` is the folder of the games, None if unknown: then they are left alone.

    Returns:
        What was done, in one sentence, or "".

    Raises:
        OSError: Nothing can be written.
    """
    here = running_slot(place)
    if not here or not is_sound(place, here):
        # A missing or unfinished slot: switch to the other one, if that can be started.
        for slot in SLOTS:
            if slot != here and is_sound(place, slot):
                switch(place, slot)
                return (
                    f"installation {here or 'none'} cannot be started: installation {slot} runs now"
                )
        return ""
    trial = trial_of(place)
    if trial is None:
        forget_trial(place)
        _with_games(state, forget_journal)
        return ""
    if trial.starts < STARTS:
        # Before the first start only: later the new version may have changed the journal.
        words = "" if trial.starts else _with_games(state, keep_journal)
        write_trial(place, trial._replace(starts=trial.starts + 1))
        return (
            f"version {trial.version} in installation {trial.new} is on trial: start"
            f" {trial.starts + 1} of {STARTS}{words}"
        )
    return _take_back(place, trial, state)


def end_trial(place: Path) -> str:
    """End the trial after the first screen; return what was done, in one sentence, or "".

    The copy of the journal is removed before the next start. Raises OSError as above.
    """
    trial = trial_of(place)
    forget_trial(place)
    if not trial:
        return ""
    return f"version {trial.version} in installation {trial.new} reached its first screen and stays"


def forget_trial(place: Path) -> None:
    """Remove the note if there is one."""
    if (place / TRIAL).exists():
        (place / TRIAL).unlink()
        sync_to_disk(place)


def _take_back(place: Path, trial: SlotTrial, state: Path | None) -> str:
    words = (
        f"version {trial.version} in installation {trial.new} did not reach its first screen in"
        f" {STARTS} starts"
    )
    if not is_sound(place, trial.old):
        return (
            f"{words}, and installation {trial.old} cannot be started either; install again with"
            " sudo make install"
        )
    # The note for people first: after a power cut this code runs again.
    write_note(
        place / TAKEN_BACK,
        json.dumps({"slot": trial.new, "version": trial.version, "when": time.time()}),
    )
    more = _with_games(state, put_journal_back)
    switch(place, trial.old)
    forget_trial(place)
    return f"{words}: installation {trial.old} runs again{more}"


# ---- The games, as the service user -------------------------------------------------------------


def _with_games(state: Path | None, deed: Callable[[Path], None]) -> str:
    """Do something in the folder of the games as its owner.

    A failure must not stop the start of a slot.

    Returns:
        Why it failed, as the end of a sentence, or "".
    """
    if state is None or not state.is_dir():
        return ""

    def done() -> str:
        deed(state)
        return ""

    try:
        return as_service_user(service_user_of(state), done)
    except (UpdateError, OSError, sqlite3.Error) as fault:
        return f"; {fault}"


# ---- For people ----------------------------------------------------------------------------------


def version_of(slot: Path) -> str:
    """Return the version in a slot, by its package's metadata. Runs nothing of it.

    Raises:
        UpdateError: There is no metadata.
    """
    found = [
        path.name.removesuffix(".dist-info").partition("-")[2]
        for path in slot.glob(f"lib/python*/site-packages/{OURS}-*.dist-info")
    ]
    if len(found) != 1:
        raise UpdateError(
            text(
                "installation {slot} does not say its version: expected one Clockwork Derby in "
                "it, found {found}",
                slot=slot.name,
                found=listed(found, "") or term("version", "none"),
            )
        )
    return found[0]


def status(place: Path) -> tuple[Text, ...]:
    """Return a line for each slot, and one for a trial or a failed update. Runs no slot.

    Raises:
        UpdateError: There are no slots.
    """
    here = running_slot(place)
    if not here:
        raise UpdateError(
            text(
                "{place} holds no Clockwork Derby: install it with sudo make install, or name its"
                " folder with --place",
                place=str(place),
            )
        )
    return tuple(
        text(
            "installation {slot}: {held}, runs at the next start",
            slot=slot,
            held=_slot_content(place, slot),
        )
        if slot == here
        else text("installation {slot}: {held}", slot=slot, held=_slot_content(place, slot))
        for slot in SLOTS
    ) + tuple(_news(place))


def status_facts(place: Path) -> dict[str, object]:
    """Return the status as JSON values; raise UpdateError if there are no slots."""
    lines, here = status(place), running_slot(place)
    slots = [
        {"slot": slot, "held": str(_slot_content(place, slot)), "runs": slot == here}
        for slot in SLOTS
    ]
    return {"slots": slots, "news": [str(words) for words in lines[len(SLOTS) :]]}


def _slot_content(place: Path, slot: str) -> Text:
    if not is_sound(place, slot):
        if unfinished_mark(place, slot).exists():
            return text("an unfinished installation")
        return text("empty")
    try:
        return text("version {version}", version=version_of(place / slot))
    except UpdateError as fault:
        return text("no version that can run ({fault})", fault=fault.words)


def _news(place: Path) -> Iterator[Text]:
    trial = trial_of(place)
    if trial is not None:
        yield text(
            "version {version} is on trial since {date}: {begun} of {starts} starts have begun,"
            " none has reached the first screen",
            version=trial.version,
            date=_date(trial.when),
            begun=trial.starts,
            starts=STARTS,
        )
    try:
        fields = json.loads((place / TAKEN_BACK).read_text("utf-8"))
        yield text(
            "version {version} was withdrawn on {date}: {starts} starts did not reach the first"
            " screen",
            version=str(fields["version"]),
            date=_date(float(fields["when"])),
            starts=STARTS,
        )
    # No update has failed, or the note is torn: it is for information only.
    except (OSError, ValueError, TypeError, KeyError):
        return


def _date(when: float) -> Text:
    try:
        return verbatim(time.strftime("%Y-%m-%d %H:%M", time.localtime(when)))
    except (OverflowError, OSError, ValueError):
        return text("a date that cannot be read")


# ---- The service ---------------------------------------------------------------------------------


def main(words: list[str]) -> int:
    """Do what the service asks for; return 0, since no failure may keep the game from starting."""
    parser = argparse.ArgumentParser(prog="guard")
    parser.add_argument("deed", nargs="*", help="start or proved")
    parser.add_argument(
        "--place",
        metavar="DIR",
        type=Path,
        default=PLACE,
        help=f"the folder with the two slots (default {PLACE})",
    )
    parser.add_argument(
        "--state",
        metavar="DIR",
        type=Path,
        help="the folder that holds the games; without it they are left alone",
    )
    args = parser.parse_args(words)
    message = "expected start or proved"
    try:
        if args.deed == ["start"]:
            message = before_start(args.place, args.state)
        elif args.deed == ["proved"]:
            message = end_trial(args.place)
    except OSError as fault:
        message = f"nothing could be changed: {fault}"
    if message:
        print(f"guard: {message}", flush=True)
    return 0
