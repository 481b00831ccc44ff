"""What can be on the boards of a game, thing by thing, each at work in a tiny example that the game itself plays; over whatever page was shown.

The example of the thing that was touched last runs round and round. Nothing of the session changes by it.
"""

from __future__ import annotations

from typing import Any, Final

from companion.games.api import Passage
from companion.games.asking import PlayOn
from companion.games.boards import Exhibits
from companion.games.scene import Exhibit
from companion.named_tuples import NamedTuple
from companion.session.flow import pages
from companion.session.messages import STEPS, ClosePage, Tick
from companion.session.pages import Page
from companion.session.past.moments import scripted, table_at
from companion.session.pictures import board_picture, told_on_it, with_more
from companion.session.session import Match, Result, Session, laid, replace, show_page
from companion.session.view import PLAY, BoardPicture, View
from companion.words import Text, text

NAME: Final = "elements"
SECONDS: Final = 2.4
"""How long each picture is seen."""


class Frame(NamedTuple):
    """A picture of an example: the match that is shown, and the instructions in it, from the first to before the last."""

    match: Match
    start: int
    stop: int


class Elements(NamedTuple):
    """The key of the thing that is shown, the pictures of its example, which of them is seen, and since when; None until a clock says so."""

    key: str
    frames: tuple[Frame, ...] = ()
    at: int = 0
    shown_at: float | None = None


class ShowExhibit(NamedTuple):
    """Show the thing with this key at work."""

    key: str


class ExhibitRow(NamedTuple):
    """A thing in the list: what is known about it, whether it is the one that is shown, and what a touch says."""

    exhibit: Exhibit
    chosen: bool
    tells: ShowExhibit


class ElementsPage(NamedTuple):
    """All things, and what happens in the picture."""

    rows: tuple[ExhibitRow, ...]
    told: tuple[Text, ...]


def on_open(session: Session) -> Result:
    """The first thing of all; nothing where the game has no list."""
    exhibits = session.house.game.part(Exhibits)
    if exhibits is None:
        return session, ()
    return show_page(session, NAME, _of(session, exhibits, exhibits.all()[0].key)), ()


def on_show(session: Session, page: Elements, message: ShowExhibit) -> Result:
    """Another thing, or the same one from the beginning."""
    exhibits = session.house.game.part(Exhibits)
    if exhibits is None or message.key not in [one.key for one in exhibits.all()]:
        return session, ()
    return laid(session, NAME, _of(session, exhibits, message.key)), ()


def on_tick(session: Session, page: Elements, message: Tick) -> Result | None:
    """Time goes by: the next picture, and after the last one the first."""
    if not page.frames:
        return None
    # A clock that was set back, or that is no number, begins anew.
    if page.shown_at is None or not message.now >= page.shown_at:
        return laid(session, NAME, page._replace(shown_at=message.now)), ()
    if message.now - page.shown_at < SECONDS:
        return session, ()
    return laid(
        session, NAME, page._replace(at=(page.at + 1) % len(page.frames), shown_at=message.now)
    ), ()


def _of(session: Session, exhibits: Exhibits, key: str) -> Elements:
    """A thing with all pictures of its example: the table before it, what happens, and the table after it."""
    played: tuple[Any, ...] = exhibits.example(key)
    if not played:
        return Elements(key)
    start, *passages = played
    match = Match(0, start, PlayOn(0), opening=start)
    frames = [Frame(match, 0, 0)]
    for passage in passages:
        frames += _frames(session, match := _went_on(session, match, passage))
    frames.append(Frame(match._replace(opening=match.position, steps=(), script=(), ends=()), 0, 0))
    return Elements(key, tuple(frames))


def _went_on(session: Session, match: Match, passage: Passage) -> Match:
    """The match with what a passage tells."""
    script, ends = scripted(session, match.position, passage.steps, session.setup.names)
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
    """What is told of a round, step by step."""
    return [Frame(match, start, stop) for start, stop in pages(match.script, STEPS)]


def elements_view(session: Session, page: Elements) -> View:
    """The example on the map, what happens in words, and the list."""
    part = session.house.game.part(Exhibits)
    exhibits = part.all() if part is not None else ()
    shown = next(one for one in exhibits if one.key == page.key)
    board, told = (None, ()) if not page.frames else _picture(session, page.frames[page.at])
    rows = tuple(ExhibitRow(one, one.key == page.key, ShowExhibit(one.key)) for one in exhibits)
    return View(
        NAME,
        shown.known.title,
        text("Touch another one to see it at work."),
        board,
        ElementsPage(rows, told),
        session.step,
        text("Close"),
        "",
        "",
        session.notice,
        session.house.table,
        on_back=ClosePage(NAME),
        on_sign=None,
    )


def _picture(session: Session, frame: Frame) -> tuple[BoardPicture | None, tuple[Text, ...]]:
    """The map before some instructions, with what they move, and their words."""
    match = frame.match
    then = replace(
        session, match=match._replace(at=frame.start), page=PLAY, travel=None, returning=None
    )
    told = match.script[frame.start : frame.stop]
    pieces = table_at(then, match, frame.start).pieces
    return with_more(board_picture(then, pieces), **told_on_it(then, match, told)), tuple(
        one.text for one in told
    )


PAGE: Final = Page(
    elements_view,
    {ShowExhibit: on_show},
    opened=on_open,
    takes={Tick: on_tick},
    timed=lambda page: bool(page.frames),
)
