"""The set-up page for the seats: who plays where, and with which piece."""

from __future__ import annotations

from typing import Final

from companion.content.livery import SHAPES
from companion.geometry import Square
from companion.named_tuples import NamedTuple
from companion.records.book import GUEST
from companion.session.lobby.arrangement import NOBODY, PERSON
from companion.session.lobby.extra_seats import expected_extra_seats
from companion.session.lobby.opponents import PilotEntry
from companion.session.lobby.people import coming_words
from companion.session.lobby.seat_rules import SeatRule, seat_rules
from companion.session.lobby.setup import colour_name, colours_of, start_refusal, starts_of
from companion.session.pages import Page
from companion.session.pictures import setup_picture, sign_of
from companion.session.session import Session
from companion.session.view import SEATS, SeatSign, View
from companion.words import NOTHING, Text, text


class SeatRow(NamedTuple):
    seat: int
    player: str
    """Its player, as in `SetPlayer`."""
    sign: SeatSign
    """The signs of its piece."""
    playable: bool
    """Whether it can be played."""
    start: Square | None
    """Its start square, or None."""
    reader: bool = False
    """Whether it has a real reader that answers."""
    usual: str = ""
    """The default name of its piece."""
    pin: bool = False
    """Whether it opens on the screen with four digits only."""
    filled: Text = NOTHING
    """The player that it will have because the game needs it, with the present choices."""
    rules: tuple[SeatRule, ...] = ()
    """The settings of this seat alone."""
    person: int = GUEST
    """The number of its person."""
    phone: Text = NOTHING
    """The state of its player's phone, NOTHING where there is none."""
    ready: bool = False
    """Whether its player has said on a phone to be ready."""


class PersonChoice(NamedTuple):
    """A person who can sit down: number, name, and present seat, None for none."""

    number: int
    name: str
    seat: int | None


class SeatsPage(NamedTuple):
    """All seats, and the choices for them."""

    rows: tuple[SeatRow, ...]
    players: tuple[tuple[str, Text], ...]
    """As (value for `SetPlayer`, label)."""
    colours: tuple[str, ...]
    """All colours."""
    shapes: tuple[str, ...]
    """All shapes."""
    pilots: tuple[PilotEntry, ...] = ()
    """The pilots, the weakest first."""
    people: tuple[PersonChoice, ...] = ()
    """The people with records."""
    tournament: Text = NOTHING
    """The label of the button to the tournament."""


def seats_view(session: Session, state: object) -> View:
    """Return the page, blocked while the race could not begin with these seats."""
    starts, more = starts_of(session), expected_extra_seats(session)
    access = session.config.phone_access
    rows = []
    for number, seat in enumerate(session.lobby.setup.seats, 1):
        filled_by = on_phone = NOTHING
        if number in more:
            owner = more[number]
            if owner is None:
                filled_by = text("by chance")
            else:
                filled_by = text("with {piece}", piece=session.lobby.setup.seat(owner).name)
        if number in access.ready:
            on_phone = text("ready")
        elif number in access.at_hand or number in access.taken.values():
            on_phone = text("on a phone")
        rows.append(
            SeatRow(
                number,
                seat.player,
                sign_of(session, number),
                number in starts,
                starts.get(number),
                not session.on_screen(number),
                colour_name(seat.colour),
                bool(seat.pin),
                filled_by,
                seat_rules(session, number),
                seat.person,
                on_phone,
                number in access.ready,
            )
        )
    players = (
        (PERSON, text("Person")),
        *session.config.pilot_labels.items(),
        (NOBODY, text("Nobody")),
    )
    at = {seat.person: number for number, seat in enumerate(session.lobby.setup.seats, 1)}
    people = tuple(
        PersonChoice(person.number, person.name, at.get(person.number))
        for person in session.config.records.people
    )
    page = SeatsPage(
        tuple(rows),
        players,
        colours=colours_of(session.lobby.setup.seats),
        shapes=SHAPES,
        pilots=session.config.pilots,
        people=people,
        tournament=text("Tournament"),
    )
    board = setup_picture(
        session, marks=tuple(square for square in starts.values() if square is not None)
    )
    return View(
        SEATS,
        text("Players"),
        hint=coming_words(session) or session.config.game.wording.choose_seats,
        board=board,
        body=page,
        blocked=start_refusal(session),
    )


PAGE: Final = Page(seats_view, label=lambda session: text("Seats"))
