"""The interface between a session and a game: a session plays any game through these methods.

A game has no state. Its `Position` is a frozen value that the session keeps and passes back without
reading it::

    begin → next_step → (dealt | answered | play) → next_step → … → Finished

Cards are codes here, as a reader reads them; `Game.face` says what is printed on one. Seats and
slots count from 1. `scene` describes what is seen of a game, `asking` what it asks for. Squares and
headings are in `companion.geometry`, settings in `companion.settings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Self, TypeAlias, TypeVar

from companion.art import Shape
from companion.engine.board import Board
from companion.games.asking import (
    Answer,
    Ask,
    CardSharing,
    Custody,
    NextStep,
    Questions,
    ReaderContent,
    Row,
)
from companion.games.scene import E_co, Face, Instruction, Scene, Standing
from companion.games.wording import Wording
from companion.geometry import Square
from companion.kept_names import canonical, mark_of_text
from companion.named_tuples import NamedTuple
from companion.settings import Option
from companion.signals import EMPTY, GAP, NOT_DEALT, OK, TWICE, UNKNOWN
from companion.words import NOTHING, Text

Position: TypeAlias = object
"""The position of any game: a frozen value that only the game reads."""

Event: TypeAlias = object
"""An event of any game: a frozen value that only the game reads."""

Change: TypeAlias = object
"""A correction in any game: a frozen named tuple that only the game reads.

See `companion.games.corrections`.
"""

OfKey: TypeAlias = Any
"""An argument of a function in a mapping: a value of the class, or of the rule, that is its key.

No type of a mapping can say so, and a check in each function would take time.
"""

if TYPE_CHECKING:
    from typing_extensions import TypeVar as _TypeVar

    P = _TypeVar("P", default=Position)
    E = _TypeVar("E", default=Event)
    P_co = _TypeVar("P_co", default=Position, covariant=True)
else:
    P, E = TypeVar("P"), TypeVar("E")
    P_co = TypeVar("P_co", covariant=True)
"""The classes of a game's positions and events, P_co and E_co in values that it returns.

A value that a known game returns is one of any game, too. A game states its classes as in
`class Cardbot(Game[CardbotPosition, GameEvent])`. Plain `Game` is any game, as
`companion.games.find_game` returns it: a session keeps its positions and events, but cannot read
them.
"""


class Plan(NamedTuple):
    """The setup of a game as people chose it. Nothing is checked yet: `Game.begin` does that."""

    board: Board | None
    """The board, None if the game has none or none is chosen."""
    markers: tuple[Square, ...]
    """The squares of the markers, in the order of their numbers."""
    seats: tuple[int, ...]
    """The seats that people chose, without those that the game adds."""
    words: Mapping[str, str]
    """The chosen word for each setting, by its key. A setting without a word has its default."""
    seat_words: Mapping[int, Mapping[str, str]] = {}
    """The chosen words for the settings of single seats, by seat."""


class Step(NamedTuple, Generic[P_co, E_co]):
    """One step that hands carry out as a whole, such as a card or a part of the board."""

    events: tuple[E_co, ...]
    """The events in it, in order."""
    position: P_co
    """The position after it. Until the passage is over, only its scene is used."""


def one_step(events: tuple[E, ...], position: P) -> tuple[Step[P, E], ...]:
    """Return the events as a single step that ends in this position, or no step without events."""
    return (Step(events, position),) if events else ()


class PlayResult(NamedTuple, Generic[P_co, E_co]):
    """The result of an input: the position after it and the steps that lead there."""

    position: P_co
    turn: int
    """The turn that the steps belong to."""
    round: int
    """The part of the turn, counted from 1 as the game does; 0 before the first part."""
    steps: tuple[Step[P_co, E_co], ...] = ()
    cards: tuple[tuple[int, Face], ...] = ()
    """The revealed cards as (seat, face), in the order in which they are played."""
    ends_turn: bool = False
    """Whether the turn is over."""
    collects: bool = False
    """Whether all cards leave the readers next, including locked ones."""
    redeals: bool = False
    """Whether the same turn is dealt again."""
    moved_cards: tuple[tuple[int, int, int], ...] = ()
    """Cards that are in other slots now, as (seat, slot, code).

    The app moves them where a reader is on its screen.
    """

    @property
    def events(self) -> tuple[E_co, ...]:
        """Return the events of all steps, in order."""
        return tuple([event for step in self.steps for event in step.events])


class TurnRecord(NamedTuple, Generic[P_co, E_co]):
    """A turn of a race, as it counts in the end."""

    turn: int
    position: P_co
    """The position at its end."""
    events: tuple[E_co, ...]
    """Everything that happened in it, in order."""


class TurnPlayed(NamedTuple, Generic[P_co]):
    """A turn for those who look back on it."""

    turn: int
    before: P_co
    """The position in which cards were asked for."""
    hands: Mapping[int, tuple[int, ...] | None]
    """The codes in the hands of the seats that were asked, None if only their player knew them."""
    programs: Mapping[int, tuple[int | None, ...]]
    """The five codes in each reader at that time, None for an empty slot."""
    after: P_co
    """The position at the end of the turn."""


class TextEvent(NamedTuple):
    """An event that carries its own words."""

    seat: int | None
    """The seat that it concerns first, None for nobody."""
    words: Text
    card: str = ""
    """The move of the played card, "" for none (`Face.move`)."""
    sound: str = ""
    """Its sound, a word of `companion.games.sounds`; "" for a card, or for silence."""


class AnswerFault(NamedTuple):
    """A fault for which a seat's answer is refused."""

    seat: int
    slot: int
    """The first slot that is wrong."""
    kind: str
    """A status of `companion.signals`, such as GAP, LOCKED, TWICE, UNKNOWN or NOT_DEALT."""
    found: Face | None = None
    """The card in the slot, if one was read."""
    expected: Face | None = None
    """The card that belongs there, if there is only one."""
    other: tuple[int, int] | None = None
    """Another (seat, slot) with the same card."""
    more: tuple[int, ...] = ()
    """Further slots of the seat with the same fault, if one sentence covers them all."""
    words: Text = NOTHING
    """The fault and its remedy, without the place and without a full stop.

    NOTHING for the table's own words.
    """


def unread_fault(
    seat: int, slot: int, rows: Mapping[int, Row], slots: Iterable[int] = ()
) -> AnswerFault | None:
    """Return the fault of a slot in which no card was read, None if one was.

    Where it is empty, later empty ones of `slots` have the same fault (`AnswerFault.more`).
    """
    row = rows[seat]
    reading = row[slot - 1]
    if reading.status == OK and reading.code is not None:
        return None
    if reading.status != EMPTY:
        return AnswerFault(seat, slot, reading.status)
    more = (one for one in slots if one > slot and row[one - 1].status == EMPTY)
    return AnswerFault(seat, slot, GAP, more=tuple(more))


def other_place(rows: Mapping[int, Row], place: tuple[int, int]) -> tuple[int, int] | None:
    """Return another (seat, slot) with the card of a place, None if there is none."""
    code = rows[place[0]][place[1] - 1].code
    lying = (
        (seat, slot)
        for seat, row in rows.items()
        for slot, reading in enumerate(row, 1)
        if reading.code == code
    )
    return next((other for other in lying if other != place), None)


class Game(Generic[P, E]):
    """A game as a session plays it. Each game overrides what it does differently.

    A session calls `begin` once. Then it calls `next_step` again and again, and answers what it
    gets:

    - `Shuffle` or `Draw`: `dealt`, with the order of the cards or numbers.
    - `Questions`: `fault` for each reader, then `answered` with the answers of all seats.
    - `PlayOn`: `play`.
    - `Finished`: nothing. `standings` say how the game ended.

    `key`, `title`, `begin`, `next_step`, `answered`, `play` and `standings` are required. A
    position can be any frozen value whose `repr` is the same on every machine.
    """

    key: str
    """The name of the game in journals and on the command line."""
    title: str
    """The name of the game for people."""
    about: Text = NOTHING
    """A description of the game, in a sentence or two."""
    version: int = 1
    """A number that grows whenever a game could end differently than before."""
    seats: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)
    """The seats of a table at which the game can be played."""
    deck: tuple[int, ...] = ()
    """The codes of all cards, () for a game without cards in readers."""
    options: tuple[Option, ...] = ()
    """The settings of the game."""
    easy: Mapping[str, str] = {}
    """The words of the settings that differ from their defaults in a beginners' game."""
    seat_options: tuple[Option, ...] = ()
    """The settings that each seat has for itself."""
    seat_signs: Mapping[str, tuple[Shape, ...]] = {}
    """Drawings for the values of `seat_options`, by their words, on a square of side 1."""
    setup_pages: tuple[str, ...] = ("seats",)
    """The session's pages for the setup, in order; at least one."""
    ranking: Text = NOTHING
    """The order of the standings during a game, in a sentence for people."""
    rounds: int = 0
    """The number of parts of a turn that the screen counts, 0 for none."""
    wording: Wording = Wording()
    """The game's words for its own things."""
    sharing: CardSharing = CardSharing.ONE_DECK
    """The way to share out the cards, which decides who can hold them."""
    has_programs: bool = False
    """Whether the five cards in a reader are a program, of which each round plays one."""
    parts: Mapping[type[Part[Any, Any]], Part[P, E]] = {}
    """The optional parts of the game, each under its kind, such as `Lesson`."""

    def face(self, code: int) -> Face | None:
        """Return what is printed on the card with this code, or None if it is not in the deck."""
        return None

    # ---- The course of a game --------------------------------------------------------------------

    def begin(self, plan: Plan) -> P:
        """Return the position at the start of a game.

        Raises:
            SetupError: The plan cannot be played, with words for people.
        """
        raise NotImplementedError

    def next_step(self, position: P) -> NextStep:
        """Return what the game needs next."""
        raise NotImplementedError

    def dealt(
        self,
        position: P,
        codes: tuple[int, ...] | None,
        custody: Mapping[int, Custody] = {},
    ) -> PlayResult[P, E]:
        """Answer `Shuffle` with all cards in order, or `Draw` with all its numbers in order.

        Args:
            position: The position that asks.
            codes: The order, or None if hands deal all cards unseen.
            custody: Who holds the cards of each seat, for a game in which hands can deal to some
                seats and the app to others. A seat that is missing is dealt to by the app.
        """
        raise NotImplementedError

    def fault(self, position: P, seat: int, rows: Mapping[int, Row]) -> AnswerFault | None:
        """Return why the cards in a seat's reader are no answer, or None if they are one.

        It is called for seats that are asked now, unless only the handle counts. By default it
        finds the first required slot that is empty or unreadable, or whose card belongs to another
        deck, hand or slot.

        Args:
            position: The position that asks.
            seat: The seat.
            rows: What all readers of the table show, by seat.
        """
        next_step = self.next_step(position)
        if isinstance(next_step, Questions):
            ask = next((ask for ask in next_step.asks if ask.seat == seat), None)
        else:
            ask = None
        if ask is None:
            return None
        found = (self._slot_fault(ask, slot, rows) for slot in ask.program.slots)
        return next((fault for fault in found if fault is not None), None)

    def _slot_fault(self, ask: Ask, slot: int, rows: Mapping[int, Row]) -> AnswerFault | None:
        unread = unread_fault(ask.seat, slot, rows)
        if unread is not None:
            return unread
        code = rows[ask.seat][slot - 1].code
        face = self.face(code) if code is not None else None
        if face is None:
            return AnswerFault(ask.seat, slot, UNKNOWN)
        twice = other_place(rows, (ask.seat, slot))
        if twice is not None:
            return AnswerFault(ask.seat, slot, TWICE, face, other=twice)
        if ask.hand.codes is None or code in (*ask.hand.codes, *ask.program.held):
            return None
        return AnswerFault(ask.seat, slot, NOT_DEALT, face)

    def answered(self, position: P, answers: Mapping[int, Answer]) -> PlayResult[P, E]:
        """Answer `Questions` by the answers of every seat that must answer and any that may.

        Each answer is free of faults. Answers of seats that are no longer asked are ignored.
        """
        raise NotImplementedError

    def play(self, position: P) -> PlayResult[P, E]:
        """Play up to the next thing to show: one register, or the cleanup.

        It is called only while `next_step` returns `PlayOn`.
        """
        raise NotImplementedError

    # ---- What there is to see --------------------------------------------------------------------

    def scene(self, position: P) -> Scene:
        """Return what there is to see, with the pieces in the order of their seats."""
        return Scene()

    def readers(self, position: P) -> Mapping[int, ReaderContent]:
        """Return what the readers hold according to the game, by seat.

        A seat that is missing has an empty reader without locks.
        """
        return {}

    def redacted(self, position: P, viewer: int | None) -> P:
        """Return the position without what a viewer must not know.

        Missing are the cards in hands, and those in readers that have not been played face up,
        except for the viewer's own. All other questions have the same answers as before. Screens
        and pilots get nothing else.

        Args:
            position: The full position.
            viewer: The seat whose player looks, or None for everybody at the table.
        """
        return position

    def fingerprint(self, position: P) -> str:
        """Return a short text that is equal for equal positions, on every machine.

        Saved games are compared by it.
        """
        return mark_of_text(canonical(position))

    def tell(
        self, before: P, step: Step[P, E], names: Mapping[int, str]
    ) -> tuple[Instruction[E], ...]:
        """Return the instructions for a step: what hands do, and what people should know.

        Carried out in order, each as a whole, they lead to the position after the step. Each event
        has at most one instruction, and none if it needs no words. By default events
        speak for themselves (`TextEvent`).

        Args:
            before: The position in which the step began.
            step: What has happened.
            names: The names of the pieces, by seat.
        """
        return tuple(
            Instruction(
                one.seat,
                one.words,
                "",
                "play",
                events=(one,),
                short=one.words,
                card=one.card,
                sound=one.sound or ("card" if one.card else ""),
            )
            for one in step.events
            if isinstance(one, TextEvent)
        )

    def standings(self, position: P) -> tuple[Standing, ...]:
        """Return how every seat stands, the best first. Equal seats share a place."""
        raise NotImplementedError


class Part(Generic[P, E]):
    """An optional part of a game (`Game.parts`), typed by the positions and events of the game.

    A `Part[P, Any]` knows no events, a `Part[Any, Any]` nothing of a game in play.
    """

    @classmethod
    def of(cls, game: Game[P, E]) -> Self | None:
        """Return a game's part of this kind, or None if it has none."""
        found = game.parts.get(cls)
        return found if isinstance(found, cls) else None


def locks_of(game: Game, position: Position) -> Mapping[int, tuple[int, ...]]:
    """Return the slots whose lock lights are on, by seat, without seats that have none."""
    readers = game.readers(position)
    return {seat: reader.locked for seat, reader in readers.items() if reader.locked}
