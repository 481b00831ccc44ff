"""Dealing and programming: every seat's reader, who is ready, who is not, what is wrong.

Hands lie covered unless somebody uncovers one: all play on one screen, or look at it.
"""
from __future__ import annotations

from typing import Final

from companion.games.base import ACTIVE, OUT, Answer, Ask, Piece, Reading, Shuffle, lives_words
from companion.session import view
from companion.session.pages import Page
from companion.session.pictures import board_picture, card_picture, faces, lost_words, reader_kind
from companion.session.race import all_answered, pilots_are_choosing, unseen_cards
from companion.session.remedies import FOREIGN, UNREADABLE
from companion.session.session import Match, Reader, Session
from companion.session.setup import entry_of
from companion.session.view import CardPicture, ProgramPage, ReaderPicture, SlotPicture, View
from companion.signals import ASIDE, BLINK, DARK, EMPTY, LIT, PUSH
from companion.words import Text, listed, sentences, text


def questions_view(session: Session, state: object) -> View:
    """The pages REST and PROGRAM."""
    match = session.match
    assert match is not None
    pieces = session.house.game.pieces(match.position)
    readers = tuple(_reader(session, match, piece) for piece in pieces)
    turn = match.want.turn
    rest = session.page == view.REST
    title = text("Turn {turn}: who rests?", turn=turn) if rest else text("Turn {turn}: program", turn=turn)
    return View(
        session.page, title, _hint(session, match, readers, rest), board_picture(session, entry_of(session).board, pieces),
        ProgramPage(turn, readers, match.open_seat), session.step, "", text("Play the turn") if all_answered(match) and not pilots_are_choosing(session, match) else "", "",
        session.notice, session.house.table,
    )


def _hint(session: Session, match: Match, readers: tuple[ReaderPicture, ...], rest: bool) -> Text:
    if isinstance(match.want, Shuffle):
        return text("The cards are being shuffled.")
    waiting = [reader.name for reader in readers if reader.asked and not reader.ready]
    if not waiting:
        return text("Everybody is ready. A seat that rests may push its handle to rest next turn, too.")
    what = text("Push to rest this turn, pull to play on.")
    if not rest and match.deals:
        what = text("Fill every free slot, then pull the handle.")
    elif not rest:
        what = text("Deal as many cards as each seat shows; fill every free slot, then pull the handle.")
    return sentences(what, text("Waiting for {names}.", names=listed(waiting, "")))


def _reader(session: Session, match: Match, piece: Piece) -> ReaderPicture:
    """One seat's reader; cards are shown only while it lies open."""
    number, setup = piece.seat, session.setup.seat(piece.seat)
    reader = session.readers.get(number, Reader())
    ask = match.ask(number)
    answer = match.answers.get(number)
    uncovered = match.open_seat == number
    locked = session.house.game.locks(match.position).get(number, ())
    lost = lost_words(session, number)
    return ReaderPicture(
        number, setup.name, setup.colour, setup.shape, reader_kind(session, number), ask is not None and ask.must, answer is not None,
        # One sentence has room; what is seen wrong without a pull stands among the remedies by then (`showing`).
        _state(piece, ask, answer), match.remedies.get(number, "") or lost, piece.damage, lives_words(piece.lives), ask.dealt if ask is not None else 0,
        tuple(_slot(session, (number, slot), reading, slot in locked, uncovered) for slot, reading in enumerate(reader.row, 1)),
        _hand(session, match, ask, reader) if uncovered and ask is not None else (), uncovered, reader.handle,
        _handles(session, ask, answer), lost, reader.lost == ASIDE and number not in session.aside,
        not match.deals and session.on_screen(number), bool(setup.pin),
    )


def _handles(session: Session, ask: Ask | None, answer: Answer | None) -> tuple[tuple[str, Text | str], ...]:
    """What the handle means now; a program on this screen that is ready can only be taken back, for it lies covered."""
    if ask is None or not session.is_person(ask.seat):
        return ()
    return ((view.TAKE_BACK, text("take back")),) if answer is not None and ask.slots and session.on_screen(ask.seat) else ask.gestures


def _state(piece: Piece, ask: Ask | None, answer: Answer | None) -> Text | str:
    """How far a seat is, in one short line."""
    if piece.status != ACTIVE:
        return text("out of the race") if piece.status == OUT else text("parked, sits this turn out")
    if answer is not None:
        # A push, and the answer to a mere question, in its own words; a program is just "ready".
        label = dict((*ask.gestures, *ask.told)).get(answer.gesture, text("ready")) if ask is not None else text("ready")
        return label if answer.gesture == PUSH or ask is not None and not ask.slots else text("ready")
    if piece.down:
        return text("rests this turn")
    if ask is None:
        return text("waiting")
    return text("choosing cards") if ask.slots else text("rest or play on?")


def _slot(session: Session, place: tuple[int, int], reading: Reading, locked: bool, uncovered: bool) -> SlotPicture:
    """One slot; its card only while the reader lies open, but a fault always, since hands must find it."""
    known, covered = _card(session, reading.code), reading.code is not None and reading.code < 0
    fault = "" if reading.status == EMPTY or known is not None or covered else UNREADABLE.get(reading.status, FOREIGN)
    return SlotPicture(known if uncovered else None, reading.status != EMPTY, locked, fault, lamp_at(session, place))


def lamp_at(session: Session, place: tuple[int, int]) -> int:
    """What a slot's lock light does; at an emulated reader as its bulb really shines."""
    seat, slot = place
    wanted = session.lamps.lit.get(seat, ())
    lamp = wanted[slot - 1] if wanted else DARK
    model = session.readers[seat].model
    # A blinking bulb is dark now and then; that it blinks is known only here.
    return lamp if model is None or lamp == BLINK else LIT if any(model.bulbs[slot - 1]) else DARK


def _card(session: Session, code: int | None) -> CardPicture | None:
    """The card with this code, None for no card of the deck."""
    face = session.house.game.face(code) if code is not None else None
    return card_picture(face) if face is not None else None


def _hand(session: Session, match: Match, ask: Ask, reader: Reader) -> tuple[CardPicture, ...]:
    """The cards of this seat that lie in no slot of its reader: those dealt, and those that were taken out though they belong there.

    Where cards are real nobody knows who holds which: every card that no reader shows.
    """
    if not match.deals:
        return faces(session, unseen_cards(session))
    lying = {reading.code for reading in reader.row}
    cards = (_card(session, code) for code in (*(ask.hand or ()), *ask.held) if code is not None and code not in lying)
    return tuple(card for card in cards if card is not None)


PAGE: Final = Page(questions_view)
