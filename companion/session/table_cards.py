"""The picture of the cards on the table: rows, piles, the moves of an instruction, and answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.asking import Ask, Questions
from companion.games.scene import CardMove, Instruction, Scene, carried_out
from companion.session.game_guard import checked_answer
from companion.session.messages import OpenPage, Pick
from companion.session.past.undo_points import can_be_mended, on_table
from companion.session.pictures import sign_of
from companion.session.session import Session
from companion.session.view import ASKING, WHERE, CardsPicture


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
    after = {row.seat: row for row in carried_out(scene, shown, scene).rows} if moves else {}
    note = session.config.game.wording.row_note
    return CardsPicture(
        tuple(
            row._replace(note=checked_answer("row_note", note(row, after.get(row.seat, row))))
            for row in scene.rows
        ),
        scene.piles,
        moves,
        OpenPage(WHERE) if can_be_mended(session) and not session.covered else None,
        {row.seat: sign_of(session, row.seat) for row in scene.rows},
        frozenset(marked),
        picks,
        chosen,
    )


def _asks(session: Session) -> tuple[Ask, ...]:
    """Return the questions on the visible page, for everybody or for the viewer."""
    match = session.match
    if (
        match is None
        or session.page not in ASKING
        or session.is_syncing
        or session.covered
        or not isinstance(match.next_step, Questions)
    ):
        return ()
    return tuple(
        ask
        for ask in match.next_step.asks
        if ask.offers
        and session.is_person(ask.player)
        and (not ask.secret or match.open_seat == ask.seat)
    )


def _answers(session: Session, asks: Iterable[Ask]) -> tuple[Mapping[str, Pick], frozenset[str]]:
    """Return the messages of touching cards, by key, and the keys of the touched ones."""
    picks, chosen = dict[str, Pick](), set[str]()
    for ask in asks:
        answer = session.match.answers.get(ask.seat) if session.match is not None else None
        for offer in ask.offers:
            for key in offer.table_cards:
                if answer is None:
                    picks.setdefault(key, Pick(ask.seat, offer.key))
                elif answer.offer == offer.key:
                    chosen.add(key)
    return picks, frozenset(chosen)
