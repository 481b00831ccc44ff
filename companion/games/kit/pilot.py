"""What a game tells pilots, hints and the review after a race, and what it needs for that.

A game on a board says how a seat's piece would fare alone, by tables that its rules have filled; what unknown hands may hold; and what a turn would come to
(`Foresight`). A game without places says how good answers are (`Weighing`): how each looks by itself, and how it fares in a guess of all that is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import exp
from typing import Generic, NamedTuple

from companion.engine.lone import Lone
from companion.games.api import P
from companion.games.asking import Answer, Ask
from companion.geometry import Square
from companion.words import Text


class Solo(NamedTuple):
    """A seat as if it were alone: where its piece stands, and what it holds.

    `spot` is GONE for a piece off the board, `home` the spot where it comes back. `goal` is the number of the marker to touch next, more than there are once
    it has touched them all. `lives` is None without limit. `fixed` are the moves of the slots that cannot be chosen, None for those that can. `hand` are the
    codes to choose from, `moves` the move of each, the strongest card of a move first. `deaths` grows with every death.
    """

    lone: Lone
    seat: int
    spot: int
    damage: int
    goal: int
    home: int
    lives: int | None
    fixed: tuple[int | None, ...]
    hand: tuple[int, ...]
    moves: tuple[int, ...]
    deaths: int = 0


class Outlook(NamedTuple):
    """What a program would come to alone: the number of the marker to touch next, how many squares are left to it, and the damage, after the turn.

    `destroyed` says that it ends in a death, `register` when it is over; `rests` that the piece sits out the next turn, or this one.
    """

    goal: int
    away: int | None
    damage: int
    destroyed: bool
    register: int
    rests: bool = False


class Foresight(Generic[P]):
    """How to think ahead in a game."""

    def solo(
        self,
        position: P,
        seat: int,
        hand: tuple[int, ...] | None = None,
        lying: tuple[int | None, ...] = (),
    ) -> Solo:
        """A seat as if it were alone, in a position that it may know; KeyError where nobody sits there.

        `hand` are the codes of its cards where the position does not know them, since hands have dealt them. `lying` are the codes of cards that lie in
        its slots by now and stay there, from slot 1, None for a slot that can be chosen or that the position knows.
        """
        raise NotImplementedError

    def rivals(self, position: P, seat: int) -> tuple[int, ...]:
        """The other seats with a piece on the board, the nearest first."""
        raise NotImplementedError

    def guessed(self, position: P, seat: int, hand: tuple[int, ...], deck: Iterable[int]) -> P:
        """The same position with a hand for every other seat that is to play cards, dealt from a shuffled deck without the cards that somebody is known to hold.

        `hand` are the codes of the seat's own cards.
        """
        raise NotImplementedError

    def simulate(self, position: P, programs: Mapping[int, tuple[int | None, ...]]) -> P | None:
        """The position at the end of this turn if these seats played these programs, while programs are asked for.

        Five codes by seat, None for what lies in the reader; other seats play what is known to lie in theirs. None where programs are not asked for.
        """
        raise NotImplementedError

    def offer(self, position: P, ask: Ask) -> str:
        """The key of the offer that is best for who decides; "" where nobody can say."""
        return ""

    def new_hand(self, ask: Ask) -> str:
        """The key of what a seat may do besides to be dealt another hand; "" where it may not."""
        return ""

    def reason(self, solo: Solo, outlook: Outlook) -> Text:
        """Why a program was chosen, in a sentence about the piece, by what it was to come to."""
        raise NotImplementedError

    def came_to(self, solo: Solo, outlook: Outlook) -> Text:
        """What a turn came to for a seat, or a program would have, in a few words that say nothing of whose piece it is."""
        raise NotImplementedError


def nearest(others: Mapping[int, Square], between: Callable[[Square], int]) -> tuple[int, ...]:
    """Return seats by how far their squares are away, the nearest first."""
    return tuple(sorted(others, key=lambda seat: (between(others[seat]), seat)))


def shares_of(points: Mapping[int, float], spread: float) -> Mapping[int, float]:
    """Return how likely each seat is the best in the end, if its points may still change by about this spread."""
    best = max(points.values())
    weights = {seat: exp((own - best) / spread) for seat, own in points.items()}
    whole = sum(weights.values())
    return {seat: weight / whole for seat, weight in weights.items()}


# ---- Games without places ------------------------------------------------------------------------

TURN, END, KEEN = range(3)
"""How far an answer is followed in a guess: to the end of this turn while others play anything; to the end of the round of play (a Derby, a hand), still
with anything; or to that end, and everybody plays what looks good."""


class Weighing(Generic[P]):
    """How good answers are in a game without places. Positions are such as the seat may know (`Game.redacted`), unless a guess is spoken of."""

    def answers(self, position: P, ask: Ask) -> tuple[Answer, ...]:
        """All answers that come to something different, one at least, in an order that chance does not decide."""
        raise NotImplementedError

    def looks(self, position: P, ask: Ask, answer: Answer) -> float:
        """By how much an answer seems to make a win likelier, by itself and at first sight; only the differences between answers count."""
        raise NotImplementedError

    def guessed(self, position: P, ask: Ask, deck: Iterable[int]) -> P:
        """The same position with something in the place of all that the seat does not know, dealt from a shuffled deck; nothing that it knows changes."""
        raise NotImplementedError

    def outcomes(
        self,
        guess: P,
        ask: Ask,
        answers: Sequence[Answer],
        reach: int,
        chance: Callable[[], float],
    ) -> tuple[float, ...]:
        """What each answer comes to in a guess, for who decides: from 0 for a loss to 1 for a win, followed as far as `reach` says.

        `chance` gives numbers from 0 to below 1; what others play comes from it, and is the same beside each answer as far as it can be.
        """
        raise NotImplementedError

    def reason(self, position: P, ask: Ask, answer: Answer, share: float | None) -> Text:
        """Why an answer was chosen, in a sentence; NOTHING where there is nothing to say. `share` is what it came to in guesses, None where nobody has guessed."""
        raise NotImplementedError
