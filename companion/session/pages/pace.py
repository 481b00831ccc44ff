"""The page on which people choose how a round is confirmed: by how many touches, and by whom.

Chosen during the race, from the present instruction on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.session.choices import WAYS, Choice, ChoiceGroup, MenuPage
from companion.session.messages import (
    LIST,
    MIXED,
    SINGLE,
    STEPS,
    WATCH,
    ClosePage,
    SetAutoAdvance,
    SetFlow,
)
from companion.session.pages import Page, opener
from companion.session.pictures import table_picture
from companion.session.session import Result, Session, pop_pages
from companion.session.view import MENU, View
from companion.words import Text, text

NAME: Final = "pace"
FLOWS: Final[Mapping[str, tuple[Text, Text]]] = {
    LIST: (
        text("The whole round"),
        text("Everything in one list. Touch once when all of it is done."),
    ),
    MIXED: (
        text("Cards, then the board"),
        text("One card after another, then everything else together."),
    ),
    STEPS: (text("Step by step"), text("One step for all moves that happen together.")),
    WATCH: (
        text("Screen only"),
        text("There is no board on the table. The screen plays by itself."),
    ),
    SINGLE: (text("Every instruction"), text("One move or one notice at a time.")),
}
"""The label and the meaning of each flow."""
PACES: Final[Mapping[float | None, Text]] = {
    None: text("By a touch or a handle"),
    8.0: text("Slowly"),
    5.0: text("At a normal pace"),
    2.5: text("Fast"),
}
"""The seconds before automatic confirmation, None for confirmation by people."""


def _pace(seconds: float | None) -> Text:
    """Return the meaning of a pace for the players."""
    if seconds is None:
        return text("The screen waits until somebody touches Done or moves a handle.")
    return text(
        "The next instruction comes by itself after {seconds} seconds.", seconds=f"{seconds:g}"
    )


def on_close(session: Session, state: object) -> Result:
    """Go back to the race, and end a pause of automatic confirmation."""
    return pop_pages(session, NAME)._replace(
        lobby=session.lobby._replace(auto_paused=False), notice=""
    ), ()


def pace_view(session: Session, state: object) -> View | None:
    """Return both choices with their present values."""
    if session.match is None:
        return None
    flows = tuple(
        Choice(label, about, SetFlow(flow), chosen=flow == session.lobby.flow)
        for flow, (label, about) in FLOWS.items()
    )
    paces = tuple(
        Choice(label, _pace(seconds), SetAutoAdvance(seconds), chosen=seconds == session.lobby.auto)
        for seconds, label in PACES.items()
    )
    groups = (
        ChoiceGroup(text("Next instruction"), WAYS, paces),
        ChoiceGroup(text("Instructions at a time"), WAYS, flows),
    )
    return View(
        MENU,
        text("Pace of the instructions"),
        hint=text("This applies now and to the next game."),
        board=table_picture(session),
        body=MenuPage(NAME, groups),
        back=text("Go on") if session.lobby.auto_paused else text("Close"),
        on_back=ClosePage(NAME),
    )


PAGE: Final = Page(pace_view, opened=opener(NAME, ()), closed=on_close, of_race=True)
