"""The debugging menu as it is leafed through: where it stands, whom it is about, what is proposed; nothing here changes the race.

So nothing here is kept, either: only `Decide` is (`deciding`). Values come from a screen or from tests and may be anything; what means nothing
changes nothing.
"""
from __future__ import annotations

from typing import Final

from companion.games.base import Piece, Square
from companion.games.corrections import PIECE
from companion.session.commands import WriteReport
from companion.session.deciding import NO_RACE, REMEDIES, said
from companion.session.ending import on_ask_ending
from companion.session.messages import (
    Because, Choose, ChooseFlag, CloseMenu, EndEvening, LookBack, Notice, Noticed, OpenMenu, OpenPage, Propose, Recall, SaveReport, TouchSquare,
)
from companion.session.moments import flags_on_table, on_table
from companion.session.overlays import Menu
from companion.session.session import Result, Session, refused, replace
from companion.session.setup import on_setup
from companion.session.view import BACK, CHAIRS, CLANK, ENDING, MARKERS, OFFER, PAST, SETTINGS, SETUP_PAGES, TOP, TURNING
from companion.words import Text, text

# Without ENDING, which can be asked without a race, and without OFFER and CHECK, to which only a start leads.
PLACES: Final = (TOP, BACK, PAST, CLANK, MARKERS, CHAIRS, TURNING, SETTINGS)
OF_CLANKS: Final = (TOP, CLANK)
"""Where touching a clank on the map chooses it."""


def can_open(session: Session) -> bool:
    """Whether the menu can be opened: while a race runs, whatever lies over it, but not while that race is only offered."""
    offered = session.returning is not None and session.returning.stage == OFFER
    return session.match is not None and session.page not in SETUP_PAGES and not offered


def on_open_menu(session: Session, message: OpenMenu) -> Result:
    """Show the menu at one of its places; from another place it leads there."""
    if message.where == ENDING:
        return on_ask_ending(session)
    if not can_open(session):
        return refused(session, NO_RACE)
    if message.where not in PLACES or message.seat is not None and not _races(session, message.seat):
        return session, ()
    # Opened at a place, as from the check, closing it leads back there; leafed to from the top, it leads to the top.
    opened = session.menu or Menu(straight=message.where != TOP)
    seat = opened.seat if message.seat is None else message.seat
    where = TOP if message.where == CLANK and seat is None else message.where
    menu = opened._replace(where=where, seat=seat, flag=None, proposed=None, turn=None, entry=None)
    return replace(session, menu=menu, notice=""), ()


def on_close_menu(session: Session, message: CloseMenu) -> Result:
    """Back to the top of the menu, or from there, and from where it was opened, out of it."""
    menu = session.menu
    if menu is None:
        return session, ()
    # Who speaks often sets several things; the reason belongs to the one that was left.
    out = menu.where == TOP or menu.straight
    return replace(session, menu=None if out else Menu(who=menu.who), notice=""), ()


def on_choose(session: Session, message: Choose) -> Result:
    """A clank is meant: its page, or on the page of the seats who plays it."""
    menu, seat = session.menu, message.seat
    if menu is None:
        return session, ()
    if seat is not None and not _races(session, seat):
        return refused(session, text("This seat does not play in the race."))
    where = CLANK if seat is not None and menu.where in OF_CLANKS else TOP if menu.where == CLANK else menu.where
    return replace(session, menu=menu._replace(where=where, seat=seat, proposed=None), notice=""), ()


def _races(session: Session, seat: object) -> bool:
    """Whether this is the seat of a clank in the race, whatever is asked about."""
    return session.match is not None and type(seat) is int and seat in [piece.seat for piece in pieces_meant(session)]


def on_choose_flag(session: Session, message: ChooseFlag) -> Result:
    """A flag is meant; the square touched next is its new place."""
    flags = session.setup.flags
    if session.menu is None or message.flag is not None and message.flag not in range(1, len(flags) + 1):
        return session, ()
    return replace(session, menu=session.menu._replace(flag=message.flag, proposed=None), notice=""), ()


def on_propose(session: Session, message: Propose) -> Result:
    """Something is to be shown before it is done, or is dropped; whether it can be done says its preview."""
    remedy, menu = message.remedy, session.menu
    changes = session.house.game.corrections.changes
    known = isinstance(remedy, EndEvening) or session.match is not None and (type(remedy) in REMEDIES or type(remedy) in changes)
    if menu is None or remedy is not None and not known:
        return session, ()
    return replace(session, menu=menu._replace(proposed=remedy), notice=""), ()


def on_because(session: Session, message: Because) -> Result:
    """Who wants it and why."""
    if session.menu is None:
        return session, ()
    return replace(session, menu=session.menu._replace(who=said(message.who), why=said(message.why))), ()


def on_look_back(session: Session, message: LookBack) -> Result:
    """The history shows another turn; one that the race does not have becomes the nearest when it is drawn."""
    if session.menu is None or type(message.turn) is not int:
        return session, ()
    return replace(session, menu=session.menu._replace(turn=max(1, message.turn), entry=None), notice=""), ()


def on_recall(session: Session, message: Recall) -> Result:
    """The history shows the board as it was at an entry, or as it is now."""
    if session.menu is None or message.entry is not None and (type(message.entry) is not int or message.entry < 0):
        return session, ()
    return replace(session, menu=session.menu._replace(entry=message.entry), notice=""), ()


def on_clean(session: Session, message: CleanScreen) -> Result:
    """The screen is locked for wiping the glass, or unlocked."""
    return replace(session, cleaning=message.on is True, menu=None if message.on is True else session.menu), ()


def on_save_report(session: Session, message: SaveReport) -> Result:
    """Everything about this evening is to be written down."""
    return session, (WriteReport(),)


def on_noticed(session: Session, message: Noticed) -> Result:
    """Words from outside the race, where they can be read: in the notice of whatever page is shown."""
    return (replace(session, notice=message.words), ()) if isinstance(message.words, (str, Text, Notice)) else (session, ())


# ---- The map -------------------------------------------------------------------------------------------------------------


def on_touch_square(session: Session, message: TouchSquare) -> Result:
    """A square of the map: in the menu the clank or the flag there, or the new place of the chosen one; else a flag of the setup."""
    if session.menu is None:
        return on_setup(session, message)
    square = message.square
    if session.menu.where == MARKERS:
        return _flag_touched(session, session.menu, square)
    return _clank_touched(session, session.menu, square) if session.menu.where in OF_CLANKS else (session, ())


def _flag_touched(session: Session, menu: Menu, square: Square) -> Result:
    """A flag is chosen by touching it; any other square is the chosen one's new place."""
    # As they lie on the map: one that was moved in mid-register goes only after it.
    flags = flags_on_table(session)
    if menu.flag is None or square in flags:
        return on_choose_flag(session, ChooseFlag(flags.index(square) + 1 if square in flags else None))
    assert session.match is not None
    change = session.house.game.corrections.put_marker(session.match.position, menu.flag, square)
    return on_propose(session, Propose(change)) if change is not None else (session, ())


def _clank_touched(session: Session, menu: Menu, square: Square) -> Result:
    """The clank that stands there, or for the chosen one that it shall stand there; while one is placed every square is meant for it."""
    assert session.match is not None
    corrections, position = session.house.game.corrections, session.match.position
    known = type(menu.proposed) in corrections.changes
    placing = known and corrections.about(position, menu.proposed, session.setup.names).aims == PIECE
    if menu.proposed is not None and not placing:
        return session, ()
    there = next((piece.seat for piece in on_table(session) if piece.square == square), None)
    if there is not None and not placing:
        return on_choose(session, Choose(there))
    if menu.where != CLANK or menu.seat is None:
        return session, ()
    change = corrections.put(position, menu.seat, square, menu.proposed)
    return on_propose(session, Propose(change)) if change is not None else (session, ())


def pieces_meant(session: Session) -> tuple[Piece, ...]:
    """The clanks to which changes apply: in mid-register those at its end.

    A race must run.
    """
    assert session.match is not None
    return session.house.game.pieces(session.match.position)
