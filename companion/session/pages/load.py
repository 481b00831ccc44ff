"""Load: the games that are kept and not over, those that fit the table first (REQ-S2). Loading leads to the check of the table, as after a start.

What is kept of them comes from outside and takes its time. Whether one fits is seen from the table as it is now: who sits there, and which readers answer.
"""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.choices import WAYS, Choice, ChoiceGroup
from companion.session.commands import ListRaces, ResumeRace
from companion.session.handling import HELD, LATER, When
from companion.session.messages import ClosePage, news
from companion.session.pages import Page
from companion.session.pages.deck import GroupsPage
from companion.session.session import Result, Session, laid, refused, replace, show_page
from companion.session.view import View
from companion.words import NOTHING, Text, count, listed, sentence, sentences, text, verbatim

NAME: Final = "load"
FIT, OTHERS, READERLESS, LOST = GROUPS = (
    text("Everybody is here"),
    text("Somebody is missing"),
    text("Readers are missing; use the screen instead"),
    text("These cannot be continued"),
)
"""How the games stand in the list."""


class KeptRace(NamedTuple):
    """A race that can be gone on with.

    It has its number; what people have called it, "" for nothing; the line that says what it is; the names at its seats,
    how many of its players had readers, where it stands, when it was touched last, why it cannot be gone on with, NOTHING where it can, and the numbers
    of the people who began it.
    """

    number: int
    name: str
    title: Text
    names: tuple[str, ...]
    readers: int
    place: Text
    date: str
    why: Text = NOTHING
    people: tuple[int, ...] = ()


class Loading(NamedTuple):
    """The races, the one first that was touched last; None while they are looked up."""

    races: tuple[KeptRace, ...] | None = None


# ---- What is said --------------------------------------------------------------------------------------------------------


class CallKept(NamedTuple):
    """There are races that can be gone on with."""


class RacesListed(NamedTuple):
    """The races that can be gone on with, the one first that was touched last; and what is wrong with the list, in a sentence."""

    races: tuple[KeptRace, ...]
    words: Text = NOTHING


class LoadRace(NamedTuple):
    """Go on with the race of this number."""

    number: int


# ---- What it does --------------------------------------------------------------------------------------------------------


def on_call_kept(session: Session, message: CallKept) -> Result:
    """From now on the first page leads here."""
    return replace(session, house=replace(session.house, kept=True)), ()


def on_open(session: Session) -> Result:
    """Show the page; the list comes as soon as it is known."""
    return show_page(session, NAME, Loading()), (ListRaces(),)


def on_listed(session: Session, loading: Loading, message: RacesListed) -> Result:
    """They are known now."""
    return replace(laid(session, NAME, Loading(message.races)), notice=message.words), ()


def on_load(session: Session, loading: Loading, message: LoadRace) -> Result:
    """Go on with one of the list; another session takes the place of this one then."""
    race = next((race for race in loading.races or () if race.number == message.number), None)
    if race is None:
        return refused(session, text("There is no such game."))
    if race.why:
        return refused(session, race.why)
    return replace(session, notice=news(text("The game is being loaded."))), (
        ResumeRace(race.number),
    )


# ---- What there is to see ------------------------------------------------------------------------------------------------


def answering(session: Session) -> int:
    """How many readers of their own answer at the table now."""
    return sum(not session.on_screen(seat) for seat in session.readers)


def without_readers(session: Session, race: KeptRace) -> Text:
    """Whether too few readers answer for a race, in a few words; NOTHING where there are enough."""
    there = answering(session)
    if race.readers <= there:
        return NOTHING
    return text(
        "It needs {needs}; {there}.",
        needs=_readers(race.readers),
        there=count("{number} answers", "{number} answer", there),
    )


def _readers(number: int) -> Text:
    return count("{number} reader", "{number} readers", number)


def without_people(session: Session, race: KeptRace) -> Text:
    """Who of a race does not sit at the table now, in a few words; NOTHING where all do."""
    here = {seat.person for seat in session.setup.seats}
    missing = [
        person.name
        for number in race.people
        if number not in here and (person := session.house.records.person(number)) is not None
    ]
    return (
        count(
            "{names} does not sit here.",
            "{names} do not sit here.",
            len(missing),
            names=listed(missing),
        )
        if missing
        else NOTHING
    )


def load_view(session: Session, loading: Loading) -> View:
    """Those that fit first, of these the ones of the people who sit there; the others say why not, and cards of readers that are missing go through the screen."""
    races = loading.races or ()
    found: dict[Text, list[KeptRace]] = {title: [] for title in GROUPS}
    for race in races:
        found[_group(session, race)].append(race)
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
        hint,
        None,
        GroupsPage(groups, NAME),
        session.step,
        text("Close"),
        "",
        notice=session.notice,
        table=session.house.table,
        on_back=ClosePage(NAME),
    )


def _group(session: Session, race: KeptRace) -> Text:
    """Under which of GROUPS a race stands."""
    if race.why:
        return LOST
    return (
        READERLESS
        if without_readers(session, race)
        else OTHERS
        if without_people(session, race)
        else FIT
    )


def _choice(session: Session, race: KeptRace) -> Choice:
    """A race: by its name, or else what it is; then who plays, where it stands, since when, and what does not fit."""
    label, what = (verbatim(race.name), race.title) if race.name else (race.title, NOTHING)
    parts = [
        part for part in (what, listed(race.names, ""), race.place, verbatim(race.date)) if part
    ]
    odd = sentences(without_people(session, race), without_readers(session, race))
    return Choice(
        label,
        sentences(sentence(listed(parts, "")), race.why or odd),
        LoadRace(race.number),
        race.why,
        symbol="warning" if race.why else "page",
    )


PAGE: Final = Page(
    load_view,
    {RacesListed: on_listed, LoadRace: on_load},
    always={CallKept: on_call_kept},
    opened=on_open,
    opens=When(unless=(LATER, HELD)),
)
