"""An update goes into the slot that does not run, and takes over on trial; whatever goes wrong on the way, the running slot is untouched.

Before it takes over the new version says its number and examines itself on a copy of the journal. Whatever lies in a slot runs in the name of
the user who plays, and is started only here.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.errors import UpdateFault
from companion.kept_words import words_kept
from companion.named_tuples import NamedTuple
from companion.update import TEXTS, guard
from companion.update.building import Builder, build, size
from companion.update.fetching import fetch
from companion.update.files import JOURNAL, copy_journal, settle, write_note
from companion.update.parcel import SIGNERS, Parcel, found_in, read_parcel
from companion.update.player import Player, Ran, as_player, run_as
from companion.update.wheel import age, misfit
from companion.words import Text, text, verbatim

INCOMING: Final = "incoming"
"""The folder beside the slots for what is being installed."""
PARCEL, SCRATCH = "parcel", "state"
"""What lies in it: the update, which nobody else can read or write, and what the new version is tried on, which belongs to who plays."""
ROOM: Final = 64 * 2**20
"""Bytes that must stay free."""
UNPACKED: Final = 4
"""How many times as large a wheel becomes when it is installed, with its bytecode."""
PATIENCE: Final = 600.0
"""Seconds that a slot may take to examine itself, on a slow card."""
SENTENCES: Final = 20
"""So many of what a slot says are passed on."""
MOMENT: Final = 60.0
"""Seconds that it may take to say whether a race is played."""


class Switched(NamedTuple):
    """Which slot takes over at the next start, with which version, from which version, and what people should know about it.

    `before` is "" where the version that runs does not say its number.
    """

    slot: str
    version: str
    before: str
    notes: tuple[Text, ...]


class Manner(NamedTuple):
    """How an update goes in: whose the games are and who tries it (None: whoever runs this, who is not root), which keys count, what hinders it.

    With `since`, a Unix time, only a race that was touched after it counts as being played: whoever asked has seen to all before. `tops` are
    folders below which an update must lie, None for anywhere; `tell` hears of each step.
    """

    player: Player | None
    signers: Path = SIGNERS
    since: float = 0.0
    tops: tuple[Path, ...] | None = None
    tell: Callable[[Text], object] = str


def check(
    path: Path, place: Path, older: bool = False, signers: Path = SIGNERS
) -> tuple[Parcel, str]:
    """An update that could be installed, and the version that runs, "" where it does not say; UpdateFault where it could not.

    Nothing is changed, and no rights are needed but to read.
    """
    parcel, before = read_parcel(path, signers), _version_running(place)
    wheel = parcel.wheel
    if reason := misfit(wheel):
        raise UpdateFault(reason)
    # The same version may be installed once more, as after a slot was damaged.
    if age(wheel.version) < age(before or "0") and not older:
        raise UpdateFault(
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
    manner: Manner,
    older: bool = False,
    builder: Builder = build,
) -> Switched:
    """Install an update from a file or folder, to take over on trial at the next start; UpdateFault says why not. `now` is Unix time.

    `older` lets in one that is older than what runs. Where it fails on the way the other slot is empty afterwards: what it held before is
    gone. What is checked and what is installed are one and the same copy.
    """
    with _alone(place) as here:
        _check_quiet(place, here, state, manner)
        with _fetched(path, place, manner) as fetched:
            manner.tell(
                text("The update has been fetched, and its signature and sums are being checked.")
            )
            parcel, before = check(fetched, place, older, manner.signers)
            slot, version = guard.other(here), parcel.wheel.version
            with _unfinished(place, slot):
                _check_room(place, here, slot, parcel, state)
                manner.tell(
                    text(
                        "Version {version} is being put into installation {slot}, which takes "
                        "minutes.",
                        version=version,
                        slot=slot,
                    )
                )
                builder(place / slot, parcel, place / here)
                notes = _tried(place, slot, version, state, manner)
                manner.tell(
                    text(
                        "Version {version} is good, and the rest of it is being written to the "
                        "disk.",
                        version=version,
                    )
                )
                # The link may lead there only when all of it is on the disk.
                os.sync()
        # Once more: building has taken minutes, in which a race may have begun.
        _check_quiet(place, here, state, manner)
        # The last step, and the first by which the next start becomes another one.
        guard.begin(place, slot, version, now)
    return Switched(slot, version, before, notes)


def back(place: Path, state: Path, now: float, manner: Manner) -> Switched:
    """Have the other slot take over at the next start, on trial too; UpdateFault where it cannot, or cannot read the journal.

    Games may have been played since that it cannot read, so it is tried like a new one; nothing is built.
    """
    with _alone(place) as here:
        _check_quiet(place, here, state, manner)
        slot, before = guard.other(here), _version_running(place)
        if not guard.is_sound(place, slot):
            raise UpdateFault(
                text(
                    "installation {slot} in {place} holds no version to go back to: install "
                    "one with `clockwork-derby update install`",
                    slot=slot,
                    place=str(place),
                )
            )
        version = guard.version_of(place / slot)
        with _incoming(place):
            notes = _tried(place, slot, version, state, manner)
        guard.begin(place, slot, version, now)
    return Switched(slot, version, before, notes)


def _tried(place: Path, slot: str, version: str, state: Path, manner: Manner) -> tuple[Text, ...]:
    manner.tell(
        text(
            "Version {version} is being tested in installation {slot}: letters, boards, a "
            "short game, a copy of the saved games.",
            version=version,
            slot=slot,
        )
    )
    return _try_slot(place / slot, version, state, place / INCOMING / SCRATCH, manner.player)


@contextmanager
def _alone(place: Path) -> Iterator[str]:
    """Nobody else installs meanwhile; gives the slot that runs. What the disk refuses becomes an UpdateFault.

    The lock goes with the process, however that ends.
    """
    here = guard.running(place)
    if not here or not guard.is_sound(place, here):
        raise UpdateFault(
            text(
                "{place} holds no running Clockwork Derby: install it with sudo make install, or name its folder with --place",
                place=str(place),
            )
        )
    try:
        with (place / "update.lock").open("w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield here
    except UpdateFault:
        raise
    except BlockingIOError:
        raise UpdateFault(
            text(
                "another update is being installed in {place}: wait until it is done",
                place=str(place),
            )
        ) from None
    except PermissionError as fault:
        raise UpdateFault(
            text(
                "{path} may not be changed from this account: run the command with sudo",
                path=str(fault.filename or place),
            )
        ) from None
    # shutil gathers what it could not copy into one error, whose words are a list.
    except (OSError, shutil.Error) as fault:
        raise UpdateFault(
            text(
                "the update could not be written to {place} ({fault}): the running version is unchanged",
                place=str(place),
                fault=fault.strerror or text("a file could not be copied"),
            )
        ) from None


@contextmanager
def _incoming(place: Path) -> Iterator[Path]:
    """An empty folder beside the slots, which is gone afterwards, also what was left by one that was ended on the way."""
    folder = place / INCOMING
    _clear(folder)
    # Whoever plays must get to what is theirs in it, and need not see what else there is.
    folder.mkdir(mode=0o711)
    try:
        yield folder
    finally:
        _clear(folder)


@contextmanager
def _fetched(path: Path, place: Path, manner: Manner) -> Iterator[Path]:
    """The update as it lies with us, where nobody else can change it."""
    with _incoming(place) as folder:
        parcel = folder / PARCEL
        parcel.mkdir(mode=0o700)
        if manner.tops is not None:
            yield fetch(str(path), manner.tops, parcel)
        else:
            main = found_in(path.absolute())
            # Links on the way that an administrator has named are followed once, here, and those who are laid afterwards are not.
            yield fetch(f"{os.path.realpath(main.parent)}/{main.name}", (Path("/"),), parcel)


@contextmanager
def _unfinished(place: Path, slot: str) -> Iterator[None]:
    """A slot without its old content that nobody starts before its new content is whole; left empty where that does not come about."""
    # The mark first: from the first file that goes on the slot is no slot until it is whole again.
    write_note(guard.unfinished(place, slot), "an update is being installed\n")
    _clear(place / slot)
    try:
        yield
        guard.unfinished(place, slot).unlink()
        settle(place)
    except BaseException:
        _clear(place / slot)
        raise


def _check_quiet(place: Path, here: str, state: Path, manner: Manner) -> None:
    playing = _is_playing(place / here, manner.player, state, manner.since)
    if playing and manner.since:
        raise UpdateFault(
            text(
                "a game was begun or continued in the meantime: the running version stays; try "
                "again when the game is over"
            )
        )
    if playing:
        raise UpdateFault(
            text(
                "a game is being played, or waits on the screen to be continued: end it, or stop the app (sudo systemctl stop clockwork-derby), and update then",
            )
        )
    waiting = guard.trial_of(place)
    if waiting is not None:
        raise UpdateFault(
            text(
                "version {version} is still on trial: start the app once, so that one of the two versions is known to work",
                version=waiting.version,
            )
        )


def _check_room(place: Path, here: str, slot: str, parcel: Parcel, state: Path) -> None:
    wheels = sum(path.stat().st_size for path in parcel.files)
    journal = os.lstat(state / JOURNAL).st_size if os.path.lexists(state / JOURNAL) else 0
    # The new slot is about as large as the running one; the wheels lie here once as files and once unpacked; the journal is copied for the
    # examination and once more before the first start.
    needed = size(place / here) + (UNPACKED + 1) * wheels + 2 * journal + ROOM
    free = shutil.disk_usage(place).free
    if free < needed:
        raise UpdateFault(
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

    It is "" also where the slot is too damaged to answer: that must not hinder what would mend it.
    """
    here = guard.running(place)
    try:
        return guard.version_of(place / here) if here else ""
    except UpdateFault:
        return ""


def _clear(folder: Path) -> None:
    """Remove what lies there, whatever it is."""
    # A link is taken away, and what it leads to stays.
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)


# ---- What is asked of a slot -----------------------------------------------------------------------------------------


def _try_slot(
    slot: Path, version: str, state: Path, scratch: Path, player: Player | None
) -> tuple[Text, ...]:
    """Have a slot show that it works; what people should know, in sentences. UpdateFault says what does not work.

    `state` is the folder with the journal, `scratch` one to be made for a copy, both of which belong to the `player`: whoever is named there
    runs the new version and copies the journal, and nobody with more rights does.

    What is tried is the new version's own affair: its command `update try` plays, loads boards, and brings the journal's copy up to date.
    """
    # This starts its Python, so it proves that too.
    said = _said(slot, player, Path("/"), "--version").split()
    if said != ["clockwork-derby", version]:
        raise UpdateFault(
            text(
                "installation {slot} does not say its version: expected clockwork-derby "
                "{version}, found {found}",
                slot=slot.name,
                version=version,
                found=verbatim(" ".join(said)[:80]) or text("nothing"),
            )
        )
    scratch.mkdir(mode=0o700)
    # The folder is the player's, since the version on trial runs as that user and writes there.
    if player is not None:
        os.chown(scratch, *player)

    def copy() -> str:
        copy_journal(state / JOURNAL, scratch / JOURNAL)
        return ""

    as_player(player, copy)
    return tuple(
        map(
            words_kept,
            _said(slot, player, scratch, "update", "try", "--state", str(scratch)).splitlines()[
                :SENTENCES
            ],
        )
    )


def _is_playing(slot: Path, player: Player | None, state: Path, since: float) -> bool:
    """Whether a race that is not over was touched since a Unix time, and somebody has its journal open to write.

    The version that runs says so, since it knows its own journal; where it cannot, nobody plays, or nobody could ever mend it.
    """
    try:
        ran = _ran(
            slot,
            player,
            Path("/"),
            MOMENT,
            "update",
            "playing",
            "--state",
            str(state),
            "--since",
            repr(since),
        )
    except UpdateFault:
        return False
    return ran.status == 0 and ran.said.split() == ["yes"]


def _said(slot: Path, player: Player | None, home: Path, *words: str) -> str:
    ran = _ran(slot, player, home, PATIENCE, *words)
    if ran.status:
        # The last line is where a command says what was wrong; before it may stand a whole trace.
        last = next(
            (line.strip() for line in reversed(ran.complaint.splitlines()) if line.strip()), ""
        )
        why = words_kept(last.removeprefix("clockwork-derby: ")) or text("it said nothing")
        raise UpdateFault(
            text("installation {slot} did not pass its own test: {why}", slot=slot.name, why=why)
        )
    return ran.said


def _ran(slot: Path, player: Player | None, home: Path, patience: float, *words: str) -> Ran:
    try:
        return run_as(
            player,
            [str(slot / "bin" / "clockwork-derby"), *words],
            _surroundings(home),
            slot,
            patience,
        )
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise UpdateFault(
            text("installation {slot} cannot be started: {fault}", slot=slot.name, fault=str(fault))
        ) from None


def _surroundings(home: Path) -> Mapping[str, str]:
    """The environment for programmes of a slot: nothing that a person has set reaches them.

    `home` stands for the user's folder and for that of the games, so that a version on trial touches neither.
    """
    # What is left out matters: PYTHONPATH could make the slot another one than it will be when the service starts it.
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {
        **kept,
        "HOME": str(home),
        "XDG_STATE_HOME": str(home),
        "PYTHONNOUSERSITE": "1",
        TEXTS: "1",
    }
