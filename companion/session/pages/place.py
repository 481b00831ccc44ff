"""The start positions: what hands put where, and whose handles have confirmed it."""

from __future__ import annotations

from typing import Final

from companion.games.parts import layout_of
from companion.named_tuples import NamedTuple
from companion.session.lobby.start_positions import can_pull, waiting_words
from companion.session.messages import Go
from companion.session.pages import Page, find_page
from companion.session.pictures import board_picture
from companion.session.readiness import custody
from companion.session.session import Match, Session
from companion.session.trials import rival_words
from companion.session.view import PLACE, View
from companion.words import NOTHING, Text, sentences, text, verbatim


class PlaceLine(NamedTuple):
    """One thing to put in its place."""

    words: Text
    seat: int | None = None
    """The seat of the piece, None for nobody's."""
    awaited: bool = False
    """Whether the handle of that seat is awaited."""
    ready: Text = NOTHING
    """The words that are shown after the handle was pulled."""


class PlacePage(NamedTuple):
    """One line for each thing to put in its place; the map shows them, too."""

    lines: tuple[PlaceLine, ...]


def place_view(session: Session, state: object) -> View:
    """Return the start positions; the button back leads to the last page of the set-up."""
    match, game = session.match, session.config.game
    assert match is not None
    layout, pieces = (
        layout_of(game, match.position, session.lobby.setup.names, custody(session, match)),
        game.scene(match.position).pieces,
    )
    board = board_picture(
        session, pieces, marks=tuple(piece.square for piece in pieces if piece.square is not None)
    )
    lines = [_place_line(session, match, seat, words) for seat, words in layout.lines]
    known = {seat for seat, _ in layout.lines}
    # People whose pieces have no start position confirm with their handles, too.
    for seat in session.people:
        confirms = seat in can_pull(session) or seat in session.config.phone_access.standing
        if seat not in known and confirms:
            name = verbatim(session.lobby.setup.names[seat])
            lines.append(_place_line(session, match, seat, name))
    return View(
        PLACE,
        layout.title,
        hint=sentences(
            *filter(
                None,
                (
                    layout.hint,
                    rival_words(session),
                    waiting_words(session, match),
                ),
            )
        ),
        board=board,
        body=PlacePage(tuple(lines)),
        back=find_page(session.config.pages[-1]).label(session),
        forward=text("All in place"),
        on_back=Go("back"),
    )


def _place_line(session: Session, match: Match, seat: int | None, words: Text) -> PlaceLine:
    """Return a line of the game, with the state of its seat's handle."""
    if seat in session.config.phone_access.standing:
        return PlaceLine(words, seat, ready=text("ready"))
    if seat is None or seat not in can_pull(session):
        return PlaceLine(words, seat)
    if seat in match.question.placed:
        return PlaceLine(words, seat, ready=text("ready"))
    return PlaceLine(words, seat, awaited=True)


PAGE: Final = Page(place_view)
"""It keeps nothing."""
