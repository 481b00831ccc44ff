"""Everything that can be said to an evening: touches, table signals, draws and time, each a plain value that a journal can keep.

Those without which an evening would come out otherwise are kept (`companion.session.spelling.KEPT`), for years: their names and fields stay, and
a new field needs a usual value. What each message does stands in `companion.session.steps.HANDLERS`.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from companion.games.base import Change, Square
from companion.session.house_messages import (
    AskDoctor, AskUpdates, CallHouse, CallPreferences, CallRace, ChooseUpdate, CloseDoctor, CloseRace, CloseUpdate, EndEvening, Examined,
    InstallUpdate, Notice, OpenDoctor, OpenRace, OpenUpdate, Prefer, RaceRecalled, SaveBundle, StartAgain, StartAsUsual, Tapped, UpdateHeard, UpdatesSeen,
)
from companion.session.welcome_messages import CorrectTouch, LayFirstGame, LeaveWelcome, OpenWelcome, ShowCrosses, StepOn, Struck, TurnScreen
from companion.signals import Signal
from companion.words import Text

if TYPE_CHECKING:
    # No message that is kept may name these: `spelling` looks up the hints of those when it is read, and would not find them.
    from companion.certificate.run import AgainFrom, Finish, GoOn, LightSeen, NextPicture


class Go(NamedTuple):
    """Turn to another page of the setup: "next", "back", or a page's name."""

    where: str


class ChooseBoard(NamedTuple):
    """Play on the board with this short name; another board than before lays its own first flags."""

    board: str


class TouchSquare(NamedTuple):
    """A square of the map was touched; at setup that puts the next flag there or takes the flag away."""

    square: Square


class SuggestFlags(NamedTuple):
    """Lay the board's suggested flags: "away" from danger, "beside" it or "on" it."""

    difficulty: str


class ClearFlags(NamedTuple):
    """Take all flags off the map."""


class SetPlayer(NamedTuple):
    """Who plays a seat: "person", the name of a pilot such as "random", or "" for nobody."""

    seat: int
    player: str


class SetName(NamedTuple):
    """The name that a seat's clank is called by, 1 to 12 letters; exchanged like a colour."""

    seat: int
    name: str


class SetColour(NamedTuple):
    """The colour of a seat's clank; a seat that has it already takes the other one in exchange."""

    seat: int
    colour: str


class SetShape(NamedTuple):
    """The shape of a seat's clank on the screen; exchanged like a colour."""

    seat: int
    shape: str


class SetRule(NamedTuple):
    """Choose a value, by its word, for one of the settings (rulebook 3)."""

    key: str
    word: str


class Begin(NamedTuple):
    """Setup is done: begin the race; from any page of the setup, unless something is in the way."""


class Confirm(NamedTuple):
    """Done: what the screen asked for has been carried out. `step` is the number that the view showed, so that a second tap is harmless."""

    step: int


class SetAutoAdvance(NamedTuple):
    """Confirm instructions by itself after so many seconds, above 0 and up to ten minutes, or never (None)."""

    seconds: float | None


class SetPin(NamedTuple):
    """The four digits without which nobody opens this seat on the screen; "" for none."""

    seat: int
    pin: str


class Uncover(NamedTuple):
    """The person of this seat looks at its hand; every other hand is covered. `pin` is what was typed where the seat has one."""

    seat: int
    pin: str = ""


class TakeBack(NamedTuple):
    """The handle of a ready seat on this screen is put back: its player chooses again. Nothing is shown by it."""

    seat: int


class Cover(NamedTuple):
    """Cover the hand that lies open."""


class Shuffled(NamedTuple):
    """The deck as shuffled, all card codes in order: randomness as a recorded input.

    Where cards are real: those that no reader shows, of which pilots draw.
    """

    codes: tuple[int, ...]


class Tick(NamedTuple):
    """Time, in seconds since some fixed moment: time as a recorded input.

    It is told only while something waits for it (`Session.timed`), and not kept: what comes of it is said as a message of its own.
    """

    now: float


class Again(NamedTuple):
    """After a race: the same table once more."""


class NewEvening(NamedTuple):
    """After a race: back to the setup, with everything as it was chosen."""


class OpenTable(NamedTuple):
    """Show the table test, over whatever page is shown now."""


class CloseTable(NamedTuple):
    """Back from the table test to where one was."""


class CallTable(NamedTuple):
    """What kind of readers the table has now, in a few words: the first were plugged in, or the last were pulled out."""

    sign: Text | str


class ShowCards(NamedTuple):
    """On the table test, in the middle of a race: uncover what lies in the readers, for everybody to see, or (False) cover it again."""

    on: bool


class LookAt(NamedTuple):
    """On the table test: look at one seat's reader closely, or at all of them (None)."""

    seat: int | None


class TryLamp(NamedTuple):
    """On the table test: only this light burns, all five of the reader for slot 0; the same once more ends it."""

    seat: int
    slot: int


class AskSeat(NamedTuple):
    """On the table test: the handle that is pulled next belongs to this seat's reader; None ends the asking."""

    seat: int | None


INSTRUCTION, CARD, REGISTER, TURN, START = "instruction", "card", "register", "turn", "start"
"""How far one can go back at once."""


class GoBack(NamedTuple):
    """Take back what was played: to the instruction, card, register or turn before this one, or to the start of the race."""

    level: str


class GoTo(NamedTuple):
    """Take back everything since a moment of the race, by the moment's number.

    Numbers count from 0 at the race's start (`Session.number`).
    """

    number: int


class GoForward(NamedTuple):
    """Take the last going back back, as long as nothing new has happened.

    After several goings back, one at a time.
    """


class Abort(NamedTuple):
    """Break this turn off: everything in it is taken back, as if it had not begun."""


class Repeat(NamedTuple):
    """Show the instruction before this one once more; nothing is to be moved back."""


class Skip(NamedTuple):
    """Take the rest of this register's instructions as carried out, without showing them."""


class HandSeat(NamedTuple):
    """Another one plays a seat from now on: "person" or the name of a pilot."""

    seat: int
    player: str


class SwapSeats(NamedTuple):
    """Two players change places: each plays the other's clank from now on, with the reader that is in front of it."""

    first: int
    second: int


class ForgetPin(NamedTuple):
    """Nobody knows the PIN of this seat any more: it needs none from now on."""

    seat: int


Remedy: TypeAlias = Change | GoBack | GoTo | GoForward | Abort | Repeat | Skip | HandSeat | SwapSeats | ForgetPin
"""What the debugging menu can do, each shown before it is done."""


class Decide(NamedTuple):
    """Do something of the debugging menu, with who wanted it and why, "" where nobody says."""

    remedy: Remedy
    who: str = ""
    why: str = ""


class OpenMenu(NamedTuple):
    """Show the debugging menu over the page, at one of its places (`companion.session.view`: TOP, BACK, PAST, CLANK …), about one clank."""

    where: str = "top"
    seat: int | None = None


class CloseMenu(NamedTuple):
    """Away with the debugging menu, or from one of its places back to its top."""


class Choose(NamedTuple):
    """In the debugging menu: this clank is meant."""

    seat: int | None


class ChooseFlag(NamedTuple):
    """In the debugging menu: this flag is meant; the square touched next is its new place."""

    flag: int | None


class Propose(NamedTuple):
    """In the debugging menu: show what this would do; None drops it."""

    remedy: Remedy | EndEvening | None


class Because(NamedTuple):
    """In the debugging menu: who wants it and why."""

    who: str
    why: str


class LookBack(NamedTuple):
    """In the history: show this turn."""

    turn: int


class Recall(NamedTuple):
    """In the history: show the board as it was at one entry, by its place in the turn's list; None shows it as it is now."""

    entry: int | None


class CleanScreen(NamedTuple):
    """Lock the screen for cleaning the glass, or unlock it."""

    on: bool


class SaveReport(NamedTuple):
    """Write everything down that a report about a mistake needs."""


class Noticed(NamedTuple):
    """Something outside the race has come to pass that people should read, such as where a report was saved.

    Bare words tell a trouble; any other kind says so.
    """

    words: Notice | Text | str


class Resumed(NamedTuple):
    """The app has started again in the middle of this evening: the table's seats that are played on the screen whatever happens, its sign,
    and how many seconds ago it stopped, None where no clock can say. Earlier versions kept that in words, `since`, which nobody reads any more."""

    touch: tuple[int, ...]
    sign: Text | str
    since: str = ""
    ago: int | None = None


class Decline(NamedTuple):
    """Do not go on with the race that was found: back to the setup; the race stays kept."""


class OpenCertify(NamedTuple):
    """Begin an acceptance run of the table, over whatever page is shown now; `seats` are those whose readers take part, none for all there are."""

    seats: tuple[int, ...] = ()


class CloseCertify(NamedTuple):
    """Leave the acceptance run."""


class Certify(NamedTuple):
    """An answer to what the acceptance run asks."""

    said: GoOn | AgainFrom | LightSeen | NextPicture | Finish


class LookAtSeat(NamedTuple):
    """In the acceptance run: show this seat's reader, or (None) whichever is next."""

    seat: int | None


class Certified(NamedTuple):
    """The report of the acceptance run is kept: its date, and in `words` where it lies, or why it could not be written."""

    date: str
    words: Notice | Text | str


Message: TypeAlias = (
    Go | ChooseBoard | TouchSquare | SuggestFlags | ClearFlags | SetPlayer | SetName | SetColour | SetShape | SetPin | SetRule | Begin | Confirm
    | SetAutoAdvance | Uncover | TakeBack | Cover | Shuffled | Tick | Again | NewEvening | OpenTable | CloseTable | ShowCards | CallTable | LookAt | TryLamp
    | AskSeat | Decide | OpenMenu | CloseMenu | Choose | ChooseFlag | Propose | Because | LookBack | Recall | CleanScreen | SaveReport
    | EndEvening | CallHouse | StartAsUsual | Noticed | Resumed | Decline | OpenCertify | CloseCertify | Certify | LookAtSeat | Certified
    | OpenWelcome | LeaveWelcome | StepOn | TurnScreen | Struck | CorrectTouch | ShowCrosses | LayFirstGame
    | OpenDoctor | CloseDoctor | AskDoctor | Examined | Tapped | SaveBundle | CallPreferences | Prefer | OpenUpdate | CloseUpdate
    | CallRace | OpenRace | RaceRecalled | CloseRace | AskUpdates | UpdatesSeen | ChooseUpdate | InstallUpdate | UpdateHeard | StartAgain | Signal
)
