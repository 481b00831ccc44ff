"""The history as a view: a turn's entries as rows, and the board as it was at one of them.

Looking changes nothing: the map shows the past, the race stays where it is until "Back to here" is touched.
"""
from __future__ import annotations

from companion.session import view
from companion.session.history import Entry, entries, is_by_hand, note_words, turns
from companion.session.messages import CloseMenu, Decide, GoTo, LookBack, Recall
from companion.session.moments import is_stop, standing
from companion.session.overlays import Menu
from companion.session.pictures import board_picture, table_picture, table_words
from companion.session.session import Session, replace
from companion.session.setup import entry_of
from companion.session.view import BoardPicture, View
from companion.session.choices import Choice
from companion.session.view_menu import HistoryPage, HistoryRow
from companion.words import sentences, text


def history_view(session: Session, menu: Menu) -> View:
    """One turn of the race, the present one until another is chosen."""
    first, last = turns(session)
    turn = min(max(menu.turn or last, first), last)
    found = entries(session, turn)
    chosen = menu.entry if menu.entry is not None and menu.entry < len(found) else None
    page = HistoryPage(
        turn, tuple(_row(session, number, entry, number == chosen) for number, entry in enumerate(found)), chosen,
        Choice(text("Turn {turn}", turn=turn - 1), "", LookBack(turn - 1)) if turn > first else None,
        Choice(text("Turn {turn}", turn=turn + 1), "", LookBack(turn + 1)) if turn < last else None,
        _back_to(session, found[chosen], menu) if chosen is not None else None,
    )
    board = table_picture(session) if chosen is None else _recalled(session, found[chosen])
    hint = sentences(table_words(session), text("Touch an entry to see the board before it.")) if chosen is None else text("The map shows the board before this entry.")
    return View(
        view.HISTORY, text("History: turn {turn}", turn=turn), hint, board, page, session.step, text("Close") if menu.straight else text("Menu"), "", "", session.notice,
        session.house.table, on_back=CloseMenu(),
    )


def _row(session: Session, number: int, entry: Entry, chosen: bool) -> HistoryRow:
    """A row; touching the chosen one shows the present again."""
    card = next((told.card for told in entry.told), "")
    return HistoryRow(
        entry.when, entry.words, entry.rule, session.house.game.why(entry.rule, card), entry.seat, is_by_hand(entry), note_words(entry.made),
        Recall(None if chosen else number),
    )


def _back_to(session: Session, entry: Entry, menu: Menu) -> Choice | None:
    """Back to a moment that is past and at which a race can stand still; None for others, and during the check of the table."""
    number = entry.moment.number
    if number >= session.number or session.returning is not None or not is_stop(entry.moment):
        return None
    return Choice(text("Back to here"), text("Take back everything since"), Decide(GoTo(number), menu.who, menu.why))


def _recalled(session: Session, entry: Entry) -> BoardPicture:
    """The board before an entry, with what it moves and where its beams go, clanks and flags as they were called and lay then."""
    moment = entry.moment
    then = replace(session, setup=moment.setup)
    # In mid-register people change what comes at its end.
    page = view.SUMMARY if entry.made is not None and moment.page == view.PLAY else moment.page
    board = board_picture(then, entry_of(then).board, standing(session, moment.match, page))
    return replace(
        board, moves=tuple(move for told in entry.told for move in told.moves), beams=tuple(beam for told in entry.told for beam in told.beams),
        marks=tuple(square for told in entry.told for square in told.marks),
    )
