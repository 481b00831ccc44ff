"""Host services: whatever a session asks of the computer and its folders, beside the table and the race."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, get_args

from companion.app.background import BackgroundTasks
from companion.session.commands import (
    ExamineHealth, KeepPreferences, LeaveSafeMode, RecallRace, StartAnew, SwitchOff, UpdateCommand, WriteBundle, WriteCertificate, WriteReport,
)
from companion.session.house_messages import Checked, Examined, Preferences, RaceRecalled, UpdateHeard
from companion.session.messages import Certified, Message, Noticed
from companion.session.session import Session
from companion.signals import Trouble

if TYPE_CHECKING:
    from companion.certificate.report import Report

HostCommand: TypeAlias = (
    WriteReport | WriteCertificate | ExamineHealth | WriteBundle | UpdateCommand | StartAnew | SwitchOff | LeaveSafeMode | KeepPreferences
    | RecallRace
)
"""What a session asks of the host services."""


class Lookout(Protocol):
    """Whoever looks after the machine while people play."""

    def poll(self) -> tuple[Trouble, ...]:
        """What is new since the last call; this neither waits nor raises."""

    def close(self) -> None:
        """Look no more."""


class HostServices:
    """Carries out what concerns the computer. Each task may be set by whoever opens an evening; until then it says that nobody does it.

    `report` writes a report and says where it lies, `certify` keeps a certificate and says its date and where it lies. `switch_off`
    switches the computer off, or with True restarts it, `leave_safe_mode` opens the usual evening, `start_again` ends the game so that its
    service starts it anew; they say what comes of it. `keep_preferences` keeps what is chosen for the screen, and says why where it cannot
    ("" where it can). `examine` lets the doctor look, `bundle` writes the report bundle about an evening, with what came of tapping, and
    says where it lies, `update` carries out what is asked about updates, `race` tells the race that ended last once more: these take long, and run as `background` tasks. `watch`, where there is one, tells troubles of the machine.
    """

    def __init__(self) -> None:
        """Nothing is asked yet."""
        self.report: Callable[[], str] = _no_report
        self.certify: Callable[[Report], tuple[str, str]] = _no_certificate
        self.switch_off: Callable[[bool], str] = _no_switching_off
        self.leave_safe_mode: Callable[[], str] = _no_safe_mode
        self.start_again: Callable[[], str] = _no_starting_again
        self.keep_preferences: Callable[[Preferences], str] = _no_preferences
        # Nothing is found where nobody looks.
        self.examine: Callable[[], tuple[Checked, ...]] = tuple
        self.bundle: Callable[[Session, Checked | None], str] = _no_bundle
        self.update: Callable[[UpdateCommand], Message] = _no_updates
        self.race: Callable[[], RaceRecalled] = lambda: RaceRecalled(None)
        self.background = BackgroundTasks()
        self.watch: Lookout | None = None

    def troubles(self) -> tuple[Trouble, ...]:
        """What is new about the machine since the last call."""
        return () if self.watch is None else self.watch.poll()

    def close(self) -> None:
        """Look no more after the machine; background tasks that still run are not waited for."""
        if self.watch is not None:
            self.watch.close()

    def carry_out(self, command: HostCommand, session: Session) -> tuple[Message, ...]:
        """Do what the session asks; what can be said at once. What takes long runs as a background task.

        The answers are said to the session next. Those of background tasks come by `background.poll`.
        """
        return TASKS[type(command)](self, command, session)

    def _report(self, command: WriteReport, session: Session) -> tuple[Message, ...]:
        return (Noticed(self.report()),)

    def _certify(self, command: WriteCertificate, session: Session) -> tuple[Message, ...]:
        return (Certified(*self.certify(command.report)),)

    def _examine(self, command: ExamineHealth, session: Session) -> tuple[Message, ...]:
        self.background.send("doctor", lambda: Examined(self.examine()), _no_findings)
        return ()

    def _bundle(self, command: WriteBundle, session: Session) -> tuple[Message, ...]:
        # `session` is a value that never changes, so another thread may read it while the evening goes on.
        self.background.send("bundle", lambda: Noticed(self.bundle(session, command.taps)), Noticed)
        return ()

    def _update(self, command: UpdateCommand, session: Session) -> tuple[Message, ...]:
        self.background.send("update", lambda: self.update(command), _no_update)
        return ()

    def _recall(self, command: RecallRace, session: Session) -> tuple[Message, ...]:
        self.background.send("race", self.race, lambda words: RaceRecalled(None, words))
        return ()

    def _start_again(self, command: StartAnew, session: Session) -> tuple[Message, ...]:
        return (Noticed(self.start_again()),)

    def _switch_off(self, command: SwitchOff, session: Session) -> tuple[Message, ...]:
        return (Noticed(self.switch_off(command.restart)),)

    def _leave_safe_mode(self, command: LeaveSafeMode, session: Session) -> tuple[Message, ...]:
        return (Noticed(self.leave_safe_mode()),)

    def _keep_preferences(self, command: KeepPreferences, session: Session) -> tuple[Message, ...]:
        trouble = self.keep_preferences(command.preferences)
        return (Noticed(trouble),) if trouble else ()


TASKS: Final[Mapping[type, Callable[[HostServices, Any, Session], tuple[Message, ...]]]] = {
    WriteReport: HostServices._report, WriteCertificate: HostServices._certify, ExamineHealth: HostServices._examine, WriteBundle: HostServices._bundle,
    StartAnew: HostServices._start_again, SwitchOff: HostServices._switch_off, LeaveSafeMode: HostServices._leave_safe_mode,
    KeepPreferences: HostServices._keep_preferences, RecallRace: HostServices._recall, **dict.fromkeys(get_args(UpdateCommand), HostServices._update),
}
"""What each command leads to."""


def _no_report() -> str:
    return "This evening is not kept, so there is no folder to save a report in."


def _no_certificate(report: Report) -> tuple[str, str]:
    return "", "This evening is not kept, so there is no folder to put a certificate in."


def _no_findings(words: str) -> Examined:
    return Examined((Checked("doctor", "Doctor", "bad", words, "Look again; the game goes on."),))


def _no_bundle(session: Session, taps: Checked | None) -> str:
    return "This evening is not kept, so there is no folder to save a bundle in."


def _no_preferences(preferences: Preferences) -> str:
    return ""


def _no_switching_off(restart: bool) -> str:
    return "This evening has no say in the computer: switch it off as usual."


def _no_updates(command: UpdateCommand) -> Message:
    return _no_update("This evening has no say in updates.")


def _no_update(words: str) -> UpdateHeard:
    return UpdateHeard(0, "failed", words)


def _no_starting_again() -> str:
    return "Nobody would start the game again: end it and start it by hand."


def _no_safe_mode() -> str:
    return "This is no safe mode, so there is nothing to leave."
