"""Boards that people have drawn, offered beside those of the game once they have no errors.

In the set-up such a board has the prefix OWN. A race keeps the text of its board, so later changes
of the board do not affect it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, cast

from companion.engine.board import Board
from companion.errors import FormatError
from companion.games.api import Game
from companion.games.boards import Boards, board_part
from companion.games.painting import Painting
from companion.named_tuples import NamedTuple
from companion.names import same_name
from companion.session.lobby.arrangement import BoardEntry, OwnBoard, Setup, TableConfig
from companion.session.session import Session
from companion.session.view import BOARD
from companion.words import NOTHING, Text, sentence, text, verbatim

OWN: Final = "own/"
"""The prefix of an own board, whose short name may be that of a board of the game."""
MOST: Final = 11
"""The number of own boards that are kept: the page of the boards has space for them."""
AS_PAINTED: Final = "own"
"""The name of an own board's suggested markers, beside the words for difficulties."""


class LookedThrough(NamedTuple):
    """The result of reading an own board."""

    board: Board | None
    """None where the text is no board."""
    title: str
    why: Text
    """The reason for which nobody can play on it, NOTHING where people can."""


def painting_of(session: Session) -> Painting | None:
    """Return how boards are drawn for the present game, None where they cannot be."""
    return Painting.of(session.config.game)


def own_key(key: str) -> str:
    """Return the name of an own board in the set-up."""
    return f"{OWN}{key}"


def looked_through(game: Game, own: OwnBoard) -> LookedThrough:
    """Return an own board as the game reads it."""
    found: LookedThrough = _looked_through(cast(Any, game), own)
    return found


# Every touch rebuilds the list, and reading a board takes a small computer some hundredths of a
# second.
@lru_cache(maxsize=2 * MOST)
def _looked_through(game: Game, own: OwnBoard) -> LookedThrough:
    painting = Painting.of(game)
    assert painting is not None
    try:
        board = painting.read(own.content, verbatim(own.key))
    except FormatError as fault:
        return LookedThrough(None, own.key, sentence(fault.inside))
    wrong = [trouble for trouble in painting.troubles(board) if not trouble.warning]
    return LookedThrough(
        board,
        board.name or own.key,
        text("Not finished: {what}", what=wrong[0].words) if wrong else NOTHING,
    )


def with_own(config: TableConfig, boards: tuple[OwnBoard, ...]) -> TableConfig:
    """Return the configuration with these own boards; the game offers those that it can use."""
    paints = Painting.of(config.game) is not None and BOARD in config.game.setup_pages
    found = [
        (own, looked_through(config.game, own)) for own in of_game(config.game, boards) if paints
    ]
    entries = []
    for own, looked in found:
        if looked.board is not None and not looked.why:
            markers = board_part(config.game).suggested(looked.board)
            suggested = ((AS_PAINTED, markers),) if markers else ()
            about = text("Your own board.")
            entries.append(
                BoardEntry(own_key(own.key), looked.title, about, looked.board, suggested)
            )
    return config._replace(own_boards=boards, usable_own_boards=tuple(entries))


def of_game(game: Game, boards: tuple[OwnBoard, ...]) -> tuple[OwnBoard, ...]:
    """Return the own boards for a game, by the endings of their files."""
    part = Boards.of(game)
    return tuple(own for own in boards if part is not None and own.ending == part.ending)


def with_board(session: Session, own: OwnBoard) -> Session:
    """Return the session with a new or changed own board."""
    boards = session.config.own_boards
    known = any(_same(other, own) for other in boards)
    after = (
        tuple(own if _same(other, own) else other for other in boards) if known else (*boards, own)
    )
    return session._replace(config=with_own(session.config, after))


def _same(one: OwnBoard, other: OwnBoard) -> bool:
    return (one.key, one.ending) == (other.key, other.ending)


def without_board(session: Session, own: OwnBoard) -> Session:
    """Return the session without an own board."""
    boards = tuple(other for other in session.config.own_boards if not _same(other, own))
    return session._replace(config=with_own(session.config, boards))


def own_boards(session: Session) -> tuple[OwnBoard, ...]:
    """Return the own boards of the present game."""
    return of_game(session.config.game, session.config.own_boards)


def with_usable_board(session: Session) -> Session:
    """Return the session with a board that exists, and markers on its squares.

    A race's copy of a board gives way to the present one.
    """
    config, setup = session.config, session.lobby.setup
    if BOARD not in config.game.setup_pages:
        return session
    usual = tuple(entry for entry in config.boards if not entry.key.startswith(OWN))
    # A race without people may have its own board only.
    if usual and len(usual) < len(config.boards):
        config = config._replace(boards=usual)
    entry = config.board(setup.board)
    if entry is None or not all(entry.board.has(square) for square in setup.markers):
        entry = entry or config.boards[0]
        setup = setup._replace(
            board=entry.key, markers=entry.markers[0][1] if entry.markers else ()
        )
    if config is session.config and setup is session.lobby.setup:
        return session
    return session._replace(config=config, lobby=session.lobby._replace(setup=setup))


def without_lost(config: TableConfig, setup: Setup) -> Setup:
    """Return the last set-up, on the first board if its own board is gone or unusable."""
    if (
        not setup.board.startswith(OWN)
        or config.board(setup.board) is not None
        or BOARD not in config.game.setup_pages
    ):
        return setup
    first = config.boards[0]
    return setup._replace(board=first.key, markers=first.markers[0][1] if first.markers else ())


def why_unusable_board(session: Session, key: str) -> Text:
    """Return why an own board cannot be used; NOTHING where it can, or is none."""
    own = next((own for own in own_boards(session) if own_key(own.key) == key), None)
    if own is None or painting_of(session) is None:
        return NOTHING
    return looked_through(session.config.game, own).why


def free_key(session: Session) -> str:
    """Return a short name that no own board has."""
    taken = {own.key for own in session.config.own_boards}
    return next(
        key for number in range(1, len(taken) + 2) if (key := f"board-{number}") not in taken
    )


def name_taken(session: Session, name: str, but: str) -> bool:
    """Return whether another board than `but` has this name, ignoring case."""
    names = [entry.title for entry in session.config.boards if not entry.key.startswith(OWN)]
    names += [
        looked_through(session.config.game, own).title
        for own in own_boards(session)
        if own.key != but
    ]
    return any(same_name(name, other) for other in names)
