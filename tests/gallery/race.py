"""Evenings played on into telling states, by nothing but messages and touches on readers: the ground that scenes stand on.

Scenes of other modules begin with these. Nothing here needs a window, and the same seed plays the same race, so that pictures of two
versions can be laid side by side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from companion.app.loop import EventLoop, open_session
from companion.session.messages import Begin, Confirm, Go, Message, Uncover
from companion.session.view import PLAY, PROGRAM, REST, PlayPage, ProgramPage, ReaderPicture, View
from companion.signals import PULL, InsertCard, MoveHandle

PATIENCE: Final = 3000
"""Messages after which a state that is looked for counts as not to be found."""
EIGHT: Final = ("random",) * 8
LONG_NAMES: Final = ("WESTMINSTER", "CHRONOMETER", "MAINSPRING", "WWWWWWWWWWWW")
"""Names that need the most room: the last has all twelve letters that a name may have, each the widest."""


class Wanted(NamedTuple):
    """A view that is looked for: of a page, and such that a check finds it right."""

    page: str
    check: Callable[[View], bool] = lambda view: True

    def is_shown(self, loop: EventLoop) -> bool:
        """Whether it has come. Other pages are not looked at: to draw a view up takes longer than to play on."""
        return loop.session.page == self.page and self.check(loop.view)


def evening(
    *messages: Message,
    players: tuple[str, ...] = ("person", "random", "random", "random"),
    seed: int = 5,
) -> EventLoop:
    """An evening after some messages.

    It stands at the choice of the board where there are none. `players` are as in `open_session`, by seat.
    """
    loop = open_session(seed=seed, players=players)
    for message in messages:
        loop.send(message)
    return loop


def race(*messages: Message, players: tuple[str, ...] = EIGHT, seed: int = 5) -> EventLoop:
    """A race that is about to begin, after some messages of the setup.

    It stands at the page that says what hands put where; `Begin` has been said, nothing has been dealt.
    """
    return evening(*messages, Go("rules"), Begin(), players=players, seed=seed)


def until(loop: EventLoop, wanted: Wanted) -> EventLoop:
    """Play on, persons with whatever cards they hold, until the view is wanted. Raises LookupError where it never comes."""
    for _ in range(PATIENCE):
        if wanted.is_shown(loop):
            return loop
        if loop.session.page in (REST, PROGRAM):
            _program(loop, loop.view)
        else:
            loop.send(Confirm(loop.session.step))
    raise LookupError("a state for the gallery was not found: another seed may have it")


def _program(loop: EventLoop, view: View) -> None:
    """Let one seat that is asked put in its cards and pull the handle."""
    assert isinstance(view.body, ProgramPage)
    asked = next(
        (
            reader
            for reader in view.body.readers
            if reader.kind == "touch" and reader.asked and not reader.ready
        ),
        None,
    )
    if asked is None:
        loop.send(Confirm(view.step))
        return
    fill(loop, asked.seat)
    handles = [position for position, _ in asked.handles]
    loop.send(MoveHandle(asked.seat, PULL if PULL in handles else handles[0]))


def fill(loop: EventLoop, seat: int, most: int = 5) -> None:
    """Uncover a seat's hand and put cards into its empty slots, from the left, at most so many.

    Locked slots keep the card they hold (6.3.3); `most` is the last slot that gets one.
    """
    loop.send(Uncover(seat))
    hand = list(reader_of(loop, seat).hand)
    for number, slot in enumerate(reader_of(loop, seat).slots, 1):
        if not slot.filled and hand and number <= most:
            loop.send(InsertCard(seat, number, hand.pop(0).code))


def reader_of(loop: EventLoop, seat: int) -> ReaderPicture:
    """A seat's reader as it is shown while programming."""
    assert isinstance(loop.view.body, ProgramPage)
    return next(reader for reader in loop.view.body.readers if reader.seat == seat)


def playing(check: Callable[[View, PlayPage], bool]) -> Wanted:
    """A playback view that passes a check."""
    return Wanted(PLAY, lambda view: isinstance(view.body, PlayPage) and check(view, view.body))


def pushed(view: View, page: PlayPage) -> bool:
    """A card moves two clanks on the board (7.3.1)."""
    return (
        page.part == "cards"
        and view.board is not None
        and sum(move.end is not None for move in view.board.moves) > 1
    )


def stayed(view: View, page: PlayPage) -> bool:
    """A card moves nobody, since something is in the way (7.2.5, 7.3.2)."""
    return page.part == "cards" and view.board is not None and not view.board.moves


def several(view: View, page: PlayPage) -> bool:
    """Several instructions lie on one page, and one of them moves something."""
    return len(page.lines) > 2 and any(line.moves for line in page.lines)


def told_news(view: View, page: PlayPage) -> bool:
    """A long list tells of a clank that is destroyed and of a flag that is touched."""
    words = " ".join(map(str, page.news))
    return len(page.lines) > 8 and "destroyed" in words and "flag" in words


def lost(view: View, page: PlayPage) -> bool:
    """A clank goes to the parking row in the middle of its way (8.3): its path has squares before the end that is none."""
    return view.board is not None and any(
        move.end is None and len(move.path) > 1 for move in view.board.moves
    )


def back(view: View, page: PlayPage) -> bool:
    """A clank comes back from the parking row (9.1)."""
    return view.board is not None and any(move.start is None for move in view.board.moves)


def in_part(*parts: str) -> Callable[[View, PlayPage], bool]:
    """Something happens in one of these parts of a register."""
    return lambda view, page: (
        page.part in parts
        and view.board is not None
        and bool(view.board.moves or view.board.beams or view.board.marks)
    )


def flag_touched(view: View, page: PlayPage) -> bool:
    """A flag is touched in its turn (7.11.1); checkpoints that are touched in the same part have other rules."""
    return "flag" in str(page.instruction.words).lower() and page.instruction.rule.startswith(
        "7.11.1"
    )


def _has_locked(view: View) -> bool:
    """A person programs with at least two locked slots (6.3.1), which takes 6 damage."""
    readers = view.body.readers if isinstance(view.body, ProgramPage) else ()
    return any(
        reader.kind == "touch" and reader.asked and sum(slot.locked for slot in reader.slots) > 1
        for reader in readers
    )


LOCKED: Final = Wanted(PROGRAM, _has_locked)
