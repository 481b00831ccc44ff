"""What a game is to a session: the few questions by which a session plays any game without knowing which.

A game is a value without state. A `Position` is the game's own frozen value, which the session keeps and hands back unread.
    begin → want → (dealt | answered | play) → want → … → Finished
Cards are codes here (what a reader reads); `face` says what is printed on one. Seats and slots count from 1. What is seen of a game is in `scene`, what it asks for
in `asking`, how it is set up in `setting_up`; squares and headings are in `companion.geometry`, settings in `companion.settings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from companion.games.asking import (
    Answer,
    Row,
    Want,
)
from companion.games.decks import WithDecks
from companion.games.kit.story import Recap
from companion.games.printing import Printing
from companion.games.scene import (
    CardRow,
    Face,
    Foreseen,
    Instruction,
    Known,
    Layout,
    Piece,
    Scene,
    Standing,
    Subject,
    TurnRecord,
    Works,
)
from companion.games.setting_up import Plan, SettingUp
from companion.games.wording import Wording
from companion.settings import Option
from companion.words import NOTHING, Text

if TYPE_CHECKING:
    # It is made of what stands here.
    from companion.games.corrections import Corrections
    from companion.games.kit.pilot import Foresight, Weighing
    from companion.games.painting import Painting

Position: TypeAlias = Any
"""A game's own frozen value; only the game looks inside."""

Event: TypeAlias = Any
"""Something that happened, a game's own frozen value; only the game looks inside."""

Change: TypeAlias = Any
"""Something that people want otherwise, a game's own frozen value (`companion.games.corrections`); only the game looks inside."""


class Step(NamedTuple):
    """One thing that hands carry out as a whole, such as a card or a part of the board: what happened, and the position after it.

    The position is one of those that the game can say the scene of; the game is asked nothing else about it before the passage is over.
    """

    events: tuple[Event, ...]
    position: Position


def one_step(events: tuple[Event, ...], position: Position) -> tuple[Step, ...]:
    """Return what happened as a single step that ends in this position; no step where nothing happened."""
    return (Step(events, position),) if events else ()


class Passage(NamedTuple):
    """What came of an input: the position after, and the steps that lead there.

    `round` counts the parts of a turn from 1 as the game does, 0 for what comes before them. `cards` are those revealed, as (seat, face), in the order
    in which they are played. `ends_turn`: nothing of this turn is left. `collects`: all cards leave the readers next, whatever was to lie there;
    `redeals`: to be dealt once more in the same turn. `lays` are cards that lie in other slots now, as (seat, slot, code): the app lays them where a
    reader is on its screen.
    """

    position: Position
    turn: int
    round: int
    steps: tuple[Step, ...] = ()
    cards: tuple[tuple[int, Face], ...] = ()
    ends_turn: bool = False
    collects: bool = False
    redeals: bool = False
    lays: tuple[tuple[int, int, int], ...] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return tuple([event for step in self.steps for event in step.events])


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


class Game(SettingUp, Printing, WithDecks, Protocol):
    """What a session asks of a game, besides what it is set up with.

    `key` is its name in journals, `version` counts up whenever a game could come out otherwise than before. `easy` are the words of the settings that a
    first game has otherwise than usual. `setup_pages` are the pages of the session on which it is set up, in their order; one at least.
    A turn has so many `rounds` that are counted on the screen, 0 where it has no parts. `wording` is what its things are called. `passes_hands`: hands go from
    player to player, so that hands deal only where every player is a person with a reader; else the app holds all of them.
    """

    key: str
    title: str
    version: int
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    easy: Mapping[str, str]
    deck: tuple[int, ...]
    setup_pages: tuple[str, ...]
    rounds: int
    wording: Wording
    passes_hands: bool
    has_programs: bool
    """Whether the five cards of a reader are a program, of which each round plays one of everybody's."""

    def __hash__(self) -> int: ...

    @property
    def corrections(self) -> Corrections:
        """The forms by which people change a game by hand."""

    @property
    def painting(self) -> Painting | None:
        """How people paint boards for it, None where they cannot."""

    @property
    def foresight(self) -> Foresight | None:
        """How pilots think ahead in it on a board, None where they cannot."""

    @property
    def weighing(self) -> Weighing | None:
        """How pilots weigh answers in it where there are no places; None where they think ahead on a board, or play by what is asked alone."""

    def face(self, code: int) -> Face | None:
        """What is printed on the card with this code, or None where the deck has no such card."""

    def begin(self, plan: Plan) -> Position:
        """A race about to begin; SetupFault says why it cannot."""

    def want(self, position: Position) -> Want:
        """What the game needs next."""

    def dealt(
        self,
        position: Position,
        codes: tuple[int, ...] | None,
        by_hand: frozenset[int] = frozenset(),
    ) -> Passage:
        """The answer to Shuffle: all cards in their order, or None where hands deal them unseen; or to Draw: all its numbers in an order.

        Where seats have piles of their own, `by_hand` are those whose real cards hands deal; the order holds for the piles of all others.
        """

    def fault(self, position: Position, seat: int, rows: Mapping[int, Row]) -> Fault | None:
        """Why what lies in a seat's reader is no answer, or None; `rows` are all readers of the table by seat.

        For seats that are asked now. None where only the handle counts.
        """

    def answered(self, position: Position, answers: Mapping[int, Answer]) -> Passage:
        """The answer to Questions: every seat that must and any that may, each free of faults.

        Answers of seats that are not asked any more count for nothing.
        """

    def play(self, position: Position) -> Passage:
        """Play on, up to where there is something to show: one register, or the cleanup. Only while `want` is PlayOn."""

    def played(self, position: Position) -> Position:
        """The position to which `play` leads, for those who show nothing on the way there: pilots and tournaments."""

    def scene(self, position: Position) -> Scene:
        """What there is to see; pieces by seat."""

    def layout(self, position: Position, names: Mapping[int, str]) -> Layout:
        """What hands lay out before the game begins; `names` is what each seat's piece is called."""

    def beside(
        self, position: Position, names: Mapping[int, str]
    ) -> tuple[tuple[int | None, Text], ...]:
        """What must lie on the table beside board and readers, such as piles, one line for each thing, and whose it is; () where nothing does."""

    def tell(
        self, before: Position, step: Step, names: Mapping[int, str]
    ) -> tuple[Instruction, ...]:
        """What hands do for a step, and what people should know of it; `before` is the position in which the step began.

        Who carries out every instruction in order, each as a whole, arrives at the position after the step. Each event is told by one instruction at
        most; none is told of what needs no words. `names` is what each seat's piece is called.
        """

    def causes(
        self, before: Position, step: Step, told: Instruction, names: Mapping[int, str]
    ) -> tuple[Text, ...]:
        """Why something has happened that an instruction of a step tells, and what did it by name, in sentences; () where nothing is to say."""

    def at_work(self, position: Position, told: Instruction, round: int) -> Works:
        """What of the board is at work while an instruction of a round is shown; `position` is any of that turn."""

    def prepared(
        self, events: Iterable[Event], names: Mapping[int, str]
    ) -> tuple[Instruction, ...]:
        """What people want to know of a turn before it is played, out of all that happened in it; nothing that hands do."""

    def recounted(
        self, events: Iterable[Event], names: Mapping[int, str]
    ) -> tuple[tuple[str, str], ...]:
        """What came before the first round of a turn, for a record of the whole game: sentences, each with the number of its rule."""

    def befell(self, events: Iterable[Event], seat: int) -> Text:
        """What has changed for one seat by these events, in a few words; NOTHING where nothing is worth saying."""

    def way(
        self, before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
    ) -> tuple[Instruction, ...]:
        """What hands do so that the table is as in another scene, whatever happened in between; `back` says so in words.

        Each instruction finds its squares free. None where nothing differs. Scenes come without the cards that no hands hold.
        """

    def row_note(self, row: CardRow, after: CardRow) -> Text:
        """Say what a row of cards on the table comes to, and what it comes to `after` the instruction that is shown; NOTHING for nothing.

        Where the instruction changes nothing of it both are the same.
        """

    def locks(self, position: Position) -> Mapping[int, tuple[int, ...]]:
        """The slots whose lock lights burn, by seat."""

    def standings(self, position: Position) -> tuple[Standing, ...]:
        """How every seat stands, the best first; seats that are equal share a place."""

    def ranking(self) -> Text:
        """By what standings are ordered while a game goes on, in a sentence."""

    def headline(self, position: Position, names: Mapping[int, str]) -> Text:
        """How a game that goes on stands, in a sentence: who leads, by how much; NOTHING where there is nothing to say."""

    def verdict(self, position: Position, names: Mapping[int, str]) -> Text:
        """How a game that is over has ended, in a sentence; `names` is what each seat's piece is called."""

    def recap(self, turns: Sequence[TurnRecord], names: Mapping[int, str]) -> Recap:
        """What a game was all about, over or not: `turns` are those that have been played, in order, without what was taken back."""

    def called(self, part: str) -> Text:
        """What a part of the play is called, by its key (`Instruction.part`)."""

    def why(self, rule: str, move: str = "") -> Text:
        """A rule in one sentence, by its number, about the card with this move where one is played; NOTHING where there is none."""

    def facts(
        self, position: Position, scene: Scene, about: Subject, names: Mapping[int, str]
    ) -> tuple[Known, ...]:
        """All that is known about one thing; () where there is no such thing, or nothing to say.

        `scene` is the table as hands have left it; in mid-round the position is that in which the step began that is shown, and only the scene says where
        pieces and markers are.
        """

    def redacted(self, position: Position, viewer: int | None) -> Position:
        """What may be known of a position: by the player of the seat `viewer`, or by everybody at the table where that is None.

        Cards in hands and those that lie in readers and have not been played face up are missing from it, but for the viewer's own. It answers the
        other questions like the position itself. Screens and pilots get nothing else.
        """

    def lying(self, position: Position) -> Mapping[int, tuple[int | None, ...]]:
        """The codes of the cards in every reader as the race has them, five by seat; None where no card lies, or a card that may not be known."""

    def fingerprint(self, position: Position) -> str:
        """A short text that is the same for equal positions, on every machine; kept games are compared by it."""

    def changed(self, position: Position, change: Change) -> Passage:
        """The race after people have changed something by hand; RuleFault says in words why it cannot be (12.2)."""

    def foreseen(
        self, position: Position, seat: int, codes: tuple[int | None, ...]
    ) -> tuple[Foreseen, ...] | None:
        """Where these cards in a seat's reader would take its piece if nobody else moved, round by round, up to the first empty slot: for its player.

        Five codes, None for an empty slot. The position is one that the seat may know (`redacted`). None where a game cannot say it, or not now.
        """

    def breaches(
        self, position: Position, events: Iterable[Event], pieces: Iterable[Piece]
    ) -> tuple[str, ...]:
        """What in some events and the pieces after them breaks the rules, in sentences, for games that are played unattended; () where all is well."""

    def unsound(self, position: Position) -> tuple[str, ...]:
        """What in a position does not go together, in sentences; () where all is well."""

    def course(self, position: Position) -> str:
        """The mark of what is raced alone for the best result: races of equal marks can be compared; "" where nobody races so."""

    def tally(self, position: Position) -> Mapping[str, int]:
        """What the game counts over its whole course, by the word for it in statistics and JSON ("deaths")."""

    def words(self, position: Position) -> Mapping[str, str]:
        """The word in force for each setting; from the next turn on, where one was changed."""
