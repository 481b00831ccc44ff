"""Everything that can be said to a session, each a plain value; `companion.session.past.spelling` names what is kept for years.

A new field of those needs a usual value.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from companion.games.api import Change
from companion.geometry import Square
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.session.past.kept_names import CLEAR_MARKERS, SUGGEST_MARKERS
from companion.words import NOTHING, Text, verbatim


@kept_as("Go where")
class Go(NamedTuple):
    """Turn to another page of the setup: "next", "back", or a page's name."""

    where: str


@kept_as("ChooseBoard board")
class ChooseBoard(NamedTuple):
    """Play on the board with this short name; another board than before lays its own first markers."""

    board: str


@kept_as("TouchSquare square")
class TouchSquare(NamedTuple):
    """A square of the map was touched; at setup that puts the next marker there or takes the marker away."""

    square: Square


@kept_as(" ".join((SUGGEST_MARKERS, "difficulty")))
class SuggestMarkers(NamedTuple):
    """Lay the board's suggested markers: "away" from danger, "beside" it or "on" it."""

    difficulty: str


@kept_as(CLEAR_MARKERS)
class ClearMarkers(NamedTuple):
    """Take all markers off the map."""


@kept_as("SetPlayer seat player others")
class SetPlayer(NamedTuple):
    """Who plays a seat: "person", the name of a pilot such as "random", or "" for nobody; with `others` a pilot that plays every other pilot's seat too."""

    seat: int
    player: str
    others: bool = False


@kept_as("SetName seat name")
class SetName(NamedTuple):
    """The name that a seat's piece is called by, 1 to 12 letters; exchanged like a colour."""

    seat: int
    name: str


@kept_as("SetColour seat colour")
class SetColour(NamedTuple):
    """The colour of a seat's piece; a seat that has it already takes the other one in exchange."""

    seat: int
    colour: str


@kept_as("SetShape seat shape")
class SetShape(NamedTuple):
    """The shape of a seat's piece on the screen; exchanged like a colour."""

    seat: int
    shape: str


@kept_as("SetRule key word")
class SetRule(NamedTuple):
    """Choose a value, by its word, for one of the settings (rulebook 3)."""

    key: str
    word: str


@kept_as("Begin")
class Begin(NamedTuple):
    """Setup is done: begin the race; from any page of the setup, unless something is in the way."""


@kept_as("Confirm step")
class Confirm(NamedTuple):
    """Done: what the screen asked for has been carried out. `step` is the number that the view showed, so that a second tap is harmless."""

    step: int


@kept_as("CarriedOut step at")
class CarriedOut(NamedTuple):
    """Hands have carried out the page that is shown up to its instruction `at`, counted from 0 in the round; `step` as for `Confirm`."""

    step: int
    at: int


SINGLE, STEPS, MIXED, LIST, WATCH = "single", "steps", "mixed", "list", "watch"
"""Flows of a round (`companion.session.flow`): each instruction by itself; what happens together, and what needs no hand, with what does; cards by
themselves and the board in one; the whole round; and where there is no board on the table the screen plays by itself, while people watch."""


@kept_as("SetFlow flow")
class SetFlow(NamedTuple):
    """Show and confirm instructions in this way from now on."""

    flow: str


class Pause(NamedTuple):
    """Let time confirm nothing for now (`on`), or let it go on."""

    on: bool


@kept_as("SetAutoAdvance seconds")
class SetAutoAdvance(NamedTuple):
    """Confirm instructions by itself after so many seconds, above 0 and up to ten minutes, or never (None)."""

    seconds: float | None


CHANCE, AT_DEAL, AT_FIRST, AT_LAST = "chance", "deal", "first", "last"
"""What fills empty slots when time is over, unless a pilot does; and when time begins: with the deal, with the first seat that is ready, with the last but one."""


class Timer(NamedTuple):
    """For how many seconds people may choose cards, 0 for as long as it takes; when they begin; what fills empty slots then, CHANCE or the name of a pilot."""

    seconds: int = 0
    start: str = AT_DEAL
    fill: str = CHANCE


@kept_as("SetTimer seconds start fill")
class SetTimer(NamedTuple):
    """Choose this of the timer (`Timer`); None leaves it as it is."""

    seconds: int | None = None
    start: str | None = None
    fill: str | None = None


@kept_as("SetPin seat pin")
class SetPin(NamedTuple):
    """The four digits without which nobody opens this seat on the screen; "" for none."""

    seat: int
    pin: str


class Uncover(NamedTuple):
    """The person of this seat looks at its hand; every other hand is covered. `pin` is what was typed where the seat has one."""

    seat: int
    pin: str = ""


@kept_as("TakeBack seat")
class TakeBack(NamedTuple):
    """The handle of a ready seat on this screen is put back: its player chooses again. Nothing is shown by it."""

    seat: int


class Cover(NamedTuple):
    """Cover the hand that lies open."""


@kept_as("Pick seat offer")
class Pick(NamedTuple):
    """One of the answers that the screen offers to a seat was touched, by its key; it counts like a move of its handle."""

    seat: int
    offer: str


@kept_as("TimeUp step seats")
class TimeUp(NamedTuple):
    """The time is over in which these seats could answer: what the question says for then counts. `step` is that of the question."""

    step: int
    seats: tuple[int, ...]


@kept_as("Filled step seat places")
class Filled(NamedTuple):
    """What goes into the empty slots of a seat whose time is over, in their order: all places of its hand, counted from 1 from the left, as drawn.

    `step` is that of the question.
    """

    step: int
    seat: int
    places: tuple[int, ...]


@kept_as("Shuffled codes")
class Shuffled(NamedTuple):
    """The deck as shuffled, all card codes in order: randomness as a recorded input. Where cards are real: those that no reader shows, of which pilots draw."""

    codes: tuple[int, ...]


class Tick(NamedTuple):
    """Time, in seconds since some fixed moment: time as a recorded input.

    It is told only while something waits for it (`companion.session.timing`), and not kept: what comes of it is said as a message of its own.
    """

    now: float


@kept_as("Again")
class Again(NamedTuple):
    """After a race: the same table once more."""


@kept_as("NewEvening")
class NewEvening(NamedTuple):
    """After a race: back to the setup, with everything as it was chosen."""


class CallTable(NamedTuple):
    """What kind of readers the table has now, in a few words: the first were plugged in, or the last were pulled out."""

    sign: Text | str


INSTRUCTION, CARD, TURN, START = "instruction", "card", "turn", "start"
"""How far one can go back at once."""


@kept_as("GoBack level")
class GoBack(NamedTuple):
    """Take back what was played: to the instruction, card, round or turn before this one, or to the start of the race."""

    level: str


@kept_as("GoTo number")
class GoTo(NamedTuple):
    """Take back everything since a moment of the race, by the moment's number.

    Numbers count from 0 at the race's start (`Session.number`).
    """

    number: int


@kept_as("GoForward")
class GoForward(NamedTuple):
    """Take the last going back back, as long as nothing new has happened.

    After several goings back, one at a time.
    """


@kept_as("Abort")
class Abort(NamedTuple):
    """Break this turn off: everything in it is taken back, as if it had not begun."""


@kept_as("Repeat")
class Repeat(NamedTuple):
    """Show the instruction before this one once more; nothing is to be moved back."""


@kept_as("Skip")
class Skip(NamedTuple):
    """Take the rest of this round's instructions as carried out, without showing them."""


@kept_as("HandSeat seat player")
class HandSeat(NamedTuple):
    """Another one plays a seat from now on: "person" or the name of a pilot."""

    seat: int
    player: str


@kept_as("SwapSeats first second")
class SwapSeats(NamedTuple):
    """Two players change places: each plays the other's piece from now on, with the reader that is in front of it."""

    first: int
    second: int


@kept_as("ForgetPin seat")
class ForgetPin(NamedTuple):
    """Nobody knows the PIN of this seat any more: it needs none from now on."""

    seat: int


Remedy: TypeAlias = (
    Change | GoBack | GoTo | GoForward | Abort | Repeat | Skip | HandSeat | SwapSeats | ForgetPin
)
"""What the debugging menu can do, each shown before it is done."""


@kept_as("Decide remedy who why")
class Decide(NamedTuple):
    """Do something of the debugging menu, with who wanted it and why, "" where nobody says."""

    remedy: Remedy
    who: str = ""
    why: str = ""


class SaveReport(NamedTuple):
    """Write everything down that a report about a mistake needs."""


SUCCESS, NEWS = "success", "news"
"""What a notice is when it tells no trouble: what was wanted is done; or something is under way or to be known, with nothing wrong and nothing finished."""


class Notice(NamedTuple):
    """Words that are no part of the race, of the kind SUCCESS or NEWS; a notice of bare words tells a trouble or a refusal."""

    kind: str
    words: Text

    def __str__(self) -> str:
        return str(self.words)


def notice_words(notice: Notice | Text | str) -> Text:
    """Return the words of a notice of any kind."""
    if isinstance(notice, Notice):
        return notice.words
    return notice if isinstance(notice, Text) else verbatim(notice)


def success(words: Text) -> Notice:
    """The notice that what was wanted is done."""
    return Notice(SUCCESS, words)


def news(words: Text) -> Notice:
    """The notice of what is under way or to be known."""
    return Notice(NEWS, words)


class Noticed(NamedTuple):
    """Something outside the race has come to pass that people should read, such as where a report was saved; bare words tell a trouble."""

    words: Notice | Text | str


@kept_as("Resumed touch sign since ago")
class Resumed(NamedTuple):
    """The app has started again in the middle of this session.

    It has the table's seats that are always played on the screen, its sign, and how many seconds ago
    it stopped, None where no clock can say. Earlier versions kept that in words, `since`, which nobody reads any more.
    """

    touch: tuple[int, ...]
    sign: Text | str
    since: str = ""
    ago: int | None = None


@kept_as("Decline")
class Decline(NamedTuple):
    """Do not go on with the race that was found: back to the setup; the race stays kept."""


class CallHouse(NamedTuple):
    """What kind of start this is: on an `appliance`, a computer that does nothing but this; and why it is in safe mode, "" when it is not."""

    appliance: bool
    safe: Text | str = NOTHING
    quits: bool = False
    """Whether the program can be ended, as on a desktop: nothing starts it again there."""


class CallRace(NamedTuple):
    """The journal has a race that has ended, as the app starts."""


class StartAsUsual(NamedTuple):
    """Out of safe mode: open the session as it is opened every day."""


class OpenPage(NamedTuple):
    """Show one of the pages that can lie over the others (`companion.session.pages`), by its name."""

    page: str


class ClosePage(NamedTuple):
    """Leave a page that lies over the others."""

    page: str


Message: TypeAlias = Any
"""Anything that can be said to a session: the messages of this module, the signals of the table, and those of pages, which stand with their page."""
