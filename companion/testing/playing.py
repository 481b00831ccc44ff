"""Play any game through the doors that everything else uses: a session, its messages and its views.

Nothing here looks into a position. A game is begun as on the screen, pilots answer what it asks, and
each touch on *Done* carries out what the screen shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from companion.app.loop import EventLoop, boards_of, open_session
from companion.app.recording import Record
from companion.games.api import Game
from companion.games.corrections import Corrections
from companion.session.commands import Command
from companion.session.lobby.arrangement import NOBODY, BoardEntry
from companion.session.messages import Begin, Confirm, Message, SetRule
from companion.session.session import Session
from companion.session.view import OVER, SUMMARY
from companion.table.base import Table
from companion.words import NOTHING, Text

PILOT: Final = "random"
"""Who plays where it does not matter: quick, and free to do anything that is allowed."""
STANDSTILL: Final = 5
"""Touches on Done in a row after which a game that has not gone on will not."""


def entries(game: Game) -> tuple[BoardEntry | None, ...]:
    """Return the boards that come with a game; one None for a game without boards."""
    return boards_of(game) or (None,)


@lru_cache
def seats_possible(game: Game, entry: BoardEntry | None = None) -> tuple[int, ...]:
    """Return with how many seats a game begins, on a board (its first one where it is None)."""
    entry = entry or entries(game)[0]
    counts = range(1, len(game.starts(None if entry is None else entry.board)) + 1)
    return tuple(count for count in counts if _begins(game, count, entry))


def three_seats(game: Game) -> int:
    """Return three seats, or as many as there can be where a game is not for three."""
    possible = seats_possible(game)
    return 3 if 3 in possible else possible[-1]


def _begins(game: Game, seats: int, entry: BoardEntry | None) -> bool:
    loop = opened(game, seats, entry=entry)
    loop.send(Begin())
    return loop.session.match is not None


def opened(
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
        seats: How many seats play; fewer where the board has fewer starts.
        seed: Decides all chance.
        entry: The board, the first of the game's own where it is None.
        words: The words of settings that are not the usual ones, by key.
        player: Who plays all seats, a pilot's name or PERSON; or one for each seat in their order.
        table: The readers, touch readers where it is None.
    """
    entry = entry or entries(game)[0]
    starts = sorted(game.starts(None if entry is None else entry.board))[:seats]
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
    """Begin the game that is set up. AssertionError names what forbids it."""
    loop.send(Begin())
    match, game = loop.session.match, loop.session.house.game
    assert match is not None, f"{game.title} does not begin: {loop.session.notice}"
    return loop


def touches(loop: EventLoop, turns: int) -> Iterator[None]:
    """Go on until the game is over or so many turns are played; yields before each touch.

    AssertionError where nothing goes on.
    """
    still = 0
    while loop.session.page != OVER:
        match = loop.session.match
        assert match is not None
        if loop.session.page == SUMMARY and match.turn >= turns:
            return
        yield
        before = loop.session.step
        loop.send(Confirm(before))
        still = 0 if loop.session.step != before else still + 1
        assert still < STANDSTILL, f"nothing goes on on {loop.session.page}: {loop.session.notice}"


class Memory(Record):
    """Remembers each message with the session before and after it, and keeps nothing on a disk."""

    def __init__(self) -> None:
        """Remember nothing yet; nothing of a journal is opened."""
        self.steps: list[tuple[Session, Message, Session]] = []

    @property
    def kept(self) -> int:
        """All is kept at once."""
        return 0

    @property
    def trouble(self) -> Text:
        """There is none."""
        return NOTHING

    def keep(
        self, before: Session, message: Message, after: Session, commands: Sequence[Command]
    ) -> int:
        """Remember a message; nothing waits for it."""
        self.steps.append((before, message, after))
        return 0

    def wait(self) -> None:
        """Nothing is to be waited for."""

    def close(self) -> None:
        """Nothing is open."""


def mark(loop: EventLoop) -> str:
    """What tells two states of a game apart."""
    match = loop.session.match
    assert match is not None
    return loop.session.house.game.fingerprint(match.position)


def offered(loop: EventLoop) -> Iterator[object]:
    """Every change by hand that the game offers now."""
    match, game = loop.session.match, loop.session.house.game
    assert match is not None
    forms = game.part(Corrections)
    if forms is None:
        return
    fields = [
        field
        for seat in loop.session.setup.playing
        for field in forms.form(match.position, seat).fields
    ]
    fields += forms.settings(match.position)
    picks = [*(pick for field in fields for pick in field.picks), *forms.course(match.position)]
    yield from (
        pick.change for pick in picks if pick.change and not pick.blocked and not pick.chosen
    )
