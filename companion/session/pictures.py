"""What several pages show in the same way: the map, pieces, cards, standings, and how a reader is."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from companion.engine.board import Board
from companion.games.asking import Answer, Ask, Reading
from companion.games.boards import Boards
from companion.games.kit.story import Counts
from companion.games.parts import befell
from companion.games.scene import Face, Instruction, Piece, Standing, Works
from companion.geometry import Square
from companion.session.alarms import FOREIGN, UNREADABLE
from companion.session.lobby.setup import entry_of
from companion.session.past.moments import (
    markers_on_table,
    on_table,
    round_words,
    standing,
)
from companion.session.readiness import unseen_cards
from companion.session.session import Match, Session, replace
from companion.session.trials import ghost_of
from companion.session.trust import checked
from companion.session.view import PLACE, PLAY, BoardPicture, CountRow, SeatSign, StandingRow
from companion.signals import ASIDE, EMPTY, FLOODING, NO_READER
from companion.words import NOTHING, Text, facts, text


def sign_of(session: Session, seat: int) -> SeatSign:
    """By what people tell a seat."""
    setup = session.setup.seat(seat)
    return SeatSign(setup.name, setup.colour, setup.shape)


def numbered(markers: Iterable[Square]) -> tuple[tuple[int, Square], ...]:
    """Markers as (number, square)."""
    return tuple(enumerate(markers, 1))


def board_of(session: Session) -> Board | None:
    """The board that is played on, or chosen while no race runs; None where there is none."""
    if session.match is not None:
        if session.travel is None:
            return on_table(session).board
        # On the way to another moment the map shows what hands are to make of it.
        return session.travel.after.board or session.house.game.scene(session.match.position).board
    entry = entry_of(session)
    return None if entry is None else entry.board


def board_picture(session: Session, pieces: Iterable[Piece], **more: Any) -> BoardPicture | None:
    """The map with pieces and markers; None where there is no board."""
    board = board_of(session)
    # Who races alone sees the best race of the course beside it.
    return (
        None
        if board is None
        else BoardPicture(
            board,
            numbered(markers_on_table(session)),
            **pieces_on_it(session, (*ghost_of(session), *pieces)),
            **more,
        )
    )


def pieces_on_it(session: Session, pieces: Iterable[Piece]) -> dict[str, Any]:
    """Return the pieces with their signs, by the fields of a `BoardPicture`. What belongs to a piece is gone without a square."""
    shown = tuple(piece for piece in pieces if piece.of is None or piece.square is not None)
    return {
        "pieces": shown,
        "signs": {piece.seat: sign_of(session, piece.of or piece.seat) for piece in shown},
    }


def told_on_it(session: Session, match: Match, told: Iterable[Instruction]) -> dict[str, Any]:
    """What some instructions of a round show on the map, by the fields of a `BoardPicture`: what moves, what is pointed out, what of the board is at work."""
    shown, game = tuple(told), session.house.game
    boards = game.part(Boards)
    works = (
        [checked("at_work", boards.at_work(match.position, one, match.round)) for one in shown]
        if boards is not None
        else []
    )
    # Each element and each marker once, however many instructions it has part in.
    at_work = Works(*(tuple(dict.fromkeys(chain(*parts))) for parts in zip(*works, strict=True)))
    return {
        "moves": tuple(move for one in shown for move in one.moves),
        "beams": tuple(beam for one in shown for beam in one.beams),
        "marks": tuple(mark for one in shown for mark in one.marks),
        "works": at_work,
    }


def setup_picture(session: Session, **more: Any) -> BoardPicture | None:
    """The map while a race is set up: the board with its markers; None where none is chosen."""
    board = board_of(session)
    return None if board is None else BoardPicture(board, numbered(session.setup.markers), **more)


def with_more(board: BoardPicture | None, **more: Any) -> BoardPicture | None:
    """The map with something else on it, where there is one."""
    return None if board is None else replace(board, **more)


def standing_rows(session: Session, match: Match) -> tuple[StandingRow, ...]:
    """The race as it stands, the best first, with what befell everybody in this turn; who is equal shares a place."""
    placed: set[int] = set()
    rows = []
    for one in session.house.game.standings(match.position):
        player = one.seat if one.player is None else one.player
        rows.append(_row(session, match, one)._replace(placed=player not in placed))
        placed.add(player)
    return tuple(rows)


def _row(session: Session, match: Match, standing: Standing) -> StandingRow:
    note = befell(session.house.game, match.told, standing.seat)
    brief = standing.brief or facts(
        [standing.state, *(fact.words for fact in standing.facts), standing.ahead]
    )
    if standing.player not in (None, standing.seat):
        note = facts(
            [
                words
                for words in (
                    text("same player as {piece}", piece=session.setup.seat(standing.player).name),
                    note,
                )
                if words
            ]
        )
    return StandingRow(
        standing.place,
        standing.seat,
        *sign_of(session, standing.seat),
        standing.facts,
        standing.state,
        standing.ahead,
        note,
        standing.soon,
        brief,
    )


def count_rows(
    session: Session, rows: Iterable[StandingRow], counts: Iterable[Counts]
) -> tuple[CountRow, ...]:
    """What is counted of each seat, in the order of the standings."""
    found = {one.seat: one.facts for one in counts}
    return tuple(
        CountRow(row.place, row.seat, *sign_of(session, row.seat), found[row.seat])
        for row in rows
        if row.seat in found
    )


def faces(session: Session, codes: Iterable[int]) -> tuple[Face, ...]:
    """The cards with these codes, to draw; codes of no card are left out."""
    found = (session.house.game.face(code) for code in codes)
    return tuple(face for face in found if face is not None)


def cards_in_hand(session: Session, ask: Ask) -> tuple[int, ...]:
    """The codes of a hand that the app knows, and of cards that belong into the reader, as far as they lie in no slot of it."""
    lying = {reading.code for reading in session.readers[ask.seat].row}
    return tuple(
        code
        for code in (*(ask.hand.codes or ()), *ask.program.held)
        if code is not None and code not in lying
    )


def offered_cards(session: Session, match: Match, ask: Ask) -> tuple[int, ...]:
    """The codes of all cards that a seat on the screen could put in: those of its hand, and those that were taken out though they belong there.

    Where cards are real nobody knows who holds which: every card that no reader shows.
    """
    if match.cards_are_real and ask.hand.codes is None:
        return (
            *ask.hand.own,
            *(
                code
                for code in unseen_cards(session)
                if ask.hand.among is None or code in ask.hand.among
            ),
        )
    return cards_in_hand(session, ask)


def can_choose_again(session: Session, ask: Ask, answer: Answer) -> bool:
    """Whether who is ready with this answer takes it back on the screen; a reader of its own says so by a card or by its handle."""
    return not answer.late and (
        bool(answer.offer) or (bool(ask.program.slots) and session.on_screen(ask.seat))
    )


def slot_fault(session: Session, reading: Reading) -> Text | str:
    """What is wrong with what a slot shows; "" for nothing, also where its card is covered."""
    code = reading.code
    fine = reading.status == EMPTY or (
        code is not None and (code < 0 or session.house.game.face(code) is not None)
    )
    return "" if fine else UNREADABLE.get(reading.status, FOREIGN)


def reader_kind(session: Session, seat: int) -> str:
    """Who works a seat's reader: "pilot", "touch" on this screen, or hands at a "reader" of its own."""
    if seat in session.piloted:
        return "pilot"
    return "touch" if session.on_screen(seat) else "reader"


def lost_words(session: Session, seat: int) -> Text:
    """Why a seat with a reader is played on the screen now, and what to do; NOTHING where it has none or it is set aside."""
    lost = session.readers[seat].lost
    if lost in ("", NO_READER, ASIDE):
        return NOTHING
    name = session.setup.seat(seat).name
    if lost == FLOODING:
        return text(
            "Seat {seat} {name}: the reader sends too many messages and is not used. Unplug it and plug it in again; until then play on here.",
            seat=seat,
            name=name,
        )
    return text(
        "Seat {seat} {name}: the reader does not answer, {why}. Until it is back, play on here.",
        seat=seat,
        name=name,
        why=lost,
    )


def table_picture(session: Session) -> BoardPicture | None:
    """The map as the table is now, with what pieces have as the race has it; None where there is no board."""
    match = session.match
    assert match is not None
    known = {piece.seat: piece for piece in standing(session, match, session.page).pieces}
    # Hands know squares and headings only; everything else is the race's.
    pieces = [
        known.get(piece.seat, piece)._replace(square=piece.square, heading=piece.heading)
        for piece in on_table(session).pieces
    ]
    return board_picture(session, pieces)


def table_words(session: Session) -> Text:
    """What that map shows, in a sentence: how far hands have come; NOTHING before they have put anything on the board, and without one."""
    match, travel = session.match, session.travel
    if match is None or (session.page == PLACE and travel is None) or board_of(session) is None:
        return NOTHING
    if travel is not None:
        done, what = travel.at, travel.title
    elif session.page == PLAY:
        done, what = match.at, round_words(session, match)
    else:
        return text("The map shows the table now.")
    return (
        text(
            "The map shows the table now, up to instruction {number} of {part}.",
            number=done,
            part=what,
        )
        if done
        else text("The map shows the table now, before {part}.", part=what)
    )
