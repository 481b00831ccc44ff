"""The session as a value: six parts, which are frozen values themselves.

It is never changed in place, so moments of the past, previews and the screen keep it at no cost.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.games.api import Event, Position, Step
from companion.games.asking import Answer, Ask, Custody, NextStep, Questions, Row
from companion.games.scene import Face, Instruction, Scene
from companion.named_tuples import NamedTuple
from companion.session.commands import Command
from companion.session.lobby.arrangement import (
    BY_CHANCE,
    PERSON,
    Setup,
    TableConfig,
)
from companion.session.lobby.opponents import AdaptiveLevel, FinishedReview, Hint
from companion.session.messages import SINGLE, Message, Notice, Timer
from companion.session.preferences import Preferences
from companion.session.readers import Readers, ReaderState
from companion.session.view import OFFER
from companion.words import NOTHING, Text

Kept = TypeVar("Kept")


class Clock(NamedTuple):
    """The whole seconds for which a question has waited."""

    asked: int = 0
    """Since it was asked."""
    answered: int = 0
    """Since its first answer."""
    at: float | None = None
    """The beginning of the last second, None while no time runs."""
    timer: int = 0
    """Since the timer began."""
    dropped: bool = False
    """Whether the end of the time dropped a correction that was being made."""


class OpenQuestion(NamedTuple):
    """A question of the game, and what the seats have answered until now."""

    kind: str = ""
    """Its kind."""
    answers: Mapping[int, Answer] = {}
    """The seats that are ready, with what they have answered."""
    problems: Mapping[int, Text | str] = {}
    """The trouble at a seat, and the way to put it right."""
    marks: Mapping[int, tuple[tuple[int, int], ...]] = {}
    """The places, as (seat, slot), that a seat's remedy is about."""
    orders: Mapping[int, tuple[tuple[int, int], ...]] = {}
    """The content for the slots of seats whose time is over (`companion.session.timing`)."""
    open_seat: int | None = None
    """The seat whose hand is open."""
    placed: frozenset[int] = frozenset()
    """The seats whose handles have confirmed, before the first turn, where their pieces are."""
    clock: Clock = Clock()
    """The time for which it has waited."""


class ShownRound(NamedTuple):
    """The round that hands carry out, instruction by instruction; the game is at its end."""

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
    since: float | None = None
    """The time at which that came up, None until a clock says so."""
    turn: int = 0
    round: int = 0
    cards: tuple[tuple[int, Face], ...] = ()
    """The cards that are played in it, each with its seat."""
    ends_turn: bool = False
    """Whether the turn is over when it has been shown."""


class Match(NamedTuple):
    """A race that runs: the game's position, its next step, and the table's progress with it."""

    number: int
    """The number of the race in the session, from 1."""
    position: Position
    """The state of the race in the game; while a round is shown this is already its end."""
    next_step: NextStep
    """The next thing that the game needs."""
    turn_events: tuple[Event, ...] = ()
    """All events of this turn."""
    redealt: int = 0
    """The number of times that this turn was dealt again."""
    idle: int = 0
    """The times that the game has gone on since it last reported an event or asked people."""
    people: Custody = Custody.APP
    """The holder of the cards of people: the app where it deals, or hands."""
    pilots: Custody = Custody.APP
    """The holder of the cards of pilots: the app, or nobody until they have drawn real ones."""
    collected: bool = False
    """Whether all cards have left the readers since any were asked for."""
    reasons: Mapping[int, tuple[int, Text]] = {}
    """The reasons for pilots' play, by seat, with the turn; secret until that turn is over."""
    question: OpenQuestion = OpenQuestion()
    """The question of the game."""
    shown: ShownRound = ShownRound()
    """The round that is shown."""

    @property
    def cards_are_real(self) -> bool:
        """Return whether cards are real: hands deal them."""
        return self.people is Custody.HANDS

    @property
    def pilots_drew(self) -> bool:
        """Return whether pilots have drawn real cards for this question."""
        return self.cards_are_real and self.pilots is Custody.APP

    def undrawn(self) -> Match:
        """Return the race before pilots have drawn cards for its question."""
        return self._replace(pilots=Custody.NOBODY if self.cards_are_real else Custody.APP)

    def without(self, seat: int) -> Match:
        """Return the race as if a seat had not moved its handle: without answer or remedy."""
        question = self.question
        return self._replace(
            question=question._replace(
                answers=all_but(seat, question.answers),
                problems=all_but(seat, question.problems),
                marks=all_but(seat, question.marks),
                orders=all_but(seat, question.orders),
            )
        )

    def with_problem(
        self, seat: int, words: Text | str, marks: tuple[tuple[int, int], ...]
    ) -> Match:
        """Return the race with a seat that is not ready, for a reason about `marks`."""
        question = self.without(seat).question
        return self._replace(
            question=question._replace(
                problems={**question.problems, seat: words}, marks={**question.marks, seat: marks}
            )
        )

    def ready(self, seat: int, answer: Answer) -> Match:
        """Return the race with a seat that is ready with this answer; its hand is covered."""
        question = self.question
        return self._replace(
            question=question._replace(
                answers={**all_but(seat, question.answers), seat: answer},
                problems=all_but(seat, question.problems),
                marks=all_but(seat, question.marks),
                open_seat=None if question.open_seat == seat else question.open_seat,
            )
        )

    def with_hand(self, seat: int | None) -> Match:
        """Return the race with the hand of this seat open on the screen, None for none."""
        return self._replace(question=self.question._replace(open_seat=seat))

    def at_instruction(self, number: int) -> Match:
        """Return the race with another instruction of the round shown."""
        return self._replace(shown=self.shown._replace(at=number))

    def ask(self, seat: int) -> Ask | None:
        """Return what the game asks of a seat now, or None."""
        asks = self.next_step.asks if isinstance(self.next_step, Questions) else ()
        return next((ask for ask in asks if ask.seat == seat), None)


class TableSync(NamedTuple):
    """Hands bring the table to another position: first moves, then the cards in the readers."""

    title: Text
    """Its purpose."""
    before: Scene
    """The table before it."""
    script: tuple[Instruction, ...]
    rows: Mapping[int, Row]
    """The cards that must be in the readers; only the seats whose cards matter."""
    at: int = 0
    """The instruction shown; the number of instructions while the cards are awaited."""
    where: Text = NOTHING
    """The place in the race to which it leads."""
    known: frozenset[tuple[int, int, int]] = frozenset()
    """The cards of `rows`, as (seat, slot, code), that everybody has seen since."""
    after: Scene = Scene()
    """The table after it."""


class ResumeCheck(NamedTuple):
    """The check of the table after the app has started again."""

    stage: str = OFFER
    """OFFER or CHECK of the view, then CARDS."""
    ago: int | None = None
    """The seconds since the app stopped, None where that is not known."""
    rows: Mapping[int, Row] = {}
    """The cards that the readers held."""


class Overlay(NamedTuple):
    """A page over the race's page."""

    page: str
    """Its name in `companion.session.pages`."""
    state: object
    """The state that the page keeps."""
    seen: bool = True
    """Whether any of it is visible yet."""


class ManualAction(NamedTuple):
    """Something that people did by hand."""

    words: tuple[Text | str, ...]
    rule: str
    """The rule by which they did it."""
    seat: int | None
    """The seat that it concerns first, or None."""
    who: str
    """The person who wanted it, or all of them."""
    why: str
    steps: tuple[Step, ...] = ()
    player: int | None = None
    """The seat whose player did it as the game allows; None for a correction by people."""

    @property
    def corrects(self) -> bool:
        """Return whether it changes the game outside of the game's own rules."""
        return bool(self.steps) and self.player is None


class Note(NamedTuple):
    """An entry about a race's secrets that stays in the history after going back."""

    turn: int
    number: int
    """The number of the undo point."""
    when: Text | str
    """The part of the turn."""
    made: ManualAction


# Compared by identity: equality would walk through the whole past, thousands of undo points deep.
@dataclass(frozen=True, slots=True, eq=False)
class UndoPoint:
    """A place of the race to which one can go back."""

    number: int
    """Counted from 0 at the start of the race."""
    page: str
    match: Match
    setup: Setup
    readers: Mapping[int, ReaderState]
    past: UndoPoint | Chapter | None
    """The undo point before it."""
    left_by: ManualAction | None = None
    """The deed of people by hand then, None where the race simply went on."""


class Packed(Generic[Kept]):
    """A seldom needed value, pickled to a tenth of its size where possible.

    Each access returns another object, equal to the first.
    """

    __slots__ = ("_bytes", "_value")

    def __init__(self, value: Kept) -> None:
        """Pack the value, or keep it as it is where a game's value cannot be pickled."""
        self._bytes, self._value = b"", value
        try:
            self._bytes = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        except Exception:
            return
        del self._value

    @property
    def value(self) -> Kept:
        """The value that was packed."""
        value: Kept = pickle.loads(self._bytes) if self._bytes else self._value
        return value


@dataclass(frozen=True, slots=True, eq=False)
class Chapter:
    """Turns of a long race whose undo points are computed again when needed (`past.chapters`)."""

    number: int
    """The number of its last undo point."""
    first: int
    """The number of its first undo point."""
    turn: int
    """The first of its turns."""
    opening: Session
    """The session at its beginning; the past of that comes before the chapter."""
    messages: Packed[tuple[Message, ...]]
    """All messages to that session up to the end of the chapter."""
    records: tuple[tuple[int, Position, Packed[tuple[Event, ...]]], ...]
    """Each of its turns, with the position at its end and what happened in it."""
    corrections: int
    """The number of corrections that people have made in it."""
    replay_step: Callable[[Session, Message], Session]
    """The function that leads from one session to the next."""


class Messages:
    """A growing row of messages that shares its list with the row that it continues."""

    __slots__ = ("_all", "_count")

    def __init__(self, messages: list[Message], count: int) -> None:
        """Take the first `count` messages of a list that is never shortened."""
        self._all, self._count = messages, count

    def __len__(self) -> int:
        return self._count

    def with_one(self, message: Message) -> Messages:
        """Return the row with one more message."""
        # Two sessions may continue the same one; the second of them needs a copy.
        messages = self._all if len(self._all) == self._count else self._all[: self._count]
        messages.append(message)
        return Messages(messages, self._count + 1)

    def between(self, start: int, stop: int) -> tuple[Message, ...]:
        """Return the messages from `start` up to, but without, `stop`."""
        return tuple(self._all[start:stop])

    def since(self, start: int) -> Messages:
        """Return the row from `start` on."""
        return Messages(self._all[start : self._count], self._count - start)


class TurnStart(NamedTuple):
    """A session at the beginning of a turn, from which a chapter can be replayed."""

    turn: int
    at: int
    """The number of messages of the log that come before it."""
    session: Session


class Log(NamedTuple):
    """All messages to a race since its oldest opening; none before there is one."""

    openings: tuple[TurnStart, ...] = ()
    messages: Messages = Messages([], 0)


def all_but(key: int, known: Mapping[int, Kept]) -> dict[int, Kept]:
    """Return all entries but that of a seat, or of another number."""
    return {other: kept for other, kept in known.items() if other != key}


class Lobby(NamedTuple):
    """The choices of people: those for one race, and those for every race."""

    setup: Setup
    """The choices for the race that runs, or for the next one."""
    preferences: Preferences = Preferences()
    """The choices for the screen."""
    flow: str = SINGLE
    """The flow of a round: the instructions that one touch confirms."""
    auto: float | None = None
    """The seconds after which an instruction is confirmed automatically, None for never."""
    auto_paused: bool = False
    """Whether automatic confirmation is paused."""
    timer: Timer = Timer()
    """The time for choosing cards."""
    adaptive_level: AdaptiveLevel = AdaptiveLevel()
    """The level of the adaptive pilots."""
    races: int = 0
    """The number of races that have begun; the last one has this number."""


class Timeline(NamedTuple):
    """The past of the race, and everything that holds it up at its present moment.

    A new race begins with an empty one, but for the race before it.
    """

    past: UndoPoint | Chapter | None = None
    """The undo point before this one, which leads back to the start of the race."""
    future: tuple[UndoPoint, ...] = ()
    """The undo points left by going back, the first one to return to first."""
    notes: tuple[Note, ...] = ()
    """The entries that the history shows even after they were taken back."""
    repeated: int | None = None
    """The instruction of the round that is shown once more, although it was carried out."""
    game_paused: bool = False
    """Whether people have paused the whole game: no time runs, and nothing is confirmed."""
    table_sync: TableSync | None = None
    """The moves that bring the table to another position; the race is held until they are done."""
    resume_check: ResumeCheck | None = None
    """The check of the table after a start, which holds the race, too."""
    last: Session | None = None
    """The session at the end of the last race, where it is known."""
    reviewed: FinishedReview | None = None
    """The race that was reviewed last."""

    def after(self, point: UndoPoint) -> Timeline:
        """Return the timeline at the next moment after an undo point, without a future."""
        return self._replace(past=point, future=())

    @property
    def is_syncing(self) -> bool:
        """Return whether the race waits for a check of the table, or for its move to a position."""
        return self.table_sync is not None or self.resume_check is not None

    @property
    def previous(self) -> UndoPoint | None:
        """The undo point before this one; None at the start of the race or of a chapter."""
        return self.past if isinstance(self.past, UndoPoint) else None

    @property
    def number(self) -> int:
        """The number of this undo point in the race, counted from 0."""
        return 0 if self.past is None else self.past.number + 1


class Session(NamedTuple):
    """One session at one moment, in six parts; `companion.session.steps` names their handlers."""

    config: TableConfig
    """The game, its boards, the table and the phones: what a race cannot change."""
    lobby: Lobby
    """The choices of people."""
    page: str
    """The page of the set-up or of the race, which other pages can be over."""
    revision: int = 0
    """The number of what is shown. It grows with each page and instruction; *Done* carries it."""
    match: Match | None = None
    """The race that runs, None while one is set up."""
    timeline: Timeline = Timeline()
    """The past of the race, and what holds it up."""
    log: Log | None = None
    """The race's messages, from which chapters are made; None in a chapter that is replayed."""
    readers: Readers = Readers()
    """The readers and their lights."""
    overlays: tuple[Overlay, ...] = ()
    """The pages over the race's page, the uppermost last."""
    notice: Notice | Text | str = NOTHING
    """The last refusal or trouble, or another `Notice`."""
    hint: Hint | None = None
    """The advice that was given last."""

    @property
    def race(self) -> Match:
        """The race that runs; only for callers that know there is one."""
        assert self.match is not None
        return self.match

    def kept(self, page: str) -> object:
        """Return the state that an open page keeps, None where it is not open."""
        return next((overlay.state for overlay in self.overlays if overlay.page == page), None)

    def state_of(self, page: str, kind: type[Kept]) -> Kept | None:
        """Return the state of an open page as a value of its class, None where it is not open."""
        return self.open_state(page, kind) if self.is_open(page) else None

    def open_state(self, page: str, kind: type[Kept]) -> Kept:
        """Return the state of a page that is open, as a value of its class."""
        state = self.kept(page)
        assert isinstance(state, kind), (
            f"{page} keeps {type(state).__name__}, expected {kind.__name__}"
        )
        return state

    def is_open(self, page: str) -> bool:
        """Return whether a page is over that of the race, seen or not."""
        return any(overlay.page == page for overlay in self.overlays)

    @property
    def setting_up(self) -> bool:
        """Return whether a game is being set up, on one of the set-up pages that it names."""
        return self.page in self.config.pages

    @property
    def covered(self) -> bool:
        """Return whether a page or the pause hides the race's page, so nobody confirms it."""
        return any(overlay.seen for overlay in self.overlays) or (
            self.timeline.game_paused and not self.timeline.is_syncing
        )

    def on_screen(self, seat: int) -> bool:
        """Return whether a seat is played on the screen, by choice or since its reader is lost."""
        return seat in self.config.touch or bool(self.readers.by_seat[seat].lost)

    @property
    def piloted(self) -> tuple[int, ...]:
        """The seats that pilots play."""
        return tuple(
            seat
            for seat in self.lobby.setup.playing
            if self.lobby.setup.seat(seat).player not in (PERSON, BY_CHANCE)
        )

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people have chosen, one for each person."""
        return tuple(seat for seat in self.lobby.setup.chosen if self.is_person(seat))

    def is_person(self, seat: int) -> bool:
        """Return whether a person plays a seat."""
        return self.lobby.setup.seats[seat - 1].player == PERSON


Result = tuple[Session, tuple[Command, ...]]
"""The outcome of a message: the next session, and the commands to carry out."""


def push_page(
    session: Session, page: str, state: object, seen: bool = True, under: str = ""
) -> Session:
    """Return the session with a page over all others, or with a new state of an open page.

    A new page goes right below the open page `under`, if there is one of that name.
    """
    names, overlay = [overlay.page for overlay in session.overlays], Overlay(page, state, seen)
    if page in names:
        overlays = tuple(overlay if other.page == page else other for other in session.overlays)
    else:
        place = names.index(under) if under in names else len(names)
        overlays = (*session.overlays[:place], overlay, *session.overlays[place:])
    return session._replace(overlays=overlays)


def pop_pages(session: Session, *pages: str) -> Session:
    """Return the session without these pages; pages that are not open are ignored."""
    overlays = tuple(overlay for overlay in session.overlays if overlay.page not in pages)
    return (
        session if len(overlays) == len(session.overlays) else session._replace(overlays=overlays)
    )


def show_page(session: Session, page: str, state: object, under: str = "") -> Session:
    """Show a page, as `push_page` does, and clear the notice."""
    return push_page(session, page, state, under=under)._replace(notice="")


def close_pages(session: Session, *pages: str) -> Session:
    """Close pages, as `pop_pages` does, and clear the notice."""
    return pop_pages(session, *pages)._replace(notice="")


def refuse(session: Session, words: Text | str) -> Result:
    """Return the unchanged session with a notice that says why.

    The revision stays the same: the same button can be touched again.
    """
    return session._replace(notice=words), ()
