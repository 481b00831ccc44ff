"""Let pilots race against each other, and rate their strength with error bars.

    clockwork-derby tournament --ladder --races 400 --db ladder.db      rate all pilots
    clockwork-derby tournament --pilots steady,mine:pilot --seats 4     compare your own pilot

Two pilots share the seats in turn (A B A B). Each race is played twice with the same cards, the
second time with swapped seats, so that neither has the better luck. The pilot of the winner gets
the point. In a race that is given up, the leader counts as its winner.

With --db each race is saved when it ends. After Ctrl-C, a crash or a power cut the same command
continues and gives the same results; with more --races it plays only the missing ones. If pilots or
rules have changed, use another file.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from companion.commands import Subparsers, add_command
from companion.commands._files import check_database, read_text
from companion.commands._options import (
    add_completion,
    add_game,
    add_json,
    add_rules_help,
    add_seed,
    check_number,
    game_of,
    settings_words,
)
from companion.commands._progress import ProgressBar
from companion.commands._terminal import complain, print_json
from companion.commands.race._boards import boards_to_play
from companion.errors import SetupError, TournamentError
from companion.games.api import Game
from companion.games.boards import shipped_boards
from companion.pilots.base import pilots
from companion.session.past.kept_names import MARKER_PAGE
from companion.session.view import BOARD
from companion.tournament import plot
from companion.tournament.report import as_json, report_on, tables
from companion.tournament.schedule import (
    AWAY,
    RaceBoard,
    Schedule,
    Settings,
    check,
    code_of,
    everybody_meets,
    ladder,
)
from companion.tournament.store import RaceStore, open_store, read_store
from companion.tournament.workers import check_cluster, cluster, local, outcomes

NAME = "tournament"
SLIPPED, INTERRUPTED = 1, 130
ALL = "all"
MARKERS = (AWAY, "beside", "on")
"""The places of markers relative to dangers; a custom board file has only the first."""


def add(subparsers: Subparsers) -> None:
    """Add the options: pilots, boards, races, workers, report."""
    parser = add_command(subparsers, NAME, __doc__, add_help=False)
    asked = add_rules_help(parser)
    who = parser.add_argument_group("pilots")
    add_completion(
        who.add_argument(
            "--pilots",
            metavar="A,B,…",
            help="pilots by name, your own as MODULE:NAME (default: all of the ladder)",
        ),
        "pilots",
    )
    how = who.add_mutually_exclusive_group()
    how.add_argument(
        "--ladder",
        action="store_true",
        help=(
            "pair each pilot with the next weaker one, and the strongest with the weakest "
            "(default: all pairs)"
        ),
    )
    how.add_argument("--together", action="store_true", help="let all of them play in one race")
    how.add_argument(
        "--alone",
        action="store_true",
        help="let each play with copies of itself, to measure its speed",
    )
    where = parser.add_argument_group("boards and rules")
    add_game(where, "the game")
    add_completion(
        where.add_argument(
            "--boards",
            default=ALL,
            metavar="A,B,…",
            help="shipped boards or board files (default: all shipped boards)",
        ),
        "boards_or_files",
    )
    where.add_argument(
        "--markers",
        metavar="A,B,…",
        help="the places of markers: away, beside, on dangers, or all three (default: away)",
    )
    asked.rules = where.add_argument(
        "--rules",
        nargs="+",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help=("settings of the game; repeat --rules to play everything with another set, too"),
    )
    many = parser.add_argument_group("size")
    many.add_argument(
        "--races",
        type=int,
        default=100,
        metavar="N",
        help="races of each pair on each board (default: 100)",
    )
    many.add_argument(
        "--seats",
        type=int,
        default=None,
        metavar="N",
        help="the number of seats (default: 2; 1 with --alone)",
    )
    many.add_argument(
        "--turns",
        type=int,
        default=100,
        metavar="N",
        help="give up a race after this number of turns (default: 100)",
    )
    add_seed(many, 1)
    by = parser.add_argument_group("execution and output")
    by.add_argument(
        "--workers",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="the number of processes (default: one for each processor)",
    )
    by.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help=("let a Dask cluster play, by the address of its scheduler; needs the extra cluster"),
    )
    by.add_argument(
        "--db",
        type=Path,
        metavar="FILE",
        help="save the races in this file, and continue an interrupted run",
    )
    by.add_argument(
        "--report",
        action="store_true",
        help="only sum up the races in --db, also during a run",
    )
    by.add_argument(
        "--within",
        type=int,
        default=25,
        metavar="N",
        help="report how many races were won within this number of turns (default: 25)",
    )
    add_json(
        by,
        "one object",
        "races",
        "planned",
        "seats",
        "turns",
        "seed",
        "code",
        "game",
        "within",
        "ratings",
        "meetings",
        "thinking",
        "slips",
        more="shares are from 0 to 1, times in milliseconds",
    )
    by.add_argument(
        "--plot",
        type=Path,
        metavar="FILE",
        help="draw the ratings as .png or .svg; needs the extra plots",
    )


def run(args: argparse.Namespace) -> int:
    """Play what is missing and sum up.

    Returns:
        1 if chance had to play for a pilot, 130 after Ctrl-C, else 0.
    """
    # Options are checked before anything is played.
    if args.seats is None:
        args.seats = 1 if args.alone else 2
    for name in ("races", "seats", "turns", "workers", "within"):
        check_number(args, name)
    if args.report and args.db is None:
        raise SetupError("--report sums up a file: name it with --db FILE")
    if args.db is not None:
        check_database(args.db, "the races of a tournament, or no file yet")
    if args.plot is not None:
        plot.check(args.plot)
    if args.cluster is not None:
        check_cluster()
    if args.report:
        with read_store(args.db) as store:
            return _print_report(store, None, args)
    schedule = _schedule(args)
    check(schedule)
    planned = schedule.total(args.races)
    with open_store(args.db, schedule) as store:
        try:
            _play(store, planned, args)
        except KeyboardInterrupt:
            complain(_stopped_words(store, planned))
            return INTERRUPTED
        except TournamentError as fault:
            raise TournamentError(
                f"{fault}; {_stopped_words(store, planned)}" if store.finished else str(fault)
            ) from None
        return _print_report(store, planned, args)


def _play(store: RaceStore, planned: int, args: argparse.Namespace) -> None:
    """Play the missing races, and save each portion when it arrives."""
    played = store.finished
    missing = [number for number in range(planned) if number not in played]
    if not missing:
        return
    # A worker takes half a second to start.
    workers = min(args.workers, len(missing))
    with (
        ProgressBar(planned, "races", planned - len(missing)) as bar,
        cluster(args.cluster) if args.cluster is not None else local(workers) as crew,
    ):
        for some in outcomes(crew, store.schedule, missing):
            store.keep(some)
            bar.step(len(some))


def _stopped_words(store: RaceStore, planned: int) -> str:
    kept = sum(number < planned for number in store.finished)
    if store.path is None:
        return (
            f"{kept} of {planned} races were played, and none is saved: with --db FILE they "
            "would be"
        )
    return (
        f"{kept} of {planned} races are saved in {store.path}: the same command goes on from there"
    )


def _print_report(store: RaceStore, planned: int | None, args: argparse.Namespace) -> int:
    """Print the report on the planned races, or with None on all saved ones."""
    found = store.outcomes(planned)
    report = report_on(
        store.schedule, found, len(found) if planned is None else planned, args.within
    )
    if args.json:
        print_json(as_json(report))
    else:
        print(*tables(report), sep="\n")
    if args.plot is not None:
        plot.draw(report, args.plot)
    return SLIPPED if report.slips else 0


# ---- Schedule ----


def _schedule(args: argparse.Namespace) -> Schedule:
    """Return the schedule of the options.

    Raises:
        SetupError, UnknownBoardError, FormatError: A named thing does not exist.
    """
    game = game_of(args)
    if args.pilots is not None:
        names = _words("--pilots", args.pilots)
    else:
        names = tuple(pilot.name for pilot in pilots().values() if pilot.strength >= 0)
    if len(names) < 2 and not args.alone:
        raise SetupError(
            f"one pilot ({', '.join(names)}) meets nobody: name two with --pilots A,B, or add "
            "--alone"
        )
    fields = (
        tuple((name,) for name in names)
        if args.alone
        else (names,)
        if args.together
        else ladder(names)
        if args.ladder
        else everybody_meets(names)
    )
    settings: tuple[Settings, ...] = tuple(
        tuple(sorted(settings_words(game, words).items())) for words in args.rules or [[]]
    )
    return Schedule(
        game.key,
        fields,
        tuple(_boards(game, args)),
        settings,
        args.seats,
        args.turns,
        str(args.seed),
        code_of(names, game.key),
    )


def _words(option: str, text: str) -> tuple[str, ...]:
    """Return the comma-separated words of an option, each once."""
    words = tuple(word.strip() for word in text.split(",") if word.strip())
    if not words:
        raise SetupError(
            f"{option} is {text!r}; name one at least, several with commas between them"
        )
    if twice := next((word for word in words if words.count(word) > 1), ""):
        raise SetupError(f"{option} names {twice!r} twice; name each once")
    return words


def _boards(game: Game, args: argparse.Namespace) -> Iterator[RaceBoard]:
    """Yield the boards, each with the wanted markers."""
    if BOARD not in game.setup_pages:
        if args.boards != ALL:
            raise SetupError(
                f"--boards: found {args.boards!r}, but {game.title} is not played on a board; "
                "leave it out"
            )
        yield RaceBoard("")
        return
    markers = (
        (AWAY,)
        if args.markers is None
        else MARKERS
        if args.markers == ALL
        else _words("--markers", args.markers)
    )
    for name in (None,) if args.boards == ALL else _words("--boards", args.boards):
        for entry in boards_to_play(game, name):
            # Workers may be on another machine, which has only the shipped boards.
            if entry.key in shipped_boards(game) and not Path(entry.key).is_file():
                text = ""
            else:
                text = read_text(entry.key, "a board file")
            if MARKER_PAGE not in game.setup_pages:
                yield RaceBoard(entry.key, text=text)
                continue
            places = dict(entry.markers)
            for word in markers:
                if word not in places:
                    raise SetupError(
                        f"--markers: {entry.title} has no markers {word!r}; it has "
                        f"{', '.join(places)}"
                    )
                yield RaceBoard(entry.key, word, places[word], text)
