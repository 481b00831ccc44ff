"""One clank in the debugging menu: where it is, what it has, and everything that can be changed about it (rulebook 12).

Title and map show where it stands now. What it has is shown as changes will find it: in mid-register as after that register, below a line
that says so, and where it will stand then.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.engine.changes import Park, PutOn, SetCheckpoints
from companion.engine.geometry import ABOUT, HEADINGS, LEFT, RIGHT, turned
from companion.engine.state import OUT
from companion.games.base import Piece, Sheet
from companion.session.menu import heading_put, pieces_meant
from companion.session.messages import Propose
from companion.session.on_table import due, on_table
from companion.session.overlays import Menu
from companion.session.session import Session, replace
from companion.session.show_proposals import choice, damage_stepper, flag_stepper, lives_stepper, power_chips
from companion.session.show_travel import table_picture
from companion.session.view import BoardPicture
from companion.session.view_menu import CHIPS, LINES, Choice, ChoiceGroup

TURNS: Final = (("Left", LEFT), ("Right", RIGHT), ("Round", ABOUT))


def clank_place(session: Session, menu: Menu) -> tuple[str, str, tuple[ChoiceGroup, ...], BoardPicture]:
    """Title, hint, groups and map for the chosen clank, which must be one of the race."""
    assert session.match is not None and menu.seat is not None
    now = next(piece for piece in on_table(session) if piece.seat == menu.seat)
    piece = next(piece for piece in pieces_meant(session) if piece.seat == menu.seat)
    sheet = session.house.game.sheet(session.match.position, menu.seat)
    placing = _turning(session, piece) if piece.square is not None else _returning(session, sheet)
    groups = (
        *_later(session, piece), placing, damage_stepper(session, piece.seat, sheet.damage), lives_stepper(session, piece.seat, sheet.lives),
        flag_stepper(session, piece.seat, sheet.next_flag), power_chips(session, piece.seat, sheet.down, sheet.announced),
        _checkpoints(session, piece, sheet),
    )
    marks = (now.square,) if now.square is not None else sheet.near if piece.square is None else ()
    title = f"{session.setup.seat(now.seat).name} {_where(now)}"
    return title, _hint(session, piece), groups, replace(table_picture(session), marks=marks, touchable=True)


def _where(piece: Piece) -> str:
    if piece.square is not None:
        return f"on {piece.square}, facing {HEADINGS[piece.heading]}"
    return "is out" if piece.status == OUT else "is parked"


def _later(session: Session, piece: Piece) -> Iterator[ChoiceGroup]:
    """In mid-register, above everything that can be set: when it comes, and where the clank stands then."""
    when = due(session)
    if when:
        name = session.setup.seat(piece.seat).name
        yield ChoiceGroup(f"What is set here comes after {when}", LINES, (Choice(f"Then: {name} {_where(piece)}", "", Propose(None)),))


def _hint(session: Session, piece: Piece) -> str:
    when = due(session)
    if piece.status == OUT:
        return "Give it a life first."
    return f"Touch the square where it belongs after {when}." if when else "Touch the square where it belongs."


def _turning(session: Session, piece: Piece) -> ChoiceGroup:
    """The clank turned on its square, or sent to the parking row."""
    assert piece.square is not None
    chips = [choice(session, label, PutOn(piece.seat, piece.square, turned(piece.heading, quarters))) for label, quarters in TURNS]
    return ChoiceGroup("Turn it", CHIPS, (*chips, choice(session, "To parking", Park(piece.seat))))


def _returning(session: Session, sheet: Sheet) -> ChoiceGroup:
    """The free squares around its checkpoint, the nearest first (12.1)."""
    heading = heading_put(session, sheet.seat)
    chips = tuple(choice(session, square, PutOn(sheet.seat, square, heading)) for square in sheet.near)
    return ChoiceGroup("Bring it back", CHIPS, chips)


def _checkpoints(session: Session, piece: Piece, sheet: Sheet) -> ChoiceGroup:
    """Where it comes back, the place touched last first; one can be forgotten, its own square added."""
    kept = sheet.checkpoints
    lines = [_line(session, sheet, number) for number in reversed(range(len(kept)))]
    if piece.square is not None and (piece.square, piece.heading) not in kept:
        # A square stands in the list once: touched again it moves to the end with the new heading (7.11.2).
        others = tuple(place for place in kept if place[0] != piece.square)
        added = choice(session, "", SetCheckpoints(sheet.seat, (*others, (piece.square, piece.heading))), "Add")
        lines.append(replace(added, label=f"This square: {piece.square}, facing {HEADINGS[piece.heading]}"))
    return ChoiceGroup("Comes back on", LINES, tuple(lines))


def _line(session: Session, sheet: Sheet, number: int) -> Choice:
    """One checkpoint, with a button to forget it; the last one cannot be, for there would be no place to come back to."""
    square, heading = sheet.checkpoints[number]
    label = f"{square}, facing {HEADINGS[heading]}"
    if len(sheet.checkpoints) == 1:
        return Choice(label, "", Propose(None))
    return choice(session, label, SetCheckpoints(sheet.seat, sheet.checkpoints[:number] + sheet.checkpoints[number + 1:]), "Forget")
