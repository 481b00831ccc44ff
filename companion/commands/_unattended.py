"""Whole races without people: set up through the session like any evening, played by pilots, watched for broken invariants."""
from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from companion.app.loop import EventLoop, go_on, open_evening, play_to_the_end
from companion.app.recording import Record
from companion.app.startup import recall_whole
from companion.engine.state import State, state_hash
from companion.errors import RuleFault, SetupFault, TableFault
from companion.games.invariants import breaches, card_breaches, status_breaches
from companion.journal.base import DROPPED, RACE
from companion.journal.base import Game as Kept
from companion.journal.store import Journal
from companion.session.commands import Played
from companion.session.messages import Begin, SetRule
from companion.session.session import NOBODY, BoardEntry, Session
from companion.session.view import PLACE
from companion.table.urls import table_for_url

PILOT: Final = "random"
AT_ONCE: Final = "virtual:"
"""The table whose readers answer at once."""
WAKING: Final = 20.0
"""Seconds in which emulated readers must have started."""
MOMENT: Final = 0.001
"""Seconds between two questions to readers that answer in their own time."""


class Race(NamedTuple):
    """One race to play: which board, how many seats, the settings' words that are not the usual ones, its seed, its longest duration."""

    entry: BoardEntry
    seats: int
    words: Mapping[str, str]
    seed: int
    turns: int


class Ended(NamedTuple):
    """How a race ended: `winner` is a seat or None, `over` is False where the turns ran out; `digest` is the hash of the final state.

    `unkept` says why not all of it could be kept, "" where it is, or was not meant to be.

    `board` is the board's key, `turns` the number of the last turn; `seconds` are those of this run, also where the race was gone on
    with.
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
    race: Race, listen: Callable[[Played], None] | None = None, readers: str = AT_ONCE, journal: Journal | None = None,
    moved: Callable[[Session, str], None] | None = None,
) -> Ended:
    """Play a race to its end; `listen` hears of everything that happens, `readers` is the table's URL.

    With a `journal` a race that is kept there unfinished is gone on with, and one that is over is not played again; `moved` hears of every
    move of the race once it is kept, or, with a sentence that is not "", why it cannot be: then the race goes on in memory. RuleFault where an invariant of the rules is broken, TableFault where the readers cannot be had or
    nobody goes on, JournalFault where a kept race cannot be gone on with.
    """
    began = time.perf_counter()
    # By its title, in which everything stands by which it is played.
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
    return loop.record.trouble if loop.record is not None else ""


def _opened(race: Race, readers: str, journal: Journal | None, kept: Kept | None) -> EventLoop:
    """The evening of a race, about to begin or where it stopped."""
    table, players = table_for_url(readers), _players(race)
    if journal is None:
        return open_evening(table, seed=race.seed, boards=(race.entry,), players=players)
    if kept is None:
        record = Record(journal, race.seed, race_title(race))
        # Patient: a move that is told of is kept.
        return open_evening(table, boards=(race.entry,), players=players, record=record, patient=True)
    recalled = recall_whole(journal, kept, (race.entry,))
    return go_on(recalled, Record(journal, recalled.seed, race_title(race), going_on=(kept.id, recalled.messages)), table, patient=True)


def race_title(race: Race) -> str:
    """What a race is called in a journal: everything by which it is played.

    Two races of one title are the same race, since all chance comes from the seed.
    """
    words = "".join(f", {key}={word}" for key, word in race.words.items())
    return f"{race.entry.title}, {race.seats} seats, seed {race.seed}{words}"


def find_kept(journal: Journal, title: str) -> Kept | None:
    """The race of this title that a journal has, whether it is over or not; the newest where there are several."""
    return next((kept for kept in journal.games() if kept.kind == RACE and kept.title == title and kept.state != DROPPED), None)


def _await_readers(loop: EventLoop) -> None:
    """Begin only when every reader answers; TableFault where one does not.

    A race that begins before all have answered would only say so on a screen that is not there.
    """
    late = _wait() + WAKING
    while lost := [seat for seat in loop.session.setup.playing if loop.session.readers[seat].lost]:
        if _wait() > late:
            reason = loop.session.readers[lost[0]].lost
            raise TableFault(f"the reader of seat {lost[0]} does not answer: {reason}; games without people need readers that answer")
        loop.poll(time.monotonic())


def _wait() -> float:
    """Let other processes work for a moment; the time in seconds."""
    time.sleep(MOMENT)
    return time.monotonic()


def _played(
    loop: EventLoop, race: Race, listen: Callable[[Played], None] | None, wait: Callable[[], float] | None, began: float,
) -> Ended:
    watch = Watch(loop, race)
    loop.on_played = watch if listen is None else _both(watch, listen)
    if loop.session.match is None:
        for key, word in race.words.items():
            _say(loop, SetRule(key, word))
        _say(loop, Begin())
    over = play_to_the_end(loop, race.turns, wait)
    state = _state(loop)
    seconds = round(time.perf_counter() - began, 3)
    return Ended(race.seed, race.entry.key, state.turn, state.winner, over, state.deaths, state_hash(state), seconds)


def _players(race: Race) -> tuple[str, ...]:
    """Pilots on as many of the board's starts as seats are wanted, from the lowest; SetupFault where there are fewer."""
    starts = sorted(race.entry.board.starts)
    if race.seats > len(starts):
        raise SetupFault(
            f"{race.seats} seats are wanted, but {race.entry.title} has {len(starts)} starting positions:"
            f" ask for {len(starts)} seats at most, or take another board"
        )
    return tuple(PILOT if seat in starts[: race.seats] else NOBODY for seat in range(1, 9))


def _say(loop: EventLoop, message: SetRule | Begin) -> None:
    """Say something that must be accepted."""
    loop.send(message)
    if loop.session.notice or isinstance(message, Begin) and loop.session.page != PLACE:
        raise SetupFault(loop.session.notice.rstrip("."))


def _state(loop: EventLoop) -> State:
    assert loop.session.match is not None
    return loop.session.match.position.state  # type: ignore[no-any-return]


def _both(*listeners: Callable[[Played], None]) -> Callable[[Played], None]:
    def tell(played: Played) -> None:
        """Tell every listener."""
        for listener in listeners:
            listener(played)

    return tell


class Watch:
    """Hears of everything that happens in a race, and raises RuleFault when something did that must not."""

    def __init__(self, loop: EventLoop, race: Race) -> None:
        self.loop, self.race = loop, race

    def __call__(self, played: Played) -> None:
        """Look at one register, cleanup or deal."""
        found = breaches(self.race.entry.board, played.events, played.pieces)
        if not played.register and self.loop.session.match is not None:
            found += card_breaches(_state(self.loop)) + status_breaches(_state(self.loop))
        if found:
            place = f"{self.race.entry.key}, seed {self.race.seed}, turn {played.turn}, register {played.register}"
            raise RuleFault(f"{place}: {'; '.join(found)}. The rules were broken, so this is our mistake: report it with board and seed")


def all_races(entries: Iterable[BoardEntry], games: int, seats: int, words: Mapping[str, str], seed: int, turns: int) -> list[Race]:
    """So many races over all boards in turn, the first with the seed that is given, each other with the next.

    So a single race of a run is played again by its own seed and board.
    """
    boards = list(entries)
    return [Race(boards[number % len(boards)], seats, words, seed + number, turns) for number in range(games)]


