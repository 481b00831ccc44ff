"""The list of unfinished games, those that fit the table first (REQ-S2).

A loaded game begins with the check of the table, as after a start. The list comes from outside and
takes time. Whether a game fits depends on the table now: the people on the seats and the readers
that answer.
"""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.choices import WAYS, Choice, ChoiceGroup
from companion.session.commands import ListRaces, ResumeRace
from companion.session.handling import HELD, LATER, Precondition
from companion.session.messages import ClosePage, news
from companion.session.pages import Page
from companion.session.pages.deck import GroupsPage
from companion.session.session import Result, Session, push_page, refuse, show_page
from companion.session.view import View
from companion.words import NOTHING, Text, count, listed, sentence, sentences, text, verbatim

NAME: Final = "load"
FIT, OTHERS, READERLESS, LOST = GROUPS = (
    text("Everybody is here"),
    text("Somebody is missing"),
    text("Readers are missing; use the screen instead"),
    text("These cannot be continued"),
)
"""The groups of the list."""


class KeptRace(NamedTuple):
    """A race that can be continued."""

    number: int
    name: str
    """The name that people gave it, "" for none."""
    title: Text
    """Its title, in one line."""
    names: tuple[str, ...]
    """The names at its seats."""
    readers: int
    """The number of its players with readers."""
    place: Text
    """The point that it has reached."""
    date: str
    """The date on which it was played last."""
    why: Text = NOTHING
    """The reason for which it cannot be continued, NOTHING where it can."""
    people: tuple[int, ...] = ()
    """The numbers of the people who began it."""


class LoadState(NamedTuple):
    """The races, the latest first; None while they are looked up."""

    races: tuple[KeptRace, ...] | None = None


# ---- Messages ----


class KeptRacesFound(NamedTuple):
    """There are races that can be continued."""


class RacesListed(NamedTuple):
    """The races that can be continued, the latest first."""

    races: tuple[KeptRace, ...]
    words: Text = NOTHING
    """The fault of the list, in a sentence."""


class LoadRace(NamedTuple):
    """Continue the race of this number."""

    number: int


# ---- Handlers ----


def on_kept_races_found(session: Session, message: KeptRacesFound) -> Result:
    """Offer this page on the first page from now on."""
    return session._replace(config=session.config._replace(has_open_race=True)), ()


def on_open(session: Session) -> Result:
    """Show the page; the list follows."""
    return show_page(session, NAME, LoadState()), (ListRaces(),)


def on_listed(session: Session, loading: LoadState, message: RacesListed) -> Result:
    return push_page(session, NAME, LoadState(message.races))._replace(notice=message.words), ()


def on_load(session: Session, loading: LoadState, message: LoadRace) -> Result:
    """Continue a race of the list, in a session that replaces this one."""
    race = next((race for race in loading.races or () if race.number == message.number), None)
    if race is None:
        return refuse(session, text("There is no such game."))
    if race.why:
        return refuse(session, race.why)
    return session._replace(notice=news(text("The game is being loaded."))), (
        ResumeRace(race.number),
    )


# ---- View ----


def answering(session: Session) -> int:
    """Return how many real readers answer now."""
    return sum(not session.on_screen(seat) for seat in session.readers.by_seat)


def without_readers(session: Session, race: KeptRace) -> Text:
    """Return that too few readers answer for a race, in a few words; else NOTHING."""
    there = answering(session)
    if race.readers <= there:
        return NOTHING
    return text(
        "It needs {needs}; {there}.",
        needs=count("{number} reader", "{number} readers", race.readers),
        there=count("{number} answers", "{number} answer", there),
    )


def without_people(session: Session, race: KeptRace) -> Text:
    """Return which people of a race are not at the table, in a few words; else NOTHING."""
    here = {seat.person for seat in session.lobby.setup.seats}
    missing = [
        person.name
        for number in race.people
        if number not in here and (person := session.config.records.person(number)) is not None
    ]
    if missing:
        return count(
            "{names} does not sit here.",
            "{names} do not sit here.",
            len(missing),
            names=listed(missing),
        )
    return NOTHING


def load_view(session: Session, loading: LoadState) -> View:
    """Return the list: races that fit first, among them those of the people at the table.

    The others say why not; without readers cards are played on the screen.
    """
    races = loading.races or ()
    found: dict[Text, list[KeptRace]] = {title: [] for title in GROUPS}
    for race in races:
        if race.why:
            group = LOST
        elif without_readers(session, race):
            group = READERLESS
        else:
            group = OTHERS if without_people(session, race) else FIT
        found[group].append(race)
    found[FIT].sort(key=lambda race: not race.people)
    groups = tuple(
        ChoiceGroup(title, WAYS, tuple(_choice(session, race) for race in those))
        for title, those in found.items()
        if those
    )
    hint = text("Touch a game. The screen then shows how to set up the table.")
    if loading.races is None:
        hint = text("The saved games are being loaded.")
    elif not races:
        hint = text("There is no saved game to continue.")
    return View(
        NAME,
        text("Load a game"),
        hint=hint,
        body=GroupsPage(groups, NAME),
        back=text("Close"),
        on_back=ClosePage(NAME),
    )


def _choice(session: Session, race: KeptRace) -> Choice:
    """Return a race: its name or kind, players, progress, date, and what does not fit."""
    label, what = (verbatim(race.name), race.title) if race.name else (race.title, NOTHING)
    parts = [
        part for part in (what, listed(race.names, ""), race.place, verbatim(race.date)) if part
    ]
    odd = sentences(without_people(session, race), without_readers(session, race))
    return Choice(
        label,
        sentences(sentence(listed(parts, "")), race.why or odd),
        message=LoadRace(race.number),
        blocked=race.why,
        symbol="warning" if race.why else "page",
    )


PAGE: Final = Page(
    load_view,
    {RacesListed: on_listed, LoadRace: on_load},
    always={KeptRacesFound: on_kept_races_found},
    opened=on_open,
    opens=Precondition(unless=(LATER, HELD)),
)
