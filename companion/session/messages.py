"""The messages to a session, each a plain value.

`companion.session.past.spelling` names those that are kept for years. A new field of those needs a
default.
"""

from __future__ import annotations

from typing import TypeAlias

from companion.games.api import Change
from companion.geometry import Square
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.session.past.kept_names import CLEAR_MARKERS, SUGGEST_MARKERS
from companion.words import NOTHING, Text, verbatim


@kept_as("Go where")
class Go(NamedTuple):
    """Go to another page of the set-up: "next", "back" or a page's name."""

    where: str


@kept_as("ChooseBoard board")
class ChooseBoard(NamedTuple):
    """Play on the board with this short name; another board puts down its own first markers."""

    board: str


@kept_as("TouchSquare square")
class TouchSquare(NamedTuple):
    """A square of the map was touched; during set-up this puts down or removes a marker."""

    square: Square


@kept_as(" ".join((SUGGEST_MARKERS, "difficulty")))
class SuggestMarkers(NamedTuple):
    """Put down the board's suggested markers: "away" from danger, "beside" it or "on" it."""

    difficulty: str


@kept_as(CLEAR_MARKERS)
class ClearMarkers(NamedTuple):
    """Remove all markers from the map."""


@kept_as("SetPlayer seat player others")
class SetPlayer(NamedTuple):
    """Choose who plays a seat."""

    seat: int
    player: str
    """"person", the name of a pilot such as "random", or "" for nobody."""
    others: bool = False
    """Whether the pilot also plays the seats of all other pilots."""


@kept_as("SetName seat name")
class SetName(NamedTuple):
    """Name a seat's piece, 1 to 12 letters; a seat with that name gets the old one."""

    seat: int
    name: str


@kept_as("SetColour seat colour")
class SetColour(NamedTuple):
    """Choose the colour of a seat's piece; a seat with that colour gets the old one."""

    seat: int
    colour: str


@kept_as("SetShape seat shape")
class SetShape(NamedTuple):
    """Choose the shape of a seat's piece; a seat with that shape gets the old one."""

    seat: int
    shape: str


@kept_as("SetRule key word")
class SetRule(NamedTuple):
    """Choose a value, by its word, for one of the settings."""

    key: str
    word: str


@kept_as("Begin")
class Begin(NamedTuple):
    """Begin the race, from any page of the set-up, unless the start check refuses."""


@kept_as("Confirm step")
class Confirm(NamedTuple):
    """The instruction on the screen was carried out."""

    revision: int
    """The revision that the view showed, so that a second touch is harmless."""


@kept_as("CarriedOut step at")
class CarriedOut(NamedTuple):
    """The instructions of the batch were carried out up to one of them."""

    revision: int
    """As for `Confirm`."""
    at: int
    """The last instruction carried out, counted from 0 in the round."""


@kept_as("ConfirmRound step")
class ConfirmRound(NamedTuple):
    """All instructions of the round were carried out, also those in later batches."""

    revision: int
    """As for `Confirm`."""


SINGLE, STEPS, MIXED, LIST, WATCH = "single", "steps", "mixed", "list", "watch"
"""The flows: the instructions of a round that one touch confirms (`companion.session.flow`).

SINGLE: one. STEPS: what happens together, and moves without a hand with their neighbours. MIXED:
one card, or all board elements. LIST: the whole round. WATCH: the screen plays by itself, at a
table without a board.
"""


@kept_as("SetFlow flow")
class SetFlow(NamedTuple):
    """Show and confirm instructions in this way from now on."""

    flow: str


class Pause(NamedTuple):
    """Pause automatic confirmation (`on`), or let it go on."""

    on: bool


@kept_as("SetAutoAdvance seconds")
class SetAutoAdvance(NamedTuple):
    """Confirm instructions automatically after some seconds, up to ten minutes; None for never."""

    seconds: float | None


CHANCE, AT_DEAL, AT_FIRST, AT_LAST = "chance", "deal", "first", "last"
"""CHANCE fills empty slots at random when the time is over; the others say when time begins.

AT_DEAL: with the deal. AT_FIRST: when the first seat is ready. AT_LAST: when one seat is left.
"""


class Timer(NamedTuple):
    """The time in which people choose cards."""

    seconds: int = 0
    """Its length, 0 for no limit."""
    start: str = AT_DEAL
    """The moment of its beginning."""
    fill: str = CHANCE
    """The way to fill empty slots then, CHANCE or the name of a pilot."""


@kept_as("SetTimer seconds start fill")
class SetTimer(NamedTuple):
    """Change these parts of the timer (`Timer`); None leaves a part unchanged."""

    seconds: int | None = None
    start: str | None = None
    fill: str | None = None


@kept_as("SetPin seat pin")
class SetPin(NamedTuple):
    """Set the four digits that open this seat on the screen; "" for none."""

    seat: int
    pin: str


class Uncover(NamedTuple):
    """Uncover the hand of this seat and cover every other hand."""

    seat: int
    pin: str = ""
    """The PIN that was typed, where the seat has one."""


@kept_as("TakeBack seat")
class TakeBack(NamedTuple):
    """Take back the answer of a ready seat on this screen; its hand stays covered."""

    seat: int


class Cover(NamedTuple):
    """Cover the open hand."""


@kept_as("Pick seat offer")
class Pick(NamedTuple):
    """Touch one of the answers that the screen offers to a seat; it counts like a handle."""

    seat: int
    offer: str
    """The key of the answer."""


@kept_as("TimeUp step seats")
class TimeUp(NamedTuple):
    """The time of these seats is over; what the question provides for that counts."""

    revision: int
    """The revision of the session that asked."""
    seats: tuple[int, ...]


@kept_as("Filled step seat places")
class Filled(NamedTuple):
    """Fill the empty slots of a seat whose time is over."""

    revision: int
    """The revision of the session that asked."""
    seat: int
    places: tuple[int, ...]
    """All places of its hand as drawn, counted from 1 from the left, in the order to use."""


@kept_as("Shuffled codes")
class Shuffled(NamedTuple):
    """All card codes in the order of the shuffle: randomness as a recorded input.

    Where cards are real, those that no reader shows, from which pilots draw.
    """

    codes: tuple[int, ...]


class Tick(NamedTuple):
    """The time in seconds since some fixed moment: time as a recorded input.

    It is sent only while something waits for it (`companion.session.timing`), and is not kept: its
    effects are messages that are.
    """

    now: float


@kept_as("Again")
class Again(NamedTuple):
    """Play on the same table again, after a race."""


@kept_as("NewEvening")
class BackToSetup(NamedTuple):
    """Return to the set-up with all its choices, after a race."""


class TableSignChanged(NamedTuple):
    """The first readers were plugged in, or the last were unplugged."""

    sign: Text | str
    """The kind of readers that the table has now, in a few words."""


INSTRUCTION, CARD, TURN, START = "instruction", "card", "turn", "start"
"""The distances that one can go back in one move."""


@kept_as("GoBack level")
class GoBack(NamedTuple):
    """Go back to the previous instruction, card, round or turn, or to the start of the race."""

    level: str


@kept_as("GoTo number")
class GoTo(NamedTuple):
    """Go back to an undo point of the race, by its number (`Session.number`, from 0)."""

    number: int


@kept_as("GoForward")
class GoForward(NamedTuple):
    """Undo the last going back, as long as nothing new has happened; repeatable."""


@kept_as("Abort")
class Abort(NamedTuple):
    """Break off this turn and go back to its beginning."""


@kept_as("Repeat")
class Repeat(NamedTuple):
    """Show the previous instruction again, without moving anything back."""


@kept_as("Skip")
class Skip(NamedTuple):
    """Take the rest of this round's instructions as carried out, without showing them."""


@kept_as("HandSeat seat player")
class HandSeat(NamedTuple):
    """Hand a seat to "person" or to the pilot of this name."""

    seat: int
    player: str


@kept_as("SwapSeats first second")
class SwapSeats(NamedTuple):
    """Swap two players: each plays the other's piece from now on, with its own reader."""

    first: int
    second: int


@kept_as("ForgetPin seat")
class ForgetPin(NamedTuple):
    """Remove the forgotten PIN of this seat."""

    seat: int


Correction: TypeAlias = (
    Change | GoBack | GoTo | GoForward | Abort | Repeat | Skip | HandSeat | SwapSeats | ForgetPin
)
"""The corrections of the debugging menu, each shown before it is made."""


@kept_as("Decide remedy who why")
class ApplyCorrection(NamedTuple):
    """Make a correction, with who wanted it and why, "" where nobody says."""

    correction: Correction
    who: str = ""
    why: str = ""


class SaveReport(NamedTuple):
    """Save all that a report about a mistake needs."""


SUCCESS, NEWS = "success", "news"
"""The kinds of a `Notice`: a wish was carried out; something is under way or worth knowing."""


class Notice(NamedTuple):
    """Words outside the race that are no trouble and no refusal; those are bare words."""

    kind: str
    """SUCCESS or NEWS."""
    words: Text

    def __str__(self) -> str:
        return str(self.words)


def notice_words(notice: Notice | Text | str) -> Text:
    """Return the words of a notice of any kind."""
    if isinstance(notice, Notice):
        return notice.words
    return notice if isinstance(notice, Text) else verbatim(notice)


def success(words: Text) -> Notice:
    """Return a notice that a wish was carried out."""
    return Notice(SUCCESS, words)


def news(words: Text) -> Notice:
    """Return a notice of something under way or worth knowing."""
    return Notice(NEWS, words)


class ShowNotice(NamedTuple):
    """Something outside the race that people should read, such as where a report was saved."""

    words: Notice | Text | str
    """Bare words are a trouble."""


@kept_as("Resumed touch sign since ago")
class Resumed(NamedTuple):
    """The app has started again in the middle of this session."""

    touch: tuple[int, ...]
    """The seats that are always played on the screen."""
    sign: Text | str
    """The sign of the table."""
    since: str = ""
    """Kept by earlier versions in place of `ago`, and ignored."""
    ago: int | None = None
    """The seconds since the app stopped, None where no clock can say."""


@kept_as("Decline")
class Decline(NamedTuple):
    """Go to the set-up instead of on with the race that was found, which stays kept."""


class StartInfo(NamedTuple):
    """The kind of this start."""

    appliance: bool
    """Whether the computer does nothing but this."""
    safe: Text | str = NOTHING
    """The reason for which it is in safe mode, NOTHING when it is not."""
    quits: bool = False
    """Whether the program can be ended, as on a desktop, where nothing restarts it."""


class FinishedRaceFound(NamedTuple):
    """The journal has a finished race, as the app starts."""


class StartAsUsual(NamedTuple):
    """Leave safe mode and open the everyday session."""


class OpenPage(NamedTuple):
    """Open a page of `companion.session.pages` over the others, by its name."""

    page: str


class ClosePage(NamedTuple):
    """Close this page, which is open over the race or the set-up."""

    page: str


Message: TypeAlias = object
"""Any message: those of this module, the signals of the table, and the messages of pages."""
