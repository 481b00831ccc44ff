"""Flags and seats in the debugging menu: which flag goes where, who plays which clank.

Both are chosen in two touches: first which, then where or with whom.
"""
from __future__ import annotations

from collections.abc import Iterator

from companion.session.menu import pieces_meant
from companion.session.messages import Choose, ChooseFlag, ForgetPin, HandSeat, SwapSeats
from companion.session.moments import due, flags_on_table
from companion.session.overlays import Menu
from companion.session.pictures import flag_pairs, table_picture
from companion.session.session import PERSON, Session, replace
from companion.session.show_proposals import choice
from companion.session.view import BoardPicture
from companion.session.choices import CHIPS, Choice, ChoiceGroup
from companion.signals import ASIDE, SetAside
from companion.words import NOTHING, Text, sentences, text


def markers_place(session: Session, menu: Menu) -> tuple[Text, Text, tuple[ChoiceGroup, ...], BoardPicture]:
    """Choose a flag, then its new square on the map."""
    flags = flags_on_table(session)
    chips = tuple(
        Choice(text("{number} on {square}", number=number, square=square), "", ChooseFlag(None if number == menu.flag else number), chosen=number == menu.flag, symbol="flag")
        for number, square in flag_pairs(flags)
    )
    chosen = menu.flag is not None and 1 <= menu.flag <= len(flags)
    hint = text("Touch the square where flag {flag} belongs.", flag=menu.flag) if chosen else text("Touch a flag, then the square where it belongs.")
    marks = (flags[menu.flag - 1],) if chosen and menu.flag is not None else ()
    when = due(session)
    later = text("It is moved after {part}.", part=when) if when else NOTHING
    return text("Move a flag"), sentences(hint, later), (ChoiceGroup(text("Flag"), CHIPS, chips),), replace(table_picture(session), marks=marks, touchable=True)


def chairs_place(session: Session, menu: Menu) -> tuple[Text, Text, tuple[ChoiceGroup, ...], BoardPicture]:
    """Choose a clank, then who plays it or with whom its player changes places."""
    names, seats = session.setup.names, [piece.seat for piece in pieces_meant(session)]
    clanks = tuple(Choice(names[seat], "", Choose(None if seat == menu.seat else seat), chosen=seat == menu.seat, sign=seat) for seat in seats)
    groups = [ChoiceGroup(text("Clank"), CHIPS, clanks)]
    if menu.seat in seats:
        groups += _of_seat(session, menu.seat, seats)
    hint = text("Choose a clank, then who plays it.") if menu.seat is None else text("A pilot takes over, or two players change places.")
    return text("Who plays"), hint, tuple(groups), table_picture(session)


def _of_seat(session: Session, seat: int, seats: list[int]) -> list[ChoiceGroup]:
    now = session.setup.seat(seat).player
    players = tuple(
        choice(session, label, HandSeat(seat, player), chosen=player == now) for player, label in ((PERSON, text("Person")), *session.house.pilots)
    )
    others = tuple(_swap(session, seat, other) for other in seats if other != seat)
    groups = [ChoiceGroup(text("Played by"), CHIPS, players), *_readers(session, seat), *_pin(session, seat)]
    return [*groups, *([ChoiceGroup(text("Change places"), CHIPS, others)] if others else [])]


def _readers(session: Session, seat: int) -> Iterator[ChoiceGroup]:
    """At a table of real readers: whether a person's seat is worked through its own or on this screen."""
    lost = session.readers[seat].lost
    if seat in session.house.touch or not session.is_person(seat):
        return
    none = text("Seat {seat} has no reader that answers.", seat=seat) if lost not in ("", ASIDE) else NOTHING
    yield ChoiceGroup(text("Reader"), CHIPS, (
        Choice(text("Its own"), "", SetAside(seat, False), none, chosen=not lost), Choice(text("This screen"), "", SetAside(seat, True), chosen=bool(lost)),
    ))


def _pin(session: Session, seat: int) -> Iterator[ChoiceGroup]:
    """The way out for a PIN that nobody remembers."""
    if session.setup.seat(seat).pin:
        yield ChoiceGroup("PIN", CHIPS, (choice(session, text("Take the PIN away"), ForgetPin(seat)),))


def _swap(session: Session, seat: int, other: int) -> Choice:
    found = choice(session, session.setup.seat(other).name, SwapSeats(seat, other))
    return Choice(found.label, "", found.message, found.blocked, sign=other)
