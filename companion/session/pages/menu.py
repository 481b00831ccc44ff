"""The debugging menu: where it stands, whom it is about, what is proposed; leafing through it changes nothing of the race (rulebook 12).

So nothing of it is kept: only `Decide` is (`companion.session.deciding`). Values come from a screen or from tests and may be anything; what means
nothing changes nothing. What its places show stands in `companion.session.menu_places`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from companion.games.corrections import PIECE as AIMS_AT_PIECE
from companion.games.corrections import Corrections, changes_of
from companion.geometry import Square
from companion.session.deciding import NO_RACE, REMEDIES, outcome, said
from companion.session.messages import Remedy, TouchSquare
from companion.session.pages import Page
from companion.session.past.moments import can_be_mended, markers_meant, markers_on_table, on_table
from companion.session.session import Result, Session, laid, lifted, refused, replace
from companion.session.view import (
    BACK,
    CHAIRS,
    HISTORY,
    MARKERS,
    MENU,
    PIECE,
    SETTINGS,
    TOP,
    TURNING,
    View,
)
from companion.words import Text, text

# Without OFFER and CHECK, to which only a start leads.
PLACES: Final = (TOP, BACK, PIECE, MARKERS, CHAIRS, TURNING, SETTINGS)
OF_PIECES: Final = (TOP, PIECE)
"""Where touching a piece on the map chooses it."""


class Menu(NamedTuple):
    """Its place, whom and which marker it is about, what is proposed, by whom and why.

    `straight`: it was opened at this place, so that closing it leads back to the race. `tried`, for the view only, is what comes of the proposal:
    the session after it, or why not.
    """

    where: str = TOP
    seat: int | None = None
    marker: int | None = None
    proposed: Remedy | None = None
    who: str = ""
    why: str = ""
    straight: bool = False
    tried: Any = None


# ---- What is said --------------------------------------------------------------------------------------------------------


class OpenMenu(NamedTuple):
    """Show the debugging menu over the page, at one of its places (`companion.session.view`: TOP, BACK, PIECE …), about one piece."""

    where: str = TOP
    seat: int | None = None


class CloseMenu(NamedTuple):
    """Away with the debugging menu, or from one of its places back to its top."""


class Choose(NamedTuple):
    """This piece is meant."""

    seat: int | None


class ChooseMarker(NamedTuple):
    """This marker is meant; the square touched next is its new place."""

    marker: int | None


class Propose(NamedTuple):
    """Show what this would do; None drops it."""

    remedy: Remedy | None


class Because(NamedTuple):
    """Who wants it and why."""

    who: str
    why: str


# ---- What it does --------------------------------------------------------------------------------------------------------


def on_open(session: Session, message: OpenMenu) -> Result:
    """Show the menu at one of its places; from another place, or from the history, it leads there."""
    if not can_be_mended(session):
        return refused(session, NO_RACE)
    if message.where not in PLACES or (
        message.seat is not None and not _races(session, message.seat)
    ):
        return session, ()
    # Opened at a place, as from the check, closing it leads back there; leafed to from the top, it leads to the top.
    menu: Menu = session.kept(MENU) or Menu(straight=message.where != TOP)
    seat = menu.seat if message.seat is None else message.seat
    where = TOP if message.where == PIECE and seat is None else message.where
    return _at(
        lifted(session, HISTORY), menu._replace(where=where, seat=seat, marker=None, proposed=None)
    ), ()


def _at(session: Session, menu: Menu) -> Session:
    """With the menu as it is now, and whatever was refused before is forgotten."""
    return replace(laid(session, MENU, menu), notice="")


def on_close(session: Session, menu: Menu, message: CloseMenu) -> Result:
    """Back to the top of the menu, or from there, and from where it was opened, out of it."""
    if menu.where == TOP or menu.straight:
        return replace(lifted(session, MENU), notice=""), ()
    # Who speaks often sets several things; the reason belongs to the one that was left.
    return _at(session, Menu(who=menu.who)), ()


def on_choose(session: Session, menu: Menu, message: Choose) -> Result:
    """A piece is meant: its page, or on the page of the seats who plays it."""
    seat = message.seat
    if seat is not None and not _races(session, seat):
        return refused(session, text("This seat does not play in the game."))
    where = (
        PIECE
        if seat is not None and menu.where in OF_PIECES
        else TOP
        if menu.where == PIECE
        else menu.where
    )
    return _at(session, menu._replace(where=where, seat=seat, proposed=None)), ()


def _races(session: Session, seat: object) -> bool:
    """Whether this is the seat of a piece in the race, whatever is asked about."""
    return session.match is not None and type(seat) is int and seat in session.setup.playing


def on_choose_marker(session: Session, menu: Menu, message: ChooseMarker) -> Result:
    """A marker is meant; the square touched next is its new place."""
    if message.marker is not None and message.marker not in range(
        1, len(markers_meant(session)) + 1
    ):
        return session, ()
    return _at(session, menu._replace(marker=message.marker, proposed=None)), ()


def on_propose(session: Session, menu: Menu, message: Propose) -> Result:
    """Something is to be shown before it is done, or is dropped; whether it can be done says its preview."""
    remedy, changes = message.remedy, changes_of(session.house.game)
    if remedy is not None and (
        session.match is None or (type(remedy) not in REMEDIES and type(remedy) not in changes)
    ):
        return session, ()
    return _at(session, menu._replace(proposed=remedy)), ()


def on_because(session: Session, menu: Menu, message: Because) -> Result:
    """Who wants it and why."""
    return laid(session, MENU, menu._replace(who=said(message.who), why=said(message.why))), ()


# ---- The map -------------------------------------------------------------------------------------------------------------


def on_touch_square(session: Session, menu: Menu, message: TouchSquare) -> Result:
    """A square of the map: the piece or the marker there, or the new place of the chosen one."""
    if menu.where == MARKERS:
        return _marker_touched(session, menu, message.square)
    return (
        _piece_touched(session, menu, message.square) if menu.where in OF_PIECES else (session, ())
    )


def _marker_touched(session: Session, menu: Menu, square: Square) -> Result:
    """A marker is chosen by touching it; any other square is the chosen one's new place."""
    # As they lie on the map: one that was moved in mid-round goes only after it.
    markers = markers_on_table(session)
    if menu.marker is None or square in markers:
        return on_choose_marker(
            session, menu, ChooseMarker(markers.index(square) + 1 if square in markers else None)
        )
    assert session.match is not None
    corrections = session.house.game.part(Corrections)
    if corrections is None:
        return session, ()
    change = corrections.put_marker(session.match.position, menu.marker, square)
    return on_propose(session, menu, Propose(change)) if change is not None else (session, ())


def _piece_touched(session: Session, menu: Menu, square: Square) -> Result:
    """The piece that stands there, or for the chosen one that it shall stand there; while one is placed every square is meant for it."""
    assert session.match is not None
    corrections, position = session.house.game.part(Corrections), session.match.position
    placing = (
        corrections is not None
        and type(menu.proposed) in corrections.changes
        and corrections.about(position, menu.proposed, session.setup.names).aims == AIMS_AT_PIECE
    )
    if menu.proposed is not None and not placing:
        return session, ()
    there = next((piece.seat for piece in on_table(session).pieces if piece.square == square), None)
    if there is not None and not placing:
        return on_choose(session, menu, Choose(there))
    if menu.where != PIECE or menu.seat is None or corrections is None:
        return session, ()
    change = corrections.put(position, menu.seat, square, menu.proposed)
    return on_propose(session, menu, Propose(change)) if change is not None else (session, ())


# ---- What there is to see ------------------------------------------------------------------------------------------------


def tried(session: Session, menu: Menu, covered: Callable[[Session], Session]) -> Menu:
    """With what comes of the proposal, tried out with all cards and covered afterwards."""
    if menu.proposed is None:
        return menu
    found = outcome(session, menu.proposed)
    return menu._replace(tried=found if isinstance(found, Text | str) else (covered(found[0]), ()))


def menu_view(session: Session, menu: Menu) -> View | None:
    """The menu at its place; nothing where no race runs that could be put right."""
    if not can_be_mended(session):
        return None
    # Its places say what stands above. And every page of a race knows `OpenMenu`, but few races are put right.
    from companion.session.menu_places import place_view

    return place_view(session, menu)


PAGE: Final = Page(
    menu_view,
    {
        CloseMenu: on_close,
        Choose: on_choose,
        ChooseMarker: on_choose_marker,
        Propose: on_propose,
        Because: on_because,
    },
    always={OpenMenu: on_open},
    opened=lambda session: on_open(session, OpenMenu()),
    takes={TouchSquare: on_touch_square},
    of_race=True,
    tried=tried,
    is_unfinished=lambda menu: menu.proposed is not None,
)
