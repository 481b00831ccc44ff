"""What a reader says, in the companion's words: who it is, what its slots show, where its handle is; and what is wrong with one.

The functions read the fields of a frame, as hardware/protocol.md has them, and answer None where they make no sense.
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
"""The letters of the firmware, on the wire and in its own modules, in the companion's words."""

MOVED: Final = {"M": True, "N": False}


class Identity(NamedTuple):
    """What a reader says of itself: chip id, version of its firmware, number of its start, slots, lamps, and what else it can do."""

    uid: str
    version: str
    boot: int
    slots: int
    lamps: int
    abilities: tuple[str, ...]


class Greeted(NamedTuple):
    """The reader answers. What was lost of its events comes next, and then for certain all its slots and its handle as they are."""

    identity: Identity

    @property
    def uid(self) -> str:
        return self.identity.uid

    @property
    def version(self) -> str:
        """The version of the firmware."""
        return self.identity.version


class SlotsHeard(NamedTuple):
    """All five slots as they are now: status, code and contrast of each."""

    slots: tuple[SlotReport, ...]


class HandleHeard(NamedTuple):
    """The handle was moved to a position, or (`moved` False, after a greeting) is in it."""

    position: str
    moved: bool


class CellsHeard(NamedTuple):
    """What the eight cells of a slot have just shown, cell 1 first: level and room of each, 0-255 (see `signals.CellsSeen`)."""

    slot: int
    levels: tuple[int, ...]
    rooms: tuple[int, ...]


class WrongVersion(NamedTuple):
    """The reader speaks another version of the wire; `words` say what to do about it. Told once, and nothing else is heard of it."""

    words: Text
    uid: str
    version: str


class NotOurs(NamedTuple):
    """What is on this line is no card reader of ours; `words` say what was found and what to do. Told once."""

    words: Text


Heard: TypeAlias = Greeted | SlotsHeard | HandleHeard | CellsHeard | WrongVersion | NotOurs
"""Everything that comes out of a link."""


def slots_in(fields: list[str]) -> SlotsHeard | None:
    """Read the fields of a SLOTS message; None where they make no sense."""
    # Fields behind the last one are passed over, here and below: a newer version may add some.
    readings = [slot_reading(field) for field in fields[2 : 2 + SLOTS]]
    if len(readings) < SLOTS or None in readings or number(fields[1]) < 0:
        return None
    return SlotsHeard(
        tuple(
            SlotReport(STATUSES[status], code, contrast)
            for status, code, contrast in filter(None, readings)
        )
    )


def handle_in(fields: list[str]) -> HandleHeard | None:
    """Read the fields of a HANDLE message; None where they make no sense."""
    if len(fields) < 3 or fields[1] not in POSITIONS or fields[2] not in MOVED:
        return None
    return HandleHeard(POSITIONS[fields[1]], MOVED[fields[2]])


def cells_in(fields: list[str]) -> CellsHeard | None:
    """Read the fields of a CELLS message; None where they make no sense."""
    if len(fields) < 4 or not 1 <= number(fields[1]) <= SLOTS:
        return None
    levels, rooms = cells_numbers(fields[2]), cells_numbers(fields[3])
    return None if levels is None or rooms is None else CellsHeard(number(fields[1]), levels, rooms)


def identity_in(said: Frame) -> Identity | None:
    """Read which reader says HI; None where it is no reader of ours."""
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
    """A reader that speaks another version of the wire: which side is older, and what helps."""
    if protocol < PROTOCOL:
        return WrongVersion(
            text(
                "reader {uid} has firmware {version}, which speaks version {protocol} of the wire; this app speaks version {own}. "
                "The reader is older: plug it in alone and run `clockwork-derby firmware install`",
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
            "reader {uid} has firmware {version}, which speaks version {protocol} of the wire; this app speaks version {own}. "
            "The app is older: update Clockwork Derby on this computer",
            uid=uid,
            version=version,
            protocol=protocol,
            own=PROTOCOL,
        ),
        uid,
        version,
    )


def wrong_size(identity: Identity) -> NotOurs:
    """A reader of our kind, but of another size."""
    return NotOurs(
        text(
            "reader {uid} has {slots} slots and {lamps} lamps; a reader of this game has {wanted} of each, so use it for the game that it was built for",
            uid=identity.uid,
            slots=identity.slots,
            lamps=identity.lamps,
            wanted=SLOTS,
        )
    )


def no_sense() -> NotOurs:
    """A reader that speaks our version, but says things that make no sense."""
    return NotOurs(
        text(
            "a reader answers in frames unknown to this app; run `clockwork-derby firmware install` to give it firmware that fits"
        )
    )


def no_reader() -> NotOurs:
    """Something that talks, but not as a reader."""
    return NotOurs(
        text("something answers, but not as a card reader; unplug it, or give the right port")
    )
