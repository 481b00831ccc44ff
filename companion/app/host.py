"""Host services: whatever a session asks of the computer and its folders, and the background tasks that it takes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, get_args

from companion.session.commands import (
    Checked,
    DateRace,
    ExamineHealth,
    ForgetPerson,
    KeepBoard,
    KeepDeck,
    KeepPreferences,
    KeepRecords,
    LeaveSafeMode,
    ListRaces,
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

HostCommand: TypeAlias = (
    WriteReport
    | WriteCertificate
    | ExamineHealth
    | WriteBundle
    | UpdateCommand
    | QuitProgram
    | StartAnew
    | SwitchOff
    | LeaveSafeMode
    | KeepPreferences
    | KeepDeck
    | KeepBoard
    | PrintBoard
    | RecallRace
    | DateRace
    | UndateRace
    | KeepRecords
    | ForgetPerson
    | LookUpName
    | NameGame
    | ListRaces
    | ResumeRace
)
"""What a session asks of the host services."""

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


class HostServices:
    """Carries out what concerns the computer. Whoever opens a session sets the services it has; without one, a sentence says so.

    At once: `report` writes a report and says where it lies; `certify` keeps a certificate, and says its date and where it lies.
    `switch_off` switches the computer off, or with True restarts it; `leave_safe_mode` opens the usual session; `start_again` ends the game,
    so that its service starts it anew, and `quit` ends it for good; each says what comes of it. `keep_preferences` keeps what is chosen for the screen, and says why it
    cannot (NOTHING where it can), and so do `keep_deck` with a deck that people write,
    `keep_board` with a board that they paint, and `forget` with the name of a person. `records` dates races and keeps them with their people; None keeps nothing.
    `name_of` says what the race is called that is kept now, and the date; `name_game` calls it so, and says that it does or why not.
    `load` lets the kept race of a number take the place of this session, and says so.

    As background tasks: `examine` runs the doctor's checks, `bundle` writes a report bundle and `print_board` a board's sheets, and they say where these lie, `update`
    carries out what is asked about updates, `race` recalls the race that ended last, `races` lists those that can be gone on with. `watch`, where there is one, tells troubles of the machine,
    and `phones` shows the game to phones.
    """

    def __init__(self) -> None:
        """No service is set."""
        self.report: Callable[[], Notice | Text] = lambda: text(
            "This session is not saved, so there is no folder for a report."
        )
        self.certify: Callable[[Report], tuple[str, Notice | Text]] = lambda _: (
            "",
            text("This session is not saved, so there is no folder for a certificate."),
        )
        self.switch_off: Callable[[bool], Notice | Text] = lambda _: text(
            "The app cannot switch this computer off: switch it off as usual."
        )
        self.quit: Callable[[], Notice | Text] = lambda: text(
            "There is no window that could be closed."
        )
        self.leave_safe_mode: Callable[[], Notice | Text] = lambda: text(
            "The app is not in safe mode, so there is nothing to leave."
        )
        self.start_again: Callable[[], Notice | Text] = lambda: text(
            "Nothing would start the app again: end it and start it by hand."
        )
        self.keep_preferences: Callable[[Preferences], Text] = lambda _: NOTHING
        self.keep_deck: Callable[[KeepDeck], Text] = lambda _: NOTHING
        self.keep_board: Callable[[KeepBoard], Text] = lambda _: NOTHING
        self.print_board: Callable[[PrintBoard], Notice | Text] = lambda _: text(
            "This session is not saved, so there is no folder for sheets."
        )
        self.examine: Callable[[], tuple[Checked, ...]] = tuple
        self.bundle: Callable[[Session, Checked | None], Notice | Text] = lambda *_: text(
            "This session is not saved, so there is no folder for a bundle."
        )
        self.update: Callable[[UpdateCommand], Message] = lambda _: _no_update(
            text("The app cannot install updates here.")
        )
        self.race: Callable[[], RaceRecalled] = _no_race
        self.records: Records | None = None
        self.forget: Callable[[str], Text] = lambda _: NOTHING
        self.name_of: Callable[[], tuple[str, str]] = lambda: ("", "")
        self.name_game: Callable[[str], Notice | Text] = lambda _: text(
            "This game is not saved, so it cannot have a name."
        )
        self.races: Callable[[], RacesListed] = _no_races
        self.load: Callable[[int], Notice | Text] = lambda _: text(
            "Another game cannot be loaded here: end this one, and start the app as usual."
        )
        self.background = BackgroundTasks()
        self.watch: Lookout | None = None
        self.phones: Phones | None = None

    def troubles(self) -> tuple[Trouble, ...]:
        """What is new about the machine since the last call."""
        return () if self.watch is None else self.watch.poll()

    def heard(self) -> tuple[Message, ...]:
        """What background tasks and phones have to say since the last call."""
        return (*self.background.poll(), *(() if self.phones is None else self.phones.poll()))

    def follow(self, session: Session) -> None:
        """Whoever looks on sees this session from now on."""
        if self.phones is not None:
            self.phones.follow(session)

    def close(self) -> None:
        """Stop watching the machine, and let no phone look on; nothing waits for background tasks that still run."""
        if self.phones is not None:
            self.phones.close()
        if self.watch is not None:
            self.watch.close()

    def carry_out(self, command: HostCommand, session: Session) -> tuple[Message, ...]:
        """Do what the session asks; the messages that answer it at once. Background tasks answer later, through `background.poll`."""
        return TASKS[type(command)](self, command, session)

    def _report(self, command: WriteReport, session: Session) -> tuple[Message, ...]:
        return (Noticed(self.report()),)

    def _certify(self, command: WriteCertificate, session: Session) -> tuple[Message, ...]:
        from companion.session.pages.certify import Certified

        return (Certified(*self.certify(command.report)),)

    def _examine(self, command: ExamineHealth, session: Session) -> tuple[Message, ...]:
        from companion.session.pages.doctor import Examined

        self.background.send("doctor", lambda: Examined(self.examine()), _no_findings)
        return ()

    def _bundle(self, command: WriteBundle, session: Session) -> tuple[Message, ...]:
        # A session is a value that never changes, so another thread may read it while the game goes on.
        self.background.send("bundle", lambda: Noticed(self.bundle(session, command.taps)), Noticed)
        return ()

    def _update(self, command: UpdateCommand, session: Session) -> tuple[Message, ...]:
        self.background.send("update", lambda: self.update(command), _no_update)
        return ()

    def _recall(self, command: RecallRace, session: Session) -> tuple[Message, ...]:
        self.background.send("race", self.race, _no_race)
        return ()

    def _start_again(self, command: StartAnew, session: Session) -> tuple[Message, ...]:
        return (Noticed(self.start_again()),)

    def _switch_off(self, command: SwitchOff, session: Session) -> tuple[Message, ...]:
        return (Noticed(self.switch_off(command.restart)),)

    def _quit(self, command: QuitProgram, session: Session) -> tuple[Message, ...]:
        return (Noticed(self.quit()),)

    def _leave_safe_mode(self, command: LeaveSafeMode, session: Session) -> tuple[Message, ...]:
        return (Noticed(self.leave_safe_mode()),)

    def _keep_preferences(self, command: KeepPreferences, session: Session) -> tuple[Message, ...]:
        trouble = self.keep_preferences(command.preferences)
        return (Noticed(trouble),) if trouble else ()

    def _keep_deck(self, command: KeepDeck, session: Session) -> tuple[Message, ...]:
        trouble = self.keep_deck(command)
        return (Noticed(trouble),) if trouble else ()

    def _keep_board(self, command: KeepBoard, session: Session) -> tuple[Message, ...]:
        trouble = self.keep_board(command)
        return (Noticed(trouble),) if trouble else ()

    def _date_race(self, command: DateRace, session: Session) -> tuple[Message, ...]:
        if self.records is None:
            return ()
        race = None if command.race is None else self.records.dated(command.race)
        return (RaceDated(self.records.key(command.number), race, command.trial),)

    def _undate_race(self, command: UndateRace, session: Session) -> tuple[Message, ...]:
        return () if self.records is None else (RaceUndated(self.records.key(command.number)),)

    def _keep_records(self, command: KeepRecords, session: Session) -> tuple[Message, ...]:
        trouble = NOTHING if self.records is None else self.records.keep(command.book)
        return (Noticed(trouble),) if trouble else ()

    def _forget(self, command: ForgetPerson, session: Session) -> tuple[Message, ...]:
        trouble = self.forget(command.name)
        return (Noticed(trouble),) if trouble else ()

    def _look_up_name(self, command: LookUpName, session: Session) -> tuple[Message, ...]:
        from companion.session.pages.save import NameFound

        return (NameFound(*self.name_of()),)

    def _name_game(self, command: NameGame, session: Session) -> tuple[Message, ...]:
        return (Noticed(self.name_game(command.name)),)

    def _list_races(self, command: ListRaces, session: Session) -> tuple[Message, ...]:
        self.background.send("races", self.races, _no_races)
        return ()

    def _resume(self, command: ResumeRace, session: Session) -> tuple[Message, ...]:
        return (Noticed(self.load(command.number)),)

    def _print_board(self, command: PrintBoard, session: Session) -> tuple[Message, ...]:
        self.background.send("print", lambda: Noticed(self.print_board(command)), Noticed)
        return ()


TASKS: Final[Mapping[type, Callable[[HostServices, Any, Session], tuple[Message, ...]]]] = {
    WriteReport: HostServices._report,
    WriteCertificate: HostServices._certify,
    ExamineHealth: HostServices._examine,
    WriteBundle: HostServices._bundle,
    StartAnew: HostServices._start_again,
    SwitchOff: HostServices._switch_off,
    QuitProgram: HostServices._quit,
    LeaveSafeMode: HostServices._leave_safe_mode,
    KeepPreferences: HostServices._keep_preferences,
    KeepDeck: HostServices._keep_deck,
    KeepBoard: HostServices._keep_board,
    PrintBoard: HostServices._print_board,
    DateRace: HostServices._date_race,
    UndateRace: HostServices._undate_race,
    KeepRecords: HostServices._keep_records,
    ForgetPerson: HostServices._forget,
    RecallRace: HostServices._recall,
    LookUpName: HostServices._look_up_name,
    NameGame: HostServices._name_game,
    ListRaces: HostServices._list_races,
    ResumeRace: HostServices._resume,
    **dict.fromkeys(get_args(UpdateCommand), HostServices._update),
}
"""The service for each command."""


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
