"""Install an update into the slot that does not run, to take over on trial.

Any failure leaves the running slot untouched. Before it takes over, the new version reports its
number and tests itself on a copy of the journal. Programs of a slot run as the service user, and
are started only here.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.errors import UpdateError
from companion.kept_words import words_kept
from companion.named_tuples import NamedTuple
from companion.privileged import TEXTS, guard
from companion.privileged.building import Builder, build, size
from companion.privileged.fetching import fetch
from companion.privileged.files import JOURNAL, copy_journal, sync_to_disk, write_note
from companion.privileged.parcel import SIGNERS, Parcel, read_parcel, wheel_at
from companion.privileged.service_user import ProgramResult, ServiceUser, as_service_user, run_as
from companion.privileged.wheel import misfit_reason, version_key
from companion.words import Text, text, verbatim

INCOMING: Final = "incoming"
"""The folder beside the slots for an update during its installation."""
PARCEL, SCRATCH = "parcel", "state"
"""Its parts.

The update, which nobody else can read or write, and the service user's folder for the test.
"""
ROOM: Final = 64 * 2**20
"""Bytes that must stay free."""
UNPACKED: Final = 4
"""Size of an installed wheel with its bytecode, as a multiple of the wheel."""
PATIENCE: Final = 600.0
"""Seconds for the test of a slot, on a slow card."""
SENTENCES: Final = 20
"""Maximum number of a slot's sentences that are passed on."""
MOMENT: Final = 60.0
"""Seconds for a slot to say whether a race is being played."""


class SwitchedSlot(NamedTuple):
    """The slot that takes over at the next start."""

    slot: str
    version: str
    before: str
    """The version before, "" if unknown."""
    notes: tuple[Text, ...]
    """Sentences for people."""


class InstallOptions(NamedTuple):
    """The options with which an update is installed."""

    service_user: ServiceUser | None
    """The owner of the games, who tests the slot; None for the user of this process."""
    signers: Path = SIGNERS
    """The file with the trusted keys."""
    since: float = 0.0
    """Unix time; only a race touched later counts as being played. 0 for any race."""
    tops: tuple[Path, ...] | None = None
    """Folders for updates; None for any folder."""
    tell: Callable[[Text], object] = str
    """Called with each step."""


def check(
    path: Path, place: Path, older: bool = False, signers: Path = SIGNERS
) -> tuple[Parcel, str]:
    """Return an installable update, and the running version, "" if unknown.

    Changes nothing and needs only read access.

    Raises:
        UpdateError: It cannot be installed.
    """
    parcel, before = read_parcel(path, signers), _version_running(place)
    wheel = parcel.wheel
    if reason := misfit_reason(wheel):
        raise UpdateError(reason)
    # The same version may be installed again, to repair a slot.
    if version_key(wheel.version) < version_key(before or "0") and not older:
        raise UpdateError(
            text(
                "{file} is older than the running version {version}; --older installs it anyway",
                file=wheel.path.name,
                version=before,
            )
        )
    return parcel, before


def install(
    path: Path,
    place: Path,
    state: Path,
    now: float,
    options: InstallOptions,
    older: bool = False,
    builder: Builder = build,
) -> SwitchedSlot:
    """Install an update from a file or folder, to take over on trial at the next start.

    `now` is Unix time. `older` allows an older version than the running one. After a failure the
    other slot is empty: its old content is gone. The checks and the installation use the same copy.

    Raises:
        UpdateError: It cannot be installed.
    """
    with _lock_slots(place) as here:
        _check_quiet(place, here, state, options)
        with _incoming_folder(place) as folder:
            # A private copy of the update.
            copy = folder / PARCEL
            copy.mkdir(mode=0o700)
            if options.tops is not None:
                fetched = fetch(str(path), options.tops, copy)
            else:
                main = wheel_at(path.absolute())
                # Links in an administrator's path are followed once, here; later ones are not.
                source = f"{os.path.realpath(main.parent)}/{main.name}"
                fetched = fetch(source, (Path("/"),), copy)
            options.tell(
                text("The update has been fetched, and its signature and sums are being checked.")
            )
            parcel, before = check(fetched, place, older, options.signers)
            slot, version = guard.other_slot(here), parcel.wheel.version
            with _empty_slot(place, slot):
                _check_room(place, here, slot, parcel, state)
                options.tell(
                    text(
                        "Version {version} is being put into installation {slot}. This takes "
                        "minutes.",
                        version=version,
                        slot=slot,
                    )
                )
                builder(place / slot, parcel, place / here)
                notes = _try(place, slot, version, state, options)
                options.tell(
                    text(
                        "Version {version} has passed its test; the rest is being written to the "
                        "disk.",
                        version=version,
                    )
                )
                # The link may lead there only when all of it is on the disk.
                os.sync()
        # Again: building has taken minutes, and a race may have begun.
        _check_quiet(place, here, state, options)
        # The last step, and the first that changes the next start.
        guard.begin(place, slot, version, now)
    return SwitchedSlot(slot, version, before, notes)


def back(place: Path, state: Path, now: float, options: InstallOptions) -> SwitchedSlot:
    """Let the other slot take over at the next start, on trial, too.

    It may be unable to read games played since, so it is tested like a new one; nothing is built.

    Raises:
        UpdateError: It cannot take over or cannot read the journal.
    """
    with _lock_slots(place) as here:
        _check_quiet(place, here, state, options)
        slot, before = guard.other_slot(here), _version_running(place)
        if not guard.is_sound(place, slot):
            raise UpdateError(
                text(
                    "installation {slot} in {place} holds no version to go back to: install "
                    "one with `clockwork-derby update install`",
                    slot=slot,
                    place=str(place),
                )
            )
        version = guard.version_of(place / slot)
        with _incoming_folder(place):
            notes = _try(place, slot, version, state, options)
        guard.begin(place, slot, version, now)
    return SwitchedSlot(slot, version, before, notes)


def _try(
    place: Path, slot: str, version: str, state: Path, options: InstallOptions
) -> tuple[Text, ...]:
    """Test a slot; return sentences for people. Raises UpdateError if it does not work.

    The service user runs the new version and copies the journal of `state` to the folder SCRATCH;
    nobody with more rights does. The new version decides what to test: its command `update try`
    plays, loads boards, and migrates the journal's copy.
    """
    options.tell(
        text(
            "Version {version} is being tested in installation {slot}: fonts, boards, a short "
            "game, a copy of the saved games.",
            version=version,
            slot=slot,
        )
    )
    folder, scratch = place / slot, place / INCOMING / SCRATCH
    # This starts its Python, so it tests that, too.
    said = _say(folder, options.service_user, Path("/"), "--version").split()
    if said != ["clockwork-derby", version]:
        raise UpdateError(
            text(
                "installation {slot} does not say its version: expected clockwork-derby "
                "{version}, found {found}",
                slot=slot,
                version=version,
                found=verbatim(" ".join(said)[:80]) or text("nothing"),
            )
        )
    scratch.mkdir(mode=0o700)
    # The folder belongs to the service user, since the version on trial runs as that user and
    # writes there.
    if options.service_user is not None:
        os.chown(scratch, *options.service_user)

    def copy() -> str:
        copy_journal(state / JOURNAL, scratch / JOURNAL)
        return ""

    as_service_user(options.service_user, copy)
    said = _say(
        folder, options.service_user, scratch, "update", "try", "--state", str(scratch)
    ).splitlines()
    return tuple(map(words_kept, said[:SENTENCES]))


@contextmanager
def _lock_slots(place: Path) -> Iterator[str]:
    """Lock the slots and yield the running one. Faults of the disk become UpdateErrors.

    The lock is released at any end of the process.
    """
    here = guard.running_slot(place)
    if not here or not guard.is_sound(place, here):
        raise UpdateError(
            text(
                "{place} holds no running Clockwork Derby: install it with sudo make install, or"
                " name its folder with --place",
                place=str(place),
            )
        )
    try:
        with (place / "update.lock").open("w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield here
    except UpdateError:
        raise
    except BlockingIOError:
        raise UpdateError(
            text(
                "another update is being installed in {place}: wait until it is done",
                place=str(place),
            )
        ) from None
    except PermissionError as fault:
        raise UpdateError(
            text(
                "this account has no right to change {path}: run the command with sudo",
                path=str(fault.filename or place),
            )
        ) from None
    # shutil collects failed copies in one error, whose words are a list.
    except (OSError, shutil.Error) as fault:
        raise UpdateError(
            text(
                "the update could not be written to {place} ({fault}): the running version is"
                " unchanged",
                place=str(place),
                fault=fault.strerror or text("a file could not be copied"),
            )
        ) from None


@contextmanager
def _incoming_folder(place: Path) -> Iterator[Path]:
    """Yield an empty folder beside the slots, removed afterwards.

    Remains of an earlier one are removed, too.
    """
    folder = place / INCOMING
    _clear(folder)
    # The player's user must reach its own folder in it, without seeing the rest.
    folder.mkdir(mode=0o711)
    try:
        yield folder
    finally:
        _clear(folder)


@contextmanager
def _empty_slot(place: Path, slot: str) -> Iterator[None]:
    """Empty a slot and keep it from starting until its new content is complete.

    After a failure it stays empty.
    """
    # The mark first: from the first removed file on, the slot is unusable until it is complete.
    write_note(guard.unfinished_mark(place, slot), "an update is being installed\n")
    _clear(place / slot)
    try:
        yield
        guard.unfinished_mark(place, slot).unlink()
        sync_to_disk(place)
    except BaseException:
        _clear(place / slot)
        raise


def _check_quiet(place: Path, here: str, state: Path, options: InstallOptions) -> None:
    # Whether an open race was touched since then, with its journal open for writing. The running
    # version answers, since it knows its journal; if it cannot, nobody plays, or a repair would be
    # impossible.
    question = ("update", "playing", "--state", str(state), "--since", repr(options.since))
    try:
        ran = _run(place / here, options.service_user, Path("/"), MOMENT, *question)
        playing = ran.status == 0 and ran.said.split() == ["yes"]
    except UpdateError:
        playing = False
    if playing and options.since:
        raise UpdateError(
            text(
                "a game was begun or continued in the meantime: the running version stays; try "
                "again when the game is over"
            )
        )
    if playing:
        raise UpdateError(
            text(
                "a game is being played, or waits on the screen to be continued: end it, or stop"
                " the app (sudo systemctl stop clockwork-derby), and update then",
            )
        )
    waiting = guard.trial_of(place)
    if waiting is not None:
        raise UpdateError(
            text(
                "version {version} is still on trial: start the app once, so that one of the two"
                " versions is known to work",
                version=waiting.version,
            )
        )


def _check_room(place: Path, here: str, slot: str, parcel: Parcel, state: Path) -> None:
    wheels = sum(path.stat().st_size for path in parcel.files)
    journal = os.lstat(state / JOURNAL).st_size if os.path.lexists(state / JOURNAL) else 0
    # The new slot is about as large as the running one; the wheels are here as files and unpacked;
    # the journal is copied for the test and again before the first start.
    needed = size(place / here) + (UNPACKED + 1) * wheels + 2 * journal + ROOM
    free = shutil.disk_usage(place).free
    if free < needed:
        raise UpdateError(
            text(
                "the disk of {place} has {free} MB free, and installation {slot} needs "
                "{needed} MB: make room and try again",
                place=str(place),
                free=free // 2**20,
                slot=slot,
                needed=needed // 2**20,
            )
        )


def _version_running(place: Path) -> str:
    """Return the version of the running slot.

    "" also if the slot is too damaged to answer: that must not prevent a repair.
    """
    here = guard.running_slot(place)
    try:
        return guard.version_of(place / here) if here else ""
    except UpdateError:
        return ""


def _clear(folder: Path) -> None:
    """Remove a file, a folder or a link, if there is one."""
    # A link is removed, its target stays.
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)


# ---- Questions to a slot -------------------------------------------------------------------------


def _say(slot: Path, service_user: ServiceUser | None, home: Path, *words: str) -> str:
    ran = _run(slot, service_user, home, PATIENCE, *words)
    if ran.status:
        # The last line is where a command says what was wrong; a trace may precede it.
        last = next(
            (line.strip() for line in reversed(ran.complaint.splitlines()) if line.strip()), ""
        )
        why = words_kept(last.removeprefix("clockwork-derby: ")) or text("it gave no reason")
        raise UpdateError(
            text("installation {slot} did not pass its own test: {why}", slot=slot.name, why=why)
        )
    return ran.said


def _run(
    slot: Path, service_user: ServiceUser | None, home: Path, patience: float, *words: str
) -> ProgramResult:
    """Run the app of a slot, without the user's own variables.

    `home` replaces the user's folder and that of the games, so that a version on trial changes
    neither.
    """
    # PYTHONPATH must be left out: with it the slot would differ from the one that the service
    # starts.
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    environment = {
        **kept,
        "HOME": str(home),
        "XDG_STATE_HOME": str(home),
        "PYTHONNOUSERSITE": "1",
        TEXTS: "1",
    }
    command = [str(slot / "bin" / "clockwork-derby"), *words]
    try:
        return run_as(service_user, command, environment, slot, patience)
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise UpdateError(
            text("installation {slot} cannot be started: {fault}", slot=slot.name, fault=str(fault))
        ) from None
