"""The race that ended last: its winner, standings and history, without any changes.

It is a session at the end of its race. A race of this session is still known; another one is
replayed from the journal, beside the session because it takes time (`RecallRace`).
"""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.commands import RecallRace
from companion.session.handling import LATER, Precondition
from companion.session.lobby.setup import entry_of
from companion.session.messages import ClosePage, OpenPage
from companion.session.pages import Page
from companion.session.pages.over import over_view
from companion.session.past.history import LastRaceState
from companion.session.session import Result, Session, pop_pages, push_page, refuse, show_page
from companion.session.view import HISTORY, LAST, OVER, View
from companion.words import NOTHING, Text, text

NO_RACE: Final = text("No game has ended yet.")
CUT: Final = text("The last game cannot be shown: its end was not saved.")
FETCHING: Final = text("The last game is being loaded.")


class RaceRecalled(NamedTuple):
    """The race that ended last was replayed: its final session, or None and the reason."""

    race: Session | None
    words: Text = NOTHING


def on_open(session: Session) -> Result:
    """Show the race as soon as it is known."""
    if session.timeline.last is not None:
        return show_page(session, LAST, LastRaceState(session.timeline.last)), ()
    if not session.config.has_finished_race:
        return refuse(session, NO_RACE)
    return push_page(session, LAST, LastRaceState(), seen=False)._replace(notice=FETCHING), (
        RecallRace(),
    )


def on_recalled(session: Session, looking: LastRaceState, message: RaceRecalled) -> Result:
    """Show the replayed race, or why it failed; ignored after the page was closed."""
    if looking.race is not None:
        return session, ()
    race = message.race
    if race is None or race.match is None or race.page != OVER:
        return pop_pages(session, LAST)._replace(
            notice=message.words or (NO_RACE if race is None else CUT)
        ), ()
    if session.page == session.config.pages[0]:
        after = push_page(session, LAST, LastRaceState(race))
    else:
        after = pop_pages(session, LAST)
    return after._replace(
        timeline=after.timeline._replace(last=race),
        notice="" if session.notice == FETCHING else session.notice,
    ), ()


def last_view(session: Session, looking: LastRaceState) -> View | None:
    """Return how the race ended, without a way into it."""
    race = looking.race
    if race is None:
        return None
    assert race.match is not None
    turn, entry = race.config.game.wording.turn(race.match.shown.turn), entry_of(race)
    if entry is None:
        hint = text("It ended in {turn}.", turn=turn)
    else:
        hint = text("On {board}; it ended in {turn}.", board=entry.title, turn=turn)
    seen = over_view(race)
    return seen._replace(
        page=LAST,
        body=seen.body._replace(other=None, tournament=NOTHING),
        title=text("The last game"),
        hint=hint,
        back=text("Close"),
        forward=text("History"),
        on_back=ClosePage(LAST),
        on_forward=OpenPage(HISTORY),
    )


PAGE: Final = Page(
    last_view, {RaceRecalled: on_recalled}, opened=on_open, opens=Precondition(unless=(LATER,))
)
