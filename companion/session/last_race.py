"""The race that ended last, looked at again from the first page: its winner, its standings, its history. Nothing of it can be changed.

It is an evening of its own, at the end of its race, that lies over the page. One that ended this evening is still known; another one is told
again from the journal, which takes its time and so runs beside the evening (`RecallRace`).
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from companion.session import view
from companion.session.commands import RecallRace
from companion.session.house_messages import RaceRecalled
from companion.session.messages import CloseMenu, ClosePage, LookBack, OpenMenu, OpenPage, Recall
from companion.session.menu import on_close_menu, on_look_back, on_open_menu, on_recall
from companion.session.overlays import Looking
from companion.session.session import Result, Session, refused, replace
from companion.session.setup import entry_of
from companion.session.show_history import history_view
from companion.session.pages.over import over_view
from companion.session.view import View
from companion.words import count, text

Leaf: TypeAlias = OpenMenu | CloseMenu | LookBack | Recall
NO_RACE: Final = text("No race has ended yet.")
CUT: Final = text("The last race cannot be shown: what is kept of it does not reach its end.")
FETCHING: Final = text("The last race is being looked up.")


def on_open(session: Session, message: OpenRace) -> Result:
    """Show it, as soon as it is known."""
    if session.looking is not None or session.page != view.BOARD:
        return session, ()
    if session.last is not None:
        return replace(session, looking=Looking(session.last), notice=""), ()
    if not session.house.raced:
        return refused(session, NO_RACE)
    return replace(session, looking=Looking(), notice=FETCHING), (RecallRace(),)


def on_recalled(session: Session, message: RaceRecalled) -> Result:
    """It has been told again, or cannot be; who has gone on meanwhile is not called back."""
    if session.looking is None or session.looking.race is not None:
        return session, ()
    race = message.race
    if race is None or race.match is None or race.page != view.OVER:
        return replace(session, looking=None, notice=message.words or (NO_RACE if race is None else CUT)), ()
    notice = "" if session.notice == FETCHING else session.notice
    return replace(session, last=race, looking=Looking(race) if session.page == view.BOARD else None, notice=notice), ()


def on_close(session: Session, message: CloseRace) -> Result:
    """Back to the first page."""
    return (replace(session, looking=None, notice=""), ()) if session.looking is not None else (session, ())


def on_leaf(session: Session, message: Leaf) -> Result:
    """Its history is leafed through like that of a race that runs; no other place of the menu can be opened in it."""
    looking = session.looking
    assert looking is not None and looking.race is not None
    if isinstance(message, OpenMenu) and message.where != view.PAST:
        return session, ()
    race, _ = LEAFING[type(message)](looking.race, message)
    return replace(session, looking=Looking(race), notice=""), ()


LEAFING: Final[Mapping[type, Callable[[Session, Any], Result]]] = {
    OpenMenu: on_open_menu, CloseMenu: on_close_menu, LookBack: on_look_back, Recall: on_recall,
}
"""What means its history while it is shown."""
HANDLERS: Final[Mapping[type, Callable[[Session, Any], Result]]] = {
    OpenRace: on_open, RaceRecalled: on_recalled, CloseRace: on_close, **dict.fromkeys(LEAFING, on_leaf),
}
"""What each message about it does."""


def race_view(session: Session, race: Session) -> View:
    """How it ended, or its history; both without a way into it."""
    if race.menu is not None:
        seen = history_view(race, race.menu)
        seen = replace(seen, body=replace(seen.body, back_to=None))
    else:
        assert race.match is not None
        turns = race.match.turn
        hint = count("On {board}, {number} turn.", "On {board}, {number} turns.", turns, board=entry_of(race).title)
        seen = replace(
            over_view(race), page=view.LAST, title=text("The last race"), hint=hint, back=text("Close"), on_back=ClosePage("last"), forward=text("History"),
            on_forward=OpenMenu(view.PAST),
        )
    return replace(seen, step=session.step, notice=session.notice, table=session.house.table)
