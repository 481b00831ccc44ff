"""Play whole games without a screen, with random pilots, and sum them up.

    clockwork-derby simulate --games 100 --seats 8                   play on all boards in turn
    clockwork-derby simulate --table rig:8 --faults dirty=2%         use emulated readers
    clockwork-derby simulate --game diesel --db games.db             save the games

Games use the same session and readers as at the table. Faults of emulated readers change no result.
The same seed gives the same games. Game n of a run with the number S as its seed has the seed
S + n - 1; with a word as its seed, from the second game on, WORD-n. To play one game again, use
`--games 1 --seed …` with its board.

With `--db FILE` games are saved in a journal, and `step N HASH` is printed for each move when no
power cut can undo it. The same command continues an interrupted run and does not play finished
games again. If the file cannot be written, for example on a full disk, one message on standard
error says so, the games are finished in memory without `step` lines, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import IO, Any, Final

from companion.commands import Subparsers, add_command
from companion.commands._files import check_database
from companion.commands._options import (
    add_completion,
    add_deck,
    add_game,
    add_json,
    add_rules_help,
    add_seed,
    check_number,
    dealt_game_of,
    readers_url,
    settings_words,
)
from companion.commands._progress import ProgressBar
from companion.commands._terminal import amount, complain, print_json
from companion.commands._unattended import RaceResult, all_races, play_race
from companion.commands.race._boards import boards_to_play
from companion.errors import FormatError, SetupError
from companion.games.api import Game
from companion.geometry import HEADINGS, Square
from companion.journal.store import Journal, open_journal
from companion.session.commands import RecordEvents
from companion.session.flow import FLOWS
from companion.session.lobby.arrangement import BoardEntry
from companion.session.messages import SINGLE
from companion.session.past.replaying import mark_of
from companion.session.session import Session
from companion.session.view import BOARD

NAME = "simulate"
PARKING: Final = "parking"
UNKEPT = 1
PACE = 12
"""The speed of emulated readers here, in multiples of real time, if the machine permits.

Eight readers on two cores gain nothing from more.
"""


def add(subparsers: Subparsers) -> None:
    """Add the options: number of games, board, settings, form."""
    parser = add_command(subparsers, NAME, __doc__, add_help=False)
    asked = add_rules_help(parser)
    parser.add_argument(
        "--seats",
        type=int,
        default=4,
        metavar="N",
        help="the number of players, 1 to 8 (default: 4); a game may fill more seats",
    )
    add_game(parser, "the game")
    add_deck(parser)
    parser.add_argument(
        "--games", type=int, default=1, metavar="N", help="the number of games (default: 1)"
    )
    board = parser.add_argument(
        "--board",
        metavar="NAME|FILE",
        help=("a board of the game or a board file (default: all its boards in turn)"),
    )
    add_completion(board, "boards_or_files")
    add_seed(parser, 1)
    asked.seats, asked.rules = (
        True,
        parser.add_argument(
            "--rules",
            nargs="+",
            action="extend",
            default=[],
            metavar="KEY=VALUE",
            help="settings of the game",
        ),
    )
    parser.add_argument(
        "--turns",
        type=int,
        default=200,
        metavar="N",
        help="give up a game after this number of turns (default: 200)",
    )
    parser.add_argument(
        "--table",
        default="virtual:",
        metavar="URL",
        help="the readers: virtual: (the default) or emulated ones, such as rig:8",
    )
    parser.add_argument(
        "--faults",
        metavar="SPEC",
        help=("faults of emulated readers, such as corrupt=3%%,drop=1%%,unplug=20s,dirty=2%%"),
    )
    add_json(
        parser,
        "an object on a line for each game",
        "seed",
        "board",
        "turns",
        "winner",
        "over",
        "hash",
        "seconds",
        more=(
            "counts of the game, such as destroyed; with --count-touches also touches; winner is "
            "a seat, null for nobody, or an array"
        ),
    )
    parser.add_argument(
        "--db",
        metavar="FILE",
        help=(
            "save the games in this journal, print each saved step, and continue an interrupted run"
        ),
    )
    parser.add_argument(
        "--flow",
        choices=FLOWS,
        default=SINGLE,
        help=(
            "the instructions that one touch on Done confirms: list (a whole round), mixed, "
            "steps, or single (default: single)"
        ),
    )
    parser.add_argument(
        "--count-touches", action="store_true", help="count touches on Done in each turn"
    )
    parser.add_argument(
        "--trace",
        metavar="FILE",
        help="write all instructions and positions to a file, one JSON object on each line",
    )


def run(args: argparse.Namespace) -> int:
    """Play the games in order; return 1 if not everything could be saved."""
    check_number(args, "seats", 8)
    check_number(args, "games")
    check_number(args, "turns")
    game = dealt_game_of(args)
    if args.db is not None:
        check_database(Path(args.db), "a journal, or no file yet")
    readers = readers_url(args.table, args.faults, PACE)
    races = all_races(
        game,
        _boards(game, args.board),
        args.games,
        args.seats,
        settings_words(game, args.rules, seats=True),
        args.seed,
        args.turns,
        args.flow,
    )
    ended: list[RaceResult] = []
    with ExitStack() as stack:
        trace = None
        if args.trace is not None:
            try:
                file = stack.enter_context(open(args.trace, "w", encoding="utf-8", opener=_at_once))
            except OSError as fault:
                raise FormatError(
                    args.trace,
                    None,
                    f"no way to write there ({fault.strerror})",
                    "a file for the trace, in a folder that is there",
                ) from None
            trace = Trace(file, game)
        if args.db is None:
            steps = None
        else:
            steps = StepLog(stack.enter_context(closing(open_journal(Path(args.db), time.time()))))
        bar = stack.enter_context(ProgressBar(args.games, "games"))
        for race in races:
            if trace is not None:
                trace.begin()
            if steps is None:
                ended.append(play_race(race, trace, readers))
            else:
                ended.append(play_race(race, trace, readers, steps.journal, steps.tell))
                if ended[-1].unkept:
                    steps.complain(ended[-1].unkept)
            bar.step()
            if args.json:
                print_json(_facts(ended[-1], args.count_touches))
    if not args.json:
        print(*_summary(ended, args), sep="\n")
    return UNKEPT if any(game.unkept for game in ended) else 0


class StepLog:
    """Prints how recording goes: findings in the journal, durable steps, the first trouble."""

    def __init__(self, journal: Journal) -> None:
        self.journal, self._said = journal, ""
        for words in journal.findings:
            complain(words)

    def tell(self, session: Session, trouble: str) -> None:
        """Print the number and hash of a move, or why it is not saved.

        Call it once a move, in order.
        """
        if trouble:
            self.complain(trouble)
        else:
            print(f"step {session.timeline.number} {mark_of(session)}", flush=True)

    def complain(self, trouble: str) -> None:
        """Print why not everything is saved, the first time only."""
        if not self._said:
            self._said = trouble
            complain(f"{trouble} The games are played to their end.")


def _boards(game: Game, name: str | None) -> tuple[BoardEntry | None, ...]:
    """Return the boards to play on; a single None if the game has none.

    Raises:
        UnknownBoardError, FormatError, SetupError: There is no board of this name.
    """
    if BOARD in game.setup_pages:
        return boards_to_play(game, name)
    if name is not None:
        raise SetupError(
            f"--board: found {name!r}, but {game.title} is not played on a board; leave it out"
        )
    return (None,)


def _at_once(path: str, flags: int) -> int:
    """Open a file; a named pipe without a reader is an error instead of a wait."""
    handle = os.open(path, flags | os.O_NONBLOCK, 0o666)
    os.set_blocking(handle, True)
    return handle


def _facts(ended: RaceResult, touches: bool) -> dict[str, object]:
    """Return a game as JSON values; `winner` is a seat, null for nobody, or a list of several."""
    winner = list(ended.winners) if len(ended.winners) > 1 else next(iter(ended.winners), None)
    return {
        "seed": ended.seed,
        "board": ended.board,
        "turns": ended.turns,
        "winner": winner,
        "over": ended.over,
        **ended.tally,
        "hash": ended.digest,
        "seconds": ended.seconds,
        **({"touches": list(ended.touches)} if touches else {}),
    }


def _summary(ended: Sequence[RaceResult], args: argparse.Namespace) -> list[str]:
    """Return the games by board, and the wins; no times, so that a seed prints the same."""
    boards = list(dict.fromkeys(game.board for game in ended))
    lines = [f"{amount(len(ended), 'game')}, {amount(args.seats, 'seat')}, seed {args.seed}"]
    lines += [
        f"  {_sum(board or ended[0].title, [game for game in ended if game.board == board])}"
        for board in boards
    ]
    if len(boards) > 1:
        lines.append(f"  {_sum('all boards', ended)}")
    wins = [(seat, sum(seat in game.winners for game in ended)) for seat in range(1, 9)]
    lines.append(
        "won by "
        + (", ".join(f"seat {seat}: {count}" for seat, count in wins if count) or "nobody")
    )
    for board in boards if args.count_touches else []:
        turns = [count for game in ended if game.board == board for count in game.touches]
        lines.append(
            f"touches on Done a turn, {board or ended[0].title}: "
            f"{statistics.fmean(turns):.1f} in the mean, {max(turns)} at most"
            if turns
            else f"touches on Done a turn, {board or ended[0].title}: none"
        )
    undecided = sum(not game.over for game in ended)
    if undecided:
        lines.append(
            f"{amount(undecided, 'game')} given up after {amount(args.turns, 'turn')}, without "
            "a winner"
        )
    return lines


def _sum(what: str, games: Sequence[RaceResult]) -> str:
    won = sum(bool(game.winners) for game in games)
    tally = "".join(
        f", {statistics.fmean(game.tally[name] for game in games):.1f} {name} a game"
        for name in games[0].tally
    )
    return (
        f"{what}: {won} of {len(games)} won, "
        f"{statistics.median(game.turns for game in games):g} turns in the middle{tally}"
    )


# ---- Trace: its keys and words are read by programs, and do not depend on the game ----


class Trace:
    """Writes a race as JSON lines: the instructions of each register, and the positions after it.

    Register 0 is the start of the race, register 6 the cleanup. A race that is won in mid-turn ends
    with the positions of that register.
    """

    def __init__(self, stream: IO[str], game: Game) -> None:
        self.stream, self.game = stream, game
        self._race_begins = True

    def begin(self) -> None:
        """Begin another race with the next call."""
        self._race_begins = True

    def __call__(self, played: RecordEvents) -> None:
        """Write a register or the cleanup: an object per instruction, then one of all positions."""
        # Nobody moves before the registers. Only the first such call has news: the starting
        # positions.
        if not played.round and not self._race_begins:
            return
        self._race_begins = False
        when = {"turn": played.turn, "register": played.round}
        for instruction in played.instructions:
            facts = {
                "clank": instruction.seat,
                "moves": [
                    {
                        "clank": move.seat,
                        "from": _square_words(move.start),
                        "to": _square_words(move.end),
                        "heading": HEADINGS[move.after],
                    }
                    for move in instruction.moves
                ],
                "words": instruction.words,
            }
            self._write({"instruction": {**facts, **when}})
        positions = {
            str(piece.seat): PARKING
            if piece.square is None
            else f"{piece.square} {HEADINGS[piece.heading]}"
            for piece in self.game.scene(played.position).pieces
        }
        self._write({"positions": positions, **when})

    def _write(self, line: dict[str, Any]) -> None:
        self.stream.write(json.dumps(line, ensure_ascii=False) + "\n")


def _square_words(square: Square | None) -> str:
    return PARKING if square is None else square
