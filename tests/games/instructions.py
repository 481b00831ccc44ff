"""Instructions for what is played, step by step, each with its causes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Generic, NamedTuple

from companion.content.livery import NAMES
from companion.engine.events import Event
from companion.engine.rule_questions import Answerer, first_option
from companion.engine.state import RaceState
from companion.engine.turn import clean_up, register_in_steps
from companion.games.api import E, Game, P, PlayResult, Step, one_step
from companion.games.parts import Facts
from companion.games.programmed.turn import REGISTERS, RacePosition
from companion.games.race.game import RaceGame
from companion.games.scene import E_co, Instruction
from companion.words import Text
from tests.typed import present

CALLED = dict(enumerate(NAMES, 1))
"""The names of the seats' pieces."""


class Explained(NamedTuple, Generic[E_co]):
    """An instruction, and why its events happened."""

    instruction: Instruction[E_co]
    cause: tuple[Text, ...]


class PlayedOn(NamedTuple):
    """A piece of play from a state of a race: its steps, and the state after them."""

    before: RaceState
    steps: tuple[Step[RacePosition, Event], ...]
    after: RaceState

    @property
    def events(self) -> tuple[Event, ...]:
        """Return all events."""
        return tuple(chain.from_iterable(step.events for step in self.steps))

    def instructions(self, game: RaceGame[RacePosition]) -> tuple[Instruction[Event], ...]:
        """Return the instructions for it."""
        return tuple(one.instruction for one in self.explained(game))

    def explained(self, game: RaceGame[RacePosition]) -> tuple[Explained[Event], ...]:
        """Return the instructions for it with their causes."""
        return tuple(explained(game, RacePosition(self.before, REGISTERS), self.steps))


def explained(
    game: Game[P, E], before: P, steps: Iterable[Step[P, E]], names: Mapping[int, str] = CALLED
) -> Iterator[Explained[E]]:
    """Yield the instructions for steps that begin in a position, each with its causes."""
    for step in steps:
        for one in game.tell(before, step, names):
            yield Explained(one, present(Facts.of(game)).causes(before, step, one, names))
        before = step.position


def instructions_of(
    game: Game[P, E], before: P, passage: PlayResult[P, E], names: Mapping[int, str] = CALLED
) -> tuple[Instruction[E], ...]:
    """Return the instructions for a passage that begins in a position."""
    return tuple(one.instruction for one in explained(game, before, passage.steps, names))


def played_on(state: RaceState, answer: Answerer = first_option) -> PlayedOn:
    """Play the next register of a race, or the cleanup after the last one."""
    if state.register == 5:
        after, events = clean_up(state)
        return PlayedOn(state, one_step(events, RacePosition(after, REGISTERS)), after)
    played = register_in_steps(state, answer)
    steps = tuple(Step(step.events, RacePosition(step.state, REGISTERS)) for step in played)
    return PlayedOn(state, steps, played[-1].state)


def instructions_for(
    game: RaceGame[RacePosition],
    state: RaceState,
    *events: Event,
    names: Mapping[int, str] = CALLED,
) -> tuple[Instruction[Event], ...]:
    """Return the instructions for made-up events, as of one step."""
    return tuple(one.instruction for one in explained_events(game, state, *events, names=names))


def explained_events(
    game: RaceGame[RacePosition],
    state: RaceState,
    *events: Event,
    names: Mapping[int, str] = CALLED,
) -> tuple[Explained[Event], ...]:
    """Return the instructions for made-up events, as of one step, with their causes."""
    position = RacePosition(state, "")
    return tuple(explained(game, position, one_step(events, position), names))
