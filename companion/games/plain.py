"""What a game answers that has nothing of its own to say: without a board, without settings, without corrections, without a deck.

A small game takes `PlainGame` and says what it has: mostly `begin`, `want`, `answered`, `play` and `standings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.art import Shape
from companion.engine.board import Board
from companion.errors import FormatFault
from companion.games.api import Change, Fault, Passage, Step
from companion.games.asking import Answer, Ask, Finished, Questions, Row, Want
from companion.games.corrections import Correction, Corrections, Field, FieldChoice, Form
from companion.games.decks import NoDecks
from companion.games.kit.pilot import Foresight, Weighing
from companion.games.kit.story import Recap
from companion.games.painting import Painting
from companion.games.printing import Pack, Section
from companion.games.scene import (
    CardRow,
    Exhibit,
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
from companion.games.setting_up import Plan
from companion.games.wording import Wording
from companion.geometry import Square
from companion.kept_names import canonical, mark_of_text
from companion.settings import Option
from companion.signals import EMPTY, GAP, NOT_DEALT, OK, TWICE, UNKNOWN
from companion.words import NOTHING, Text, count, listed, text, verbatim


class Told(NamedTuple):
    """An event that is told as it stands: whom it concerns first, None for nobody, the words, and the move of the card that is played, "" for none."""

    seat: int | None
    words: Text
    card: str = ""


class NoCorrections:
    """Nothing can be changed by hand; a game that has a change of its own adds it to `changes` and says what it is."""

    changes: Mapping[type, str] = {}

    def form(self, position: Any, seat: int) -> Form:
        """Nothing."""
        return Form(())

    def course(self, position: Any) -> tuple[FieldChoice, ...]:
        """Nothing."""
        return ()

    def settings(self, position: Any) -> tuple[Field, ...]:
        """Nothing."""
        return ()

    def about(self, position: Any, change: Any, names: Mapping[int, str]) -> Correction:
        """A question and a button that fit any change."""
        return Correction(text("Change it?"), text("Change"))

    def put(self, position: Any, seat: int, square: Square, proposed: Any) -> Change | None:
        """A touch on a square means nothing."""
        return None

    def put_marker(self, position: Any, number: int, square: Square) -> None:
        """Likewise."""

    def whereabouts(self, piece: Piece) -> Text:
        """Nothing to say."""
        return NOTHING

    def stranded(self, position: Any, names: Mapping[int, str]) -> Text:
        """Nobody."""
        return NOTHING


class PlainGame(NoDecks):
    """The part of `companion.games.api.Game` that goes without saying; a position is any frozen value whose `repr` is the same on every machine."""

    title: str
    about: Text = NOTHING
    boards: Mapping[str, Text] = {}
    board_ending: str = ".board.toml"
    seat_options: tuple[Option, ...] = ()
    seat_signs: Mapping[str, tuple[Shape, ...]] = {}
    cover: tuple[Face, ...] = ()
    packs: tuple[Pack, ...] = ()
    glance: tuple[Section, ...] = ()
    lesson: tuple[Known, ...] = ()
    credit: str = ""
    version: int = 1
    seats: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)
    options: tuple[Option, ...] = ()
    easy: Mapping[str, str] = {}
    deck: tuple[int, ...] = ()
    setup_pages: tuple[str, ...] = ("seats",)
    rounds: int = 0
    has_exhibits: bool = False
    painting: Painting | None = None
    foresight: Foresight | None = None
    weighing: Weighing | None = None
    wording: Wording = Wording()
    passes_hands: bool = False
    has_programs: bool = False

    def read_board(self, content: str, source: Text | str, kept: bool = False) -> Board:
        """There is none."""
        raise FormatFault(
            source,
            None,
            text("a board"),
            text("none, since {game} is played without one", game=self.title),
        )

    def write_board(self, board: Board) -> str:
        """There is none."""
        raise NotImplementedError

    def board_warnings(self, board: Board) -> tuple[Text, ...]:
        """Nothing is odd."""
        return ()

    def exhibits(self) -> tuple[Exhibit, ...]:
        """No list."""
        return ()

    def example(self, key: str) -> tuple[Any, ...]:
        """None of them."""
        return ()

    def suggested(self, board: Board) -> tuple[Square, ...]:
        """No markers."""
        return ()

    def board_options(self, board: Board | None) -> tuple[Option, ...]:
        """None."""
        return ()

    @property
    def corrections(self) -> Corrections:
        """None."""
        return NoCorrections()

    def face(self, code: int) -> Face | None:
        """No cards."""
        return None

    def warnings(self, plan: Plan) -> tuple[Text, ...]:
        """Nothing is regretted."""
        return ()

    def begin(self, plan: Plan) -> Any:
        """A game about to begin."""
        raise NotImplementedError

    def want(self, position: Any) -> Want:
        """What it needs next."""
        raise NotImplementedError

    def dealt(
        self, position: Any, codes: tuple[int, ...] | None, by_hand: frozenset[int] = frozenset()
    ) -> Passage:
        """The answer to Shuffle."""
        raise NotImplementedError

    def answered(self, position: Any, answers: Mapping[int, Answer]) -> Passage:
        """The answer to Questions."""
        raise NotImplementedError

    def play(self, position: Any) -> Passage:
        """Play on."""
        raise NotImplementedError

    def standings(self, position: Any) -> tuple[Standing, ...]:
        """How every seat stands."""
        raise NotImplementedError

    def fault(self, position: Any, seat: int, rows: Mapping[int, Row]) -> Fault | None:
        """The first slot that is asked for and is empty, unreadable, or holds a card of another deck, of another hand or of another slot."""
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

    def starts(self, board: Board | None) -> Mapping[int, Square | None]:
        """Every seat."""
        return dict.fromkeys(self.seats)

    def filled(self, seats: tuple[int, ...], words: Mapping[str, str]) -> Mapping[int, int | None]:
        """None: nobody plays but those who have sat down."""
        return {}

    def scene(self, position: Any) -> Scene:
        """Nothing but words."""
        return Scene()

    def layout(self, position: Any, names: Mapping[int, str]) -> Layout:
        """Nothing is laid out."""
        return Layout(text("Ready to begin"), text("Nothing has to be laid out."))

    def beside(
        self, position: Any, names: Mapping[int, str]
    ) -> tuple[tuple[int | None, Text], ...]:
        """Nothing."""
        return ()

    def played(self, position: Any) -> Any:
        """Where it leads to."""
        return self.play(position).position

    def causes(
        self, before: Any, step: Step, told: Instruction, names: Mapping[int, str]
    ) -> tuple[Text, ...]:
        """Nothing to say."""
        return ()

    def tell(self, before: Any, step: Step, names: Mapping[int, str]) -> tuple[Instruction, ...]:
        """What the events say themselves (`Told`)."""
        return tuple(
            Instruction(
                one.seat, one.words, "", "play", events=(one,), short=one.words, card=one.card
            )
            for one in step.events
            if isinstance(one, Told)
        )

    def at_work(self, position: Any, told: Instruction, round: int) -> Works:
        """Nothing."""
        return Works()

    def prepared(self, events: Iterable[Any], names: Mapping[int, str]) -> tuple[Instruction, ...]:
        """Nothing."""
        return ()

    def recounted(
        self, events: Iterable[Any], names: Mapping[int, str]
    ) -> tuple[tuple[str, str], ...]:
        """What the events say themselves."""
        return tuple((str(one.words), "") for one in events if isinstance(one, Told))

    def befell(self, events: Iterable[Any], seat: int) -> Text:
        """The last that was told of a seat."""
        return next(
            (
                one.words
                for one in reversed(tuple(events))
                if isinstance(one, Told) and one.seat == seat
            ),
            NOTHING,
        )

    def way(
        self, before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
    ) -> tuple[Instruction, ...]:
        """Nothing is moved but cards."""
        return ()

    def row_note(self, row: CardRow, after: CardRow) -> Text:
        """As it says itself."""
        return row.note

    def locks(self, position: Any) -> Mapping[int, tuple[int, ...]]:
        """No lights."""
        return {}

    def ranking(self) -> Text:
        """Nothing to say."""
        return NOTHING

    def headline(self, position: Any, names: Mapping[int, str]) -> Text:
        """Nothing to say."""
        return NOTHING

    def verdict(self, position: Any, names: Mapping[int, str]) -> Text:
        """Who has won."""
        want = self.want(position)
        winners = [names[seat] for seat in want.winners] if isinstance(want, Finished) else []
        return (
            count("{names} wins!", "{names} win!", len(winners), names=listed(winners))
            if winners
            else text("Nobody wins.")
        )

    def recap(self, turns: Sequence[TurnRecord], names: Mapping[int, str]) -> Recap:
        """Nothing is counted."""
        return Recap()

    def called(self, part: str) -> Text:
        """Its key."""
        return verbatim(part)

    def why(self, rule: str, move: str = "") -> Text:
        """No rules with numbers."""
        return NOTHING

    def facts(
        self, position: Any, scene: Scene, about: Subject, names: Mapping[int, str]
    ) -> tuple[Known, ...]:
        """Nothing but what can be seen."""
        return ()

    def redacted(self, position: Any, viewer: int | None) -> Any:
        """Nothing is secret."""
        return position

    def lying(self, position: Any) -> Mapping[int, tuple[int | None, ...]]:
        """No cards."""
        return {}

    def fingerprint(self, position: Any) -> str:
        """The hash of what it says of itself."""
        return mark_of_text(canonical(position))

    def changed(self, position: Any, change: Any) -> Passage:
        """There is no change that could be made."""
        raise NotImplementedError

    def foreseen(
        self, position: Any, seat: int, codes: tuple[int | None, ...]
    ) -> tuple[Foreseen, ...] | None:
        """Cannot be said."""
        return None

    def breaches(
        self, position: Any, events: Iterable[Any], pieces: Iterable[Piece]
    ) -> tuple[str, ...]:
        """Nothing is watched."""
        return ()

    def unsound(self, position: Any) -> tuple[str, ...]:
        """Nothing is watched."""
        return ()

    def course(self, position: Any) -> str:
        """Nobody races alone."""
        return ""

    def tally(self, position: Any) -> Mapping[str, int]:
        """Nothing is counted."""
        return {}

    def words(self, position: Any) -> Mapping[str, str]:
        """No settings."""
        return {}
