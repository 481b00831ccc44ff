"""The card readers as a session knows them, and the reducer of their signals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.asking import EMPTY_ROW, Reading, Row
from companion.named_tuples import NamedTuple
from companion.signals import (
    NO_READER,
    OK,
    REST,
    SLOTS,
    HandleMoved,
    Lamps,
    ReaderBack,
    ReaderFound,
    ReaderGone,
    ReaderLost,
    ReaderModel,
    ReaderReport,
    SlotRead,
    TableProblem,
)
from companion.words import Text, text


class ReaderState(NamedTuple):
    """The last known state of a reader."""

    row: Row = EMPTY_ROW
    """The content of its slots; of a lost reader, that of the screen reader that replaces it."""
    handle: str = REST
    lost: Text | str = ""
    """The reason for which it does not answer, "" while it does."""
    taken_over: bool = False
    """Whether its player has gone on at the screen since it stopped answering."""
    report: ReaderReport | None = None
    """Its report about itself during the table test."""
    model: ReaderModel | None = None
    """Its physical state, known only for an emulated reader."""


class HandleChoice(NamedTuple):
    """The answers of a question that handles have reached (`companion.session.hands_free`).

    It is for the screen and the voice only: the answer itself comes as a message.
    """

    revision: int = 0
    """The revision of the session that asked."""
    pushes: Mapping[int, int] = {}
    """The number of times that each seat has pushed its handle for the next answer."""


class Readers(NamedTuple):
    """The reports of the card readers, and the lights and choices that they show."""

    by_seat: Mapping[int, ReaderState] = {}
    """Each reader in its last known state, by seat."""
    unused: tuple[int, ...] = ()
    """The seats whose readers the race does not use."""
    unknown: tuple[str, ...] = ()
    """The chip ids of readers without a seat."""
    troubles: Mapping[str, Text | str] = {}
    """The troubles that need a person at the table, each by its place."""
    lamps: Lamps = Lamps({})
    """The lights as they are now."""
    handle_choice: HandleChoice = HandleChoice()
    """The answers that handles have come to."""
    say_again: int = 0
    """The number of times that a handle asked a voice to say again what is shown."""

    @property
    def rows(self) -> dict[int, Row]:
        """The cards that every reader shows, by seat."""
        return {seat: reader.row for seat, reader in self.by_seat.items()}

    def with_one(self, seat: int, reader: ReaderState) -> Readers:
        """Return the readers with another state of one of them."""
        return self._replace(by_seat={**self.by_seat, seat: reader})


def readers_after(readers: Readers, signal: object) -> Readers:
    """Return the readers after a signal, or the same ones if it says nothing new about them.

    A signal is always believed, on every page; an unknown seat is ignored.
    """
    if isinstance(signal, _OF_A_READER):
        reader = readers.by_seat.get(signal.seat)
        after = None if reader is None else _reader_after(reader, signal)
        return readers if after is None or after is reader else readers.with_one(signal.seat, after)
    if isinstance(signal, ReaderFound) and signal.uid not in readers.unknown:
        return readers._replace(unknown=(*readers.unknown, signal.uid))
    if isinstance(signal, ReaderGone):
        return readers._replace(unknown=tuple(uid for uid in readers.unknown if uid != signal.uid))
    if isinstance(signal, TableProblem):
        # A place has one trouble, the last that was reported.
        others = {
            place: words for place, words in readers.troubles.items() if place != signal.place
        }
        now = {signal.place: signal.words} if signal.words else {}
        return readers._replace(troubles=others | now)
    return readers


_OF_A_READER: Final = (SlotRead, HandleMoved, ReaderLost, ReaderBack, ReaderReport, ReaderModel)
"""The signals about the reader of a seat."""


def _reader_after(
    reader: ReaderState,
    signal: SlotRead | HandleMoved | ReaderLost | ReaderBack | ReaderReport | ReaderModel,
) -> ReaderState:
    if isinstance(signal, SlotRead):
        slot = signal.slot
        reading = Reading(signal.status, signal.code if signal.status == OK else None)
        # Readers repeat their state.
        if not 1 <= slot <= SLOTS or reader.row[slot - 1] == reading:
            return reader
        return reader._replace(row=(*reader.row[: slot - 1], reading, *reader.row[slot:]))
    if isinstance(signal, HandleMoved):
        # A handle may be held from turn to turn: only a movement counts.
        return (
            reader if reader.handle == signal.position else reader._replace(handle=signal.position)
        )
    if isinstance(signal, ReaderLost):
        return reader._replace(
            lost=signal.reason or text("no answer"),
            handle=REST,
            taken_over=bool(reader.lost) and reader.taken_over,
            # Without a reader, as after two people swapped seats, there is no model of one.
            model=None if signal.reason == NO_READER else reader.model,
        )
    if isinstance(signal, ReaderBack):
        # A handle that is not at rest is reported again, and then counts as a movement.
        return reader._replace(lost="", handle=REST, taken_over=False)
    if isinstance(signal, ReaderReport):
        return reader._replace(report=signal)
    return reader._replace(model=signal)
