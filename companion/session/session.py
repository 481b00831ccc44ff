"""A session as a value: what does not change, what is chosen, what lies in the readers, and the race that runs.

Nothing in it is ever changed in place, so that moments of the past, previews and the screen can keep hold of it at no cost.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import replace as replaced
from functools import cache
from typing import Any, Generic, TypeVar

from companion.games.api import Event, Position, Step
from companion.games.asking import EMPTY_ROW, Answer, Ask, Custody, Questions, Row, Want
from companion.games.scene import Face, Instruction, Scene
from companion.named_tuples import NamedTuple
from companion.session.commands import Command
from companion.session.lobby.arrangement import (
    BY_CHANCE,
    PERSON,
    House,
    Setup,
)
from companion.session.lobby.opponents import Evenness, Hint, Reviewed
from companion.session.messages import SINGLE, Message, Notice, Timer
from companion.session.preferences import Preferences
from companion.session.view import OFFER
from companion.signals import REST, Lamps, ReaderModel, ReaderReport
from companion.words import NOTHING, Text

Kept = TypeVar("Kept")
Some = TypeVar("Some")


class Reader(NamedTuple):
    """A reader as last heard: what its slots show, where its handle is, and why it does not answer ("" while it does).

    `report` is what it said of itself while the table was tested, `model` what really is at an emulated one. While it is lost the row is what the
    screen reader shows that stands in for it.
    """

    row: Row = EMPTY_ROW
    handle: str = REST
    lost: Text | str = ""
    report: ReaderReport | None = None
    model: ReaderModel | None = None


class Clock(NamedTuple):
    """For how many whole seconds a question has waited: in all, since its first answer, since the timer began; and `at`, when the last began, None while no time runs."""

    asked: int = 0
    answered: int = 0
    at: float | None = None
    timer: int = 0
    dropped: bool = False
    """Whether a correction was being made when the time was over, and was dropped."""


class Match(NamedTuple):
    """A race that runs: the game's position, what it wants, and how far the table has got with it."""

    # ---- The game ----

    number: int
    """Which race of the session it is, from 1."""
    position: Position
    """How the race stands in the game; while a round is shown this is already its end."""
    want: Want
    """What the game needs next."""
    told: tuple[Event, ...] = ()
    """All events of this turn."""
    redealt: int = 0
    """How often this turn was dealt again."""
    idle: int = 0
    """How often the game has gone on since it last told or asked people anything."""
    people: Custody = Custody.APP
    """Who holds the cards of people: the app where it deals, or hands."""
    pilots: Custody = Custody.APP
    """Who holds the cards of pilots: the app, but nobody until they have drawn real ones for a question."""
    collected: bool = False
    """Whether all cards have left the readers since any were asked for."""
    reasons: Mapping[int, tuple[int, Text]] = {}
    """Why pilots have played what they did, by seat, each with its turn: secret until that is over."""

    # ---- The question ----

    asked: str = ""
    """The kind of the question."""
    answers: Mapping[int, Answer] = {}
    """The seats that are ready, with what they have answered."""
    remedies: Mapping[int, Text | str] = {}
    """What is wrong at a seat, and what to do about it."""
    marks: Mapping[int, tuple[tuple[int, int], ...]] = {}
    """The places, as (seat, slot), that a seat's remedy is about."""
    orders: Mapping[int, tuple[tuple[int, int], ...]] = {}
    """What goes into the slots of seats whose time is over (`companion.session.timing`)."""
    open_seat: int | None = None
    """The seat whose hand lies open."""
    taken_over: frozenset[int] = frozenset()
    """The seats whose players have gone on at the screen since their readers stopped answering."""
    placed: frozenset[int] = frozenset()
    """The seats that have said by their handles, before the first turn, that their pieces stand in their places."""
    clock: Clock = Clock()
    """How long the question has waited."""

    # ---- The round that is shown ----

    opening: Position = None
    """The position before it."""
    steps: tuple[Step, ...] = ()
    """Its steps."""
    script: tuple[Instruction, ...] = ()
    """The instructions of its steps."""
    ends: tuple[int, ...] = ()
    """For each step the number of instructions up to its end."""
    at: int = 0
    """The instruction that is shown, counted from 0."""
    shown_at: float | None = None
    """When that came up, None until a clock says so."""
    turn: int = 0
    round: int = 0
    cards: tuple[tuple[int, Face], ...] = ()
    """The cards that are played in it, each with its seat."""
    ends_turn: bool = False
    """Whether the turn is over when it has been shown."""

    @property
    def cards_are_real(self) -> bool:
        """Whether cards are real: hands deal them."""
        return self.people is Custody.HANDS

    @property
    def pilots_drew(self) -> bool:
        """Whether pilots have drawn real cards for this question."""
        return self.cards_are_real and self.pilots is Custody.APP

    def undrawn(self) -> Match:
        """Return the race before pilots have drawn cards for its question."""
        return self._replace(pilots=Custody.NOBODY if self.cards_are_real else Custody.APP)

    def without(self, seat: int) -> Match:
        """As if a seat had not moved its handle yet: neither ready nor wrong, nor told what to do."""
        return self._replace(
            answers=_all_but(seat, self.answers),
            remedies=_all_but(seat, self.remedies),
            marks=_all_but(seat, self.marks),
            orders=_all_but(seat, self.orders),
        )

    def remedied(
        self, seat: int, words: Text | str, marks: tuple[tuple[int, int], ...] = ()
    ) -> Match:
        """A seat is not ready because of what the words say, which is about the slots of `marks`."""
        match = self.without(seat)
        return match._replace(
            remedies={**match.remedies, seat: words}, marks={**match.marks, seat: marks}
        )

    def ready(self, seat: int, answer: Answer) -> Match:
        """A seat is ready with this answer, and its hand is covered."""
        return self._replace(
            answers={**_all_but(seat, self.answers), seat: answer},
            remedies=_all_but(seat, self.remedies),
            marks=_all_but(seat, self.marks),
            open_seat=None if self.open_seat == seat else self.open_seat,
        )

    def ask(self, seat: int) -> Ask | None:
        """What the game wants of a seat now, or None."""
        asks = self.want.asks if isinstance(self.want, Questions) else ()
        return next((ask for ask in asks if ask.seat == seat), None)


class Travel(NamedTuple):
    """The table is brought to another position by hands: instructions from the scene `before` on, then the cards that must lie in the readers.

    `title` says what it is for, `where` the place in the race to which it leads. `at` is the instruction shown, one more than the last when the cards are awaited.
    `after` is the table then. `rows` names only the seats whose cards matter; `known` are the cards in them, as (seat, slot, code), that everybody has seen since.
    """

    title: Text
    before: Scene
    script: tuple[Instruction, ...]
    rows: Mapping[int, Row]
    at: int = 0
    where: Text = NOTHING
    known: frozenset[tuple[int, int, int]] = frozenset()
    after: Scene = Scene()


class Returning(NamedTuple):
    """The app has started again: what is shown about it (OFFER or CHECK of the view, then CARDS), how many seconds ago it stopped, where that is known, and what the readers held."""

    stage: str = OFFER
    ago: int | None = None
    rows: Mapping[int, Row] = {}


class Layer(NamedTuple):
    """A page that lies over the race's: its name in `companion.session.pages`, what it keeps, and whether anything of it is to be seen yet."""

    page: str
    state: Any
    seen: bool = True


class Made(NamedTuple):
    """What people did by hand: in words, by which rule, to whom first (or None), who wanted it and why, and the steps of it.

    `player` is the seat whose player did it besides answering, as the game lets it; None where people have put something right.
    """

    words: tuple[Text | str, ...]
    rule: str
    seat: int | None
    who: str
    why: str
    steps: tuple[Step, ...] = ()
    player: int | None = None

    @property
    def corrects(self) -> bool:
        """Whether the game is otherwise by it than by its own rules."""
        return bool(self.steps) and self.player is None


class Note(NamedTuple):
    """Something about the secrets of a race that stays in its history whatever is taken back: its turn, the moment's number, when in the turn, what."""

    turn: int
    number: int
    when: Text | str
    made: Made


# Compared by identity: equality would walk through the whole past, thousands of moments deep.
@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A place of the race to which one can go back: what was shown, what was chosen, the readers as they were, and the moment before it.

    `number` counts from 0 at the start of the race. `left_by` is what people did by hand then, None where the race simply went on.
    """

    number: int
    page: str
    match: Match
    setup: Setup
    readers: Mapping[int, Reader]
    past: Moment | Chapter | None
    left_by: Made | None = None


class Packed(Generic[Kept]):
    """A value that is seldom asked for, kept in a tenth of its room where it can be written as bytes: each time another object, equal to the first."""

    __slots__ = ("_bytes", "_value")

    def __init__(self, value: Kept) -> None:
        """Pack it; what a game has made may be of a kind that cannot be written, and is kept as it is."""
        self._bytes, self._value = b"", value
        try:
            self._bytes = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        except Exception:
            return
        del self._value

    @property
    def value(self) -> Kept:
        """What was packed."""
        value: Kept = pickle.loads(self._bytes) if self._bytes else self._value
        return value


@dataclass(frozen=True, slots=True, eq=False)
class Chapter:
    """Some turns of a long race that lie so far back that their moments are made again when somebody asks for them (`past.chapters`)."""

    number: int
    """The number of its last moment."""
    first: int
    """The number of its first moment."""
    turn: int
    """The first of its turns."""
    opening: Session
    """The session at its beginning; the past of that comes before the chapter."""
    messages: Packed[tuple[Message, ...]]
    """Everything that was said to that session up to the end of the chapter."""
    records: tuple[tuple[int, Position, Packed[tuple[Event, ...]]], ...]
    """Each of its turns, with the position at its end and what happened in it."""
    corrections: int
    """How often people have put something right in it."""
    retold: Callable[[Session, Message], Session]
    """The way from one session to the next."""


class Messages:
    """A row of messages that only grows: a longer one shares what it can with the row that it goes on from."""

    __slots__ = ("_all", "_count")

    def __init__(self, messages: list[Message], count: int) -> None:
        """Take the first so many messages of a list that nobody shortens."""
        self._all, self._count = messages, count

    def __len__(self) -> int:
        return self._count

    def with_one(self, message: Message) -> Messages:
        """Return the row with one more at its end."""
        # Two sessions may go on from the same one; the second of them needs a list of its own.
        messages = self._all if len(self._all) == self._count else self._all[: self._count]
        messages.append(message)
        return Messages(messages, self._count + 1)

    def between(self, start: int, stop: int) -> tuple[Message, ...]:
        """Return some of them."""
        return tuple(self._all[start:stop])

    def since(self, start: int) -> Messages:
        """Return the row from one of them on."""
        return Messages(self._all[start : self._count], self._count - start)


class Opening(NamedTuple):
    """A session at the beginning of a turn, from which a chapter can be told again."""

    turn: int
    at: int
    """How many messages of the log came before it."""
    session: Session


class Log(NamedTuple):
    """Everything that a race has been told since its oldest opening; where there is none yet, nothing."""

    openings: tuple[Opening, ...] = ()
    messages: Messages = Messages([], 0)


def _all_but(seat: int, known: Mapping[int, Kept]) -> dict[int, Kept]:
    return {other: kept for other, kept in known.items() if other != seat}


class Session(NamedTuple):
    """One session at one moment: how the table is set, the lobby, the race, the readers, and the pages over the race.

    It is a tuple because every message makes a new one, and a long race is replayed from tens of thousands. It is flat because a message changes two
    or three of these fields, and a value within a value would have to be made again, too.
    """

    # ---- The table ----

    house: House
    """The game, its boards, the table and the phones: what a race cannot change."""

    # ---- The lobby ----

    setup: Setup
    """What is chosen for the race that runs, or for the next one."""

    # ---- The race ----

    page: str
    """The page of the set-up or of the race that is shown where nothing lies over it."""
    step: int = 0
    """The number of what is shown: a `Confirm` must carry it."""
    match: Match | None = None
    """The race that runs, None while one is set up."""
    again: int | None = None
    """The instruction of the round that is shown once more, although it was carried out."""
    game_paused: bool = False
    """Whether people have paused the whole game: nobody's time runs, and nothing is confirmed."""
    travel: Travel | None = None
    """The way on which hands bring the table to another position; the race is held meanwhile."""
    returning: Returning | None = None
    """The check of the table after a start, which holds the race, too."""
    past: Moment | Chapter | None = None
    """The moment before this one, which leads back to the start of the race."""
    future: tuple[Moment, ...] = ()
    """The moments that were left by going back, the first one to return to first."""
    noted: tuple[Note, ...] = ()
    """What the history tells even when it was taken back."""
    log: Log | None = None
    """What was said to the race, of which chapters are made; None where nothing is noted, as in a chapter that is replayed."""

    # ---- The readers ----

    readers: Mapping[int, Reader] = {}
    """Each reader as it was heard last, by seat."""
    aside: tuple[int, ...] = ()
    """The seats whose readers the race does not use."""
    strangers: tuple[str, ...] = ()
    """The chip ids of readers without a seat."""
    troubles: Mapping[str, str] = {}
    """What needs a person at the table, by its place."""
    lamps: Lamps = Lamps({})
    """The lights as they burn."""

    # ---- What is shown over the race and about it ----

    layers: tuple[Layer, ...] = ()
    """The pages that lie over the race's, the uppermost last."""
    notice: Notice | Text | str = NOTHING
    """The last words that are no part of the race: a refusal or a trouble, unless they are a `Notice`."""
    hint: Hint | None = None
    """What was advised last."""
    last: Session | None = None
    """The session at the end of the race that ended last, where it is known."""
    reviewed: Reviewed | None = None
    """The race that was looked into last."""

    # ---- What people have chosen for every race ----

    preferences: Preferences = Preferences()
    """What is chosen for the screen."""
    flow: str = SINGLE
    """How many instructions one touch confirms."""
    auto: float | None = None
    """After how many seconds time confirms an instruction, None for never."""
    paused: bool = False
    """Whether time confirms nothing for now."""
    timer: Timer = Timer()
    """The time for choosing cards."""
    even: Evenness = Evenness()
    """How strong pilots play that adapt."""
    races: int = 0
    """How many races have begun; the last one has this number."""

    @property
    def race(self) -> Match:
        """The race that runs, for those who are asked only while one does."""
        assert self.match is not None
        return self.match

    def kept(self, page: str) -> Any:
        """What a page keeps that lies over the race's; None where it does not lie there."""
        return next((layer.state for layer in self.layers if layer.page == page), None)

    @property
    def setting_up(self) -> bool:
        """Whether a game is being set up, on one of the pages that it names for that."""
        return self.page in self.house.pages

    @property
    def held(self) -> bool:
        """Whether nothing goes on whatever the readers say: the table is checked, or brought to another position."""
        return self.travel is not None or self.returning is not None

    @property
    def covered(self) -> bool:
        """Whether a page lies over the race's, or the words that it is paused: nobody sees what would be confirmed."""
        return any(layer.seen for layer in self.layers) or (self.game_paused and not self.held)

    @property
    def previous(self) -> Moment | None:
        """The moment before the present one; None at the start of the race, and where that moment lies in a chapter."""
        return self.past if isinstance(self.past, Moment) else None

    @property
    def number(self) -> int:
        """Which moment of the race this is, counted from 0."""
        return 0 if self.past is None else self.past.number + 1

    def on_screen(self, seat: int) -> bool:
        """Whether a seat's reader is worked through the screen now: always so, or because it has none that answers."""
        return seat in self.house.touch or bool(self.readers[seat].lost)

    @property
    def rows(self) -> dict[int, Row]:
        """What every reader shows, by seat."""
        return {seat: reader.row for seat, reader in self.readers.items()}

    @property
    def piloted(self) -> tuple[int, ...]:
        """The seats that pilots play."""
        return tuple(
            seat
            for seat in self.setup.playing
            if self.setup.seat(seat).player not in (PERSON, BY_CHANCE)
        )

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people have chosen for themselves: one for each person, however many seats that plays."""
        return tuple(seat for seat in self.setup.chosen if self.is_person(seat))

    def is_person(self, seat: int) -> bool:
        """Whether a person plays a seat."""
        return self.setup.seats[seat - 1].player == PERSON


Result = tuple[Session, tuple[Command, ...]]
"""What every message leads to: the session after it, and what is to be done."""


def replace(value: Some, /, **changes: Any) -> Some:
    """A frozen value, whether a named tuple or a dataclass, with some fields changed."""
    if not isinstance(value, tuple):
        # A type variable cannot be bound to what is a tuple or a dataclass.
        return replaced(value, **changes)  # type: ignore[type-var]
    # `_replace` asks every field whether it changes. A session has thirty, of which a message changes two or three.
    places, parts = _places_of(type(value)), [*value]
    for name, part in changes.items():
        parts[places[name]] = part
    return tuple.__new__(type(value), parts)


@cache
def _places_of(kind: Any) -> Mapping[str, int]:
    """Where each field of a named tuple stands."""
    return {name: place for place, name in enumerate(kind._fields)}


def laid(session: Session, page: str, state: Any, seen: bool = True, under: str = "") -> Session:
    """With a page over all others, or with what it keeps now where it lies already; `under` one that lies there, if it does."""
    names, layer = [layer.page for layer in session.layers], Layer(page, state, seen)
    if page in names:
        layers = tuple(layer if other.page == page else other for other in session.layers)
    else:
        place = names.index(under) if under in names else len(names)
        layers = (*session.layers[:place], layer, *session.layers[place:])
    return replace(session, layers=layers)


def lifted(session: Session, *pages: str) -> Session:
    """Without these pages, whether they lie there or not."""
    layers = tuple(layer for layer in session.layers if layer.page not in pages)
    return session if len(layers) == len(session.layers) else replace(session, layers=layers)


def show_page(
    session: Session, page: str, state: Any, seen: bool = True, under: str = ""
) -> Session:
    """Show a page, as `laid` does; what was refused before is forgotten."""
    return replace(laid(session, page, state, seen, under), notice="")


def close_pages(session: Session, *pages: str) -> Session:
    """Close pages, as `lifted` does; what was refused before is forgotten."""
    return replace(lifted(session, *pages), notice="")


def refused(session: Session, words: Text | str) -> Result:
    """Nothing changes but the notice, which says why; the step stays, so that the same Done can be touched again."""
    return replace(session, notice=words), ()
