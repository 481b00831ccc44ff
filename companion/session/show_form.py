"""One piece in the debugging menu: where it is, and the form of everything that can be changed about it (rulebook 12).

Title and map show where it stands now. What it has is shown as changes will find it: in mid-register as after that register, below a line
that says so, and where it will stand then.
"""
from __future__ import annotations

from collections.abc import Iterator

from companion.games.base import Piece
from companion.session.menu import pieces_meant
from companion.session.messages import Propose
from companion.session.moments import due, on_table
from companion.session.overlays import Menu
from companion.session.session import Session, replace
from companion.session.show_proposals import drawn
from companion.session.pictures import table_picture
from companion.session.view import BoardPicture
from companion.session.choices import LINES, Choice, ChoiceGroup
from companion.words import Text, text


def form_place(session: Session, menu: Menu) -> tuple[Text, Text, tuple[ChoiceGroup, ...], BoardPicture]:
    """Title, hint, groups and map for the chosen piece, which must be one of the race."""
    assert session.match is not None and menu.seat is not None
    corrections = session.house.game.corrections
    now = next(piece for piece in on_table(session) if piece.seat == menu.seat)
    piece = next(piece for piece in pieces_meant(session) if piece.seat == menu.seat)
    form = corrections.form(session.match.position, menu.seat)
    groups = (*_later(session, piece), *(drawn(session, field) for field in form.fields))
    marks = (now.square,) if now.square is not None else form.marks
    title = text("{clank} {where}", clank=session.setup.seat(now.seat).name, where=corrections.whereabouts(now))
    return title, form.hint or _hint(session), groups, replace(table_picture(session), marks=marks, touchable=True)


def _later(session: Session, piece: Piece) -> Iterator[ChoiceGroup]:
    """In mid-register, above everything that can be set: when it comes, and where the piece stands then."""
    when = due(session)
    if when:
        clank, where = session.setup.seat(piece.seat).name, session.house.game.corrections.whereabouts(piece)
        then = text("Then: {clank} {where}", clank=clank, where=where)
        yield ChoiceGroup(text("What is set here comes after {part}", part=when), LINES, (Choice(then, "", Propose(None)),))


def _hint(session: Session) -> Text:
    when = due(session)
    return text("Touch the square where it belongs after {part}.", part=when) if when else text("Touch the square where it belongs.")
