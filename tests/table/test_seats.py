"""The seats of readers are remembered whatever happens to the file; every fault has words."""

from __future__ import annotations

import os
import socket
import tomllib
from argparse import Namespace
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.startup import kept_session
from companion.commands._options import readers_of
from companion.folders import state_folder, write_whole
from companion.signals import GiveSeat
from companion.table.seats import FILE, Seats, remembered_seats
from tests.recorded import recorded
from tests.table.reader_stand import Stand, await_true, uid_of

UIDS = st.text("0123456789ABCDEF", min_size=1, max_size=16)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the path of the seats; neither the file nor its folder exists yet."""
    return tmp_path / "derby" / "seats.toml"


def test_a_seat_is_remembered(file: Path) -> None:
    """Remember a seat over sessions."""
    Seats(file).give("E661", 3)
    assert Seats(file).known() == {"E661": 3}
    assert Seats(file).seat_of("E661") == 3 and Seats(file).uid_of(3) == "E661"


def test_without_a_file_nobody_has_a_seat(file: Path) -> None:
    """Remember nothing without a file, report nothing, and write nothing by looking."""
    seats = Seats(file)
    assert seats.known() == {} and seats.troubles == () and not file.parent.exists()


def test_in_mind_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write nothing without a path."""
    monkeypatch.chdir(tmp_path)
    seats = Seats(None, {"A": 1})
    seats.give("B", 2)
    assert seats.known() == {"A": 1, "B": 2} and list(tmp_path.iterdir()) == []


def test_a_freed_seat_stays_free(file: Path) -> None:
    """Remember a freed seat; freeing a free one does nothing."""
    seats = Seats(file)
    seats.give("A", 1)
    seats.free(1)
    seats.free(1)
    assert Seats(file).known() == {} and seats.uid_of(1) is None


@given(st.lists(st.tuples(UIDS, st.integers(-1, 10))))
def test_no_two_readers_have_one_seat(gifts: list[tuple[str, int]]) -> None:
    """Give each reader one seat and each seat one reader; the last one given holds."""
    seats = Seats(None)
    for uid, seat in gifts:
        seats.give(uid, seat)
        assert seats.seat_of(uid) == seat or not 1 <= seat <= 8
    known = seats.known()
    assert len(set(known.values())) == len(known) and set(known.values()) <= set(range(1, 9))


@pytest.mark.parametrize(
    "text",
    [
        "[seats",
        "\x00\xff",
        "seats = 3",
        "[seats]\nA = 1\nA = 2\n",
        f"seats = {'[' * 3000}",
        f"[seats]\nA = {'1' * 5000}",
    ],
)
def test_a_damaged_file_is_kept_aside(file: Path, text: str) -> None:
    """Keep a damaged file aside and say so once; the next change makes a good file."""
    write_whole(file, text)
    seats = Seats(file)
    assert seats.known() == {}
    (trouble,) = seats.troubles
    assert (
        trouble.place == str(file)
        and "seats.toml.damaged" in str(trouble.words)
        and "once more" in str(trouble.words)
    )
    assert str(file) in str(trouble.words) and "expected" in str(trouble.words)
    assert file.with_name("seats.toml.damaged").read_text("utf-8") == text
    seats.give("A", 1)
    assert Seats(file).known() == {"A": 1} and Seats(file).troubles == ()


@pytest.mark.parametrize(
    "kind", ["a named pipe", "a socket", "a folder", "a file of more than 100000 bytes"]
)
def test_what_is_no_file_is_put_aside_at_once(file: Path, kind: str) -> None:
    """Move what is no file aside without waiting, and say what and where it is."""
    file.parent.mkdir()
    with socket.socket(socket.AF_UNIX) as ear:
        make = {
            "a named pipe": os.mkfifo,
            "a socket": lambda path: ear.bind(str(path)),
            "a folder": os.mkdir,
        }
        make.get(kind, lambda path: path.write_text("#" * 100_001))(file)
        seats = Seats(file)
        assert seats.known() == {}
    (trouble,) = seats.troubles
    assert str(trouble.words) == recorded("file-found-kind-expected-a-text", file=file, kind=kind)
    seats.give("A", 1)
    assert Seats(file).known() == {"A": 1}


def test_a_name_that_fakes_a_line_is_shown_in_one(file: Path, tmp_path: Path) -> None:
    """Show control signs and overlong names on one short line."""
    write_whole(file, '[seats]\n"A\\u001b[2J\\nB" = 9\n')
    seats = Seats(file)
    assert seats.known() == {} and str(seats.troubles[0].words) == recorded(
        "reader-A-x1b-2J-nB-has", folder=tmp_path
    )
    write_whole(file, f"[seats]\n{'A' * 70} = 1\n")
    seats = Seats(file)
    assert seats.known() == {} and "A" * 61 not in str(seats.troubles[0].words)


def test_bytes_that_are_no_text(file: Path) -> None:
    """Treat a file that is no text as damaged."""
    file.parent.mkdir()
    file.write_bytes(b"\xff\xfe\x00[seats]")
    assert Seats(file).known() == {}


@pytest.mark.parametrize(
    ("entry", "word"),
    [
        ("B = 0", "1 to 8"),
        ("B = 9", "1 to 8"),
        ("B = 'two'", "two"),
        ("B = true", "true"),
        ("B = 1", "two readers"),
    ],
)
def test_one_wrong_entry_spoils_no_other(file: Path, entry: str, word: str) -> None:
    """Keep the first of two readers with one seat, and skip unknown seats."""
    write_whole(file, f"[seats]\nA = 1\n{entry}\nC = 3\n")
    seats = Seats(file)
    assert seats.known() == {"A": 1, "C": 3}
    (trouble,) = seats.troubles
    assert word in str(trouble.words) and "table test" in str(trouble.words)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """Keep a seat for this session if its folder is read-only, and say why until it works."""
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    seats = Seats(blocked / "seats.toml")
    seats.give("A", 1)
    assert seats.seat_of("A") == 1
    assert str(seats.troubles[0].words) == recorded("cannot-be-saved", folder=tmp_path)
    blocked.unlink()
    seats.give("A", 2)
    assert [str(trouble.words) for trouble in seats.troubles] == [""]


def test_the_file_can_be_read_by_people_and_toml(file: Path) -> None:
    """Write readable TOML, with a comment, in the order of the seats."""
    seats = Seats(file)
    seats.give("B", 7)
    seats.give('odd "name" \\', 2)
    text = file.read_text("utf-8")
    assert text.startswith("# Which card reader")
    assert list(tomllib.loads(text)["seats"].items()) == [('odd "name" \\', 2), ("B", 7)]


def test_the_state_folder_heeds_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Use an absolute XDG_STATE_HOME, else the usual place, for `remembered_seats`."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert state_folder() == tmp_path / "clockwork-derby"
    assert remembered_seats().path == tmp_path / "clockwork-derby" / "seats.toml"
    for useless in ("", "not/absolute"):
        monkeypatch.setenv("XDG_STATE_HOME", useless)
        monkeypatch.setenv("HOME", str(tmp_path))
        assert state_folder() == tmp_path / ".local" / "state" / "clockwork-derby"


def test_seats_are_taken_over_from_where_they_lay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Copy the seats of the usual folder to another one that has none; leave the old file."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    home, old = tmp_path / "lib", Seats(state_folder() / FILE)
    old.give("A", 1)
    before = (state_folder() / FILE).read_text("utf-8")
    assert remembered_seats(home).known() == {"A": 1} == Seats(home / FILE).known()
    remembered_seats(home).free(1)
    assert (
        remembered_seats(home).known() == {}
        and (state_folder() / FILE).read_text("utf-8") == before
    )
    (home / FILE).write_text("[seats", "utf-8")
    assert remembered_seats(home).known() == remembered_seats(home).known() == {}
    assert (
        remembered_seats(tmp_path / "nothing" / "there").known()
        == {"A": 1}
        == remembered_seats().known()
    )


@pytest.mark.parametrize("by_command", [True, False])
def test_an_evening_has_its_seats_where_its_games_are(
    stand: Stand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_command: bool
) -> None:
    """Keep the seats in the folder that `--state` names, not below the home folder.

    This holds for readers made before the session, too.
    """
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "home"))
    url, folder = f"serial:{stand.boxes[1].path}", tmp_path / "lib"
    Seats(folder / FILE).give(uid_of(1), 6)
    readers = (
        readers_of(Namespace(table=url, faults=None, state=str(folder))) if by_command else url
    )
    with closing(kept_session(folder, readers=readers)) as loop:
        # Its signals may come a moment before the sign counts it.
        await_true(
            lambda: loop.table.poll() is not None and str(loop.table.sign) == "1 card reader",
            "no reader at seat 6",
        )
        loop.table.do(GiveSeat(uid_of(1), 4))
        await_true(lambda: Seats(folder / FILE).known() == {uid_of(1): 4}, "the seat is not kept")
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("entry", ["folder", "file", "garbage"])
def test_what_cannot_be_taken_over_is_no_hindrance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    """Give new seats if the old file cannot be copied.

    It is a folder, garbage, or below a file.
    """
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    path = state_folder() / FILE
    if entry == "folder":
        path.mkdir(parents=True)
    else:
        write_whole(path if entry == "garbage" else path.parent, "[seats")
    seats = remembered_seats(tmp_path / "lib")
    assert seats.known() == {} and (entry != "file") == path.with_name(f"{FILE}.damaged").exists()
    seats.give("A", 2)
    assert Seats(tmp_path / "lib" / FILE).known() == {"A": 2}


def test_writing_leaves_nothing_half_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the old file if the new one cannot be written whole."""
    target = tmp_path / "seats.toml"
    write_whole(target, "old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(target, "new")
    assert target.read_text("utf-8") == "old"
