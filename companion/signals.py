"""What a table can say and what it can be asked to show: the words between the readers and the session.

A table speaks in signals (a slot was read, a handle was moved, a reader is gone) and is shown one whole picture of lock lights.
Seats and slots count from 1; slot 1 is on the left.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

SLOTS = 5
"""How many program slots a reader has."""

OK, EMPTY, BLANK, DIRTY, BADCODE, UNSTABLE = "ok", "empty", "blank", "dirty", "badcode", "unstable"
"""What a slot can answer: a code, or why there is none."""

PULL, REST, PUSH = "pull", "rest", "push"
"""The three positions of a handle: towards the player, in the middle, away from the player."""


class SlotRead(NamedTuple):
    """A slot now answers this: `status` as above, `code` the card's 8-bit word (0-255), or None unless the status is OK."""

    seat: int
    slot: int
    status: str
    code: int | None = None


class HandleMoved(NamedTuple):
    """A handle has come to rest in a position: PULL, REST or PUSH."""

    seat: int
    position: str


class ReaderLost(NamedTuple):
    """The reader of a seat no longer answers; `reason` is a sentence for people."""

    seat: int
    reason: str


class ReaderBack(NamedTuple):
    """The reader of a seat answers again."""

    seat: int


Signal: TypeAlias = SlotRead | HandleMoved | ReaderLost | ReaderBack


class Lamps(NamedTuple):
    """All lock lights as one whole picture: seat → five lamps, True for red; a seat that is not named is dark."""

    lit: Mapping[int, tuple[bool, ...]]


class InsertCard(NamedTuple):
    """Somebody puts the card with this code into a slot of a reader that hands reach through the screen."""

    seat: int
    slot: int
    code: int


class TakeCard(NamedTuple):
    """Somebody takes the card out of a slot of such a reader."""

    seat: int
    slot: int


class MoveHandle(NamedTuple):
    """Somebody moves the handle of such a reader to PULL, REST or PUSH."""

    seat: int
    position: str


ReaderTouch: TypeAlias = InsertCard | TakeCard | MoveHandle
"""What hands do to a reader that the app itself plays; the table carries it out and answers with signals."""
