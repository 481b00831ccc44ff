"""What a session asks of the world: each plain value is carried out by the loop, which answers with messages.

Nothing here happens at once for the evening: it goes on in the state that it has, and hears of the outcome like of anything else. Deeds at the
table (`companion.signals`) are commands too; their outcome comes back as signals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from companion.engine.board import Board
from companion.games.api import Event, Game, Position
from companion.games.asking import Ask
from companion.games.scene import Instruction, TurnPlayed
from companion.named_tuples import NamedTuple
from companion.records.book import Book, Race
from companion.records.trials import Trial
from companion.session.messages import Message
from companion.session.preferences import Preferences
from companion.signals import Deed, Lamps
from companion.words import Text

if TYPE_CHECKING:
    # Only an acceptance run has one; the first screen does not wait for its modules.
    from companion.certificate.report import Report


class ShowLamps(NamedTuple):
    """Show this picture of lock lights; the whole picture, whatever burnt before."""

    lamps: Lamps


class AskShuffle(NamedTuple):
    """Shuffle these cards and answer with `Shuffled`; `race`, `turn` and how often it is dealt `again` tell one shuffle from another.

    `codes` are the whole deck, or where cards are real those that no reader shows, of which pilots draw. Each shuffle has its own source of chance
    by these numbers, so that a session played again from its seed is dealt the same cards. What is drawn in the midst of a turn has its own word, `about`, and may be numbers.
    """

    race: int
    turn: int
    codes: tuple[int, ...]
    again: int = 0
    about: str = "deck"


class AskPilot(NamedTuple):
    """Let a pilot answer for a seat: what is asked, which kind of question it is, in which position of the game.

    It answers as a person does, by cards in slots and a handle, which arrive as signals, or by `Pick`.
    """

    race: int
    turn: int
    about: str
    pilot: str
    ask: Ask
    position: Position
    instead: bool = False
    """It answers once for a person, who keeps the seat."""


class AskFill(NamedTuple):
    """Answer with `Filled` for a seat whose time is over: so many places of its hand in an order that is drawn, or as its pilot chooses.

    `asked` is put as to the pilot that plays instead, who may be nobody; what lies in slots already is locked in it. `again` counts deals of the turn.
    """

    step: int
    asked: AskPilot
    number: int
    again: int = 0


class AskHint(NamedTuple):
    """Answer with `Hinted` what a pilot would play first; `asked` is put as to the pilot that plays instead, what lies in slots already locked in it."""

    step: int
    asked: AskPilot


class AskReview(NamedTuple):
    """Work out the review of a race that is over, by its turns, and say it with `ReviewCame`; `race` is its key. It may take seconds."""

    race: str
    game: Game
    turns: tuple[TurnPlayed, ...]


class Played(NamedTuple):
    """Something happened in the race, for journals, statistics and traces: the events, the instructions for them, and the position after.

    `round` is counted as the game does, 0 for what comes before the first one. The game plays a round as a whole: this comes before its first
    instruction is shown.
    """

    race: int
    turn: int
    round: int
    events: tuple[Event, ...]
    instructions: tuple[Instruction, ...]
    position: Position


class Say(NamedTuple):
    """Say this to the session, as if somebody had.

    What follows from a clock or from emulated readers is said so, since neither is known where the kept messages are told again.
    """

    message: Message


class WriteReport(NamedTuple):
    """Write down what a report about a mistake needs, and say with `Noticed` where it lies."""


class SwitchOff(NamedTuple):
    """Switch the computer off, or `restart` it, and say with `Noticed` that it is about to, or why it is not."""

    restart: bool


class QuitProgram(NamedTuple):
    """End the program once everything is kept, and say with `Noticed` that it ends, or why it does not."""


class LeaveSafeMode(NamedTuple):
    """Open the usual session in place of this one, and say with `Noticed` why where that cannot be."""


class KeepPreferences(NamedTuple):
    """Keep what is chosen for this screen, for the next start; say with `Noticed` why, where that cannot be."""

    preferences: Preferences


class KeepDeck(NamedTuple):
    """Keep the text of a deck that people have written, by the key of its game and its own; say with `Noticed` why, where that cannot be.

    `content` is "" for one that is to be kept no longer.
    """

    game: str
    key: str
    content: str


class KeepBoard(NamedTuple):
    """Keep the text of a board that people have painted, by its short name; say with `Noticed` why, where that cannot be.

    `content` is "" for one that is to be kept no longer; `ending` is how its file ends.
    """

    key: str
    content: str
    ending: str = ".board.toml"


class PrintBoard(NamedTuple):
    """Write an own board as sheets to be printed, which may take seconds, and say with `Noticed` where they lie; `key` is its short name."""

    key: str
    board: Board
    game: Game


class DateRace(NamedTuple):
    """Say with `RaceDated` which key and date the race has that has ended; `number` is that of the session.

    `race` is what is kept for its people, `trial` what may be kept among the best ones alone, None for nothing.
    """

    number: int
    race: Race | None
    trial: Trial | None


class UndateRace(NamedTuple):
    """Say with `RaceUndated` which key the race of this number has: it goes on."""

    number: int


class KeepRecords(NamedTuple):
    """Keep the people and their races; say with `Noticed` why, where that cannot be."""

    book: Book


class ForgetPerson(NamedTuple):
    """Take this name out of whatever else is kept: the setups for next games, and where unfinished games stand. Say with `Noticed` why, where that cannot be."""

    name: str


class RecallRace(NamedTuple):
    """Tell the race that ended last once more, which may take seconds, and say it with `RaceRecalled`."""


class LookUpName(NamedTuple):
    """Say with `NameFound` what the race that is kept now is called, and today's date."""


class NameGame(NamedTuple):
    """Call the race that is kept now by this name, and say with `Noticed` that it is, or why it cannot be."""

    name: str


class ListRaces(NamedTuple):
    """Look up the races that can be gone on with, and say them with `RacesListed`."""


class ResumeRace(NamedTuple):
    """Let a session that goes on with the kept race of this number take the place of this one, and say with `Noticed` that it will, or why not."""

    number: int


class Checked(NamedTuple):
    """What one check of the doctor has found: its name, what it looks at, "fine", "note" or "bad", a sentence, and what to do, "" for nothing."""

    check: str
    title: Text
    state: str
    words: Text
    remedy: Text | str


class ExamineHealth(NamedTuple):
    """Let all checks look, which may take seconds, and say with `Examined` what they have found."""


class WriteBundle(NamedTuple):
    """Write the report bundle, which may take seconds, and say with `Noticed` where it lies; `taps` is what came of tapping, or None."""

    taps: Checked | None = None


class LookForUpdates(NamedTuple):
    """Look what versions there are, and what updates, which may take seconds, and say with `UpdatesSeen` what was found."""


class AskForUpdate(NamedTuple):
    """Ask the system to install this file, or with "" to go back; say with `UpdateHeard` whether it was asked."""

    path: str


class AwaitUpdate(NamedTuple):
    """Wait a moment for the system's word on what was asked for by this number, and say it with `UpdateHeard`."""

    number: int


class StartAnew(NamedTuple):
    """End the game, so that its service starts it anew, and say with `Noticed` that it is about to, or why not."""


class WriteCertificate(NamedTuple):
    """Keep this report of an acceptance run with today's date, and say with `Certified` where it lies."""

    report: Report


UpdateCommand: TypeAlias = LookForUpdates | AskForUpdate | AwaitUpdate
"""What is asked about updates; each takes its time, and is answered with one message."""

Command: TypeAlias = (
    LookUpName
    | NameGame
    | ListRaces
    | ResumeRace
    | DateRace
    | UndateRace
    | KeepRecords
    | ForgetPerson
    | RecallRace
    | UpdateCommand
    | StartAnew
    | SwitchOff
    | LeaveSafeMode
    | KeepPreferences
    | KeepDeck
    | KeepBoard
    | PrintBoard
    | ExamineHealth
    | WriteBundle
    | WriteReport
    | WriteCertificate
    | Say
    | ShowLamps
    | Deed
    | AskShuffle
    | AskPilot
    | AskFill
    | AskHint
    | AskReview
    | Played
    | QuitProgram
)
