"""Host services: whatever a session asks of the computer and its folders, and the background tasks that it takes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, Protocol

from companion.session.commands import (
    AskForUpdate,
    AwaitUpdate,
    Checked,
    Command,
    DateRace,
    ExamineHealth,
    ForgetPerson,
    KeepBoard,
    KeepDeck,
    KeepPreferences,
    KeepRecords,
    LeaveSafeMode,
    ListRaces,
    LookForUpdates,
    LookUpName,
    NameGame,
    PrintBoard,
    QuitProgram,
    RecallRace,
    ResumeRace,
    StartAnew,
    SwitchOff,
    UndateRace,
    UpdateCommand,
    WriteBundle,
    WriteCertificate,
    WriteReport,
)
from companion.session.lobby.sitting import RaceDated, RaceUndated
from companion.session.messages import Message, Notice, Noticed, news
from companion.session.preferences import Preferences
from companion.session.session import Session
from companion.signals import Trouble
from companion.words import NOTHING, Text, sentences, text

if TYPE_CHECKING:
    # The first screen does not wait for the modules of pages that are rarely opened.
    from companion.certificate.report import Report
    from companion.records.book import Book, Race
    from companion.session.pages.doctor import Examined
    from companion.session.pages.last import RaceRecalled
    from companion.session.pages.load import RacesListed
    from companion.session.pages.update import UpdateHeard

SWITCHING: Final = 5.0
"""Seconds that systemd may take to agree; the screen waits meanwhile, and must not seem to hang."""
PULL: Final = text("Switch the computer off as usual. Pulling its plug does no harm either.")


class Lookout(Protocol):
    """Watches the machine while people play."""

    def poll(self) -> tuple[Trouble, ...]:
        """What is new since the last call; it neither waits nor raises."""

    def close(self) -> None:
        """Stop watching."""


class Phones(Protocol):
    """Lets players' phones look on."""

    on_news: Callable[[], None] | None
    """Called, from another thread, whenever `poll` has something new."""

    def follow(self, session: Session) -> None:
        """The session as everybody may see it by now; it neither waits nor raises."""

    def poll(self) -> tuple[Message, ...]:
        """What is new since the last call."""

    def close(self) -> None:
        """Let nobody look on any more."""


class Records(Protocol):
    """Keeps people and their races."""

    def dated(self, race: Race) -> Race:
        """A race with the present time."""

    def key(self, number: int) -> str:
        """The key of a race of the session."""

    def keep(self, book: Book) -> Text:
        """Keep everything; NOTHING, or why that cannot be."""


class BackgroundTasks:
    """Runs tasks that take too long to wait for, each in a thread of its own; their results come back as messages.

    When the app ends, nothing waits for a task that still runs, so whatever it writes must be written whole or not at all.
    """

    def __init__(self) -> None:
        """Nothing runs."""
        self._back: SimpleQueue[Message] = SimpleQueue()
        self._running: list[threading.Thread] = []

    def send(
        self, name: str, run: Callable[[], Message], failed: Callable[[Text], Message]
    ) -> None:
        """Start a task; where `run` raises, `failed` makes a message of a sentence that says so.

        Both are called in the thread of the task. Several tasks may run at once, and end in any order.
        """
        task = threading.Thread(target=self._run, args=(run, failed), name=name, daemon=True)
        self._running = [*(thread for thread in self._running if thread.is_alive()), task]
        task.start()

    def poll(self) -> tuple[Message, ...]:
        """The messages that have come back since the last call."""
        back: list[Message] = []
        while not self._back.empty():
            back.append(self._back.get())
        return tuple(back)

    def wait(self) -> None:
        """Wait until every task has ended, for callers that do not poll, such as tests."""
        for thread in self._running:
            thread.join()

    def _run(self, run: Callable[[], Message], failed: Callable[[Text], Message]) -> None:
        try:
            self._back.put(run())
        except Exception as fault:
            # Nobody reads what a thread prints.
            said = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
            self._back.put(
                failed(text("This has failed: {fault}. Please report these words.", fault=said))
            )


class Process:
    """What ends this program, restarts the computer or puts another session in the place of this one.

    This one can do nothing of it, and says so. Each answer is a sentence for the screen.
    """

    def switch_off(self, restart: bool) -> Notice | Text:
        """Switch the computer off, or restart it."""
        return text("The app cannot switch this computer off: switch it off as usual.")

    def start_again(self) -> Notice | Text:
        """End the program, so that its service starts it again."""
        return text("Nothing would start the app again: end it and start it by hand.")

    def quit(self) -> Notice | Text:
        """End the program for good, once everything is kept."""
        return text("There is no window that could be closed.")

    def leave_safe_mode(self) -> Notice | Text:
        """Open the usual session in place of the one in safe mode."""
        return text("The app is not in safe mode, so there is nothing to leave.")

    def load(self, number: int) -> Notice | Text:
        """Open the session of a kept race in place of this one."""
        return text("Another game cannot be loaded here: end this one, and start the app as usual.")


class HostServices:
    """What concerns the computer and its folders, for a session that has none: it keeps nothing, and says why.

    A method that keeps something returns why it could not, NOTHING where it could. `examine`,
    `bundle`, `update`, `print_board`, `race` and `races` may take seconds: they run as background
    tasks, in threads of their own.
    """

    def __init__(self) -> None:
        """Nothing watches the machine, no phone looks on, and no race is kept for its people."""
        self.background = BackgroundTasks()
        self.process = Process()
        self.watch: Lookout | None = None
        self.phones: Phones | None = None
        self.records: Records | None = None

    def report(self) -> Notice | Text:
        """Write a report, and say where it lies."""
        return text("This session is not saved, so there is no folder for a report.")

    def certify(self, report: Report) -> tuple[str, Notice | Text]:
        """Keep a certificate; its date, and where it lies."""
        return "", text("This session is not saved, so there is no folder for a certificate.")

    def keep_preferences(self, preferences: Preferences) -> Text:
        """Keep what is chosen for the screen."""
        return NOTHING

    def keep_deck(self, deck: KeepDeck) -> Text:
        """Keep a deck that people write."""
        return NOTHING

    def keep_board(self, board: KeepBoard) -> Text:
        """Keep a board that people paint."""
        return NOTHING

    def forget(self, name: str) -> Text:
        """Take the name of a person out of everything that is kept."""
        return NOTHING

    def name_of(self) -> tuple[str, str]:
        """Return what the race is called that is kept now, and the date."""
        return "", ""

    def name_game(self, name: str) -> Notice | Text:
        """Call that race so, and say that it is or why not."""
        return text("This game is not saved, so it cannot have a name.")

    def examine(self) -> tuple[Checked, ...]:
        """Run the doctor's checks."""
        return ()

    def bundle(self, session: Session, taps: Checked | None) -> Notice | Text:
        """Write a report bundle, and say where it lies."""
        return text("This session is not saved, so there is no folder for a bundle.")

    def update(self, command: UpdateCommand) -> Message:
        """Carry out what is asked about updates."""
        return _no_update(text("The app cannot install updates here."))

    def print_board(self, wanted: PrintBoard) -> Notice | Text:
        """Write the sheets of a board, and say where they lie."""
        return text("This session is not saved, so there is no folder for sheets.")

    def race(self) -> RaceRecalled:
        """Recall the race that ended last."""
        return _no_race()

    def races(self) -> RacesListed:
        """List the races that can be gone on with."""
        return _no_races()

    def troubles(self) -> tuple[Trouble, ...]:
        """Return what is new about the machine since the last call."""
        return () if self.watch is None else self.watch.poll()

    def heard(self) -> tuple[Message, ...]:
        """Return what background tasks and phones have to say since the last call."""
        return (*self.background.poll(), *(() if self.phones is None else self.phones.poll()))

    def follow(self, session: Session) -> None:
        """Show this session to everybody who looks on."""
        if self.phones is not None:
            self.phones.follow(session)

    def close(self) -> None:
        """Stop watching the machine, and let no phone look on; nothing waits for background tasks that still run."""
        if self.phones is not None:
            self.phones.close()
        if self.watch is not None:
            self.watch.close()

    def carry_out(self, command: Command, session: Session) -> tuple[Message, ...]:
        """Do what the session asks, and return the messages that answer it at once; background tasks answer through `heard`."""
        match command:
            case WriteReport():
                return (Noticed(self.report()),)
            case SwitchOff(restart):
                return (Noticed(self.process.switch_off(restart)),)
            case StartAnew():
                return (Noticed(self.process.start_again()),)
            case QuitProgram():
                return (Noticed(self.process.quit()),)
            case LeaveSafeMode():
                return (Noticed(self.process.leave_safe_mode()),)
            case ResumeRace(number):
                return (Noticed(self.process.load(number)),)
            case NameGame(name):
                return (Noticed(self.name_game(name)),)
            case KeepPreferences(preferences):
                return _noticed(self.keep_preferences(preferences))
            case KeepDeck():
                return _noticed(self.keep_deck(command))
            case KeepBoard():
                return _noticed(self.keep_board(command))
            case ForgetPerson(name):
                return _noticed(self.forget(name))
            case KeepRecords(book):
                return () if self.records is None else _noticed(self.records.keep(book))
            case DateRace(number, race, trial):
                if self.records is None:
                    return ()
                dated = None if race is None else self.records.dated(race)
                return (RaceDated(self.records.key(number), dated, trial),)
            case UndateRace(number):
                return () if self.records is None else (RaceUndated(self.records.key(number)),)
            case WriteCertificate(report):
                from companion.session.pages.certify import Certified

                return (Certified(*self.certify(report)),)
            case LookUpName():
                from companion.session.pages.save import NameFound

                return (NameFound(*self.name_of()),)
            case _:
                self._begin(command, session)
                return ()

    def _begin(self, command: Command, session: Session) -> None:
        """Begin a background task; a session is a value that never changes, so another thread may read it meanwhile."""
        send = self.background.send
        match command:
            case ExamineHealth():
                send("doctor", self._examined, _no_findings)
            case WriteBundle(taps):
                send("bundle", lambda: Noticed(self.bundle(session, taps)), Noticed)
            case PrintBoard():
                send("print", lambda: Noticed(self.print_board(command)), Noticed)
            case LookForUpdates() | AskForUpdate() | AwaitUpdate():
                send("update", lambda: self.update(command), _no_update)
            case RecallRace():
                send("race", self.race, _no_race)
            case ListRaces():
                send("races", self.races, _no_races)
            case _:
                raise TypeError(command)

    def _examined(self) -> Examined:
        from companion.session.pages.doctor import Examined

        return Examined(self.examine())


def _noticed(trouble: Text) -> tuple[Message, ...]:
    return (Noticed(trouble),) if trouble else ()


def _no_findings(words: Text) -> Examined:
    from companion.session.pages.doctor import Examined

    return Examined(
        (Checked("doctor", text("Doctor"), "bad", words, text("Check again; the game goes on.")),)
    )


def _no_update(words: Text) -> UpdateHeard:
    from companion.session.pages.update import UpdateHeard

    return UpdateHeard(0, "failed", words)


def switch_off(restart: bool) -> Notice | Text:
    """Ask systemd to switch the computer off, or with `restart` to restart it; a sentence says that it will, or why it does not.

    Nothing has to be saved before: everything that was shown is on the disk. An installed service may ask for it without a password.
    """
    # Few sessions need it, and every first screen would wait for it.
    import subprocess

    verb, done = (
        "poweroff",
        text("The computer switches off. Unplug it only when the screen is dark."),
    )
    if restart:
        verb, done = "reboot", text("The computer restarts.")
    # Nobody could answer a question on a terminal that nobody sees.
    order = ["systemctl", "--no-ask-password", verb]
    try:
        answer = subprocess.run(
            order,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SWITCHING,
            check=False,
        )
    except FileNotFoundError:
        return sentences(
            text("There is no systemctl on this computer to {verb} it with.", verb=verb), PULL
        )
    except subprocess.TimeoutExpired:
        return sentences(
            text(
                "systemctl {verb} has not answered within {seconds} seconds.",
                verb=verb,
                seconds=round(SWITCHING),
            ),
            PULL,
        )
    except OSError as fault:
        return sentences(
            text(
                "systemctl {verb} could not be run ({fault}).",
                verb=verb,
                fault=fault.strerror or str(fault),
            ),
            PULL,
        )
    if answer.returncode == 0:
        return news(done)
    said = next(
        (line.strip().rstrip(".") for line in answer.stderr.splitlines() if line.strip()),
        f"status {answer.returncode}",
    )
    return sentences(text("systemctl {verb} was refused ({fault}).", verb=verb, fault=said), PULL)


def _no_race(words: Text = NOTHING) -> RaceRecalled:
    from companion.session.pages.last import RaceRecalled

    return RaceRecalled(None, words)


def _no_races(words: Text = NOTHING) -> RacesListed:
    from companion.session.pages.load import RacesListed

    return RacesListed((), words)
