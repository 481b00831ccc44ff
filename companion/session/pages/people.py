"""The people of whom records are kept: what they have done over all their races, what they have reached, and the way to forget them."""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.session.messages import ClosePage
from companion.session.pages import Page
from companion.session.pages.facts import FactRow
from companion.session.records import ForgetPerson, Known
from companion.session.session import Result, Session, laid, lifted, replace
from companion.session.view import View
from companion.words import Text, count, facts, text

NAME: Final = "people"


class Looking(NamedTuple):
    """Whom one looks at, "" for the first, and whether it was asked if everything about that person is to be deleted."""

    name: str = ""
    asked: bool = False


class LookAtPerson(NamedTuple):
    """Show this person."""

    name: str


class DeletePerson(NamedTuple):
    """Delete everything about the person who is shown; the first time it is asked whether that is meant."""


class PeoplePage(NamedTuple):
    """The names, who is shown, what is known of that person, and whether it is asked if all of it is to be deleted."""

    names: tuple[str, ...]
    chosen: str
    rows: tuple[FactRow, ...]
    asked: bool


def people_of(session: Session) -> tuple[Known, ...]:
    """Everybody of whom something is kept in the game that is chosen."""
    return tuple(one for one in session.people_known if one.game == session.house.game.key)


def on_open(session: Session) -> Result:
    """Only where there is somebody."""
    return (replace(laid(session, NAME, Looking()), notice=""), ()) if people_of(session) else (session, ())


def on_look(session: Session, looking: Looking, message: LookAtPerson) -> Result:
    """Somebody else; nothing for a name that there is not."""
    known = [one.name for one in people_of(session)]
    return (replace(laid(session, NAME, Looking(message.name)), notice=""), ()) if message.name in known else (session, ())


def on_delete(session: Session, looking: Looking, message: DeletePerson) -> Result:
    """Asked first, then done."""
    person = _shown(session, looking)
    if person is None:
        return session, ()
    if not looking.asked:
        return replace(laid(session, NAME, Looking(person.name, True)), notice=""), ()
    left = tuple(one for one in session.people_known if one.name.casefold() != person.name.casefold())
    # What the seat is called goes, too.
    setup = session.setup
    seats = tuple(seat._replace(typed=False, name=seat.colour.upper()) if seat.typed and seat.name.casefold() == person.name.casefold() else seat for seat in setup.seats)
    after = replace(session, people_known=left, setup=setup._replace(seats=seats) if session.setting_up else setup, notice=text("Everything about {name} is deleted.", name=person.name))
    return (laid(after, NAME, Looking()) if people_of(after) else lifted(after, NAME)), (ForgetPerson(person.name),)


def _shown(session: Session, looking: Looking) -> Known | None:
    people = people_of(session)
    return next((one for one in people if one.name == looking.name), people[0] if people else None)


def people_view(session: Session, looking: Looking) -> View | None:
    """The names, and the one who is shown; None where nobody is left."""
    person = _shown(session, looking)
    if person is None:
        return None
    page = PeoplePage(tuple(one.name for one in people_of(session)), person.name, tuple(_rows(session, person)), looking.asked)
    forward = text("Yes, delete {name}", name=person.name) if looking.asked else text("Delete {name}", name=person.name)
    hint = text("Nobody can bring it back.") if looking.asked else text("{game}: all finished races under a name.", game=session.house.game.title)
    return View(
        NAME, text("Records"), hint, None, page, session.step, text("Close"), forward, "", session.notice, session.house.table, on_back=ClosePage(NAME),
        on_forward=DeletePerson(),
    )


def _rows(session: Session, person: Known) -> list[FactRow]:
    """Races, counters, achievements; those that are missing come last, with how far they are."""
    won = count("{number} won", "{number} won", person.won)
    rows = [FactRow(person.name, facts([count("{number} race finished", "{number} races finished", person.races), won]))]
    game = session.house.game
    totals, bests = (game.statistics_told(numbers) for numbers in (person.totals, person.bests))
    rows += [
        FactRow(total.title, text("{total} in all, {best} at best in one race", total=total.figure, best=best.figure))
        for total, best in zip(totals, bests, strict=True)
    ]
    found = game.achievements(person.totals, person.reached)
    reached = [one for one in found if one.key in person.reached]
    missing = [one for one in found if one.key not in person.reached]
    rows += [FactRow(one.title, text("Reached. {about}", about=one.about), "", None, None, one.art) for one in reached]
    rows += [FactRow(one.title, _missing(one.about, one.reached, one.needed)) for one in missing]
    return rows


def _missing(about: Text, reached: int, needed: int) -> Text:
    return text("{about}. So far: {reached}", about=about, reached=reached) if needed else about


PAGE: Final = Page(people_view, {LookAtPerson: on_look, DeletePerson: on_delete}, opened=on_open)
