"""Sessions played into typical states by messages and touches alone, as a base for scenes.

Scenes of other modules begin with these. Nothing here needs a window, and the same seed plays the
same race, so that pictures of two versions can be compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from companion.app.game_offers import offers_of
from companion.app.loop import EventLoop, open_session
from companion.games.asking import Ask, Questions
from companion.session.messages import Begin, Confirm, Go, Message, Pick, SetName, Uncover
from companion.session.preferences import Prefer
from companion.session.view import PLAY, PROGRAM, REST, PlayPage, ProgramPage, ReaderPicture, View
from companion.signals import InsertCard, MoveHandle

PATIENCE: Final = 3000
"""Messages after which a wanted state counts as not to be found."""
EIGHT: Final = ("random",) * 8
LONG_NAMES: Final = ("WESTMINSTER", "CHRONOMETER", "MAINSPRING", "WWWWWWWWWWWW")
"""Names that need the most room: the last has all twelve letters that a name may have, each the
widest."""
LONG_NAMED: Final = tuple(SetName(seat, name) for seat, name in enumerate(LONG_NAMES, 1))
"""The messages that give these names to seats 1 to 4."""


@dataclass(frozen=True)
class Wanted:
    """A wanted view: of a page that passes a check."""

    page: str
    check: Callable[[View], bool] = lambda view: True

    def __call__(self, loop: EventLoop) -> bool:
        """Return whether it has come.

        Other pages are skipped: making a view takes longer than playing on.
        """
        return loop.session.page == self.page and self.check(loop.view)


def session_after(
    *messages: Message,
    players: tuple[str, ...] = ("person", "random", "random", "random"),
    seed: int = 5,
) -> EventLoop:
    """Return a session after some messages.

    It is at the choice of the board without any. `players` are as in `open_session`, by seat.
    """
    return send(open_session(seed=seed, players=players), *messages)


def send(loop: EventLoop, *messages: Message) -> EventLoop:
    """Return a session after some more messages."""
    for message in messages:
        loop.send(message)
    return loop


def touch(loop: EventLoop, asked: Callable[[View], Message]) -> EventLoop:
    """Return a session after the message that its view leads to."""
    return send(loop, asked(loop.view))


def prefer(loop: EventLoop, **chosen: Any) -> EventLoop:
    """Return a session with other preferences."""
    return send(loop, Prefer(loop.session.lobby.preferences._replace(**chosen)))


def all_games(*messages: Message) -> EventLoop:
    """Return the first page of a table with several games, after some messages."""
    loop = open_session(seed=3, players=("person", "random"), games=offers_of({}))
    return send(loop, *messages)


def race(*messages: Message, players: tuple[str, ...] = EIGHT, seed: int = 5) -> EventLoop:
    """Return a race that is about to begin, after some messages of the setup.

    It is at the page that says what to place where; `Begin` was sent, nothing was dealt.
    """
    return session_after(*messages, Go("rules"), Begin(), players=players, seed=seed)


def until(loop: EventLoop, wanted: Callable[[EventLoop], bool]) -> EventLoop:
    """Play on, persons with any cards they hold and the first offer, until the view is wanted.

    Raises:
        LookupError: It never comes.
    """
    for _ in range(PATIENCE):
        if wanted(loop):
            return loop
        go_on(loop)
    raise LookupError("a state for the gallery was not found: another seed may have it")


def person_ask(loop: EventLoop) -> Ask | None:
    """Return the question to the first person without an answer; None if there is none."""
    match = loop.session.match
    if (
        match is not None
        and isinstance(match.next_step, Questions)
        and loop.session.page in (PROGRAM, REST)
    ):
        asks = match.next_step.asks
    else:
        asks = ()
    return next(
        (
            ask
            for ask in asks
            if match is not None
            and ask.seat not in match.question.answers
            and loop.session.is_person(ask.player)
        ),
        None,
    )


def go_on(loop: EventLoop) -> None:
    """Answer for the first person who is asked, with the first offer or cards; else confirm."""
    ask = person_ask(loop)
    if ask is None:
        loop.send(Confirm(loop.session.revision))
    elif ask.offers:
        loop.send(Pick(ask.seat, ask.offers[0].key))
    else:
        if ask.program.slots:
            fill(loop, ask.seat, max(ask.program.slots))
        loop.send(MoveHandle(ask.seat, ask.gestures[0][0]))


def fill(loop: EventLoop, seat: int, most: int = 5) -> EventLoop:
    """Uncover a hand and put cards into empty slots, from the left, `most` at most.

    Locked slots keep the card they hold (6.3.3); `most` is the last slot that gets one.
    """
    loop.send(Uncover(seat))
    hand = list(reader_of(loop, seat).hand)
    for number, slot in enumerate(reader_of(loop, seat).slots, 1):
        if not slot.filled and hand and number <= most:
            loop.send(InsertCard(seat, number, hand.pop(0).code))
    return loop


def reader_of(loop: EventLoop, seat: int) -> ReaderPicture:
    """Return a seat's reader as it is shown while programming."""
    assert isinstance(loop.view.body, ProgramPage)
    return next(reader for reader in loop.view.body.readers if reader.seat == seat)


def playing(check: Callable[[View, PlayPage], bool]) -> Wanted:
    """Return a check for a playback view."""
    return Wanted(PLAY, lambda view: isinstance(view.body, PlayPage) and check(view, view.body))


def pushed(view: View, page: PlayPage) -> bool:
    """Say whether a card moves two clanks on the board (7.3.1)."""
    return (
        page.part == "cards"
        and view.board is not None
        and sum(move.end is not None for move in view.board.moves) > 1
    )


def moves_nothing(view: View, page: PlayPage) -> bool:
    """Say whether a card moves no clank, since something is in the way (7.2.5, 7.3.2)."""
    return page.part == "cards" and view.board is not None and not view.board.moves


def has_several_lines(view: View, page: PlayPage) -> bool:
    """Say whether a page has several instructions, one of which moves something."""
    return len(page.lines) > 2 and any(line.moves for line in page.lines)


def has_long_news(view: View, page: PlayPage) -> bool:
    """Say whether a long list has a destroyed clank and a touched flag."""
    words = " ".join(map(str, page.news))
    return len(page.lines) > 8 and "destroyed" in words and "flag" in words


def loses_clank(view: View, page: PlayPage) -> bool:
    """Say whether a clank goes to the parking row in the middle of its way (8.3).

    Its path has squares before the end that is none.
    """
    return view.board is not None and any(
        move.end is None and len(move.path) > 1 for move in view.board.moves
    )


def back(view: View, page: PlayPage) -> bool:
    """Say whether a clank comes back from the parking row (9.1)."""
    return view.board is not None and any(move.start is None for move in view.board.moves)


def in_part(*parts: str) -> Callable[[View, PlayPage], bool]:
    """Return a check for one of these parts of a register."""
    return lambda view, page: (
        page.part in parts
        and view.board is not None
        and bool(view.board.moves or view.board.beams or view.board.marks)
    )


def flag_touched(view: View, page: PlayPage) -> bool:
    """Say whether a flag is touched in its turn (7.11.1).

    Checkpoints that are touched in the same part have other rules.
    """
    return "flag" in str(page.instruction.words).lower() and page.instruction.rule.startswith(
        "7.11.1"
    )


def _has_locked(view: View) -> bool:
    """Say whether a person has at least two locked slots (6.3.1), which takes 6 damage."""
    readers = view.body.readers if isinstance(view.body, ProgramPage) else ()
    return any(
        reader.kind == "touch" and reader.asked and sum(slot.locked for slot in reader.slots) > 1
        for reader in readers
    )


LOCKED: Final = Wanted(PROGRAM, _has_locked)
