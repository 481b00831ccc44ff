"""Run a session: turn input from the table into messages, and carry out the session's commands.

The loop has no screen. The screen and the headless commands both drive it by `send` and `poll`.

The steps of a session are pure. The loop carries out their commands only once their message is
durable, or its recording has failed and the screen says so. So nobody sees anything that a power
cut could take back.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from math import inf
from typing import Final

from companion.app.chance import Chance
from companion.app.host import HostServices
from companion.app.pilot_questions import PilotCommand, PilotDriver, PilotsAsked
from companion.app.recording import GameRecorder, RecalledGame, as_last_chosen
from companion.app.thinking import AtOnce, Thinking
from companion.content import board_slug, board_suggestions, board_title
from companion.engine.board import Board
from companion.errors import TableError
from companion.games import usual_game
from companion.games.api import Game
from companion.games.boards import board_part, read_board, shipped_board_text, shipped_boards
from companion.pilots.base import Pilot, pilots
from companion.session.commands import AskShuffle, Command, RecordEvents, SendMessage, ShowLamps
from companion.session.lobby.arrangement import (
    PERSON,
    BoardEntry,
    BoardFile,
    GameOffer,
    OwnBoard,
    Suggested,
)
from companion.session.lobby.opponents import EVEN, PilotEntry
from companion.session.lobby.own_boards import with_own
from companion.session.lobby.setup import new_session
from companion.session.messages import (
    SINGLE,
    Confirm,
    Message,
    Resumed,
    Shuffled,
    TableSignChanged,
    Tick,
    TimeUp,
)
from companion.session.session import Session
from companion.session.showing import view_of
from companion.session.steps import step
from companion.session.timing import waits_for_time
from companion.session.view import OVER, SUMMARY, View
from companion.signals import PULL, Deed, HandleMoved, TableProblem
from companion.table.base import Table
from companion.table.urls import table_for_url
from companion.words import NOTHING, Text

USUAL_PLAYERS: Final = (PERSON, EVEN, EVEN, EVEN)
"""The usual players: one person against three pilots."""
LONGEST_WAIT: Final = 60.0
"""Seconds without progress after which a game without people is given up."""
ROUND: Final = 0.01
"""Seconds after which a round starts nothing new, so that the next frame is not late by much."""


class EventLoop:
    """Connects a session with its table, pilots, record and host services.

    With a `record`, every message is durable before its effect is seen, and `session` is the
    durable one. A `patient` loop waits for the record in every round; others show effects as soon
    as they are durable.

    A round is one call of `send` or `poll`. With a `clock` it ends after ROUND seconds; then
    `behind` says that work is left, and the next `poll` continues in order. Without a clock, a
    round ends when no messages are left.
    """

    def __init__(
        self,
        table: Table,
        session: Session,
        pilots: Mapping[str, Pilot],
        chance: Chance,
        record: GameRecorder | None = None,
        patient: bool = False,
    ) -> None:
        self.table, self.chance, self.record = table, chance, record
        self.on_change: Callable[[], None] | None = None
        """Called after a visible change."""
        self.on_events: Callable[[RecordEvents], None] | None = None
        """Called with everything that happens in the race."""
        self.on_moved: Callable[[Session], None] | None = None
        """Called with the session after each move of its race."""
        self.on_time_up: Callable[[], None] | None = None
        """Called when a player's time is over."""
        self.on_trouble: Callable[[Text], None] | None = None
        """Called with a sentence when recording fails."""
        self.clock: Callable[[], float] | None = None
        """A monotonic clock in seconds."""
        self.behind = False
        self.host = HostServices()
        self._patient, self._end, self._left_over = patient, inf, False
        # When the session came to its revision, by the clock.
        self._changed = -inf
        # The session as far as it is durable, which everybody sees, and as far as it was stepped.
        self._session = self._ahead = session
        # Effects that are not visible yet: the ticket of the message, the session after it, its
        # commands.
        self._effects: deque[tuple[int, Session, tuple[Command, ...]]] = deque()
        self._trouble = NOTHING
        self._waiting: deque[Message] = deque()
        self._driver = PilotDriver(table.do, self._waiting.append)
        self._asked = PilotsAsked(AtOnce(pilots), chance, self._driver, self._waiting.append)
        self._drawn: tuple[Session, View] | None = None
        self._last: View | None = None

    @property
    def session(self) -> Session:
        """The session as far as it is durable. Setting it replaces the session."""
        return self._session

    @session.setter
    def session(self, session: Session) -> None:
        self._session = self._ahead = session

    @property
    def thinking(self) -> Thinking:
        """The place where pilots think, this process by default; set it before a race continues."""
        return self._asked.thinking

    @thinking.setter
    def thinking(self, thinking: Thinking) -> None:
        self._asked.thinking = thinking

    @property
    def view(self) -> View:
        """The view of the session, made on demand."""
        if self._drawn is None or self._drawn[0] is not self.session:
            self._drawn = (self.session, view_of(self.session))
        return self._drawn[1]

    def open(self, first: Message | None = None) -> None:
        """Open the table and take in `first`, such as Resumed, before the table's first messages.

        Raises:
            TableError: Says what is missing.
        """
        self.table.open()
        if first is not None:
            self._waiting.append(first)
            self._take_in()
            if self.record is not None:
                # So the first screen shows the session after the message, not the one before.
                self.record.wait()
        self._settle()

    def close(self) -> None:
        """Close the table, and the record once everything is durable."""
        # Waiting messages are recorded, too.
        self._end = inf
        self._take_in()
        self._asked.close()
        # The record is last, so that nothing more can come for it.
        self.host.close()
        self.table.close()
        if self.record is not None:
            self.record.close()

    def send(self, message: Message | Deed) -> None:
        """Send a message to the session, or do a deed at the table."""
        # A deed is done like a person's: the table reports its effect.
        if isinstance(message, Deed):
            self.table.do(message)
        else:
            self._waiting.append(message)
        self._settle()

    def poll(self, now: float) -> None:
        """Take in the table's messages, and the time in seconds if the session waits for it."""
        # Otherwise every poll would be an empty step; and one waiting Tick is enough.
        if waits_for_time(self._ahead) and not any(
            isinstance(message, Tick) for message in self._waiting
        ):
            self._waiting.append(Tick(now))
        self._waiting.extend(self.host.troubles())
        self._settle()
        # The effects of the driver's deeds may not have arrived; it would repeat them.
        if not self._waiting and not self._effects:
            self._driver.look(self.session, now)

    def _settle(self) -> None:
        """Run one round: step and carry out until no messages are left or the time is over.

        Each round makes at least one step.
        """
        self._end, late = inf if self.clock is None else self.clock() + ROUND, False
        while not late:
            # Durable messages take effect, in order.
            while self._releasable():
                self._take_effect(*self._effects.popleft()[1:])
                if self._over():
                    break
            # Left-over messages come first. The table keeps its news until then, only the latest of
            # each slot.
            if not self._left_over:
                self._listen()
            if not self._waiting:
                break
            self._take_in()
            self._left_over, late = bool(self._waiting), self._over()
        self.behind = late or self._releasable()
        # Different sessions can have the same view: a player's phone shows cards that the screen
        # does not.
        self.host.follow(self.session)
        # Views are compared, not sessions: many messages change nothing on the screen.
        if self.on_change is not None and self.view != self._last:
            self._last = self.view
            self.on_change()

    def _listen(self) -> None:
        """Collect the messages of table, background tasks and record."""
        # Also after each command, because one can make readers report, as when a pilot has played.
        self._asked.deliver(self._ahead)
        self._waiting.extend(self.table.poll())
        self._waiting.extend(self.host.heard())
        # A table changes its sign when a reader is plugged in, for instance.
        if self.table.sign != self._ahead.config.table:
            self._waiting.append(TableSignChanged(self.table.sign))
        # Failed recording is like any trouble at the table.
        trouble = self.record.trouble if self.record is not None else NOTHING
        if trouble != self._trouble:
            if not self._trouble and self.on_trouble is not None:
                self.on_trouble(trouble)
            self._trouble = trouble
            self._waiting.append(TableProblem("journal", trouble))

    def _is_early(self, signal: Message) -> bool:
        """Return whether a handle was pulled too soon after a change that it would confirm.

        Such a pull is no message at all: the handle counts as at rest until its next move.
        """
        if (
            self.clock is None
            or not isinstance(signal, HandleMoved)
            or signal.position != PULL
            or not self._ahead.lobby.preferences.hands_free
        ):
            return False
        # Most tables are touched: the first screen does not wait for it.
        from companion.session.hands_free import soonest

        return self.clock() - self._changed < soonest(self._ahead, signal.seat)

    def _over(self) -> bool:
        """Return whether the time of the round is over."""
        return self.clock is not None and self.clock() >= self._end

    def _take_in(self) -> None:
        """Step through the waiting messages; their effects wait until they are durable."""
        while self._waiting:
            message, before = self._waiting.popleft(), self._ahead
            if self._is_early(message):
                continue
            self._ahead, commands = step(before, message)
            if self._ahead.revision != before.revision and self.clock is not None:
                self._changed = self.clock()
            if self.record is None:
                # Nothing has to become durable.
                self._take_effect(self._ahead, commands)
            else:
                self._effects.append(
                    (
                        self.record.keep(before, message, self._ahead, commands),
                        self._ahead,
                        commands,
                    )
                )
            if self._over():
                break
        if self.record is not None and self._patient:
            self.record.wait()

    def _releasable(self) -> bool:
        """Return whether the message of the next effect is durable."""
        return (
            bool(self._effects)
            and self.record is not None
            and self.record.kept >= self._effects[0][0]
        )

    def _take_effect(self, session: Session, commands: tuple[Command, ...]) -> None:
        """Show a session, and carry out the commands of its message."""
        seen, self._session = self._session, session
        # Pilots can prepare while pieces are placed and cards are dealt.
        self._asked.prepare(session)
        for command in commands:
            self._carry_out(command)
        # Compared with the last visible session, because several messages may become durable
        # together.
        if (
            self.on_moved is not None
            and session.match is not None
            and (seen.match is None or session.timeline.number != seen.timeline.number)
        ):
            self.on_moved(session)

    def _carry_out(self, command: Command) -> None:
        """Carry out a command; its immediate answers are the next messages."""
        if isinstance(command, PilotCommand):
            self._asked.put(command, self.session)
            # A pilot in this process has chosen by now.
            self._asked.deliver(self._ahead)
        elif isinstance(command, AskShuffle):
            # The old cards leave the readers first, so that a race that stops here does not resume
            # with old and new cards.
            self._waiting.extend(self.table.poll())
            # A repeated deal of a turn draws other cards, and does not change the first one.
            source = self.chance.source(
                command.race,
                command.turn,
                command.about,
                *([command.again] if command.again else []),
            )
            self._waiting.append(Shuffled(tuple(source.sample(command.codes, len(command.codes)))))
        elif isinstance(command, SendMessage):
            self._waiting.append(command.message)
            if self.on_time_up is not None and isinstance(command.message, TimeUp):
                self.on_time_up()
        elif isinstance(command, Deed):
            self.table.do(command)
        elif isinstance(command, ShowLamps):
            self.table.show(command.lamps)
        elif not isinstance(command, RecordEvents):
            self._waiting.extend(self.host.carry_out(command, self.session))
        elif self.on_events is not None:
            self.on_events(command)


def play_to_the_end(
    loop: EventLoop,
    turns: int,
    wait: Callable[[], float] | None = None,
    touched: Callable[[Session], None] | None = None,
    longest: float = LONGEST_WAIT,
) -> bool:
    """Confirm everything until the race is over or the turns are played; return whether it is over.

    Args:
        loop: The session; every seat must have a pilot.
        turns: The number of turns to play.
        wait: Waits for slow readers and returns the time in seconds; None if readers answer at
            once.
        touched: Called with the session before each touch on Done that had an effect.
        longest: Seconds without progress after which the game is given up.

    Raises:
        TableError: There was no progress for `longest` seconds.
    """
    waiting = 0.0
    while loop.session.page != OVER:
        session = loop.session
        # Between two turns, so that a race is given up after a whole turn.
        if (
            session.page == SUMMARY
            and session.match is not None
            and session.match.shown.turn >= turns
        ):
            return False
        loop.send(Confirm(session.revision))
        if loop.session.revision != session.revision:
            waiting = 0.0
            if touched is not None:
                touched(session)
        elif wait is None or (waiting and wait() - waiting > longest):
            stuck = loop.session
            problems = stuck.match.question.problems.values() if stuck.match is not None else ()
            said = " ".join(
                map(str, [stuck.notice, *problems, *stuck.readers.troubles.values()])
            ).strip()
            raise TableError(
                f"nobody goes on: the session waits on the page {session.page!r}, "
                f"{said or 'and nobody says why'}"
            )
        else:
            now = wait()
            waiting = waiting or now
            loop.poll(now)
    return True


def catalogue(
    names: Iterable[str] | None = None, game: Game | None = None
) -> tuple[BoardEntry, ...]:
    """Return the boards that come with a game, or those named, with their suggested markers.

    Raises:
        UnknownBoardError: A name is none of the game's boards.
    """
    game = game or usual_game()
    shipped = shipped_boards(game)
    return tuple(
        _entry(game, slug)
        for slug in (shipped if names is None else [board_slug(name, shipped) for name in names])
    )


def boards_of(game: Game) -> tuple[BoardEntry, ...]:
    """Return all boards that come with a game."""
    return catalogue(game=game)


@cache
def _entry(game: Game, slug: str) -> BoardEntry:
    """Return a board of a game, always the same value, so that derived data is computed once."""
    text, name = shipped_board_text(game, slug)

    def read() -> tuple[Board, Suggested]:
        board, boards = read_board(game, text, name), board_part(game)
        # Only files of the app have markers by difficulty; others have those of the board.
        if not boards.package:
            return board, board_suggestions(slug)
        markers = boards.suggested(board)
        return board, (("away", markers),) if markers else ()

    return BoardEntry(slug, board_title(text), shipped_boards(game)[slug], BoardFile(read))


def open_session(
    table: Table | str | None = None,
    seed: int | str | None = None,
    boards: Sequence[BoardEntry] | None = None,
    players: Iterable[str] = USUAL_PLAYERS,
    game: Game | None = None,
    *,
    chosen: Mapping[str, str] | None = None,
    record: GameRecorder | None = None,
    patient: bool = False,
    flow: str = SINGLE,
    games: Sequence[GameOffer] = (),
    own_boards: Sequence[OwnBoard] = (),
) -> EventLoop:
    """Return a new session at its setup, with an open table.

    Args:
        table: The table or its URL; by default touch readers.
        seed: Decides all chance; a record brings its seed.
        boards: The boards on offer, in order; by default those that come with the game.
        players: The players from seat 1 on.
        game: The game, by default the usual one.
        chosen: The journal's settings, so that the setup begins with the last choices.
        record: Where the session is recorded.
        patient: See `EventLoop`.
        flow: How instructions are confirmed until that is chosen.
        games: The games on offer, in order.
        own_boards: The boards offered after `boards`, in order.

    Raises:
        TableError: The URL is wrong, or the table cannot be opened.
    """
    if table is None or isinstance(table, str):
        table = table_for_url(table or "virtual:")
    known = pilots()
    offered = [
        PilotEntry(pilot.name, pilot.label, pilot.about, pilot.strength) for pilot in known.values()
    ]
    game = game or usual_game()
    entries = boards_of(game) if boards is None else boards
    session = new_session(game, entries, offered, table.sign, table.touch_seats, players, games)
    session = session._replace(
        lobby=session.lobby._replace(flow=flow), config=with_own(session.config, tuple(own_boards))
    )
    if chosen:
        session = as_last_chosen(session, chosen)
    if record is not None:
        seed = record.seed
    loop = EventLoop(
        table,
        session,
        known,
        Chance(new_seed() if seed is None else seed),
        record=record,
        patient=patient,
    )
    loop.open()
    return loop


def new_seed() -> int:
    """Return a random seed of 64 bits from the system's source."""
    return random.SystemRandom().getrandbits(64)


def go_on(
    recalled: RecalledGame,
    record: GameRecorder | None,
    table: Table,
    ago: int | None = None,
    patient: bool = False,
) -> EventLoop:
    """Return a recalled session with an open table, at the offer to resume.

    `ago` is for how many seconds it has stood.
    """
    loop = EventLoop(
        table, recalled.session, pilots(), Chance(recalled.seed), record=record, patient=patient
    )
    loop.open(Resumed(tuple(sorted(table.touch_seats)), table.sign, ago=ago))
    return loop
