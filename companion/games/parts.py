"""Optional parts of games: seats, components, explanations, results, previews, and invariants."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Generic

from companion.engine.board import Board
from companion.games.api import E, Event, Game, P, Part, Plan, Position, Step, TextEvent, TurnRecord
from companion.games.asking import Answer, Custody, Finished
from companion.games.kit.story import Recap
from companion.games.scene import (
    Foreseen,
    Instruction,
    Known,
    Layout,
    Piece,
    Scene,
    Subject,
)
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.signals import PULL
from companion.words import NOTHING, Text, count, listed, text


class Seating(Part[Any, Any]):
    """The part of a game whose seats depend on the board or on each other."""

    def starts(self, board: Board | None) -> Mapping[int, Square | None]:
        """Return the seats that can be played on a board, each with its starting square.

        The square is None if the seat does not start on one. `board` is None if none is chosen.
        """
        raise NotImplementedError

    def extra_seats(
        self, seats: tuple[int, ...], words: Mapping[str, str]
    ) -> Mapping[int, int | None]:
        """Return the seats that the game adds to those that people chose.

        Each comes with the seat whose player also plays it, or None if no player does. Questions to
        a seat without a player go to another one: each such `Ask` names a `decider`. Any choice has
        a result here; `Game.begin` refuses the impossible ones.

        Args:
            seats: The seats that people chose.
            words: The words of the settings, as in `Plan.words`.
        """
        return {}

    def warnings(self, plan: Plan) -> tuple[Text, ...]:
        """Return sentences about choices that are allowed but unwise. Never raises."""
        return ()


def starting_squares(game: Game, board: Board | None) -> Mapping[int, Square | None]:
    """Return the seats of a game as `Seating.starts` does; all of them without that part."""
    seating = Seating.of(game)
    return dict.fromkeys(game.seats) if seating is None else seating.starts(board)


def added_seats(
    game: Game, seats: tuple[int, ...], words: Mapping[str, str]
) -> Mapping[int, int | None]:
    """Return the seats that a game adds as `Seating.extra_seats` does, none by default."""
    seating = Seating.of(game)
    return {} if seating is None else seating.extra_seats(seats, words)


READY: Final = Layout(text("Ready to begin"), text("Nothing has to be laid out."))
"""The layout of a game that begins with an empty table."""


class Components(Part[P, Any], ABC):
    """The part of a game with pieces, markers or cards that hands put on the table."""

    def layout(
        self, position: P, names: Mapping[int, str], custody: Mapping[int, Custody]
    ) -> Layout:
        """Return what people lay out before the game.

        Args:
            position: The position at the start.
            names: The names of the pieces, by seat.
            custody: Who holds the cards of each seat.
        """
        return READY

    def beside_board(
        self, position: P, names: Mapping[int, str]
    ) -> tuple[tuple[int | None, Text], ...]:
        """Return what must be on the table apart from board and readers, such as piles.

        Each thing is one line, with the seat that owns it or None.
        """
        return ()

    @abstractmethod
    def scene_diff(
        self, before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
    ) -> tuple[Instruction, ...]:
        """Return the moves that turn one layout of the table into another.

        Each instruction finds its squares free. There are none if the layouts are equal. Scenes
        come without the cards that hands do not hold.

        Args:
            before: The layout on the table.
            after: The layout to reach.
            names: The names of the pieces, by seat.
            back: Whether the words say that the game goes back.
        """


def layout_of(
    game: Game, position: Position, names: Mapping[int, str], custody: Mapping[int, Custody]
) -> Layout:
    """Return what people lay out before a game as `Components.layout` does, nothing by default."""
    components = Components.of(game)
    return READY if components is None else components.layout(position, names, custody)


def beside_board_of(
    game: Game, position: Position, names: Mapping[int, str]
) -> tuple[tuple[int | None, Text], ...]:
    """Return the things beside the board as `Components.beside_board` does, none by default."""
    components = Components.of(game)
    return () if components is None else components.beside_board(position, names)


def scene_diff_of(
    game: Game, before: Scene, after: Scene, names: Mapping[int, str], back: bool = True
) -> tuple[Instruction, ...]:
    """Return the moves between two layouts as `Components.scene_diff` does, none by default."""
    components = Components.of(game)
    return () if components is None else components.scene_diff(before, after, names, back)


class QuickPlay(Part[P, Any], ABC):
    """The part of a game that plays faster if nobody watches."""

    @abstractmethod
    def played(self, position: P) -> P:
        """Return the position after `Game.play`, without its steps."""


def position_after_play(game: Game, position: Position) -> Position:
    """Return the position after `Game.play`, for pilots and tournaments."""
    quick = QuickPlay.of(game)
    return game.play(position).position if quick is None else quick.played(position)


class Facts(Part[P, E]):
    """The part of a game that explains things."""

    manual: str = ""
    """Its page in the manual, such as "games/cardbot.html" (`companion.content.manual`)."""
    further: tuple[str, ...] = ()
    """Other pages of the manual whose rules it cites."""
    how_to_play: tuple[Known, ...] = ()
    """The guide to the game for beginners, each thing with a picture of it."""

    def why(self, rule: str, move: str = "") -> Text:
        """Return a rule in one sentence, NOTHING if there is no such rule.

        Args:
            rule: The number of the rule.
            move: The move of the card that is played, "" for none.
        """
        return NOTHING

    def causes(
        self, before: P, step: Step[P, E], instruction: Instruction[E], names: Mapping[int, str]
    ) -> tuple[Text, ...]:
        """Return why something happened and what did it, in sentences; () if nothing is to say.

        Args:
            before: The position in which the step began.
            step: What has happened.
            instruction: The instruction of that step to explain.
            names: The names of the pieces, by seat.
        """
        return ()

    def facts(
        self, position: P, scene: Scene, about: Subject, names: Mapping[int, str]
    ) -> tuple[Known, ...]:
        """Return everything that is known about one thing, () if that is no more than can be seen.

        Args:
            position: The position. During a round it is the one before the step that is shown, and
                only the scene says where pieces and markers are.
            scene: The table as hands have left it.
            about: The thing.
            names: The names of the pieces, by seat.
        """
        return ()


def manual_of(game: Game) -> str:
    """Return the page of a game in the manual, "" if it has none."""
    facts = Facts.of(game)
    return facts.manual if facts is not None else ""


def manual_pages(game: Game) -> tuple[str, ...]:
    """Return the page of a game in the manual and the others that it cites, () without one."""
    facts = Facts.of(game)
    if facts is None or not facts.manual:
        return ()
    return tuple(dict.fromkeys((facts.manual, *facts.further)))


def how_to_play_of(game: Game) -> tuple[Known, ...]:
    """Return how a game is played, () if it does not say."""
    facts = Facts.of(game)
    return facts.how_to_play if facts is not None else ()


def why_of(game: Game, rule: str, move: str) -> Text:
    """Return a rule of a game as `Facts.why` does, NOTHING if the game explains none."""
    facts = Facts.of(game)
    return facts.why(rule, move) if facts is not None else NOTHING


class LessonStep(NamedTuple, Generic[P]):
    """One step of a lesson: a position, a deed, and the words for both."""

    title: Text
    """The subject of the step, in a few words."""
    task: Text
    """The things to see, and the one deed to do."""
    result: Text
    """The outcome of the deed; shown after the game has played it."""
    position: P
    """The position. Its next step must be `Questions` with one for the seat of the learner."""
    cards: Mapping[int, int] = {}
    """The codes of the cards that the learner puts into slots, by slot."""
    gesture: str = PULL
    """The move of the handle that is asked for; "" if the cards alone, or an offer, are enough."""
    offer: str = ""
    """The key of the offer to touch, "" for none."""
    more: tuple[int, ...] = ()
    """The codes of further cards in the learner's hand, where a hand is on the screen."""
    fixed: Mapping[int, int] = {}
    """The codes of the cards that are in other slots already, by slot."""
    unused: Mapping[int, int] = {}
    """The codes of cards that the game needs in further slots, by slot; they are not shown."""
    locked: tuple[int, ...] = ()
    """The slots of `fixed` whose lights are on."""
    others: Mapping[int, Answer] = {}
    """The answers of other seats."""
    seat: int = 1
    """The seat of the learner."""
    passages: int = 1
    """The number of rounds, cleanups and deals by which the game goes on after the answer."""
    unseen: tuple[int, ...] = ()
    """The ones of these, counted from 1, that are played but not shown."""


class Lesson(Part[P, Any], ABC):
    """The part of a game with its played first lesson, of about three minutes."""

    @abstractmethod
    def steps(self, names: Mapping[int, str]) -> tuple[LessonStep[P], ...]:
        """Return the steps in order; `names` are the names of the pieces, by seat.

        The steps are made when somebody begins the lesson; a game imports them here, and not
        before.
        """


class Results(Part[P, E]):
    """The part of a game that sums up its course."""

    def headline(self, position: P, names: Mapping[int, str]) -> Text:
        """Return the state of a game in a sentence: who leads, by how much."""
        return NOTHING

    def verdict(self, position: P, winners: tuple[int, ...], names: Mapping[int, str]) -> Text:
        """Return how a finished game ended, in a sentence.

        Args:
            position: The position at the end.
            winners: The seats that have won.
            names: The names of the pieces, by seat.
        """
        called = [names[seat] for seat in winners]
        if called:
            return count("{names} wins!", "{names} win!", len(called), names=listed(called))
        return text("Nobody wins.")

    def recap(self, turns: Sequence[TurnRecord[P, E]], names: Mapping[int, str]) -> Recap:
        """Return what a game was about, finished or not.

        `turns` are the turns in order, without those that were taken back.
        """
        return Recap()

    def course(self, position: P) -> str:
        """Return a mark of the course of a solo race, "" for any other game.

        Races with equal marks can be compared for the best result.
        """
        return ""

    def tally(self, position: P) -> Mapping[str, int]:
        """Return the game's totals, by their words in statistics and JSON such as "deaths"."""
        return {}

    def turn_intro(self, events: Iterable[E], names: Mapping[int, str]) -> tuple[Instruction, ...]:
        """Return what people should know of a turn before it is played, without work for hands.

        `events` are all events of the turn so far.
        """
        return ()

    def log_lines(
        self, events: Iterable[E], names: Mapping[int, str]
    ) -> tuple[tuple[str, str], ...]:
        """Return what happened before the first round, as (sentence, number of the rule).

        A record of the whole game contains it. By default events speak for themselves
        (`TextEvent`).
        """
        return tuple((str(one.words), "") for one in events if isinstance(one, TextEvent))

    def turn_note(self, events: Iterable[E], seat: int) -> Text:
        """Return what these events changed for one seat, in a few words.

        By default these are the words of the last event about it; NOTHING if there is none.
        """
        return next(
            (
                one.words
                for one in reversed(tuple(events))
                if isinstance(one, TextEvent) and one.seat == seat
            ),
            NOTHING,
        )


def turn_note_of(game: Game, events: Iterable[Event], seat: int) -> Text:
    """Return what changed for a seat as `Results.turn_note` does, NOTHING without that part."""
    results = Results.of(game)
    return results.turn_note(events, seat) if results is not None else NOTHING


def verdict_of(game: Game, position: Position, names: Mapping[int, str]) -> Text:
    """Return how a finished game ended, as `Results.verdict` does."""
    next_step = game.next_step(position)
    winners = next_step.winners if isinstance(next_step, Finished) else ()
    return (Results.of(game) or Results()).verdict(position, winners, names)


class Preview(Part[P, Any], ABC):
    """The part of a game that shows players where their own cards lead."""

    @abstractmethod
    def foreseen(
        self, position: P, seat: int, codes: tuple[int | None, ...]
    ) -> tuple[Foreseen, ...] | None:
        """Return where the cards in a seat's reader would take its piece if nobody else moved.

        There is one result for each round up to the first empty slot. None if the game cannot say,
        or not now.

        Args:
            position: A position that the seat may know (`Game.redacted`).
            seat: The seat.
            codes: Five codes, None for an empty slot.
        """


class Invariants(Part[P, E], ABC):
    """The part of a game that checks whether its rules hold."""

    @abstractmethod
    def breaches(
        self, position: P, events: Iterable[E], pieces: Iterable[Piece]
    ) -> tuple[str, ...]:
        """Return how events and the pieces after them break the rules, in sentences."""

    @abstractmethod
    def unsound(self, position: P) -> tuple[str, ...]:
        """Return what is inconsistent in a position, in sentences."""
