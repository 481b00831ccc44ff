"""Parts of several pages: the map, pieces, cards, standings, and the state of a reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from companion.engine.board import Board
from companion.games.asking import Answer, Ask, Questions, Reading
from companion.games.boards import Boards
from companion.games.kit.story import Counts
from companion.games.parts import turn_note_of
from companion.games.scene import (
    CardMove,
    Face,
    Instruction,
    Piece,
    Scene,
    Works,
    scene_after,
)
from companion.geometry import Square
from companion.session.game_guard import checked_answer
from companion.session.lobby.setup import entry_of
from companion.session.messages import OpenPage, Pick
from companion.session.past.undo_points import (
    can_be_mended,
    markers_on_table,
    on_table,
    round_words,
    standing,
)
from companion.session.reader_faults import FOREIGN, UNREADABLE
from companion.session.readiness import unseen_cards
from companion.session.session import Match, Session
from companion.session.trials import ghost_of
from companion.session.view import (
    ASKING,
    PLACE,
    PLAY,
    WHERE,
    BoardPicture,
    CardsPicture,
    CountRow,
    SeatSign,
    StandingRow,
)
from companion.signals import ASIDE, EMPTY, FLOODING, NO_READER
from companion.words import NOTHING, Text, facts, text


def sign_of(session: Session, seat: int) -> SeatSign:
    """Return the sign of a seat."""
    setup = session.lobby.setup.seat(seat)
    return SeatSign(setup.name, setup.colour, setup.shape)


def numbered_markers(markers: Iterable[Square]) -> tuple[tuple[int, Square], ...]:
    """Return markers as (number, square)."""
    return tuple(enumerate(markers, 1))


def board_of(session: Session) -> Board | None:
    """Return the board of the race, or the chosen one while no race runs; None without one."""
    if session.match is not None:
        if session.timeline.table_sync is None:
            return on_table(session).board
        # On the way to another moment the map shows the board that hands are to make.
        return (
            session.timeline.table_sync.after.board
            or session.config.game.scene(session.match.position).board
        )
    entry = entry_of(session)
    return None if entry is None else entry.board


def board_picture(session: Session, pieces: Iterable[Piece], **more: Any) -> BoardPicture | None:
    """Return the map with pieces and markers; None where there is no board."""
    board = board_of(session)
    # A player who races alone sees the best race of the course as a ghost.
    if board is None:
        return None
    return BoardPicture(
        board,
        numbered_markers(markers_on_table(session)),
        **pieces_on_it(session, (*ghost_of(session), *pieces)),
        **more,
    )


def pieces_on_it(session: Session, pieces: Iterable[Piece]) -> dict[str, Any]:
    """Return the pieces and their signs, as fields of a `BoardPicture`.

    What belongs to a piece is left out when it has no square.
    """
    shown = tuple(piece for piece in pieces if piece.of is None or piece.square is not None)
    return {
        "pieces": shown,
        "signs": {piece.seat: sign_of(session, piece.of or piece.seat) for piece in shown},
    }


def instruction_marks(
    session: Session, match: Match, instructions: Iterable[Instruction]
) -> dict[str, Any]:
    """Return what instructions show on the map, as fields of a `BoardPicture`.

    Moves, squares to point out, elements of the board at work, and the drama of the first one.
    """
    shown, game = tuple(instructions), session.config.game
    boards = Boards.of(game)
    if boards is not None:
        works = [
            checked_answer("at_work", boards.at_work(match.position, one, match.shown.round))
            for one in shown
        ]
    else:
        works = []
    # Each element and each marker once, even if several instructions involve it.
    at_work = Works(*(tuple(dict.fromkeys(chain(*parts))) for parts in zip(*works, strict=True)))
    drama: dict[str, Any] = {}
    if shown and shown[0].drama:
        first = shown[0]
        lost = (move.path[-1] for move in first.moves if move.end is None and move.path)
        ends = (move.end for move in first.moves if move.end is not None)
        square = first.focus or next(chain(lost, first.marks, ends), None)
        drama = {"drama": first.drama, "focus": square}
    return {
        "moves": tuple(move for one in shown for move in one.moves),
        "beams": tuple(beam for one in shown for beam in one.beams),
        "marks": tuple(mark for one in shown for mark in one.marks),
        "works": at_work,
        **drama,
    }


def setup_picture(session: Session, **more: Any) -> BoardPicture | None:
    """Return the map during the set-up, with its markers; None where no board is chosen."""
    board = board_of(session)
    if board is None:
        return None
    return BoardPicture(board, numbered_markers(session.lobby.setup.markers), **more)


def with_more(board: BoardPicture | None, **more: Any) -> BoardPicture | None:
    """Return the map with changed fields, or None where there is none."""
    return None if board is None else board._replace(**more)


def standing_rows(session: Session, match: Match) -> tuple[StandingRow, ...]:
    """Return the standings, the best first, with each seat's news of this turn."""
    placed: set[int] = set()
    rows = []
    for one in session.config.game.standings(match.position):
        player = one.seat if one.player is None else one.player
        note = turn_note_of(session.config.game, match.turn_events, one.seat)
        if player != one.seat:
            piece = session.lobby.setup.seat(player).name
            note = facts([text("same player as {piece}", piece=piece), note])
        brief = one.brief or facts([one.state, *(fact.words for fact in one.facts), one.ahead])
        rows.append(
            StandingRow(
                one.place,
                one.seat,
                one.facts,
                one.state,
                one.ahead,
                note,
                one.soon,
                brief,
                placed=player not in placed,
            )
        )
        placed.add(player)
    return tuple(rows)


def count_rows(
    session: Session, rows: Iterable[StandingRow], counts: Iterable[Counts]
) -> tuple[CountRow, ...]:
    """Return the statistics of each seat, in the order of the standings."""
    found = {one.seat: one.facts for one in counts}
    return tuple(
        CountRow(row.place, row.seat, sign_of(session, row.seat), found[row.seat])
        for row in rows
        if row.seat in found
    )


def faces(session: Session, codes: Iterable[int]) -> tuple[Face, ...]:
    """Return the faces of the cards with these codes, without unknown codes."""
    found = (session.config.game.face(code) for code in codes)
    return tuple(face for face in found if face is not None)


def cards_in_hand(session: Session, ask: Ask) -> tuple[int, ...]:
    """Return the known cards that belong to a seat and are in no slot of its reader."""
    in_readers = {reading.code for reading in session.readers.by_seat[ask.seat].row}
    return tuple(
        code
        for code in (*(ask.hand.codes or ()), *ask.program.held)
        if code is not None and code not in in_readers
    )


def offered_cards(session: Session, match: Match, ask: Ask) -> tuple[int, ...]:
    """Return the codes of all cards that a seat on the screen could put in.

    Those of its hand, and those that were taken out of its slots. Where cards are real, nobody
    knows the hands: every card that no reader shows.
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
    """Return whether a ready player takes this answer back on the screen.

    A player with a reader does that with a card or the handle.
    """
    return not answer.late and (
        bool(answer.offer) or (bool(ask.program.slots) and session.on_screen(ask.seat))
    )


def slot_fault(session: Session, reading: Reading) -> Text | str:
    """Return what is wrong in a slot; "" for nothing or for a covered card."""
    code = reading.code
    fine = reading.status == EMPTY or (
        code is not None and (code < 0 or session.config.game.face(code) is not None)
    )
    return "" if fine else UNREADABLE.get(reading.status, FOREIGN)


def reader_kind(session: Session, seat: int) -> str:
    """Return "pilot", "touch" for a seat on this screen, or "reader" for a real one."""
    if seat in session.piloted:
        return "pilot"
    return "touch" if session.on_screen(seat) else "reader"


def lost_words(session: Session, seat: int) -> Text:
    """Return why a seat with a reader is played on the screen, and what to do.

    NOTHING where it has no reader, or the reader is set aside.
    """
    lost = session.readers.by_seat[seat].lost
    if lost in ("", NO_READER, ASIDE):
        return NOTHING
    name = session.lobby.setup.seat(seat).name
    if lost == FLOODING:
        return text(
            "Seat {seat} {name}: the reader sends too many messages and is not used. "
            "Unplug it and plug it in again; until then play on here.",
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
    """Return the map as hands have left the table; None where there is no board."""
    match = session.match
    assert match is not None
    known = {piece.seat: piece for piece in standing(session, match, session.page).pieces}
    # Hands know squares and headings only; the other state comes from the race.
    pieces = [
        known.get(piece.seat, piece)._replace(square=piece.square, heading=piece.heading)
        for piece in on_table(session).pieces
    ]
    return board_picture(session, pieces)


def table_words(session: Session) -> Text:
    """Return a sentence about how far hands have come.

    NOTHING before they have put anything on the board, and without a board.
    """
    match, sync = session.match, session.timeline.table_sync
    if match is None or (session.page == PLACE and sync is None) or board_of(session) is None:
        return NOTHING
    if sync is not None:
        done, what = sync.at, sync.title
    elif session.page == PLAY:
        done, what = match.shown.at, round_words(session, match)
    else:
        return text("The map shows the table now.")
    if done:
        return text(
            "The map shows the table now, up to instruction {number} of {part}.",
            number=done,
            part=what,
        )
    return text("The map shows the table now, before {part}.", part=what)


def cards_picture(
    session: Session,
    instructions: Iterable[Instruction] = (),
    scene: Scene | None = None,
    moves: tuple[CardMove, ...] | None = None,
) -> CardsPicture | None:
    """Return the cards on the table before some instructions; None where there are none.

    Args:
        session: The session.
        instructions: The instructions whose moves are shown.
        scene: The table to show, if it is not the present one.
        moves: The moves to show, if they are not those of the instructions.
    """
    if session.match is None:
        return None
    # At another time the present question does not exist, and it may be a secret one.
    asks = _asks(session) if scene is None else ()
    shown, scene = tuple(instructions), on_table(session) if scene is None else scene
    if not scene.rows and not scene.piles:
        return None
    moves = tuple(move for one in shown for move in one.cards) if moves is None else moves
    marked = {key for one in shown for key in one.points} | {
        key for ask in asks for key in ask.askers
    }
    picks, chosen = _answers(session, asks)
    after = {row.seat: row for row in scene_after(scene, shown, scene).rows} if moves else {}
    note = session.config.game.wording.row_note
    return CardsPicture(
        tuple(
            row._replace(note=checked_answer("row_note", note(row, after.get(row.seat, row))))
            for row in scene.rows
        ),
        scene.piles,
        moves=moves,
        opens=OpenPage(WHERE) if can_be_mended(session) and not session.covered else None,
        signs={row.seat: sign_of(session, row.seat) for row in scene.rows},
        marked=frozenset(marked),
        picks=picks,
        chosen=chosen,
    )


def _asks(session: Session) -> tuple[Ask, ...]:
    """Return the questions on the visible page, for everybody or for the viewer."""
    match = session.match
    if (
        match is None
        or session.page not in ASKING
        or session.timeline.is_syncing
        or session.covered
        or not isinstance(match.next_step, Questions)
    ):
        return ()
    return tuple(
        ask
        for ask in match.next_step.asks
        if ask.offers
        and session.is_person(ask.player)
        and (not ask.secret or match.question.open_seat == ask.seat)
    )


def _answers(session: Session, asks: Iterable[Ask]) -> tuple[Mapping[str, Pick], frozenset[str]]:
    """Return the messages of touching cards, by key, and the keys of the touched ones."""
    picks, chosen = dict[str, Pick](), set[str]()
    for ask in asks:
        answer = session.match.question.answers.get(ask.seat) if session.match is not None else None
        for offer in ask.offers:
            for key in offer.table_cards:
                if answer is None:
                    picks.setdefault(key, Pick(ask.seat, offer.key))
                elif answer.offer == offer.key:
                    chosen.add(key)
    return picks, frozenset(chosen)
