"""One race of pilots, directly in the game: no session, no readers, and a clock only for pilots.

The clock measures how long they think. All chance comes from texts that name its purpose, so a race
has the same outcome in any order, process or machine.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import ceil, log
from pathlib import PurePath
from typing import Any, Final

from companion.errors import SetupError
from companion.games.api import Game, Position
from companion.games.asking import Answer, Ask, Draw, Finished, NextStep, Questions, Shuffle
from companion.games.corrections import Corrections
from companion.games.parts import position_after_play
from companion.named_tuples import NamedTuple
from companion.pilots.base import Pilot, Preparing, Task, ask_pilot, is_sound
from companion.pilots.random_pilot import PILOT as ANYBODY
from companion.tournament.schedule import (
    RaceBoard,
    Schedule,
    ScheduledRace,
    Settings,
    code_of,
    game_called,
    pilot_called,
    schedule_from,
    setup_of,
)

WON: Final = "won"
NOBODY: Final = "nobody"
GIVEN_UP: Final = "given up"
"""The endings of a race: with winners, without any, or after the last turn."""

FINENESS: Final = 1.05
"""Thinking times are counted in classes, each longer by this factor than the one before."""
SHORTEST: Final = 1e-6
"""Seconds; shorter times count as this."""


class ThinkingTimes(NamedTuple):
    """The times of a pilot's answers."""

    answers: int = 0
    seconds: float = 0.0
    """All together."""
    longest: float = 0.0
    classes: Mapping[int, int] = {}
    """The number of answers in each class of FINENESS."""

    def and_also(self, other: ThinkingTimes) -> ThinkingTimes:
        """Return these times and those of another race together."""
        classes = dict(self.classes)
        for number, answers in other.classes.items():
            classes[number] = classes.get(number, 0) + answers
        return ThinkingTimes(
            self.answers + other.answers,
            self.seconds + other.seconds,
            max(self.longest, other.longest),
            classes,
        )

    def quantile(self, share: float) -> float:
        """Return the seconds within which this share of the answers came, up to a twentieth more.

        For example 0.99.
        """
        left = share * self.answers
        for number in sorted(self.classes):
            left -= self.classes[number]
            if left <= 0:
                return min(SHORTEST * FINENESS**number, self.longest)
        return self.longest


class Slip(NamedTuple):
    """The invalid answers and exceptions of a pilot."""

    pilot: str
    number: int
    first: str
    """The first one in words."""


class RaceOutcome(NamedTuple):
    """The outcome of a race. All but `thinking` is the same wherever it is played."""

    number: int
    first: tuple[int, ...]
    """The seats that share the point: the winners, or without any those in first place."""
    turns: int
    """The last turn."""
    ending: str
    """WON, NOBODY or GIVEN_UP."""
    digest: str
    """The game's fingerprint of the last position."""
    slips: tuple[Slip, ...]
    """The pilots with invalid answers, which chance replaced."""
    thinking: Mapping[str, ThinkingTimes]

    @property
    def result(self) -> tuple[Any, ...]:
        """The part that must be the same everywhere."""
        return self[:-1]


class PilotRace:
    """A race that is being played."""

    def __init__(
        self,
        game: Game,
        race: ScheduledRace,
        pilots: Mapping[str, Pilot],
        luck: str,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Prepare a race.

        Args:
            game: The game.
            race: The race of the schedule.
            pilots: By name.
            luck: The text from which all chance of this race comes.
            clock: Returns seconds.
        """
        self._game, self._race, self._pilots, self._luck, self._clock = (
            game,
            race,
            pilots,
            luck,
            clock,
        )
        self._times: dict[str, list[float]] = {name: [] for name in race.seated.values()}
        self._slips: dict[str, Slip] = {}

    def play(self, position: Position, turns: int) -> RaceOutcome:
        """Return the outcome of the race from this position on; it is given up after `turns` turns.

        Without a winner by then the outcome names the seats in first place.
        """
        game = self._game
        for name in self._times:
            # As people's pilots do at the table; that is not thinking.
            pilot = self._pilots[name]
            if isinstance(pilot, Preparing):
                try:
                    pilot.prepare(game, game.redacted(position, None))
                except Exception as fault:  # As for answers, below.
                    self._note(name, f"before the race: it raises {type(fault).__name__}: {fault}")
        while (
            not isinstance(next_step := game.next_step(position), Finished)
            and next_step.turn <= turns
        ):
            position = self._after(position, next_step)
        standings = game.standings(position)
        winners = next_step.winners if isinstance(next_step, Finished) else ()
        first = winners or tuple(
            sorted(standing.seat for standing in standings if standing.place == standings[0].place)
        )
        ending = GIVEN_UP if not isinstance(next_step, Finished) else WON if winners else NOBODY
        last = next_step.turn if isinstance(next_step, Finished) else turns
        thinking = {name: _add_times(times) for name, times in self._times.items()}
        return RaceOutcome(
            self._race.number,
            first,
            last,
            ending,
            game.fingerprint(position),
            tuple(self._slips.values()),
            thinking,
        )

    def _after(self, position: Position, next_step: NextStep) -> Position:
        """Return the position after the game's next step."""
        game = self._game
        if isinstance(next_step, Questions):
            return self._answer_all(position, next_step)
        if isinstance(next_step, Shuffle):
            # The whole deck: the game knows which of its cards are still in readers.
            deck = self._chance(next_step.turn, "deck").sample(game.deck, len(game.deck))
            return game.dealt(position, tuple(deck)).position
        if isinstance(next_step, Draw):
            chance = self._chance(next_step.turn, next_step.about)
            drawn = chance.sample(range(next_step.number), next_step.number)
            return game.dealt(position, tuple(drawn)).position
        return position_after_play(game, position)

    def _answer_all(self, position: Position, next_step: Questions) -> Position:
        """Return the position after all answers and additional actions of pilots.

        A seat whose question changes by an action is asked again.
        """
        said: dict[int, tuple[Ask, Answer]] = {}
        while (
            ask := next(
                (ask for ask in next_step.asks if ask.seat not in said or said[ask.seat][0] != ask),
                None,
            )
        ) is not None:
            answer = self._answer(position, next_step, ask)
            said[ask.seat] = ask, answer
            change = next(
                (offer.change for offer in ask.actions if offer.key == answer.offer), None
            )
            corrections = Corrections.of(self._game)
            if change is not None and corrections is not None:
                position = corrections.changed(position, change).position
                now = self._game.next_step(position)
                if not isinstance(now, Questions):
                    return position
                next_step = now
        return self._game.answered(
            position, {ask.seat: said[ask.seat][1] for ask in next_step.asks}
        ).position

    def _answer(self, position: Position, next_step: Questions, ask: Ask) -> Answer:
        """Return the answer of a seat's pilot as the reader would show it.

        It includes the cards in locked slots.
        """
        name = self._race.seated[ask.player]
        task = Task(self._game, next_step.about, ask, self._game.redacted(position, ask.player))
        draw = self._chance(next_step.turn, next_step.about, ask.seat)
        began = self._clock()
        try:
            answer = ask_pilot(self._pilots[name], task, draw).answer
            wrong = "" if is_sound(ask, answer) else f"answers {answer}"
        # No exception of a pilot may end a tournament; it is counted and reported.
        except Exception as fault:
            wrong = f"raises {type(fault).__name__}: {fault}"
        self._times[name].append(self._clock() - began)
        if wrong:
            self._note(
                name,
                f"turn {next_step.turn}, seat {ask.seat}, asked for {next_step.about}: it {wrong}",
            )
            answer = ask_pilot(
                ANYBODY, task, self._chance(next_step.turn, next_step.about, ask.seat, "anybody")
            ).answer
        codes = tuple(
            held if code is None else code
            for code, held in zip(answer.codes, ask.program.held, strict=True)
        )
        return answer if answer.offer else answer._replace(codes=codes)

    def _note(self, name: str, slip: str) -> None:
        before = self._slips.get(name, Slip(name, 0, slip))
        self._slips[name] = before._replace(number=before.number + 1)

    def _chance(self, *path: int | str) -> random.Random:
        # A text, since hash() differs between processes.
        return random.Random("/".join(map(str, (self._luck, *path))))


def _add_times(times: Iterable[float]) -> ThinkingTimes:
    found = [max(SHORTEST, seconds) for seconds in times]
    classes: dict[int, int] = {}
    for seconds in found:
        number = ceil(log(seconds / SHORTEST) / log(FINENESS))
        classes[number] = classes.get(number, 0) + 1
    return ThinkingTimes(len(found), sum(found), max(found, default=0.0), classes)


def chance_text(schedule: Schedule, race: ScheduledRace) -> str:
    """Return the text of a heat's chance: equal for its races, different for every other heat.

    The folder of a board's file makes no difference.
    """
    field, ground, settings = race.meeting
    words = ",".join(f"{key}={word}" for key, word in settings)
    return "/".join(
        (
            schedule.seed,
            "+".join(field),
            PurePath(ground.board).name,
            ground.markers,
            words,
            str(race.heat),
        )
    )


_ONE: Final = threading.Lock()
"""A worker of a cluster may have several threads: pilots keep their tables, and are asked by one
thread at a time."""


@lru_cache(maxsize=8)
def _parse_schedule(plan: str) -> Schedule:
    """Return the schedule of a text, parsed once in every process.

    Raises:
        SetupError: Other rules or pilots are installed here than where it was made.
    """
    schedule = schedule_from(plan)
    if (found := code_of(schedule.pilots, schedule.game)) != schedule.code:
        raise SetupError(
            f"a worker has other rules or pilots (code {found}) than the tournament (code "
            f"{schedule.code}): install the same version on every worker, "
            "change nothing while it plays, and restart the workers"
        )
    return schedule


@lru_cache(maxsize=64)
def _opening_position(
    key: str, ground: RaceBoard, settings: Settings, seats: tuple[int, ...]
) -> Position:
    """Return the beginning of all races with this setup.

    All races share this value: pilots keep tables for it that may take seconds to compute.
    """
    return game_called(key).begin(setup_of(key, ground, settings, seats))


def play_races(plan: str, numbers: Iterable[int]) -> list[RaceOutcome]:
    """Return the outcomes of some races of a schedule, given as its text.

    This is all that workers do, here or on another machine.
    """
    schedule = _parse_schedule(plan)
    game, pilots = (
        game_called(schedule.game),
        {name: pilot_called(name) for name in schedule.pilots},
    )
    found = []
    with _ONE:
        for race in map(schedule.race, numbers):
            position = _opening_position(
                schedule.game, race.meeting.ground, race.meeting.settings, tuple(race.seated)
            )
            found.append(
                PilotRace(game, race, pilots, chance_text(schedule, race)).play(
                    position, schedule.turns
                )
            )
    return found
