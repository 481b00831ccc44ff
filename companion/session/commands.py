"""The commands of a session to the world, each a plain value that the loop carries out.

The session does not wait: it goes on in its state, and learns the result from a message. Commands
to the table (`companion.signals`) are answered with signals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from companion.engine.board import Board
from companion.games.api import Event, Game, Position, TurnPlayed
from companion.games.asking import Ask
from companion.games.scene import Instruction
from companion.named_tuples import NamedTuple
from companion.records.book import Book, RecordedRace, Trial
from companion.records.tournament import TournamentGame
from companion.session.messages import Message
from companion.session.preferences import Preferences
from companion.signals import Deed, Lamps
from companion.words import Text

if TYPE_CHECKING:
    # Only an acceptance run needs it; the first screen does not wait for its modules.
    from companion.certificate.report import CertificateReport


class ShowLamps(NamedTuple):
    """Show exactly these lock lights."""

    lamps: Lamps


class AskShuffle(NamedTuple):
    """Shuffle cards and answer with `Shuffled`.

    The numbers of the shuffle seed its randomness, so a session replayed from its seed is dealt the
    same cards.
    """

    race: int
    turn: int
    codes: tuple[int, ...]
    """The whole deck; where cards are real those that no reader shows, from which pilots draw."""
    again: int = 0
    """The number of times that this turn was dealt before."""
    about: str = "deck"
    """The kind of draw: the deck, or another word within a turn, which may be about numbers."""


class AskPilot(NamedTuple):
    """Let a pilot answer for a seat.

    It answers as a person does, by signals of cards in slots and a handle, or by `Pick`.
    """

    race: int
    turn: int
    about: str
    """The kind of the question."""
    pilot: str
    ask: Ask
    position: Position
    instead: bool = False
    """Whether it answers only this once for a person, who keeps the seat."""


class AskFill(NamedTuple):
    """Answer with `Filled` for a seat whose time is over, by chance or as its pilot chooses."""

    revision: int
    asked: AskPilot
    """The question as to the pilot that plays instead, if there is one; filled slots are locked."""
    number: int
    """The number of places of the hand."""
    again: int = 0
    """The number of times that this turn was dealt before."""


class AskHint(NamedTuple):
    """Answer with `HintReady`: what a pilot would play first."""

    revision: int
    asked: AskPilot
    """The question as to the pilot that plays instead; filled slots are locked."""


class AskReview(NamedTuple):
    """Compute the review of a finished race and answer with `ReviewCame`; it may take seconds."""

    race: str
    """The key of the race."""
    game: Game
    turns: tuple[TurnPlayed, ...]


class RecordEvents(NamedTuple):
    """Something that happened in the race, for journals, statistics and traces.

    A round is played as a whole: this comes before its first instruction is shown.
    """

    race: int
    turn: int
    round: int
    """As the game counts it, 0 for what precedes the first one."""
    events: tuple[Event, ...]
    instructions: tuple[Instruction, ...]
    position: Position
    """The position after the events."""


class SendMessage(NamedTuple):
    """Send this message to the session.

    For effects of a clock or of emulated readers, which do not exist where kept messages are
    replayed.
    """

    message: Message


class WriteReport(NamedTuple):
    """Save what a report about a mistake needs, and answer with `ShowNotice`: where it is."""


class SwitchOff(NamedTuple):
    """Switch the computer off, or `restart` it, and answer with `ShowNotice`, before or why not."""

    restart: bool


class QuitProgram(NamedTuple):
    """End the program once everything is kept, and answer with `ShowNotice`, before or why not."""


class LeaveSafeMode(NamedTuple):
    """Replace this session by the everyday one; answer with `ShowNotice` where that fails."""


class KeepPreferences(NamedTuple):
    """Keep the choices for this screen for the next start; answer with `ShowNotice` on failure."""

    preferences: Preferences


class KeepDeck(NamedTuple):
    """Keep the text of a deck that people have written; answer with `ShowNotice` on failure."""

    game: str
    """The key of its game."""
    key: str
    """Its own key."""
    content: str
    """The text, "" to delete the deck."""


class KeepBoard(NamedTuple):
    """Keep the text of a board that people have drawn; answer with `ShowNotice` on failure."""

    key: str
    """Its short name."""
    content: str
    """The text, "" to delete the board."""
    ending: str = ".board.toml"
    """The end of its file's name."""


class PrintBoard(NamedTuple):
    """Write a board as sheets to print, and answer with `ShowNotice`: where; it takes seconds."""

    key: str
    """Its short name."""
    board: Board
    game: Game


class DateRace(NamedTuple):
    """Answer with `RaceDated`: the key and the date of the finished race."""

    number: int
    """The race's number in the session."""
    race: RecordedRace | None
    """The race to keep for its people, None for nothing."""
    trial: Trial | None
    """The trial to keep for the records of one player, None for nothing."""
    game: TournamentGame | None = None
    """The game that counts for a tournament, None for nothing."""


class UndateRace(NamedTuple):
    """Answer with `RaceUndated`: the key of the race of this number, which goes on."""

    number: int


class KeepRecords(NamedTuple):
    """Keep the people and their races; answer with `ShowNotice` on failure."""

    book: Book


class ForgetPerson(NamedTuple):
    """Delete a name from kept set-ups and unfinished games; answer with `ShowNotice` on failure."""

    name: str


class RecallRace(NamedTuple):
    """Replay the race that ended last and answer with `RaceRecalled`; it may take seconds."""


class FindGameName(NamedTuple):
    """Answer with `NameFound`: the name of the race kept now, and today's date."""


class NameGame(NamedTuple):
    """Name the race that is kept now, and answer with `ShowNotice`: done, or why not."""

    name: str


class ListRaces(NamedTuple):
    """Answer with `RacesListed`: the races that can be continued."""


class ResumeRace(NamedTuple):
    """Replace this session by one with a kept race; answer with `ShowNotice`, before or why not."""

    number: int
    """The number of the kept race."""


class CheckResult(NamedTuple):
    """The result of one check of the doctor."""

    check: str
    """Its name."""
    title: Text
    """The subject of the check."""
    state: str
    """"fine", "note" or "bad"."""
    words: Text
    remedy: Text | str
    """The remedy, "" for none."""


class ExamineHealth(NamedTuple):
    """Run all checks and answer with `HealthExamined`; it may take seconds."""


class WriteBundle(NamedTuple):
    """Write the report bundle and answer with `ShowNotice`: where; it may take seconds."""

    taps: CheckResult | None = None
    """The result of the tapping test, None without one."""


class CheckForUpdates(NamedTuple):
    """Look for versions and updates and answer with `UpdatesSeen`; it may take seconds."""


class AskForUpdate(NamedTuple):
    """Ask the system to install this file, "" to go back; answer with `UpdateHeard`."""

    path: str


class AwaitUpdate(NamedTuple):
    """Wait a moment for the system's answer to this request, and pass it on as `UpdateHeard`."""

    number: int


class RestartProgram(NamedTuple):
    """Let the service restart the program, and answer with `ShowNotice`, before or why not."""


class WriteCertificate(NamedTuple):
    """Save this acceptance report with today's date, and answer with `CertificateSaved`: where."""

    report: CertificateReport


UpdateCommand: TypeAlias = CheckForUpdates | AskForUpdate | AwaitUpdate
"""The commands about updates; each takes time and is answered with one message."""

Command: TypeAlias = (
    FindGameName
    | NameGame
    | ListRaces
    | ResumeRace
    | DateRace
    | UndateRace
    | KeepRecords
    | ForgetPerson
    | RecallRace
    | UpdateCommand
    | RestartProgram
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
    | SendMessage
    | ShowLamps
    | Deed
    | AskShuffle
    | AskPilot
    | AskFill
    | AskHint
    | AskReview
    | RecordEvents
    | QuitProgram
)
