"""Install a new version from a stick, or go back to the previous one.

    clockwork-derby update check FOLDER              check an update
    sudo clockwork-derby update install FOLDER       install it
    clockwork-derby update status                          show both installed versions

An update is a wheel file with SHA256SUMS and its signature beside it, in a folder with any wheels
that it needs. It is checked, installed beside the running version, tested there with a copy of the
journal, and takes over at the next start. If two starts do not reach the first screen, the old
version takes over again. Nothing is installed while a game is being played.

Only root can install, with root's own copy of the program outside both installations.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import deque
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.commands import Subparsers, add_command
from companion.commands._terminal import complain
from companion.errors import DerbyError, JournalError, UpdateError
from companion.folders import JOURNAL
from companion.kept_words import kept_words
from companion.privileged import CODE, TEXTS
from companion.words import Text, sentence, sentences, text, verbatim

NAME = "update"
SEATS, TURNS = 2, 2
"""Two of each: a single piece meets nobody, and only a second turn follows the end of a turn."""
REFUSED: Final = 2
"""The exit status of a command that failed."""
THINKERS: Final = ("steady", "champion")
"""The pilots that think while a version is tried."""
LONGEST_THOUGHT: Final = 20.0
"""Seconds that one of them may take."""
LONGEST_START: Final = 120.0
"""Seconds that their worker may take to start, which runs at low priority."""
CHECKS: Final = ("fonts",)
"""The doctor's checks of this version; all others examine the machine, which stays the same."""


def add(subparsers: Subparsers) -> None:
    """Add check, install, status, back, and the questions to a version before and while it runs."""
    from companion.privileged.terminal import DEEDS, add_deeds

    parser = add_command(subparsers, NAME, __doc__)
    deeds = parser.add_subparsers(metavar=f"{DEEDS}|try|playing", dest="deed", required=True)
    add_deeds(deeds)
    tried = deeds.add_parser("try", help="test this version, as before it takes over")
    tried.add_argument(
        "--state",
        metavar="DIR",
        required=True,
        help="a folder with a copy of the journal, which is changed",
    )
    playing = deeds.add_parser("playing", help="print yes if a game is being played, otherwise no")
    playing.add_argument(
        "--state", metavar="DIR", required=True, help="the folder that holds the games"
    )
    playing.add_argument(
        "--since",
        metavar="TIME",
        type=float,
        default=0.0,
        help="count only a game that was touched since this Unix time",
    )


def run(args: argparse.Namespace) -> int:
    """Carry out the action; return 2 if this version fails its own trial.

    Raises:
        UpdateError: It cannot be carried out.
    """
    match args.deed:
        case "try":
            # It prints texts as JSON for the other version, else in English.
            texts = TEXTS in os.environ
            try:
                for words in try_this(Path(args.state).absolute()):
                    print(kept_words(words) if texts else words)
            except DerbyError as fault:
                if not texts:
                    raise
                complain(kept_words(fault.words))
                return REFUSED
        case "playing":
            print("yes" if is_playing(Path(args.state).absolute(), args.since) else "no")
        case "install" | "back":
            raise UpdateError(
                f"root does this, by what lies in {CODE}: sudo clockwork-derby update "
                f"{args.deed}, on a machine on which the game is installed (sudo make install)"
            )
        case _:
            from companion.privileged.terminal import carry_out

            carry_out(args)
    return 0


# Check, status and back must work in a version that cannot play, so these functions import the game
# themselves.


def try_this(state: Path) -> Iterator[Text]:
    """Try this version: boards, two turns of each game, pilots in a worker, and the journal.

    The journal in the folder is changed.

    Yields:
        What people should know before they start this version.

    Raises:
        DerbyError: Says what fails.
    """
    from companion.app.loop import boards_of
    from companion.commands._unattended import all_races, play_race
    from companion.games import broken_games, find_game, games_known, own_keys
    from companion.health.base import BAD, run_checks
    from companion.health.world import World

    for finding in run_checks(World(), CHECKS):
        if finding.state == BAD:
            raise UpdateError(
                sentences(
                    *(
                        part if isinstance(part, Text) else verbatim(part)
                        for part in (finding.words, finding.remedy)
                    )
                )
            )
    # A game that cannot even be offered is in no list.
    own = own_keys()
    for key, fault in broken_games().items():
        # The games of other packages prevent no update.
        if key in own:
            raise UpdateError(fault.words)
    for one in games_known():
        if one.key not in own:
            continue
        game = find_game(one.key)
        if game is None:
            raise UpdateError(
                text(
                    "{game} cannot be played: {fault}",
                    game=one.title,
                    fault=text("it is not there"),
                )
            )
        (race,) = all_races(game, boards_of(game) or (None,), 1, SEATS, {}, 1, TURNS)
        ended = play_race(race)
        if ended.turns != TURNS and not ended.over:
            raise UpdateError(
                text(
                    "a game on {board} stops in turn {turn}, expected turn {expected}",
                    board=ended.title,
                    turn=ended.turns,
                    expected=TURNS,
                )
            )
    _try_pilots()
    yield from _journal_tried(state / JOURNAL)


def _try_pilots() -> None:
    """Let two pilots play a turn in the worker, as they do while the screen runs.

    Raises:
        UpdateError: They cannot.
    """
    from companion.app.loop import boards_of, open_session, play_to_the_end
    from companion.app.worker_client import InWorker
    from companion.games import usual_game
    from companion.pilots.base import pilots
    from companion.session.messages import Begin, notice_words

    known = pilots()
    # A worker may be slow here: there is no screen to wait, and everything else on the machine goes
    # first.
    worker = InWorker(known, limit=LONGEST_THOUGHT, long=LONGEST_START)
    loop = open_session(seed=1, boards=boards_of(usual_game())[:1], players=THINKERS)
    loop.thinking = worker

    def wait() -> float:
        """Let the worker think, and return the time."""
        worker.wait(0.1)
        return time.monotonic()

    try:
        loop.send(Begin())
        play_to_the_end(loop, 1, wait, longest=2 * LONGEST_START + LONGEST_THOUGHT)
        if worker.trouble:
            raise UpdateError(sentences(worker.trouble))
        if loop.session.notice:
            raise UpdateError(notice_words(loop.session.notice))
    finally:
        loop.close()


def _journal_tried(path: Path) -> Iterator[Text]:
    """Bring the journal up to date and read every game to its end.

    Yields why the unfinished race cannot be continued, which is no reason to keep the old version.

    Raises:
        JournalError: The journal is damaged.
    """
    from companion.app.startup import recall_whole
    from companion.journal.store import open_journal

    if not path.exists():
        return
    with closing(open_journal(path, time.time())) as journal:
        for game in journal.games():
            # Read to the end and dropped: damage raises JournalError on the way.
            deque(journal.entries(game.id), maxlen=0)
        kept = journal.unfinished()
        try:
            if kept is not None:
                recall_whole(journal, kept)
        except DerbyError as fault:
            yield sentence(
                text("the unfinished game cannot be continued: {fault}", fault=fault.words)
            )


def is_playing(state: Path, since: float) -> bool:
    """Return whether a game is running: the journal is open for writing, and its race was touched.

    `since` is the Unix time of the earliest touch that counts.
    """
    from companion.journal.lock import is_held
    from companion.journal.store import open_journal

    if not is_held(state / JOURNAL):
        return False
    try:
        journal = open_journal(state / JOURNAL, 0.0, writer=False)
    except JournalError:
        # Somebody plays, but what is unknown.
        return True
    with closing(journal):
        # A setup without a race is no reason to wait.
        kept = journal.unfinished()
        return kept is not None and kept.touched >= since
