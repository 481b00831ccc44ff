"""The elements of the chosen board, or all of them, each at work in an example played by the game.

The example of the element touched last is repeated. An element without an example is pointed out on
the board itself. The page is over the others and changes nothing in the session.
"""

from __future__ import annotations

from typing import Final

from companion.games.asking import PlayOn
from companion.games.boards import Exhibits
from companion.games.scene import Exhibit
from companion.named_tuples import NamedTuple
from companion.session.flow import batches
from companion.session.messages import STEPS, ClosePage, Tick
from companion.session.pages import Page
from companion.session.past.undo_points import match_after, table_at
from companion.session.pictures import (
    board_of,
    board_picture,
    instruction_marks,
    with_more,
)
from companion.session.session import Match, Result, Session, ShownRound, push_page, show_page
from companion.session.view import PLAY, BoardPicture, View
from companion.words import NOTHING, Text, count, text

NAME: Final = "elements"
SECONDS: Final = 2.4
"""The seconds of each picture."""


class Frame(NamedTuple):
    """A picture of an example."""

    match: Match
    """The match that is shown."""
    start: int
    """The first instruction of the picture."""
    stop: int
    """The one after its last instruction."""


class ElementsState(NamedTuple):
    """The present element and its example."""

    key: str
    """The key of the element."""
    frames: tuple[Frame, ...] = ()
    """The pictures of its example."""
    at: int = 0
    """The index of the present picture."""
    shown_at: float | None = None
    """Since when it is shown, None until a clock says so."""
    every: bool = False
    """Whether all elements are listed, and not only those of the board."""


class ShowExhibit(NamedTuple):
    """Show the element with this key at work."""

    key: str


class ListExhibits(NamedTuple):
    """List all elements, or those of the board only."""

    every: bool


class ExhibitRow(NamedTuple):
    """An element in the list: its facts, whether it is the present one, the message of a touch."""

    exhibit: Exhibit
    chosen: bool
    tells: ShowExhibit


class ElementsPage(NamedTuple):
    """The listed elements, and the words for the picture."""

    rows: tuple[ExhibitRow, ...]
    sentences: tuple[Text, ...]


def exhibits_label(session: Session) -> Text:
    """Return the label of the buttons that lead to the page, NOTHING if there is no list."""
    exhibits = Exhibits.of(session.config.game)
    return exhibits.label if exhibits is not None else NOTHING


def _listed(session: Session, every: bool) -> tuple[Exhibit, ...]:
    """Return the elements of the board, or all of them where there is no board or it is bare."""
    exhibits, board = Exhibits.of(session.config.game), board_of(session)
    if exhibits is None:
        return ()
    return (() if every or board is None else exhibits.on_board(board)) or exhibits.all()


def on_open(session: Session) -> Result:
    """Show the first element of the board; ignored where there is nothing to list."""
    listed = _listed(session, False)
    if not listed:
        return session, ()
    return show_page(session, NAME, _of(session, listed[0].key, False)), ()


def on_list(session: Session, page: ElementsState, message: ListExhibits) -> Result:
    """List all elements or those of the board; the shown one stays if it is listed."""
    listed = [one.key for one in _listed(session, message.every)]
    if page.key in listed:
        return push_page(session, NAME, page._replace(every=message.every)), ()
    return push_page(session, NAME, _of(session, listed[0], message.every)), ()


def on_show(session: Session, page: ElementsState, message: ShowExhibit) -> Result:
    """Show another element, or the same one from the beginning."""
    if message.key not in [one.key for one in _listed(session, page.every)]:
        return session, ()
    return push_page(session, NAME, _of(session, message.key, page.every)), ()


def on_tick(session: Session, page: ElementsState, message: Tick) -> Result | None:
    """Show the next picture after its time, or after the last one the first."""
    if not page.frames:
        return None
    # A clock that was set back, or that is no number, starts the waiting again.
    if page.shown_at is None or not message.now >= page.shown_at:
        return push_page(session, NAME, page._replace(shown_at=message.now)), ()
    if message.now - page.shown_at < SECONDS:
        return session, ()
    return push_page(
        session, NAME, page._replace(at=(page.at + 1) % len(page.frames), shown_at=message.now)
    ), ()


def _of(session: Session, key: str, every: bool) -> ElementsState:
    """Return an element with all pictures of its example: before, events, after."""
    exhibits = Exhibits.of(session.config.game)
    example = None if exhibits is None else exhibits.example(key)
    if example is None:
        return ElementsState(key, every=every)
    match = Match(0, example.position, PlayOn(0), shown=ShownRound(example.position))
    frames = [Frame(match, 0, 0)]
    for passage in example.passages:
        match = match_after(session, match, passage)
        frames += [Frame(match, start, stop) for start, stop in batches(match.shown.script, STEPS)]
    frames.append(
        Frame(
            match._replace(
                shown=match.shown._replace(opening=match.position, steps=(), script=(), ends=())
            ),
            0,
            0,
        )
    )
    return ElementsState(key, tuple(frames), every=every)


def elements_view(session: Session, page: ElementsState) -> View:
    """Return the example on the map, its events in words, and the list."""
    exhibits = _listed(session, page.every)
    # A board that changes during a race may have lost the element.
    shown = next((one for one in exhibits if one.key == page.key), exhibits[0])
    board, words = (
        _picture(session, page.frames[page.at]) if page.frames else _pointed_out(session, shown.key)
    )
    part = Exhibits.of(session.config.game)
    of_board = exhibits != part.all() if part is not None else False
    other = ListExhibits(not page.every)
    if of_board and part is not None and part.all():
        forward = text("All elements")
    elif page.every and _listed(session, False) != exhibits:
        forward = text("This board")
    else:
        forward = NOTHING
    rows = tuple(ExhibitRow(one, one == shown, ShowExhibit(one.key)) for one in exhibits)
    return View(
        NAME,
        shown.known.title,
        hint=text("On this board. Touch another element.")
        if of_board and board is not None
        else text("Touch another element to see it in action.")
        if board is not None
        else text("Touch another one."),
        board=board,
        body=ElementsPage(rows, words),
        back=text("Close"),
        forward=forward,
        on_back=ClosePage(NAME),
        on_forward=other if forward else None,
        on_sign=None,
    )


def _pointed_out(session: Session, key: str) -> tuple[BoardPicture | None, tuple[Text, ...]]:
    """Return the board with the squares of a kind of element marked, and how many there are."""
    board = board_of(session)
    if board is None or key not in board.words:
        return None, ()
    squares = tuple(
        dict.fromkeys(
            square
            for element in board.elements
            if element.word == key
            for square in element.covers()
        )
    )
    words = count(
        "On {squares} square.", "On {squares} squares.", len(squares), squares=len(squares)
    )
    return BoardPicture(board, marks=squares), (words,)


def _picture(session: Session, frame: Frame) -> tuple[BoardPicture | None, tuple[Text, ...]]:
    """Return the map before some instructions with their moves, and their words."""
    match = frame.match
    then = session._replace(
        match=match.at_instruction(frame.start),
        page=PLAY,
        timeline=session.timeline._replace(table_sync=None, resume_check=None),
    )
    instructions = match.shown.script[frame.start : frame.stop]
    pieces = table_at(then, match, frame.start).pieces
    return with_more(
        board_picture(then, pieces), **instruction_marks(then, match, instructions)
    ), tuple(one.text for one in instructions)


PAGE: Final = Page(
    elements_view,
    {ListExhibits: on_list, ShowExhibit: on_show},
    opened=on_open,
    intercepts={Tick: on_tick},
    timed=lambda page: bool(page.frames),
)
