"""The course of a Derby: deal, deploy, strengths from 4 to 0, pass, count (DD04-DD15). Questions are in `engine.asking`."""
from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.diesel.engine.events import Event
from companion.games.diesel.engine.state import State


class Outcome(NamedTuple):
    """The state after, and what happened."""

    state: State
    events: tuple[Event, ...]


class Refusal(NamedTuple):
    """Why a deployment or a choice is refused: a word of formats-diesel.md (`count`, `unknown`, …), and the card, None for `count`."""

    seat: int
    fault: str
    card: str | None = None


class Question(NamedTuple):
    """What somebody is asked in a step: `seat` chooses for `asker`, a card id; `legal` are card ids in their order, "no" last where it is optional.

    `verb` is what will be done with the chosen one (COPY where it is the card whose ability is copied), `owner` the seat that has the asker. `open`: the
    answer may be any card that lies aside, which nobody here knows (`State.unused` is None); then `legal` are all that it may be.
    """

    seat: int
    asker: str
    legal: tuple[str, ...]
    verb: str
    owner: int
    open: bool = False


class Given(NamedTuple):
    """An answer to a question: who was asked, for which card, and the card id or "no"."""

    seat: int
    asker: str
    answer: str


def in_use(state: State) -> tuple[str, ...]:
    """The cards that may be in play, in deck order: by marks, or in Mekk Mania all but the Liaison Unit (DD03, DD15, DDR27)."""
    raise NotImplementedError


def deal(state: State, shuffled: tuple[str, ...] | None) -> State:
    """The next Derby, before its first turn: rows, piles and hands anew. `shuffled` are all cards of the deck in some order, or None where hands deal.

    Cards that are not in use are passed over; in Mekk Mania the first of each type are taken, and dealt in the order of `shuffled`. What is left lies aside.
    """
    raise NotImplementedError


def deployment_fault(state: State, deployed: Mapping[int, tuple[str, ...]]) -> Refusal | None:
    """The first fault of what is laid down, in the order of formats-diesel.md; None where all is well. A card that is not of the deck is "?"."""
    raise NotImplementedError


def reveal(state: State, deployed: Mapping[int, tuple[str, ...]]) -> Outcome:
    """All cards face up at the ends of rows; abilities of the turn begin (DD05, DD06)."""
    raise NotImplementedError


def questions(state: State, strength: int, given: tuple[Given, ...]) -> tuple[Question, ...]:
    """What is open in the step of a strength, after these answers: for every seat all that can be asked now, in the order of DDR13; () where all is chosen.

    A seat's first open question can be answered whatever others answer. What is asked by abilities that let every player choose comes once
    nothing else is open.
    """
    raise NotImplementedError


def resolve(state: State, strength: int, given: tuple[Given, ...]) -> Outcome:
    """All abilities of a strength at once (DD07, DDR01, DDR14); only when no question is open. No events where nobody acts."""
    raise NotImplementedError


def end_turn(state: State) -> Outcome:
    """Hands are passed on (DD09); after the last turn the last cards are discarded, the Derby is counted and won (DD10-DD12)."""
    raise NotImplementedError


def total(state: State, seat: int) -> int:
    """The total strength of a seat; Fortresses count less only once the Derby is over (DD11, DDR22)."""
    raise NotImplementedError
