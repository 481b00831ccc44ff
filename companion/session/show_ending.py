"""The question whether to switch off, as a place of the menu.

It can lie over the setup, too, where no race runs; its map is that of the chosen board then.
"""
from __future__ import annotations

from companion.session.messages import EndEvening, Propose
from companion.session.overlays import Menu
from companion.session.pictures import flag_pairs, table_picture
from companion.session.session import Session
from companion.session.setup import entry_of
from companion.session.view import BoardPicture
from companion.session.choices import CHIPS, WAYS, Choice, ChoiceGroup, Preview
from companion.words import Text, text

NOTHING_ASKED = ChoiceGroup("", CHIPS, ())


def ending_place(session: Session, menu: Menu) -> tuple[Text, Text, tuple[ChoiceGroup, ...], BoardPicture]:
    """Title, hint, the two ways, and the map, whether a race runs or not."""
    ways = (
        Choice(text("Switch off"), text("Until somebody switches it on"), Propose(EndEvening(False)), symbol="stop"),
        Choice(text("Restart"), text("Off, and at once on again"), Propose(EndEvening(True)), symbol="redo"),
    )
    hint = text("Nothing of this evening is kept.") if _unkept(session) else text("Everything you played is kept.")
    return text("Switch off"), hint, (ChoiceGroup("", WAYS, ways),), _picture(session)


def _picture(session: Session) -> BoardPicture:
    """The table as it is, or the board that is chosen."""
    return BoardPicture(entry_of(session).board, flag_pairs(session.setup.flags)) if session.match is None else table_picture(session)


def _unkept(session: Session) -> bool:
    """Whether the evening has no journal, or none that takes anything now.

    The loop tells a journal that cannot write as a trouble at the place "journal".
    """
    return bool(session.house.safe) or "journal" in session.troubles


def ending_preview(session: Session, proposed: EndEvening) -> Preview:
    """What switching off means; nobody has to say who wants it and why."""
    race = session.match is not None
    kept = text("The race is kept, and offered again at the next start.") if race else text("What was chosen here is kept.")
    lost = text("This race is not kept.") if race else text("What was chosen here is not kept.")
    off = text("The computer restarts.") if proposed.restart else text("Take the plug out only when the screen is dark.")
    title, label = (text("Restart the computer?"), text("Restart")) if proposed.restart else (text("Switch the computer off?"), text("Switch off"))
    return Preview(title, (lost if _unkept(session) else kept, off), "", label, proposed, Propose(None), NOTHING_ASKED, NOTHING_ASKED, ("", ""))
