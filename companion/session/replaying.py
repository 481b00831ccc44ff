"""An evening again from its messages: state by state as it was, or just where and why it comes out otherwise.

It is how a race comes back after a power cut, and how a kept one is told or checked; nothing of the world is asked meanwhile.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from companion.session.session import Session
from companion.session.spelling import read_messages
from companion.session.steps import stepped
from companion.words import Text, text


class Line(Protocol):
    """One kept message: its number from 1, its text, and the fingerprint of the race after it, "" where none was noted."""

    @property
    def number(self) -> int:
        """Which message it is."""

    @property
    def text(self) -> str:
        """The message, spelled."""

    @property
    def mark(self) -> str:
        """The fingerprint after it."""


class Drift(NamedTuple):
    """Where a replay leaves what was kept: after message `number`, in words; `turn` and `register` as the replay has them there."""

    number: int
    turn: int
    register: int
    words: Text


class Replayed(NamedTuple):
    """The evening after as many messages as could be replayed, how many these were, and what stopped it, or None."""

    session: Session
    messages: int
    drift: Drift | None


def replay(session: Session, lines: Sequence[Line], every: bool = False) -> Replayed:
    """Say all kept messages to an evening at its beginning; fingerprints are compared at the last mark, or at `every` one.

    Nothing is raised: a message that cannot be read, or another outcome, ends it as a `Drift`, with the evening as far as it got.
    """
    # Each fingerprint hashes a whole state; a race that comes out right at its last mark will have done so before.
    last = max((number for number, line in enumerate(lines) if line.mark), default=-1)
    messages = read_messages([line.text for line in lines], session.house.game.corrections.changes)
    for at, line in enumerate(lines):
        try:
            # Commands are dropped: what they asked for came as the messages that follow, if it mattered.
            session, _ = stepped(session, next(messages))
        except ValueError as fault:
            return Replayed(session, at, _drift(session, line.number, text("message {number} cannot be read: {fault}", number=line.number, fault=str(fault))))
        if line.mark and (every or at == last) and mark_of(session) != line.mark:
            words = text("the race comes out as {found}, but was kept as {kept}", found=mark_of(session) or text("nothing"), kept=line.mark)
            return Replayed(session, at + 1, _drift(session, line.number, words))
    return Replayed(session, len(lines), None)


def mark_of(session: Session) -> str:
    """The fingerprint of the race that runs, "" while none does."""
    return session.house.game.fingerprint(session.match.position) if session.match is not None else ""


def _drift(session: Session, number: int, words: Text) -> Drift:
    match = session.match
    return Drift(number, match.turn if match is not None else 0, match.register if match is not None else 0, words)
