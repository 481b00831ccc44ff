"""Setup: who sits where, and with which piece."""

from __future__ import annotations

from typing import Final

from companion.content.livery import COLOURS, SHAPES
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.records.book import GUEST
from companion.session.lobby.arrangement import NOBODY, PERSON
from companion.session.lobby.filling import expected
from companion.session.lobby.opponents import PilotEntry
from companion.session.lobby.seat_rules import SeatRule, seat_rules
from companion.session.lobby.setup import colour_name, hindrance, starts_of
from companion.session.pages import Page
from companion.session.pictures import setup_picture
from companion.session.session import Session
from companion.session.view import SEATS, View
from companion.words import NOTHING, Text, text


class SeatRow(NamedTuple):
    """One seat: who plays it (`player` as in `SetPlayer`), its piece's name, colour and shape, whether it can be played, and its start or None.

    `filled` says who will play it although nobody has chosen it: the game fills it, as the others are chosen now.

    `reader` says that it has a reader of its own that answers. `usual` is what its piece is called when nobody types a name. `pin`: it opens on the
    screen with four digits only. `rules` are the settings that the game has for it alone. `person` is the number of who sits there.
    """

    seat: int
    player: str
    name: str
    colour: str
    shape: str
    playable: bool
    start: Square | None
    reader: bool = False
    usual: str = ""
    pin: bool = False
    filled: Text = NOTHING
    rules: tuple[SeatRule, ...] = ()
    person: int = GUEST
    phone: Text = NOTHING
    """What is known of its player's phone, NOTHING where nothing is."""
    ready: bool = False
    """Its player has said at a phone that it is ready."""


class PersonChoice(NamedTuple):
    """Somebody who can sit down: the number and the name, and the seat where it sits, None for none."""

    number: int
    name: str
    seat: int | None


class SeatsPage(NamedTuple):
    """Who sits where; `people` are those who are kept. `players` are (value for `SetPlayer`, label), `colours` and `shapes` all there are, `pilots` the weakest first."""

    rows: tuple[SeatRow, ...]
    players: tuple[tuple[str, Text], ...]
    colours: tuple[str, ...]
    shapes: tuple[str, ...]
    pilots: tuple[PilotEntry, ...] = ()
    people: tuple[PersonChoice, ...] = ()


def seats_view(session: Session, state: object) -> View:
    """`blocked` while the race could not begin with these seats."""
    starts, more = starts_of(session), expected(session)
    rows = tuple(
        SeatRow(
            number,
            seat.player,
            seat.name,
            seat.colour,
            seat.shape,
            number in starts,
            starts.get(number),
            not session.on_screen(number),
            colour_name(seat.colour),
            bool(seat.pin),
            _filled_by(session, number, more[number]) if number in more else NOTHING,
            seat_rules(session, number),
            seat.person,
            _phone_words(session, number),
            number in session.house.invited.ready,
        )
        for number, seat in enumerate(session.setup.seats, 1)
    )
    players = (
        (PERSON, text("Person")),
        *session.house.pilot_labels.items(),
        (NOBODY, text("Nobody")),
    )
    at = {seat.person: number for number, seat in enumerate(session.setup.seats, 1)}
    people = tuple(
        PersonChoice(person.number, person.name, at.get(person.number))
        for person in session.house.records.people
    )
    page = SeatsPage(rows, players, COLOURS, SHAPES, session.house.pilots, people)
    board = setup_picture(
        session, marks=tuple(square for square in starts.values() if square is not None)
    )
    return View(
        SEATS,
        text("Players"),
        session.house.game.wording.choose_seats,
        board,
        page,
        session.step,
        blocked=hindrance(session),
        notice=session.notice,
        table=session.house.table,
    )


def _phone_words(session: Session, seat: int) -> Text:
    """Say that a seat is ready, or that a phone has it."""
    invited = session.house.invited
    if seat in invited.ready:
        return text("ready")
    return (
        text("on a phone") if seat in invited.at_hand or seat in invited.taken.values() else NOTHING
    )


def _filled_by(session: Session, seat: int, owner: int | None) -> Text:
    if owner is None:
        return text("by chance")
    return text("with {piece}", piece=session.setup.seat(owner).name)


PAGE: Final = Page(seats_view, label=lambda session: text("Seats"))
