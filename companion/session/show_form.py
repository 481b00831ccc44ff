"""One piece in the debugging menu: where it is, and the form of everything that can be changed about it (rulebook 12).

Title and map show where it stands now. What it has is shown as changes will find it: in mid-register as after that register, below a line
that says so, and where it will stand then.
"""
from __future__ import annotations

from collections.abc import Iterator

from companion.games.base import Piece
from companion.session.menu import pieces_meant
from companion.session.messages import Propose
from companion.session.on_table import due, on_table
from companion.session.overlays import Menu
from companion.session.session import Session, replace
from companion.session.show_proposals import drawn
from companion.session.show_travel import table_picture
from companion.session.view import BoardPicture
from companion.session.view_menu import LINES, Choice, ChoiceGroup


def form_place(session: Session, menu: Menu) -> tuple[str, str, tuple[ChoiceGroup, ...], BoardPicture]:
    """Title, hint, groups and map for the chosen piece, which must be one of the race."""
    assert session.match is not None and menu.seat is not None
    corrections = session.house.game.corrections
    now = next(piece for piece in on_table(session) if piece.seat == menu.seat)
    piece = next(piece for piece in pieces_meant(session) if piece.seat == menu.seat)
    form = corrections.form(session.match.position, menu.seat)
    groups = (*_later(session, piece), *(drawn(session, field) for field in form.fields))
    marks = (now.square,) if now.square is not None else form.marks
    title = f"{session.setup.seat(now.seat).name} {corrections.whereabouts(now)}"
    return title, str(form.hint) or _hint(session), groups, replace(table_picture(session), marks=marks, touchable=True)


def _later(session: Session, piece: Piece) -> Iterator[ChoiceGroup]:
    """In mid-register, above everything that can be set: when it comes, and where the piece stands then."""
    when = due(session)
    if when:
        then = f"{session.setup.seat(piece.seat).name} {session.house.game.corrections.whereabouts(piece)}"
        yield ChoiceGroup(f"What is set here comes after {when}", LINES, (Choice(f"Then: {then}", "", Propose(None)),))


def _hint(session: Session) -> str:
    when = due(session)
    return f"Touch the square where it belongs after {when}." if when else "Touch the square where it belongs."
