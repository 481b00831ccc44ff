"""The report bundle read back: complete, without names, whole or absent, on a stick if possible."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app.crash_loop import why_safe
from companion.app.loop import EventLoop, catalogue
from companion.app.recording import replay_entries
from companion.app.reports import FOLDER, bundle, save_bundle
from companion.app.startup import safe_session
from companion.errors import DerbyError
from companion.games import find_game
from companion.health.world import CommandResult, Space, World, sticks
from companion.journal.file import read_game
from companion.session.commands import CheckResult
from companion.session.messages import (
    NEWS,
    SUCCESS,
    ApplyCorrection,
    Begin,
    ClearMarkers,
    Go,
    GoBack,
    Notice,
    OpenPage,
    SetName,
    SetRule,
    TouchSquare,
)
from companion.session.pages.doctor import DoctorPage, SaveBundle
from companion.session.pages.save import SaveAs
from companion.session.past.replaying import session_of_header
from companion.session.session import Session
from companion.session.view import DOCTOR, OVER
from companion.words import text
from tests.kept import done, evening, games_of, into_play, say
from tests.recorded import recorded
from tests.typed import of_kind, present

NAMES = ("ANNA", "Jürgen K.", "Ms Smith")
NOW = 1_800_000_000.0
LOG = "Nov 22 19:04:31 table clockwork-derby[7]: Safe mode, as requested."


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Session]:
    """Return a folder with a race with typed names and a correction, and the session at its end."""
    folder = tmp_path_factory.mktemp("kept")
    with evening(folder, "random", "random", "random") as loop:
        say(loop, *(SetName(seat, name) for seat, name in enumerate(NAMES, 1)))
        into_play(loop)
        say(loop, ApplyCorrection(GoBack("instruction"), NAMES[1], "miscounted"))
        say(loop, ApplyCorrection(GoBack("start"), "Hans from next door", "bumped"))
        session = loop.session
    (folder / "health.log").write_text("2026-11-22 19:04 heat bad\n", "utf-8")
    (folder / "seats.toml").write_text('[seats]\n"E661" = 3\n', "utf-8")
    return folder, session


def world(tmp_path: Path, state: Path, mounts: str = "", writable: bool = True) -> World:
    """Return a machine with a stick, /dev/sda1, and a fixed disk, /dev/nvme0n1.

    `mounts` are the lines of the kernel's list of mounts.
    """
    root = tmp_path / "root"
    for disk, removable in (("sda", "1"), ("nvme0n1", "0")):
        (root / "sys/block" / disk).mkdir(parents=True)
        (root / "sys/block" / disk / "removable").write_text(f"{removable}\n")
    (root / "proc/self").mkdir(parents=True)
    (root / "proc/self/mounts").write_text(mounts)
    for place in ("run/media/system/MY STICK", "mnt", "media/disk"):
        (root / place).mkdir(parents=True)
    return World(
        root,
        state,
        {},
        run=lambda order: CommandResult(0, LOG if order[0] == "journalctl" else ""),
        disk=lambda _: Space(9, 9, writable),
        ports=tuple,
        now=lambda: NOW,
    )


STICK = "/dev/sda1 /run/media/system/MY\\040STICK vfat rw,nosuid 0 0\n"
MEDIA = "/media"
DISK = f"/dev/nvme0n1p3 {MEDIA}/disk ext4 rw 0 0\nproc /proc proc rw 0 0\n"


def parts(path: Path) -> dict[str, str]:
    """Return every file of a bundle."""
    with zipfile.ZipFile(path) as packed:
        assert packed.testzip() is None
        return {name: packed.read(name).decode() for name in packed.namelist()}


def only(folder: Path) -> Path:
    """Return the one file in a folder."""
    (path,) = folder.iterdir()
    return path


def test_everything_is_in_it_and_no_name(tmp_path: Path, played: tuple[Path, Session]) -> None:
    """Contain findings, versions, both logs, readers, settings and the last game, without names.

    Seats are called by their colours.
    """
    folder, session = played
    taps = CheckResult(
        "taps",
        text("Taps"),
        "bad",
        text("{doubled} of {taps} taps arrived twice.", doubled=3, taps=10),
        text("Unplug one."),
    )
    machine = world(tmp_path, folder, DISK + STICK)
    words = str(save_bundle(machine, session, taps))
    stick = only(tmp_path / "root/run/media/system/MY STICK")
    assert (
        words == recorded("You-can-pull-the-stick-out", stick=stick)
        and not (folder / FOLDER).exists()
    )
    found = parts(stick)
    assert set(found) == {
        "README.txt",
        "doctor.json",
        "versions.json",
        "health.log",
        "app.log",
        "readers.json",
        "seats.toml",
        "settings.json",
        "game.txt",
        "covered.txt",
    }
    assert "Not here" not in found["README.txt"]
    assert not [
        (name, part)
        for part, text in found.items()
        for name in (*NAMES, "Hans", "J\\u00fcrgen")
        if name in text
    ]
    checks = json.loads(found["doctor.json"])
    assert (
        checks[-1] == {name: str(value) for name, value in taps._asdict().items()}
        and len({check["check"] for check in checks}) > 10
    )
    assert (
        found["app.log"] == LOG
        and "heat bad" in found["health.log"]
        and json.loads(found["versions.json"])["app"]
    )
    assert [reader["seat"] for reader in json.loads(found["readers.json"])] == list(range(1, 9))
    seats = json.loads(found["settings.json"])["chosen"]["setup"]["seats"]
    assert all(seat[1] == seat[2].upper() for seat in seats)


def test_the_game_comes_out_the_same(tmp_path: Path, played: tuple[Path, Session]) -> None:
    """Replay the game from the bundle without drift.

    Authors of corrections are named by colour. A race that goes on ends where no card is secret.
    """
    folder, session = played
    save_bundle(world(tmp_path, folder, STICK), None)
    found = parts(only(tmp_path / "root/run/media/system/MY STICK"))
    text, covered = found["game.txt"], found["covered.txt"]
    opening, entries, _ = read_game(text, "the bundle")
    recalled = replay_entries(
        session_of_header(opening.header, find_game, catalogue(), "the bundle"), entries, every=True
    )
    assert (
        recalled.drift is None
        and recalled.messages == len(entries) == 1
        and recalled.seed == "left out"
    )
    assert recalled.session.match is not None and session.match is not None
    assert (
        recalled.session.match.position == session.match.position
        and recalled.session.timeline.number == session.timeline.number
    )
    assert (
        '"who": "COPPER"' in covered
        and '"who": "SOMEBODY"' in covered
        and covered.startswith("The last ")
    )
    assert '{"Shuffled":{"codes":"left out"}}' in covered and '"code":"left out"' in covered


def test_a_race_that_is_over_is_whole(tmp_path: Path) -> None:
    """Keep a finished race whole: only the seed is secret, since it would deal the next race."""
    folder = tmp_path / "kept"
    with evening(folder, "random", "random") as loop:
        say(loop, SetRule("lives", "1"), Go("flags"), ClearMarkers(), TouchSquare("E6"), Begin())
        while loop.session.page != OVER:
            done(loop)
        say(loop, OpenPage("save"), SaveAs(NAMES[0]))
        assert games_of(folder)[0].name == NAMES[0]
        save_bundle(world(tmp_path, folder, STICK), loop.session)
        position = present(loop.session.match).position
    found = parts(only(tmp_path / "root/run/media/system/MY STICK"))
    opening, entries, called = read_game(found["game.txt"], "the bundle")
    recalled = replay_entries(
        session_of_header(opening.header, find_game, catalogue(), "the bundle"), entries, every=True
    )
    assert (
        recalled.drift is None
        and recalled.session.match is not None
        and recalled.session.match.position == position
        and called == ""
    )
    assert (
        "covered.txt" not in found
        and "covered.txt" not in found["README.txt"].partition("Not here")[2]
    )


def test_names_of_a_setup_are_replaced_too(tmp_path: Path) -> None:
    """Replace the names in the messages of a setup, before any race, with the journal in use."""
    folder = tmp_path / "kept"
    with evening(folder) as loop:
        say(loop, SetName(1, NAMES[0]), SetName(2, NAMES[1]), SetName(1, NAMES[1]))
        save_bundle(world(tmp_path, folder, STICK), loop.session)
    found = parts(only(tmp_path / "root/run/media/system/MY STICK"))
    assert not [name for text in found.values() for name in NAMES if name in text]
    opening, entries, _ = read_game(found["game.txt"], "the bundle")
    assert (
        replay_entries(
            session_of_header(opening.header, find_game, catalogue(), "the bundle"),
            entries,
            every=True,
        ).drift
        is None
    )


@pytest.mark.parametrize(
    ("mounts", "expected"),
    [
        ("", []),
        (DISK, []),
        (STICK, ["/run/media/system/MY STICK"]),
        ("/dev/sda /mnt vfat rw 0 0\n", ["/mnt"]),
        (f"/dev/sda1 {MEDIA}/disk vfat rw 0 0\n", [f"{MEDIA}/disk"]),
        ("/dev/sda1 /boot vfat rw 0 0\n/dev/sda1 /mntx vfat rw 0 0\n", []),
        ("\n/dev/sda1\n\\999 \\040\n", []),
        (DISK + STICK + "/dev/sda2 /mnt ext4 rw 0 0\n", ["/run/media/system/MY STICK", "/mnt"]),
    ],
)
def test_which_disks_are_sticks(tmp_path: Path, mounts: str, expected: list[str]) -> None:
    """Take removable disks for sticks where sticks are mounted, even in a garbled kernel list."""
    machine = world(tmp_path, tmp_path, mounts)
    assert [f"/{path.relative_to(machine.root)}" for path in sticks(machine)] == expected


def test_a_stick_that_cannot_be_written_is_none(tmp_path: Path) -> None:
    """Skip a stick that is write-protected or has just been pulled out."""
    machine = world(tmp_path, tmp_path, STICK, writable=False)
    assert sticks(machine) == ()

    def gone(_: Path) -> Space:
        """Raise the error of a stick that has gone."""
        raise OSError(5, "Input/output error")

    assert sticks(World(machine.root, tmp_path, {}, disk=gone)) == ()


def test_without_a_stick_it_lies_in_the_state_folder(tmp_path: Path) -> None:
    """Say where the bundle is and how to copy it to a stick; name in it what is missing."""
    state = tmp_path / "state"
    words = str(save_bundle(world(tmp_path, state, DISK), None))
    path = only(state / FOLDER)
    assert str(path) in words and words == recorded("Put-a-USB-stick-in", folder=tmp_path)
    readme = parts(path)["README.txt"]
    assert all(
        f"Not here: {part}" in readme
        for part in ("health.log", "readers.json", "settings.json", "game.txt")
    )


def test_a_stick_that_refuses_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave nothing on a full stick and use the state folder instead.

    If that is full as well, the words say what to do.
    """
    stick, settle = tmp_path / "root/run/media/system/MY STICK", os.fsync
    full = [stick]

    def fsync(handle: int) -> None:
        """Find no room for what was written."""
        if Path(f"/proc/self/fd/{handle}").readlink().parent in full:
            raise OSError(28, "No space left on device")
        settle(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    machine = world(tmp_path, tmp_path / "state", STICK)
    words = str(save_bundle(machine, None))
    assert str(only(tmp_path / "state" / FOLDER)) in words and words == recorded(
        "No-space-left-on-the-stick", folder=tmp_path, stick=stick
    )
    assert list(full[0].iterdir()) == []
    full.append(tmp_path / "state" / FOLDER)
    words = str(save_bundle(machine, None))
    assert words == recorded("could-not-be-written", folder=tmp_path, stick=stick)
    assert type(words) is str


@pytest.mark.parametrize("text", [b"no journal", b"", b"SQLite format 3\x00" + b"\xff" * 4000])
def test_what_is_broken_keeps_nothing_else_out(tmp_path: Path, text: bytes) -> None:
    """Bundle the rest although something is broken.

    A damaged journal is named in the bundle and stays unchanged; a check that fails is a finding.
    """
    (tmp_path / "journal.db").write_bytes(text)

    def broken(_: object) -> CommandResult:
        """Raise as if no program could be run."""
        raise DerbyError("nothing runs")

    machine = world(tmp_path, tmp_path)
    path = tmp_path / "bundle.zip"
    path.write_bytes(bundle(World(machine.root, tmp_path, {}, run=broken, ports=tuple), None))
    found = parts(path)
    assert (
        "Not here: game.txt" in found["README.txt"]
        and "Not here: app.log: DerbyError: nothing runs" in found["README.txt"]
    )
    assert json.loads(found["doctor.json"]) and (tmp_path / "journal.db").read_bytes() == text


def test_the_command_puts_one_into_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Name the file; if none can be made say so and return 2."""
    assert (
        main(["doctor", "--state", str(tmp_path / "state"), "--bundle", str(tmp_path / "out")]) == 0
    )
    path = only(tmp_path / "out")
    assert str(path) in capsys.readouterr().out and "doctor.json" in parts(path)
    assert (
        main(["doctor", "--state", str(tmp_path / "state"), "--bundle", str(path / "below")]) == 2
    )
    assert capsys.readouterr().err == recorded("takes-no-file", path=path)


def examined(loop: EventLoop) -> DoctorPage:
    """Return the doctor's page of a session whose background tasks have ended."""
    loop.host.background.wait()
    loop.poll(0.0)
    body = loop.view.body
    assert loop.view.page == DOCTOR and isinstance(body, DoctorPage)
    return body


def test_an_evening_calls_the_doctor_and_saves_bundles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Open the doctor and save bundles, with a journal and in safe mode.

    In safe mode the doctor opens first and nothing is written unless asked for.
    """
    monkeypatch.setattr("companion.app.reports.sticks", lambda _: ())
    with evening(tmp_path / "kept") as loop:
        loop.send(OpenPage("doctor"))
        assert len(examined(loop).rows) > 10
    safe = safe_session(why_safe(0, True), tmp_path / "safe")
    try:
        assert len(examined(safe).rows) > 10 and str(safe.view.hint) == recorded(
            "Safe-mode-as-requested"
        )
        assert not (tmp_path / "safe").exists()
        safe.send(SaveBundle())
        assert of_kind(Notice, safe.view.notice).kind == NEWS, "it is being written"
        assert (
            examined(safe)
            and str(only(tmp_path / "safe" / FOLDER)) in str(safe.view.notice)
            and of_kind(Notice, safe.view.notice).kind == SUCCESS
        )
        assert [path.name for path in (tmp_path / "safe").iterdir()] == [FOLDER]
    finally:
        safe.close()
