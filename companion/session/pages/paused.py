"""The game is paused: nobody's time runs, nothing is confirmed, and hands lie covered until somebody goes on.

A pause is kept with the game, so that a table that lost its power comes back paused.
"""

from __future__ import annotations

from typing import Final

from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.session.choices import Choice
from companion.session.clock import timer_picture
from companion.session.pages import Page, find_page
from companion.session.session import Result, Session, lifted, replace
from companion.session.view import OVER, PAUSED, View
from companion.words import NOTHING, Text, count, text


@kept_as("PauseGame on")
class PauseGame(NamedTuple):
    """Pause the game (`on`), or go on."""

    on: bool


class PausedPage(NamedTuple):
    """What a touch says, and how much time is left for those who choose, NOTHING where nobody's runs."""

    go_on: PauseGame
    left: Text


def can_pause(session: Session) -> bool:
    """Tell whether there is a game that can be paused now."""
    return session.match is not None and session.page != OVER and not session.game_paused


def pause_choice() -> Choice:
    """Return the button that pauses the whole game; it is held, so that nobody does it in passing."""
    return Choice(
        text("Pause the game"),
        text("Hold this button to stop the time of everybody."),
        PauseGame(True),
        symbol="pause",
        hold=True,
    )


def on_pause_game(session: Session, message: PauseGame) -> Result:
    """Pause, which leads out of the menu; or go on where everything was."""
    if message.on is True and can_pause(session):
        about = (layer.page for layer in session.layers if find_page(layer.page).of_race)
        return replace(lifted(session, *about), game_paused=True, notice=""), ()
    if message.on is False and session.game_paused:
        return replace(session, game_paused=False, notice=""), ()
    return session, ()


def left_words(session: Session) -> Text:
    """Say how much time is left while it stands; NOTHING where nobody's has begun."""
    timer = timer_picture(session)
    if timer is None or not timer.runs:
        return NOTHING
    return count(
        "{number} second is left when the game goes on.",
        "{number} seconds are left when the game goes on.",
        timer.left,
    )


def paused_view(session: Session, state: object) -> View:
    """The words that it is paused; a touch anywhere goes on."""
    go_on = PauseGame(False)
    return View(
        PAUSED,
        text("The game is paused"),
        text("Time has stopped for everybody, and all hands are covered."),
        None,
        PausedPage(go_on, left_words(session)),
        session.step,
        forward=text("Go on"),
        notice=session.notice,
        table=session.house.table,
        on_forward=go_on,
    )


PAGE: Final = Page(paused_view, always={PauseGame: on_pause_game})
