"""The paused game: no time runs, nothing is confirmed, and hands are covered.

A pause is kept with the game, so a table that lost its power comes back paused.
"""

from __future__ import annotations

from typing import Final

from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.session.choices import Choice
from companion.session.clock import timer_picture
from companion.session.pages import Page, find_page
from companion.session.session import Result, Session, pop_pages
from companion.session.view import OVER, PAUSED, View
from companion.words import NOTHING, Text, count, text


@kept_as("PauseGame on")
class PauseGame(NamedTuple):
    """Pause the game (`on`), or go on."""

    on: bool


class PausedPage(NamedTuple):
    """The message of a touch, and the time left for answers, NOTHING where none runs."""

    go_on: PauseGame
    left: Text


def can_pause(session: Session) -> bool:
    """Return whether there is a game that can be paused now."""
    return session.match is not None and session.page != OVER and not session.timeline.game_paused


def pause_choice() -> Choice:
    """Return the button that pauses the game, by a long press so as to avoid accidents."""
    return Choice(
        text("Pause the game"),
        text("Hold this button to stop the time for everybody."),
        PauseGame(True),
        symbol="pause",
        hold=True,
    )


def on_pause_game(session: Session, message: PauseGame) -> Result:
    """Pause and close the menu, or go on where everything was."""
    if message.on is True and can_pause(session):
        about = (overlay.page for overlay in session.overlays if find_page(overlay.page).of_race)
        return pop_pages(session, *about)._replace(
            timeline=session.timeline._replace(game_paused=True), notice=""
        ), ()
    if message.on is False and session.timeline.game_paused:
        return session._replace(
            timeline=session.timeline._replace(game_paused=False), notice=""
        ), ()
    return session, ()


def left_words(session: Session) -> Text:
    """Return how much time is left; NOTHING where none has begun."""
    timer = timer_picture(session)
    if timer is None or not timer.runs:
        return NOTHING
    return count(
        "{number} second is left when the game continues.",
        "{number} seconds are left when the game continues.",
        timer.left,
    )


def paused_view(session: Session, state: object) -> View:
    """Return the page; a touch anywhere goes on."""
    go_on = PauseGame(False)
    return View(
        PAUSED,
        text("The game is paused"),
        hint=text("Time has stopped for everybody, and all hands are covered."),
        body=PausedPage(go_on, left_words(session)),
        forward=text("Go on"),
        on_forward=go_on,
    )


PAGE: Final = Page(paused_view, always={PauseGame: on_pause_game})
