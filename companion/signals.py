"""What a table can say, what it can be asked to show, and what can be done at it: the words between the readers and the session.

A table speaks in signals (a slot was read, a handle was moved, a reader is gone) and is shown one whole picture of lock lights. Deeds are
what hands, or the app for them, do at it.
Seats and slots count from 1; slot 1 is on the left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from companion.kept_names import kept_as
from companion.words import Text, text

SLOTS = 5
"""How many program slots a reader has."""

OK, EMPTY, BLANK, DIRTY, BADCODE, UNSTABLE = "ok", "empty", "blank", "dirty", "badcode", "unstable"
"""What a slot can answer: a code, or why there is none (hardware facts, 2).

EMPTY: all cells dark, no card. BLANK: all bright, a card the wrong way round or half in. DIRTY: too little contrast to decide. BADCODE: good
contrast, but not three or five white cells. UNSTABLE: two scans differ, the card is still being moved.
"""

GAP, LOCKED, TWICE, UNKNOWN, NOT_DEALT = "gap", "locked", "twice", "unknown", "not dealt"
"""Why cards in a reader are no answer to what a seat was asked.

GAP: nothing in an open slot. LOCKED: another card than the one the slot locked with. TWICE: a card
in two places. UNKNOWN: no card of the deck. NOT_DEALT: a card that the seat was not dealt.
"""

PULL, REST, PUSH = "pull", "rest", "push"
"""The three positions of a handle: towards the player, in the middle, away from the player."""


@kept_as("SlotRead seat slot status code")
class SlotRead(NamedTuple):
    """A slot now answers this: `status` as above, `code` the card's 8-bit word (0-255), or None unless the status is OK."""

    seat: int
    slot: int
    status: str
    code: int | None = None


@kept_as("HandleMoved seat position")
class HandleMoved(NamedTuple):
    """A handle has come to rest in a position: PULL, REST or PUSH."""

    seat: int
    position: str


@kept_as("ReaderLost seat reason")
class ReaderLost(NamedTuple):
    """The reader of a seat does not answer, so that the seat is played on the screen; `reason` is half a sentence for people, or one of three keys.

    NO_READER as the reason: the seat has no reader of its own. ASIDE: it has one, which is not used now because somebody said so. FLOODING: it
    has one that says more than anybody can hear, and is not heard until it is plugged in again, or `SetAside` with False is said of it.
    Earlier versions kept every reason as plain words.
    """

    seat: int
    reason: Text | str


NO_READER, ASIDE, FLOODING = "there is none", "it is set aside", "it sends too many messages"
"""Keys that other parts look for; they stand so in journals, and `loss_words` says them to people."""


def loss_words(reason: Text | str) -> Text | str:
    """Why a reader is lost, as half a sentence for people."""
    known = {
        NO_READER: text("there is none"),
        ASIDE: text("it is not used now"),
        FLOODING: text("it sends too many messages"),
    }
    return known.get(reason, reason) if isinstance(reason, str) else reason


@kept_as("ReaderBack seat")
class ReaderBack(NamedTuple):
    """The reader of a seat answers (again) and is used; what its slots hold and where its handle is follows."""

    seat: int


class ReaderFound(NamedTuple):
    """A reader that belongs to no seat is there; `uid` is its chip id, a text of hexadecimal digits."""

    uid: str


class ReaderGone(NamedTuple):
    """A reader that belonged to no seat is not there any more, or has a seat now."""

    uid: str


class StrangerPulled(NamedTuple):
    """The handle of a reader that belongs to no seat was pulled."""

    uid: str


class Trouble(NamedTuple):
    """Something at the table needs a person: `place` (a port, a chip id, a seat) tells troubles apart, `words` are what and what to do.

    Empty words: that trouble is over.
    """

    place: str
    words: Text | str


class SlotReport(NamedTuple):
    """What a slot shows at this moment, with the contrast it was read with (0-255, the brightest cell less the darkest)."""

    status: str
    code: int | None
    contrast: int


class Counters(NamedTuple):
    """How the link to a reader has fared since it was opened: frames heard, frames sent again, frames damaged, seconds since the last one."""

    frames: int
    resends: int
    damaged: int
    silent: float


class ReaderReport(NamedTuple):
    """Everything about one reader, told about twice a second while somebody watches the table.

    `kind` is what it is in a word ("usb", "wired", "screen", "emulated"), `uid` and `version` are "" where it has none, `slots` has five.
    """

    seat: int
    kind: str
    uid: str
    version: str
    handle: str
    slots: tuple[SlotReport, ...]
    counters: Counters | None


WELL, HALF, SMUDGED, TURNED, FOREIGN = "well", "half", "smudged", "turned", "foreign"
"""How a card lies in an emulated reader: well, half in, dirty, the wrong way round, or one of another deck."""


class LyingCard(NamedTuple):
    """A card in a slot of an emulated reader: its code, and how it lies."""

    code: int
    lie: str


class ReaderModel(NamedTuple):
    """What really is at an emulated reader, told whenever it changes, whatever the firmware makes of it.

    `cards` are five, None for an empty slot; `bulbs` are the five lights as they shine, each (red, green, blue) of 0-255; `plugged`
    says whether its cable is in, `sunny` whether the sun shines into it. A seat of which `ReaderLost` says that there is none (NO_READER)
    has no emulated reader any more, whatever was told of one before.
    """

    seat: int
    cards: tuple[LyingCard | None, ...]
    handle: str
    bulbs: tuple[tuple[int, int, int], ...]
    plugged: bool
    sunny: bool


class CellsSeen(NamedTuple):
    """What the eight single cells of a slot have just seen, measured afresh because a `Look` asked for it; cell 1, on the left, comes first.

    `levels` are what the slot's own light has added at each cell, 0-255, the higher the brighter: the contrast of a `SlotReport` is the
    greatest less the least. `rooms` are what a cell could still have shown beside the light of other origin, 0-255: one without any is
    blinded.
    """

    seat: int
    slot: int
    levels: tuple[int, ...]
    rooms: tuple[int, ...]


class Scanned(NamedTuple):
    """A hand-held scanner has read a card; `text` is what stands in its code: the card's code in digits."""

    text: str


Signal: TypeAlias = (
    SlotRead
    | HandleMoved
    | ReaderLost
    | ReaderBack
    | ReaderFound
    | ReaderGone
    | StrangerPulled
    | Trouble
    | ReaderReport
    | ReaderModel
    | CellsSeen
    | Scanned
)

DARK, LIT, BLINK = 0, 1, 2
"""What a lock light can do. A slot whose light blinks wants a hand; the reader keeps the time."""


ALL_DARK: Final = (DARK,) * SLOTS
"""The lamps of a reader that a picture does not name."""


class Lamps(NamedTuple):
    """All lock lights as one whole picture: seat → five lamps, each DARK, LIT or BLINK; a seat that is not named is dark.

    Always the whole of it and never a change, so that a picture that was lost on the way is made good by the next one.
    """

    lit: Mapping[int, tuple[int, ...]]


class InsertCard(NamedTuple):
    """Somebody puts the card with this code (0-255) into a slot of a reader that hands reach through the screen."""

    seat: int
    slot: int
    code: int


class TakeCard(NamedTuple):
    """Somebody takes the card out of a slot of such a reader."""

    seat: int
    slot: int


class MoveHandle(NamedTuple):
    """Somebody moves the handle of such a reader to PULL, REST or PUSH; it springs back to REST by itself."""

    seat: int
    position: str


ReaderTouch: TypeAlias = InsertCard | TakeCard | MoveHandle
"""What hands do to a reader that the app itself plays; the table carries it out and answers with signals."""


class SettleCard(NamedTuple):
    """Somebody takes the card out of a slot of an emulated reader, wipes it and pushes it in as it should be."""

    seat: int
    slot: int


class CollectCards(NamedTuple):
    """Take all cards out of the readers that the app plays, except those in the slots of `keep`, by seat; hands see to the others."""

    keep: Mapping[int, tuple[int, ...]]


class SetAside(NamedTuple):
    """Play a seat on the screen although it has a reader, or (False) use its reader again."""

    seat: int
    aside: bool


class SwapReaders(NamedTuple):
    """The readers of two seats change places: what is read at the one is told for the other from now on.

    So it is when two people change chairs and leave the readers where they stand: each goes on with the one before it. Whether a reader
    is set aside, and the cards of one on the screen, go with it.
    """

    first: int
    second: int


class GiveSeat(NamedTuple):
    """From now on the reader with this chip id belongs to a seat, and is remembered; one that had the seat before has none then."""

    uid: str
    seat: int


class FreeSeat(NamedTuple):
    """The reader of a seat belongs to no seat from now on."""

    seat: int


class Watch(NamedTuple):
    """Tell `ReaderReport`s from now on, or stop telling them."""

    on: bool


class Look(NamedTuple):
    """Have the reader of a seat look at the single cells of a slot, now; the answer is a `CellsSeen`.

    A reader that does not answer, a screen reader, and one whose firmware cannot tell its cells say nothing. Looks at several slots are
    answered one after the other; a second one at a slot whose first is not answered yet is the same one.
    """

    seat: int
    slot: int


UNPLUG, PLUG, SUN, SHADE = "unplug", "plug", "sun", "shade"


class Mischief(NamedTuple):
    """Something happens to an emulated reader: UNPLUG, PLUG, SUN, SHADE, or to the card in a slot: how it lies from now on (HALF …).

    `slot` is 0 where the whole reader is meant. For trying out what a table does when things go wrong; real readers take no notice.
    """

    seat: int
    what: str
    slot: int = 0


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
    | Watch
    | Look
    | Mischief
)
"""Everything that can be done at a table; what cannot be done at this one changes nothing."""

DEEDS: Final = (
    InsertCard,
    TakeCard,
    MoveHandle,
    SettleCard,
    CollectCards,
    SetAside,
    SwapReaders,
    GiveSeat,
    FreeSeat,
    Watch,
    Look,
    Mischief,
)
"""The same, to tell deeds from other messages by isinstance()."""
