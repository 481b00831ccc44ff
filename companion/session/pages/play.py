"""Playback: one instruction of a round at a time. The game is at the end of the round already; the map shows what hands have moved so far."""
from __future__ import annotations

from typing import Final

from companion.games.base import Face, Instruction
from companion.session.moments import before_instruction
from companion.session.pages import Page
from companion.session.pictures import board_picture, card_picture
from companion.session.session import Match, Session
from companion.session.view import PLAY, InstructionPicture, PlayedCard, PlayPage, View
from companion.words import Text, text

AGAIN: Final = text("Shown again: you have done this already. Move nothing, just touch Done.")


def play_view(session: Session, state: object) -> View:
    """One instruction, with the pieces as they stand before it.

    One that is shown again has the pieces before it, too, although they stand behind it on the table.
    """
    match = session.match
    assert match is not None
    again = session.again is not None
    match = match if session.again is None else match._replace(at=session.again)
    told = match.script[match.at]
    board = board_picture(
        session, before_instruction(session, match), moves=told.moves, beams=told.beams, marks=told.marks,
    )
    page = PlayPage(
        match.turn, match.round, session.house.game.rounds, told.part, _instruction(session, match, told), _cards(session, match, told), session.auto,
        _done(session), session.house.game.called(told.part),
    )
    wording = session.house.game.wording
    title = wording.turn_round(match.turn, match.round)
    hint = AGAIN if again else wording.move_pieces if told.moves else text("Nothing to move here.")
    return View(PLAY, title, hint, board, page, session.step, "", text("Done"), "", session.notice, session.house.table)


def _done(session: Session) -> Text | str:
    """What was confirmed last, in a few words; "" where the present was not reached by confirming an instruction."""
    past = session.past
    if past is None or past.page != PLAY or past.left_by is not None or past.match.at >= len(past.match.script):
        return ""
    return past.match.script[past.match.at].short


def _instruction(session: Session, match: Match, told: Instruction) -> InstructionPicture:
    why = session.house.game.why(told.rule, told.card)
    return InstructionPicture(match.at + 1, len(match.script), told.text, why, told.rule, told.seat)


def _cards(session: Session, match: Match, told: Instruction) -> tuple[PlayedCard, ...]:
    """The cards of the round: those before the one that is played now are played, after the cards' part all of them."""
    seats = [seat for seat, _ in match.cards]
    now = seats.index(told.seat) if told.card and told.seat in seats else len(seats)
    return tuple(_played(session, seat, face, at, now) for at, (seat, face) in enumerate(match.cards))


def _played(session: Session, seat: int, face: Face, at: int, now: int) -> PlayedCard:
    setup = session.setup.seat(seat)
    state = "now" if at == now else "played" if at < now else "coming"
    return PlayedCard(seat, setup.name, setup.colour, setup.shape, card_picture(face), state)


PAGE: Final = Page(play_view)
