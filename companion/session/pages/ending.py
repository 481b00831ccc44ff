"""The question whether to end the program, to switch the computer off or to start it again; the host carries it out.

It can lie over the setup, too, where no race runs; its map is that of the chosen board then.
"""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.choices import CHIPS, WAYS, Choice, ChoiceGroup, MenuPage, Preview
from companion.session.commands import QuitProgram, SwitchOff
from companion.session.lobby.house import ending_label
from companion.session.messages import ClosePage
from companion.session.pages import Page, opener
from companion.session.pictures import setup_picture, table_picture
from companion.session.session import Result, Session, close_pages, show_page
from companion.session.view import ENDING, MENU, BoardPicture, View
from companion.words import Text, text

NOTHING_ASKED: Final = ChoiceGroup("", CHIPS, ())


class Ending(NamedTuple):
    """What is proposed: to `restart` the computer (True), to switch it off (False), or nothing yet (None); or to end the program (`quits`)."""

    restart: bool | None = None
    quits: bool = False


# ---- What is said --------------------------------------------------------------------------------------------------------


class ProposeEnding(NamedTuple):
    """Show what it would mean to switch off or to `restart`; None drops it."""

    restart: bool | None


class ProposeQuit(NamedTuple):
    """Show what it would mean to end the program."""


class Quit(NamedTuple):
    """End the program; everything that was played is kept. It counts only while just this is proposed."""


class EndEvening(NamedTuple):
    """Switch the computer of the table off, or `restart` it; everything that was played is kept. It counts only while just this is proposed."""

    restart: bool


# ---- What it does --------------------------------------------------------------------------------------------------------


def on_propose(session: Session, ending: Ending, message: ProposeEnding) -> Result:
    """Something is to be shown before it is done, or is dropped."""
    if message.restart is not None and not isinstance(message.restart, bool):
        return session, ()
    return show_page(session, ENDING, Ending(message.restart)), ()


def on_end(session: Session, ending: Ending, message: EndEvening) -> Result:
    """Only what was shown before is done, and once: a second tap finds the question gone.

    What comes of it, or why it cannot be, is answered with `Noticed`.
    """
    if ending.restart is None or message.restart is not ending.restart:
        return session, ()
    return close_pages(session, ENDING, MENU), (SwitchOff(ending.restart),)


def on_propose_quit(session: Session, ending: Ending, message: ProposeQuit) -> Result:
    """Show it before it is done, where the program can be ended."""
    return (
        (show_page(session, ENDING, Ending(quits=True)), ())
        if session.house.quits
        else (session, ())
    )


def on_quit(session: Session, ending: Ending, message: Quit) -> Result:
    """Only what was shown before is done, and once."""
    if not ending.quits:
        return session, ()
    return close_pages(session, ENDING, MENU), (QuitProgram(),)


# ---- What there is to see ------------------------------------------------------------------------------------------------


def ending_view(session: Session, ending: Ending) -> View:
    """The ways, and the one that is proposed."""
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
            if session.house.quits
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
    hint = (
        text("This session is not saved.")
        if _unkept(session)
        else text("Everything you played is saved.")
    )
    page = MenuPage(ENDING, (ChoiceGroup("", WAYS, ways),), _proposed(session, ending))
    back = text("Close") if session.kept(MENU) is None else text("Menu")
    return View(
        MENU,
        ending_label(session),
        hint,
        _picture(session),
        page,
        session.step,
        back,
        "",
        "",
        session.notice,
        session.house.table,
        on_back=ClosePage(ENDING),
    )


def _picture(session: Session) -> BoardPicture | None:
    """The table as it is, or the board that is chosen."""
    return setup_picture(session) if session.match is None else table_picture(session)


def _unkept(session: Session) -> bool:
    """Whether the session has no journal, or none that takes anything now.

    The loop tells a journal that cannot write as a trouble at the place "journal".
    """
    return bool(session.house.safe) or "journal" in session.troubles


def _proposed(session: Session, ending: Ending) -> Preview | None:
    """What is proposed, None for nothing."""
    if ending.quits:
        return Preview(
            text("End the app?"),
            (_fate(session), text("The computer stays on.")),
            "",
            text("Quit"),
            Quit(),
            ProposeEnding(None),
            NOTHING_ASKED,
            NOTHING_ASKED,
            ("", ""),
        )
    return None if ending.restart is None else _preview(session, ending.restart)


def _fate(session: Session) -> Text:
    """Say what becomes of the game, or of what was chosen for one."""
    race = session.match is not None
    if _unkept(session):
        return text("This game is not saved.") if race else text("Your choices here are not saved.")
    return (
        text("The game is saved. You can continue it after the next start.")
        if race
        else text("Your choices here are saved.")
    )


def _preview(session: Session, restart: bool) -> Preview:
    """What switching off means; nobody has to say who wants it and why."""
    off = (
        text("The computer restarts.")
        if restart
        else text("Unplug the computer only when the screen is dark.")
    )
    title, label = (
        (text("Restart the computer?"), text("Restart"))
        if restart
        else (text("Switch the computer off?"), text("Switch off"))
    )
    return Preview(
        title,
        (_fate(session), off),
        "",
        label,
        EndEvening(restart),
        ProposeEnding(None),
        NOTHING_ASKED,
        NOTHING_ASKED,
        ("", ""),
    )


# It says what becomes of the race, or of what was chosen for one, and so goes when another begins.
PAGE: Final = Page(
    ending_view,
    {ProposeEnding: on_propose, EndEvening: on_end, ProposeQuit: on_propose_quit, Quit: on_quit},
    opened=opener(ENDING, Ending()),
    of_race=True,
)
