"""Check where games are kept: room and rights on the disk, wear of the card, the journal."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.errors import JournalError
from companion.folders import JOURNAL
from companion.health.base import BAD, FINE, NOTE, Finding, check
from companion.health.world import World
from companion.journal.checking import damage, has_log, losses, remedy
from companion.journal.disk import connect
from companion.journal.lock import left_by
from companion.journal.store import open_journal
from companion.journal.tables import VERSION, findings, version_of
from companion.words import Text, count, sentences, term, text

MEGABYTE: Final = 1_000_000

# ---- Disk ----------------------------------------------------------------------------------------


LITTLE: Final = 50 * MEGABYTE
"""Bytes below which a journal, an update or a report may not fit."""
MODEST: Final = 500 * MEGABYTE
"""Bytes below which it is worth knowing."""
FEW: Final = 3
"""Maximum number of files named."""


@check("disk", term("check", "Disk"), watched=30.0)
def disk(world: World) -> Iterator[Finding]:
    """Check whether the state folder has room and may be written."""
    try:
        room = world.disk(world.state)
    except OSError as fault:
        words = text("The disk does not answer ({fault}).", fault=str(fault))
        yield Finding(
            BAD, words, text("Start the computer again. If nothing changes, use a new card.")
        )
        return
    free, whole = room.free // MEGABYTE, room.total // MEGABYTE
    who = world.person().name
    give = text(
        "Give it to {user}: sudo chown -R {user}: {folder}.", user=who, folder=str(world.state)
    )
    # Nobody may write on a read-only disk, and rights would not help; without rights no room would.
    if room.read_only:
        yield Finding(
            BAD,
            text("The disk is read-only, so no game is saved."),
            text("Start the computer again. If the fault returns, use a new card."),
        )
    elif not room.writable:
        if room.owner:
            words = text(
                "{user} has no right to write into the folder of games (it belongs to {owner}), "
                "so no game is saved.",
                user=who,
                owner=room.owner,
            )
        else:
            words = text(
                "{user} has no right to write into the folder of games, so no game is saved.",
                user=who,
            )
        yield Finding(BAD, words, give)
    elif room.closed:
        words = text(
            "{user} has no right to change {files} in the folder of games, so games may be lost.",
            user=who,
            files=", ".join(room.closed[:FEW]),
        )
        yield Finding(BAD, words, sentences(give, text("Never play as root with this folder.")))
    elif room.free < LITTLE:
        words = text("The disk is full: {free} MB of {all} MB are free.", free=free, all=whole)
        yield Finding(BAD, words, text("Delete files that you do not need, or use a larger card."))
    elif room.free < MODEST:
        words = text(
            "The disk is nearly full: {free} MB of {all} MB are free.", free=free, all=whole
        )
        yield Finding(NOTE, words, text("Delete files that you do not need."))
    else:
        words = text(
            "Games are saved in {folder}: {free} MB of {all} MB are free.",
            folder=str(world.state),
            free=free,
            all=whole,
        )
        yield Finding(FINE, words)


# ---- Wear ----------------------------------------------------------------------------------------


TENTH: Final = 10
"""Per cent of the life time in one step of the card's count; step 11 is beyond its life."""
OLD: Final = 9
NORMAL: Final = 1
"""The card's reserve (pre_eol_info of eMMC): 1 normal, 2 a warning, 3 urgent."""
NEW_CARD: Final = text("Copy the games to a stick, and use a new card.")


@check("wear", term("check", "Wear of the card"), watched=600.0)
def wear(world: World) -> Sequence[Finding]:
    """Report the wear of every card that tells it, and file systems that have counted errors."""
    found = [
        finding
        for place in world.places("/sys/block/mmcblk[0-9]/device/life_time")
        if (finding := _of_card(world, place)) is not None
    ]
    for place in world.places("/sys/fs/ext4/*/errors_count"):
        if errors := _parsed_int(world.text(place), 10):
            words = text(
                "The file system on {device} has counted {errors} errors.",
                device=place.split("/")[4],
                errors=errors,
            )
            found.append(
                Finding(
                    BAD,
                    words,
                    sentences(NEW_CARD, text("Files there may be damaged: see the check Journal.")),
                )
            )
    if found:
        return found
    for place in world.places("/sys/block/mmcblk[0-9]/device/type"):
        if world.text(place) == "SD":
            words = text(
                "The SD card {card} does not report its wear: copy the state folder to a stick now "
                "and then. No file system has counted errors.",
                card=place.split("/")[3],
            )
            return [Finding(FINE, words)]
    return [Finding(FINE, text("No card reports its wear; no file system has counted errors."))]


def _of_card(world: World, place: str) -> Finding | None:
    # Two numbers, for the two kinds of memory on the card: the more worn one counts.
    most = max(map(_parsed_int, (world.text(place) or "").split()), default=0)
    reserve = _parsed_int(world.text(place.replace("life_time", "pre_eol_info")))
    if not most:
        return None
    card, used = place.split("/")[3], min(most * TENTH, 100)
    if most > TENTH or reserve > NORMAL + 1:
        return Finding(
            BAD,
            text(
                "The card {card} has used {used} % of its life; its reserve is nearly gone.",
                card=card,
                used=used,
            ),
            NEW_CARD,
        )
    if most >= OLD or reserve > NORMAL:
        return Finding(
            NOTE,
            text("The card {card} has used {used} % of its life.", card=card, used=used),
            NEW_CARD,
        )
    return Finding(
        FINE, text("The card {card} has used {used} % of its life at most.", card=card, used=used)
    )


def _parsed_int(digits: str | None, base: int = 16) -> int:
    try:
        return int(digits or "", base)
    except ValueError:
        return 0


# ---- Journal -------------------------------------------------------------------------------------


LARGE: Final = 8 * MEGABYTE
"""Bytes from which only the lists and the current race are checked: the rest may take too long."""
START: Final = text(
    "Start the app: it recovers all readable games and puts the damaged file aside."
)


@check("journal", term("check", "Journal"))
def journal(world: World) -> Iterator[Finding]:
    """Check whether the journal can be read and is complete; changes nothing on the disk.

    The game may have it open. A large one is checked as at every start: the lists, and the current
    race.
    """
    path = world.state / JOURNAL
    try:
        # With its log, which may contain most of the latest games.
        size = sum(file.stat().st_size for file in world.state.glob(f"{JOURNAL}*"))
        if size > LARGE:
            yield _in_passing(path, size)
            return
        with closing(open_journal(path, world.now(), writer=False)) as opened:
            if opened.findings:
                known = _recorded_repairs(opened.path)
                yield _loss_finding(opened.findings, opened.path, new=opened.findings != known)
                return
            games, megabytes = len(opened.games()), f"{size / MEGABYTE:.1f}"
            yield Finding(
                FINE,
                count(
                    "The journal is undamaged: {number} game, {megabytes} MB.",
                    "The journal is undamaged: {number} games, {megabytes} MB.",
                    games,
                    megabytes=megabytes,
                )
                if games
                else text("Nothing is saved yet."),
            )
    except (JournalError, sqlite3.Error, OSError) as fault:
        if isinstance(fault, JournalError):
            words = fault.words
        else:
            words = text(
                "The journal {path} cannot be read ({fault}).",
                path=str(path),
                fault=getattr(fault, "strerror", None) or str(fault),
            )
        yield Finding(
            BAD,
            words,
            text(
                "The games stay in {folder}; copy that folder before anything else.",
                folder=str(world.state),
            ),
        )


def _loss_finding(said: tuple[Text, ...], path: Path, *, new: bool) -> Finding:
    """Return a finding about losses.

    Repaired ones are repeated until the game has ended properly.
    """
    restore = remedy(path)
    words = sentences(*(found for found in said if found != restore))
    if restore in said:
        return Finding(BAD if new else NOTE, words, restore)
    return Finding(BAD, words, START) if new else Finding(NOTE, words)


def _recorded_repairs(path: Path) -> tuple[Text | str, ...]:
    """Return the journal's own record of repaired damage, nothing if unreadable."""
    try:
        with closing(connect(path, write=False)) as connection:
            return findings(connection)
    except sqlite3.Error:
        return ()


def _in_passing(path: Path, size: int) -> Finding:
    logged, noted, reason = has_log(path), left_by(path), damage(path, thorough=False)
    if reason:
        return Finding(
            BAD,
            text("The journal {path} is damaged ({reason}).", path=str(path), reason=reason),
            START,
        )
    with closing(connect(path, write=False)) as connection:
        # Journals of earlier versions have no table of findings; the game migrates them.
        lost: tuple[Text, ...] = ()
        known: tuple[Text, ...] = ()
        if noted is not None and version_of(connection) == VERSION:
            lost = losses(path, connection, noted, logged)
            known = (*findings(connection), *(lost if noted == left_by(path) else ()))
    if known:
        return _loss_finding(known, path, new=bool(lost))
    words = text(
        "The journal can be read; only the newest of its {megabytes} MB were checked.",
        megabytes=f"{size / MEGABYTE:.0f}",
    )
    return Finding(FINE, words)
