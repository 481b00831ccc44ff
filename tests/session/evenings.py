"""Evenings for the tests: small boards, quick ways to a page, and programs put into readers as hands would."""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.content import load_board, load_flags
from companion.formats.board import parse_board
from companion.games.base import Ask, Questions
from companion.games.deck import CODE_OF_CARD
from companion.engine.cards import card_of
from companion.session.messages import Begin, Confirm, SetAutoAdvance, SetRule, TouchSquare, Go, ClearFlags
from companion.session.session import BoardEntry, Session
from companion.session.view import PLACE, PLAY, PROGRAM
from companion.shell import Shell, open_evening
from companion.signals import PULL, InsertCard, MoveHandle, SlotRead, TakeCard

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
    """Five squares by three with three starts and a pit on C2; its flags are E3 and A3."""
    board = parse_board(YARD, "yard.board.toml")
    return BoardEntry("yard", "Yard", "A small yard.", board, (("away", ("E3", "A3")), ("on", ("C2",))))


def shipped(name: str = "fountain-circus") -> BoardEntry:
    """A shipped board as an entry of the catalogue."""
    board, flags = load_board(name), load_flags(name)
    return BoardEntry(name, board.name, "", board, (("away", flags.away),))


def evening(
    players: Iterable[str] = ("person", "person"), *, seed: int = 1, words: Mapping[str, str] = {}, board: BoardEntry | None = None,
    flags: Iterable[str] = (),
) -> Shell:
    """An evening at its first page, with some settings and flags chosen."""
    shell = open_evening(seed=seed, boards=(board or yard(),), players=players)
    for key, word in words.items():
        shell.send(SetRule(key, word))
    if flags:
        shell.send(Go("flags"))
        shell.send(ClearFlags())
        for square in flags:
            shell.send(TouchSquare(square))
    return shell


def begun(players: Iterable[str] = ("person", "person"), **how: object) -> Shell:
    """An evening whose clanks are placed: on the page REST or PROGRAM of its first turn."""
    shell = evening(players, **how)  # type: ignore[arg-type]
    shell.send(Begin())
    assert shell.session.page == PLACE, shell.session.notice
    done(shell)
    return shell


def done(shell: Shell) -> None:
    """Touch the button that says that it is done."""
    shell.send(Confirm(shell.session.step))


def asked(session: Session, seat: int) -> Ask:
    """What is wanted of a seat now."""
    assert session.match is not None and isinstance(session.match.want, Questions)
    return next(ask for ask in session.match.want.asks if ask.seat == seat)


def fill(shell: Shell, seat: int) -> list[int]:
    """Put the first cards of a seat's hand into its free slots; the codes."""
    ask = asked(shell.session, seat)
    free = [slot for slot in ask.slots if slot not in ask.locked]
    codes = list(ask.hand or ())[: len(free)]
    for slot, code in zip(free, codes, strict=True):
        shell.send(InsertCard(seat, slot, code))
    return codes


def ready(shell: Shell, seat: int, gesture: str = PULL) -> None:
    """Program a seat with the first cards of its hand and move its handle."""
    fill(shell, seat)
    shell.send(MoveHandle(seat, gesture))


def going_on_by_itself() -> Shell:
    """A race of two people at its first instruction, which confirms itself after a second."""
    shell = begun()
    ready(shell, 1)
    ready(shell, 2)
    shell.send(SetAutoAdvance(1.0))
    assert shell.view.page == PLAY
    return shell


def swap(shell: Shell, seat: int, slot: int, code: int) -> None:
    """Exchange the card in a slot."""
    shell.send(TakeCard(seat, slot))
    shell.send(InsertCard(seat, slot, code))


def reads(seat: int, slot: int, card: str) -> SlotRead:
    """A slot that now shows this card, as a real reader says it."""
    return SlotRead(seat, slot, "ok", CODE_OF_CARD[card_of(card)])


def play_out(shell: Shell, page: str = PROGRAM) -> None:
    """Confirm until a page comes; AssertionError if it does not."""
    for _ in range(2000):
        if shell.session.page == page:
            return
        done(shell)
    raise AssertionError(f"{page} never comes; the evening stays on {shell.session.page}")
