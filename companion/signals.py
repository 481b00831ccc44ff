"""The messages between a table and the session.

A table sends signals (a slot was read, a handle was moved, a reader is gone) and gets the state of
all lock lights. Deeds are what hands do at a table, or the app instead of them.
Seats and slots count from 1; slot 1 is on the left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.words import Text, text

SLOTS = 5
"""The number of program slots of a reader."""
ALL_SLOTS = tuple(range(1, SLOTS + 1))

OK, EMPTY, BLANK, DIRTY, BADCODE, UNSTABLE = "ok", "empty", "blank", "dirty", "badcode", "unstable"
"""The readings of a slot: a code, or the reason for which there is none (hardware facts, 2).

EMPTY: all cells are dark, no card. BLANK: all are bright, a card the wrong way round or half in.
DIRTY: too little contrast to decide. BADCODE: good contrast, but not three or five white cells.
UNSTABLE: two scans differ, the card is still moving.
"""

GAP, LOCKED, TWICE, UNKNOWN, NOT_DEALT = "gap", "locked", "twice", "unknown", "not dealt"
"""The reasons for which the cards in a reader do not answer what a seat was asked.

GAP: nothing in an open slot. LOCKED: another card than the one the slot locked with. TWICE: a card
in two places. UNKNOWN: no card of the deck. NOT_DEALT: a card that the seat was not dealt.
"""

PULL, REST, PUSH = "pull", "rest", "push"
"""The three positions of a handle: towards the player, in the middle, away from the player."""


@kept_as("SlotRead seat slot status code")
class SlotRead(NamedTuple):
    """A slot has another content."""

    seat: int
    slot: int
    status: str
    """OK, EMPTY, BLANK, DIRTY, BADCODE or UNSTABLE."""
    code: int | None = None
    """The card's 8-bit word (0-255), None unless the status is OK."""


@kept_as("HandleMoved seat position")
class HandleMoved(NamedTuple):
    """A handle has stopped in a position."""

    seat: int
    position: str
    """PULL, REST or PUSH."""


@kept_as("ReaderLost seat reason")
class ReaderLost(NamedTuple):
    """The reader of a seat does not answer, so that the seat is played on the screen."""

    seat: int
    reason: Text | str
    """Half a sentence for people, or NO_READER, ASIDE or FLOODING. Old journals have words."""


NO_READER, ASIDE, FLOODING = "there is none", "it is set aside", "it sends too many messages"
"""Reasons that code asks for, as they are in journals; `loss_words` has their words for people.

NO_READER: the seat has no reader. ASIDE: somebody said not to use it. FLOODING: it sends more than
can be processed, and is ignored until it is plugged in again or set aside and taken back.
"""


def loss_words(reason: Text | str) -> Text | str:
    """Return why a reader is lost, as half a sentence for people."""
    known = {
        NO_READER: text("there is none"),
        ASIDE: text("it is not used now"),
        FLOODING: text("it sends too many messages"),
    }
    return known.get(reason, reason) if isinstance(reason, str) else reason


@kept_as("ReaderBack seat")
class ReaderBack(NamedTuple):
    """The reader of a seat answers (again) and is used; its slots and its handle follow."""

    seat: int


class ReaderFound(NamedTuple):
    """A reader that belongs to no seat was plugged in."""

    uid: str
    """Its chip id in hexadecimal digits."""


class ReaderGone(NamedTuple):
    """A reader that belonged to no seat is unplugged, or has a seat now."""

    uid: str


class StrangerPulled(NamedTuple):
    """The handle of a reader that belongs to no seat was pulled."""

    uid: str


class TableProblem(NamedTuple):
    """Something at the table needs a person, or does not any more."""

    place: str
    """The place of the trouble, a port, a chip id or a seat; tells troubles apart."""
    words: Text | str
    """The trouble and its remedy; empty if the trouble is over."""


class SlotReport(NamedTuple):
    """The content of a slot at this moment."""

    status: str
    code: int | None
    contrast: int
    """The brightest cell less the darkest, 0-255."""


class Counters(NamedTuple):
    """Statistics of the link to a reader since it was opened."""

    frames: int
    """Frames received."""
    resends: int
    """Frames that were sent again."""
    damaged: int
    """Frames that were damaged."""
    silent: float
    """Seconds since the last frame."""


class ReaderReport(NamedTuple):
    """The state of one reader, sent about twice a second while somebody watches the table."""

    seat: int
    kind: str
    """ "usb", "wired", "screen" or "emulated"."""
    uid: str
    """Its chip id, "" where it has none."""
    version: str
    """The version of its firmware, "" where it has none."""
    handle: str
    slots: tuple[SlotReport, ...]
    """Five."""
    counters: Counters | None


WELL, HALF, SMUDGED, TURNED, FOREIGN = "well", "half", "smudged", "turned", "foreign"
"""The state of a card in an emulated reader: well, half in, dirty, the wrong way round, foreign."""


class LyingCard(NamedTuple):
    """A card in a slot of an emulated reader: its code, and its state."""

    code: int
    lie: str


class ReaderModel(NamedTuple):
    """The physical state of an emulated reader, sent at each change.

    A `ReaderLost` with NO_READER says that the seat has no emulated reader any more.
    """

    seat: int
    cards: tuple[LyingCard | None, ...]
    """Five, None for an empty slot."""
    handle: str
    bulbs: tuple[tuple[int, int, int], ...]
    """The five lights as they shine, each (red, green, blue) of 0-255."""
    plugged: bool
    """Whether its cable is plugged in."""
    sunny: bool
    """Whether the sun shines into it."""


class CellsSeen(NamedTuple):
    """The answer to `MeasureCells`: the measured values of the eight cells of a slot.

    Cell 1 is on the left.
    """

    seat: int
    slot: int
    levels: tuple[int, ...]
    """The levels that the slot's own light has added at the cells, 0-255; contrast is the largest
    less the smallest of them."""
    rooms: tuple[int, ...]
    """The room of each cell above other light, 0-255; 0 is a blinded cell."""


class TagRead(NamedTuple):
    """A slot holds a card with a tag; sent by readers that read tags instead of codes."""

    seat: int
    slot: int
    tag: str
    """The tag as its reader writes it, such as the UID of an NFC tag."""
    code: int | None = None
    """The code of the card as far as the table knows it; readers themselves leave it out."""


class TaggedCard(NamedTuple):
    """A card whose tag is known."""

    tag: str
    code: int
    card: str
    """The name of the card in its game, such as "move1@490"; games may use the same codes."""


TAGS_FILE: Final = "tags file"
"""The place of troubles with the file of the tags."""


class TagsKnown(NamedTuple):
    """All known tags; sent by a table whose cards have tags while somebody watches it."""

    cards: tuple[TaggedCard, ...]


class Scanned(NamedTuple):
    """A hand-held scanner has read a card."""

    text: str
    """The content of the card's code: its number in digits."""


Signal: TypeAlias = (
    SlotRead
    | HandleMoved
    | ReaderLost
    | ReaderBack
    | ReaderFound
    | ReaderGone
    | StrangerPulled
    | TableProblem
    | ReaderReport
    | ReaderModel
    | CellsSeen
    | TagRead
    | TagsKnown
    | Scanned
)

DARK, LIT, BLINK = 0, 1, 2
"""The states of a lock light. A slot whose light blinks needs a hand; the reader keeps the time."""


ALL_DARK: Final = (DARK,) * SLOTS
"""The lights of a reader that `Lamps` does not name."""


class Lamps(NamedTuple):
    """All lock lights; always the whole state, so that a lost message does no harm."""

    lit: Mapping[int, tuple[int, ...]]
    """Five lights by seat, each DARK, LIT or BLINK; a seat that is missing is dark."""


class InsertCard(NamedTuple):
    """Put the card with this code (0-255) into a slot of a reader on the screen."""

    seat: int
    slot: int
    code: int


class TakeCard(NamedTuple):
    """Take the card out of a slot of a reader on the screen."""

    seat: int
    slot: int


class MoveHandle(NamedTuple):
    """Move the handle of a reader on the screen; it springs back to REST by itself."""

    seat: int
    position: str


ReaderTouch: TypeAlias = InsertCard | TakeCard | MoveHandle
"""An act of hands at a reader on the screen; the table carries it out and answers with signals."""


class SettleCard(NamedTuple):
    """Take the card out of a slot of an emulated reader, wipe it and push it in correctly."""

    seat: int
    slot: int


class CollectCards(NamedTuple):
    """Take the cards out of all readers on the screen; hands take them out of the others."""

    keep: Mapping[int, tuple[int, ...]]
    """The slots that keep their cards, by seat."""


class SetAside(NamedTuple):
    """Play a seat on the screen although it has a reader, or (False) use its reader again."""

    seat: int
    aside: bool


class SwapReaders(NamedTuple):
    """Exchange the readers of two seats, as when two people change chairs and leave the readers.

    Whether a reader is set aside, and the cards of one on the screen, go with it.
    """

    first: int
    second: int


class GiveSeat(NamedTuple):
    """Assign a seat to the reader with this chip id for good; another one loses the seat."""

    uid: str
    seat: int


class NameTag(NamedTuple):
    """Remember which card this tag is on, or (None) forget it."""

    tag: str
    code: int | None
    card: str = ""
    """See `TaggedCard.card`."""


class FreeSeat(NamedTuple):
    """Take the seat away from its reader."""

    seat: int


class Watch(NamedTuple):
    """Send `ReaderReport`s from now on, or stop sending them."""

    on: bool


class MeasureCells(NamedTuple):
    """Measure the cells of a slot now; the answer is a `CellsSeen`.

    A reader that does not answer, a reader on the screen, and one whose firmware cannot do it send
    nothing. Several slots are answered one after the other; while a slot is waiting for its answer,
    further requests for it are ignored.
    """

    seat: int
    slot: int


UNPLUG, PLUG, SUN, SHADE = "unplug", "plug", "sun", "shade"


class Mischief(NamedTuple):
    """Do something to an emulated reader or to a card in it, to try out faults.

    Real readers ignore it.
    """

    seat: int
    what: str
    """UNPLUG, PLUG, SUN or SHADE; or the new state of a card, such as HALF."""
    slot: int = 0
    """The slot of the card, 0 for the whole reader."""


Deed: TypeAlias = (
    InsertCard
    | TakeCard
    | MoveHandle
    | SettleCard
    | CollectCards
    | SetAside
    | SwapReaders
    | GiveSeat
    | FreeSeat
    | NameTag
    | Watch
    | MeasureCells
    | Mischief
)
"""Everything that can be done at a table; what a table cannot do changes nothing."""
