"""The system's side of an update requested on the screen: done as from a terminal, or refused."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from companion.folders import JOURNAL
from companion.journal.store import open_journal
from companion.privileged import fetching, service_user
from companion.privileged.guard import end_trial, is_sound, running_slot, trial_of
from companion.privileged.install import INCOMING
from companion.privileged.parcel import SUMS, Parcel
from companion.privileged.requests import UpdateProgress, read_answer, serve, write_answer
from companion.privileged.terminal import main
from companion.words import verbatim
from tests.privileged.asking import Room
from tests.privileged.places import NOW, PLAYING, keep_race, lend, stub, stub_builder, tree, wheel
from tests.privileged.signing import signers
from tests.recorded import recorded

WELL = {"number": 7, "path": "/run/media/system/STICK/x.whl"}


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """Return a machine with an update on its stick."""
    return Room(tmp_path)


def refused(room: Room, last: UpdateProgress, words: str) -> None:
    """Check that the last answer gives the reason, slot a runs as before, and nothing is left."""
    assert last.state == "failed" and words in str(last.words), last
    assert (
        running_slot(room.place) == "a"
        and trial_of(room.place) is None
        and not (room.place / INCOMING).exists()
    )
    assert not (room.place / "b").exists()


def test_an_update_is_installed_from_the_stick(
    room: Room, capsys: pytest.CaptureFixture[str]
) -> None:
    """Report every step and what comes next; delete the copies and the request."""
    last = room.ask(room.wheel)
    assert (
        (last.number, last.state) == (7, "done")
        and "0.2.0" in str(last.words)
        and str(last.words) == recorded("installation-b")
        and last.since == NOW
    )
    assert (
        running_slot(room.place) == "b"
        and is_sound(room.place, "b")
        and trial_of(room.place) is not None
    )
    assert not (room.place / INCOMING).exists()
    steps = [line.split(": ", 2)[2] for line in capsys.readouterr().out.splitlines()]
    assert [
        next(
            word
            for word in ("fetched,", "fetched", "put into", "tested", "passed", "replaces")
            if word in step
        )
        for step in steps
    ] == [
        "fetched",
        "fetched,",
        "put into",
        "tested",
        "passed",
        "replaces",
    ]
    assert room.answer.stat().st_mode & 0o777 == 0o644
    assert serve(room.desk) is None, "asked for once, it is done once"


def test_an_update_may_lie_in_the_folder_of_the_games_or_in_one_on_the_stick(room: Room) -> None:
    """Install from the folder of the games, or from one on the stick, by its name."""
    assert room.ask(wheel(room.state / "updates", "0.2.5")).state == "done"
    end_trial(room.place)
    assert room.ask(wheel(room.stick / "updates", "0.2.6")).state == "done"


def test_an_older_version_comes_by_no_request(room: Room) -> None:
    """Refuse an older version, which only root on a terminal may install; going back stays.

    A taken-over game cannot use it, not even by the key that once let it in.
    """
    assert room.ask(room.wheel).state == "done"
    end_trial(room.place)
    old, before = wheel(room.stick / "updates", "0.1.5"), tree(room.place)
    for words, last in (
        ("is older than the running version 0.2.0", room.ask(old)),
        ("expected number, path", room.ask(old, older=True)),
        ("expected number, path", room.ask(older=False)),
    ):
        assert last.state == "failed" and words in str(last.words) and tree(room.place) == before
    assert room.ask().state == "done" and running_slot(room.place) == "a"


def test_what_it_needs_comes_along(room: Room) -> None:
    """Copy the wheels that the hashes list, and compare the copies."""
    wheel(room.stick, "3.1", name="other")
    found = list[str]()

    def look(slot: Path, parcel: Parcel, here: Path) -> None:
        """Note the copies, while the files on the stick are replaced."""
        found.extend(sorted(path.name for path in parcel.files))
        assert all(path.is_relative_to(room.place) for path in parcel.files)
        room.wheel.write_bytes(b"something else")
        stub_builder(slot, parcel, here)

    room.desk = room.desk._replace(builder=look)
    assert room.ask(room.wheel).state == "done"
    assert found == sorted([SUMS, f"{SUMS}.sig", room.wheel.name, "other-3.1-py3-none-any.whl"])


def test_back_to_the_version_before(room: Room) -> None:
    """Test the version before and put it on trial, or say that there is none."""
    refused(room, room.ask(), "no version to go back to")
    assert room.ask(room.wheel).state == "done"
    end_trial(room.place)
    last = room.ask()
    assert (
        last.state == "done"
        and str(last.words) == recorded("Version-0-1-0-is-in")
        and running_slot(room.place) == "a"
    )


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b'{"number": 7, "path": "/run/me',
        b"[]",
        b"7",
        b"\xff\xfe",
        b"[" * 5000,
        b" " * 9000,
        json.dumps({**WELL, "more": 1}).encode(),
        json.dumps({**WELL, "number": True}).encode(),
        json.dumps({**WELL, "number": 0}).encode(),
        json.dumps({**WELL, "path": None}).encode(),
        json.dumps({**WELL, "older": True}).encode(),
        json.dumps({**WELL, "path": "/run/x\0.whl"}).encode(),
        json.dumps({**WELL, "path": "/run/x\n.whl"}).encode(),
    ],
    ids=range(14),
)
def test_a_request_that_is_none_is_refused(room: Room, text: bytes) -> None:
    """Refuse a partial, long or malformed request in one sentence, and delete it."""
    room.request.write_bytes(text)
    refused(room, room.serve(), "The request")


@pytest.mark.parametrize(
    "lay",
    [
        lambda path: path.symlink_to(path.parent.parent / "place/a/bin/clockwork-derby"),
        lambda path: path.symlink_to("/nowhere"),
        os.mkfifo,
        Path.mkdir,
    ],
    ids=["link", "broken link", "pipe", "folder"],
)
def test_a_request_that_is_no_file_is_refused(room: Room, lay: Callable[[Path], object]) -> None:
    """Delete a link without following it, and do not wait for a pipe."""
    before = tree(room.place)
    lay(room.request)
    refused(room, room.serve(), "The request ")
    assert tree(room.place) == before


def _linked_file(room: Room) -> Path:
    room.wheel.rename(room.root / "real.whl")
    room.wheel.symlink_to(room.root / "real.whl")
    return room.wheel


def _linked_folder(room: Room) -> Path:
    wheel(room.root / "elsewhere")
    (room.stick / "more").symlink_to(room.root / "elsewhere")
    return room.stick / "more" / room.wheel.name


def _linked_updates(room: Room) -> Path:
    wheel(room.root / "elsewhere")
    (room.state / "updates").symlink_to(room.root / "elsewhere")
    return room.state / "updates" / room.wheel.name


def _second_name(room: Room) -> Path:
    os.link(room.wheel, room.root / "second")
    return room.wheel


def _pipe(room: Room) -> Path:
    room.wheel.unlink()
    os.mkfifo(room.wheel)
    return room.wheel


def _pulled(room: Room) -> Path:
    room.mount("")
    return room.wheel


def _vanished(room: Room) -> Path:
    room.wheel.unlink()
    return room.wheel


def _damaged(room: Room) -> Path:
    room.wheel.write_bytes(room.wheel.read_bytes()[:-1])
    return room.wheel


def _climbing_sums(room: Room) -> Path:
    with (room.stick / SUMS).open("a", encoding="utf-8") as sums:
        sums.write(f"{'0' * 64}  ..\\x00.whl\n".replace("\\x00", "\0"))
    return room.wheel


def _without_sums(room: Room) -> Path:
    (room.stick / SUMS).unlink()
    return room.wheel


def _other_name(room: Room) -> Path:
    return room.wheel.rename(room.stick / "passwd")


@pytest.mark.parametrize(
    ("lay", "words"),
    [
        (lambda room: "/etc/passwd", "neither on a stick"),
        (lambda room: room.stick, "neither on a stick"),
        (lambda room: "clockwork_derby-1-x.whl", "neither on a stick"),
        (lambda room: f"{room.stick}/../STICK/{room.wheel.name}", "neither on a stick"),
        (_pulled, "is the stick still there"),
        (_linked_file, "could not be copied"),
        (_linked_folder, "could not be copied"),
        (_linked_updates, "could not be copied"),
        (_second_name, "not an ordinary file"),
        (_pipe, "not an ordinary file"),
        (_vanished, "is not there"),
        (_damaged, "another sum than SHA256SUMS"),
        (_climbing_sums, "not the name of a wheel"),
        (_without_sums, "SHA256SUMS is not there"),
        (_other_name, "is no update: expected"),
    ],
    ids=lambda value: getattr(value, "__name__", "") if callable(value) else "",
)
def test_what_is_no_update_is_refused(
    room: Room, lay: Callable[[Room], object], words: str
) -> None:
    """Install nothing from other places, through links, without the stick, or damaged."""
    refused(room, room.ask(lay(room)), words)


def test_what_is_too_large_is_refused(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse a large file without copying it to its end, whatever size it claims."""
    monkeypatch.setattr(fetching, "LARGEST", 100)
    refused(room, room.ask(room.wheel), "is too large")
    monkeypatch.setattr(fetching, "ROOM", 2**60)
    refused(room, room.ask(room.wheel), "there is room for 0 MB")


def test_a_race_that_is_only_kept_is_no_hindrance_and_one_that_is_played_is(tmp_path: Path) -> None:
    """Refuse an update while a race is played, not while one is only kept.

    The running game always holds the journal; a touch of the race since the request decides.
    """
    room = Room(tmp_path, playing=PLAYING)
    room.desk = room.desk._replace(service_user=None)
    keep_race(room.state)
    with closing(open_journal(room.state / JOURNAL, NOW)):
        refused(room, room.ask(room.wheel), "game was begun or continued")
        room.desk = room.desk._replace(now=lambda: NOW + 60)
        assert room.ask(room.wheel).state == "done"


def test_a_fault_that_nobody_thought_of_is_said(room: Room) -> None:
    """Report an unexpected fault, since someone waits at the screen."""

    def broken(*_: object) -> None:
        """Raise an unexpected exception."""
        raise ZeroDivisionError("by nothing")

    room.desk = room.desk._replace(builder=broken)
    refused(room, room.ask(room.wheel), "ZeroDivisionError")


def test_what_was_killed_is_said_by_whoever_comes_after(room: Room) -> None:
    """Report a killed update by the next run of systemd's command; remains do not matter.

    Earlier answers stay.
    """
    words: tuple[str, ...] = (
        "update",
        "asked",
        "--request",
        str(room.request),
        "--answer",
        str(room.answer),
        "--place",
        str(room.place),
        "--state",
        str(room.state),
    )
    words += ("--signers", str(signers()), "--root", str(room.root))
    assert main([*words, "--ended"]) == 0 and not room.answer.exists()
    write_answer(room.answer, UpdateProgress(7, "working", verbatim("It is being tried."), NOW))
    (room.place / INCOMING).mkdir()
    (room.place / INCOMING / SUMS).write_text("old", "utf-8")
    assert main([*words, "--ended"]) == 0
    last = read_answer(room.answer)
    assert last is not None and (last.number, last.state) == (7, "failed")
    done = room.ask(room.wheel)
    assert (
        done.state == "done" and main([*words, "--ended"]) == 0 and read_answer(room.answer) == done
    )
    room.request.write_text("half", "utf-8")
    assert main(list(words)) == 0
    last = read_answer(room.answer)
    assert last is not None and last.state == "failed"


def test_the_new_version_has_no_more_rights_than_who_plays(tmp_path: Path) -> None:
    """Test the new version as the owner of the games, without more rights or open files."""
    said = (
        'echo "Tried by user $(id -u), groups $(id -G)."\ngrep -E "NoNewPrivs|CapPrm" '
        "/proc/self/status\nls /proc/self/fd | wc -l\nexit 0"
    )
    room = Room(tmp_path, lambda slot, parcel, _: stub(slot, parcel.wheel.version, said))
    words = str(room.ask(room.wheel).words)
    assert (
        f"user {room.state.stat().st_uid}, groups {room.state.stat().st_gid}." in words
        if os.geteuid() == 0
        else f"user {os.geteuid()}," in words
    )
    # In, out, complaints, and the folder that ls has open itself.
    assert words.endswith(" 4") and (
        os.geteuid() != 0 or "CapPrm: 0000000000000000 NoNewPrivs: 1" in words
    ), words


def test_a_journal_that_leads_elsewhere_is_read_by_nobody(room: Room) -> None:
    """Read no journal through links or pipes, nor a large one; say so and install nothing."""
    secret = room.root / "secret"
    secret.write_bytes(b"of root")
    lays: tuple[Callable[[Path], object], ...] = (
        lambda path: path.symlink_to(secret),
        os.mkfifo,
        lambda path: path.symlink_to("/dev/zero"),
        lambda path: os.truncate(os.open(path, os.O_CREAT | os.O_WRONLY), 2**31),
    )
    for lay in lays:
        for name in (JOURNAL, f"{JOURNAL}-wal"):
            (room.state / JOURNAL).touch()
            (room.state / name).unlink(missing_ok=True)
            lay(room.state / name)
            lend(room.state)
            last = room.ask(room.wheel)
            assert (
                last.state == "failed"
                and "of root" not in str(last.words)
                and name in str(last.words)
            ), last
            assert "ordinary file" in str(last.words) or "symbolic links" in str(last.words), last
            refused(room, last, "")
            (room.state / name).unlink()


def test_whoever_keeps_root_waiting_is_left(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """End a version that hangs, leaves a process behind or prints too much."""
    monkeypatch.setattr("companion.privileged.install.PATIENCE", 8.0)
    marks = room.root / "marks"
    marks.mkdir(mode=0o777)
    marks.chmod(0o777)
    for number, (more, words) in enumerate(
        (
            (f"echo $$ >{marks}/0; sleep 600", "cannot be started"),
            (f"sleep 600 & echo $! >{marks}/1; echo Well.", "Well."),
            (
                (
                    f"sleep 600 >/dev/null 2>&1 & echo $! >{marks}/2; yes | head -c 999999; "
                    f"printf '\\033[2J'"
                ),
                "y y y",
            ),
        )
    ):
        room.desk = room.desk._replace(
            builder=partial(
                lambda more, slot, parcel, _: stub(slot, parcel.wheel.version, more), more
            )
        )
        last = room.ask(room.wheel)
        assert (
            words in str(last.words)
            and len(str(last.words)) < 2 * service_user.LONGEST
            and "\x1b" not in str(last.words)
        ), str(last.words)[:300]
        _until_dead(int((marks / str(number)).read_text("utf-8")))
        end_trial(room.place)
        room.ask()
        end_trial(room.place)


def _until_dead(number: int) -> None:
    """Wait until a process has ended, perhaps unreaped; it was told to, so it takes no time."""
    end = time.monotonic() + 200
    while time.monotonic() < end:
        try:
            if "State:\tZ" in Path(f"/proc/{number}/status").read_text("utf-8"):
                return
        except (FileNotFoundError, ProcessLookupError):
            return
    raise AssertionError(f"process {number} still runs")
