"""A kept game told in words: everything that happened, in the order in which it did, also what was taken back later.

Told from the messages, which are played again, and not from the final state: what was taken back later has happened all the same.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from companion.engine.events import Dealt, Event, PowerDownAnnounced, PoweredDown
from companion.formats.explained import in_words
from companion.games.base import CLEANUP
from companion.journal.base import Entry
from companion.session import view
from companion.session.by_hand import BY_HAND
from companion.session.commands import Command, Played
from companion.session.history import BEFORE, WHEN, shown_turn
from companion.session.messages import Abort, Decide, GoBack, GoForward, GoTo, Resumed
from companion.session.moments import moment_of, place_words, register_words
from companion.session.session import Session
from companion.session.spelling import read_message
from companion.session.steps import step

GAME, HAND, START = "game", "by hand", "start"
"""What made something happen: the game itself, people through the debugging menu, the app when it was started again."""
WAYS: Final[tuple[tuple[tuple[type, ...], str], ...]] = (((GoBack, GoTo, Abort), "back to"), ((GoForward,), "forward again to"))
"""How going to another moment of the race is told."""


class Happening(NamedTuple):
    """One thing that happened: in which turn, when in it ("register 2"), what made it happen, in words, by which rule ("" for none).

    `who` wanted it and `why`, where people said so.

    `turn` counts from 1; `kind` is GAME, HAND or START.
    """

    turn: int
    when: str
    kind: str
    words: str
    rule: str = ""
    who: str = ""
    why: str = ""


def chronicle(session: Session, entries: Iterable[Entry]) -> Iterator[Happening]:
    """Everything that happens from an evening's beginning on; it ends before an entry that cannot be read.

    `session` is the evening at its beginning. Nothing is compared here; whether it comes out as it was kept is told by a replay.
    """
    for entry in entries:
        try:
            message = read_message(entry.text)
        except ValueError:
            return
        before, (session, commands) = session, step(session, message)
        # Before a race there is nothing that could happen in it.
        if session.match is None:
            continue
        if isinstance(message, Decide):
            yield from _decided(before, session, message)
        elif isinstance(message, Resumed):
            yield Happening(*_place(session), START, f"The app was started again. {message.since}".rstrip())
        for note in session.noted[len(before.noted):]:
            yield Happening(note.turn, note.when.lower(), HAND, "; ".join(note.made.words), "", note.made.who, note.made.why)
        for command in commands:
            yield from _played(session, command, isinstance(message, Decide))


def _played(session: Session, command: Command, by_hand: bool) -> Iterator[Happening]:
    """What the game did; what people changed is told already."""
    if not isinstance(command, Played):
        return
    # Register 0 is what comes before the registers: there the events themselves tell, since nobody has to move anything.
    if not command.register and not by_hand:
        for event in filter(_is_worth_telling, command.events):
            yield Happening(command.turn, BEFORE.lower(), GAME, in_words(event, session.setup.names.__getitem__), event.rule)
    when = "cleanup" if command.register == CLEANUP else f"register {command.register}"
    for told in command.instructions:
        if told.part != BY_HAND:
            yield Happening(command.turn, when, GAME, told.words, told.rule)


def _is_worth_telling(event: Event) -> bool:
    """Everybody is dealt cards in every turn; only those of whom some are locked are told."""
    return isinstance(event, (PoweredDown, PowerDownAnnounced)) or isinstance(event, Dealt) and bool(event.locked)


def _decided(before: Session, after: Session, message: Decide) -> Iterator[Happening]:
    """What people did through the debugging menu; what only showed something again is left out."""
    if before.match is None:
        return
    leads = next((words for kinds, words in WAYS if isinstance(message.remedy, kinds)), "")
    # Going to another moment is told by where it leads; a change by its own words.
    made = after.past.left_by if not leads and after.past is not None and after.past is not before.past else None
    words = f"{leads} {place_words(moment_of(after))}" if leads else "; ".join(made.words) if made is not None else ""
    if words:
        yield Happening(*_place(before), HAND, words, made.rule if made is not None else "", message.who, message.why)


def _place(session: Session) -> tuple[int, str]:
    """The turn and the part of it in which an evening stands."""
    moment = moment_of(session)
    if moment.page == view.PLAY:
        return shown_turn(moment), register_words(moment.match)
    return shown_turn(moment), WHEN.get(moment.page, BEFORE).lower()
