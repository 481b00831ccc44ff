"""After a start: the offer to continue a race, the check of the table, and the cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from companion.games.api import Position
from companion.games.parts import beside_board_of
from companion.session import view
from companion.session.choices import LINES, TILES, Choice, ChoiceGroup, MenuPage
from companion.session.game_guard import checked_answer
from companion.session.lobby.setup import entry_of
from companion.session.messages import Confirm, Decline
from companion.session.pages import Page
from companion.session.pages.menu import OpenMenu
from companion.session.pages.travel import cards_view
from companion.session.past.undo_points import (
    for_hands,
    has_cards,
    markers_on_table,
    on_table,
    part_words,
    round_words,
    undo_point_of,
    undo_points,
)
from companion.session.pictures import board_of, table_picture, with_more
from companion.session.reader_faults import CARDS, card_words
from companion.session.session import ResumeCheck, Session
from companion.session.view import CHECK, OFFER, View
from companion.words import COMPASS, NOTHING, Text, count, listed, sentences, text


def returning_view(session: Session, check: ResumeCheck) -> View:
    """Return the offer, the check of the table, or the readers slot by slot."""
    if check.stage == CARDS:
        return cards_view(session, check.rows, text("Check the readers"))
    return _offer_view(session, check) if check.stage == OFFER else _check_view(session)


def _offer_view(session: Session, check: ResumeCheck) -> View:
    """Return the state of the race, to continue it or not."""
    title, position = _last_completed(session)
    lines = tuple(
        Choice(
            text(
                "{place}. {name}: {words}",
                place=found.place,
                name=session.lobby.setup.seat(found.seat).name,
                words=found.summary,
            ),
            "",
            Confirm(session.revision),
            sign=found.seat,
        )
        for found in session.config.game.standings(position)
    )
    groups = (ChoiceGroup(title, LINES, lines),)
    entry, part = entry_of(session), part_words(session, undo_point_of(session))
    if entry is None:
        place = text("At {part}.", part=part)
    else:
        place = text("On {board}, at {part}.", board=entry.title, part=part)
    hint = sentences(place, stopped_words(check.ago), text("Everything is saved."))
    return View(
        view.MENU,
        text("Continue the game?"),
        hint=hint,
        board=table_picture(session),
        body=MenuPage(OFFER, groups),
        back=text("New game"),
        forward=text("Go on"),
        on_back=Decline(),
        on_forward=Confirm(session.revision),
    )


def _last_completed(session: Session) -> tuple[Text, Position]:
    """Return the last position that hands have completed, with a title for its standings.

    In a round the rules are at its end already, which nobody may read in advance.
    """
    match = session.match
    assert match is not None
    if session.page == view.PLAY:
        for point in islice(undo_points(session), 1, None):
            if point.match.position is not match.position:
                title = text("The standings before {part}", part=round_words(session, match))
                return title, point.match.position
    return text("The standings"), match.position


def stopped_words(ago: int | None) -> Text:
    """Return how long ago it stopped, where that is known."""
    if ago is None:
        return text("It was not finished.")
    if ago >= 86_400:
        return count("It stopped {number} day ago.", "It stopped {number} days ago.", ago // 86_400)
    if ago >= 3_600:
        return count(
            "It stopped {number} hour ago.", "It stopped {number} hours ago.", ago // 3_600
        )
    if ago >= 60:
        return count(
            "It stopped {number} minute ago.", "It stopped {number} minutes ago.", ago // 60
        )
    return text("It stopped just now.")


def _check_view(session: Session) -> View:
    """Return all pieces and markers as on the map; differences are corrected in the menu."""
    said = session.config.game.wording
    mapped = board_of(session) is not None
    match = session.match
    assert match is not None
    markers = [
        Choice(said.marker_on(number, square), text("Fix"), OpenMenu(view.MARKERS))
        for number, square in enumerate(markers_on_table(session), 1)
    ]
    # As they were before an unfinished instruction.
    beside = [
        Choice(words, "", Confirm(session.revision), sign=seat)
        for seat, words in checked_answer(
            "beside_board",
            beside_board_of(session.config.game, match.position, session.lobby.setup.names),
        )
    ]
    lines = {
        said.every_piece: [*_piece_lines(session)],
        said.every_marker: markers,
        text("In front of everybody"): [*_card_lines(session)],
        text("Beside the board") if mapped else text("Other things"): beside,
    }
    groups = list[ChoiceGroup]()
    for title, choices in lines.items():
        # Things that can be corrected come first.
        mended = tuple(choice for choice in choices if choice.about)
        read = tuple(choice for choice in choices if not choice.about)
        if mended:
            groups.append(ChoiceGroup(title, TILES, mended))
        if read:
            groups.append(ChoiceGroup(NOTHING if mended else title, LINES, read))
    # It comes first: until it is put back, the pieces below are not where the map shows them.
    half = _half_done(session)
    if half:
        groups.insert(
            0,
            ChoiceGroup(
                text("Not finished yet"), LINES, (Choice(half, "", Confirm(session.revision)),)
            ),
        )
    board = with_more(
        table_picture(session),
        marks=tuple(piece.square for piece in on_table(session).pieces if piece.square is not None),
    )
    return View(
        view.MENU,
        text("Check the table"),
        hint=_check_hint(session, mapped),
        board=board,
        body=MenuPage(CHECK, tuple(groups)),
        forward=text("All correct"),
        on_forward=Confirm(session.revision),
    )


def _check_hint(session: Session, mapped: bool) -> Text:
    """Return what to do with a board, with real cards, or with cards on the screen alone."""
    if mapped:
        return text(
            "Put everything where the map shows it. If the screen is wrong, touch the line "
            "to correct it."
        )
    if has_cards(session):
        return text(
            "Arrange everything as in the picture. If the screen is wrong, touch the line to "
            "correct it."
        )
    return text("Everything is on this screen as before. Nothing needs setting up.")


def _piece_lines(session: Session) -> Iterator[Choice]:
    for piece in (piece for piece in on_table(session).pieces if piece.of is None):
        if piece.square is None:
            place = text("parking {seat}", seat=piece.seat)
        else:
            place = text(
                "on {square}, facing {heading}", square=piece.square, heading=COMPASS[piece.heading]
            )
        yield Choice(
            text("{piece}: {place}", piece=session.lobby.setup.seat(piece.seat).name, place=place),
            text("Fix"),
            OpenMenu(view.PIECE, piece.seat),
            sign=piece.seat,
        )


def _card_lines(session: Session) -> Iterator[Choice]:
    """Yield the cards of each seat, from the left, then the piles; without cards on the screen."""
    scene, fix = on_table(session), text("Fix") if has_cards(session) else NOTHING
    for row in scene.rows:
        cards = list[Text]()
        for card in row.cards:
            if card.face is None:
                cards.append(text("a card face down"))
            elif card.down:
                cards.append(text("{card}, face down", card=card_words(card.face)))
            else:
                cards.append(card_words(card.face))
        lie = listed(cards, "") if cards else text("nothing")
        yield Choice(
            text("{name}: {cards}", name=session.lobby.setup.seat(row.seat).name, cards=lie),
            fix,
            OpenMenu(view.PIECE, row.seat),
            sign=row.seat,
        )
    for pile in scene.piles:
        yield Choice(
            text("{pile}: {number}", pile=pile.title, number=pile.number),
            "",
            Confirm(session.revision),
        )


def _half_done(session: Session) -> Text:
    """Return the instruction that was not confirmed: its moves are put back, and it is repeated."""
    match, sync = session.match, session.timeline.table_sync
    assert match is not None
    if sync is not None:
        script, at = sync.script, sync.at
    else:
        script, at = (
            match.shown.script,
            match.shown.at if session.page == view.PLAY else len(match.shown.script),
        )
    if at >= len(script) or not for_hands(match, script[at]):
        return NOTHING
    return text(
        "{instruction}. If you have already done it, undo it on the table: the instruction comes "
        "again.",
        instruction=script[at].text,
    )


PAGE: Final = Page(returning_view)
