"""The races of a tournament: for every race number who sits where, the board and the luck.

A *field* is the pilots that meet: two, all of them, or one alone. They sit in turn: with the field
A, B and four seats A B A B. A *meeting* is a field on one board, with its markers in one
arrangement and one set of settings. A *heat* is as many races of a meeting as the field has pilots,
all with the same shuffles; from one to the next every pilot moves on by one seat, so that each
pilot plays each seat once with the same luck. With two pilots a heat is a pair of races.

Races are numbered heat by heat through all meetings, so that a tournament that is stopped has
played every meeting equally often, and one that goes on with more races keeps the numbers of those
played.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import combinations, groupby, pairwise, product
from pathlib import Path

from companion.content import board_slug
from companion.engine.board import Board
from companion.errors import SetupError, did_you_mean
from companion.games import USUAL, find_game
from companion.games.api import Game, Plan
from companion.games.boards import read_board, shipped_board_text, shipped_boards
from companion.games.parts import added_seats, starting_squares
from companion.geometry import Square
from companion.kept_names import from_kept, kept_as, kept_facts
from companion.named_tuples import NamedTuple
from companion.pilots.base import Pilot, broken_pilots, pilots
from companion.plugins import ELEMENTS, GAMES, PILOTS, every_plugin

Settings = tuple[tuple[str, str], ...]
"""The words of the settings without their defaults, by key."""

AWAY = "away"
"""The usual word for markers, away from dangers."""
PLAYED_BY = (
    "engine",
    "games",
    "pilots",
    "formats",
    "content/boards",
    "content/decks",
    "tournament/match.py",
    "tournament/schedule.py",
)
"""The parts of the package that the outcome of a race depends on."""


@kept_as("Ground board markers squares text")
class RaceBoard(NamedTuple):
    """The place of a race."""

    board: str
    """The key of a shipped board, or the name of a file; empty for a game without a board."""
    markers: str = ""
    """The word for the arrangement of the markers."""
    squares: tuple[Square, ...] = ()
    """The squares of the markers."""
    text: str = ""
    """The content of a file."""

    @property
    def title(self) -> str:
        """The board, and the arrangement of its markers if that is not the usual one."""
        if self.markers not in ("", AWAY):
            return f"{self.board}, {self.markers}"
        return self.board or "no board"


class Meeting(NamedTuple):
    """A field on one board with one set of settings."""

    field: tuple[str, ...]
    ground: RaceBoard
    settings: Settings


class ScheduledRace(NamedTuple):
    number: int
    meeting: Meeting
    heat: int
    """From 0."""
    seated: Mapping[int, str]
    """The pilot of each seat, without seats that nobody plays."""


@kept_as("Schedule game fields grounds settings seats turns seed code")
class Schedule(NamedTuple):
    """Everything that decides the outcomes of a tournament's races, but not their number."""

    game: str
    fields: tuple[tuple[str, ...], ...]
    """All of one length."""
    grounds: tuple[RaceBoard, ...]
    settings: tuple[Settings, ...]
    seats: int
    """The number of seats that play in every race."""
    turns: int
    """A race is given up after so many turns."""
    seed: str
    code: str
    """A hash of the source of the rules and the pilots (`code_of`)."""

    @property
    def pilots(self) -> tuple[str, ...]:
        """All pilots, in the order in which they were named."""
        return tuple(dict.fromkeys(name for field in self.fields for name in field))

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """Every field on every board with all settings."""
        return tuple(Meeting(*parts) for parts in product(self.fields, self.grounds, self.settings))

    @property
    def heat(self) -> int:
        """The number of races of a heat."""
        return len(self.fields[0])

    def total(self, races: int) -> int:
        """Return the number of races with at least so many in every meeting, in whole heats."""
        return (
            -(-races // self.heat)
            * self.heat
            * len(self.fields)
            * len(self.grounds)
            * len(self.settings)
        )

    def race(self, number: int) -> ScheduledRace:
        """Return the race with this number, from 0."""
        meetings = _meetings(self)
        heat, rest = divmod(number, len(meetings) * self.heat)
        place, moved = divmod(rest, self.heat)
        meeting = meetings[place]
        seats = seats_of(meeting.ground, self)
        chosen = {
            seat: meeting.field[(index + moved) % self.heat] for index, seat in enumerate(seats)
        }
        # The player of a seat also plays the seats that the game adds for it.
        added = added_seats(game_called(self.game), seats, dict(meeting.settings))
        return ScheduledRace(
            number,
            meeting,
            heat,
            chosen | {seat: chosen[owner] for seat, owner in added.items() if owner is not None},
        )

    def heats(self, numbers: Iterable[int]) -> Iterator[tuple[int, ...]]:
        """Yield the races heat by heat, as portions for workers.

        They are small, so that little is lost when one is stopped.
        """
        yield from (tuple(some) for _, some in groupby(numbers, lambda number: number // self.heat))

    def as_json(self) -> str:
        """Return the schedule as a text, the same for equal schedules."""
        return json.dumps(
            kept_facts(self) | {"grounds": [kept_facts(ground) for ground in self.grounds]},
            ensure_ascii=False,
            sort_keys=True,
        )


@cache
def _meetings(schedule: Schedule) -> tuple[Meeting, ...]:
    return schedule.meetings


def schedule_from(text: str) -> Schedule:
    """Return the schedule in a text of `as_json`; ValueError if it is none."""
    try:
        data = json.loads(text)
        return from_kept(
            Schedule,
            data
            | {
                "fields": tuple(map(tuple, data["fields"])),
                "grounds": tuple(
                    from_kept(RaceBoard, ground | {"squares": tuple(ground["squares"])})
                    for ground in data["grounds"]
                ),
                "settings": tuple(
                    tuple((key, word) for key, word in one) for one in data["settings"]
                ),
            },
        )
    except (TypeError, KeyError, AttributeError) as fault:
        raise ValueError(f"it does not describe a tournament ({fault})") from None


# ---- Fields --------------------------------------------------------------------------------------


def everybody_meets(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return each pilot against each other one, two at a time, the stronger first."""
    return tuple(combinations(_weakest_first(names)[::-1], 2))


def ladder(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return each pilot against the next weaker one, and the strongest against the weakest."""
    rising = _weakest_first(names)
    steps = [(stronger, weaker) for weaker, stronger in pairwise(rising)]
    return tuple(steps if len(steps) < 2 else [*steps, (rising[-1], rising[0])])


def _weakest_first(names: Sequence[str]) -> list[str]:
    """Return the weakest first; pilots that are not shipped come after all others, as named."""
    known = list(pilots())
    return sorted(names, key=lambda name: known.index(name) if name in known else len(known))


@cache
def pilot_called(name: str) -> Pilot:
    """Return a pilot by its name, or as MODULE:NAME one of a module that can be imported.

    Raises:
        SetupError: There is none.
    """
    known = pilots()
    if name in known:
        return known[name]
    module, _, attribute = name.partition(":")
    if not attribute:
        near, broken = (
            did_you_mean(name, known),
            "".join(f"; {words}" for words in broken_pilots().values()),
        )
        raise SetupError(
            f"there is no pilot {name!r}{near}; pilots are {', '.join(known)}, or MODULE:NAME for "
            f"one of your own{broken}"
        )
    try:
        found: Pilot = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as fault:
        raise SetupError(
            f"there is no pilot {name!r} ({fault}); MODULE is one that Python can import, NAME "
            f"what the pilot is called in it"
        ) from None
    return found


# ---- Boards --------------------------------------------------------------------------------------


@cache
def board_of(key: str, ground: RaceBoard) -> Board | None:
    """Return the board of a game; UnknownBoardError or FormatError if there is none."""
    if not ground.board:
        return None
    game = game_called(key)
    return read_board(
        game,
        *(
            (ground.text, ground.board)
            if ground.text
            else shipped_board_text(game, board_slug(ground.board, shipped_boards(game)))
        ),
    )


def game_called(key: str) -> Game:
    """Return the game with this key; SetupError if there is none."""
    game = find_game(key)
    if game is None:
        raise SetupError(f"there is no game {key!r}")
    return game


def seats_of(ground: RaceBoard, schedule: Schedule) -> tuple[int, ...]:
    """Return the seats that play: the lowest that can be played there."""
    return _starts(schedule.game, ground)[: schedule.seats]


@cache
def _starts(game: str, ground: RaceBoard) -> tuple[int, ...]:
    return tuple(sorted(starting_squares(game_called(game), board_of(game, ground))))


def setup_of(game: str, ground: RaceBoard, settings: Settings, seats: tuple[int, ...]) -> Plan:
    """Return how a game is set up."""
    return Plan(board_of(game, ground), ground.squares, seats, dict(settings))


def check(schedule: Schedule) -> None:
    """Check that every race of the schedule can begin.

    Raises:
        SetupError: It cannot, for a pilot, seats, markers or settings.
    """
    for name in schedule.pilots:
        pilot_called(name)
    if schedule.seats < schedule.heat:
        raise SetupError(
            f"{schedule.heat} pilots meet, but there are {schedule.seats} seats: each pilot needs "
            f"one at least"
        )
    for ground in schedule.grounds:
        free = len(_starts(schedule.game, ground))
        if free < schedule.seats:
            raise SetupError(
                f"{schedule.seats} seats are wanted, but {ground.title} has {free}: ask for {free} "
                f"seats at most"
            )
    for ground, settings in product(schedule.grounds, schedule.settings):
        game_called(schedule.game).begin(
            setup_of(schedule.game, ground, settings, seats_of(ground, schedule))
        )


# ---- The code ------------------------------------------------------------------------------------


@cache
def code_of(names: tuple[str, ...], game: str = USUAL) -> str:
    """Return a short text that changes with the source of the rules, the boards and the pilots.

    Races of different codes must not be counted together. `names` are the pilots and `game` is the
    game; of those that are not shipped their own modules count.

    Raises:
        SetupError: There is no such pilot.
    """
    root = Path(__file__).parent.parent
    files = [
        file
        for part in PLAYED_BY
        for file in ([root / part] if part.endswith(".py") else sorted((root / part).rglob("*")))
        if file.suffix in (".py", ".toml")
    ]
    used = {(GAMES, game), *((PILOTS, name) for name in names)}
    own = [
        Path(import_module(name.partition(":")[0]).__file__ or "")
        for name in names
        if pilot_called(name) and ":" in name
    ]
    for plugin in every_plugin():
        if plugin.kind == ELEMENTS or (plugin.kind, plugin.name) in used:
            own += plugin.files()
    digest = hashlib.sha256()
    for file in [*files, *own]:
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
