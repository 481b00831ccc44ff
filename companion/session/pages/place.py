"""Before the race: what hands put where, and who has said by the own handle that it is done."""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.custody import dealt_by_hand
from companion.session.lobby.placing import can_pull, waiting_words
from companion.session.messages import Go
from companion.session.pages import Page, find_page
from companion.session.pictures import board_picture
from companion.session.session import Match, Session
from companion.session.trials import rival_words
from companion.session.view import PLACE, View
from companion.words import NOTHING, Text, sentences, text, verbatim


class PlaceLine(NamedTuple):
    """What is put where; whose piece it is about, None for nobody's; whether that seat's handle is waited for, and the word for it once it was pulled."""

    words: Text
    seat: int | None = None
    awaited: bool = False
    ready: Text = NOTHING


class PlacePage(NamedTuple):
    """One line for each thing to be put there; the map shows them too."""

    lines: tuple[PlaceLine, ...]


def place_view(session: Session, state: object) -> View:
    """Before the race: what the game wants laid out; the way back leads to the last page of the setup."""
    match, game = session.match, session.house.game
    assert match is not None
    layout, pieces = (
        game.layout(match.position, session.setup.names),
        game.scene(match.position).pieces,
    )
    board = board_picture(
        session, pieces, marks=tuple(piece.square for piece in pieces if piece.square is not None)
    )
    page = PlacePage(
        (
            *(_line(session, match, seat, words) for seat, words in layout.lines),
            *_others(session, match, {seat for seat, _ in layout.lines}),
        )
    )
    return View(
        PLACE,
        layout.title,
        sentences(
            *filter(
                None,
                (
                    layout.hint,
                    layout.piles if dealt_by_hand(session, match) else NOTHING,
                    rival_words(session),
                    waiting_words(session, match),
                ),
            )
        ),
        board,
        page,
        session.step,
        find_page(session.house.pages[-1]).label(session),
        text("All in place"),
        "",
        session.notice,
        session.house.table,
        on_back=Go("back"),
    )


def _line(session: Session, match: Match, seat: int | None, words: Text) -> PlaceLine:
    """A line of the game, with the word of the seat that it is about."""
    if seat in session.house.invited.standing:
        return PlaceLine(words, seat, ready=text("ready"))
    if seat is None or seat not in can_pull(session):
        return PlaceLine(words, seat)
    return (
        PlaceLine(words, seat, ready=text("ready"))
        if seat in match.placed
        else PlaceLine(words, seat, awaited=True)
    )


def _others(session: Session, match: Match, told: set[int | None]) -> list[PlaceLine]:
    """People whose pieces lie nowhere yet, as where only cards are laid out: they have a line for their own word."""
    return [
        _line(session, match, seat, verbatim(session.setup.names[seat]))
        for seat in session.people
        if seat not in told
        and (seat in can_pull(session) or seat in session.house.invited.standing)
    ]


PAGE: Final = Page(place_view)
"""Before the race: what hands put where, in words and on the map."""
