"""The failure of a game: what it did, and how to go on.

The race stays where it was and is kept; this page does not call the game.
"""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.choices import LINES, WAYS, Choice, ChoiceGroup, MenuPage
from companion.session.handling import NO_RACE, Guarded, Precondition
from companion.session.lobby.setup import back_to_setup
from companion.session.messages import (
    INSTRUCTION,
    TURN,
    ApplyCorrection,
    ClosePage,
    Confirm,
    GoBack,
    Message,
    SaveReport,
)
from companion.session.pages import Page
from companion.session.past.undo_points import turn_of, undo_point_of
from companion.session.readers_used import used_again
from companion.session.session import Result, Session, pop_pages, push_page
from companion.session.view import FAILED, MENU, View
from companion.signals import CollectCards
from companion.words import Text, text


class LeaveRace(NamedTuple):
    """Leave the race, which stays kept, and go back to the set-up."""

    revision: int
    """The number that the view showed."""


def on_leave(session: Session, message: LeaveRace) -> Result:
    """Go back to the set-up with all its choices."""
    return back_to_setup(session)._replace(overlays=()), (CollectCards({}), *used_again(session))


def on_close(session: Session, words: Text) -> Result:
    """Go back to the race, with an open hand covered because others may look now."""
    match = session.match and session.match.with_hand(None)
    return pop_pages(session, FAILED)._replace(match=match, notice=""), ()


def show_failure(session: Session, words: Text) -> Session:
    """Return the session with this page over everything."""
    return push_page(pop_pages(session, FAILED), FAILED, words)


def on_message(before: Session, after: Session, words: Text, message: Message) -> Result:
    """Close the page when the race has moved."""
    return (after, ()) if after.match is before.match else (pop_pages(after, FAILED), ())


def failed_view(session: Session, words: Text) -> View:
    """Return the failure, and the choices: to go on, to go back, or to leave the race."""
    ways = [
        Choice(
            text("Game report"),
            text("Details for the author of the game"),
            SaveReport(),
            symbol="page",
        )
    ]
    if session.is_open(FAILED):
        ways.insert(
            0,
            Choice(
                text("Try again"),
                text("To just before this, to repeat it or do something else"),
                ClosePage(FAILED),
                symbol="redo",
            ),
        )
    if session.match is not None:
        ways += [
            Choice(
                text("Back one instruction"),
                "",
                ApplyCorrection(GoBack(INSTRUCTION)),
                symbol="back",
            ),
            Choice(
                text(
                    "Back to the start of {turn}",
                    turn=session.config.game.wording.turn(turn_of(undo_point_of(session))),
                ),
                "",
                ApplyCorrection(GoBack(TURN)),
                symbol="back",
            ),
            Choice(
                text("Leave the game"),
                text("It is saved, and you can continue it later"),
                LeaveRace(session.revision),
                symbol="stop",
            ),
        ]
    lines = ChoiceGroup("", LINES, (Choice(words, "", Confirm(session.revision)),))
    if session.match is not None:
        hint = text("The saved game is unchanged.")
    else:
        hint = text("Nothing is lost.")
    game = session.config.game
    title = text("{game} has failed", game=game.title if isinstance(game.title, str) else game.key)
    return View(
        MENU,
        title,
        hint=hint,
        body=MenuPage(FAILED, (lines, ChoiceGroup("", WAYS, tuple(ways)))),
    )


PAGE: Final = Page(
    failed_view,
    always={
        LeaveRace: Guarded(
            on_leave,
            Precondition(
                unless=(NO_RACE,), at_revision=True, refusal=text("There is no game to leave.")
            ),
        )
    },
    closed=on_close,
    on_message=on_message,
)
