"""Questions of a game to its table, and the answers: cards in readers, touches, shuffled decks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum
from typing import Final, TypeAlias

from companion.games.scene import Face
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.signals import EMPTY, SLOTS
from companion.words import NOTHING, Text


class Custody(Enum):
    """The holder of the cards of a seat, who so knows them."""

    APP = "app"
    """The app deals them, shows them on the screen and knows them all."""
    HANDS = "hands"
    """A player holds real cards. The app knows those in readers."""
    NOBODY = "nobody"
    """Real cards that were not dealt. A pilot draws them after people have put in theirs."""


class CardSharing(Enum):
    """A way to share out the cards of a game, which decides who can hold them."""

    ONE_DECK = "deck"
    """Everybody is dealt from one deck.

    Hands deal it as soon as one player can hold real cards, and pilots draw from what is left.
    """
    OWN_DECKS = "decks"
    """Every player has a deck, so everybody who can hold real cards does."""
    PASSED_HANDS = "passed"
    """Players pass their hands on, so either all of them hold real cards or nobody does."""

    def custody(self, seats: tuple[int, ...], by_hand: Collection[int]) -> Mapping[int, Custody]:
        """Return who holds the cards of each seat.

        Args:
            seats: The seats that play.
            by_hand: The seats whose players can hold real cards.
        """
        if self is CardSharing.PASSED_HANDS:
            return dict.fromkeys(seats, Custody.HANDS if {*seats} == {*by_hand} else Custody.APP)
        one_deck = self is CardSharing.ONE_DECK
        others = Custody.NOBODY if one_deck and by_hand else Custody.APP
        return {seat: Custody.HANDS if seat in by_hand else others for seat in seats}


class Reading(NamedTuple):
    """The content of a slot, as the session read it."""

    status: str = EMPTY
    """A status of `companion.signals`."""
    code: int | None = None
    """The code of the card, only if the status is OK."""


Row: TypeAlias = tuple[Reading, ...]
"""The content of a reader's five slots, slot 1 first."""

EMPTY_ROW: Row = (Reading(),) * SLOTS


class ReaderContent(NamedTuple):
    """The cards and locks of a reader according to the game."""

    codes: tuple[int | None, ...] = (None,) * SLOTS
    """The codes in the five slots. None stands for an empty slot or a card that must stay
    unknown."""
    locked: tuple[int, ...] = ()
    """The slots whose lock lights are on."""


EMPTY_READER: Final = ReaderContent()
"""The content of a reader about which a game says nothing."""


class Offer(NamedTuple):
    """An answer, or an action, that can be touched on the screen."""

    key: str
    """Names the answer in journals."""
    label: Text
    about: Text = NOTHING
    squares: tuple[Square, ...] = ()
    """Squares of the board that light up with it."""
    cards: tuple[Face, ...] = ()
    """Cards that are drawn on it."""
    table_cards: tuple[str, ...] = ()
    """The keys of the cards on the table that light up with it."""
    change: object = None
    """For an action: the change that a touch makes (`Corrections.changed`). None for an answer."""


class Deadline(NamedTuple):
    """The time limit of an answer.

    It applies to people only: a pilot answers immediately, or as fast as its reader can.
    """

    seconds: float
    """The seconds from the question on, or from the first answer (`after_first`)."""
    late: str
    """The answer that counts when time is up: the key of an offer, or a handle move.

    With a handle move, the cards of the deck in the slots count, free of faults or not.
    """
    after_first: bool = False
    """Whether time starts when the first person has answered all its questions."""


class Program(NamedTuple):
    """The slots of a reader that an answer fills with cards."""

    slots: tuple[int, ...] = ()
    """The slots that are read; none if no cards are asked for."""
    locked: tuple[int, ...] = ()
    """The slots among them whose cards must stay."""
    held: tuple[int | None, ...] = (None,) * SLOTS
    """The five codes that must stay in the reader: in locked slots, or of a seat that rests.

    None for any other slot.
    """
    blind: bool = False
    """Whether the hand fills the free slots in drawing order, so that nothing is chosen."""

    @property
    def free(self) -> tuple[int, ...]:
        """Return the slots to fill: those that are read and not locked."""
        return tuple(slot for slot in self.slots if slot not in self.locked)


class Hand(NamedTuple):
    """The cards from which a seat fills the slots."""

    number: int = 0
    """The number of cards that it was dealt."""
    codes: tuple[int, ...] | None = None
    """Their codes, None if they are not known."""
    among: tuple[int, ...] | None = None
    """The codes that an unknown hand may hold, None for the whole deck."""
    own: tuple[int, ...] = ()
    """The codes of the seat's additional cards, which are not in the deck."""
    thrown: int = 0
    """The number of hands that the seat discarded for this one."""


class Roles(NamedTuple):
    """Other seats that a question concerns. Each is None if it is the seat that answers."""

    decider: int | None = None
    """The seat whose player decides."""
    piece: int | None = None
    """The seat whose piece it is about."""
    mover: int | None = None
    """The seat whose player plays the cards afterwards."""


class Ask(NamedTuple):
    """A question to one seat: cards in its reader, a handle move, or a touch on the screen."""

    seat: int
    """The seat whose reader, or place on the screen, answers."""
    must: bool
    """Whether everybody waits for the answer."""
    gestures: tuple[tuple[str, Text], ...] = ()
    """The handle moves that mean something, each with a label."""
    program: Program = Program()
    """The slots to fill."""
    hand: Hand = Hand()
    """The cards to fill them with."""
    offers: tuple[Offer, ...] = ()
    """The answers that can be touched on the screen instead of an answer by the reader."""
    secret: bool = True
    """Whether nobody else may see the offers or the one that is touched."""
    question: Text = NOTHING
    """The question in a sentence, if it is not the same for all seats."""
    choosing: Text = NOTHING
    """A few words for the seat until it has answered; NOTHING for the default words."""
    outcomes: tuple[tuple[str, Text], ...] = ()
    """The words for the seat after a handle move, if they are not the label of the move."""
    deadline: Deadline | None = None
    """The time limit, None for none."""
    actions: tuple[Offer, ...] = ()
    """The changes that its player may make before the answer, seen by everybody."""
    roles: Roles = Roles()
    """The other seats that the question concerns."""
    askers: tuple[str, ...] = ()
    """The keys of the cards on the table that ask."""
    public_offers: bool = False
    """Whether everybody knows the offers of a `secret` question, and only the choice is secret."""

    @property
    def player(self) -> int:
        """Return the seat whose player decides."""
        return self.seat if self.roles.decider is None else self.roles.decider

    def with_hand(self, codes: tuple[int, ...] | None) -> Ask:
        """Return the same question with these cards in the hand, None if they are not known."""
        return self._replace(hand=self.hand._replace(codes=codes))


class Answer(NamedTuple):
    """The answer of a seat."""

    gesture: str
    """The handle move, "" for a touch."""
    codes: tuple[int | None, ...] = (None,) * SLOTS
    """All five codes, those of locked slots included; None for an empty slot.

    They are ignored if the question asked for no cards.
    """
    offer: str = ""
    """The key of the offer that was touched."""
    late: bool = False
    """Whether time ran out, so that the deadline answered.

    The codes are of the deck but may have any fault.
    """


class Questions(NamedTuple):
    """The game waits for the answers of seats (`Game.answered`)."""

    about: str
    """The kind of question, for pilots and statistics."""
    turn: int
    asks: tuple[Ask, ...]
    title: Text = NOTHING
    """The head of the screen."""
    hint: Text = NOTHING
    """The line below it."""
    done: Text = NOTHING
    """The hint after all required answers are in."""
    place: Text = NOTHING
    """The part of the turn in a few words, such as "programming"."""

    @property
    def reads(self) -> bool:
        """Return whether any seat is asked for cards in its reader."""
        return any(ask.program.slots for ask in self.asks)


class Shuffle(NamedTuple):
    """The game waits for the shuffled deck (`Game.dealt`).

    All cards leave the readers except those of `held`.
    """

    turn: int
    held: Mapping[int, tuple[int | None, ...]]
    """Five codes for each seat whose cards stay, None for a card that does not stay."""
    hint: Text = NOTHING
    """The work of the hands, if the default words do not fit."""

    @property
    def keep(self) -> Mapping[int, tuple[int, ...]]:
        """Return the slots whose cards stay, by seat."""
        return {
            seat: tuple(slot for slot, code in enumerate(codes, 1) if code is not None)
            for seat, codes in self.held.items()
        }


class Draw(NamedTuple):
    """The game waits for a random number from 0 up to `number` - 1.

    `Game.dealt` gets all these numbers, shuffled like a deck; the first one is the result.
    """

    turn: int
    about: str
    """Tells several draws of a turn apart."""
    number: int
    """The number of possible results, which count from 0."""


class PlayOn(NamedTuple):
    """The game can play on without an answer (`Game.play`)."""

    turn: int


class Finished(NamedTuple):
    """The game is over."""

    turn: int
    winners: tuple[int, ...]
    """The seats that won: several if they share the win, none if nobody did."""


NextStep: TypeAlias = Questions | Shuffle | Draw | PlayOn | Finished
"""The next need of a game (`Game.next_step`)."""
