"""Start a session as `play` does: with a journal, at the unfinished race or the last setup.

Journal, table, session and host services for people meet here; `commands._unattended` plays races
without people.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.app.game_offers import last_played, offers_of, with_games
from companion.app.host import HostServices
from companion.app.kept_races import can_be_loaded, name_game, name_of, races_of
from companion.app.loop import USUAL_PLAYERS, EventLoop, boards_of, go_on, new_seed, open_session
from companion.app.own_boards import keep_board, kept_boards, print_board
from companion.app.own_decks import keep_deck, kept_decks
from companion.app.preferences import keep_preferences, read_preferences
from companion.app.recording import (
    GameRecorder,
    RecalledGame,
    begun_by,
    game_key,
    game_of,
    replay_entries,
)
from companion.app.records import (
    ReadRecords,
    RecordsKeeper,
    date_of,
    forget_name,
    key_of,
    read_records,
)
from companion.app.snapshots import Snapshots, restore
from companion.errors import DerbyError, JournalError
from companion.folders import JOURNAL
from companion.games import usual_game
from companion.games.api import Game
from companion.journal.base import OVER, RACE, KeptGame
from companion.journal.store import Journal, open_journal
from companion.records.book import NO_BOOK, Book
from companion.session.commands import (
    CheckResult,
    Command,
    KeepBoard,
    KeepDeck,
    PrintBoard,
    UpdateCommand,
)
from companion.session.flow import USUAL as FLOW
from companion.session.lobby.arrangement import NOBODY
from companion.session.lobby.kept_setup import PEOPLE
from companion.session.lobby.people import end_of
from companion.session.lobby.people_messages import RaceDated, RaceUndated, RecordsLoaded
from companion.session.messages import (
    FinishedRaceFound,
    Message,
    Notice,
    OpenPage,
    ShowNotice,
    StartInfo,
)
from companion.session.pages.decks import DecksLoaded
from companion.session.pages.drawings import BoardsLoaded
from companion.session.pages.load import KeptRacesFound, RacesListed
from companion.session.past.replaying import Boards, SessionStart
from companion.session.preferences import Preferences, PreferencesLoaded
from companion.session.session import Session
from companion.signals import TableProblem
from companion.table.base import Table
from companion.table.seats import remembered_seats
from companion.table.urls import table_for_url
from companion.table.virtual import VirtualTable
from companion.words import Text, sentence, sentences, text

if TYPE_CHECKING:
    from companion.certificate.report import CertificateReport
    from companion.health.process_facts import ProcessFacts
    from companion.health.world import World
    from companion.session.pages.last import RaceRecalled

MOST: Final = 20
"""The number of ended races that a start checks; more are never left unwritten."""


class OwnRecording(GameRecorder):
    """A record that owns its journal and closes it."""

    def __init__(
        self, journal: Journal, seed: int | str, going_on: tuple[int, int] = (0, 0)
    ) -> None:
        super().__init__(journal, seed, going_on=going_on)
        self._journal = journal
        self._snapshots = Snapshots(journal)

    def keep(
        self, before: Session, message: Message, after: Session, commands: Sequence[Command]
    ) -> int:
        """Record a message, and write a snapshot of the race now and then."""
        ticket = super().keep(before, message, after, commands)
        self._snapshots.follow(after, self._game, self._count, ticket, self.kept)
        return ticket

    def close(self) -> None:
        """Write everything that waits, and close the journal. A second call does nothing."""
        super().close()
        self._journal.close()


class HomeServices(HostServices):
    """The services of a state folder.

    `saved` says whether the session may write there; `journal` is None if it is not recorded.
    """

    def __init__(self, folder: Path, loop: EventLoop, journal: Journal | None, saved: bool) -> None:
        super().__init__()
        self._folder = self.folder = folder
        self._loop, self._journal, self._saved = loop, journal, saved
        self.since: ProcessFacts | None = None
        """The process's own facts and those of its table, beyond the doctor's view from outside."""

    def report(self) -> Notice | Text:
        # Few sessions need one, and every first screen would wait for the imports: so here and
        # below.
        from companion.app.reports import save_report

        if self._journal is None:
            return super().report()
        return save_report(self._loop, self._journal, self._folder)

    def certify(self, report: CertificateReport) -> tuple[str, Notice | Text]:
        from companion.app.reports import CERTIFICATES, keep_certificate

        if not self._saved:
            return super().certify(report)
        date = time.strftime("%Y-%m-%d %H:%M")
        return date, keep_certificate(report._replace(date=date), self._folder / CERTIFICATES)

    def keep_preferences(self, preferences: Preferences) -> Text:
        return keep_preferences(self._folder, preferences)

    def keep_deck(self, deck: KeepDeck) -> Text:
        return keep_deck(self._folder, deck)

    def keep_board(self, board: KeepBoard) -> Text:
        return keep_board(self._folder, board)

    def print_board(self, wanted: PrintBoard) -> Notice | Text:
        return print_board(self._folder, wanted)

    def forget(self, name: str) -> Text:
        record = self._loop.record
        if self._journal is None or record is None:
            return super().forget(name)
        return forget_name(self._journal, name, record.choose)

    def name_of(self) -> tuple[str, str]:
        record = self._loop.record
        if self._journal is None or record is None:
            return super().name_of()
        return name_of(self._journal, record)

    def name_game(self, name: str) -> Notice | Text:
        record = self._loop.record
        return super().name_game(name) if record is None else name_game(record, name)

    def examine(self) -> tuple[CheckResult, ...]:
        from companion.app.reports import all_checked

        return all_checked(self._world())

    def bundle(self, session: Session, taps: CheckResult | None) -> Notice | Text:
        from companion.app.reports import save_bundle

        return save_bundle(self._world(), session, taps)

    def _world(self) -> World:
        from companion.health.world import World

        if self.since is None:
            return World(state=self._folder)
        return World(state=self._folder, since=self.since)

    def update(self, command: UpdateCommand) -> Message:
        from companion.app.updates import UpdateFolders, carry_out

        return carry_out(UpdateFolders(self._folder), command)

    def races(self) -> RacesListed:
        return super().races() if self._journal is None else races_of(self._folder)

    def race(self) -> RaceRecalled:
        """Replay the race that ended last, through a journal connection for this thread."""
        from companion.session.pages.last import RaceRecalled

        if self._journal is None:
            return super().race()
        try:
            with closing(
                open_journal(self._folder / JOURNAL, time.time(), writer=False)
            ) as journal:
                kept = journal.finished()
                book = read_records(self._folder).book
                return RaceRecalled(
                    recall_whole(journal, kept[0], book=book).session if kept else None
                )
        except DerbyError as fault:
            return RaceRecalled(
                None, sentence(text("the last game cannot be shown: {fault}", fault=fault.words))
            )


def kept_session(
    folder: Path,
    players: Iterable[str] | None = None,
    seed: int | str | None = None,
    readers: Table | str = "virtual:",
    number: int | None = None,
    fresh: bool = False,
    game: Game | None = None,
) -> EventLoop:
    """Return an open session that is recorded in the journal of a folder.

    If recording fails, the session runs unrecorded, and the screen says why. Closing the loop
    closes the journal.

    Args:
        folder: The state folder.
        players: The players from seat 1 on; by default those of the last setup.
        seed: The seed of a new session.
        readers: The table or its URL.
        number: The saved game to continue; by default the unfinished one touched last.
        fresh: Continue no game.
        game: The game to play; an unfinished race of another game is not continued.

    Raises:
        JournalError: `number` is no game that can be continued.
        TableError: The URL is wrong.
    """
    if isinstance(readers, str):
        table = table_for_url(readers, seats=remembered_seats(folder))
    else:
        table = readers
    try:
        journal = open_journal(folder / JOURNAL, time.time())
    except JournalError as fault:
        if number is not None:
            raise
        # A race that another process plays must not be continued here at the same time. That
        # process writes the records, too.
        people = read_records(folder, aside=not fault.in_use)
        people = people._replace(trouble=fault.words, closed=True) if fault.in_use else people
        found = None if fresh or fault.in_use else _readable(folder, game, people.book)
        who = USUAL_PLAYERS if players is None else tuple(players)
        if found is None:
            loop = open_session(
                table, seed=seed, players=who, game=game, flow=FLOW, games=offers_of({})
            )
        else:
            loop = go_on(found[0], None, table, found[1])
        _at_home(loop, folder, people)
        loop.send(
            TableProblem("journal", text("This session is not saved. {fault}", fault=fault.words))
        )
        return loop
    with ExitStack() as stack:
        # Once the loop is complete, its record closes the journal.
        stack.callback(journal.close)
        findings = list(journal.findings)
        people = read_records(folder)
        kept = None if fresh else _wanted(journal, number, game)
        # If a race cannot be continued, a new session begins, and the screen says why.
        recalled = kept and _recalled(journal, kept, number is not None, findings, people.book)
        if kept is not None and recalled is not None:
            record = OwnRecording(journal, recalled.seed, (kept.id, recalled.messages))
            stack.callback(record.close)
            if recalled.session.match is not None:
                record.go_on_with(recalled.session.match.number, key_of(kept))
            loop = go_on(_with_games(recalled, journal), record, table, seconds_stopped(kept))
        else:
            record = OwnRecording(journal, new_seed() if seed is None else seed)
            stack.callback(record.close)
            settings = journal.settings()
            loop = open_session(
                table,
                players=USUAL_PLAYERS if players is None else tuple(players),
                game=game or last_played(settings),
                chosen=settings if players is None else None,
                record=record,
                flow=FLOW,
                games=offers_of(settings),
                own_boards=kept_boards(folder, usual_game()).all,
            )
        stack.pop_all()
    _at_home(loop, folder, people, journal)
    if can_be_loaded(journal):
        loop.send(KeptRacesFound())
    findings += [] if people.closed else caught_up(journal, loop, kept)
    if journal.finished():
        loop.send(FinishedRaceFound())
    if findings:
        loop.send(ShowNotice(sentences(*findings)))
    return loop


def safe_session(why: Text, folder: Path) -> EventLoop:
    """Return a session in safe mode: touch readers, usual settings, not recorded, the doctor open.

    `why` is on every page. The doctor examines `folder`, and bundles go there. Readers and journal
    are not used, because they may have stopped earlier starts.
    """
    table = VirtualTable()
    # The sign is in the head of every page.
    table.sign = text("Safe mode")
    loop = open_session(table, flow=FLOW, games=offers_of({}))
    loop.send(StartInfo(appliance=False, safe=why))
    loop.send(
        TableProblem(
            "safe mode",
            text("{why} Cards are played on the screen, and this session is not saved.", why=why),
        )
    )
    _at_home(loop, folder, read_records(folder), saved=False)
    loop.send(OpenPage("doctor"))
    return loop


def _readable(folder: Path, game: Game | None, book: Book) -> tuple[RecalledGame, int] | None:
    """Return the unfinished race and its age in seconds from a journal that cannot be written.

    Returns None if there is none.
    """
    try:
        journal = open_journal(folder / JOURNAL, time.time(), writer=False)
    except JournalError:
        return None
    with closing(journal):
        try:
            kept = _wanted(journal, None, game)
            if kept is None:
                return None
            recalled = _with_games(recall_whole(journal, kept, book=book), journal)
        except DerbyError:
            return None
    return recalled, seconds_stopped(kept)


def seconds_stopped(kept: KeptGame) -> int:
    """Return the seconds since a saved game was touched; wrong if the clock was set since."""
    return max(0, int(time.time() - kept.touched))


def _with_games(recalled: RecalledGame, journal: Journal) -> RecalledGame:
    """Return a race after which another game can be chosen."""
    return recalled._replace(session=with_games(recalled.session, journal.settings()))


def _wanted(journal: Journal, number: int | None, game: Game | None) -> KeptGame | None:
    """Return the saved game to continue, or None.

    Raises:
        JournalError: The game was named and cannot be continued.
    """
    if number is None:
        kept = journal.unfinished()
        return kept if kept is None or game is None or game_key(kept) == game.key else None
    kept = game_of(journal, number)
    if kept.kind != RACE:
        raise JournalError(
            f"game {number} is what was touched before a game began: there is nothing to go on with"
        )
    if kept.state == OVER:
        raise JournalError(
            f"game {number} ({kept.title_words}) is over; `clockwork-derby games show {number}` "
            "tells how it ended"
        )
    return kept


def _recalled(
    journal: Journal, kept: KeptGame, named: bool, findings: list[Text], book: Book
) -> RecalledGame | None:
    """Return a saved game, or None; then the reason is added to `findings`.

    Raises:
        JournalError: The game was `named` and cannot be continued.
    """
    try:
        # A game that was named is compared at every round; for one that a start offers the last
        # hash is enough.
        return recall_whole(journal, kept, every=named, book=book, snapshots=True)
    except DerbyError as fault:
        if named:
            # Only a command line can name a game, so the sentence may name a command.
            raise JournalError(
                f"{fault}; see it with `clockwork-derby games replay {kept.id}`"
            ) from fault
        findings.append(
            sentence(text("the unfinished game cannot be offered: {fault}", fault=fault.words))
        )
        return None


def _at_home(
    loop: EventLoop,
    folder: Path,
    people: ReadRecords,
    journal: Journal | None = None,
    saved: bool = True,
) -> None:
    """Give a session the services of a state folder, and its people, decks, boards, preferences."""
    loop.host = HomeServices(folder, loop, journal, saved)
    loop.host.records = RecordsKeeper(
        folder, people, loop.record.key if loop.record is not None else lambda _: ""
    )
    book = people.book
    if book != Book() or any(seat.person for seat in loop.session.lobby.setup.seats):
        loop.send(RecordsLoaded(book))
    decks = kept_decks(folder)
    # Most tables have no decks, and most games do not know them.
    if decks or loop.session.lobby.setup.deck:
        loop.send(DecksLoaded(decks))
    own = kept_boards(folder, usual_game())
    if own.all != loop.session.config.own_boards:
        loop.send(BoardsLoaded(own.all))
    preferences, trouble = read_preferences(folder)
    loop.send(PreferencesLoaded(preferences))
    if trouble or own.trouble or people.trouble:
        loop.send(ShowNotice(sentences(trouble, own.trouble, people.trouble)))


def caught_up(journal: Journal, loop: EventLoop, going_on: KeptGame | None) -> list[Text]:
    """Add races to the records whose end or continuation a power cut kept out of them.

    Most starts find none, and replay nothing. Returns sentences that say what prevented it.
    """
    for kept in (going_on, journal.unfinished()):
        if kept is not None:
            loop.send(RaceUndated(key_of(kept)))
    book = loop.session.config.records
    # Imported races were not played here; their time of touch is that of their beginning.
    played = [kept for kept in journal.finished(MOST) if kept.touched != kept.began]
    keys = [key_of(kept) for kept in played]
    # The races since the last one in the book; if it does not name that, the newest one only.
    if book.ended in keys:
        unwritten = played[: keys.index(book.ended)]
    else:
        unwritten = [kept for kept in played[:1] if all(race.key != keys[0] for race in book.races)]
    findings = []
    for kept in reversed(unwritten):
        book = loop.session.config.records
        if not worth_telling(kept, book):
            continue
        try:
            outcome, trial, game = end_of(recall_whole(journal, kept, book=book).session)
        except DerbyError as fault:
            findings.append(
                sentence(
                    text("the last game does not count for its people: {fault}", fault=fault.words)
                )
            )
            continue
        loop.send(
            RaceDated(
                key_of(kept),
                None if outcome is None else outcome._replace(date=date_of(kept)),
                trial,
                game,
            )
        )
    return findings


def worth_telling(kept: KeptGame, book: Book) -> bool:
    """Return whether a race matters to the records.

    It has a person of the book or one player only, or may count for a tournament.
    """
    if book.tournament is not None and not book.tournament.is_over:
        return True
    try:
        setup = json.loads(kept.header)["setup"]
        people = setup.get(PEOPLE, {}).values()
        return (
            any(book.person(int(number)) is not None for number in people)
            or sum(seat[0] != NOBODY for seat in setup["seats"]) == 1
        )
    except (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError):
        return False


def _replay_from(
    start: SessionStart,
    journal: Journal,
    kept: KeptGame,
    there: tuple[Session, int] | None,
    every: bool,
) -> RecalledGame:
    """Replay a saved game from a snapshot, or from its beginning."""
    session, passed = (start.session, 0) if there is None else there
    entries = tuple(journal.entries(kept.id, passed + 1))
    return replay_entries(start._replace(session=session), entries, every, passed)


def recall_whole(
    journal: Journal,
    kept: KeptGame,
    boards: Boards | None = None,
    every: bool = False,
    book: Book = NO_BOOK,
    snapshots: bool = False,
) -> RecalledGame:
    """Replay a saved game whole.

    Args:
        journal: Where the game is.
        kept: The game.
        boards: Boards that are offered with its own; by default those that come with its game.
        every: Compare every hash instead of the last one.
        book: The names of its people.
        snapshots: Replay only the last turns, if the snapshot beside the journal is beyond doubt.

    Raises:
        JournalError: The replay differs from the recording, or an unfinished game has other rules
            now.
    """
    start = begun_by(kept, boards_of if boards is None else boards, book)
    game = start.session.config.game
    if kept.state != OVER and start.rules != game.version:
        raise JournalError(
            text(
                "game {number} ({title}) cannot be continued: it began under version {rules} "
                "of the rules of {game}, and this app plays version {present}. It stays saved",
                number=kept.id,
                title=kept.title_words,
                rules=start.rules,
                game=game.title,
                present=game.version,
            )
        )
    # A race that is compared at every round is replayed from its first message.
    there = restore(journal, kept, start.session) if snapshots and not every else None
    recalled = _replay_from(start, journal, kept, there, every)
    if there is not None and recalled.drift is not None:
        recalled = _replay_from(start, journal, kept, None, every)
    drift = recalled.drift
    if drift is not None:
        raise JournalError(
            text(
                "game {number} ({title}) cannot be continued: at message {message}, {turn}, "
                "{round}, {drift}; it was saved under rules version {rules}. It stays saved",
                number=kept.id,
                title=kept.title_words,
                message=drift.number,
                turn=game.wording.turn(drift.turn),
                round=game.wording.round(drift.round),
                drift=drift.words,
                rules=recalled.rules,
            )
        )
    return recalled
