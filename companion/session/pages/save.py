"""A name for the present game, by which lists show it: a suggestion, or a typed one.

Games are saved automatically and never overwritten; two may have the same name, because each has a
number.
"""

from __future__ import annotations

from typing import Any, Final

from companion.named_tuples import NamedTuple
from companion.names import name_refusal, tidied
from companion.session.choices import WAYS, Choice, ChoiceGroup
from companion.session.commands import FindGameName, NameGame
from companion.session.corrections import NO_RACE
from companion.session.handling import RACING
from companion.session.lobby.setup import entry_of
from companion.session.messages import ClosePage
from companion.session.pages import Page
from companion.session.pages.deck import AskName, GiveName, GroupsPage, Naming
from companion.session.past.undo_points import part_words, undo_point_of
from companion.session.session import Result, Session, close_pages, push_page, refuse, show_page
from companion.session.view import View
from companion.words import NOTHING, sentences, text

NAME: Final = "save"
LONGEST: Final = 60
"""The most letters of a name, so that it fits in a list."""


class SaveState(NamedTuple):
    """The state of the page."""

    called: str = ""
    """The present name, "" for none."""
    date: str = ""
    """Today's date, "" while it is unknown."""
    typing: bool = False
    """Whether a name is typed."""


# ---- Messages ----


class NameFound(NamedTuple):
    """The name of the game that is kept now, "" for none, and today's date."""

    called: str
    date: str


class SaveAs(NamedTuple):
    """Name the present game."""

    name: str


# ---- Handlers ----


def on_open(session: Session) -> Result:
    """Show the suggestions; the date comes from outside."""
    return show_page(session, NAME, SaveState()), (FindGameName(),)


def on_found(session: Session, saving: SaveState, message: NameFound) -> Result:
    """Note the name and the date."""
    return push_page(session, NAME, saving._replace(called=message.called, date=message.date)), ()


def on_save_as(session: Session, saving: SaveState, message: SaveAs) -> Result:
    """Keep the name and close the page; an empty name is refused."""
    name = as_name(message.name)
    if not name:
        return refuse(session, text("A name needs at least one letter."))
    return close_pages(session, NAME), (NameGame(name),)


def as_name(said: Any) -> str:
    """Return a name trimmed and cut to the length of a list; "" for what is none."""
    name = tidied(said)[:LONGEST].rstrip() if isinstance(said, str) else ""
    return name if name.isprintable() else ""


def on_ask(session: Session, saving: SaveState, message: AskName) -> Result:
    """Open or close the keyboard."""
    return show_page(session, NAME, saving._replace(typing=message.on is True)), ()


def on_give(session: Session, saving: SaveState, message: GiveName) -> Result:
    """Name the game as typed, or refuse what cannot be displayed."""
    if not saving.typing:
        return session, ()
    saving = saving._replace(typing=False)
    session = push_page(session, NAME, saving)
    # A long name is cut, and an empty one has its own refusal; suggestions are taken as they are.
    name = as_name(message.name)
    if name and (why := name_refusal(name, LONGEST)):
        return refuse(session, why)
    return on_save_as(session, saving, SaveAs(name))


# ---- View ----


def suggestions(session: Session, date: str) -> tuple[str, ...]:
    """Return names from board, players and date, each once, none too long for a list."""
    entry, names = entry_of(session), session.lobby.setup.names
    board = entry.title if entry is not None else str(session.config.game.title)
    people = " ".join(names[seat] for seat in session.people or session.lobby.setup.chosen)
    found = (
        ", ".join(part for part in parts if part)
        for parts in ((board, people, date), (people, date), (board, date))
    )
    return tuple(dict.fromkeys(name for name in found if name and len(name) <= LONGEST))


def save_view(session: Session, saving: SaveState) -> View | None:
    """Return the suggestions, and the way to another name."""
    match = session.match
    if match is None:
        return None
    chips = tuple(
        Choice(name, NOTHING, SaveAs(name), chosen=name == saving.called, symbol="page")
        for name in suggestions(session, saving.date)
    )
    other = Choice(text("Another name"), text("Type it"), AskName(True), symbol="hand")
    called = text("It is now called “{name}”.", name=saving.called) if saving.called else NOTHING
    hint = sentences(text("Games are saved automatically. A name helps you find this one."), called)
    typed = saving.called or next(iter(suggestions(session, saving.date)), "")
    page = GroupsPage(
        (ChoiceGroup(text("Save the name"), WAYS, (*chips, other)),),
        NAME,
        Naming(typed, LONGEST, text("Name of the game")) if saving.typing else None,
    )
    title = text("Save as: {place}", place=part_words(session, undo_point_of(session)))
    return View(
        NAME,
        title,
        hint=hint,
        body=page,
        back=text("Close"),
        on_back=ClosePage(NAME),
    )


TAKES: Final[Any] = {AskName: on_ask, GiveName: on_give}
PAGE: Final = Page(
    save_view,
    {NameFound: on_found, SaveAs: on_save_as},
    opened=on_open,
    opens=RACING._replace(refusal=NO_RACE),
    intercepts=TAKES,
    of_race=True,
)
