"""Save as: a name for the game that is played, by which lists show it. Suggested ones need one touch; any other one is typed.

Everything is kept anyhow, and nothing is written over: two games may have the same name, for each has a number of its own.
"""

from __future__ import annotations

from typing import Any, Final

from companion.named_tuples import NamedTuple
from companion.names import name_refusal, tidied
from companion.session.choices import WAYS, Choice, ChoiceGroup
from companion.session.commands import LookUpName, NameGame
from companion.session.deciding import NO_RACE
from companion.session.handling import RACING
from companion.session.lobby.setup import entry_of
from companion.session.messages import ClosePage
from companion.session.pages import Page
from companion.session.pages.deck import AskName, GiveName, GroupsPage, Naming
from companion.session.past.moments import moment_of, part_words
from companion.session.session import Result, Session, close_pages, laid, refused, show_page
from companion.session.view import View
from companion.words import NOTHING, sentences, text

NAME: Final = "save"
LONGEST: Final = 60
"""Letters of a name, so that a list has room for it."""


class Saving(NamedTuple):
    """What the game is called so far, "" for nothing, and today's date, "" while it is not known; `typing`: a name is typed."""

    called: str = ""
    date: str = ""
    typing: bool = False


# ---- What is said --------------------------------------------------------------------------------------------------------


class NameFound(NamedTuple):
    """What the game is called that is kept now, "" for nothing, and today's date."""

    called: str
    date: str


class SaveAs(NamedTuple):
    """Call the game that is played by this name."""

    name: str


# ---- What it does --------------------------------------------------------------------------------------------------------


def on_open(session: Session) -> Result:
    """Show the suggestions; the date comes from outside."""
    return show_page(session, NAME, Saving()), (LookUpName(),)


def on_found(session: Session, saving: Saving, message: NameFound) -> Result:
    """Name and date are known now."""
    return laid(session, NAME, saving._replace(called=message.called, date=message.date)), ()


def on_save_as(session: Session, saving: Saving, message: SaveAs) -> Result:
    """The name is kept, and the page goes; an empty name is none."""
    name = as_name(message.name)
    if not name:
        return refused(session, text("A name needs at least one letter."))
    return close_pages(session, NAME), (NameGame(name),)


def as_name(said: Any) -> str:
    """A name as it is kept: without blanks around it, and no longer than a list has room for; "" for what is none."""
    name = tidied(said)[:LONGEST].rstrip() if isinstance(said, str) else ""
    return name if name.isprintable() else ""


def on_ask(session: Session, saving: Saving, message: AskName) -> Result:
    """The keyboard comes, or goes."""
    return show_page(session, NAME, saving._replace(typing=message.on is True)), ()


def on_give(session: Session, saving: Saving, message: GiveName) -> Result:
    """Keep the game by the name that was typed; what cannot be shown of it is refused."""
    if not saving.typing:
        return session, ()
    session, saving = _without_keyboard(session, saving)
    # Too long a name is cut, and an empty one has a sentence of its own; those that are offered are as they are.
    name = as_name(message.name)
    if name and (why := name_refusal(name, LONGEST)):
        return refused(session, why)
    return on_save_as(session, saving, SaveAs(name))


def _without_keyboard(session: Session, saving: Saving) -> tuple[Session, Saving]:
    saving = saving._replace(typing=False)
    return laid(session, NAME, saving), saving


# ---- What there is to see ------------------------------------------------------------------------------------------------


def suggestions(session: Session, date: str) -> tuple[str, ...]:
    """Names for the game: board, players and date; players and date; board and date. Each once, none longer than there is room."""
    entry, names = entry_of(session), session.setup.names
    board = entry.title if entry is not None else str(session.house.game.title)
    people = " ".join(names[seat] for seat in session.people or session.setup.chosen)
    found = (
        ", ".join(part for part in parts if part)
        for parts in ((board, people, date), (people, date), (board, date))
    )
    return tuple(dict.fromkeys(name for name in found if name and len(name) <= LONGEST))


def save_view(session: Session, saving: Saving) -> View | None:
    """The suggestions, and the way to any other name."""
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
    title = text("Save as: {place}", place=part_words(session, moment_of(session)))
    return View(
        NAME,
        title,
        hint,
        None,
        page,
        session.step,
        text("Close"),
        "",
        notice=session.notice,
        table=session.house.table,
        on_back=ClosePage(NAME),
    )


TAKES: Final[Any] = {AskName: on_ask, GiveName: on_give}
PAGE: Final = Page(
    save_view,
    {NameFound: on_found, SaveAs: on_save_as},
    opened=on_open,
    opens=RACING._replace(refusal=NO_RACE),
    takes=TAKES,
    of_race=True,
)
