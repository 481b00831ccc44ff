"""Sealed programs: the session as the viewers of the screen may see it.

Nobody sees a card before its round is revealed, except on its seat's own open page. The game covers
its position (`Game.redacted`); this module covers the rest: slots, answers, cards to put back.
Views are made from the result alone. A covered card has a negative number without a meaning, so
equal cards can still be recognized.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games.api import AnswerFault
from companion.games.asking import Ask, Offer, Questions, Reading, Row, Shuffle
from companion.games.scene import Face
from companion.session import view
from companion.session.pages import find_page
from companion.session.readers import ReaderState
from companion.session.session import Session
from companion.signals import LOCKED
from companion.words import NOTHING

UNSEEN: Final = -1
"""The code of a hidden card, in the model of a reader and on a face."""
SECRET: Final = Face(UNSEEN, "", 0)
"""The face of a card that is not named."""
COVERED: Final = Offer("covered", NOTHING)
"""The offer that stands for all hidden offers."""
Known = frozenset[tuple[int, int, int]]
"""Public cards in readers, as (seat, slot, code)."""


def is_sealed(session: Session) -> bool:
    """Return whether there is anything to hide: a race is under way."""
    return session.match is not None and session.page != view.OVER


def eyes(session: Session) -> int | None:
    """Return the seat whose player looks at the screen alone, its hand open; None for everybody."""
    match = session.match
    alone = (
        match is not None
        and session.page in view.ASKING
        and not session.covered
        and not session.timeline.is_syncing
    )
    return match.question.open_seat if alone and match is not None else None


def shows_all(session: Session) -> bool:
    """Return whether people have uncovered all cards on the visible page."""
    if not session.overlays:
        return False
    bares = find_page(session.overlays[-1].page).shows_hands
    return bares is not None and bares(session.overlays[-1].state)


def known_cards(session: Session) -> Known:
    """Return the public cards in the readers; a race must run.

    While the table is brought back to an earlier place, also those that were revealed since.
    """
    assert session.match is not None
    game = session.config.game
    readers = game.readers(game.redacted(session.match.position, None))
    known = frozenset(
        (seat, slot, code)
        for seat, reader in readers.items()
        for slot, code in enumerate(reader.codes, 1)
        if code is not None
    )
    return (
        known if session.timeline.table_sync is None else known | session.timeline.table_sync.known
    )


def without_secret_face(session: Session, fault: AnswerFault) -> AnswerFault:
    """Return a fault for everybody's eyes, without the face of a secret card.

    The found card is never named; the one that a locked slot must hold is named if it is public.
    """
    expected = fault.expected
    if (
        fault.kind != LOCKED
        or expected is None
        or (fault.seat, fault.slot, expected.code) in known_cards(session)
    ):
        return fault
    return fault._replace(expected=SECRET)


class Seal:
    """A cover for the cards of a session.

    Equal cards get equal numbers, also in another session that is covered by the same seal.
    """

    def __init__(self, session: Session) -> None:
        """Prepare the seal for the viewer of `session`, in which a race must run."""
        self._viewer, self._all = eyes(session), shows_all(session)
        self._game, self._always = session.config.game, known_cards(session)
        self._deck = frozenset(self._game.deck)
        self._known = self._always
        self._numbers: dict[int, int] = {}

    def covered(self, session: Session) -> Session:
        """Return the session with all cards covered that the viewer may not know."""
        match = session.match
        if match is None:
            return session
        # At an earlier place of the race the cards revealed until then are public.
        self._known = self._always | known_cards(session)
        ask = match.ask(self._viewer) if self._viewer is not None else None
        # The seat of the open reader may be decided by another player.
        position = session.config.game.redacted(
            match.position, self._viewer if ask is None else ask.player
        )
        readers = {
            seat: self._reader(seat, reader) for seat, reader in session.readers.by_seat.items()
        }
        answers = {}
        for seat, answer in match.question.answers.items():
            answered = match.ask(seat)
            # A secret offer is visible as touched, but not which.
            secret = answered is not None and answered.secret and bool(answer.offer)
            answers[seat] = answer._replace(
                codes=self._codes(seat, answer.codes),
                offer=COVERED.key if secret else answer.offer,
            )
        # Where a hand is unknown, the orders are places in it.
        orders = {
            seat: order
            if (order_ask := match.ask(seat)) is None or order_ask.hand.codes is None
            else tuple((slot, self._number(seat, slot, code)) for slot, code in order)
            for seat, order in match.question.orders.items()
        }
        next_step = match.next_step
        if isinstance(next_step, Questions):
            next_step = next_step._replace(asks=tuple(map(self._ask, next_step.asks)))
        elif isinstance(next_step, Shuffle):
            held = {seat: self._codes(seat, codes) for seat, codes in next_step.held.items()}
            next_step = next_step._replace(held=held)
        match = match._replace(
            position=position,
            next_step=next_step,
            question=match.question._replace(answers=answers, orders=orders),
        )
        sync = session.timeline.table_sync and session.timeline.table_sync._replace(
            rows=self._rows(session.timeline.table_sync.rows)
        )
        check = session.timeline.resume_check and session.timeline.resume_check._replace(
            rows=self._rows(session.timeline.resume_check.rows)
        )
        return session._replace(
            match=match,
            readers=session.readers._replace(by_seat=readers),
            timeline=session.timeline._replace(table_sync=sync, resume_check=check),
        )

    def _code(self, seat: int, slot: int, code: int | None) -> int | None:
        """Return a public code, or the number of a covered card; a card of no deck is public."""
        return None if code is None else self._number(seat, slot, code)

    def _number(self, seat: int, slot: int, code: int) -> int:
        if (
            self._all
            or seat == self._viewer
            or (seat, slot, code) in self._known
            or not (code in self._deck or self._game.face(code))
        ):
            return code
        return self._numbers.setdefault(code, -2 - len(self._numbers))

    def _codes(self, seat: int, codes: tuple[int | None, ...]) -> tuple[int | None, ...]:
        return tuple(self._code(seat, slot, code) for slot, code in enumerate(codes, 1))

    def _row(self, seat: int, row: Row) -> Row:
        return tuple(
            Reading(reading.status, self._code(seat, slot, reading.code))
            for slot, reading in enumerate(row, 1)
        )

    def _rows(self, rows: Mapping[int, Row]) -> Mapping[int, Row]:
        return {seat: self._row(seat, row) for seat, row in rows.items()}

    def _ask(self, ask: Ask) -> Ask:
        """Return a question without the cards of another seat's hand, and without secret offers."""
        if ask.seat == self._viewer:
            return ask
        hidden = ask.offers and ask.secret and not ask.public_offers
        offers = (COVERED,) if hidden else ask.offers
        held = self._codes(ask.seat, ask.program.held)
        return ask.with_hand(None if ask.hand.codes else ask.hand.codes)._replace(
            program=ask.program._replace(held=held), offers=offers
        )

    def _reader(self, seat: int, reader: ReaderState) -> ReaderState:
        report, model = reader.report, reader.model
        if report is not None:
            report = report._replace(
                slots=tuple(
                    found._replace(code=self._reported_code(seat, slot, found.code, None))
                    for slot, found in enumerate(report.slots, 1)
                )
            )
        if model is not None:
            model = model._replace(
                cards=tuple(
                    card and card._replace(code=self._reported_code(seat, slot, card.code, UNSEEN))
                    for slot, card in enumerate(model.cards, 1)
                )
            )
        return reader._replace(row=self._row(seat, reader.row), report=report, model=model)

    def _reported_code(self, seat: int, slot: int, code: int | None, unseen: int | None) -> Any:
        """Return the code like `_code`, but `unseen` for all covered cards."""
        shown = self._code(seat, slot, code)
        return unseen if shown is not None and shown < 0 else shown
