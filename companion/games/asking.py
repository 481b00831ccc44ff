"""What a game asks of a table: cards in readers, answers by touch, a shuffled deck; and what it is answered."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

from companion.games.scene import Face
from companion.geometry import Square
from companion.signals import EMPTY, SLOTS
from companion.words import NOTHING, Text


class Custody(Enum):
    """Who holds the cards of a seat, and so who knows them."""

    APP = "app"
    """The app deals them, shows them on the screen and knows them all."""
    HANDS = "hands"
    """A player holds real cards; the app knows those in readers."""
    NOBODY = "nobody"
    """Real cards that were not dealt: a pilot draws them when people have put in theirs."""


class Reading(NamedTuple):
    """What a slot shows: a status of `companion.signals`, and the code where that is OK."""

    status: str = EMPTY
    code: int | None = None


Row: TypeAlias = tuple[Reading, ...]
"""What a reader's five slots show, slot 1 first."""

EMPTY_ROW: Row = (Reading(),) * SLOTS


class Offer(NamedTuple):
    """One answer that can be touched on the screen.

    It has a key, a label, a few words about it, and what it lights up: squares of the board, cards that it
    shows itself, and the keys of cards that lie on the table (`lies`).

    `change` is what a touch changes in the game at once (`Corrections.changed`), where it is an action and no answer.
    """

    key: str
    label: Text
    about: Text = NOTHING
    squares: tuple[Square, ...] = ()
    cards: tuple[Face, ...] = ()
    lies: tuple[str, ...] = ()
    change: Any = None


class Deadline(NamedTuple):
    """The time that an answer may take.

    There are so many seconds from the question on, or (`after_first`) from when the first person has answered
    all that it is asked.

    Then `late` counts: the key of an offer, or a move of the handle with the cards of the deck that lie in the slots, free of faults or not. It
    holds for people only: a pilot answers at once, or as fast as its reader can.
    """

    seconds: float
    late: str
    after_first: bool = False


class Program(NamedTuple):
    """The slots of a reader that an answer fills with cards."""

    slots: tuple[int, ...] = ()
    """The slots that are read; none where no cards are asked for."""
    locked: tuple[int, ...] = ()
    """Those of them whose cards must stay."""
    held: tuple[int | None, ...] = (None,) * SLOTS
    """The five codes that lie in the reader and must stay there: in locked slots, or of a seat that rests; None elsewhere."""
    blind: bool = False
    """Whether the hand goes into the free slots in the order in which it was drawn, so that nothing is chosen."""

    @property
    def free(self) -> tuple[int, ...]:
        """The slots that are filled: those that are read and not locked."""
        return tuple(slot for slot in self.slots if slot not in self.locked)


class Hand(NamedTuple):
    """The cards from which a seat fills the slots."""

    number: int = 0
    """How many cards were dealt to it."""
    codes: tuple[int, ...] | None = None
    """Their codes, None where they are not known."""
    among: tuple[int, ...] | None = None
    """The codes of the cards that an unknown hand can hold, None for the whole deck."""
    own: tuple[int, ...] = ()
    """The codes of cards that the seat has in addition, which are not of the deck."""
    thrown: int = 0
    """How many hands the seat has thrown away for this one."""


class Roles(NamedTuple):
    """The seats that a question concerns apart from the one that answers, each None where it is that one."""

    decider: int | None = None
    """The seat whose player decides."""
    piece: int | None = None
    """The seat whose piece it is about."""
    mover: int | None = None
    """The seat whose player plays the cards afterwards."""


class Ask(NamedTuple):
    """What is asked of one seat now: cards in its reader, a move of its handle, or a touch on the screen."""

    seat: int
    """The seat whose reader, or place on the screen, answers."""
    must: bool
    """Whether everybody waits for the answer."""
    gestures: tuple[tuple[str, Text], ...] = ()
    """The moves of the handle that mean something, each with a label."""
    program: Program = Program()
    """The slots that are filled."""
    hand: Hand = Hand()
    """The cards that they are filled with."""
    offers: tuple[Offer, ...] = ()
    """The answers that can be touched on the screen, instead of an answer by the reader."""
    secret: bool = True
    """Whether nobody else may see the offers, nor which of them is touched."""
    question: Text = NOTHING
    """The question in a sentence, where it is not the same for all."""
    choosing: Text = NOTHING
    """What the seat does until it has answered, in a few words; NOTHING for the usual ones."""
    outcomes: tuple[tuple[str, Text], ...] = ()
    """What the seat does after a move of the handle, where that is not the label of the move."""
    deadline: Deadline | None = None
    """The time that the answer may take, None for any."""
    actions: tuple[Offer, ...] = ()
    """The changes that its player may make before it answers, in everybody's sight."""
    roles: Roles = Roles()
    """The other seats that it concerns."""
    askers: tuple[str, ...] = ()
    """The keys of the cards on the table that ask."""

    @property
    def player(self) -> int:
        """The seat whose player decides."""
        return self.seat if self.roles.decider is None else self.roles.decider

    def with_hand(self, codes: tuple[int, ...] | None) -> Ask:
        """Return the same question with these cards in the hand, None where they are not known."""
        return self._replace(hand=self.hand._replace(codes=codes))


class Answer(NamedTuple):
    """What a seat said: the handle's move, and the codes in its slots (None for an empty one); or the key of the offer that was touched.

    All five codes, those of locked slots included; none count where the question was a mere one. `late`: nobody said it in time, so that the deadline
    did; its codes may have any fault, but each is of the deck.
    """

    gesture: str
    codes: tuple[int | None, ...] = (None,) * SLOTS
    offer: str = ""
    late: bool = False


class Questions(NamedTuple):
    """The game waits for seats: `about` names the kind of question, for pilots and statistics.

    `title` and `hint` are words for the head of the screen, `done` the hint as soon as everybody has answered who must. `place` says in a few words
    what part of the turn this is ("programming").
    """

    about: str
    turn: int
    asks: tuple[Ask, ...]
    title: Text = NOTHING
    hint: Text = NOTHING
    done: Text = NOTHING
    place: Text = NOTHING

    @property
    def reads(self) -> bool:
        """Whether cards in readers are asked for, by anybody."""
        return any(ask.program.slots for ask in self.asks)


class Shuffle(NamedTuple):
    """The game waits for the shuffled deck; all cards leave the readers but those of `held`: five codes by seat, None where no card stays.

    `piles`: every seat has a pile of its own. Then the app can hold the piles of some seats while hands deal the real cards of others. `hint` says what hands
    do, where the usual words do not fit.
    """

    turn: int
    held: Mapping[int, tuple[int | None, ...]]
    piles: bool = False
    hint: Text = NOTHING

    @property
    def keep(self) -> Mapping[int, tuple[int, ...]]:
        """The slots whose cards stay, by seat."""
        return {
            seat: tuple(slot for slot, code in enumerate(codes, 1) if code is not None)
            for seat, codes in self.held.items()
        }


class Draw(NamedTuple):
    """The game waits for chance: one of so many numbers, from 0 on. `about` tells one draw of a turn from another.

    It is answered like a shuffle, with all these numbers in an order; the first one is drawn.
    """

    turn: int
    about: str
    number: int


class PlayOn(NamedTuple):
    """The game can play on by itself: nobody is asked anything."""

    turn: int


class Finished(NamedTuple):
    """The game is over; `winners` are seats, more than one where they share the win, none where nobody has won."""

    turn: int
    winners: tuple[int, ...]


Want: TypeAlias = Questions | Shuffle | Draw | PlayOn | Finished
