"""Setup, page 3: who sits where, and with which piece."""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.content.livery import COLOURS, SHAPES
from companion.games.base import Square
from companion.session.setup import colour_name, entry_of, hindrance
from companion.session.pages import Page
from companion.session.pictures import flag_pairs
from companion.session.session import NOBODY, PERSON, Session
from companion.session.view import SEATS, BoardPicture, View
from companion.words import text


class SeatRow(NamedTuple):
    """One seat: who plays it (`player` as in `SetPlayer`), its clank's name, colour and shape, its start on this board or None.

    `reader` says that it has a reader of its own that answers. `usual` is what its clank is called when nobody types a name. `pin`: it opens on the
    screen with four digits only.
    """

    seat: int
    player: str
    name: str
    colour: str
    shape: str
    start: Square | None
    reader: bool = False
    usual: str = ""
    pin: bool = False


class SeatsPage(NamedTuple):
    """Who sits where; `players` are (value for `SetPlayer`, label), `colours` and `shapes` all there are."""

    rows: tuple[SeatRow, ...]
    players: tuple[tuple[str, str], ...]
    colours: tuple[str, ...]
    shapes: tuple[str, ...]


def seats_view(session: Session, state: object) -> View:
    """`blocked` while the race could not begin with these seats."""
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
        SEATS, text("Who plays"), text("Choose who plays at each seat, and with which clank."), board, page, session.step, text("Flags"), text("Settings"),
        hindrance(session), session.notice, session.house.table,
    )


PAGE: Final = Page(seats_view)
