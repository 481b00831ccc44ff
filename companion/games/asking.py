"""What a game asks of a table: cards in readers, answers by touch, a shuffled deck; and what it is answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from companion.games.scene import Face
from companion.geometry import Square
from companion.signals import EMPTY, SLOTS
from companion.words import NOTHING, Text


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

    `change` is what a touch changes in the game at once (`Game.changed`), where it is no answer but something that a seat may do besides.
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


class Ask(NamedTuple):
    """What is wanted of one seat now.

    `seat` is the one whose reader, or place on the screen, answers; `decider` the seat whose player decides, and `piece` the one whose piece it is about,
    each None where it is the same. `must`: everybody waits for it; otherwise it may answer. `slots` are those that will be read (none for a mere
    question), `locked` those among them that must stay as they are. `dealt` counts its cards, `hand` is their codes, None where nobody knows them.
    `gestures` are the handle's moves that mean something, each with a label; `told` are those after which the seat is said to do something
    else than the label says, each with these words. `among` are the codes of the cards of which a hand is that nobody knows, None where it may be any of the deck. `held` are the five codes that lay in the reader already
    and belong there still, in locked slots or in those of who rests, None elsewhere. `offers` are answers by touch on the screen, instead of by the
    reader; `secret` that nobody else may see them, nor which is touched. `deadline` is None where it takes as long as it takes. `choosing` says what
    the seat does until it has answered, in a few words; without them it is choosing. `passes` is the seat whose player plays the cards then, None where
    it is the same one. `question` says what exactly is asked, in a sentence, where it is not the same for all. `points` are the keys of the cards on the table by which it
    is asked. `blind`: nothing is chosen, since the cards of the hand go into the free slots as they were drawn. `besides` are the changes that its player may
    make before it answers, in everybody's sight. `own` are the codes of cards beside the deck that the seat has besides those dealt. `thrown` counts the hands that
    it has thrown away for the one that it holds now.
    """

    seat: int
    must: bool
    slots: tuple[int, ...]
    locked: tuple[int, ...]
    dealt: int
    hand: tuple[int, ...] | None
    gestures: tuple[tuple[str, Text], ...]
    held: tuple[int | None, ...] = (None,) * SLOTS
    told: tuple[tuple[str, Text], ...] = ()
    decider: int | None = None
    piece: int | None = None
    offers: tuple[Offer, ...] = ()
    secret: bool = True
    deadline: Deadline | None = None
    choosing: Text = NOTHING
    passes: int | None = None
    among: tuple[int, ...] | None = None
    question: Text = NOTHING
    points: tuple[str, ...] = ()
    blind: bool = False
    besides: tuple[Offer, ...] = ()
    own: tuple[int, ...] = ()
    thrown: int = 0

    @property
    def player(self) -> int:
        """The seat whose player decides."""
        return self.seat if self.decider is None else self.decider


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
        return any(ask.slots for ask in self.asks)


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
