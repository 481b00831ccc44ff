"""The elements of a game's boards, each at work in a tiny example played by the game.

The example of the element touched last is repeated. The page is over the others and changes nothing
in the session.
"""

from __future__ import annotations

from typing import Any, Final

from companion.games.api import PlayResult
from companion.games.asking import PlayOn
from companion.games.boards import Exhibits
from companion.games.scene import Exhibit
from companion.named_tuples import NamedTuple
from companion.session.flow import pages
from companion.session.messages import STEPS, ClosePage, Tick
from companion.session.pages import Page
from companion.session.past.undo_points import script_of, table_at
from companion.session.pictures import board_picture, instruction_marks, with_more
from companion.session.session import Match, Result, Session, push_page, replace, show_page
from companion.session.view import PLAY, BoardPicture, View
from companion.words import Text, text

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


class ShowExhibit(NamedTuple):
    """Show the element with this key at work."""

    key: str


class ExhibitRow(NamedTuple):
    """An element in the list: its facts, whether it is the present one, the message of a touch."""

    exhibit: Exhibit
    chosen: bool
    tells: ShowExhibit


class ElementsPage(NamedTuple):
    """All elements, and the words for the picture."""

    rows: tuple[ExhibitRow, ...]
    sentences: tuple[Text, ...]


def on_open(session: Session) -> Result:
    """Show the first element; ignored where the game has no list."""
    exhibits = session.config.game.part(Exhibits)
    if exhibits is None:
        return session, ()
    return show_page(session, NAME, _of(session, exhibits, exhibits.all()[0].key)), ()


def on_show(session: Session, page: ElementsState, message: ShowExhibit) -> Result:
    """Show another element, or the same one from the beginning."""
    exhibits = session.config.game.part(Exhibits)
    if exhibits is None or message.key not in [one.key for one in exhibits.all()]:
        return session, ()
    return push_page(session, NAME, _of(session, exhibits, message.key)), ()


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


def _of(session: Session, exhibits: Exhibits, key: str) -> ElementsState:
    """Return an element with all pictures of its example: before, events, after."""
    played: tuple[Any, ...] = exhibits.example(key)
    if not played:
        return ElementsState(key)
    start, *passages = played
    match = Match(0, start, PlayOn(0), opening=start)
    frames = [Frame(match, 0, 0)]
    for passage in passages:
        frames += _frames(session, match := _went_on(session, match, passage))
    frames.append(Frame(match._replace(opening=match.position, steps=(), script=(), ends=()), 0, 0))
    return ElementsState(key, tuple(frames))


def _went_on(session: Session, match: Match, passage: PlayResult) -> Match:
    """Return the match after a passage."""
    script, ends = script_of(session, match.position, passage.steps, session.setup.names)
    return match._replace(
        opening=match.position,
        position=passage.position,
        steps=passage.steps,
        script=script,
        ends=ends,
        turn=passage.turn,
        round=passage.round,
    )


def _frames(session: Session, match: Match) -> list[Frame]:
    """Return the pictures of a round, step by step."""
    return [Frame(match, start, stop) for start, stop in pages(match.script, STEPS)]


def elements_view(session: Session, page: ElementsState) -> View:
    """Return the example on the map, its events in words, and the list."""
    part = session.config.game.part(Exhibits)
    exhibits = part.all() if part is not None else ()
    shown = next(one for one in exhibits if one.key == page.key)
    board, words = (None, ()) if not page.frames else _picture(session, page.frames[page.at])
    rows = tuple(ExhibitRow(one, one.key == page.key, ShowExhibit(one.key)) for one in exhibits)
    return View(
        NAME,
        shown.known.title,
        text("Touch another element to see it in action."),
        board,
        ElementsPage(rows, words),
        session.step,
        text("Close"),
        "",
        "",
        session.notice,
        session.config.table,
        on_back=ClosePage(NAME),
        on_sign=None,
    )


def _picture(session: Session, frame: Frame) -> tuple[BoardPicture | None, tuple[Text, ...]]:
    """Return the map before some instructions with their moves, and their words."""
    match = frame.match
    then = replace(
        session, match=match._replace(at=frame.start), page=PLAY, table_sync=None, resume_check=None
    )
    instructions = match.script[frame.start : frame.stop]
    pieces = table_at(then, match, frame.start).pieces
    return with_more(
        board_picture(then, pieces), **instruction_marks(then, match, instructions)
    ), tuple(one.text for one in instructions)


PAGE: Final = Page(
    elements_view,
    {ShowExhibit: on_show},
    opened=on_open,
    intercepts={Tick: on_tick},
    timed=lambda page: bool(page.frames),
)
