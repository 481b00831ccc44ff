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
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from companion.errors import UpdateFault
from companion.named_tuples import NamedTuple
from companion.update import OURS, PLACE
from companion.update.files import (
    forget_journal,
    keep_journal,
    put_journal_back,
    settle,
    write_note,
)
from companion.update.player import as_player, player_of
from companion.words import Text, listed, term, text, verbatim

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
        told = (place / CURRENT).readlink()
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
    return not unfinished(place, slot).exists() and os.access(
        place / slot / "bin" / "clockwork-derby", os.X_OK
    )


def unfinished(place: Path, slot: str) -> Path:
    """The mark that lies beside a slot while it is being built."""
    return place / f"{slot}.unfinished"


def switch(place: Path, slot: str) -> None:
    """Turn the link to a slot, in one step: at every moment it leads to the old one or to the new one. OSError where that cannot be."""
    fresh = place / f"{CURRENT}.new"
    # Left by a power cut in the middle of this. A rename is the one change of a link that is never half done.
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(slot)
    fresh.replace(place / CURRENT)
    settle(place)


def trial_of(place: Path) -> Trial | None:
    """The trial of the slot that runs, or None. A note about another slot was caught by a power cut, and does not count."""
    try:
        told = json.loads((place / TRIAL).read_text("utf-8"))
        found = Trial(
            str(told["from"]),
            str(told["to"]),
            str(told["version"]),
            float(told["when"]),
            int(told["starts"]),
        )
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
    words = {
        "from": trial.old,
        "to": trial.new,
        "version": trial.version,
        "when": trial.when,
        "starts": trial.starts,
    }
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
        _with_games(state, forget_journal)
        return ""
    if trial.starts < STARTS:
        # Before the first start only: the later ones may meet a journal that the new version has changed.
        words = "" if trial.starts else _with_games(state, keep_journal)
        write_trial(place, trial._replace(starts=trial.starts + 1))
        return f"version {trial.version} in installation {trial.new} is on trial: start {trial.starts + 1} of {STARTS}{words}"
    return _taken_back(place, trial, state)


def proved(place: Path) -> str:
    """The first screen was reached: a slot on trial stays. What was done, in one sentence, or ""; OSError as above.

    The copy of the journal goes before the next start.
    """
    trial = trial_of(place)
    forget_trial(place)
    return (
        f"version {trial.version} in installation {trial.new} reached its first screen and stays"
        if trial
        else ""
    )


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
            return f"installation {here or 'none'} cannot be started: installation {slot} runs now"
    return ""


def _taken_back(place: Path, trial: Trial, state: Path | None) -> str:
    words = f"version {trial.version} in installation {trial.new} did not reach its first screen in {STARTS} starts"
    if not is_sound(place, trial.old):
        return f"{words}, and installation {trial.old} cannot be started either; install again with sudo make install"
    # First the note that people read: whoever is caught here comes by again.
    write_note(
        place / TAKEN_BACK,
        json.dumps({"slot": trial.new, "version": trial.version, "when": time.time()}),
    )
    more = _with_games(state, put_journal_back)
    switch(place, trial.old)
    forget_trial(place)
    return f"{words}: installation {trial.old} runs again{more}"


# ---- The games, in the name of whoever plays -------------------------------------------------------------------------


def _with_games(state: Path | None, deed: Callable[[Path], None]) -> str:
    """Do something in the folder with the games, as its owner; why it could not be done, as the end of a sentence, or "".

    Whatever becomes of it, a slot must run.
    """
    if state is None or not state.is_dir():
        return ""

    def done() -> str:
        deed(state)
        return ""

    try:
        return as_player(player_of(state), done)
    except (UpdateFault, OSError, sqlite3.Error) as fault:
        return f"; {fault}"


# ---- For people ------------------------------------------------------------------------------------------------------


def version_of(slot: Path) -> str:
    """The version that lies in a slot, by the papers of its package; UpdateFault where there are none. Nothing of it is run.

    The slot is named by its folder.
    """
    found = [
        path.name.removesuffix(".dist-info").partition("-")[2]
        for path in slot.glob(f"lib/python*/site-packages/{OURS}-*.dist-info")
    ]
    if len(found) != 1:
        raise UpdateFault(
            text(
                "installation {slot} does not say its version: expected one Clockwork Derby in "
                "it, found {found}",
                slot=slot.name,
                found=listed(found, "") or term("version", "none"),
            )
        )
    return found[0]


def status(place: Path) -> tuple[Text, ...]:
    """A line for each slot, and one for a trial or for an update that was taken back; UpdateFault where there are no slots.

    Nothing that lies in a slot is run.
    """
    here = running(place)
    if not here:
        raise UpdateFault(
            text(
                "{place} holds no Clockwork Derby: install it with sudo make install, or name its folder with --place",
                place=str(place),
            )
        )
    return tuple(
        text(
            "installation {slot}: {held}, runs at the next start",
            slot=slot,
            held=_held(place, slot),
        )
        if slot == here
        else text("installation {slot}: {held}", slot=slot, held=_held(place, slot))
        for slot in SLOTS
    ) + tuple(_news(place))


def status_facts(place: Path) -> dict[str, object]:
    """Return the same as JSON values; UpdateFault where there are no slots."""
    lines, here = status(place), running(place)
    slots = [
        {"slot": slot, "held": str(_held(place, slot)), "runs": slot == here} for slot in SLOTS
    ]
    return {"slots": slots, "news": [str(words) for words in lines[len(SLOTS) :]]}


def _held(place: Path, slot: str) -> Text:
    if not is_sound(place, slot):
        return (
            text("an unfinished installation")
            if unfinished(place, slot).exists()
            else text("empty")
        )
    try:
        return text("version {version}", version=version_of(place / slot))
    except UpdateFault as fault:
        return text("no version that can run ({fault})", fault=fault.words)


def _news(place: Path) -> Iterator[Text]:
    trial = trial_of(place)
    if trial is not None:
        yield text(
            "version {version} is on trial since {date}: {begun} of {starts} starts have begun, none has reached the first screen",
            version=trial.version,
            date=_date(trial.when),
            begun=trial.starts,
            starts=STARTS,
        )
    try:
        told = json.loads((place / TAKEN_BACK).read_text("utf-8"))
        yield text(
            "version {version} was withdrawn on {date}: {starts} starts did not reach the first screen",
            version=str(told["version"]),
            date=_date(float(told["when"])),
            starts=STARTS,
        )
    # No update has been taken back, or the note is torn: it is only there to be told.
    except (OSError, ValueError, TypeError, KeyError):
        return


def _date(when: float) -> Text:
    try:
        return verbatim(time.strftime("%Y-%m-%d %H:%M", time.localtime(when)))
    except (OverflowError, OSError, ValueError):
        return text("a date that cannot be read")


# ---- The service -----------------------------------------------------------------------------------------------------


def main(words: list[str]) -> int:
    """Do what the service asks for; 0, since a guard that fails must not keep the game from starting."""
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
