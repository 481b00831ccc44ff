"""The parts of a game that pilots, hints and the review of a race use.

A game on a board has a `Foresight`: how a seat's piece would fare alone, by tables filled from its
rules, what unknown hands may hold, and the result of a turn. A game without a board has a
`Weighing`: how good an answer looks at first sight, and how it fares in a guess of everything
hidden.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import exp
from typing import Any

from companion.engine.solo_table import SoloTable
from companion.games.api import P, Part
from companion.games.asking import Answer, Ask
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.words import Text


class Solo(NamedTuple):
    """A seat as if it were alone on the board."""

    table: SoloTable
    """The results of all cards for a piece that is alone (`companion.engine.solo_table`)."""
    seat: int
    pose: int
    """The square and heading of its piece as one number (`SoloTable`), GONE off the board."""
    damage: int
    goal: int
    """The number of the next marker; after the last one, a number past all markers."""
    home: int
    """The pose where the piece comes back after it is destroyed."""
    lives: int | None
    """The lives left, None for no limit."""
    fixed: tuple[int | None, ...]
    """The moves of the slots that cannot be chosen, None for those that can."""
    hand: tuple[int, ...]
    """The codes to choose from."""
    moves: tuple[int, ...]
    """The move of each code. The strongest card of a move comes first."""
    deaths: int = 0
    """A number that grows with every death of the piece."""


class Outlook(NamedTuple):
    """The state after the turn that a program would lead to if nobody else moved."""

    goal: int
    """The number of the next marker."""
    away: int | None
    """The number of squares to the next marker, None if it cannot be reached."""
    damage: int
    destroyed: bool
    """Whether the piece is destroyed."""
    register: int
    """The register in which the program ends."""
    rests: bool = False
    """Whether the piece sits out the next turn, or this one."""


class Foresight(Part[P, Any]):
    """The part of a game on a board that thinks ahead."""

    def solo(
        self,
        position: P,
        seat: int,
        hand: tuple[int, ...] | None = None,
        in_slots: tuple[int | None, ...] = (),
    ) -> Solo:
        """Return a seat as if it were alone, in a position that it may know.

        Args:
            position: The position, as the seat sees it.
            seat: The seat.
            hand: The codes of its cards if the position does not know them, since hands dealt them.
            in_slots: The codes of cards that are in its slots and stay there, from slot 1. None for
                a slot that can be chosen or that the position knows.

        Raises:
            KeyError: Nobody plays the seat.
        """
        raise NotImplementedError

    def rivals(self, position: P, seat: int) -> tuple[int, ...]:
        """Return the other seats with a piece on the board, the nearest first."""
        raise NotImplementedError

    def guessed(self, position: P, seat: int, hand: tuple[int, ...], deck: Iterable[int]) -> P:
        """Return the position with a guessed hand for every other seat that is to play cards.

        Args:
            position: The position, as the seat sees it.
            seat: The seat that guesses.
            hand: The codes of its own cards.
            deck: The shuffled codes to deal from; cards with known holders are skipped.
        """
        raise NotImplementedError

    def simulate(self, position: P, programs: Mapping[int, tuple[int | None, ...]]) -> P | None:
        """Return the position at the end of this turn after some programs.

        Args:
            position: A position that asks for programs.
            programs: Five codes by seat, None for the card in the reader. Other seats play what is
                known to be in theirs.

        Returns:
            The position, or None if programs are not asked for.
        """
        raise NotImplementedError

    def offer(self, position: P, ask: Ask) -> str:
        """Return the key of the best offer for the player who decides, "" if nothing is known."""
        return ""

    def new_hand(self, ask: Ask) -> str:
        """Return the key of the action that deals the seat another hand, "" if there is none."""
        return ""

    def reason(self, solo: Solo, outlook: Outlook) -> Text:
        """Return why a program was chosen, in a sentence about the piece and the outlook."""
        raise NotImplementedError

    def came_to(self, solo: Solo, outlook: Outlook) -> Text:
        """Return the result of a turn or program in a few words, without the name of the piece."""
        raise NotImplementedError


class ProgramClaim(NamedTuple):
    """One fact about a program that was played by the rules while nobody else played a card.

    Which fields count depends on the kind; each game has its own kinds.
    """

    kind: str
    obvious: bool = False
    """Whether it is about the obvious program and not about the chosen one."""
    marker: int = 0
    """The number of a marker on the board."""
    number: int = 0
    """Points of damage, squares to the marker, or the code of a card."""
    register: int = 0
    square: Square = ""
    cause: str = ""
    moves: tuple[int, ...] = ()
    """Moves (`Solo.moves`) that prove what is possible next."""


def first_difference(
    codes: Iterable[int | None], others: Iterable[int | None], move: Callable[[int], object]
) -> int:
    """Return the first slot in which two programs have cards of another move, 0 for none."""
    return next(
        (
            slot
            for slot, (one, two) in enumerate(zip(codes, others, strict=False), 1)
            if one is not None and two is not None and move(one) != move(two)
        ),
        0,
    )


class Explaining(Part[P, Any], ABC):
    """The part of a game that compares a program with the obvious one."""

    @abstractmethod
    def claims(
        self,
        position: P,
        seat: int,
        codes: tuple[int | None, ...],
        obvious: tuple[int | None, ...] = (),
    ) -> tuple[ProgramClaim, ...]:
        """Return what is worth saying of a program, and how the obvious one would be worse.

        Both are played by the rules, and nobody else plays a card. Returns () if the rules ask
        something on the way, or if there is no program to play.

        Args:
            position: A position that the seat may know (`Game.redacted`).
            seat: The seat.
            codes: The five codes of the program, None for an empty slot.
            obvious: Those of the program that leads straight to the marker, () for none.
        """

    @abstractmethod
    def words(self, claims: Sequence[ProgramClaim]) -> Text:
        """Return claims in a sentence or two, NOTHING without any."""


def nearest(others: Mapping[int, Square], between: Callable[[Square], int]) -> tuple[int, ...]:
    """Return seats by the distance of their squares, the nearest first."""
    return tuple(sorted(others, key=lambda seat: (between(others[seat]), seat)))


def shares_of(points: Mapping[int, float], spread: float) -> Mapping[int, float]:
    """Return how likely each seat is the best in the end, by seat; the sum is 1.

    `spread` is roughly by how much the points may still change.
    """
    best = max(points.values())
    weights = {seat: exp((own - best) / spread) for seat, own in points.items()}
    whole = sum(weights.values())
    return {seat: weight / whole for seat, weight in weights.items()}


# ---- Games without boards ------------------------------------------------------------------------

TURN, END, KEEN = range(3)
"""The ends to which an answer is followed in a guess.

- TURN: to the end of this turn; others answer at random.
- END: to the end of the round of play (a Derby, a hand), also at random.
- KEEN: to that end; everybody plays what looks good.
"""


class Weighing(Part[P, Any]):
    """The part of a game without a board that judges answers.

    Positions are those that the seat may know (`Game.redacted`), except for guesses.
    """

    def answers(self, position: P, ask: Ask) -> tuple[Answer, ...]:
        """Return at least one answer, and all those with different results.

        Their order does not depend on chance.
        """
        raise NotImplementedError

    def looks(self, position: P, ask: Ask, answer: Answer) -> float:
        """Return how much better a win an answer promises at first sight.

        Only the differences between answers count.
        """
        raise NotImplementedError

    def guessed(self, position: P, ask: Ask, deck: Iterable[int]) -> P:
        """Return the position with a guess for everything that the seat does not know.

        The cards come from the shuffled `deck`. Nothing that the seat knows changes.
        """
        raise NotImplementedError

    def outcomes(
        self,
        guess: P,
        ask: Ask,
        answers: Sequence[Answer],
        reach: int,
        chance: Callable[[], float],
    ) -> tuple[float, ...]:
        """Return the result of each answer in a guess, from 0 for a loss to 1 for a win.

        Args:
            guess: The guessed position.
            ask: The question.
            answers: The answers to compare.
            reach: TURN, END or KEEN.
            chance: Returns random numbers from 0 to below 1. Others play by them, as far as
                possible the same beside each answer.
        """
        raise NotImplementedError

    def reason(self, position: P, ask: Ask, answer: Answer, share: float | None) -> Text:
        """Return why an answer was chosen, in a sentence; NOTHING if there is nothing to say.

        `share` is its result in guesses, None if nothing was guessed.
        """
        raise NotImplementedError
