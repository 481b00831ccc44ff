"""Where games are kept: room and rights on the disk, wear of the card, and the journal itself."""
from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.errors import JournalFault
from companion.folders import JOURNAL
from companion.health.base import BAD, FINE, NOTE, Finding, check
from companion.health.world import Space, World
from companion.journal.checking import damage
from companion.journal.recovery import aside
from companion.journal.store import Journal, open_journal

MEGABYTE: Final = 1_000_000

# ---- Disk ------------------------------------------------------------------------------------------------------------


LITTLE: Final = 50 * MEGABYTE
"""Bytes below which a journal, an update or a report may not find room any more."""
MODEST: Final = 500 * MEGABYTE
"""Bytes below which it is worth knowing."""
FEW: Final = 3
"""So many files are named."""


@check("disk", "Disk", watched=30.0)
def disk(world: World) -> Iterator[Finding]:
    """Whether there is room in the state folder, and whether it may be written."""
    try:
        room = world.disk(world.state)
    except OSError as fault:
        yield Finding(BAD, f"The disk does not answer ({fault}).", "Start the machine again; if it stays so, use a new card.")
        return
    yield _barred(world, room) or _filled(world, room)


def _barred(world: World, room: Space) -> Finding | None:
    """Why nothing can be written however much room there is; None where it can be.

    The order matters: on a disk that is read-only nobody may write, and giving rights to somebody would not help.
    """
    who = world.person().name
    give = f"Give it to {who}: sudo chown -R {who}: {world.state}"
    if room.read_only:
        remedy = "Start the machine again, and use a new card if that comes back."
        return Finding(BAD, "The disk is read-only, so no game is kept.", remedy)
    if not room.writable:
        whose = f" (it belongs to {room.owner})" if room.owner else ""
        return Finding(BAD, f"{who} may not write into the folder of games{whose}, so no game is kept.", f"{give}.")
    if room.closed:
        words = f"{who} may not change {', '.join(room.closed[:FEW])} in the folder of games, which may not be kept."
        return Finding(BAD, words, f"{give}. Never play as root with this folder.")
    return None


def _filled(world: World, room: Space) -> Finding:
    """How much room there is."""
    free = f"{room.free // MEGABYTE} MB of {room.total // MEGABYTE} MB are free"
    if room.free < LITTLE:
        return Finding(BAD, f"The disk is full: {free}.", "Delete what is not needed on it, or use a larger card.")
    if room.free < MODEST:
        return Finding(NOTE, f"The disk fills up: {free}.", "Delete what is not needed on it.")
    return Finding(FINE, f"Games are kept in {world.state}: {free}.")


# ---- Wear ------------------------------------------------------------------------------------------------------------


TENTH: Final = 10
"""Per cent of the life time that one step of the card's own count stands for; step 11 is beyond its life."""
OLD: Final = 9
NORMAL: Final = 1
"""The card's word on its reserve (pre_eol_info of eMMC): 1 normal, 2 a warning, 3 urgent."""
NEW_CARD: Final = "Copy the games to a stick, and use a new card."


@check("wear", "Wear of the card", watched=600.0)
def wear(world: World) -> Sequence[Finding]:
    """How worn every card is that tells it, and every file system that has counted errors."""
    found = [finding for place in world.places("/sys/block/mmcblk[0-9]/device/life_time") if (finding := _of_card(world, place)) is not None]
    for place in world.places("/sys/fs/ext4/*/errors_count"):
        if count := _number(world.text(place), 10):
            words = f"The file system on {place.split('/')[4]} has counted {count} errors."
            found.append(Finding(BAD, words, f"{NEW_CARD} What is there may be damaged: see the check journal."))
    return found or [Finding(FINE, f"{_silent(world)}; no file system has counted errors.")]


def _silent(world: World) -> str:
    """Why nothing is known of wear, without a full stop."""
    cards = [place.split("/")[3] for place in world.places("/sys/block/mmcblk[0-9]/device/type") if world.text(place) == "SD"]
    if cards:
        return f"The card {cards[0]} is an SD card, which does not tell how worn it is, so copy the state folder to a stick now and then"
    return "No card tells how worn it is"


def _of_card(world: World, place: str) -> Finding | None:
    # Two numbers, for the two kinds of memory on the card: the more worn one counts.
    most = max(map(_number, (world.text(place) or "").split()), default=0)
    reserve = _number(world.text(place.replace("life_time", "pre_eol_info")))
    if not most:
        return None
    words = f"The card {place.split('/')[3]} has used {min(most * TENTH, 100)} % of its life"
    if most > TENTH or reserve > NORMAL + 1:
        return Finding(BAD, f"{words}; its reserve is nearly gone.", NEW_CARD)
    if most >= OLD or reserve > NORMAL:
        return Finding(NOTE, f"{words}.", NEW_CARD)
    return Finding(FINE, f"{words} at most.")


def _number(text: str | None, base: int = 16) -> int:
    try:
        return int(text or "", base)
    except ValueError:
        return 0


# ---- Journal ---------------------------------------------------------------------------------------------------------


LARGE: Final = 8 * MEGABYTE
"""Bytes from which on only the lists and the race that goes on are looked at: a slow card takes longer for the rest than a check may."""
START: Final = "Start the game: it keeps what can be read, and puts the damaged file aside."


@check("journal", "Journal")
def journal(world: World) -> Iterator[Finding]:
    """Whether the journal, in which games outlast power cuts, can be read and is whole; nothing on the disk is changed.

    The game may have it open meanwhile. A large one is looked at as at every start: the lists, and the race that goes on.
    """
    path = world.state / JOURNAL
    try:
        # With its log, which may hold most of what was played last.
        size = sum(file.stat().st_size for file in world.state.glob(f"{JOURNAL}*"))
        if size > LARGE:
            yield _in_passing(path, size)
            return
        with closing(open_journal(path, world.now(), writer=False)) as opened:
            yield _judged(opened, size)
    except (JournalFault, sqlite3.Error, OSError) as fault:
        words = str(fault) if isinstance(fault, JournalFault) else f"The journal {path} cannot be read ({fault})."
        yield Finding(BAD, words, f"The games stay in {world.state}; copy that folder before anything else.")


def _judged(opened: Journal, size: int) -> Finding:
    if opened.findings:
        words = " ".join(opened.findings)
        # What was put aside is done with, and told once more until the game has ended as it should.
        done = any(str(old) in words for old in opened.path.parent.glob(aside(opened.path, "*").name))
        return Finding(NOTE, words) if done else Finding(BAD, words, START)
    count = len(opened.games())
    if not count:
        return Finding(FINE, "Nothing has been kept yet.")
    return Finding(FINE, f"The journal is whole: {count} game{'' if count == 1 else 's'}, {size / MEGABYTE:.1f} MB.")


def _in_passing(path: Path, size: int) -> Finding:
    reason = damage(path, thorough=False)
    if reason:
        return Finding(BAD, f"The journal {path} is damaged ({reason}).", START)
    return Finding(FINE, f"The journal can be read; of its {size / MEGABYTE:.0f} MB only the newest were looked at.")
