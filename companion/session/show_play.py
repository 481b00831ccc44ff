"""Playback, summaries and the end of the race as views.

The game is at the end of the register already; the map shows the clanks as hands have moved them so far.
"""
from __future__ import annotations

from typing import Final

from companion.games.base import CLEANUP, Face, Finished, Instruction
from companion.session import view
from companion.session.on_table import before_instruction
from companion.session.pictures import board_picture, card_picture, standing_rows
from companion.session.session import Match, Session
from companion.session.setup import entry_of
from companion.session.view import InstructionPicture, PlayedCard, PlayPage, SummaryPage, View
from companion.words import Text, text

AGAIN: Final = text("Shown again: you have done this already. Move nothing, just touch Done.")


def play_view(session: Session) -> View:
    """One instruction, with the clanks as they stand before it.

    One that is shown again has the clanks before it, too, although they stand behind it on the table.
    """
    match = session.match
    assert match is not None
    again = session.again is not None
    match = match if session.again is None else match._replace(at=session.again)
    told = match.script[match.at]
    board = board_picture(
        session, entry_of(session).board, before_instruction(session, match), moves=told.moves, beams=told.beams, marks=told.marks,
    )
    page = PlayPage(
        match.turn, match.register, told.part, _instruction(session, match, told), _cards(session, match, told), session.auto, _done(session),
        session.house.game.called(told.part),
    )
    title = (
        text("Turn {turn}, cleanup", turn=match.turn) if match.register == CLEANUP
        else text("Turn {turn}, register {register}", turn=match.turn, register=match.register)
    )
    hint = AGAIN if again else text("Move the clanks as shown, then touch Done.") if told.moves else text("Nothing to move here.")
    return View(
        view.PLAY, title, hint, board, page, session.step, "", text("Done"), "", session.notice, session.house.table,
    )


def _done(session: Session) -> Text | str:
    """What was confirmed last, in a few words; "" where the present was not reached by confirming an instruction."""
    past = session.past
    if past is None or past.page != view.PLAY or past.left_by is not None or past.match.at >= len(past.match.script):
        return ""
    return past.match.script[past.match.at].short


def _instruction(session: Session, match: Match, told: Instruction) -> InstructionPicture:
    why = session.house.game.why(told.rule, told.card)
    return InstructionPicture(match.at + 1, len(match.script), told.text, why, told.rule, told.seat)


def _cards(session: Session, match: Match, told: Instruction) -> tuple[PlayedCard, ...]:
    """The cards of the register: those before the one that is played now are played, after the cards' part all of them."""
    seats = [seat for seat, _ in match.cards]
    now = seats.index(told.seat) if told.card and told.seat in seats else len(seats)
    return tuple(_played(session, seat, face, at, now) for at, (seat, face) in enumerate(match.cards))


def _played(session: Session, seat: int, face: Face, at: int, now: int) -> PlayedCard:
    setup = session.setup.seat(seat)
    state = "now" if at == now else "played" if at < now else "coming"
    return PlayedCard(seat, setup.name, setup.colour, setup.shape, card_picture(face), state)


def summary_view(session: Session) -> View:
    """After a turn."""
    match = session.match
    assert match is not None
    pieces = session.house.game.pieces(match.position)
    return View(
        view.SUMMARY, text("After turn {turn}", turn=match.turn), session.house.game.ranking(), board_picture(session, entry_of(session).board, pieces),
        SummaryPage(match.turn, standing_rows(session, match), "", ()), session.step, "", text("Next turn"), "", session.notice,
        session.house.table,
    )


def over_view(session: Session) -> View:
    """After the race."""
    match = session.match
    assert match is not None
    game = session.house.game
    winners = match.want.winners if isinstance(match.want, Finished) else ()
    pieces = game.pieces(match.position)
    return View(
        view.OVER, text("The race is over"), text("Play again with the same setup, or change it first."), board_picture(session, entry_of(session).board, pieces),
        SummaryPage(match.turn, standing_rows(session, match), game.verdict(match.position, session.setup.names), winners), session.step, text("New setup"), text("Play again"), "",
        session.notice, session.house.table,
    )
