"""The pages before a race as views: board, flags, seats, settings, and where everything is placed.

Titles and hints say what to do; the two buttons of the foot turn the pages, and the last of them begins the race.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.content.livery import COLOURS, SHAPES
from companion.games.base import HEADINGS, Piece
from companion.session import view
from companion.session.messages import OpenMenu
from companion.session.naming import colour_name
from companion.session.pictures import board_picture, flag_pairs
from companion.session.session import NOBODY, PERSON, Session
from companion.session.setup import entry_of, hindrance, plan_of
from companion.session.view import BoardPicture, View
from companion.session.view_setup import BoardChoice, BoardPage, FlagsPage, PlacePage, RulesPage, SeatRow, SeatsPage

SUGGESTIONS: Final[Mapping[str, str]] = {"away": "Away from danger", "beside": "Beside danger", "on": "On danger"}


def board_view(session: Session) -> View:
    """Setup, page 1; from a table's own computer the way back is the way out."""
    choices = tuple(BoardChoice(entry.key, entry.title, entry.about, entry.board) for entry in session.house.boards)
    return View(
        view.BOARD, "Choose a board", "Touch a board to play on.", BoardPicture(entry_of(session).board),
        BoardPage(choices, session.setup.board, "Last race" if session.last is not None or session.house.raced else ""), session.step, "Switch off" if session.house.appliance else "", "Flags", "", session.notice,
        session.house.table, on_back=OpenMenu(view.ENDING) if session.house.appliance else None,
    )


def flags_view(session: Session) -> View:
    """Setup, page 2; `blocked` while no flag lies on the map."""
    setup, entry = session.setup, entry_of(session)
    # Flags that people have laid just so are the suggestion, too; moved by one they are none.
    chosen = next((difficulty for difficulty, squares in entry.flags if squares == setup.flags), "")
    suggestions = tuple((difficulty, SUGGESTIONS.get(difficulty, difficulty.capitalize())) for difficulty, _ in entry.flags)
    warnings = session.house.game.warnings(plan_of(session))
    blocked = "" if setup.flags else "Put at least one flag on the map."
    return View(
        view.FLAGS, "Place the flags", "Touch a square to set the next flag. Touch a flag to take it away.",
        BoardPicture(entry.board, flag_pairs(setup.flags), touchable=True), FlagsPage(suggestions, chosen, warnings),
        session.step, "Board", "Seats", blocked, session.notice, session.house.table,
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
    players = ((PERSON, "Person"), *session.house.pilots, (NOBODY, "Nobody"))
    page = SeatsPage(rows, players, COLOURS, SHAPES)
    board = BoardPicture(entry_of(session).board, flag_pairs(session.setup.flags), marks=tuple(starts.values()))
    return View(
        view.SEATS, "Who plays", "Choose who plays at each seat, and with which clank.", board, page, session.step, "Flags", "Settings",
        hindrance(session), session.notice, session.house.table,
    )


def rules_view(session: Session) -> View:
    """Setup, page 4; the way on begins the race."""
    rows = tuple((option, session.setup.words[option.key]) for option in session.house.game.options)
    return View(
        view.RULES, "Settings", "These hold for the whole race.", None, RulesPage(rows), session.step, "Seats", "Begin",
        hindrance(session), session.notice, session.house.table,
    )


def place_view(session: Session) -> View:
    """Before the race: where hands put clanks and flags."""
    match = session.match
    assert match is not None
    pieces = session.house.game.pieces(match.position)
    lines = [f"{session.setup.seat(piece.seat).name}, seat {piece.seat}: {_place_words(piece)}" for piece in pieces]
    lines += [f"Flag {number}: on {square}" for number, square in flag_pairs(session.setup.flags)]
    marks = tuple(piece.square for piece in pieces if piece.square is not None)
    board = board_picture(session, entry_of(session).board, pieces, marks=marks)
    return View(
        view.PLACE, "Set up the board", "Put the clanks and the flags where the map shows them.", board, PlacePage(tuple(lines)),
        session.step, "Settings", "All in place", "", session.notice, session.house.table,
    )


def _place_words(piece: Piece) -> str:
    """Where a clank begins; people may have sent one to the parking row already."""
    return f"on {piece.square}, facing {HEADINGS[piece.heading]}" if piece.square is not None else "on the parking row"
