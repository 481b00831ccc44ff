"""Everything that can be said to an evening: touches, table signals, draws and time, each a plain value that a journal can keep."""
from __future__ import annotations

from typing import NamedTuple, TypeAlias

from companion.engine.geometry import Square
from companion.signals import Signal


class Go(NamedTuple):
    """Turn to another page of the setup: "next", "back", or a page's name."""

    where: str


class ChooseBoard(NamedTuple):
    """Play on the board with this short name."""

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
    """The name that a seat's clank is called by."""

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
    """Choose a value, by its word, for one of the settings."""

    key: str
    word: str


class Begin(NamedTuple):
    """Setup is done: begin the race."""


class Confirm(NamedTuple):
    """Done: what the screen asked for has been carried out. `step` is the number that the view showed, so that a second tap is harmless."""

    step: int


class SetAutoAdvance(NamedTuple):
    """Confirm instructions by itself after so many seconds, or never (None)."""

    seconds: float | None


class Uncover(NamedTuple):
    """The person of this seat looks at its hand; every other hand is covered."""

    seat: int


class Cover(NamedTuple):
    """Cover the hand that lies open."""


class Shuffled(NamedTuple):
    """The deck as shuffled, all card codes in order: randomness as a recorded input."""

    codes: tuple[int, ...]


class Tick(NamedTuple):
    """Time, in seconds since some fixed moment: time as a recorded input."""

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

    sign: str


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


Message: TypeAlias = (
    Go | ChooseBoard | TouchSquare | SuggestFlags | ClearFlags | SetPlayer | SetName | SetColour | SetShape | SetRule | Begin | Confirm
    | SetAutoAdvance | Uncover | Cover | Shuffled | Tick | Again | NewEvening | OpenTable | CloseTable | CallTable | LookAt | TryLamp
    | AskSeat | Signal
)
