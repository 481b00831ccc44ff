"""A round: its beginning, its commands one by one, and the reset. Pure and resumable.

    begin_round → play_command ×5 → end_round

A question in the midst of a command is answered by playing the command again from its start, with one side more. The order within a command is: robots
by their cards, belts, teleports, slippery places once more, visits (CBR01).
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.games.base import Heading, Square
from companion.games.cardbot.cards import Card
from companion.games.cardbot.events import Event
from companion.games.cardbot.state import State


class Choice(NamedTuple):
    """A side is to be chosen, by whoever enacts the mover (CB11): two empty ones, `right` is that which counts when nobody chooses.

    `square` is where the robot in the way stands, `pinged` its seat. All directions are those of the grid.
    """

    mover: int
    sides: tuple[Heading, ...]
    right: Heading
    square: Square
    pinged: int


class Outcome(NamedTuple):
    """What came of a piece of play. With a `choice` the play stands still in its midst: state and events are those up to there."""

    state: State
    events: tuple[Event, ...]
    choice: Choice | None = None


def begin_round(state: State, programs: Mapping[int, tuple[Card, ...]]) -> State:
    """The round begins with these programs, five cards for every robot, which have left their piles (CB02, CBR31)."""
    raise NotImplementedError


def play_command(state: State, sides: Sequence[Heading | None] = ()) -> Outcome:
    """All robots act on the next command, then the grid acts on them.

    `sides` answer the choices of this command in the order in which they come up, None for the right-hand side.
    """
    raise NotImplementedError


def end_round(state: State, shuffled: Mapping[int, tuple[Card, ...]] | None = None) -> Outcome:
    """The reset: cards go back under the piles, targets count, whoever has all of them wins (CB16 to CB18).

    `shuffled` are the piles as they lie after a shuffle that a target asks for; one that is not given is unknown from now on.
    """
    raise NotImplementedError


def draw(state: State, seat: int) -> tuple[Card, ...] | None:
    """The cards that a seat draws from the top of its pile, None where nobody knows them."""
    raise NotImplementedError
