"""Play whole races without people: set up like any session, played by pilots, checked."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from companion.app.loop import EventLoop, go_on, open_session, play_to_the_end
from companion.app.recording import GameRecorder
from companion.app.startup import recall_whole
from companion.errors import RuleError, SetupError, TableError
from companion.games import USUAL
from companion.games.api import Game
from companion.games.asking import Finished
from companion.games.parts import Invariants, Results, starting_squares
from companion.journal.base import DROPPED, RACE, KeptGame
from companion.journal.store import Journal
from companion.named_tuples import NamedTuple
from companion.session.commands import RecordEvents
from companion.session.lobby.arrangement import NOBODY, BoardEntry
from companion.session.lobby.seat_rules import SetSeatRule
from companion.session.messages import SINGLE, Begin, SetFlow, SetRule
from companion.session.past.undo_points import turn_of, undo_point_of
from companion.session.session import Session
from companion.table.urls import table_for_url

PILOT: Final = "random"
AT_ONCE: Final = "virtual:"
"""The URL of the table whose readers answer immediately."""
WAKING: Final = 20.0
"""Seconds that emulated readers have to start."""
MOMENT: Final = 0.001
"""Seconds between two polls of readers that need time to answer."""


class PlannedRace(NamedTuple):
    """A race of a game to play without people."""

    game: Game
    entry: BoardEntry | None
    """The board, or None if the game has none."""
    seats: int
    """The number of seats."""
    words: Mapping[str, str]
    """Unusual settings; those of a seat have keys such as `2:model`."""
    seed: int | str
    turns: int
    """The turn at which it is given up."""
    flow: str = SINGLE
    """The extent of one touch's confirmation; it changes no race."""

    @property
    def title(self) -> str:
        """The title of the game that is played, for people."""
        return self.game.title if self.entry is None else self.entry.title

    @property
    def boards(self) -> tuple[BoardEntry, ...]:
        """The board, if there is one."""
        return () if self.entry is None else (self.entry,)


class RaceResult(NamedTuple):
    """The result of a race."""

    seed: int | str
    title: str
    """The title of the game that was played."""
    board: str
    """The board's key, or ""."""
    turns: int
    """The last turn."""
    winners: tuple[int, ...]
    """The seats that won."""
    over: bool
    """False if the turns ran out."""
    tally: Mapping[str, int]
    """The counts of the game (`Results.tally`)."""
    digest: str
    """The hash of the final position."""
    seconds: float
    """The time of this run only, also if the race was continued."""
    unkept: str = ""
    """The reason for which it could not all be recorded, or ""."""
    touches: tuple[int, ...] = ()
    """The touches on Done in each turn."""


def play_race(
    race: PlannedRace,
    listen: Callable[[RecordEvents], None] | None = None,
    readers: str = AT_ONCE,
    journal: Journal | None = None,
    moved: Callable[[Session, str], None] | None = None,
) -> RaceResult:
    """Play a race to its end.

    Args:
        race: The race.
        listen: Called with everything that happens.
        readers: The table's URL.
        journal: Where to record it; an unfinished race of the same title there is continued, and a
            finished one is not played again.
        moved: Called after each durable move, with a sentence if the race cannot be recorded and
            continues in memory.

    Raises:
        RuleError: An invariant of the rules is broken.
        TableError: The readers fail, or there is no progress.
        JournalError: A recorded race cannot be continued.
    """
    began = time.perf_counter()
    kept = None if journal is None else find_kept(journal, race_title(race))
    loop = _open_race(race, readers, journal, kept)
    if moved is not None:
        loop.on_moved = lambda session: moved(session, _race_error(loop))
    try:
        if readers != AT_ONCE:
            _await_readers(loop)
        ended = _play(loop, race, listen, None if readers == AT_ONCE else _wait, began)
    finally:
        loop.close()
    return ended._replace(unkept=_race_error(loop))


def _race_error(loop: EventLoop) -> str:
    return str(loop.record.trouble) if loop.record is not None else ""


def _open_race(
    race: PlannedRace, readers: str, journal: Journal | None, kept: KeptGame | None
) -> EventLoop:
    """Return the session of a race, at its setup or where it stopped."""
    table, players, boards = table_for_url(readers), _players(race), race.boards
    if journal is None:
        return open_session(table, seed=race.seed, boards=boards, players=players, game=race.game)
    if kept is None:
        record = GameRecorder(journal, race.seed, race_title(race))
        # Patient, so that a move is durable when it is reported.
        return open_session(
            table, boards=boards, players=players, game=race.game, record=record, patient=True
        )
    recalled = recall_whole(journal, kept, boards)
    return go_on(
        recalled,
        GameRecorder(
            journal, recalled.seed, race_title(race), going_on=(kept.id, recalled.messages)
        ),
        table,
        patient=True,
    )


def race_title(race: PlannedRace) -> str:
    """Return the title of a race in a journal.

    It names everything that the race depends on, so two races with one title are the same race.
    """
    words = "".join(f", {key}={word}" for key, word in race.words.items())
    # Titles of the usual game have never named it, and races in older journals must be resumable.
    other = "" if race.entry is None or race.game.key == USUAL else f"{race.game.title}, "
    return f"{other}{race.title}, {race.seats} seats, seed {race.seed}{words}"


def find_kept(journal: Journal, title: str) -> KeptGame | None:
    """Return the newest race of this title in a journal, finished or not, or None."""
    return next(
        (
            kept
            for kept in journal.games()
            if kept.kind == RACE and kept.title == title and kept.state != DROPPED
        ),
        None,
    )


def _await_readers(loop: EventLoop) -> None:
    """Wait until every reader answers.

    A race that begins earlier would report that only on a screen.

    Raises:
        TableError: A reader does not answer.
    """
    late = _wait() + WAKING
    while lost := [
        seat for seat in loop.session.lobby.setup.playing if loop.session.readers.by_seat[seat].lost
    ]:
        if _wait() > late:
            reason = loop.session.readers.by_seat[lost[0]].lost
            raise TableError(
                f"the reader of seat {lost[0]} does not answer: {reason}; games without people "
                "need readers that answer"
            )
        loop.poll(time.monotonic())


def _wait() -> float:
    """Let other processes run for a moment; return the time in seconds."""
    time.sleep(MOMENT)
    return time.monotonic()


def _play(
    loop: EventLoop,
    race: PlannedRace,
    listen: Callable[[RecordEvents], None] | None,
    wait: Callable[[], float] | None,
    began: float,
) -> RaceResult:
    guard = RuleGuard(loop, race)

    def tell(played: RecordEvents) -> None:
        guard(played)
        if listen is not None:
            listen(played)

    loop.on_events = tell
    if loop.session.match is None:
        for key, word in race.words.items():
            seat, of_seat, name = key.partition(":")
            _say(loop, SetSeatRule(int(seat), name, word) if of_seat else SetRule(key, word))
        _say(loop, Begin())
    if race.flow != loop.session.lobby.flow:
        loop.send(SetFlow(race.flow))
    touches = Counter[int]()
    over = play_to_the_end(
        loop,
        race.turns,
        wait,
        # Turn 0 is the time before the first.
        lambda before: touches.update((turn_of(undo_point_of(before)),)),
    )
    match, game = loop.session.match, race.game
    assert match is not None
    results = Results.of(game)
    next_step, tally, digest = (
        game.next_step(match.position),
        results.tally(match.position) if results is not None else {},
        game.fingerprint(match.position),
    )
    winners = next_step.winners if isinstance(next_step, Finished) else ()
    seconds = round(time.perf_counter() - began, 3)
    return RaceResult(
        race.seed,
        race.title,
        race.entry.key if race.entry is not None else "",
        match.shown.turn,
        winners,
        over,
        tally,
        digest,
        seconds,
        touches=tuple(count for turn, count in sorted(touches.items()) if turn),
    )


def _players(race: PlannedRace) -> tuple[str, ...]:
    """Return pilots for the wanted number of seats, from the lowest that can be played.

    Raises:
        SetupError: There are fewer seats.
    """
    starts = sorted(starting_squares(race.game, None if race.entry is None else race.entry.board))
    if race.seats > len(starts):
        raise SetupError(
            f"{race.seats} seats are wanted, but {race.title} has {len(starts)} starting positions:"
            f" ask for {len(starts)} seats at "
            f"most{', or take another board' if race.entry is not None else ''}"
        )
    return tuple(PILOT if seat in starts[: race.seats] else NOBODY for seat in range(1, 9))


def _say(loop: EventLoop, message: SetRule | SetSeatRule | Begin) -> None:
    """Send a message that must be accepted.

    Raises:
        SetupError: It is not.
    """
    loop.send(message)
    if loop.session.notice or (isinstance(message, Begin) and loop.session.match is None):
        raise SetupError(str(loop.session.notice).rstrip("."))


class RuleGuard:
    """Checks everything that happens in a race, and raises RuleError if an invariant is broken."""

    def __init__(self, loop: EventLoop, race: PlannedRace) -> None:
        self.loop, self.race = loop, race

    def __call__(self, played: RecordEvents) -> None:
        """Check one round of a turn, or what precedes and follows the rounds."""
        match, game = self.loop.session.match, self.loop.session.config.game
        assert match is not None
        invariants = Invariants.of(game)
        if invariants is None:
            return
        pieces = game.scene(played.position).pieces
        found = invariants.breaches(match.position, played.events, pieces)
        if not played.round:
            found += invariants.unsound(match.position)
        if found:
            board = self.race.entry.key if self.race.entry is not None else self.race.title
            place = (
                f"{board}, seed {self.race.seed}, turn {played.turn}, "
                f"{game.wording.round(played.round)}"
            )
            raise RuleError(
                f"{place}: {'; '.join(found)}. The rules were broken, so this is our mistake: "
                "report it with board and seed"
            )


def all_races(
    game: Game,
    entries: Iterable[BoardEntry | None],
    games: int,
    seats: int,
    words: Mapping[str, str],
    seed: int | str,
    turns: int,
    flow: str = SINGLE,
) -> list[PlannedRace]:
    """Return a number of races of a game, over its boards in turn.

    The first race has the given seed, the others the numbers after it; a word is followed by
    WORD-2, WORD-3 …. So a single race can be played again by its seed and board.
    """
    boards, races = list(entries), []
    for number in range(games):
        own = seed
        if isinstance(seed, int):
            own = seed + number
        elif number:
            own = f"{seed}-{number + 1}"
        board = boards[number % len(boards)]
        races.append(PlannedRace(game, board, seats, words, own, turns, flow))
    return races
