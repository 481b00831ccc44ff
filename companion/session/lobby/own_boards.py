"""Boards that people have painted: offered beside those that come with the game, once nothing is wrong with them.

In the setup such a board stands by its short name behind OWN. A race keeps the text of its board, so that whatever becomes of it meanwhile changes no race.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, cast

from companion.engine.board import Board
from companion.errors import FormatFault
from companion.games.api import Game
from companion.games.boards import Boards, board_part
from companion.games.painting import Painting
from companion.named_tuples import NamedTuple
from companion.names import same_name
from companion.session.lobby.arrangement import BoardEntry, House, OwnBoard, Setup
from companion.session.session import Session, replace
from companion.session.view import BOARD
from companion.words import NOTHING, Text, sentence, text, verbatim

OWN: Final = "own/"
"""Before the short name of an own board, which may be that of a board of the game too."""
MOST: Final = 11
"""So many own boards are kept: the page on which boards are chosen has room for them."""
AS_PAINTED: Final = "own"
"""The suggested markers of an own board, beside the words for difficulties."""


class LookedThrough(NamedTuple):
    """What a text is: the board where it is one at all, what to call it, and why nobody can play on it, NOTHING where they can."""

    board: Board | None
    title: str
    why: Text


def painting_of(session: Session) -> Painting | None:
    """How boards are painted for the present game, None where they cannot be."""
    return session.house.game.part(Painting)


def own_key(key: str) -> str:
    """What an own board is called in the setup."""
    return f"{OWN}{key}"


def looked_through(game: Game, own: OwnBoard) -> LookedThrough:
    """An own board as a game reads it."""
    found: LookedThrough = _looked_through(cast(Any, game), own)
    return found


# The list is made anew with every touch, and reading a board takes a small computer some hundredths of a second.
@lru_cache(maxsize=2 * MOST)
def _looked_through(game: Game, own: OwnBoard) -> LookedThrough:
    painting = game.part(Painting)
    assert painting is not None
    try:
        board = painting.read(own.content, verbatim(own.key))
    except FormatFault as fault:
        return LookedThrough(None, own.key, sentence(fault.inside))
    wrong = [trouble for trouble in painting.troubles(board) if not trouble.warning]
    return LookedThrough(
        board,
        board.name or own.key,
        text("Not finished: {what}", what=wrong[0].words) if wrong else NOTHING,
    )


def with_own(house: House, boards: tuple[OwnBoard, ...]) -> House:
    """With these own boards; the game that is chosen offers those on which it can be played."""
    paints = house.game.part(Painting) is not None and BOARD in house.game.setup_pages
    found = [
        (own, looked_through(house.game, own)) for own in of_game(house.game, boards) if paints
    ]
    entries = tuple(
        _entry(house.game, own, looked.board, looked.title)
        for own, looked in found
        if looked.board is not None and not looked.why
    )
    return replace(house, own_boards=boards, painted=entries)


def of_game(game: Game, boards: tuple[OwnBoard, ...]) -> tuple[OwnBoard, ...]:
    """Return those of the own boards that are painted for a game, by how their files end."""
    part = game.part(Boards)
    return tuple(own for own in boards if part is not None and own.ending == part.ending)


def _entry(game: Game, own: OwnBoard, board: Board, title: str) -> BoardEntry:
    markers = board_part(game).suggested(board)
    return BoardEntry(
        own_key(own.key),
        title,
        text("Your own board."),
        board,
        ((AS_PAINTED, markers),) if markers else (),
    )


def with_board(session: Session, own: OwnBoard) -> Session:
    """With an own board as it is now, or a new one."""
    boards = session.house.own_boards
    known = any(_same(other, own) for other in boards)
    after = (
        tuple(own if _same(other, own) else other for other in boards) if known else (*boards, own)
    )
    return replace(session, house=with_own(session.house, after))


def _same(one: OwnBoard, other: OwnBoard) -> bool:
    return (one.key, one.ending) == (other.key, other.ending)


def without_board(session: Session, own: OwnBoard) -> Session:
    """Without an own board."""
    boards = tuple(other for other in session.house.own_boards if not _same(other, own))
    return replace(session, house=with_own(session.house, boards))


def own_boards(session: Session) -> tuple[OwnBoard, ...]:
    """Return the own boards of the present game."""
    return of_game(session.house.game, session.house.own_boards)


def board_settled(session: Session) -> Session:
    """The setup with boards that there are: one of before, as a race kept it, gives way to the present one, and markers lie on the board."""
    house, setup = session.house, session.setup
    if BOARD not in house.game.setup_pages:
        return session
    usual = tuple(entry for entry in house.boards if not entry.key.startswith(OWN))
    # A race without people may have no other board than its own.
    if usual and len(usual) < len(house.boards):
        house = replace(house, boards=usual)
    entry = house.board(setup.board)
    if entry is None or not all(entry.board.has(square) for square in setup.markers):
        entry = entry or house.boards[0]
        setup = setup._replace(
            board=entry.key, markers=entry.markers[0][1] if entry.markers else ()
        )
    return (
        session
        if house is session.house and setup is session.setup
        else replace(session, house=house, setup=setup)
    )


def without_lost(house: House, setup: Setup) -> Setup:
    """What was chosen last, on the first board where it names an own one that is not kept any more, or that nobody can play on now."""
    if (
        not setup.board.startswith(OWN)
        or house.board(setup.board) is not None
        or BOARD not in house.game.setup_pages
    ):
        return setup
    first = house.boards[0]
    return setup._replace(board=first.key, markers=first.markers[0][1] if first.markers else ())


def unfinished(session: Session, key: str) -> Text:
    """Why nobody can play on an own board, by its name in the setup; NOTHING where that is no such board."""
    own = next((own for own in own_boards(session) if own_key(own.key) == key), None)
    return (
        NOTHING
        if own is None or painting_of(session) is None
        else looked_through(session.house.game, own).why
    )


def free_key(session: Session) -> str:
    """A short name that no own board has."""
    taken = {own.key for own in session.house.own_boards}
    return next(
        key for number in range(1, len(taken) + 2) if (key := f"board-{number}") not in taken
    )


def name_taken(session: Session, name: str, but: str) -> bool:
    """Whether another board than the own one called `but` has this name already, in any case."""
    names = [entry.title for entry in session.house.boards if not entry.key.startswith(OWN)]
    names += [
        looked_through(session.house.game, own).title
        for own in own_boards(session)
        if own.key != but
    ]
    return any(same_name(name, other) for other in names)
