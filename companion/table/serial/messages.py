"""Messages of readers as values: who it is, its slots, its handle, and its faults.

The functions read the fields of a frame as described in hardware/protocol.md and return None for
invalid ones.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from card_reader.wire import PROTOCOL, Frame, cells_numbers, number, slot_reading

from companion.named_tuples import NamedTuple
from companion.signals import (
    BADCODE,
    BLANK,
    DIRTY,
    EMPTY,
    OK,
    PULL,
    PUSH,
    REST,
    SLOTS,
    UNSTABLE,
    SlotReport,
)
from companion.words import Text, text

STATUSES: Final = {"O": OK, "E": EMPTY, "B": BLANK, "D": DIRTY, "C": BADCODE, "U": UNSTABLE}
POSITIONS: Final = {"P": PULL, "R": REST, "H": PUSH}
"""The firmware's letters, on the wire and in its modules, as the companion's words."""

MOVED: Final = {"M": True, "N": False}


class Identity(NamedTuple):
    """The message by which a reader introduces itself."""

    uid: str
    """The chip id."""
    version: str
    """The firmware version."""
    boot: int
    """The number of its start."""
    slots: int
    lamps: int
    abilities: tuple[str, ...]


class Greeting(NamedTuple):
    """The reader answers. Lost events follow, then always all its slots and its handle."""

    identity: Identity

    @property
    def uid(self) -> str:
        return self.identity.uid

    @property
    def version(self) -> str:
        return self.identity.version


class SlotsMessage(NamedTuple):
    """The present status, code and contrast of all five slots."""

    slots: tuple[SlotReport, ...]


class HandleMessage(NamedTuple):
    """The handle has moved to a position, or is in it."""

    position: str
    moved: bool
    """False after a greeting."""


class CellsMessage(NamedTuple):
    """The readings of the eight cells of a slot, cell 1 first (see `signals.CellsSeen`)."""

    slot: int
    levels: tuple[int, ...]
    """0-255 for each cell."""
    rooms: tuple[int, ...]
    """0-255 for each cell."""


class WrongVersion(NamedTuple):
    """The reader speaks another version of the wire. Reported once, and nothing else of it."""

    words: Text
    """The remedy."""
    uid: str
    version: str


class ForeignDevice(NamedTuple):
    """The device on this line is no card reader of ours. Reported once."""

    words: Text
    """The device that was found, and the remedy."""


ReaderMessage: TypeAlias = (
    Greeting | SlotsMessage | HandleMessage | CellsMessage | WrongVersion | ForeignDevice
)
"""Every message of a link."""


def parse_slots(fields: list[str]) -> SlotsMessage | None:
    """Read the fields of a SLOTS message, None if invalid."""
    # Surplus fields are ignored, here and below: a newer version may add some.
    readings = [slot_reading(field) for field in fields[2 : 2 + SLOTS]]
    if len(readings) < SLOTS or None in readings or number(fields[1]) < 0:
        return None
    return SlotsMessage(
        tuple(
            SlotReport(STATUSES[status], code, contrast)
            for status, code, contrast in filter(None, readings)
        )
    )


def parse_handle(fields: list[str]) -> HandleMessage | None:
    """Read the fields of a HANDLE message, None if invalid."""
    if len(fields) < 3 or fields[1] not in POSITIONS or fields[2] not in MOVED:
        return None
    return HandleMessage(POSITIONS[fields[1]], MOVED[fields[2]])


def parse_cells(fields: list[str]) -> CellsMessage | None:
    """Read the fields of a CELLS message, None if invalid."""
    if len(fields) < 4 or not 1 <= number(fields[1]) <= SLOTS:
        return None
    levels, rooms = cells_numbers(fields[2]), cells_numbers(fields[3])
    return (
        None if levels is None or rooms is None else CellsMessage(number(fields[1]), levels, rooms)
    )


def parse_identity(said: Frame) -> Identity | None:
    """Read the fields of a HI message, None if it is no reader of ours."""
    if len(said.fields) < 7:
        return None
    version, uid, slots, lamps, abilities = (said.fields[place] for place in (1, 2, 3, 4, 6))
    if number(slots) < 0 or number(lamps) < 0 or not uid.isalnum():
        return None
    return Identity(
        uid,
        version,
        said.boot,
        int(slots),
        int(lamps),
        () if abilities == "-" else tuple(abilities.split(",")),
    )


def wrong_version(protocol: int, version: str, uid: str) -> WrongVersion:
    """Explain which side of the wire has the older version and what helps."""
    if protocol < PROTOCOL:
        return WrongVersion(
            text(
                "reader {uid} has firmware {version} with protocol version {protocol}; this app "
                "has version {own}. The reader is older: plug it in alone and run "
                "`clockwork-derby firmware install`",
                uid=uid,
                version=version,
                protocol=protocol,
                own=PROTOCOL,
            ),
            uid,
            version,
        )
    return WrongVersion(
        text(
            "reader {uid} has firmware {version} with protocol version {protocol}; this app has "
            "version {own}. The app is older: update Clockwork Derby on this computer",
            uid=uid,
            version=version,
            protocol=protocol,
            own=PROTOCOL,
        ),
        uid,
        version,
    )


def wrong_size(identity: Identity) -> ForeignDevice:
    """Explain that a reader of our kind has another size."""
    return ForeignDevice(
        text(
            "reader {uid} has {slots} slots and {lamps} lamps; a reader of this game has {wanted}"
            " of each, so use it for the game that it was built for",
            uid=identity.uid,
            slots=identity.slots,
            lamps=identity.lamps,
            wanted=SLOTS,
        )
    )


def no_sense() -> ForeignDevice:
    """Explain that a reader of our version sends invalid messages."""
    return ForeignDevice(
        text(
            "a reader answers in a format unknown to this app; run `clockwork-derby firmware "
            "install` to update its firmware"
        )
    )


def no_reader() -> ForeignDevice:
    """Explain that a device talks, but not as a reader."""
    return ForeignDevice(
        text("something answers, but not as a card reader; unplug it, or give the right port")
    )
