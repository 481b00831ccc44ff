"""A start resumes from a valid snapshot beside the journal, and replays the race if in doubt."""

from __future__ import annotations

import json
import pickle
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from operator import attrgetter
from pathlib import Path
from typing import Final

import pytest

from companion.__main__ import main
from companion.app import snapshots
from companion.app.loop import boards_of, go_on, open_session, play_to_the_end
from companion.app.recording import RecalledGame, begun_by
from companion.app.records import forget_name
from companion.app.snapshots import restore, snapshot_path
from companion.app.startup import OwnRecording, recall_whole
from companion.folders import JOURNAL
from companion.games import find_game, games_known
from companion.games.api import Game
from companion.journal.store import open_journal
from companion.session.messages import ApplyCorrection, Begin, Confirm, GoTo, SetRule
from companion.session.past import chapters
from companion.session.past.history import entries, recap_of, shown_turn, turn_records
from companion.session.past.spelling import MATTERS
from companion.session.past.undo_points import undo_points
from companion.session.session import Session
from companion.session.showing import view_of
from companion.session.steps import step
from companion.session.view import OVER
from companion.table.virtual import VirtualTable
from tests.typed import present

TURNS: Final = 4
COMPARED: Final = tuple(part for part in MATTERS if part not in ("config", "timeline.past"))


@pytest.fixture(scope="module", autouse=True)
def short() -> Iterator[None]:
    """Make chapters of one turn, so that a short race has several."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chapters, "TURNS", 1)
        patch.setattr(chapters, "CHAPTERS", 1)
        yield


@pytest.fixture(scope="module")
def played(short: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a race and its snapshot, not to be changed."""
    folder = tmp_path_factory.mktemp("played")
    play(folder)
    return folder


@pytest.fixture
def kept(played: Path, tmp_path: Path) -> Path:
    """Return a copy of it, to be damaged."""
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    return tmp_path


def play(folder: Path, turns: int = TURNS, game: Game | None = None) -> Session:
    """Play a race into the journal of a folder, and leave it as a power cut does."""
    journal = open_journal(folder / JOURNAL, 1.0)
    record = OwnRecording(journal, 5)
    loop = open_session(players=("random",) * 3, game=game, record=record, patient=True)
    if game is None or game.key == "clockwork":
        loop.send(SetRule("lives", "inf"))
    loop.send(Begin())
    play_to_the_end(loop, turns)
    for _ in range(5):
        loop.send(Confirm(loop.session.revision))
    session = loop.session
    loop.close()
    return session


def recall(folder: Path, use: bool = True) -> RecalledGame:
    """Resume the race of a folder, with its snapshot or without."""
    with closing(open_journal(folder / JOURNAL, 1.0, writer=False)) as journal:
        return recall_whole(journal, present(journal.unfinished()), snapshots=use)


def is_believed(folder: Path) -> bool:
    """Return whether the snapshot of a folder is used."""
    with closing(open_journal(folder / JOURNAL, 1.0, writer=False)) as journal:
        kept = present(journal.unfinished())
        return restore(journal, kept, begun_by(kept, boards_of).session) is not None


def compare(one: Session, other: Session) -> None:
    """Compare two sessions and their history.

    Raises:
        AssertionError: They differ.
    """
    for part in COMPARED:
        part_of = attrgetter(part)
        assert part_of(one) == part_of(other), part
    assert view_of(one) == view_of(other)
    assert [point.number for point in undo_points(one)] == [
        point.number for point in undo_points(other)
    ]
    assert turn_records(one) == turn_records(other)
    assert recap_of(one) == recap_of(other)
    for turn in range(1, present(one.match).shown.turn + 1):
        words = [
            [(str(entry.words), entry.point.number) for entry in entries(session, turn)]
            for session in (one, other)
        ]
        assert words[0] == words[1]


@pytest.mark.parametrize("key", [game.key for game in games_known()])
def test_a_race_goes_on_from_its_snapshot_as_from_its_first_message(
    key: str, tmp_path: Path
) -> None:
    """Get the same session from the snapshot as from the first message, then the same race."""
    turns = TURNS
    # Some games are over sooner than others.
    while play(tmp_path, turns, find_game(key)).page == OVER:
        turns -= 1
    assert is_believed(tmp_path)
    short, whole = recall(tmp_path), recall(tmp_path, use=False)
    assert short.messages == whole.messages and short.drift is None
    compare(short.session, whole.session)
    one, other = short.session, whole.session
    for _ in range(40):
        message = Confirm(one.revision)
        (one, commands), (other, others) = step(one, message), step(other, message)
        assert commands == others
    compare(one, other)


def test_a_race_that_is_killed_again_and_again_is_where_it_was_left(tmp_path: Path) -> None:
    """Resume from the last snapshot at each start after repeated kills."""
    play(tmp_path)
    for _ in range(3):
        journal = open_journal(tmp_path / JOURNAL, 1.0)
        kept = present(journal.unfinished())
        recalled = recall_whole(journal, kept, snapshots=True)
        record = OwnRecording(journal, recalled.seed, (kept.id, recalled.messages))
        loop = go_on(recalled, record, VirtualTable(), patient=True)
        for _ in range(4):
            loop.send(Confirm(loop.session.revision))
        loop.close()
        compare(recall(tmp_path).session, recall(tmp_path, use=False).session)


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_a_race_that_has_gone_back_is_killed_and_goes_on(kept: Path, turns: int) -> None:
    """Undo past the snapshot, play some turns from there, kill, and resume."""
    journal = open_journal(kept / JOURNAL, 1.0)
    race = present(journal.unfinished())
    recalled = recall_whole(journal, race, snapshots=True)
    loop = go_on(
        recalled,
        OwnRecording(journal, recalled.seed, (race.id, recalled.messages)),
        VirtualTable(),
        patient=True,
    )
    play_to_the_end(loop, TURNS + 1)
    number = next(one.number for one in undo_points(loop.session) if shown_turn(one) == 1)
    loop.send(ApplyCorrection(GoTo(number)))
    assert loop.session.timeline.number == number
    play_to_the_end(loop, turns)
    loop.close()
    short, whole = recall(kept), recall(kept, use=False)
    assert short.drift is None and short.messages == whole.messages
    compare(short.session, whole.session)


def damaged(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    """Return a function that changes the bytes of a snapshot."""

    def spoil(folder: Path) -> None:
        path = snapshot_path(folder / JOURNAL)
        path.write_bytes(change(path.read_bytes()))

    return spoil


def with_fact(name: str, value: object) -> Callable[[Path], None]:
    """Return a function that changes a fact in the first line of a snapshot."""

    def change(data: bytes) -> bytes:
        head, _, payload = data.partition(b"\n")
        return json.dumps({**json.loads(head), name: value}).encode() + b"\n" + payload

    return damaged(change)


def other_payload(data: bytes) -> bytes:
    """Return a snapshot with a valid checksum and a payload that is no session."""
    payload = pickle.dumps(["no", "session"])
    head = json.loads(data.partition(b"\n")[0])
    head["payload"] = sha256(payload).hexdigest()
    return json.dumps(head).encode() + b"\n" + payload


def open_to_all(folder: Path) -> None:
    """Let others write the snapshot."""
    snapshot_path(folder / JOURNAL).chmod(0o666)


def a_folder(folder: Path) -> None:
    """Replace it by a folder."""
    path = snapshot_path(folder / JOURNAL)
    path.unlink()
    path.mkdir()


SPOILED: Final = {
    "gone": lambda folder: snapshot_path(folder / JOURNAL).unlink(),
    "empty": damaged(lambda data: b""),
    "half": damaged(lambda data: data[: len(data) // 2]),
    "one bit": damaged(lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]),
    "no first line": damaged(lambda data: data.partition(b"\n")[2]),
    "another payload": damaged(other_payload),
    "another game": with_fact("game", 77),
    "another beginning": with_fact("began", 0.5),
    "more entries": with_fact("entries", 10**9),
    "no entries": with_fact("entries", 0),
    "other entries": with_fact("sum", 1),
    "another mark": with_fact("mark", "0123456789abcdef"),
    "another code": with_fact("code", ""),
    "open to all": open_to_all,
    "a folder": a_folder,
}


@pytest.mark.parametrize("how", SPOILED)
def test_a_snapshot_in_doubt_is_not_believed(how: str, kept: Path) -> None:
    """Replay the journal if the snapshot is in doubt."""
    assert is_believed(kept)
    SPOILED[how](kept)
    assert not is_believed(kept)
    assert recall(kept).session.match == recall(kept, use=False).session.match


def test_a_snapshot_of_other_code_is_not_believed(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replay the race by the new code after an update."""
    monkeypatch.setattr(snapshots, "code_version", lambda game: "newer")
    assert not is_believed(kept)


def test_a_snapshot_that_leads_elsewhere_is_not_gone_on_with(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replay the whole race if hashes of later entries differ."""
    whole = recall(kept, use=False)
    with closing(open_journal(kept / JOURNAL, 1.0, writer=False)) as journal:
        race = present(journal.unfinished())
        session, entries = present(restore(journal, race, begun_by(race, boards_of).session))
    wrong = next(one for one in undo_points(session) if one.match.shown.turn == 1)
    monkeypatch.setattr(
        "companion.app.startup.restore",
        lambda *_: (session._replace(match=wrong.match, page=wrong.page), entries),
    )
    assert recall(kept).session.match == whole.session.match


def test_what_is_deleted_is_in_no_snapshot(kept: Path) -> None:
    """Delete the snapshot with its game, and with a forgotten name."""
    with closing(open_journal(kept / JOURNAL, 1.0)) as journal:
        assert not forget_name(journal, "ANNA", lambda settings: None)
        assert not snapshot_path(journal.path).exists()
    play(kept)
    assert snapshot_path(kept / JOURNAL).exists()
    assert main(["games", "delete", "1", "2", "--yes", "--state", str(kept)]) == 0
    assert not snapshot_path(kept / JOURNAL).exists()


def test_a_race_that_is_over_leaves_no_snapshot(tmp_path: Path) -> None:
    """Leave no snapshot of a finished race, since nothing is left to resume."""
    journal = open_journal(tmp_path / JOURNAL, 1.0)
    loop = open_session(players=("steady",) * 2, record=OwnRecording(journal, 1), patient=True)
    loop.send(Begin())
    seen = False
    while not play_to_the_end(loop, present(loop.session.match).shown.turn + 1):
        seen = seen or snapshot_path(journal.path).exists()
    assert seen and not snapshot_path(journal.path).exists()
    loop.close()


def test_a_disk_that_is_full_stops_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play on without a snapshot if the disk is full; only the next start is slower."""

    def full(*_: object) -> bytes:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(snapshots, "_bytes", full)
    play(tmp_path)
    assert not snapshot_path(tmp_path / JOURNAL).exists()
    assert recall(tmp_path).session.match is not None
