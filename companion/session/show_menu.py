"""The debugging menu as a view: its top, the way back, the turn, the settings, and what all its places have in common (rulebook 12).

Remedies are tried before they are shown (`show_proposals.refusal`), so that one that cannot be says why instead of being touched in vain.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.session import view
from companion.session.deciding import outcome
from companion.session.house_messages import EndEvening, OpenDoctor, OpenUpdate, SaveBundle
from companion.session.menu import pieces_meant
from companion.session.messages import (
    CARD, INSTRUCTION, REGISTER, START, TURN, Abort, Choose, CleanScreen, CloseMenu, Decide, GoBack, GoForward, Message, OpenCertify,
    OpenMenu, OpenTable, Repeat, SaveReport, Skip,
)
from companion.session.moments import place_words, target
from companion.session.on_table import due, on_table, standing
from companion.session.overlays import Menu
from companion.session.session import Moment, Session, replace
from companion.session.show_ending import ending_place, ending_preview
from companion.session.show_form import form_place
from companion.session.show_history import history_view
from companion.session.show_preview import later_words, preview_of, with_preview
from companion.session.show_proposals import choice, drawn, refusal, seen_group
from companion.session.show_seating import chairs_place, markers_place
from companion.session.show_travel import table_picture, table_words
from companion.session.view import BoardPicture, View
from companion.session.view_menu import CHIPS, WAYS, Choice, ChoiceGroup, MenuPage
from companion.session.welcome_messages import OpenWelcome
from companion.signals import Deed
from companion.words import NOTHING

# A large button has room for seventy letters about it at 800 x 480, and the count of clanks to move follows.
LONGEST_PLACE: Final = 42
"""Letters of a place in the race that a button has room for."""
LEVELS: Final[Mapping[str, str]] = {
    INSTRUCTION: "One instruction", CARD: "One card", REGISTER: "One register", TURN: "One turn", START: "To the start",
}


def menu_view(session: Session, menu: Menu) -> View:
    """The menu at its place."""
    if menu.where == view.PAST:
        return history_view(session, menu)
    title, hint, groups, board = PLACES.get(menu.where, _top)(session, menu)
    page, shown = MenuPage(menu.where, groups), table_words(session) if menu.where != view.ENDING else ""
    # It is no remedy of the race, and can be proposed where there is none.
    if isinstance(menu.proposed, EndEvening):
        page = replace(page, preview=ending_preview(session, menu.proposed))
    elif menu.proposed is not None:
        # Tried once, for the words and for the map, and before cards were covered.
        found = menu.tried if menu.tried is not None else outcome(session, menu.proposed)
        preview, adjust = preview_of(session, menu, menu.proposed, found)
        page, board = replace(page, preview=preview, adjust=adjust), with_preview(session, menu.proposed, board, found)
        if later := later_words(session, menu.proposed):
            title, shown = f"After {due(session)}", later
    # Two blanks: what stands apart by them are texts of their own in other languages.
    back = "Close" if menu.where == view.TOP or menu.straight else "Menu"
    return View(
        view.MENU, title, f"{shown}  {hint}".strip(), board, page, session.step, back, "", "", session.notice, session.house.table, on_back=CloseMenu(),
    )


# ---- Top -----------------------------------------------------------------------------------------------------------------


def _top(session: Session, menu: Menu) -> tuple[str, str, tuple[ChoiceGroup, ...], BoardPicture]:
    names = session.setup.names
    clanks = tuple(Choice(names[piece.seat], "", Choose(piece.seat), sign=piece.seat) for piece in pieces_meant(session))
    ways = (
        Choice("Go back", "Take back what was played", OpenMenu(view.BACK), symbol="undo"),
        Choice("History", "What happened, turn by turn", OpenMenu(view.PAST), symbol="clock"),
        Choice("Flags", "Lay a flag on another square", OpenMenu(view.MARKERS), symbol="flag"),
        Choice("Seats", "Who plays which clank", OpenMenu(view.CHAIRS), symbol="person"),
        Choice("This turn", "Repeat, skip, deal again, end", OpenMenu(view.TURNING), symbol="skip"),
        Choice("Settings", "Other rules from the next turn on", OpenMenu(view.SETTINGS), symbol="gear"),
    )
    more: tuple[tuple[str, Message | Deed], ...] = (
        ("Table test", OpenTable()), ("Certify", OpenCertify()), ("Doctor", OpenDoctor()), ("Update", OpenUpdate()), ("Clean screen", CleanScreen(True)),
        ("First steps", OpenWelcome()),
        ("Save report", SaveReport()), ("Save bundle", SaveBundle()),
        ("Switch off", OpenMenu(view.ENDING)),
    )
    groups = (
        ChoiceGroup("Clank", CHIPS, clanks), ChoiceGroup("Race", WAYS, ways),
        ChoiceGroup("Table", CHIPS, tuple(Choice(label, "", message) for label, message in more)),
    )
    return "Put something right", _top_hint(session), groups, replace(table_picture(session), touchable=True)


def _top_hint(session: Session) -> str:
    """Who is stranded stands first, since nobody else will help it (12.1)."""
    match = session.match
    waiting = match is not None and session.page not in (view.PLAY, view.OVER)
    stranded = session.house.game.corrections.stranded(match.position, session.setup.names) if match is not None and waiting else NOTHING
    return str(stranded) or "Touch a clank, or choose what to do."


# ---- The way back --------------------------------------------------------------------------------------------------------


def _back(session: Session, menu: Menu) -> tuple[str, str, tuple[ChoiceGroup, ...], BoardPicture]:
    ways = [_level(session, level, label) for level, label in LEVELS.items()]
    if session.future:
        # Shown only where there is something to go forward to; the five ways back always stand in their places.
        ways.append(_way(session, GoForward(), "Forward again", session.future[0], "redo"))
    groups = (ChoiceGroup("", WAYS, tuple(ways)),)
    return "Go back", "Choose how far. Then the screen tells you what to move.", groups, table_picture(session)


def _level(session: Session, level: str, label: str) -> Choice:
    """One way back, blocked where it leads nowhere."""
    moment = target(session, level)
    if moment is None:
        return Choice(label, "There is nothing before this.", Decide(GoBack(level)), refusal(session, GoBack(level)), symbol="undo")
    return _way(session, GoBack(level), label, moment, "undo")


def _way(session: Session, remedy: GoBack | GoForward, label: str, moment: Moment, symbol: str) -> Choice:
    """Where it leads and how many clanks hands will move for it; touched, it goes there without a preview."""
    moved = session.house.game.lead(on_table(session), standing(session, moment.match, moment.page), session.setup.names)
    count = sum(len(told.moves) for told in moved)
    hands = f"{count} clank{'' if count == 1 else 's'} to move" if count else "no clank moves"
    # There is a place to go to, so that only a check of the table can be in the way; asking costs a walk through the whole race.
    blocked = refusal(session, remedy) if session.returning is not None else ""
    return Choice(label, f"{_clipped(place_words(moment))}; {hands}", Decide(remedy), blocked, symbol=symbol)


def _clipped(words: str) -> str:
    """Words with a capital, no longer than a button has room for."""
    words = f"{words[:1].upper()}{words[1:]}"
    return words if len(words) <= LONGEST_PLACE else f"{words[: LONGEST_PLACE - 1].rstrip(' ,:')}…"


# ---- This turn, settings -------------------------------------------------------------------------------------------------


def _turning(session: Session, menu: Menu) -> tuple[str, str, tuple[ChoiceGroup, ...], BoardPicture]:
    assert session.match is not None
    corrections = session.house.game.corrections
    again = Choice("Show again", "The instruction before this one, once more", Decide(Repeat()), refusal(session, Repeat()), symbol="clock")
    ways = (
        again, choice(session, "Skip to the end", Skip(), "Count the rest of this register as done", symbol="skip"),
        *(choice(session, str(pick.label), pick.change, str(pick.about), symbol=pick.symbol) for pick in corrections.course(session.match.position)),
        choice(session, "Break it off", Abort(), "Back to where this turn began", symbol="undo"),
    )
    return "This turn", "Whatever cannot be done now says why.", (ChoiceGroup("", WAYS, ways),), table_picture(session)


def _settings(session: Session, menu: Menu) -> tuple[str, str, tuple[ChoiceGroup, ...], BoardPicture]:
    assert session.match is not None
    fields = session.house.game.corrections.settings(session.match.position)
    groups = (*(drawn(session, field) for field in fields), seen_group(session.preferences))
    return "Settings", "A change holds from the next turn on.", groups, table_picture(session)


PLACES: Final[Mapping[str, Callable[[Session, Menu], tuple[str, str, tuple[ChoiceGroup, ...], BoardPicture]]]] = {
    view.TOP: _top, view.BACK: _back, view.TURNING: _turning, view.SETTINGS: _settings, view.CLANK: form_place,
    view.MARKERS: markers_place, view.CHAIRS: chairs_place, view.ENDING: ending_place,
}
"""Each place of the menu: title, hint, groups and map."""
