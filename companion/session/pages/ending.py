"""The question whether to end the program, switch the computer off or restart it.

The host carries it out. The page can also be over the set-up, with the map of the chosen board.
"""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.choices import CHIPS, WAYS, Choice, ChoiceGroup, CorrectionPreview, MenuPage
from companion.session.commands import QuitProgram, SwitchOff
from companion.session.lobby.device import ending_label
from companion.session.messages import ClosePage
from companion.session.pages import Page, opener
from companion.session.pictures import setup_picture, table_picture
from companion.session.session import Result, Session, close_pages, show_page
from companion.session.view import ENDING, MENU, View
from companion.words import Text, text

NOTHING_ASKED: Final = ChoiceGroup("", CHIPS, ())


class EndingState(NamedTuple):
    restart: bool | None = None
    """To restart the computer (True), to switch it off (False), or neither (None)."""
    quits: bool = False
    """To end the program."""


# ---- Messages ----


class ProposeEnding(NamedTuple):
    """Show the effect of switching off or of `restart`; None drops the proposal."""

    restart: bool | None


class ProposeQuit(NamedTuple):
    """Show the effect of ending the program."""


class Quit(NamedTuple):
    """End the program with everything kept; only while this is proposed."""


class EndSession(NamedTuple):
    """Switch the computer off or `restart` it, with everything kept; only while it is proposed."""

    restart: bool


# ---- Handlers ----


def on_propose(session: Session, ending: EndingState, message: ProposeEnding) -> Result:
    """Show a proposal, or drop it."""
    if message.restart is not None and not isinstance(message.restart, bool):
        return session, ()
    return show_page(session, ENDING, EndingState(message.restart)), ()


def on_end(session: Session, ending: EndingState, message: EndSession) -> Result:
    """Carry out the proposal, once: after that the question is closed.

    The result, or why it is impossible, is answered with `ShowNotice`.
    """
    if ending.restart is None or message.restart is not ending.restart:
        return session, ()
    return close_pages(session, ENDING, MENU), (SwitchOff(ending.restart),)


def on_propose_quit(session: Session, ending: EndingState, message: ProposeQuit) -> Result:
    """Show the proposal, where the program can be ended."""
    if session.config.quits:
        return show_page(session, ENDING, EndingState(quits=True)), ()
    return session, ()


def on_quit(session: Session, ending: EndingState, message: Quit) -> Result:
    """Carry out the proposal, once."""
    if not ending.quits:
        return session, ()
    return close_pages(session, ENDING, MENU), (QuitProgram(),)


# ---- View ----


def ending_view(session: Session, ending: EndingState) -> View:
    """Return the choices and the present proposal."""
    ways = (
        *(
            [
                Choice(
                    text("Quit"),
                    text("The app ends, the computer stays on"),
                    ProposeQuit(),
                    symbol="back",
                )
            ]
            if session.config.quits
            else []
        ),
        Choice(
            text("Switch off"),
            text("It stays off until somebody switches it on"),
            ProposeEnding(False),
            symbol="stop",
        ),
        Choice(
            text("Restart"),
            text("It switches off and on again"),
            ProposeEnding(True),
            symbol="redo",
        ),
    )
    if _unkept(session):
        hint = text("This session is not saved.")
    else:
        hint = text("Everything you played is saved.")
    page = MenuPage(ENDING, (ChoiceGroup("", WAYS, ways),), _proposed(session, ending))
    back = text("Close") if not session.is_open(MENU) else text("Menu")
    return View(
        MENU,
        ending_label(session),
        hint=hint,
        board=setup_picture(session) if session.match is None else table_picture(session),
        body=page,
        back=back,
        on_back=ClosePage(ENDING),
    )


def _unkept(session: Session) -> bool:
    """Return whether the session has no working journal.

    The loop reports a journal that cannot write as a trouble at the place "journal".
    """
    return bool(session.config.safe) or "journal" in session.readers.troubles


def _proposed(session: Session, ending: EndingState) -> CorrectionPreview | None:
    """Return the present proposal without a question who wants it and why, None for none."""
    message: Quit | EndSession
    if ending.quits:
        title, effect = text("End the app?"), text("The computer stays on.")
        label, message = text("Quit"), Quit()
    elif ending.restart is None:
        return None
    elif ending.restart:
        title, effect = text("Restart the computer?"), text("The computer restarts.")
        label, message = text("Restart"), EndSession(True)
    else:
        title = text("Switch the computer off?")
        effect = text("Unplug the computer only when the screen is dark.")
        label, message = text("Switch off"), EndSession(False)
    return CorrectionPreview(
        title,
        (_fate(session), effect),
        refused="",
        label=label,
        do=message,
        drop=ProposeEnding(None),
        who=NOTHING_ASKED,
        why=NOTHING_ASKED,
        names=("", ""),
    )


def _fate(session: Session) -> Text:
    """Return what happens to the game, or to the choices for one."""
    race = session.match is not None
    if _unkept(session):
        return text("This game is not saved.") if race else text("Your choices here are not saved.")
    if race:
        return text("The game is saved. You can continue it after the next start.")
    return text("Your choices here are saved.")


# It is about the present race or set-up, so it closes when another race begins.
PAGE: Final = Page(
    ending_view,
    {ProposeEnding: on_propose, EndSession: on_end, ProposeQuit: on_propose_quit, Quit: on_quit},
    opened=opener(ENDING, EndingState()),
    of_race=True,
)
