"""Play any game by its public interface: a session, its messages and its views.

Nothing here looks into a position. A game begins as on the screen, pilots answer its questions, and
each touch on *Done* carries out what the screen shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from companion.app.loop import EventLoop, boards_of, open_session
from companion.app.recording import GameRecorder
from companion.games.api import Game
from companion.games.corrections import Corrections
from companion.games.parts import starting_squares
from companion.session.commands import Command
from companion.session.lobby.arrangement import NOBODY, BoardEntry
from companion.session.messages import Begin, Confirm, Message, SetRule
from companion.session.session import Session
from companion.session.view import OVER, SUMMARY
from companion.table.base import Table
from companion.words import NOTHING, Text

PILOT: Final = "random"
"""The pilot to use if it does not matter: fast, and free to do anything that is allowed."""
STANDSTILL: Final = 5
"""Ineffective touches on Done in a row after which a game is considered stuck."""


def board_entries(game: Game) -> tuple[BoardEntry | None, ...]:
    """Return the boards that come with a game; one None for a game without boards."""
    return boards_of(game) or (None,)


@lru_cache
def seats_possible(game: Game, entry: BoardEntry | None = None) -> tuple[int, ...]:
    """Return the numbers of seats with which a game begins, by default on its first board."""
    entry = entry or board_entries(game)[0]
    counts = range(1, len(starting_squares(game, None if entry is None else entry.board)) + 1)
    possible = []
    for count in counts:
        loop = session_on_first_page(game, count, entry=entry)
        loop.send(Begin())
        if loop.session.match is not None:
            possible.append(count)
    return tuple(possible)


def three_seats(game: Game) -> int:
    """Return three seats, or as many as possible if a game is not for three."""
    possible = seats_possible(game)
    return 3 if 3 in possible else possible[-1]


def session_on_first_page(
    game: Game,
    seats: int,
    *,
    seed: int = 1,
    entry: BoardEntry | None = None,
    words: Mapping[str, str] | None = None,
    player: str | Sequence[str] = PILOT,
    table: Table | None = None,
) -> EventLoop:
    """Open a session on its first page, with the first seats taken and some settings chosen.

    Args:
        game: The game to set up.
        seats: How many seats play; fewer if the board has fewer starts.
        seed: Decides all chance.
        entry: The board; None for the game's first one.
        words: The values of settings that are not the usual ones, by key.
        player: A pilot's name or PERSON for all seats; or one for each seat in order.
        table: The readers; None for touch readers.
    """
    entry = entry or board_entries(game)[0]
    starts = sorted(starting_squares(game, None if entry is None else entry.board))[:seats]
    names = [player] * seats if isinstance(player, str) else player
    players = dict(zip(starts, names, strict=False))
    loop = open_session(
        table,
        seed=seed,
        boards=() if entry is None else (entry,),
        players=[players.get(seat, NOBODY) for seat in range(1, 9)],
        game=game,
    )
    for key, word in (words or {}).items():
        loop.send(SetRule(key, word))
    return loop


def begin(loop: EventLoop) -> EventLoop:
    """Begin the game that is set up.

    Raises:
        AssertionError: Names what prevents it.
    """
    loop.send(Begin())
    match, game = loop.session.match, loop.session.config.game
    assert match is not None, f"{game.title} does not begin: {loop.session.notice}"
    return loop


def touches(loop: EventLoop, turns: int) -> Iterator[None]:
    """Confirm until the game is over or `turns` turns are played; yields before each touch.

    Raises:
        AssertionError: The game is stuck.
    """
    still = 0
    while loop.session.page != OVER:
        match = loop.session.match
        assert match is not None
        if loop.session.page == SUMMARY and match.shown.turn >= turns:
            return
        yield
        before = loop.session.revision
        loop.send(Confirm(before))
        still = 0 if loop.session.revision != before else still + 1
        assert still < STANDSTILL, f"nothing goes on on {loop.session.page}: {loop.session.notice}"


class MemoryJournal(GameRecorder):
    """Remembers each message with the session before and after it; writes nothing."""

    def __init__(self) -> None:
        """Remember nothing; the journal of a record is not opened."""
        self.steps: list[tuple[Session, Message, Session]] = []

    @property
    def kept(self) -> int:
        return 0

    @property
    def trouble(self) -> Text:
        return NOTHING

    def keep(
        self, before: Session, message: Message, after: Session, commands: Sequence[Command]
    ) -> int:
        """Remember a message, which is immediately durable."""
        self.steps.append((before, message, after))
        return 0

    def wait(self) -> None:
        """Return immediately, since every message is durable."""

    def close(self) -> None:
        """Do nothing, since nothing was opened."""


def mark(loop: EventLoop) -> str:
    """Return the fingerprint of the position."""
    match = loop.session.match
    assert match is not None
    return loop.session.config.game.fingerprint(match.position)


def offered_corrections(loop: EventLoop) -> Iterator[object]:
    """Yield every correction that the game offers now."""
    match, game = loop.session.match, loop.session.config.game
    assert match is not None
    forms = Corrections.of(game)
    if forms is None:
        return
    fields = [
        field
        for seat in loop.session.lobby.setup.playing
        for field in forms.form(match.position, seat).fields
    ]
    fields += forms.settings(match.position)
    picks = [*(pick for field in fields for pick in field.picks), *forms.course(match.position)]
    yield from (
        pick.change for pick in picks if pick.change and not pick.blocked and not pick.chosen
    )
