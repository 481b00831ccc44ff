"""The loop around an evening: what the table says goes in as messages, what the evening asks for is carried out.

It has no screen of its own: the screen and the headless commands drive it alike, through `send` and `poll`.

`session` steps are pure; whatever they ask for is carried out here, and only once the message that led to it is kept, or given up with a
word about it. So nobody sees what a power cut could still take back.
"""
from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import Final

from companion.app.host import HostServices
from companion.app.pilot_driver import PilotDriver
from companion.app.recording import Recalled, Record, as_last_chosen
from companion.content import board_about, board_names, board_slug, load_board, load_flags
from companion.errors import TableFault
from companion.games.base import Game
from companion.games.clockwork import ClockworkDerby
from companion.pilots.base import Pilot, pilots
from companion.session.commands import AskPilot, AskShuffle, Command, Played, Say, ShowLamps
from companion.session.messages import CallTable, Confirm, Message, Resumed, Shuffled, Tick
from companion.session.session import PERSON, BoardEntry, Session, new_session
from companion.session.showing import view_of
from companion.session.steps import step
from companion.session.view import OVER, SUMMARY, View
from companion.signals import DEEDS, Deed, Trouble
from companion.table.base import Table
from companion.table.urls import table_for_url

USUAL_PLAYERS: Final = (PERSON, "random", "random", "random")
"""Who sits at the table until somebody says otherwise: one person against three."""
DIFFICULTIES: Final = ("away", "beside", "on")
LONGEST_WAIT: Final = 60.0
"""Seconds after which a game without people that does not go on is given up."""
ROUND: Final = 0.01
"""Seconds after which a round of the loop takes nothing new in hand, so that the screen is never kept from its next frame for long."""


class Chance:
    """All randomness of an evening from one seed: each draw has its own source, so that the order of the asking does not matter."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def source(self, *path: int | str) -> random.Random:
        """The source of chance for one occasion, such as the pilot of seat 3 in turn 2 of the first race.

        Equal paths give equal sources on any machine, so a replay draws the same cards, and pilots choose the same.
        """
        # A text as a seed does not depend on the process, as hash() would.
        return random.Random("/".join(map(str, (self.seed, *path))))


class EventLoop:
    """A table, an evening and the pilots, brought together.

    `on_change` is called after something visible has changed; `on_played` with everything that happens in the race, `on_moved` with the
    evening whenever its race has moved on, `on_trouble` with the words when nothing can be kept any more. With a `record` every message is kept before its effect is seen: `session` is the evening as
    far as it is kept. `host` does what is asked of the computer. `patient`: wait for everything to be kept each time, rather than show
    it as soon as it is so.

    With a `clock` (seconds, monotonic) a round, which is one call of `send` or `poll`, ends after ROUND seconds; `behind` says that it did, and
    that `poll` should come again soon, which goes on in order. Without a clock a round ends when nobody has anything to say.
    """

    def __init__(
        self, table: Table, session: Session, pilots: Mapping[str, Pilot], chance: Chance,
        on_change: Callable[[], None] | None = None, on_played: Callable[[Played], None] | None = None, record: Record | None = None,
        patient: bool = False,
    ) -> None:
        self.table, self.pilots, self.chance, self.record = table, pilots, chance, record
        self.on_change, self.on_played = on_change, on_played
        self.on_moved: Callable[[Session], None] | None = None
        self.on_trouble: Callable[[str], None] | None = None
        self.clock: Callable[[], float] | None = None
        self.behind = False
        self.host = HostServices()
        self._patient, self._end, self._left_over = patient, inf, False
        # The evening twice: as far as it is kept, which is what everybody sees, and as far as it has been stepped, by which it goes on.
        self._session = self._ahead = session
        # What waits to be seen: the ticket of its message, the evening after it, and what it asks for.
        self._effects: deque[tuple[int, Session, tuple[Command, ...]]] = deque()
        self._trouble = ""
        self._driver = PilotDriver(table.do)
        self._waiting: deque[Message] = deque()
        self._drawn: tuple[Session, View] | None = None
        self._last: View | None = None

    @property
    def session(self) -> Session:
        """The evening as it can be seen: as far as it is kept. Setting it puts another one in its place."""
        return self._session

    @session.setter
    def session(self, session: Session) -> None:
        """Go on with another evening."""
        self._session = self._ahead = session

    @property
    def view(self) -> View:
        """What there is to see now; drawn up only when somebody looks."""
        if self._drawn is None or self._drawn[0] is not self.session:
            self._drawn = (self.session, view_of(self.session))
        return self._drawn[1]

    def open(self, first: Message | None = None) -> None:
        """Open the table, and say `first` before anything is heard from it; TableFault says what is missing.

        `first` is what an evening that goes on is told, such as Resumed.
        """
        self.table.open()
        if first is not None:
            self._waiting.append(first)
            self._take_in()
            if self.record is not None:
                # The first screen shows what comes of it, and not for a moment what was before.
                self.record.wait()
        self._settle()

    def close(self) -> None:
        """Let go of the table, and of the record once all is kept."""
        # What was heard is kept, also where its turn had not come yet.
        self._end = inf
        self._take_in()
        # The record last, so that nothing comes any more that it would have to keep.
        self.host.close()
        self.table.close()
        if self.record is not None:
            self.record.close()

    def send(self, message: Message | Deed) -> None:
        """Something was said to the evening, or something is done at the table."""
        # Deeds go to the table, as hands would: what comes of them is heard from there like anything else.
        if isinstance(message, DEEDS):
            self.table.do(message)
        else:
            self._waiting.append(message)
        self._settle()

    def poll(self, now: float) -> None:
        """Hear what the table has to say, and tell the evening the time (in seconds) where that matters."""
        # Else every poll would be a step for nothing. One that still waits its turn tells the time, too.
        if self._ahead.timed and not any(isinstance(message, Tick) for message in self._waiting):
            self._waiting.append(Tick(now))
        self._waiting.extend(self.host.troubles())
        self._settle()
        # What hands have done may still wait its turn: whoever looked now would do it again.
        if not self._waiting and not self._effects:
            self._driver.look(self.session, now)

    def _settle(self) -> None:
        """Step and carry out until nobody has anything to say, or the round is over; each round goes on by a step at least."""
        self._end, late = inf if self.clock is None else self.clock() + ROUND, False
        while not late:
            self._release()
            # What was left over comes first: until it is done the table keeps what it has to say, and of each slot the newest only.
            if not self._left_over:
                self._listen()
            if not self._waiting:
                break
            self._take_in()
            self._left_over, late = bool(self._waiting), self._over()
        self.behind = late or self._releasable()
        self._tell_change()

    def _listen(self) -> None:
        """Hear everybody who has something to say."""
        # Carrying out a command can make readers speak, as when a pilot has played.
        self._waiting.extend(self.table.poll())
        self._waiting.extend(self.host.background.poll())
        # A table may change what it is called, as when a reader is plugged in.
        if self.table.sign != self._ahead.house.table:
            self._waiting.append(CallTable(self.table.sign))
        self._tell_trouble()

    def _over(self) -> bool:
        """Whether the time of this round is up."""
        return self.clock is not None and self.clock() >= self._end

    def _take_in(self) -> None:
        """Step through what waits; what follows from it waits until it is kept."""
        while self._waiting:
            message, before = self._waiting.popleft(), self._ahead
            self._ahead, commands = step(before, message)
            ticket = self.record.keep(before, message, self._ahead, commands) if self.record is not None else 0
            self._effects.append((ticket, self._ahead, commands))
            # What is not kept need not wait.
            if self.record is None:
                self._release()
            if self._over():
                break
        if self.record is not None and self._patient:
            self.record.wait()

    def _releasable(self) -> bool:
        """Whether the next effect may be seen: it is kept, or nothing is."""
        return bool(self._effects) and (self.record is None or self.record.kept >= self._effects[0][0])

    def _release(self) -> None:
        """Let what is kept take effect, in order."""
        while self._releasable():
            _, session, commands = self._effects.popleft()
            # Compared with what was seen last, for several messages may become durable at once.
            moved = session.match is not None and (self.session.match is None or session.number != self.session.number)
            self._session = session
            for command in commands:
                self._carry_out(command)
            if moved and self.on_moved is not None:
                self.on_moved(session)
            if self._over():
                break

    def _tell_trouble(self) -> None:
        """What hinders the record is told like any trouble at the table, and when it is over."""
        trouble = self.record.trouble if self.record is not None else ""
        if trouble != self._trouble:
            if not self._trouble and self.on_trouble is not None:
                self.on_trouble(trouble)
            self._trouble = trouble
            self._waiting.append(Trouble("journal", trouble))

    def _tell_change(self) -> None:
        # Views are compared rather than sessions: much of what happens changes nothing on the screen.
        if self.on_change is not None and self.view != self._last:
            self._last = self.view
            self.on_change()

    def _carry_out(self, command: Command) -> None:
        """What comes back at once is said to the evening next, before anything else is heard."""
        if isinstance(command, AskPilot):
            self._fly(command)
        elif isinstance(command, AskShuffle):
            # The old cards leave the readers first: a race that stops in between must not find them beside the new ones.
            self._waiting.extend(self.table.poll())
            # A second deal of a turn is another one, and the first is the same whether or not there has been a second.
            source = self.chance.source(command.race, command.turn, "deck", *([command.again] if command.again else []))
            self._waiting.append(Shuffled(tuple(source.sample(command.codes, len(command.codes)))))
        elif isinstance(command, Say):
            self._waiting.append(command.message)
        elif isinstance(command, DEEDS):
            self.table.do(command)
        elif isinstance(command, ShowLamps):
            self.table.show(command.lamps)
        elif not isinstance(command, Played):
            self._waiting.extend(self.host.carry_out(command, self.session))
        elif self.on_played is not None:
            self.on_played(command)

    def _fly(self, asked: AskPilot) -> None:
        """Let a pilot choose, and do to its reader what hands would do."""
        source = self.chance.source(asked.race, asked.turn, asked.about, asked.ask.seat)
        self._driver.play(asked, self.pilots[asked.pilot].choose(asked.about, asked.ask, asked.position, source))


def play_to_the_end(loop: EventLoop, turns: int, wait: Callable[[], float] | None = None) -> bool:
    """Confirm everything until the race is over, or so many turns are; whether it is over. Every seat must be played by a pilot.

    `wait` lets a table whose readers answer in their own time say something, and tells the time in seconds; without it they answer at once.

    TableFault where nothing moves for LONGEST_WAIT seconds.
    """
    waiting = 0.0
    while loop.session.page != OVER:
        session = loop.session
        # Between two turns, so that a race that is given up stands at a whole turn.
        if session.page == SUMMARY and session.match is not None and session.match.turn >= turns:
            return False
        loop.send(Confirm(session.step))
        if loop.session.step != session.step:
            waiting = 0.0
        elif wait is None or waiting and wait() - waiting > LONGEST_WAIT:
            raise TableFault(f"nobody goes on: the evening waits on the page {session.page!r}, {_complaint(loop.session)}")
        else:
            now = wait()
            waiting = waiting or now
            loop.poll(now)
    return True


def _complaint(session: Session) -> str:
    remedies = session.match.remedies.values() if session.match is not None else ()
    return " ".join([session.notice, *remedies, *session.troubles.values()]).strip() or "and nobody says why"


def catalogue(names: Iterable[str] | None = None) -> tuple[BoardEntry, ...]:
    """The shipped boards, or those of the given names, with what they are like and their suggested flags."""
    return tuple(_entry(name) for name in (board_names() if names is None else names))


def _entry(name: str) -> BoardEntry:
    board, flags = load_board(name), load_flags(name)
    suggested = tuple((difficulty, getattr(flags, difficulty)) for difficulty in DIFFICULTIES)
    return BoardEntry(board_slug(name), board.name, board_about(name), board, suggested)


def open_evening(
    table: Table | str | None = None, seed: int | str | None = None, boards: Sequence[BoardEntry] | None = None,
    players: Iterable[str] = USUAL_PLAYERS, game: Game | None = None, *, chosen: Mapping[str, str] | None = None,
    record: Record | None = None, patient: bool = False,
) -> EventLoop:
    """An open table with an evening about to be set up: touch readers, the shipped boards and all pilots unless told otherwise.

    `table` may be a table's URL; TableFault says what is wrong with it, or what is missing.

    With a `seed` everything that is left to chance comes out the same each time; a `record` brings its own. `chosen` are the journal's
    settings: what was chosen last time is chosen again.

    `boards` are offered in this order, `players` sit down from seat 1 on. TableFault also where the table cannot be opened.
    """
    if table is None or isinstance(table, str):
        table = table_for_url(table or "virtual:")
    known = pilots()
    labels = [(pilot.name, pilot.label) for pilot in known.values()]
    entries = catalogue() if boards is None else boards
    session = new_session(game or ClockworkDerby(), entries, labels, table.sign, table.touch_seats, players)
    if chosen:
        session = as_last_chosen(session, chosen)
    if record is not None:
        seed = record.seed
    loop = EventLoop(table, session, known, Chance(new_seed() if seed is None else seed), record=record, patient=patient)
    loop.open()
    return loop


def new_seed() -> int:
    """A seed that nobody has chosen.

    From the system's own randomness; 64 bits.
    """
    return random.SystemRandom().getrandbits(64)


def go_on(recalled: Recalled, record: Record | None, table: Table, since: str = "", patient: bool = False) -> EventLoop:
    """An open table with a kept evening, at the offer to go on where it stopped; `since` says when that was, in a sentence."""
    loop = EventLoop(table, recalled.session, pilots(), Chance(recalled.seed), record=record, patient=patient)
    loop.open(Resumed(tuple(sorted(table.touch_seats)), table.sign, since))
    return loop
