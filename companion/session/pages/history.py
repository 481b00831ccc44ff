"""The history of the present race or, over the page LAST, of the last one, turn by turn.

The map shows the past; the race stays where it is until "Back to here" is touched.
"""

from __future__ import annotations

from typing import Final

from companion.games.parts import why_of
from companion.named_tuples import NamedTuple
from companion.session import view
from companion.session.choices import Choice
from companion.session.corrections import NO_RACE
from companion.session.messages import ApplyCorrection, ClosePage, GoTo, Message
from companion.session.pages import Page
from companion.session.pages.menu import MenuState
from companion.session.past.history import (
    HistoryEntry,
    entries,
    is_by_hand,
    note_words,
    shown_race,
    turns,
)
from companion.session.past.undo_points import can_be_mended, is_stop, known_table, standing
from companion.session.pictures import (
    board_picture,
    cards_picture,
    instruction_marks,
    table_picture,
    table_words,
    with_more,
)
from companion.session.session import Result, Session, refuse, show_page
from companion.session.view import HISTORY, LAST, MENU, BoardPicture, CardsPicture, View
from companion.words import Text, sentences, text


class HistoryState(NamedTuple):
    """The part of the history that is shown."""

    turn: int | None = None
    """The turn, None for the last one."""
    entry: int | None = None
    """The entry in the turn, None for the board as it is now."""


# ---- Messages ----


class ShowTurnEntries(NamedTuple):
    """Show the entries of a turn."""

    turn: int


class Recall(NamedTuple):
    """Show the board at one entry, by its index in the turn's list; None for now."""

    entry: int | None


# ---- Handlers ----


def on_open(session: Session) -> Result:
    """Show the last turn; ignored without a race."""
    if _race(session) is None:
        return refuse(session, NO_RACE)
    return show_page(session, HISTORY, HistoryState()), ()


def _race(session: Session) -> Session | None:
    """Return the session whose race is shown: the last one over LAST, else this one, or None."""
    shown = session.is_open(LAST) or can_be_mended(session)
    return shown_race(session) if shown else None


def on_show_turn(session: Session, leafed: HistoryState, message: ShowTurnEntries) -> Result:
    """Show another turn; the view replaces an unknown one by the nearest."""
    if type(message.turn) is not int:
        return session, ()
    return show_page(session, HISTORY, HistoryState(max(1, message.turn))), ()


def on_recall(session: Session, leafed: HistoryState, message: Recall) -> Result:
    """Show the board at an entry, or as it is now."""
    if message.entry is not None and (type(message.entry) is not int or message.entry < 0):
        return session, ()
    return show_page(session, HISTORY, leafed._replace(entry=message.entry)), ()


# ---- View ----


class HistoryRow(NamedTuple):
    """One entry of the history."""

    when: Text | str
    """The part of the turn, such as "Round 2"."""
    words: Text | str
    rule: str
    why: Text | str
    seat: int | None
    """The seat that it concerns first, or None."""
    by_hand: bool
    """Whether people made the change."""
    note: Text | str
    """The author of the change and the reason for it."""
    message: Message
    """The message that shows the board at this entry."""


class HistoryPage(NamedTuple):
    """A turn, entry by entry."""

    turn: int
    rows: tuple[HistoryRow, ...]
    chosen: int | None
    """The entry whose board the map shows, None for the present."""
    earlier: Choice | None
    """The turn before, None at the start."""
    later: Choice | None
    """The turn after, None at the end."""
    back_to: Choice | None
    """The choice to go back to the chosen entry, None where that is impossible."""


def history_view(session: Session, leafed: HistoryState) -> View | None:
    """Return one turn of the race, by default the last one."""
    race = _race(session)
    if race is None:
        return None
    first, last = turns(race)
    turn = min(max(leafed.turn or last, first), last)
    found, wording = entries(race, turn), race.config.game.wording
    chosen = leafed.entry if leafed.entry is not None and leafed.entry < len(found) else None
    rows = []
    for number, entry in enumerate(found):
        card = next((instruction.card for instruction in entry.instructions), "")
        rows.append(
            HistoryRow(
                entry.when,
                entry.words,
                rule=entry.rule,
                why=why_of(race.config.game, entry.rule, card),
                seat=entry.seat,
                by_hand=is_by_hand(entry),
                note=note_words(entry.made),
                # Touching the chosen one shows the present again.
                message=Recall(None if number == chosen else number),
            )
        )
    page = HistoryPage(
        turn,
        tuple(rows),
        chosen=chosen,
        earlier=Choice(wording.turn_title(turn - 1), "", ShowTurnEntries(turn - 1))
        if turn > first
        else None,
        later=Choice(wording.turn_title(turn + 1), "", ShowTurnEntries(turn + 1))
        if turn < last
        else None,
        back_to=_back_to(session, found[chosen])
        if chosen is not None and race is session
        else None,
    )
    if chosen is None:
        board, cards = table_picture(race), cards_picture(race)
    else:
        board, cards = _recalled(race, found[chosen])
    hint = _hint(race, chosen is not None, board is not None or cards is None)
    return View(
        HISTORY,
        text("History: {turn}", turn=wording.turn(turn)),
        hint=hint,
        board=board,
        body=page,
        back=text("Close") if not session.is_open(MENU) else text("Menu"),
        on_back=ClosePage(HISTORY),
        cards=cards,
    )


def _hint(race: Session, recalled: bool, mapped: bool) -> Text:
    """Return what the map or the cards show, and what to do."""
    if recalled:
        if mapped:
            return text("The map shows the board before this entry.")
        return text("The picture shows the table before this entry.")
    return sentences(
        table_words(race),
        text("Touch an entry to see the board before it.")
        if mapped
        else text("Touch an entry to see the table before it."),
    )


def _back_to(session: Session, entry: HistoryEntry) -> Choice | None:
    """Return the choice to go back to an undo point; None where the race cannot stop there.

    None also during the check of the table.
    """
    number, menu = entry.point.number, session.state_of(MENU, MenuState)
    if (
        number >= session.timeline.number
        or session.timeline.resume_check is not None
        or not is_stop(entry.point)
    ):
        return None
    # The name and the reason from the menu count here, too.
    if menu is None:
        decide = ApplyCorrection(GoTo(number))
    else:
        decide = ApplyCorrection(GoTo(number), menu.who, menu.why)
    return Choice(text("Back to here"), text("Undo everything since then"), decide)


def _recalled(
    session: Session, entry: HistoryEntry
) -> tuple[BoardPicture | None, CardsPicture | None]:
    """Return the board and the cards before an entry, with its moves and beams.

    Pieces and markers have the names and places of that time.
    """
    point = entry.point
    then = session._replace(
        lobby=session.lobby._replace(setup=point.setup),
        match=point.match,
        page=point.page,
        timeline=session.timeline._replace(table_sync=None),
    )
    # A change by people in a round comes at its end.
    page = view.SUMMARY if entry.made is not None and point.page == view.PLAY else point.page
    board = board_picture(then, standing(session, point.match, page).pieces)
    cards = cards_picture(then, entry.instructions, known_table(then._replace(page=page)))
    return with_more(board, **instruction_marks(then, point.match, entry.instructions)), cards


PAGE: Final = Page(
    history_view, {ShowTurnEntries: on_show_turn, Recall: on_recall}, opened=on_open, of_race=True
)
