"""Record every accepted message in the journal before its effect is shown, and replay games."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion import __version__
from companion.errors import JournalError
from companion.games import USUAL, find_game
from companion.games.api import Game
from companion.journal.base import DROPPED, OPEN, OVER, RACE, SETUP, Batch, Entry, KeptGame, Opening
from companion.journal.store import Journal
from companion.journal.writer import JournalWriter
from companion.kept_words import kept_words
from companion.named_tuples import NamedTuple
from companion.records.book import NO_BOOK, Book
from companion.session import view
from companion.session.commands import Command, RecordEvents
from companion.session.flow import USUAL as USUAL_FLOW
from companion.session.lobby.adaptive_level import level_of_facts
from companion.session.lobby.kept_setup import PINS, fits, setup_facts, setup_from
from companion.session.lobby.own_boards import without_lost
from companion.session.lobby.setup import entry_of, with_piece_names, with_present_colours
from companion.session.messages import Begin, Message
from companion.session.past.replaying import (
    Boards,
    ReplayMismatch,
    SessionStart,
    flow_of,
    header_of,
    mark_of,
    replay,
    session_of_header,
    timer_of,
)
from companion.session.past.spelling import is_kept, message_line
from companion.session.past.undo_points import place_words, undo_point_of
from companion.session.session import Lobby, Session
from companion.words import Text, count, text

CHOSEN: Final = "chosen"
"""The journal's setting with the last setup of the usual game; other games append their key."""
PLAYED: Final = "played"
"""The journal's setting with the key of the game played last."""
NOTHING: Final[Mapping[str, str]] = {}


class RecalledGame(NamedTuple):
    """A recorded game after its replay."""

    session: Session
    """The session after the replay; with a drift, the one before the first difference."""
    seed: int | str
    messages: int
    drift: ReplayMismatch | None
    """The difference that stopped the replay, or None."""
    rules: int
    """The rules version of the recorded game."""


def recall(journal: Journal, kept: KeptGame, boards: Boards, every: bool = False) -> RecalledGame:
    """Replay a game of the journal.

    Raises:
        FormatError: Its header cannot be read.
        JournalError: Entries are missing or altered.
    """
    return replay_entries(begun_by(kept, boards), tuple(journal.entries(kept.id)), every)


def begun_by(kept: KeptGame, boards: Boards, book: Book = NO_BOOK) -> SessionStart:
    """Return the first session of a saved game, its pieces named by the people of the book.

    Raises:
        FormatError: The header cannot be read.
    """
    start = session_of_header(kept.header, find_game, boards, text("game {number}", number=kept.id))
    session = start.session
    if not book.people:
        return start
    return start._replace(
        session=session._replace(
            config=session.config._replace(records=book),
            lobby=session.lobby._replace(setup=with_piece_names(session.lobby.setup, book)),
        )
    )


def game_key(kept: KeptGame) -> str:
    """Return the key of a saved game's game; "" if its header cannot be read."""
    try:
        return str(json.loads(kept.header)["game"])
    except (KeyError, RecursionError, TypeError, ValueError):
        return ""


def replay_entries(
    start: SessionStart, entries: Sequence[Entry], every: bool, passed: int = 0
) -> RecalledGame:
    """Replay a game from its first session and entries, of which `passed` are replayed already."""
    replayed = replay(start.session, entries, every)
    return RecalledGame(
        replayed.session, start.seed, passed + replayed.messages, replayed.drift, start.rules
    )


def game_of(journal: Journal, number: int) -> KeptGame:
    """Return the game with this number.

    Raises:
        JournalError: There is none.
    """
    kept = journal.game(number)
    if kept is None:
        raise JournalError(
            f"{journal.path}: there is no game {number}; `clockwork-derby games list` shows the "
            "saved ones"
        )
    return kept


class GameRecorder:
    """Records a session in a journal: each race as a game, and the setup before it as another.

    Args:
        journal: Where to record.
        seed: The seed of the session.
        title: The title of races; by default their board and seats.
        going_on: The number of a game to continue, and how many entries it has.
        clock: The time in seconds.
    """

    def __init__(
        self,
        journal: Journal,
        seed: int | str,
        title: str = "",
        going_on: tuple[int, int] = (0, 0),
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.seed, self._title, self._clock = seed, title, clock
        self.on_kept: Callable[[], None] | None = None
        """Called in another thread when something has become durable."""
        self._writer = JournalWriter(journal, time.monotonic, self._tell_kept)
        self._next, (self._game, self._count) = journal.next_game(), going_on
        self._ticket = 0
        self._keys: dict[int, str] = {}

    @property
    def game(self) -> int:
        """The number of the game that is being recorded, 0 before there is one."""
        return self._game

    @property
    def kept(self) -> int:
        """The last ticket that is durable, or given up for now, which `trouble` says."""
        return self._writer.kept

    @property
    def trouble(self) -> Text:
        """The reason why nothing can be recorded now, or NOTHING."""
        return self._writer.trouble

    def key(self, race: int) -> str:
        """Return the key of a race of the session, unique among journals; "" if not recorded."""
        return self._keys.get(race, "")

    def go_on_with(self, race: int, key: str) -> None:
        """Set the key of the race that the session continues."""
        self._keys[race] = key

    def choose(self, settings: Mapping[str, str]) -> None:
        """Save settings for the next sessions."""
        self._ticket = self._writer.keep(Batch(0, (), self._clock(), settings=settings))

    def _tell_kept(self) -> None:
        if self.on_kept is not None:
            self.on_kept()

    def keep(
        self, before: Session, message: Message, after: Session, commands: Sequence[Command]
    ) -> int:
        """Record a message, and return the ticket for which its effect must wait.

        Call it in the order of the messages. A message that changes nothing that MATTERS is not
        recorded, and its effect waits for the last recorded message.
        """
        # Any message may have led to the race; its game begins with a header and Begin.
        if after.match is not None and (
            before.match is None or before.match.number != after.match.number
        ):
            self._leave(before)
            race = self._opened(RACE, self._title or _race_title(after), before)
            self._keys[after.match.number] = f"{self._game}-{int(race.began)}"
            self._write(after, Begin(), commands, race, {PLAYED: after.config.game.key})
        elif before.match is not None and after.match is None:
            self._leave(before)
        elif is_kept(before, message, after):
            opening = (
                None if self._game else self._opened(SETUP, kept_words(text("Setting up")), before)
            )
            self._write(after, message, commands, opening, _changed_choices(before, after))
        return self._ticket

    def wait(self) -> None:
        """Wait until everything is durable, or given up for now."""
        self._writer.wait(self._ticket)

    def close(self) -> None:
        """Write everything that waits, and stop; this waits for the disk.

        The journal stays open.
        """
        self._writer.close()

    def _opened(self, kind: str, title: str, session: Session) -> Opening:
        """Begin a new game."""
        # Numbers are counted here, because the journal learns of a game only with its first batch.
        self._game, self._next, self._count = self._next, self._next + 1, 0
        return Opening(
            kind,
            title,
            header_of(session, self.seed, __version__, games=kind == SETUP),
            self._clock(),
        )

    def _leave(self, session: Session) -> None:
        """Leave the current game. A setup and a race that was only placed are dropped."""
        if self._game and (session.match is None or session.page == view.PLACE):
            self._ticket = self._writer.keep(
                Batch(self._game, (), self._clock(), None, DROPPED, kept_words(text("never begun")))
            )
        self._game = 0

    def _write(
        self,
        after: Session,
        message: Message,
        commands: Sequence[Command],
        opening: Opening | None,
        settings: Mapping[str, str] = NOTHING,
    ) -> None:
        self._count += 1
        # Only if the race has moved on.
        mark = (
            mark_of(after) if any(isinstance(command, RecordEvents) for command in commands) else ""
        )
        state = OVER if after.page == view.OVER and after.match is not None else OPEN
        note = (
            kept_words(place_words(after, undo_point_of(after))) if after.match is not None else ""
        )
        batch = Batch(
            self._game,
            (Entry(self._count, message_line(message), mark),),
            self._clock(),
            opening,
            state,
            note,
            settings,
        )
        self._ticket = self._writer.keep(batch)


def _changed_choices(before: Session, after: Session) -> Mapping[str, str]:
    """Return the setting with the setup for the next session, as JSON, if the setup has changed."""
    if (
        before.lobby.setup is after.lobby.setup
        and before.lobby.auto == after.lobby.auto
        and before.lobby.flow == after.lobby.flow
        and before.lobby.timer == after.lobby.timer
        and before.lobby.adaptive_level == after.lobby.adaptive_level
    ):
        return NOTHING
    facts = setup_facts(after)
    # A PIN is for one session: another player may have the seat next time.
    facts["setup"].pop(PINS, None)
    return {chosen_under(after.config.game.key): json.dumps(facts, ensure_ascii=False)}


def chosen_under(key: str) -> str:
    """Return the name of the setting with the last setup of a game."""
    return CHOSEN if key == USUAL else f"{CHOSEN} {key}"


def _race_title(session: Session) -> str:
    """Return a race's title for the journal: board or game; both for all but the usual game.

    Titles of the usual game have never named it.
    """
    entry, seats, game = entry_of(session), len(session.lobby.setup.chosen), session.config.game
    board = (
        text("{game}, {board}", game=game.title, board=entry.title)
        if entry is not None and game.key != USUAL
        else entry.title
        if entry is not None
        else game.title
    )
    return kept_words(
        count("{board}, {number} seat", "{board}, {number} seats", seats, board=board)
    )


def as_last_chosen(session: Session, settings: Mapping[str, str]) -> Session:
    """Return a session at its setup, with the last choices.

    Settings that are unreadable, or that name boards, pilots or squares unknown to this version,
    are ignored as a whole.
    """
    chosen = last_chosen(settings, session.config.game)
    if chosen is None:
        return session
    setup = without_lost(session.config, chosen.setup)
    if not fits(session.config, setup):
        return session
    return session._replace(
        config=session.config._replace(last_seats=setup.seats),
        lobby=chosen._replace(
            setup=setup if entry_of(session) is not None else setup._replace(board="", markers=()),
            preferences=session.lobby.preferences,
            races=session.lobby.races,
        ),
    )


def last_chosen(settings: Mapping[str, str], game: Game) -> Lobby | None:
    """Return the last choices for a game, None if this version can read none."""
    try:
        facts = json.loads(settings[chosen_under(game.key)])
        auto = facts["auto"]
        return Lobby(
            with_present_colours(setup_from(facts["setup"], game)),
            flow=flow_of(facts, USUAL_FLOW),
            auto=auto if isinstance(auto, (int, float)) else None,
            timer=timer_of(facts),
            adaptive_level=level_of_facts(facts.get("even")),
        )
    except (
        AttributeError,
        IndexError,
        KeyError,
        OverflowError,
        RecursionError,
        TypeError,
        ValueError,
    ):
        return None
