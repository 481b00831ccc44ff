"""The evening as `play` opens it: with its journal in the state folder, at the race that was not finished, or at the setup of last time.

Here journal, table, session and host are put together for people; races without people are played in `commands._unattended`.
"""
from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.app.loop import USUAL_PLAYERS, EventLoop, catalogue, go_on, new_seed, open_evening
from companion.app.preferences import keep_preferences, read_preferences
from companion.app.recording import Recalled, Record, game_of, recall
from companion.errors import DerbyError, JournalFault
from companion.folders import JOURNAL
from companion.games.clockwork import ClockworkDerby
from companion.journal.base import OVER, RACE
from companion.journal.base import Game as Kept
from companion.journal.store import Journal, open_journal
from companion.session.commands import UpdateCommand
from companion.session.house_messages import CallHouse, CallPreferences, CallRace, Checked, OpenDoctor, RaceRecalled
from companion.session.messages import Message, Noticed
from companion.session.session import BoardEntry, Session
from companion.signals import Trouble
from companion.table.base import Table
from companion.table.seats import remembered_seats
from companion.table.urls import table_for_url
from companion.table.virtual import VirtualTable

if TYPE_CHECKING:
    from companion.certificate.report import Report
    from companion.health.since import Since
    from companion.health.world import World

UNITS: Final = ((86400, "day"), (3600, "hour"), (60, "minute"))


class OwnRecording(Record):
    """The record of an evening that has the journal for itself, so that both are closed together."""

    def __init__(self, journal: Journal, seed: int | str, going_on: tuple[int, int] = (0, 0)) -> None:
        super().__init__(journal, seed, going_on=going_on)
        self._journal = journal

    def close(self) -> None:
        """Write what waits, and let the next one have the journal; once is enough."""
        super().close()
        self._journal.close()


def kept_evening(
    folder: Path, players: Iterable[str] | None = None, seed: int | str | None = None, readers: Table | str = "virtual:",
    number: int | None = None, fresh: bool = False,
) -> EventLoop:
    """An open evening whose journal lies in a folder; without one where that cannot be, and the screen says why.

    `number` is the kept game to go on with, the unfinished one touched last where none is named; with `fresh` none at all. JournalFault
    where a game is named that is not there or cannot be gone on with, TableFault for a wrong URL. Closing the loop closes the journal.
    """
    table = table_for_url(readers, seats=remembered_seats(folder)) if isinstance(readers, str) else readers
    try:
        journal = open_journal(folder / JOURNAL, time.time())
    except JournalFault as fault:
        if number is not None:
            raise
        # What another game goes on with must not be gone on with a second time beside it.
        found = None if fresh or fault.in_use else _readable(folder)
        who = USUAL_PLAYERS if players is None else tuple(players)
        loop = open_evening(table, seed=seed, players=who) if found is None else go_on(found[0], None, table, found[1])
        loop.host.certify = partial(_certificate, folder)
        _at_home(loop, folder)
        loop.send(Trouble("journal", f"Nothing of this evening is kept. {fault}"))
        return loop
    with ExitStack() as stack:
        # Until the loop stands; from then on its record closes the journal.
        stack.callback(journal.close)
        findings = list(journal.findings)
        kept = None if fresh else _wanted(journal, number)
        # A race that cannot be gone on with is told of, and a new evening begins all the same.
        loop = _gone_on(journal, table, kept, number, findings, stack) or _begun(journal, table, players, seed, stack)
        stack.pop_all()
    loop.host.report, loop.host.certify = partial(_report, journal, folder, loop), partial(_certificate, folder)
    _at_home(loop, folder)
    loop.host.race = partial(_last_race, folder)
    if journal.finished() is not None:
        loop.send(CallRace())
    if findings:
        loop.send(Noticed(" ".join(findings)))
    return loop


def safe_evening(why: str, folder: Path) -> EventLoop:
    """An evening in safe mode: touch readers and the usual settings, nothing is written, and the doctor lies over its first page.

    `why` it is so stands on every page. `folder` is where the doctor looks, and where a bundle goes that people ask for.

    What may have stopped the starts before is not touched: neither readers nor journal.
    """
    table = VirtualTable()
    # What stands in the head of every page where else the table is named.
    table.sign = "Safe mode"
    loop = open_evening(table)
    loop.send(CallHouse(appliance=False, safe=why))
    loop.send(Trouble("safe mode", f"{why} Cards are played on the screen, and nothing of this evening is kept."))
    _at_home(loop, folder)
    loop.send(OpenDoctor())
    return loop


def _readable(folder: Path) -> tuple[Recalled, str] | None:
    """The race that was not finished, and since when, where the disk can be read though not written; None where there is none."""
    try:
        journal = open_journal(folder / JOURNAL, time.time(), writer=False)
    except JournalFault:
        return None
    with closing(journal):
        try:
            kept = journal.unfinished()
            return None if kept is None else (recall_whole(journal, kept), stopped(kept))
        except DerbyError:
            return None


def _last_race(folder: Path) -> RaceRecalled:
    """The race that ended last, told again from the journal by a connection of its own, so that it can be called in any thread."""
    try:
        with closing(open_journal(folder / JOURNAL, time.time(), writer=False)) as journal:
            kept = journal.finished()
            return RaceRecalled(None if kept is None else recall_whole(journal, kept).session)
    except DerbyError as fault:
        return RaceRecalled(None, f"The last race cannot be shown: {fault}.")


def stopped(kept: Kept) -> str:
    """Since when a kept game stands still, as a sentence.

    By the clock of now: where it has been set since, it is as wrong as the clock was.
    """
    return f"It stopped {ago(time.time() - kept.touched)}."


def _begun(journal: Journal, table: Table, players: Iterable[str] | None, seed: int | str | None, stack: ExitStack) -> EventLoop:
    """A new evening, with what was chosen last time unless it is said who plays."""
    chosen = journal.settings() if players is None else None
    who = USUAL_PLAYERS if players is None else tuple(players)
    record = OwnRecording(journal, new_seed() if seed is None else seed)
    stack.callback(record.close)
    return open_evening(table, players=who, chosen=chosen, record=record)


def _wanted(journal: Journal, number: int | None) -> Kept | None:
    """The kept game to go on with, None where there is none; JournalFault where it was named and cannot be gone on with."""
    if number is None:
        return journal.unfinished()
    kept = game_of(journal, number)
    if kept.kind != RACE:
        raise JournalFault(f"game {number} is what was touched before a race began: there is nothing to go on with")
    if kept.state == OVER:
        raise JournalFault(f"game {number} ({kept.title}) is over; `clockwork-derby games show {number}` tells how it ended")
    return kept


def _gone_on(journal: Journal, table: Table, kept: Kept | None, number: int | None, findings: list[str], stack: ExitStack) -> EventLoop | None:
    """The evening of a kept game, or None where there is none to go on with; why the last one cannot be is added to the findings."""
    if kept is None:
        return None
    try:
        # A game that somebody has named is compared at every register; for what is offered at a start the last hash must do.
        recalled = recall_whole(journal, kept, every=number is not None)
    except DerbyError as fault:
        if number is not None:
            # Whoever names a game does so on a command line; who is offered one at the screen may have none.
            raise JournalFault(f"{fault}; see it with `clockwork-derby games replay {kept.id}`") from fault
        findings.append(f"The race that was not finished is not offered: {fault}.")
        return None
    record = OwnRecording(journal, recalled.seed, (kept.id, recalled.messages))
    stack.callback(record.close)
    return go_on(recalled, record, table, stopped(kept))


def _report(journal: Journal, folder: Path, loop: EventLoop) -> str:
    # Few evenings need one, and every first screen would wait for what it imports.
    from companion.app.reports import save_report

    return save_report(loop, journal, folder)


def _at_home(loop: EventLoop, folder: Path) -> None:
    """Let an evening call the doctor, ask for updates, save bundles into a folder where no stick is, and have its screen as it was chosen there."""
    with_doctor(loop, folder)
    host = loop.host
    host.update, host.keep_preferences = partial(_update, folder), partial(keep_preferences, folder)
    preferences, trouble = read_preferences(folder)
    loop.send(CallPreferences(preferences))
    if trouble:
        loop.send(Noticed(trouble))


def with_doctor(loop: EventLoop, folder: Path, since: Since | None = None) -> None:
    """Let an evening call the doctor and save bundles; `since` is what this process has learnt of itself and its table.

    Without `since` the doctor knows only what can be seen from outside.
    """
    loop.host.examine, loop.host.bundle = partial(_examined, folder, since), partial(_bundle, folder, since)


def _world(folder: Path, since: Since | None) -> World:
    """Imported here, like all below, when it is asked for: the first screen needs none of it."""
    from companion.health.world import World

    return World(state=folder) if since is None else World(state=folder, since=since)


def _examined(folder: Path, since: Since | None) -> tuple[Checked, ...]:
    from companion.app.doctor import all_checked

    return all_checked(_world(folder, since))


def _update(folder: Path, command: UpdateCommand) -> Message:
    from companion.app.updates import Post, carried_out

    return carried_out(Post(folder), command)


def _bundle(folder: Path, since: Since | None, session: Session, taps: Checked | None) -> str:
    from companion.app.reports import save_bundle

    return save_bundle(_world(folder, since), session, taps)


def _certificate(folder: Path, report: Report) -> tuple[str, str]:
    from companion.app.reports import CERTIFICATES, keep_certificate

    date = time.strftime("%Y-%m-%d %H:%M")
    return date, keep_certificate(report._replace(date=date), folder / CERTIFICATES)


def recall_whole(journal: Journal, kept: Kept, boards: Iterable[BoardEntry] | None = None, every: bool = False) -> Recalled:
    """A kept game brought back whole; JournalFault says just where and why it comes out otherwise than it was played.

    The last hash is compared, or `every` one.

    `boards` are those on offer beside its own, the shipped ones unless told otherwise.
    """
    recalled = recall(journal, kept, ClockworkDerby(), catalogue() if boards is None else boards, every)
    drift = recalled.drift
    if drift is not None:
        raise JournalFault(
            f"game {kept.id} ({kept.title}) cannot be gone on with: at message {drift.number}, turn {drift.turn}, register {drift.register}, "
            f"{drift.words}; it was kept by rules version {recalled.rules}. It stays kept"
        )
    return recalled


def ago(seconds: float) -> str:
    """A time that has passed, in words: "2 hours ago".

    Rounded down; "just now" also for times to come, as after a clock was set back.
    """
    for length, unit in UNITS:
        count = int(seconds // length)
        if count >= 1:
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    return "just now"
