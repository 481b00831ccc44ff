"""The end of an evening by touch: the computer is switched off or started again, or safe mode is left; the loop carries it out.

The question is a place of the debugging menu, the only one that can be opened while no race runs.
"""
from __future__ import annotations

from companion.session import view
from companion.session.commands import LeaveSafeMode, SwitchOff
from companion.session.first_steps import Welcoming
from companion.session.house_messages import CallHouse, CallRace, EndEvening, StartAsUsual
from companion.session.overlays import Menu
from companion.session.session import Result, Session, replace


def asks_ending(session: Session) -> bool:
    """Whether the question lies over the page whether to switch off; it can be asked without a race, too."""
    return session.menu is not None and session.menu.where == view.ENDING


def on_ask_ending(session: Session) -> Result:
    """Ask; from where there is no menu, closing the question leads back there."""
    menu = session.menu or Menu(straight=True)
    return replace(session, menu=menu._replace(where=view.ENDING, flag=None, proposed=None, turn=None, entry=None), notice=""), ()


def on_end_evening(session: Session, message: EndEvening) -> Result:
    """Only what was shown before is done, and once: a second tap finds the question gone.

    What comes of it, or why it cannot be, is answered with `Noticed`.
    """
    # By the kind, too: named tuples of other kinds are equal where their values are.
    if session.menu is None or not isinstance(session.menu.proposed, EndEvening) or session.menu.proposed != message:
        return session, ()
    return replace(session, menu=None, notice=""), (SwitchOff(message.restart),)


def on_call_house(session: Session, message: CallHouse) -> Result:
    """On an appliance that nobody has made ready yet the first steps are shown, but not in safe mode, nor over a race that waits."""
    # An evening that goes on with a race, or that was set up further already, is not at its first page.
    new = message.appliance and not message.safe and not session.preferences.welcomed and session.page == view.BOARD
    welcoming = Welcoming() if new and session.returning is None else session.welcoming
    return replace(session, house=replace(session.house, appliance=message.appliance, safe=message.safe), welcoming=welcoming), ()


def on_call_race(session: Session, message: CallRace) -> Result:
    """The journal has a race that has ended, to be looked at again."""
    return replace(session, house=replace(session.house, raced=True)), ()


def on_start_as_usual(session: Session, message: StartAsUsual) -> Result:
    """Leave safe mode, where this is one."""
    return session, (LeaveSafeMode(),) if session.house.safe else ()
