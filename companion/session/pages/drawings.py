"""The list of own boards, over the first page of the set-up, and the starts of new ones."""

from __future__ import annotations

from typing import Final

from companion.games.painting import Painting
from companion.named_tuples import NamedTuple
from companion.session.choices import WAYS, Choice, ChoiceGroup
from companion.session.lobby.arrangement import OwnBoard
from companion.session.lobby.own_boards import (
    MOST,
    looked_through,
    own_boards,
    with_own,
    with_usable_board,
)
from companion.session.lobby.setup import SETTING_UP
from companion.session.messages import ClosePage
from companion.session.pages import Page
from companion.session.pages.deck import GroupsPage
from companion.session.pages.draw import DrawBoard, NewBoard
from companion.session.session import Result, Session, refuse, show_page
from companion.session.view import View
from companion.words import NOTHING, text

NAME: Final = "drawings"
"""The name of this page."""
NO_PAINTING: Final = text("Boards for this game cannot be painted.")


class BoardsLoaded(NamedTuple):
    """The boards that people have drawn, as the app starts."""

    boards: tuple[OwnBoard, ...]


def drawings_view(session: Session, state: object) -> View | None:
    """Return the own boards with their errors, then the starts of new ones."""
    config = session.config
    if Painting.of(config.game) is None:
        return None
    found = [(own, looked_through(config.game, own)) for own in own_boards(session)]
    own = tuple(
        Choice(
            looked.title,
            looked.why or text("It can be played."),
            message=DrawBoard(own.key),
            blocked=looked.why if looked.board is None else NOTHING,
            symbol="warning" if looked.why else "tick",
        )
        for own, looked in found
    )
    if len(own_boards(session)) >= MOST:
        full = text("There are {most} own boards: delete one first.", most=MOST)
    else:
        full = NOTHING
    copies = tuple(
        Choice(
            entry.title,
            text("A copy to change"),
            message=NewBoard(entry.key),
            blocked=full,
            symbol="page",
        )
        for entry in config.offered
    )
    new = Choice(
        text("An empty board"),
        text("Bare floor, the size of the game's boards"),
        message=NewBoard(""),
        blocked=full,
        symbol="page",
    )
    groups = (
        *([ChoiceGroup(text("Go on painting"), WAYS, own)] if own else []),
        ChoiceGroup(text("Paint a new board"), WAYS, (new, *copies)),
    )
    return View(
        NAME,
        text("Own boards"),
        hint=text("Boards that you paint stay on this computer, beside those of the game."),
        body=GroupsPage(groups, NAME),
        back=text("Done"),
        on_back=ClosePage(NAME),
    )


def on_open(session: Session) -> Result:
    """Open the page before a race, for a game with boards that people can draw."""
    if Painting.of(session.config.game) is None:
        return refuse(session, NO_PAINTING)
    return show_page(session, NAME, NAME), ()


def on_boards_loaded(session: Session, message: BoardsLoaded) -> Result:
    """Use the own boards; a race keeps its own, and the set-up finds its last one."""
    session = session._replace(config=with_own(session.config, message.boards))
    return (with_usable_board(session) if session.match is None else session), ()


PAGE: Final = Page(
    drawings_view, always={BoardsLoaded: on_boards_loaded}, opened=on_open, opens=SETTING_UP
)
