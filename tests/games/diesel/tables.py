"""Tables of Diesel Demolition Derby for tests: at real readers, and on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.app.loop import EventLoop
from companion.games import find_game
from companion.games.api import Game
from companion.games.asking import Ask, Questions
from companion.games.diesel.deck import CODES
from companion.games.diesel.deck_file import house_deck
from companion.games.diesel.stages import DieselPosition
from companion.session.lobby.opponents import PilotEntry
from companion.session.lobby.setup import new_session
from companion.session.messages import Begin, Confirm, SetRule
from companion.session.session import Session
from companion.session.showing import view_of
from companion.session.steps import step
from companion.session.view import DEAL, PLACE, PLAY, ProgramPage
from companion.signals import EMPTY, OK, PULL, REST, HandleMoved, SlotRead
from companion.words import text
from tests.typed import present


def diesel() -> Game:
    """Return the game with the house set."""
    game = find_game("diesel")
    assert game is not None
    return game


def code(card: str) -> int:
    """Return the code of a card of the house set."""
    return CODES[house_deck().order(card)]


def evening_of(session: Session) -> DieselPosition:
    """Return the position of the current game."""
    assert session.match is not None and isinstance(session.match.position, DieselPosition)
    return session.match.position


def asks_of(session: Session) -> tuple[Ask, ...]:
    """Return the current questions, () without any."""
    next_step = session.match.next_step if session.match is not None else None
    if isinstance(next_step, Questions) and session.page in ("program", "rest"):
        return next_step.asks
    return ()


def hear(session: Session, *messages: object) -> Session:
    """Return the session after some messages, without their commands."""
    for message in messages:
        session, _ = step(session, message)
    return session


def at_readers(players: int, *words: str) -> Session:
    """Return a game of people at real readers, at the first cards to play.

    Words are settings such as "variant=mekk_mania".
    """
    session = new_session(
        diesel(), (), (PilotEntry("random", text("Random")),), "Readers", (), ("person",) * players
    )
    session = hear(session, *[SetRule(*word.split("=")) for word in words], Begin())
    while session.page in (PLACE, DEAL):
        session = hear(session, Confirm(session.revision))
    return session


def put_in(session: Session, seat: int, *cards: str | None) -> Session:
    """Return the session with these cards in a reader from slot 1 on, and no others."""
    codes = [None if card is None else code(card) for card in (*cards, *(None,) * 5)[:5]]
    return hear(
        session,
        *(
            SlotRead(seat, slot, EMPTY if one is None else OK, one)
            for slot, one in enumerate(codes, 1)
        ),
    )


def pulled(session: Session, *seats: int) -> Session:
    """Return the session after pulls and releases of handles."""
    return hear(
        session,
        *(
            message
            for seat in seats
            for message in (HandleMoved(seat, PULL), HandleMoved(seat, REST))
        ),
    )


def deployed(session: Session, cards: Mapping[int, Sequence[str]]) -> Session:
    """Return the session after all have played cards and pulled."""
    for seat, codes in cards.items():
        session = put_in(session, seat, *codes)
    return pulled(session, *cards)


def emptied(session: Session) -> Session:
    """Return the session with empty readers."""
    return hear(
        session,
        *(SlotRead(seat, slot, EMPTY) for seat in session.readers.by_seat for slot in range(1, 6)),
    )


def carried_out(session: Session) -> Session:
    """Return the session after all instructions, up to a question or the end of the Derby."""
    while session.page == PLAY:
        session = hear(session, Confirm(session.revision))
    return session


def lying(session: Session, seat: int) -> list[str]:
    """Return the cards in front of a seat, face-down ones with a mark."""
    return [
        row_card.card + ":down" * row_card.down
        for row_card in evening_of(session).state.front[seat]
    ]


def remedy(session: Session, seat: int) -> str:
    """Return what is wrong at a seat."""
    return str(present(session.match).question.problems.get(seat, ""))


def before_pull(session: Session, seat: int, card: str) -> str:
    """Return what the screen says about a card in slot 1 before the handle is pulled."""
    body = view_of(put_in(session, seat, card)).body
    assert isinstance(body, ProgramPage)
    return next(str(reader.problem) for reader in body.readers if reader.seat == seat)


def shown(loop: EventLoop) -> str:
    """Return the title on the screen."""
    return str(loop.view.title)
