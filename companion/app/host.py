"""Offer host services to a session: actions on the computer and its folders, background tasks."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

from companion.session.commands import (
    AskForUpdate,
    AwaitUpdate,
    CheckForUpdates,
    CheckResult,
    Command,
    DateRace,
    ExamineHealth,
    FindGameName,
    ForgetPerson,
    KeepBoard,
    KeepDeck,
    KeepPreferences,
    KeepRecords,
    LeaveSafeMode,
    ListRaces,
    NameGame,
    PrintBoard,
    QuitProgram,
    RecallRace,
    RestartProgram,
    ResumeRace,
    SwitchOff,
    UndateRace,
    UpdateCommand,
    WriteBundle,
    WriteCertificate,
    WriteReport,
)
from companion.session.lobby.people_messages import RaceDated, RaceUndated
from companion.session.messages import Message, Notice, ShowNotice, news
from companion.session.preferences import Preferences
from companion.session.session import Session
from companion.signals import TableProblem
from companion.words import NOTHING, Text, sentences, text

if TYPE_CHECKING:
    # The first screen does not wait for the modules of pages that are rarely opened, and sessions
    # without people need neither watch, phones nor records.
    from companion.app.records import RecordsKeeper
    from companion.certificate.report import CertificateReport
    from companion.health.late import LateWatch
    from companion.health.watch import HealthWatch
    from companion.phones.service import PhoneService
    from companion.session.pages.doctor import HealthExamined
    from companion.session.pages.last import RaceRecalled
    from companion.session.pages.load import RacesListed
    from companion.session.pages.update import UpdateHeard

SWITCHING: Final = 5.0
"""Seconds that systemd may take to agree; the screen waits for it, and must not seem to hang."""
PULL: Final = text("Switch the computer off as usual. Pulling its plug is safe, too.")


class BackgroundTasks:
    """Runs slow tasks, each in a thread; their results come back as messages.

    When the app ends, nothing waits for a running task, so a task must write its files whole or not
    at all.
    """

    def __init__(self) -> None:
        self._back: SimpleQueue[Message] = SimpleQueue()
        self._running: list[threading.Thread] = []

    def send(
        self, name: str, run: Callable[[], Message], failed: Callable[[Text], Message]
    ) -> None:
        """Start a task; if `run` raises, `failed` makes a message of a sentence about it.

        Both are called in the task's thread. Several tasks may run in parallel, and end in any
        order.
        """
        task = threading.Thread(target=self._run, args=(run, failed), name=name, daemon=True)
        self._running = [*(thread for thread in self._running if thread.is_alive()), task]
        task.start()

    def poll(self) -> tuple[Message, ...]:
        """Return the messages since the last call."""
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
    """Ends the program, restarts the computer or replaces the session.

    This one can do none of it, and says so. Each answer is a sentence for the screen.
    """

    def switch_off(self, restart: bool) -> Notice | Text:
        """Switch the computer off, or restart it."""
        return text("The app cannot switch this computer off: switch it off as usual.")

    def start_again(self) -> Notice | Text:
        """End the program, so that its service restarts it."""
        return text("The app cannot restart itself: end it and start it by hand.")

    def quit(self) -> Notice | Text:
        """End the program for good, once everything is saved."""
        return text("There is no window that could be closed.")

    def leave_safe_mode(self) -> Notice | Text:
        """Replace the session in safe mode by the usual one."""
        return text("The app is not in safe mode, so there is nothing to leave.")

    def load(self, number: int) -> Notice | Text:
        """Replace this session by that of a saved race."""
        return text("Another game cannot be loaded here: end this one, and start the app normally.")


class HostServices:
    """Host services for a session without computer and folders: they keep nothing, and say why.

    A method that keeps something returns why that failed, or NOTHING. `examine`, `bundle`,
    `update`, `print_board`, `race` and `races` may take seconds: they run as background tasks, in
    threads.
    """

    def __init__(self) -> None:
        self.background = BackgroundTasks()
        self.process = Process()
        self.watch: LateWatch | HealthWatch | None = None
        self.phones: PhoneService | None = None
        self.records: RecordsKeeper | None = None
        self.folder: Path | None = None
        """The state folder, None for a session without one."""

    def report(self) -> Notice | Text:
        """Write a report, and say where it is."""
        return text("This session is not saved, so there is no folder for a report.")

    def certify(self, report: CertificateReport) -> tuple[str, Notice | Text]:
        """Keep a certificate; return its date, and a sentence that says where it is."""
        return "", text("This session is not saved, so there is no folder for a certificate.")

    def keep_preferences(self, preferences: Preferences) -> Text:
        """Keep the preferences of the screen."""
        return NOTHING

    def keep_deck(self, deck: KeepDeck) -> Text:
        """Keep a deck that people wrote."""
        return NOTHING

    def keep_board(self, board: KeepBoard) -> Text:
        """Keep a board that people painted."""
        return NOTHING

    def forget(self, name: str) -> Text:
        """Remove a person's name from everything that is saved."""
        return NOTHING

    def name_of(self) -> tuple[str, str]:
        """Return the name of the race that is being saved, and the date."""
        return "", ""

    def name_game(self, name: str) -> Notice | Text:
        """Name the race that is being saved, and say so or why not."""
        return text("This game is not saved, so it cannot have a name.")

    def examine(self) -> tuple[CheckResult, ...]:
        """Run the doctor's checks."""
        return ()

    def bundle(self, session: Session, taps: CheckResult | None) -> Notice | Text:
        """Write a report bundle, and say where it is."""
        return text("This session is not saved, so there is no folder for a bundle.")

    def update(self, command: UpdateCommand) -> Message:
        """Carry out a command about updates."""
        return _no_update(text("The app cannot install updates here."))

    def print_board(self, wanted: PrintBoard) -> Notice | Text:
        """Write the sheets of a board, and say where they are."""
        return text("This session is not saved, so there is no folder for sheets.")

    def race(self) -> RaceRecalled:
        """Replay the race that ended last."""
        return _no_race()

    def races(self) -> RacesListed:
        """List the races that can be resumed."""
        return _no_races()

    def troubles(self) -> tuple[TableProblem, ...]:
        """Return what is new about the machine since the last call."""
        return () if self.watch is None else self.watch.poll()

    def heard(self) -> tuple[Message, ...]:
        """Return the messages of background tasks and phones since the last call."""
        return (*self.background.poll(), *(() if self.phones is None else self.phones.poll()))

    def follow(self, session: Session) -> None:
        """Show this session to the phones."""
        if self.phones is not None:
            self.phones.follow(session)

    def close(self) -> None:
        """Stop watching the machine, and disconnect the phones; running tasks are not awaited."""
        if self.phones is not None:
            self.phones.close()
        if self.watch is not None:
            self.watch.close()

    def carry_out(self, command: Command, session: Session) -> tuple[Message, ...]:
        """Carry out a command and return its immediate answers; `heard` returns those of tasks."""
        match command:
            case WriteReport():
                return (ShowNotice(self.report()),)
            case SwitchOff(restart):
                return (ShowNotice(self.process.switch_off(restart)),)
            case RestartProgram():
                return (ShowNotice(self.process.start_again()),)
            case QuitProgram():
                return (ShowNotice(self.process.quit()),)
            case LeaveSafeMode():
                return (ShowNotice(self.process.leave_safe_mode()),)
            case ResumeRace(number):
                return (ShowNotice(self.process.load(number)),)
            case NameGame(name):
                return (ShowNotice(self.name_game(name)),)
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
            case DateRace(number, race, trial, game):
                if self.records is None:
                    return ()
                dated = None if race is None else self.records.dated(race)
                return (RaceDated(self.records.key(number), dated, trial, game),)
            case UndateRace(number):
                return () if self.records is None else (RaceUndated(self.records.key(number)),)
            case WriteCertificate(report):
                from companion.session.pages.certify import CertificateSaved

                return (CertificateSaved(*self.certify(report)),)
            case FindGameName():
                from companion.session.pages.save import NameFound

                return (NameFound(*self.name_of()),)
            case _:
                self._begin(command, session)
                return ()

    def _begin(self, command: Command, session: Session) -> None:
        """Start a background task; a session never changes, so another thread may read it."""
        send = self.background.send
        match command:
            case ExamineHealth():
                from companion.session.pages.doctor import HealthExamined

                send("doctor", lambda: HealthExamined(self.examine()), _no_findings)
            case WriteBundle(taps):
                send("bundle", lambda: ShowNotice(self.bundle(session, taps)), ShowNotice)
            case PrintBoard():
                send("print", lambda: ShowNotice(self.print_board(command)), ShowNotice)
            case CheckForUpdates() | AskForUpdate() | AwaitUpdate():
                send("update", lambda: self.update(command), _no_update)
            case RecallRace():
                send("race", self.race, _no_race)
            case ListRaces():
                send("races", self.races, _no_races)
            case _:
                raise TypeError(command)


def _noticed(trouble: Text) -> tuple[Message, ...]:
    return (ShowNotice(trouble),) if trouble else ()


def _no_findings(words: Text) -> HealthExamined:
    from companion.session.pages.doctor import HealthExamined

    return HealthExamined(
        (
            CheckResult(
                "doctor", text("Doctor"), "bad", words, text("Check again; the game goes on.")
            ),
        )
    )


def _no_update(words: Text) -> UpdateHeard:
    from companion.session.pages.update import UpdateHeard

    return UpdateHeard(0, "failed", words)


def switch_off(restart: bool) -> Notice | Text:
    """Ask systemd to switch off or restart the computer; return what happens, or why it does not.

    Nothing must be saved before: everything that was shown is on the disk. An installed service may
    ask without a password.
    """
    # Few sessions need it, and every first screen would wait for it.
    import subprocess

    verb, done = (
        "poweroff",
        text("The computer switches off. Unplug it only when the screen is dark."),
    )
    if restart:
        verb, done = "reboot", text("The computer restarts.")
    # Nobody sees the terminal on which systemd would ask.
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
        return sentences(text("This computer has no systemctl ({verb}).", verb=verb), PULL)
    except subprocess.TimeoutExpired:
        return sentences(
            text(
                "systemctl {verb} did not answer within {seconds} seconds.",
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
