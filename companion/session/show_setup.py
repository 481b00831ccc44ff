"""The pages before a race as views: board, flags, seats, settings, and where everything is placed.

Titles and hints say what to do; the two buttons of the foot turn the pages, and the last of them begins the race.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.content.livery import COLOURS, SHAPES
from companion.games.base import Piece
from companion.session import view
from companion.session.messages import OpenMenu
from companion.session.naming import colour_name
from companion.session.pictures import board_picture, flag_pairs
from companion.session.session import NOBODY, PERSON, Session
from companion.session.setup import entry_of, hindrance, plan_of
from companion.session.view import BoardPicture, View
from companion.session.view_setup import BoardChoice, BoardPage, FlagsPage, PlacePage, RulesPage, SeatRow, SeatsPage
from companion.words import COMPASS, NOTHING, Text, verbatim, text

SUGGESTIONS: Final[Mapping[str, Text]] = {"away": text("Away from danger"), "beside": text("Beside danger"), "on": text("On danger")}


def board_view(session: Session) -> View:
    """Setup, page 1; from a table's own computer the way back is the way out."""
    choices = tuple(BoardChoice(entry.key, entry.title, entry.about, entry.board) for entry in session.house.boards)
    return View(
        view.BOARD, text("Choose a board"), text("Touch a board to play on."), BoardPicture(entry_of(session).board),
        BoardPage(choices, session.setup.board, text("Last race") if session.last is not None or session.house.raced else ""), session.step, text("Switch off") if session.house.appliance else "", text("Flags"), "", session.notice,
        session.house.table, on_back=OpenMenu(view.ENDING) if session.house.appliance else None,
    )


def flags_view(session: Session) -> View:
    """Setup, page 2; `blocked` while no flag lies on the map."""
    setup, entry = session.setup, entry_of(session)
    # Flags that people have laid just so are the suggestion, too; moved by one they are none.
    chosen = next((difficulty for difficulty, squares in entry.flags if squares == setup.flags), "")
    suggestions = tuple((difficulty, SUGGESTIONS.get(difficulty, verbatim(difficulty))) for difficulty, _ in entry.flags)
    warnings = session.house.game.warnings(plan_of(session))
    blocked = NOTHING if setup.flags else text("Put at least one flag on the map.")
    return View(
        view.FLAGS, text("Place the flags"), text("Touch a square to set the next flag. Touch a flag to take it away."),
        BoardPicture(entry.board, flag_pairs(setup.flags), touchable=True), FlagsPage(suggestions, chosen, warnings),
        session.step, text("Board"), text("Seats"), blocked, session.notice, session.house.table,
    )


def seats_view(session: Session) -> View:
    """Setup, page 3; `blocked` while the race could not begin with these seats."""
    starts = entry_of(session).board.starts
    rows = tuple(
        SeatRow(
            number, seat.player, seat.name, seat.colour, seat.shape, starts.get(number), not session.on_screen(number), colour_name(seat.colour),
            bool(seat.pin),
        )
        for number, seat in enumerate(session.setup.seats, 1)
    )
    players = ((PERSON, text("Person")), *session.house.pilots, (NOBODY, text("Nobody")))
    page = SeatsPage(rows, players, COLOURS, SHAPES)
    board = BoardPicture(entry_of(session).board, flag_pairs(session.setup.flags), marks=tuple(starts.values()))
    return View(
        view.SEATS, text("Who plays"), text("Choose who plays at each seat, and with which clank."), board, page, session.step, text("Flags"), text("Settings"),
        hindrance(session), session.notice, session.house.table,
    )


def rules_view(session: Session) -> View:
    """Setup, page 4; the way on begins the race."""
    rows = tuple((option, session.setup.words[option.key]) for option in session.house.game.options)
    return View(
        view.RULES, text("Settings"), text("These hold for the whole race."), None, RulesPage(rows), session.step, text("Seats"), text("Begin"),
        hindrance(session), session.notice, session.house.table,
    )


def place_view(session: Session) -> View:
    """Before the race: where hands put clanks and flags."""
    match = session.match
    assert match is not None
    pieces = session.house.game.pieces(match.position)
    lines = [text("{clank}, seat {seat}: {place}", clank=session.setup.seat(piece.seat).name, seat=piece.seat, place=_place_words(piece)) for piece in pieces]
    lines += [text("Flag {number}: on {square}", number=number, square=square) for number, square in flag_pairs(session.setup.flags)]
    marks = tuple(piece.square for piece in pieces if piece.square is not None)
    board = board_picture(session, entry_of(session).board, pieces, marks=marks)
    return View(
        view.PLACE, text("Set up the board"), text("Put the clanks and the flags where the map shows them."), board, PlacePage(tuple(lines), (*(piece.seat for piece in pieces), *(None for _ in session.setup.flags))),
        session.step, text("Settings"), text("All in place"), "", session.notice, session.house.table,
    )


def _place_words(piece: Piece) -> Text:
    """Where a clank begins; people may have sent one to the parking row already."""
    return text("on {square}, facing {heading}", square=piece.square, heading=COMPASS[piece.heading]) if piece.square is not None else text("on the parking row")
