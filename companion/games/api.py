"""What a game is to a session: the few questions by which a session plays any game without knowing which.

A game is a value without state. A `Position` is the game's own frozen value, which the session keeps and hands back unread.
    begin → want → (dealt | answered | play) → want → … → Finished
Cards are codes here (what a reader reads); `face` says what is printed on one. Seats and slots count from 1. What is seen of a game is in `scene`, what it asks for
in `asking`; squares and headings are in `companion.geometry`, settings in `companion.settings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from companion.art import Shape
from companion.engine.board import Board
from companion.games.asking import Answer, Ask, Finished, Questions, Row, Want
from companion.games.scene import (
    Face,
    Instruction,
    Layout,
    Scene,
    Standing,
)
from companion.games.wording import Wording
from companion.geometry import Square
from companion.kept_names import canonical, mark_of_text
from companion.settings import Option
from companion.signals import EMPTY, GAP, NOT_DEALT, OK, TWICE, UNKNOWN
from companion.words import NOTHING, Text, count, listed, text

Position: TypeAlias = Any
"""The position of any game, its own frozen value; only the game looks inside."""

Event: TypeAlias = Any
"""Something that happened in any game, its own frozen value; only the game looks inside."""

Change: TypeAlias = Any
"""A change by hand in any game, its own frozen named tuple (`companion.games.corrections`); only the game looks inside."""

if TYPE_CHECKING:
    from typing_extensions import TypeVar as _TypeVar

    P = _TypeVar("P", default=Position)
    E = _TypeVar("E", default=Event)
else:
    P, E = TypeVar("P"), TypeVar("E")
"""The classes of a game's positions and of its events: a game says them, as in `class Cardbot(Game[Race, GameEvent])`; plain `Game` is any game."""

_Part = TypeVar("_Part")


class Plan(NamedTuple):
    """How a game is set up: the board, None where none is chosen, where markers lie in order, the seats that play, and the word chosen for each setting.

    A setting without a word has its default; `seat_words` are those of the settings of single seats, by seat. `seats` are those that people have chosen, without those that the game fills itself. Nothing is checked
    yet: `Game.begin` does that.
    """

    board: Board | None
    markers: tuple[Square, ...]
    seats: tuple[int, ...]
    words: Mapping[str, str]
    seat_words: Mapping[int, Mapping[str, str]] = {}


class Step(NamedTuple, Generic[P, E]):
    """One thing that hands carry out as a whole, such as a card or a part of the board: what happened, and the position after it.

    The position is one of those that the game can say the scene of; the game is asked nothing else about it before the passage is over.
    """

    events: tuple[E, ...]
    position: P


def one_step(events: tuple[E, ...], position: P) -> tuple[Step[P, E], ...]:
    """Return what happened as a single step that ends in this position; no step where nothing happened."""
    return (Step(events, position),) if events else ()


class Passage(NamedTuple, Generic[P, E]):
    """What came of an input: the position after, and the steps that lead there.

    `round` counts the parts of a turn from 1 as the game does, 0 for what comes before them. `cards` are those revealed, as (seat, face), in the order
    in which they are played. `ends_turn`: nothing of this turn is left. `collects`: all cards leave the readers next, whatever was to lie there;
    `redeals`: to be dealt once more in the same turn. `lays` are cards that lie in other slots now, as (seat, slot, code): the app lays them where a
    reader is on its screen.
    """

    position: P
    turn: int
    round: int
    steps: tuple[Step[P, E], ...] = ()
    cards: tuple[tuple[int, Face], ...] = ()
    ends_turn: bool = False
    collects: bool = False
    redeals: bool = False
    lays: tuple[tuple[int, int, int], ...] = ()

    @property
    def events(self) -> tuple[E, ...]:
        """Everything that happened, in order."""
        return tuple([event for step in self.steps for event in step.events])


class Told(NamedTuple):
    """An event that is told as it stands: whom it concerns first, None for nobody, the words, and the move of the card that is played, "" for none."""

    seat: int | None
    words: Text
    card: str = ""


class Fault(NamedTuple):
    """Why a seat's answer is refused: slot, GAP, LOCKED, TWICE, UNKNOWN or NOT_DEALT or a status of `companion.signals`, and the cards meant.

    `words` say what is wrong and what to do, without the place and without a stop, where the game can say it better than the table.
    `other` is the (seat, slot) where the same card lies too. `more` are further slots of the seat with the same fault, where the sentence
    about all of them would be the same: empty ones, and those that cannot be read.
    """

    seat: int
    slot: int
    kind: str
    found: Face | None = None
    expected: Face | None = None
    other: tuple[int, int] | None = None
    rule: str = "6.4.3"
    more: tuple[int, ...] = ()
    words: Text = NOTHING


class Game(Generic[P, E]):
    """What a session asks of a game; a game says what it does otherwise than stands here.

    It says at least what it is called, and `begin`, `want`, `answered`, `play` and `standings`. A position is any frozen value whose `repr` is the same on
    every machine.
    """

    key: str
    """Its name in journals."""
    title: str
    about: Text = NOTHING
    """What it is like in a sentence or two."""
    version: int = 1
    """Counts up whenever a game could come out otherwise than before."""
    seats: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)
    deck: tuple[int, ...] = ()
    options: tuple[Option, ...] = ()
    easy: Mapping[str, str] = {}
    """The words of the settings that a first game has otherwise than usual."""
    seat_options: tuple[Option, ...] = ()
    """The settings that every seat has for itself."""
    seat_signs: Mapping[str, tuple[Shape, ...]] = {}
    """The signs of the values of `seat_options`, by their words, on a square of side 1."""
    setup_pages: tuple[str, ...] = ("seats",)
    """The pages of the session on which it is set up, in their order; one at least."""
    ranking: Text = NOTHING
    """By what standings are ordered while a game goes on, in a sentence."""
    rounds: int = 0
    """The parts of a turn that are counted on the screen, 0 where it has none."""
    wording: Wording = Wording()
    """What its things are called."""
    passes_hands: bool = False
    """Whether hands go from player to player, so that hands deal only where every player is a person with a reader; else the app holds all of them."""
    has_programs: bool = False
    """Whether the five cards of a reader are a program, of which each round plays one of everybody's."""
    parts: Mapping[type, object] = {}
    """What not every game has, each under the class by which it is asked for (`part`)."""

    def part(self, kind: type[_Part]) -> _Part | None:
        """Return the part of this kind, such as `companion.games.corrections.Corrections`; None for a game without it."""
        found = self.parts.get(kind)
        return found if isinstance(found, kind) else None

    def face(self, code: int) -> Face | None:
        """Return what is printed on the card with this code, or None where the deck has no such card."""
        return None

    # ---- Setting up ------------------------------------------------------------------------------------------------------

    def starts(self, board: Board | None) -> Mapping[int, Square | None]:
        """Return the seats that can be played on a board, or without one, each with the square on which its piece begins, None where that is no square."""
        return dict.fromkeys(self.seats)

    def filled(self, seats: tuple[int, ...], words: Mapping[str, str]) -> Mapping[int, int | None]:
        """Return the seats that play with those that people have chosen: each with the seat whose player plays it too, or None where nobody does.

        `words` are those of the settings, as in a `Plan`. What a seat without a player needs is asked of others: each such `Ask` names a `decider`.
        All that can be chosen there is an answer; `begin` says what cannot be.
        """
        return {}

    def warnings(self, plan: Plan) -> tuple[Text, ...]:
        """Say what is allowed but will be regretted, in sentences; never raises."""
        return ()

    # ---- The course of a game ----------------------------------------------------------------------------------------------

    def begin(self, plan: Plan) -> P:
        """Return a game about to begin; SetupFault says why it cannot."""
        raise NotImplementedError

    def want(self, position: P) -> Want:
        """Return what the game needs next."""
        raise NotImplementedError

    def dealt(
        self,
        position: P,
        codes: tuple[int, ...] | None,
        by_hand: frozenset[int] = frozenset(),
    ) -> Passage[P, E]:
        """Answer Shuffle by all cards in their order, or None where hands deal them unseen; or Draw by all its numbers in an order.

        Where seats have piles of their own, `by_hand` are those whose real cards hands deal; the order holds for the piles of all others.
        """
        raise NotImplementedError

    def fault(self, position: P, seat: int, rows: Mapping[int, Row]) -> Fault | None:
        """Say why what lies in a seat's reader is no answer, or None; `rows` are all readers of the table by seat.

        For seats that are asked now. None where only the handle counts. By default it is the first slot that is asked for and is empty, unreadable, or
        holds a card of another deck, of another hand or of another slot.
        """
        want = self.want(position)
        ask = (
            next((ask for ask in want.asks if ask.seat == seat), None)
            if isinstance(want, Questions)
            else None
        )
        if ask is None:
            return None
        found = (self._slot_fault(ask, slot, rows) for slot in ask.program.slots)
        return next((fault for fault in found if fault is not None), None)

    def _slot_fault(self, ask: Ask, slot: int, rows: Mapping[int, Row]) -> Fault | None:
        reading = rows[ask.seat][slot - 1]
        if reading.status != OK or reading.code is None:
            return Fault(ask.seat, slot, GAP if reading.status == EMPTY else reading.status)
        face = self.face(reading.code)
        if face is None:
            return Fault(ask.seat, slot, UNKNOWN)
        lying = (
            (seat, number)
            for seat, row in rows.items()
            for number, other in enumerate(row, 1)
            if other.code == reading.code
        )
        twice = next((place for place in lying if place != (ask.seat, slot)), None)
        if twice is not None:
            return Fault(ask.seat, slot, TWICE, face, other=twice)
        return (
            None
            if ask.hand.codes is None or reading.code in (*ask.hand.codes, *ask.program.held)
            else Fault(ask.seat, slot, NOT_DEALT, face)
        )

    def answered(self, position: P, answers: Mapping[int, Answer]) -> Passage[P, E]:
        """Answer Questions: every seat that must and any that may, each free of faults.

        Answers of seats that are not asked any more count for nothing.
        """
        raise NotImplementedError

    def play(self, position: P) -> Passage[P, E]:
        """Play on, up to where there is something to show: one register, or the cleanup. Only while `want` is PlayOn."""
        raise NotImplementedError

    def played(self, position: P) -> P:
        """Return the position to which `play` leads, for those who show nothing on the way there: pilots and tournaments."""
        return self.play(position).position

    # ---- What there is to see ----------------------------------------------------------------------------------------------

    def scene(self, position: P) -> Scene:
        """Return what there is to see; pieces by seat."""
        return Scene()

    def lying(self, position: P) -> Mapping[int, tuple[int | None, ...]]:
        """Return the codes of the cards in every reader as the race has them, five by seat; None where no card lies, or a card that may not be known."""
        return {}

    def locks(self, position: P) -> Mapping[int, tuple[int, ...]]:
        """Return the slots whose lock lights burn, by seat."""
        return {}

    def redacted(self, position: P, viewer: int | None) -> P:
        """Return what may be known of a position: by the player of the seat `viewer`, or by everybody at the table where that is None.

        Cards in hands and those that lie in readers and have not been played face up are missing from it, but for the viewer's own. It answers the
        other questions like the position itself. Screens and pilots get nothing else.
        """
        return position

    def fingerprint(self, position: P) -> str:
        """Return a short text that is the same for equal positions, on every machine; kept games are compared by it."""
        return mark_of_text(canonical(position))

    def words(self, position: P) -> Mapping[str, str]:
        """Return the word in force for each setting; from the next turn on, where one was changed."""
        return {}

    # ---- What is told --------------------------------------------------------------------------------------------------------

    def layout(self, position: P, names: Mapping[int, str]) -> Layout:
        """Say what hands lay out before the game begins; `names` is what each seat's piece is called."""
        return Layout(text("Ready to begin"), text("Nothing has to be laid out."))

    def beside(self, position: P, names: Mapping[int, str]) -> tuple[tuple[int | None, Text], ...]:
        """Say what must lie on the table beside board and readers, such as piles, one line for each thing, and whose it is; () where nothing does."""
        return ()

    def tell(
        self, before: P, step: Step[P, E], names: Mapping[int, str]
    ) -> tuple[Instruction, ...]:
        """Say what hands do for a step, and what people should know of it; by default what the events say themselves (`Told`).

        Instructions that are carried out in order, each as a whole, lead to the position after the step. Each event is told by one instruction at
        most; none is told of what needs no words.

        Args:
            before: The position in which the step began.
            step: What has happened.
            names: What each seat's piece is called.
        """
        return tuple(
            Instruction(
                one.seat, one.words, "", "play", events=(one,), short=one.words, card=one.card
            )
            for one in step.events
            if isinstance(one, Told)
        )

    def way(
        self, before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
    ) -> tuple[Instruction, ...]:
        """Say what hands do so that the table is as in another scene, whatever happened in between; `back` says so in words.

        Each instruction finds its squares free. None where nothing differs. Scenes come without the cards that no hands hold.
        """
        return ()

    # ---- How it stands -------------------------------------------------------------------------------------------------------

    def standings(self, position: P) -> tuple[Standing, ...]:
        """Return how every seat stands, the best first; seats that are equal share a place."""
        raise NotImplementedError

    def verdict(self, position: P, names: Mapping[int, str]) -> Text:
        """Say how a game that is over has ended, in a sentence; `names` is what each seat's piece is called."""
        want = self.want(position)
        winners = [names[seat] for seat in want.winners] if isinstance(want, Finished) else []
        return (
            count("{names} wins!", "{names} win!", len(winners), names=listed(winners))
            if winners
            else text("Nobody wins.")
        )

    # ---- By hand, and unattended -----------------------------------------------------------------------------------------------
