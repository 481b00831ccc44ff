"""The people of the table and their games: sums and records, curves over time, achievements.

The page is over the first page of the set-up. People are added here and on the page of the seats,
and renamed here; deleting a person deletes all its records.
"""

from __future__ import annotations

from typing import Final

from companion.art import Shape
from companion.games.kit.story import TITLES
from companion.named_tuples import NamedTuple
from companion.names import same_name
from companion.records.book import (
    Book,
    Person,
    album_of,
    figures_of,
    results_of,
    series_of,
)
from companion.records.medals import medal
from companion.session.commands import Command, ForgetPerson, KeepRecords, SendMessage
from companion.session.handling import Guarded
from companion.session.lobby.people_messages import SitDown
from companion.session.lobby.setup import SETTING_UP, with_piece_names
from companion.session.messages import ClosePage, success
from companion.session.pages import Page
from companion.session.session import Result, Session, push_page, refuse, show_page
from companion.session.view import SeatSign, View
from companion.words import NOTHING, Text, count, text

NAME: Final = "records"
FIGURES, CURVES, ALBUM = "figures", "curves", "album"
LEAVES: Final = (FIGURES, CURVES, ALBUM)
NO_NAME: Final = text("A name consists of letters.")


class RecordsState(NamedTuple):
    """The part of the records that is shown."""

    person: int = 0
    """The number of the person, 0 for none."""
    leaf: str = FIGURES
    """One of LEAVES."""
    curve: str = ""
    """The counter whose curve is shown large, "" for none."""
    dropping: bool = False
    """Whether the question about deleting the person is shown."""
    naming: bool = False
    """Whether the name may be typed now, after the PIN of the person's seat if it has one."""


# ---- Messages ----


class AddPerson(NamedTuple):
    """Add a person, who immediately sits down at a seat unless that is 0."""

    name: str
    seat: int = 0


class Browse(NamedTuple):
    """Open a person's page at one of LEAVES, with the curve of one counter, "" for none."""

    person: int
    leaf: str = FIGURES
    curve: str = ""


class ProposeDrop(NamedTuple):
    """Ask whether to delete the person of the open page; False drops the question."""

    on: bool


class DropPerson(NamedTuple):
    """Delete a person with all its records, while the question is shown."""

    person: int


class OpenName(NamedTuple):
    """Let the name of a person be typed.

    `pin` is what was typed where the person's seat has a PIN.
    """

    person: int
    pin: str = ""


class RenamePerson(NamedTuple):
    """Rename the person of this number."""

    person: int
    name: str


class PersonRow(NamedTuple):
    """A person in the list: number, name, number of games, whether its page is open."""

    number: int
    name: str
    games: int
    chosen: bool


class FigureRow(NamedTuple):
    """One counter: its name and title, the sum over all games, and the maximum of one."""

    key: str
    title: Text
    total: int
    most: int


class Curve(NamedTuple):
    """One counter over time: its name and title, and (date, number) for each game."""

    key: str
    title: Text
    points: tuple[tuple[str, int], ...]


class AlbumRow(NamedTuple):
    key: str
    title: Text
    about: Text
    """The condition for it."""
    art: tuple[Shape, ...]
    date: str | None
    """The date on which it was reached, "" where that is obvious, None where it was not."""
    have: int
    """The progress out of `needed`."""
    needed: int


class RecordsPage(NamedTuple):
    """All people, and one of them at one leaf."""

    people: tuple[PersonRow, ...]
    person: Person | None
    leaf: str
    figures: tuple[FigureRow, ...] = ()
    curves: tuple[Curve, ...] = ()
    curve: Curve | None = None
    album: tuple[AlbumRow, ...] = ()
    asked: Text = NOTHING
    """The question whether to delete the person."""
    owner: SeatSign | None = None
    """The person's seat, whose PIN is asked before the name is changed."""
    naming: bool = False
    """Whether the name is typed."""


# ---- Handlers ----


def on_open(session: Session) -> Result:
    """Open the page during the set-up, with the first person."""
    people = session.config.records.people
    return show_page(session, NAME, RecordsState(people[0].number if people else 0)), ()


def on_browse(session: Session, page: RecordsState, message: Browse) -> Result:
    """Open another page or leaf."""
    if (
        session.config.records.person(message.person) is None
        or message.leaf not in LEAVES
        or message.curve not in ("", *TITLES)
    ):
        return session, ()
    return show_page(session, NAME, RecordsState(*message)), ()


def on_add(session: Session, message: AddPerson) -> Result:
    """Add a person, or refuse a name that is taken."""
    book = session.config.records
    why = book.why_not(message.name) if isinstance(message.name, str) else NO_NAME
    if why:
        return refuse(session, why)
    after = book.with_person(message.name)
    person = after.people[-1]
    session = session._replace(config=session.config._replace(records=after), notice="")
    if session.is_open(NAME):
        session = push_page(session, NAME, RecordsState(person.number))
    seated: tuple[Command, ...] = (
        (SendMessage(SitDown(message.seat, person.number)),)
        if message.seat in session.config.game.seats
        else ()
    )
    return session, (KeepRecords(after), *seated)


def pin_of(session: Session, person: int) -> str:
    """Return the PIN of the seat at which a person sits, "" where there is none."""
    return next(
        (seat.pin for seat in session.lobby.setup.seats if seat.person == person and seat.pin), ""
    )


def on_open_name(session: Session, page: RecordsState, message: OpenName) -> Result:
    """Let the name be typed, or refuse a wrong PIN."""
    person, pin = session.config.records.person(message.person), pin_of(session, message.person)
    if person is None or page.person != message.person:
        return session, ()
    if pin and message.pin != pin:
        return refuse(
            session,
            text(
                "That is not the PIN of {name}. If it is forgotten, remove it on the page Seats.",
                name=person.name,
            ),
        )
    return show_page(session, NAME, page._replace(dropping=False, naming=True)), ()


def on_rename(session: Session, page: RecordsState, message: RenamePerson) -> Result:
    """Rename a person, or refuse a name that is taken.

    The records stay, because they have the person's number.
    """
    book = session.config.records
    if book.person(message.person) is None:
        return session, ()
    proved = page.naming and page.person == message.person
    if pin_of(session, message.person) and not proved:
        return session, ()
    session = push_page(session, NAME, page._replace(naming=False))
    if isinstance(message.name, str):
        why = book.why_not_called(message.name, message.person)
    else:
        why = NO_NAME
    if why:
        return refuse(session, why)
    after = book.with_name(message.person, message.name)
    # The race that ended last is replayed with the new name on demand.
    session = session._replace(
        config=session.config._replace(records=after),
        lobby=session.lobby._replace(setup=with_piece_names(session.lobby.setup, after)),
        timeline=session.timeline._replace(last=None),
    )
    after_page = page._replace(dropping=False, naming=False)
    return show_page(session, NAME, after_page), (KeepRecords(after),)


def on_propose(session: Session, page: RecordsState, message: ProposeDrop) -> Result:
    return show_page(session, NAME, page._replace(dropping=bool(message.on), naming=False)), ()


def on_drop(session: Session, page: RecordsState, message: DropPerson) -> Result:
    """Delete a person everywhere, once: after that the question is closed."""
    book = session.config.records
    person = book.person(message.person)
    if person is None or not page.dropping or page.person != person.number:
        return session, ()
    after = book.without_person(person.number)
    seats = tuple(
        seat._replace(person=0)
        if seat.person == person.number
        else seat._replace(typed=False)
        if seat.typed and same_name(seat.name, person.name)
        else seat
        for seat in session.lobby.setup.seats
    )
    session = session._replace(
        config=session.config._replace(records=after),
        lobby=session.lobby._replace(
            setup=with_piece_names(session.lobby.setup._replace(seats=seats), after)
        ),
        timeline=session.timeline._replace(last=None),
    )
    session = push_page(session, NAME, RecordsState(after.people[0].number if after.people else 0))
    return session._replace(notice=success(text("{name} is deleted.", name=person.name))), (
        KeepRecords(after),
        ForgetPerson(person.name),
    )


# ---- View ----


def records_view(session: Session, page: RecordsState) -> View:
    """Return the list, and the open page beside it."""
    book = session.config.records
    rows = tuple(
        PersonRow(
            one.number,
            one.name,
            games=sum(1 for _ in results_of(book, one.number)),
            chosen=one.number == page.person,
        )
        for one in book.people
    )
    person = book.person(page.person)
    # Games under older rules are not counted again.
    game = session.config.game
    old = sum(race.game == game.key and race.version < game.version for race in book.races)
    if not book.people:
        hint = text("Nobody has been added yet. Add the people who play here.")
    elif old:
        hint = count(
            "{number} game was saved under older rules of {game}; its figures stay.",
            "{number} games were saved under older rules of {game}; their figures stay.",
            old,
            game=game.title,
        )
    elif person is None:
        hint = text("Touch a name. Guests are not saved.")
    else:
        hint = text("{name}: {games}.", name=person.name, games=_summary(book, person))
    if person is None:
        body = RecordsPage(rows, person, page.leaf)
    else:
        body = _of(session, book, person, page, rows)
    return View(
        NAME,
        text("People"),
        hint=hint,
        body=body,
        back=text("Close"),
        on_back=ClosePage(NAME),
    )


def _of(
    session: Session, book: Book, person: Person, page: RecordsState, rows: tuple[PersonRow, ...]
) -> RecordsPage:
    figures = figures_of(book, person.number)
    if page.dropping:
        asked = text(
            "Delete {name} with all data saved about {name}: {games}?",
            name=person.name,
            games=count("{number} game", "{number} games", figures.games),
        )
    else:
        asked = NOTHING
    seat = next(
        (seat for seat in session.lobby.setup.seats if seat.person == person.number and seat.pin),
        None,
    )
    body = RecordsPage(
        rows,
        person,
        page.leaf,
        asked=asked,
        owner=None if seat is None else SeatSign(seat.name, seat.colour, seat.shape),
        naming=page.naming,
    )
    if page.leaf == FIGURES:
        return body._replace(
            figures=tuple(
                FigureRow(key, title, total=figures.totals[key], most=figures.most[key])
                for key, title in TITLES.items()
                if key in figures.totals
            )
        )
    if page.leaf == ALBUM:
        return body._replace(
            album=tuple(
                AlbumRow(
                    one.achievement.key,
                    one.achievement.name,
                    about=one.achievement.about,
                    art=medal(one.achievement),
                    date=one.date,
                    have=one.have,
                    needed=one.needed,
                )
                for one in album_of(book, person.number)
            )
        )
    curves = tuple(
        Curve(key, title, points)
        for key, title in TITLES.items()
        if (points := series_of(book, person.number, (key,)))
    )
    return body._replace(
        curves=curves, curve=next((curve for curve in curves if curve.key == page.curve), None)
    )


def _summary(book: Book, person: Person) -> Text:
    """Return the number of games and wins in words."""
    figures = figures_of(book, person.number)
    if not figures.games:
        return text("no game yet")
    return text(
        "{games}, {won}",
        games=count("{number} game", "{number} games", figures.games),
        won=count("{number} won", "{number} won", figures.won),
    )


PAGE: Final = Page(
    records_view,
    {
        Browse: on_browse,
        OpenName: on_open_name,
        RenamePerson: on_rename,
        ProposeDrop: on_propose,
        DropPerson: on_drop,
    },
    always={AddPerson: Guarded(on_add, SETTING_UP)},
    opened=on_open,
    opens=SETTING_UP,
)
