"""List, show, continue, export, import, replay and delete saved games.

Everything that happens is saved in the file journal.db of the state folder before it is shown,
each game separately. Commands that only read work while a game is being played. Commands that
change the journal say if another application uses it.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.app.loop import open_session
from companion.app.recording import RecalledGame, game_of
from companion.app.sealed_game import STAYS, has_own_deck, without_pins
from companion.app.snapshots import drop
from companion.commands import Subparsers, add_command
from companion.commands._kept_games import (
    HEAD,
    LIST_KEYS,
    SHOW_KEYS,
    Incident,
    SavedGame,
    chronicle,
    event_lines,
    from_file,
    from_journal,
    journal_in,
    list_facts,
    list_line,
    replay_facts,
    replay_game,
    replay_words,
    review_facts,
    review_lines,
    show_facts,
    show_lines,
)
from companion.commands._options import (
    Action,
    add_actions,
    add_display,
    add_json,
    add_state,
    add_window,
    play_in_window,
    readers_of,
    reporting_recording,
    state_of,
)
from companion.commands._terminal import (
    complain,
    escape_control,
    print_fault,
    print_json,
    print_result,
    say,
    take_terminal,
)
from companion.errors import DerbyError, FormatError, GameError, SetupError, reason
from companion.folders import write_whole
from companion.journal.base import DROPPED, NAMED, OPEN, OVER, RACE, SETUP, Batch
from companion.journal.file import write_game
from companion.kept_words import kept_words
from companion.names import unshown_words
from companion.session import view
from companion.session.lobby.kept_setup import without_people
from companion.session.pages.save import as_name
from companion.session.past.undo_points import place_words, undo_point_of
from companion.session.preferences import PreferencesLoaded
from companion.session.session import push_page
from companion.words import text

NAME = "games"
NOTHING_DONE = 1
DIFFERS, UNREADABLE = 1, 2
HIGHEST: Final = 2**63 - 1
"""The highest number that the journal can count to."""


def add(subparsers: Subparsers) -> None:
    parser = add_command(subparsers, NAME, __doc__)
    add_actions(parser, ACTIONS, add_state)


def run(args: argparse.Namespace) -> int:
    """Carry out the action; return 2 if a game or a file cannot be read."""
    status: int = args.carry_out(args)
    return status


def _add_number(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", type=_number_of, metavar="N", help="the game's number, from list")


def _number_of(text: str) -> int:
    """Return a game's number.

    Raises:
        ArgumentTypeError: It is no number, or larger than the database can count.
    """
    if not _is_number(text) or not 1 <= int(text) <= HIGHEST:
        raise argparse.ArgumentTypeError(
            f"found {text!r}, expected the number of a game, as `clockwork-derby games list` "
            "shows it"
        )
    return int(text)


def _is_number(text: str) -> bool:
    """Return whether a word on the command line is a game's number rather than a file."""
    return text.isascii() and text.isdigit() and len(text) < 20


# ---- Show ----


def _list_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="also list sessions without a game")
    add_json(parser, "an object on a line for each game", *LIST_KEYS)


def _list(args: argparse.Namespace) -> int:
    """List all saved games, the newest first; setups without a race only with --all."""
    with journal_in(state_of(args)) as journal:
        games = [game for game in journal.games() if args.all or game.kind != SETUP]
    if args.json:
        for game in games:
            print_json(list_facts(game))
    else:
        print(
            *(
                [HEAD, *map(list_line, games)]
                if games
                else [f"no games are saved in {state_of(args)}"]
            ),
            sep="\n",
        )
    return 0


def _show_arguments(parser: argparse.ArgumentParser) -> None:
    _add_number(parser)
    parser.add_argument(
        "--events",
        action="store_true",
        help="print everything that happened, turn by turn, including undone moves",
    )
    add_json(
        parser,
        "one object",
        *LIST_KEYS,
        *SHOW_KEYS,
        more=(
            "with --events an object on a line for each event: "
            f"{', '.join(Incident._fields)}; with --review decided, winner and turns"
        ),
    )
    parser.add_argument(
        "--watch",
        action="store_true",
        help=("replay the game in a window; of an unfinished game, all complete turns"),
    )
    parser.add_argument(
        "--review",
        action="store_true",
        help=("print the result of each turn, the best program and the deciding turn"),
    )
    add_display(parser)


def _show(args: argparse.Namespace) -> int:
    """Show one game, or everything that happened in it, by a replay."""
    with journal_in(state_of(args)) as journal:
        game = game_of(journal, args.number)
        source = from_journal(journal, game)
    if args.watch and not args.review:
        return _watch_replay(args, replay_game(source))
    if args.review and args.json:
        print_json(review_facts(replay_game(source).session))
    elif args.review:
        print(*review_lines(replay_game(source).session), sep="\n")
    elif args.events and args.json:
        for each in chronicle(source):
            print_json(each._asdict())
    elif args.events:
        print(*event_lines(source), sep="\n")
    elif args.json:
        print_json(show_facts(game, source, replay_game(source)))
    else:
        print(*show_lines(game, source, replay_game(source)), sep="\n")
    return 0


def _watch_replay(args: argparse.Namespace, found: RecalledGame) -> int:
    """Replay a race in a window that shows nothing else.

    Raises:
        SetupError: No race has begun.
    """
    from companion.app.preferences import read_preferences
    from companion.session.pages.replay import replay_of

    race = found.session
    if race.match is None:
        raise SetupError("this game was never begun: there is nothing to watch")
    # Virtual readers, because those of the table may be in use.
    loop = open_session("virtual:", game=race.config.game)
    loop.send(PreferencesLoaded(read_preferences(state_of(args))[0]))
    loop.session = push_page(loop.session, view.REPLAY, replay_of(race, alone=True))
    try:
        play_in_window(args, lambda: loop)
    finally:
        loop.close()
    return 0


def _replay_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games",
        nargs="+",
        metavar="N|FILE",
        help="the number of a game, or an exported file",
    )
    add_json(
        parser,
        "an object on a line for each game",
        "game",
        "same",
        "messages",
        "turns",
        "words",
        more="if a game cannot be read, game and error",
    )


def _replay(args: argparse.Namespace) -> int:
    """Print a line for each game; return 1 if one differs, 2 if one cannot be read.

    An unreadable game does not stop the others. Numbers and file names can be mixed; a word of
    digits is a number.
    """
    status = 0
    for word in args.games:
        try:
            source = _game_named(args, word)
            found = replay_game(source)
        except DerbyError as fault:
            status = UNREADABLE
            print_fault(args.json, fault, game=word)
            continue
        print_result(
            args.json,
            {"game": word, **replay_facts(source, found)},
            f"{source.name}: {replay_words(source, found)}",
        )
        if found.drift is not None:
            status = max(status, DIFFERS)
    return status


def _game_named(args: argparse.Namespace, word: str) -> SavedGame:
    if not _is_number(word):
        return from_file(word)
    try:
        number = _number_of(word)
    except argparse.ArgumentTypeError as fault:
        raise SetupError(str(fault)) from None
    with journal_in(state_of(args)) as journal:
        return from_journal(journal, game_of(journal, number))


# ---- Resume ----


def _resume_arguments(parser: argparse.ArgumentParser) -> None:
    _add_number(parser)
    add_window(parser)


def _resume(args: argparse.Namespace) -> int:
    """Resume a game; everything wrong with it is reported before a window opens."""
    from companion.app.startup import kept_session
    from companion.commands.play import load_session, with_phones

    folder = state_of(args)
    loop = with_phones(
        reporting_recording(kept_session(folder, readers=readers_of(args), number=args.number)),
        None,
        folder,
        fresh=True,
    )
    try:
        play_in_window(
            args,
            lambda: loop,
            load=lambda number: with_phones(
                load_session(args, folder, number), None, folder, fresh=True
            ),
        )
    finally:
        loop.close()
    return 0


# ---- Export and import ----


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    _add_number(parser)
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="the file to write (default: standard output)"
    )
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")


def _export(args: argparse.Namespace) -> int:
    """Write the file whole or not at all; a fault in the game leaves no file.

    Raises:
        SetupError: The file exists, and --force is missing.
    """
    with journal_in(state_of(args)) as journal:
        game = game_of(journal, args.number)
        if has_own_deck(game):
            raise SetupError(f"game {game.id} ({game.title_words}) is not exported: {STAYS}")
        shared = game, journal.entries(game.id)
        # If no session wrote its header, it has no PINs; writing the file reports its faults.
        with suppress(AttributeError, KeyError, RecursionError, TypeError, ValueError):
            shared = without_pins(*shared)
        text = write_game(*shared)
    if args.file is None:
        say(text)
        return 0
    path = Path(args.file)
    if path.exists() and not args.force:
        raise SetupError(
            f"{args.file} already exists: choose another name, or add --force to write over it"
        )
    try:
        write_whole(path, text)
    except (OSError, ValueError) as fault:
        raise FormatError(
            args.file,
            None,
            f"no way to write there ({reason(fault)})",
            "a file in a folder that may be written to",
        ) from None
    print(f"game {game.id} ({game.title_words}), {game.entries} messages, is in {args.file}")
    return 0


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="an exported file or a report")
    parser.add_argument(
        "--force",
        action="store_true",
        help=("add a game even if its replay differs; it can be viewed but not continued"),
    )
    add_json(
        parser,
        "an object on a line for each added game",
        "file",
        "number",
        "title",
        "same",
        "messages",
        "turns",
        "words",
    )


def _import(args: argparse.Namespace) -> int:
    """Add each file whole under a new number, or not at all.

    All files are read and replayed first, so that the journal is open for writing only briefly.

    Returns:
        1 if a game differs, 2 if one cannot be read.
    """
    status, wanted = 0, list[tuple[SavedGame, RecalledGame]]()
    for path in args.files:
        try:
            source = from_file(path)
            found = replay_game(source)
        except (FormatError, GameError) as fault:
            status = UNREADABLE
            complain(fault)
            continue
        if found.drift is not None and not args.force:
            status = max(status, DIFFERS)
            complain(f"{path} {replay_words(source, found)}; add --force to import it as it is")
        else:
            wanted.append((source, found))
    if wanted:
        with journal_in(state_of(args), writer=True) as journal:
            for source, found in wanted:
                number = journal.next_game()
                journal.append(_whole(number, source, found))
                if args.json:
                    print_json(
                        {
                            "file": source.name,
                            "number": number,
                            "title": source.opening.title,
                            **replay_facts(source, found),
                        }
                    )
                    continue
                called = f"“{source.called}”, " if source.called else ""
                print(
                    f"{source.name} is game {number} now: {called}{source.opening.title}, "
                    f"{replay_words(source, found)}"
                )
                if unshown := unshown_words(
                    source.called, source.opening.title, *found.session.lobby.setup.names.values()
                ):
                    print(f"{source.name}: warning: {unshown}")
    return status


def _whole(number: int, source: SavedGame, found: RecalledGame) -> Batch:
    """Return a game to add, without the people of its table.

    Its time of touch is that of its beginning, so that a game played here later is offered first.
    """
    session, opening = (
        found.session,
        source.opening._replace(header=without_people(source.opening.header)),
    )
    if session.match is not None:
        note = kept_words(place_words(session, undo_point_of(session)))
    else:
        note = ""
    state = OVER if session.page == view.OVER else OPEN
    # Only what can be resumed may be offered.
    if found.drift is not None:
        state, note = DROPPED, kept_words(text("the replay differs from the saved game"))
    # A setup without a race cannot be resumed either.
    elif opening.kind != RACE or session.match is None:
        state = DROPPED
    called = as_name(source.called)
    return Batch(
        number,
        source.entries,
        opening.began,
        opening,
        state,
        note,
        {f"{NAMED}{number}": called} if called else {},
    )


def _delete_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "numbers",
        nargs="+",
        type=_number_of,
        metavar="N",
        help="the numbers of the games, from list",
    )
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _delete(args: argparse.Namespace) -> int:
    """Delete all games, or none if a number is wrong or nobody agrees. Numbers are never reused.

    Raises:
        SetupError: There is no terminal to ask at, and --yes is missing.
    """
    with journal_in(state_of(args), writer=True) as journal:
        # A number that is given twice means one game.
        games = [game_of(journal, number) for number in dict.fromkeys(args.numbers)]
        if not args.yes:
            if not sys.stdin.isatty():
                raise SetupError(
                    "nobody can be asked: add --yes to delete permanently without asking"
                )
            take_terminal()
            titles = ", ".join(
                f"{game.id} ({game.title_words}, {game.entries} messages)" for game in games
            )
            try:
                consent = input(escape_control(f"Delete game {titles} for good? [y/N] "))
            except EOFError:
                consent = ""
            if consent.strip().lower() not in ("y", "yes"):
                print("nothing was deleted")
                return NOTHING_DONE
        # The snapshot may contain what is deleted, and is made again.
        drop(journal.path)
        for game in games:
            journal.delete(game.id)
            print(f"game {game.id} ({game.title_words}) is deleted")
    return 0


ACTIONS: Final[tuple[Action, ...]] = (
    ("list", "list the saved games, the newest first", _list_arguments, _list),
    (
        "show",
        "show one game: its setup, its position and corrections by hand",
        _show_arguments,
        _show,
    ),
    (
        "resume",
        "open the window and continue a game where it stopped",
        _resume_arguments,
        _resume,
    ),
    ("export", "write a game into a text file", _export_arguments, _export),
    (
        "import",
        "add games from files that are complete and replay with the same result",
        _import_arguments,
        _import,
    ),
    (
        "replay",
        "replay games and compare the hash of each register with the saved one",
        _replay_arguments,
        _replay,
    ),
    ("delete", "delete games permanently", _delete_arguments, _delete),
)
