"""What `clockwork-derby games` takes elsewhere or away: a game into a file, games out of files, and games deleted for good."""
from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from companion.app.recording import Recalled, game_of
from companion.commands._games_read import DIFFERS, UNREADABLE
from companion.commands._kept_words import replay_words
from companion.commands._options import state_of
from companion.commands._sources import Source, add_number, from_file, journal_in, number_of, recalled
from companion.commands._terminal import complain, harmless, say
from companion.errors import FormatFault, SetupFault
from companion.folders import write_whole
from companion.journal.base import DROPPED, OPEN, OVER, RACE, Batch, Game
from companion.journal.file import write_game
from companion.session import view
from companion.session.moments import moment_of, place_words

NOTHING_DONE = 1


def export_arguments(parser: argparse.ArgumentParser) -> None:
    """Which game, and where to."""
    add_number(parser)
    parser.add_argument("file", nargs="?", metavar="FILE", help="where to; to standard output when left out")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")


def export_game(args: argparse.Namespace) -> int:
    """The file is there whole or not at all.

    SetupFault where the file is there already and --force is not; a fault in the game leaves no file.
    """
    with journal_in(state_of(args)) as journal:
        game = game_of(journal, args.number)
        text = write_game(game, journal.entries(game.id))
    if args.file is None:
        say(text)
        return 0
    path = Path(args.file)
    if path.exists() and not args.force:
        raise SetupFault(f"{args.file} is there already: choose another name, or add --force to write over it")
    try:
        write_whole(path, text)
    except (OSError, ValueError) as fault:
        raise FormatFault(args.file, None, f"no way to write there ({fault})", "a file in a folder that may be written to") from None
    print(f"game {game.id} ({game.title}), {game.entries} messages, is in {args.file}")
    return 0


def import_arguments(parser: argparse.ArgumentParser) -> None:
    """Which files."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file that export wrote, or a report")
    parser.add_argument("--force", action="store_true", help="add a game although it comes out otherwise than it was kept; it can be looked at, not gone on with")


def import_games(args: argparse.Namespace) -> int:
    """Each file is added whole under a new number, or not at all; 1 when one comes out otherwise, 2 when one cannot be read.

    All files are read and played again before the journal is opened to write, so that it is held for the adding only.
    """
    status, wanted = 0, list[tuple[Source, Recalled]]()
    for path in args.files:
        try:
            source = from_file(path)
            found = recalled(source)
        except FormatFault as fault:
            status = UNREADABLE
            complain(fault)
            continue
        if found.drift is not None and not args.force:
            status = max(status, DIFFERS)
            complain(f"{path} {replay_words(source, found)}; add --force to import it as it is")
        else:
            wanted.append((source, found))
    if wanted:
        _add_games(state_of(args), wanted)
    return status


def _add_games(folder: Path, wanted: Iterable[tuple[Source, Recalled]]) -> None:
    with journal_in(folder, writer=True) as journal:
        for source, found in wanted:
            number = journal.next_game()
            journal.append(_whole(number, source, found))
            print(f"{source.name} is game {number} now: {source.opening.title}, {replay_words(source, found)}")


def _whole(number: int, source: Source, found: Recalled) -> Batch:
    """A game to add, touched when it was begun, so that it is not offered instead of one that was played here since."""
    session, opening = found.session, source.opening
    note = place_words(moment_of(session)) if session.match is not None else ""
    state = OVER if session.page == view.OVER else OPEN
    # What cannot be gone on with must not be offered.
    if found.drift is not None:
        state, note = DROPPED, "it comes out otherwise than it was kept"
    # A setup that somebody has taken along is nothing to go on with.
    elif opening.kind != RACE or session.match is None:
        state = DROPPED
    return Batch(number, source.entries, opening.began, opening, state, note)


def delete_arguments(parser: argparse.ArgumentParser) -> None:
    """Which games."""
    parser.add_argument("numbers", nargs="+", type=number_of, metavar="N", help="the numbers of the games, as list shows them")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def delete_games(args: argparse.Namespace) -> int:
    """All of them or, where a number is wrong or nobody says yes, none.

    Each is named once it is gone; its number is never given again.
    """
    with journal_in(state_of(args), writer=True) as journal:
        # A number that stands there twice means one game.
        games = [game_of(journal, number) for number in dict.fromkeys(args.numbers)]
        if not args.yes and not _agreed(games):
            print("nothing was deleted")
            return NOTHING_DONE
        for game in games:
            journal.delete(game.id)
            print(f"game {game.id} ({game.title}) is deleted")
    return 0


def _agreed(games: Iterable[Game]) -> bool:
    """Ask whoever sits at the terminal; SetupFault where nobody does."""
    if not sys.stdin.isatty():
        raise SetupFault("nobody is there to be asked: add --yes to delete without asking, which nothing brings back")
    told = ", ".join(f"{game.id} ({game.title}, {game.entries} messages)" for game in games)
    try:
        return input(harmless(f"Delete game {told} for good? [y/N] ")).strip().lower() in ("y", "yes")
    except EOFError:
        return False
