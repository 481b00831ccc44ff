"""The debugging menu as a view: its top, the way back, the turn, the settings, and what all its places have in common (rulebook 12).

Remedies are tried before they are shown (`show_proposals.refusal`), so that one that cannot be says why instead of being touched in vain.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.session import view
from companion.session.deciding import outcome
from companion.session.house_messages import SaveBundle
from companion.session.messages import (
    CARD, INSTRUCTION, REGISTER, START, TURN, Abort, Choose, CloseMenu, Decide, EndEvening, GoBack, GoForward, Message, OpenMenu, OpenPage, Repeat,
    SaveReport, Skip,
)
from companion.session.pages.certify import OpenCertify
from companion.session.menu import pieces_meant
from companion.session.pages.table import OpenTable
from companion.session.moments import due, on_table, short_place, standing, target
from companion.session.overlays import Menu
from companion.session.session import Moment, Session, replace
from companion.session.show_ending import ending_place, ending_preview
from companion.session.show_form import form_place
from companion.session.show_history import history_view
from companion.session.show_preview import later_words, preview_of, with_preview
from companion.session.show_proposals import choice, drawn, refusal, seen_group
from companion.session.show_seating import chairs_place, markers_place
from companion.session.pictures import table_picture, table_words
from companion.session.view import BoardPicture, View
from companion.session.choices import CHIPS, WAYS, Choice, ChoiceGroup, MenuPage
from companion.signals import Deed
from companion.words import NOTHING, Text, count, sentences, text

LEVELS: Final[Mapping[str, Text]] = {
    INSTRUCTION: text("One instruction"), CARD: text("One card"), REGISTER: text("One register"), TURN: text("One turn"), START: text("To the start"),
}


def menu_view(session: Session, menu: Menu) -> View:
    """The menu at its place."""
    if menu.where == view.PAST:
        return history_view(session, menu)
    title, hint, groups, board = PLACES.get(menu.where, _top)(session, menu)
    page, shown = MenuPage(menu.where, groups), table_words(session) if menu.where != view.ENDING else NOTHING
    # It is no remedy of the race, and can be proposed where there is none.
    if isinstance(menu.proposed, EndEvening):
        page = replace(page, preview=ending_preview(session, menu.proposed))
    elif menu.proposed is not None:
        # Tried once, for the words and for the map, and before cards were covered.
        found = menu.tried if menu.tried is not None else outcome(session, menu.proposed)
        preview, adjust = preview_of(session, menu, menu.proposed, found)
        page, board = replace(page, preview=preview, adjust=adjust), with_preview(session, menu.proposed, board, found)
        if later := later_words(session, menu.proposed):
            title, shown = text("After {part}", part=due(session)), later
    back = text("Close") if menu.where == view.TOP or menu.straight else text("Menu")
    return View(
        view.MENU, title, sentences(shown, hint), board, page, session.step, back, "", "", session.notice, session.house.table, on_back=CloseMenu(),
    )


# ---- Top -----------------------------------------------------------------------------------------------------------------


def _top(session: Session, menu: Menu) -> tuple[Text, Text, tuple[ChoiceGroup, ...], BoardPicture]:
    names = session.setup.names
    clanks = tuple(Choice(names[piece.seat], "", Choose(piece.seat), sign=piece.seat) for piece in pieces_meant(session))
    ways = (
        Choice(text("Go back"), text("Take back what was played"), OpenMenu(view.BACK), symbol="undo"),
        Choice(text("History"), text("What happened, turn by turn"), OpenMenu(view.PAST), symbol="clock"),
        Choice(text("Flags"), text("Lay a flag on another square"), OpenMenu(view.MARKERS), symbol="flag"),
        Choice(text("Seats"), text("Who plays which clank"), OpenMenu(view.CHAIRS), symbol="person"),
        Choice(text("This turn"), text("Repeat, skip, deal again, end"), OpenMenu(view.TURNING), symbol="skip"),
        Choice(text("Settings"), text("Other rules from the next turn on"), OpenMenu(view.SETTINGS), symbol="gear"),
    )
    more: tuple[tuple[str, Message | Deed], ...] = (
        (text("Table test"), OpenTable()), (text("Certify"), OpenCertify()), (text("Doctor"), OpenPage("doctor")), (text("Update"), OpenPage("update")), (text("Clean screen"), OpenPage("locked")),
        (text("First steps"), OpenPage("welcome")),
        (text("Save report"), SaveReport()), (text("Save bundle"), SaveBundle()),
        (text("Switch off"), OpenMenu(view.ENDING)),
    )
    groups = (
        ChoiceGroup(text("Clank"), CHIPS, clanks), ChoiceGroup(text("Race"), WAYS, ways),
        ChoiceGroup(text("Table"), CHIPS, tuple(Choice(label, "", message) for label, message in more)),
    )
    return text("Put something right"), _top_hint(session), groups, replace(table_picture(session), touchable=True)


def _top_hint(session: Session) -> Text:
    """Who is stranded stands first, since nobody else will help it (12.1)."""
    match = session.match
    waiting = match is not None and session.page not in (view.PLAY, view.OVER)
    stranded = session.house.game.corrections.stranded(match.position, session.setup.names) if match is not None and waiting else NOTHING
    return stranded or text("Touch a clank, or choose what to do.")


# ---- The way back --------------------------------------------------------------------------------------------------------


def _back(session: Session, menu: Menu) -> tuple[Text, Text, tuple[ChoiceGroup, ...], BoardPicture]:
    ways = [_level(session, level, label) for level, label in LEVELS.items()]
    if session.future:
        # Shown only where there is something to go forward to; the five ways back always stand in their places.
        ways.append(_way(session, GoForward(), text("Forward again"), session.future[0], "redo"))
    groups = (ChoiceGroup("", WAYS, tuple(ways)),)
    return text("Go back"), text("Choose how far. Then the screen tells you what to move."), groups, table_picture(session)


def _level(session: Session, level: str, label: Text) -> Choice:
    """One way back, blocked where it leads nowhere."""
    moment = target(session, level)
    if moment is None:
        return Choice(label, text("There is nothing before this."), Decide(GoBack(level)), refusal(session, GoBack(level)), symbol="undo")
    return _way(session, GoBack(level), label, moment, "undo")


def _way(session: Session, remedy: GoBack | GoForward, label: Text, moment: Moment, symbol: str) -> Choice:
    """Where it leads and how many clanks hands will move for it; touched, it goes there without a preview."""
    moved = session.house.game.lead(on_table(session), standing(session, moment.match, moment.page), session.setup.names)
    moves = sum(len(told.moves) for told in moved)
    hands = count("{number} clank to move", "{number} clanks to move", moves) if moves else text("no clank moves")
    # There is a place to go to, so that only a check of the table can be in the way; asking costs a walk through the whole race.
    blocked = refusal(session, remedy) if session.returning is not None else NOTHING
    return Choice(label, text("{place}; {hands}", place=short_place(moment), hands=hands), Decide(remedy), blocked, symbol=symbol)


# ---- This turn, settings -------------------------------------------------------------------------------------------------


def _turning(session: Session, menu: Menu) -> tuple[Text, Text, tuple[ChoiceGroup, ...], BoardPicture]:
    assert session.match is not None
    corrections = session.house.game.corrections
    again = Choice(text("Show again"), text("The instruction before this one, once more"), Decide(Repeat()), refusal(session, Repeat()), symbol="clock")
    ways = (
        again, choice(session, text("Skip to the end"), Skip(), text("Count the rest of this register as done"), symbol="skip"),
        *(choice(session, pick.label, pick.change, pick.about, symbol=pick.symbol) for pick in corrections.course(session.match.position)),
        choice(session, text("Break it off"), Abort(), text("Back to where this turn began"), symbol="undo"),
    )
    return text("This turn"), text("Whatever cannot be done now says why."), (ChoiceGroup("", WAYS, ways),), table_picture(session)


def _settings(session: Session, menu: Menu) -> tuple[Text, Text, tuple[ChoiceGroup, ...], BoardPicture]:
    assert session.match is not None
    fields = session.house.game.corrections.settings(session.match.position)
    groups = (*(drawn(session, field) for field in fields), seen_group(session.preferences))
    return text("Settings"), text("A change holds from the next turn on."), groups, table_picture(session)


PLACES: Final[Mapping[str, Callable[[Session, Menu], tuple[Text, Text, tuple[ChoiceGroup, ...], BoardPicture]]]] = {
    view.TOP: _top, view.BACK: _back, view.TURNING: _turning, view.SETTINGS: _settings, view.CLANK: form_place,
    view.MARKERS: markers_place, view.CHAIRS: chairs_place, view.ENDING: ending_place,
}
"""Each place of the menu: title, hint, groups and map."""
