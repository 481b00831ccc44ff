"""What a version is asked by who installs another one: to examine itself before it takes over, and whether a race is being played in it."""
from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.app.loop import catalogue
from companion.app.startup import recall_whole
from companion.commands._unattended import all_races, play_race
from companion.errors import DerbyError, JournalFault, UpdateFault
from companion.folders import JOURNAL
from companion.health.base import BAD, examined
from companion.health.world import World
from companion.journal.lock import is_held
from companion.journal.store import open_journal

# Two of each: a clank alone meets nobody, and only a second turn has a cleanup behind it.
SEATS, TURNS = 2, 2
CHECKS = ("fonts",)
"""What of the doctor's checks asks for this version alone, and not for the machine, which is the same before and after."""


def try_this(state: Path) -> None:
    """Load every board, play two turns, and open the journal that lies in the folder: it is changed there. A DerbyError says what fails.

    Prints what people should know before they start this version.
    """
    for finding in examined(World(), CHECKS):
        if finding.state == BAD:
            raise UpdateFault(f"{finding.words} {finding.remedy}")
    boards = catalogue()
    (race,) = all_races(boards, 1, SEATS, {}, 1, TURNS)
    ended = play_race(race)
    if ended.turns != TURNS and not ended.over:
        raise UpdateFault(f"a game on {ended.board} stops in turn {ended.turns}, expected turn {TURNS}")
    for words in _journal_tried(state / JOURNAL):
        print(words)


def is_playing(state: Path, since: float) -> bool:
    """Whether a race that is not over stands in the journal, was touched since a Unix time, and somebody has the journal open to write."""
    if not is_held(state / JOURNAL):
        return False
    try:
        journal = open_journal(state / JOURNAL, 0.0, writer=False)
    except JournalFault:
        # Somebody plays, and what, nobody can tell.
        return True
    with closing(journal):
        # A setup that nobody has begun to race on is no reason to wait.
        kept = journal.unfinished()
        return kept is not None and kept.touched >= since


def _journal_tried(path: Path) -> Iterator[str]:
    """Bring the journal up to date and read every game to its end; JournalFault where that cannot be done.

    Yields why the race that would be offered cannot be gone on with, which is no reason to stay with the old version for ever.
    """
    if not path.exists():
        return
    with closing(open_journal(path, time.time())) as journal:
        for game in journal.games():
            # Read to the end and thrown away: damage shows itself as JournalFault.
            deque(journal.entries(game.id), maxlen=0)
        kept = journal.unfinished()
        try:
            if kept is not None:
                recall_whole(journal, kept)
        except DerbyError as fault:
            yield f"The race that is not finished cannot be gone on with: {fault}."
