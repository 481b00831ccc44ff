"""Whole races without people: set up like any session, played by pilots, and checked for broken invariants."""
from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from companion.app.loop import EventLoop, go_on, open_session, play_to_the_end
from companion.app.recording import Record
from companion.app.startup import recall_whole
from companion.engine.state import State, state_hash
from companion.errors import RuleFault, SetupFault, TableFault
from companion.journal.base import DROPPED, RACE, KeptGame
from companion.journal.store import Journal
from companion.session.commands import Played
from companion.session.messages import Begin, SetRule
from companion.session.session import NOBODY, BoardEntry, Session
from companion.session.view import PLACE
from companion.table.urls import table_for_url

PILOT: Final = "random"
AT_ONCE: Final = "virtual:"
"""The URL of the table whose readers answer at once."""
WAKING: Final = 20.0
"""Seconds that emulated readers have to start."""
MOMENT: Final = 0.001
"""Seconds between two polls of readers that need time to answer."""


class PlannedRace(NamedTuple):
    """A race to play: its board, the number of seats, the settings that are not the usual ones, its seed, the turn at which it is given up."""

    entry: BoardEntry
    seats: int
    words: Mapping[str, str]
    seed: int
    turns: int


class Ended(NamedTuple):
    """How a race ended: `board` is the board's key, `turns` the last turn, `winner` a seat or None, `digest` the hash of the final state.

    `over` is False where the turns ran out. `seconds` counts this run only, also for a race that was continued. `unkept` says why not all
    of it could be recorded, "" where it was, or was not meant to be.
    """

    seed: int
    board: str
    turns: int
    winner: int | None
    over: bool
    deaths: int
    digest: str
    seconds: float
    unkept: str = ""


def play_race(
    race: PlannedRace, listen: Callable[[Played], None] | None = None, readers: str = AT_ONCE, journal: Journal | None = None,
    moved: Callable[[Session, str], None] | None = None,
) -> Ended:
    """Play a race to its end; `listen` is called with everything that happens, `readers` is the table's URL.

    With a `journal` a race that lies there unfinished continues, and one that is over is not played again. `moved` is called after each
    move once it is durable; a sentence that is not "" says why it cannot be recorded, and the race goes on in memory.

    RuleFault where an invariant of the rules is broken, TableFault where the readers fail or nobody goes on, JournalFault where a kept race
    cannot be continued.
    """
    began = time.perf_counter()
    kept = None if journal is None else find_kept(journal, race_title(race))
    loop = _opened(race, readers, journal, kept)
    if moved is not None:
        loop.on_moved = lambda session: moved(session, _trouble(loop))
    try:
        if readers != AT_ONCE:
            _await_readers(loop)
        ended = _played(loop, race, listen, None if readers == AT_ONCE else _wait, began)
    finally:
        loop.close()
    return ended._replace(unkept=_trouble(loop))


def _trouble(loop: EventLoop) -> str:
    return str(loop.record.trouble) if loop.record is not None else ""


def _opened(race: PlannedRace, readers: str, journal: Journal | None, kept: KeptGame | None) -> EventLoop:
    """The session of a race, at its setup or where it stopped."""
    table, players = table_for_url(readers), _players(race)
    if journal is None:
        return open_session(table, seed=race.seed, boards=(race.entry,), players=players)
    if kept is None:
        record = Record(journal, race.seed, race_title(race))
        # Patient, so that a move is durable when it is told.
        return open_session(table, boards=(race.entry,), players=players, record=record, patient=True)
    recalled = recall_whole(journal, kept, (race.entry,))
    return go_on(recalled, Record(journal, recalled.seed, race_title(race), going_on=(kept.id, recalled.messages)), table, patient=True)


def race_title(race: PlannedRace) -> str:
    """The title of a race in a journal. It names everything that the race depends on, so two races of one title are the same race."""
    words = "".join(f", {key}={word}" for key, word in race.words.items())
    return f"{race.entry.title}, {race.seats} seats, seed {race.seed}{words}"


def find_kept(journal: Journal, title: str) -> KeptGame | None:
    """The race of this title in a journal, over or not; the newest of several, None where there is none."""
    return next((kept for kept in journal.games() if kept.kind == RACE and kept.title == title and kept.state != DROPPED), None)


def _await_readers(loop: EventLoop) -> None:
    """Wait until every reader answers; TableFault where one does not.

    A race that begins earlier would say so only on a screen that is not there.
    """
    late = _wait() + WAKING
    while lost := [seat for seat in loop.session.setup.playing if loop.session.readers[seat].lost]:
        if _wait() > late:
            reason = loop.session.readers[lost[0]].lost
            raise TableFault(f"the reader of seat {lost[0]} does not answer: {reason}; games without people need readers that answer")
        loop.poll(time.monotonic())


def _wait() -> float:
    """Let other processes work for a moment; answers with the time in seconds."""
    time.sleep(MOMENT)
    return time.monotonic()


def _played(
    loop: EventLoop, race: PlannedRace, listen: Callable[[Played], None] | None, wait: Callable[[], float] | None, began: float,
) -> Ended:
    guard = RuleGuard(loop, race)
    loop.on_played = guard if listen is None else _both(guard, listen)
    if loop.session.match is None:
        for key, word in race.words.items():
            _say(loop, SetRule(key, word))
        _say(loop, Begin())
    over = play_to_the_end(loop, race.turns, wait)
    state = _state(loop)
    seconds = round(time.perf_counter() - began, 3)
    return Ended(race.seed, race.entry.key, state.turn, state.winner, over, state.deaths, state_hash(state), seconds)


def _players(race: PlannedRace) -> tuple[str, ...]:
    """Pilots on as many of the board's starts as seats are wanted, from the lowest; SetupFault where there are fewer."""
    starts = sorted(race.entry.board.starts)
    if race.seats > len(starts):
        raise SetupFault(
            f"{race.seats} seats are wanted, but {race.entry.title} has {len(starts)} starting positions:"
            f" ask for {len(starts)} seats at most, or take another board"
        )
    return tuple(PILOT if seat in starts[: race.seats] else NOBODY for seat in range(1, 9))


def _say(loop: EventLoop, message: SetRule | Begin) -> None:
    """Send a message that must be accepted; SetupFault where it is not."""
    loop.send(message)
    if loop.session.notice or isinstance(message, Begin) and loop.session.page != PLACE:
        raise SetupFault(str(loop.session.notice).rstrip("."))


def _state(loop: EventLoop) -> State:
    assert loop.session.match is not None
    return loop.session.match.position.state  # type: ignore[no-any-return]


def _both(*listeners: Callable[[Played], None]) -> Callable[[Played], None]:
    def tell(played: Played) -> None:
        for listener in listeners:
            listener(played)

    return tell


class RuleGuard:
    """Checks everything that happens in a race, and raises RuleFault where an invariant is broken."""

    def __init__(self, loop: EventLoop, race: PlannedRace) -> None:
        self.loop, self.race = loop, race

    def __call__(self, played: Played) -> None:
        """Check one register, cleanup or deal."""
        match, game = self.loop.session.match, self.loop.session.house.game
        assert match is not None
        found = game.breaches(match.position, played.events, game.pieces(played.position))
        if not played.register:
            found += game.unsound(match.position)
        if found:
            place = f"{self.race.entry.key}, seed {self.race.seed}, turn {played.turn}, register {played.register}"
            raise RuleFault(f"{place}: {'; '.join(found)}. The rules were broken, so this is our mistake: report it with board and seed")


def all_races(entries: Iterable[BoardEntry], games: int, seats: int, words: Mapping[str, str], seed: int, turns: int) -> list[PlannedRace]:
    """A number of races over all boards in turn. The first has the given seed, each other the next one.

    So a single race of a run can be played again by its own seed and board.
    """
    boards = list(entries)
    return [PlannedRace(boards[number % len(boards)], seats, words, seed + number, turns) for number in range(games)]


