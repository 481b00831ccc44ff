"""Sessions for the tests: small boards, quick ways to a page, and programs put in by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.app.loop import EventLoop, open_session
from companion.content import load_board, load_flags
from companion.engine.cards import card_of
from companion.formats.board import parse_board
from companion.games.api import Game
from companion.games.asking import Ask, Questions
from companion.games.programmed.deck import CODE_OF_CARD
from companion.games.scene import Piece
from companion.session.lobby.arrangement import BoardEntry
from companion.session.messages import (
    Begin,
    ClearMarkers,
    Confirm,
    Go,
    SetAutoAdvance,
    SetRule,
    TouchSquare,
)
from companion.session.session import Session
from companion.session.view import PLACE, PLAY, PROGRAM
from companion.signals import PULL, InsertCard, MoveHandle, SlotRead, TakeCard
from companion.words import NOTHING, text
from tests.typed import present

YARD = '''
name = "Yard"
licence = "CC-BY-SA-4.0"
edge = "pit"
board = """
+    +    +    +    +    +
  .    .    .    .    .
+    +    +    +    +    +
  .    .    O    .    .
+    +    +    +    +    +
  s1   s2   r1   s3   .
+    +    +    +    +    +
"""
'''


def yard() -> BoardEntry:
    """Return five squares by three with three starts and a pit on C2; its flags are E3 and A3."""
    board = parse_board(YARD, "yard.board.toml")
    return BoardEntry(
        "yard", "Yard", text("A small yard."), board, (("away", ("E3", "A3")), ("on", ("C2",)))
    )


def shipped(name: str = "fountain-circus") -> BoardEntry:
    """Return a shipped board as an entry of the catalogue."""
    board, flags = load_board(name), load_flags(name)
    return BoardEntry(name, board.name, NOTHING, board, (("away", flags.away),))


def evening(
    players: Iterable[str] = ("person", "person"),
    *,
    seed: int = 1,
    words: Mapping[str, str] = {},
    board: BoardEntry | None = None,
    flags: Iterable[str] = (),
    game: Game | None = None,
) -> EventLoop:
    """Return a session at its first page, with some settings and flags chosen."""
    loop = open_session(seed=seed, boards=(board or yard(),), players=players, game=game)
    for key, word in words.items():
        loop.send(SetRule(key, word))
    if flags:
        loop.send(Go("flags"))
        loop.send(ClearMarkers())
        for square in flags:
            loop.send(TouchSquare(square))
    return loop


def begun(players: Iterable[str] = ("person", "person"), **how: object) -> EventLoop:
    """Return a session with placed clanks: on the page REST or PROGRAM of its first turn."""
    loop = evening(players, **how)  # type: ignore[arg-type]
    loop.send(Begin())
    assert loop.session.page == PLACE, loop.session.notice
    done(loop)
    return loop


def done(loop: EventLoop) -> None:
    """Touch the button that confirms."""
    loop.send(Confirm(loop.session.revision))


def opening(loop: EventLoop) -> tuple[Piece, ...]:
    """Return the pieces at the beginning of the shown round."""
    match = present(loop.session.match)
    return loop.session.config.game.scene(match.shown.opening).pieces


def asked(session: Session, seat: int) -> Ask:
    """Return what is wanted of a seat now."""
    assert session.match is not None and isinstance(session.match.next_step, Questions)
    return next(ask for ask in session.match.next_step.asks if ask.seat == seat)


def fill(loop: EventLoop, seat: int) -> list[int]:
    """Put the first cards of a seat's hand into its free slots; return the codes."""
    ask = asked(loop.session, seat)
    free = ask.program.free
    codes = list(ask.hand.codes or ())[: len(free)]
    for slot, code in zip(free, codes, strict=True):
        loop.send(InsertCard(seat, slot, code))
    return codes


def ready(loop: EventLoop, seat: int, gesture: str = PULL) -> None:
    """Program a seat with the first cards of its hand and move its handle."""
    fill(loop, seat)
    loop.send(MoveHandle(seat, gesture))


def going_on_by_itself() -> EventLoop:
    """Return a race of two at its first instruction, which confirms itself after a second."""
    loop = begun()
    ready(loop, 1)
    ready(loop, 2)
    loop.send(SetAutoAdvance(1.0))
    assert loop.view.page == PLAY
    return loop


def swap(loop: EventLoop, seat: int, slot: int, code: int) -> None:
    """Exchange the card in a slot."""
    loop.send(TakeCard(seat, slot))
    loop.send(InsertCard(seat, slot, code))


def reads(seat: int, slot: int, card: str) -> SlotRead:
    """Return the signal of a slot with this card, as a real reader sends it."""
    return SlotRead(seat, slot, "ok", CODE_OF_CARD[card_of(card)])


def play_out(loop: EventLoop, page: str = PROGRAM) -> None:
    """Confirm until a page comes.

    Raises:
        AssertionError: It does not.
    """
    for _ in range(2000):
        if loop.session.page == page:
            return
        done(loop)
    raise AssertionError(f"{page} never comes; the evening stays on {loop.session.page}")
