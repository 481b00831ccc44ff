"""What a game tells those who think ahead in it: pilots, hints, and the review after a race.

A game on a board says how a seat's piece would fare alone, by tables that its rules have filled; what unknown hands may hold; and what a turn would come to
(`Foresight`). A game without places says how good answers are (`Weighing`): how each looks by itself, and how it fares in a guess of all that is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from companion.engine.lone import Step
from companion.geometry import Heading, Square
from companion.words import Text

# A game offers this, and this speaks of positions.
if TYPE_CHECKING:
    from companion.games.api import Position
    from companion.games.asking import Answer, Ask


class Lone(Protocol):
    """What becomes of a piece that is alone: tables by register, move and spot, a square and a heading as one number. `companion.engine.lone.Lone` is one.

    Registers are the rounds of a turn, from 1; moves count from 0.
    """

    @property
    def flags(self) -> tuple[Square, ...]:
        """The squares of the markers, in order."""

    @property
    def spots(self) -> int:
        """How many spots there are."""

    @property
    def start(self) -> int:
        """Where the first seat begins."""

    @property
    def moves(self) -> int:
        """How many moves there are."""

    @property
    def registers(self) -> int:
        """How many rounds a turn has."""

    @property
    def shares(self) -> tuple[float, ...]:
        """Which part of the deck each move has."""

    @property
    def choice(self) -> float:
        """From how many cards each register seems to choose."""

    @property
    def deadly(self) -> int:
        """The damage that destroys."""

    @property
    def notes(self) -> dict[str, object]:
        """What those who think ahead work out once for a race, by name."""

    def spot(self, square: Square, heading: Heading) -> int:
        """The spot of a square of the board and a heading."""

    def square(self, spot: int) -> Square:
        """The square of a spot."""

    def away(self, goal: int, spot: int) -> int | None:
        """How many squares it is from a spot to the marker with this number; None without a way."""

    def alike(self, register: int) -> int:
        """The first register, from 1, in which everything happens as in this one."""

    def step(self, register: int, move: int, spot: int) -> Step:
        """What a register does to a piece on a spot that plays a move, NO_MOVE for none."""

    def touches(self, register: int, move: int, spot: int, goal: int) -> int:
        """How many markers, from number `goal` on, such a piece touches in a register."""

    def hands(self, goal: int) -> tuple[tuple[int, ...], ...]:
        """Return hands that may be held on the way to a marker, each as likely as any other.

        A hand is how many cards of each move there are. There are none, (), where cards are so many that each register can be
        thought of by itself.
        """


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


class Foresight(Protocol):
    """How to think ahead in a game."""

    def solo(
        self,
        position: Position,
        seat: int,
        hand: tuple[int, ...] | None = None,
        lying: tuple[int | None, ...] = (),
    ) -> Solo:
        """A seat as if it were alone, in a position that it may know; KeyError where nobody sits there.

        `hand` are the codes of its cards where the position does not know them, since hands have dealt them. `lying` are the codes of cards that lie in
        its slots by now and stay there, from slot 1, None for a slot that can be chosen or that the position knows.
        """

    def rivals(self, position: Position, seat: int) -> tuple[int, ...]:
        """The other seats with a piece on the board, the nearest first."""

    def guessed(
        self, position: Position, seat: int, hand: tuple[int, ...], deck: Iterable[int]
    ) -> Position:
        """The same position with a hand for every other seat that is to play cards, dealt from a shuffled deck without the cards that somebody is known to hold.

        `hand` are the codes of the seat's own cards.
        """

    def simulate(
        self, position: Position, programs: Mapping[int, tuple[int | None, ...]]
    ) -> Position | None:
        """The position at the end of this turn if these seats played these programs, while programs are asked for.

        Five codes by seat, None for what lies in the reader; other seats play what is known to lie in theirs. None where programs are not asked for.
        """

    def offer(self, position: Position, ask: Ask) -> str:
        """The key of the offer that is best for who decides; "" where nobody can say."""

    def new_hand(self, ask: Ask) -> str:
        """The key of what a seat may do besides to be dealt another hand; "" where it may not."""

    def reason(self, solo: Solo, outlook: Outlook) -> Text:
        """Why a program was chosen, in a sentence about the piece, by what it was to come to."""

    def came_to(self, solo: Solo, outlook: Outlook) -> Text:
        """What a turn came to for a seat, or a program would have, in a few words that say nothing of whose piece it is."""


# ---- Games without places --------------------------------------------------------------------------------------------------

TURN, END, KEEN = range(3)
"""How far an answer is followed in a guess: to the end of this turn while others play anything; to the end of the round of play (a Derby, a hand), still
with anything; or to that end, and everybody plays what looks good."""


class Weighing(Protocol):
    """How good answers are in a game without places. Positions are such as the seat may know (`Game.redacted`), unless a guess is spoken of."""

    def answers(self, position: Position, ask: Ask) -> tuple[Answer, ...]:
        """All answers that come to something different, one at least, in an order that chance does not decide."""

    def looks(self, position: Position, ask: Ask, answer: Answer) -> float:
        """By how much an answer seems to make a win likelier, by itself and at first sight; only the differences between answers count."""

    def guessed(self, position: Position, ask: Ask, deck: Iterable[int]) -> Position:
        """The same position with something in the place of all that the seat does not know, dealt from a shuffled deck; nothing that it knows changes."""

    def outcomes(
        self,
        guess: Position,
        ask: Ask,
        answers: Sequence[Answer],
        reach: int,
        chance: Callable[[], float],
    ) -> tuple[float, ...]:
        """What each answer comes to in a guess, for who decides: from 0 for a loss to 1 for a win, followed as far as `reach` says.

        `chance` gives numbers from 0 to below 1; what others play comes from it, and is the same beside each answer as far as it can be.
        """

    def reason(self, position: Position, ask: Ask, answer: Answer, share: float | None) -> Text:
        """Why an answer was chosen, in a sentence; NOTHING where there is nothing to say. `share` is what it came to in guesses, None where nobody has guessed."""
