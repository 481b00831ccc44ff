"""`clockwork-derby simulate`: play whole games without a screen, every seat a random pilot, and sum them up.

They go through the same session and the same readers as a game at the table: `--table rig:8` plays them through emulated readers with the
real firmware, and `--faults` lets things go wrong there, which changes no game. The same seed gives the same games: game number n of a run
with seed S is played with the seed S + n - 1, so that `--games 1 --seed …` with its board plays it again.

With `--db FILE` every game is kept in a journal, and `step N HASH` is printed for each move of a race once no power cut can take it back. The
same command again goes on where the last one was stopped, and a game that is over is not played twice. Where the file cannot be written any
more, as on a full disk, that is said once on standard error and the games are played to their end in memory, without `step` lines; the exit
status is 1 then.
"""
from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import IO, Any, Final

from companion.app.loop import catalogue
from companion.commands import Subparsers
from companion.commands._files import BOARD_ENDING, read_text
from companion.commands._options import readers_url
from companion.commands._terminal import Door, complain
from companion.commands._unattended import Ended, PlannedRace, all_races, play_race
from companion.engine.geometry import HEADINGS, Square
from companion.engine.rules import OPTIONS, rules_from
from companion.errors import FormatFault, SetupFault
from companion.formats.board import parse_board
from companion.games import usual_game
from companion.games.base import Game, Instruction, MovePicture, Piece
from companion.journal.store import Journal, open_journal
from companion.session.commands import Played
from companion.session.replaying import mark_of
from companion.session.session import BoardEntry, Session
from companion.words import NOTHING

NAME = "simulate"
UNKEPT = 1
PACE = 12
"""How many times as fast as time emulated readers work here, as far as the machine can; eight on two cores do not gain by more."""
PARKING: Final = "parking"
WIDTH: Final = 30
PATIENCE: Final = 0.5
"""Seconds before the bar appears; between two updates a fifth of that."""


def add(subparsers: Subparsers) -> None:
    """How many games, on which board, by which settings, in what form."""
    parser = subparsers.add_parser(
        NAME, help="play whole games with random pilots and sum them up", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seats", type=int, default=4, metavar="N", help="how many clanks race, 1 to 8 (default 4)")
    parser.add_argument("--games", type=int, default=1, metavar="N", help="how many games (default 1)")
    parser.add_argument("--board", metavar="NAME", help="a shipped board or the path of a board file; all shipped boards in turn when left out")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="where all chance comes from, a whole number (default 1)")
    parser.add_argument("--rules", nargs="+", action="extend", default=[], metavar="KEY=VALUE", help=f"settings: {_settings()}")
    parser.add_argument("--turns", type=int, default=200, metavar="N", help="give up a game after so many turns (default 200)")
    parser.add_argument("--table", default="virtual:", metavar="URL", help="the readers: virtual: (the default), or emulated ones with the real firmware, rig:8")
    parser.add_argument("--faults", metavar="SPEC", help="what goes wrong at emulated readers, such as corrupt=3%%,drop=1%%,unplug=20s,dirty=2%%")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each game")
    parser.add_argument("--db", metavar="FILE", help="keep the games in a journal, each step printed once it is durable; one that was cut off there is gone on with")
    parser.add_argument("--trace", metavar="FILE", help="write every instruction and position to a file, one JSON object a line")


def _settings() -> str:
    return ", ".join(f"{option.key}={'|'.join(choice.word for choice in option.choices)}" for option in OPTIONS)


def run(args: argparse.Namespace) -> int:
    """Play them one after the other; 1 where not all of it could be kept, 2 for anything on the command line that cannot be."""
    _check(args)
    readers = readers_url(args.table, args.faults, PACE)
    races = all_races(_entries(args.board), args.games, args.seats, _words(args.rules), args.seed, args.turns)
    ended: list[Ended] = []
    with ExitStack() as stack:
        trace = _trace(args.trace, stack)
        steps = None if args.db is None else Steps(stack.enter_context(closing(open_journal(Path(args.db), time.time()))))
        bar = stack.enter_context(Progress(args.games, "games"))
        for race in races:
            ended.append(_played(race, trace, readers, steps))
            bar.step()
            if args.json:
                bar.hide()
                print(json.dumps(_as_json(ended[-1]), ensure_ascii=False), flush=True)
    if not args.json:
        print(*_summary(ended, args), sep="\n")
    return UNKEPT if any(game.unkept for game in ended) else 0


class Steps:
    """Prints how the recording goes: what was found in the journal, each step once it is durable, and once what hinders it."""

    def __init__(self, journal: Journal) -> None:
        self.journal, self._said = journal, ""
        for words in journal.findings:
            complain(words)

    def tell(self, session: Session, trouble: str) -> None:
        """Print a move of the race, its number and the hash after it, or why it is not kept. Called once a move, in order."""
        if trouble:
            self.complain(trouble)
        else:
            print(f"step {session.number} {mark_of(session)}", flush=True)

    def complain(self, trouble: str) -> None:
        """Print why not everything is kept, the first time only."""
        if not self._said:
            self._said = trouble
            complain(f"{trouble} The games are played to their end.")


def _check(args: argparse.Namespace) -> None:
    for name, low, high in (("seats", 1, 8), ("games", 1, None), ("turns", 1, None)):
        value = getattr(args, name)
        if value < low or high is not None and value > high:
            wanted = f"from {low} to {high}" if high is not None else f"{low} or more"
            raise SetupFault(f"--{name} is {value}; it must be a whole number, {wanted}")


def _words(settings: Iterable[str]) -> dict[str, str]:
    """The settings' words, however they are strung together; SetupFault names what is wrong with one."""
    words = {}
    for setting in " ".join(settings).replace(",", " ").split():
        key, equals, word = setting.partition("=")
        if not equals:
            raise SetupFault(f"--rules has {setting!r}; write it as key=value, such as lives=inf")
        words[key] = word
    try:
        rules_from(words)
    except ValueError as fault:
        raise SetupFault(f"--rules: {fault}") from None
    return words


def _entries(name: str | None) -> tuple[BoardEntry, ...]:
    """The boards to play on; UnknownBoard or FormatFault where there is none."""
    if name is None or not (name.endswith(BOARD_ENDING) or Path(name).is_file()):
        return catalogue() if name is None else catalogue([name])
    board = parse_board(read_text(name, "a board file"), name)
    # Nobody is there to lay flags.
    if not board.suggested_flags:
        raise SetupFault(f"{name} suggests no flags: add a line such as suggested_flags = [\"C14\", \"J9\"]")
    return (BoardEntry(name, board.name or name, NOTHING, board, (("away", board.suggested_flags),)),)


def _trace(path: str | None, stack: ExitStack) -> Trace | None:
    if path is None:
        return None
    try:
        return Trace(stack.enter_context(open(path, "w", encoding="utf-8", opener=_at_once)), usual_game())
    except OSError as fault:
        raise FormatFault(path, None, f"no way to write there ({fault.strerror})", "a file for the trace, in a folder that is there") from None


def _at_once(path: str, flags: int) -> int:
    """Open a file; a named pipe that nobody reads is a fault at once, and is not waited for."""
    handle = os.open(path, flags | os.O_NONBLOCK, 0o666)
    os.set_blocking(handle, True)
    return handle


def _played(race: PlannedRace, trace: Trace | None, readers: str, steps: Steps | None) -> Ended:
    if trace is not None:
        trace.begin()
    if steps is None:
        return play_race(race, trace, readers)
    ended = play_race(race, trace, readers, steps.journal, steps.tell)
    if ended.unkept:
        steps.complain(ended.unkept)
    return ended


def _as_json(ended: Ended) -> dict[str, object]:
    return {
        "seed": ended.seed, "board": ended.board, "turns": ended.turns, "winner": ended.winner, "over": ended.over, "deaths": ended.deaths,
        "hash": ended.digest, "seconds": ended.seconds,
    }


def _summary(ended: Sequence[Ended], args: argparse.Namespace) -> list[str]:
    """The games by board, and who won how often; no times, so that the same seed prints the same."""
    boards = list(dict.fromkeys(game.board for game in ended))
    lines = [f"{_count(len(ended), 'game')}, {_count(args.seats, 'seat')}, seed {args.seed}"]
    lines += [f"  {_sum(board, [game for game in ended if game.board == board])}" for board in boards]
    if len(boards) > 1:
        lines.append(f"  {_sum('all boards', ended)}")
    wins = [(seat, sum(game.winner == seat for game in ended)) for seat in range(1, 9)]
    lines.append("won by " + (", ".join(f"seat {seat}: {count}" for seat, count in wins if count) or "nobody"))
    undecided = sum(not game.over for game in ended)
    if undecided:
        lines.append(f"{_count(undecided, 'game')} given up after {_count(args.turns, 'turn')}, without a winner")
    return lines


def _sum(what: str, games: Sequence[Ended]) -> str:
    won = sum(game.winner is not None for game in games)
    turns, deaths = statistics.median(game.turns for game in games), statistics.fmean(game.deaths for game in games)
    return f"{what}: {won} of {len(games)} won, {turns:g} turns in the middle, {deaths:.1f} deaths a game"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


# ---- The trace --------------------------------------------------------------------------------------------------------------


class Trace:
    """Writes a race to a stream as JSON lines: the instructions of every register, and the positions after it.

    Register 0 is the start of the race, register 6 the cleanup. A race that is won in mid-turn ends with the positions of that register.
    """

    def __init__(self, stream: IO[str], game: Game) -> None:
        self.stream, self.game = stream, game
        self._race_begins = True

    def begin(self) -> None:
        """Take the next call for the start of another race."""
        self._race_begins = True

    def __call__(self, played: Played) -> None:
        """Write one register or cleanup: an object for each instruction, then one with all positions."""
        # Before the registers nobody moves. Only the first of these calls tells something: where everybody starts.
        if not played.round and not self._race_begins:
            return
        self._race_begins = False
        when = {"turn": played.turn, "register": played.round}
        for told in played.instructions:
            self._write({"instruction": {**_instruction(told), **when}})
        self._write({"positions": _positions(self.game.scene(played.position).pieces), **when})

    def _write(self, line: dict[str, Any]) -> None:
        self.stream.write(json.dumps(line, ensure_ascii=False) + "\n")


def _instruction(told: Instruction) -> dict[str, Any]:
    return {"clank": told.seat, "moves": [_move(move) for move in told.moves], "words": told.words}


def _move(move: MovePicture) -> dict[str, Any]:
    return {"clank": move.seat, "from": _place(move.start), "to": _place(move.end), "heading": HEADINGS[move.after]}


def _place(square: Square | None) -> str:
    return PARKING if square is None else square


def _positions(pieces: Iterable[Piece]) -> dict[str, str]:
    return {
        str(piece.seat): PARKING if piece.square is None else f"{piece.square} {HEADINGS[piece.heading]}" for piece in pieces
    }


# ---- The progress bar --------------------------------------------------------------------------------------------------------


class Progress:
    """A progress bar for `total` steps on standard error, shown only on a terminal and only in long runs.

    It is a context manager, so that the bar goes when the run ends or fails. `what` is the word behind the numbers, such as "games".
    """

    def __init__(self, total: int, what: str) -> None:
        self.total, self.what, self.done = total, what, 0
        self._shown = False
        self._next = time.monotonic() + PATIENCE
        self._live = sys.stderr.isatty()
        # The bar moves the cursor on purpose, and prints nothing but numbers and a word of our own.
        self._bare = sys.stderr.bare if isinstance(sys.stderr, Door) else sys.stderr

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()

    def step(self) -> None:
        """Count one more, and draw the bar now and then."""
        self.done += 1
        if self._live and time.monotonic() >= self._next:
            self._next = time.monotonic() + PATIENCE / 5
            self._shown = True
            full = WIDTH * self.done // self.total
            print(f"\r[{'#' * full}{'.' * (WIDTH - full)}] {self.done}/{self.total} {self.what}", end="", file=self._bare, flush=True)

    def hide(self) -> None:
        """Remove the bar, before something else is printed."""
        if self._shown:
            print("\r\x1b[K", end="", file=self._bare, flush=True)
            self._shown = False
