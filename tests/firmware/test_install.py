"""`clockwork-derby firmware install` on folders like a Pico's drive: copies and refusals."""

from __future__ import annotations

import errno
import os
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from card_reader import VERSION

from companion.__main__ import main
from companion.errors import TableError
from companion.table.drive import PicoDrive, find_drive, firmware, install
from companion.table.serial import probe
from companion.table.serial.probe import FoundReader
from tests.recorded import recorded

BOOT_OUT = (
    "Adafruit CircuitPython {} on 2026-10-02; {} with rp2040\r\nBoard ID:{}\r\n"
    "UID:E6614C775B000003\r\n"
)
GREETING = 'print("Hello World!")\n'


@pytest.fixture
def pico(tmp_path: Path) -> Path:
    """Return the drive of a new Pico with CircuitPython 10."""
    return made(tmp_path / "CIRCUITPY")


def made(
    folder: Path,
    version: str = "10.0.3",
    board: str = "raspberry_pi_pico",
    name: str = "Raspberry Pi Pico",
) -> Path:
    """Return a drive as CircuitPython leaves it."""
    (folder / "lib").mkdir(parents=True)
    (folder / "boot_out.txt").write_bytes(BOOT_OUT.format(version, name, board).encode())
    (folder / "code.py").write_text(GREETING, "utf-8")
    (folder / "settings.toml").write_text("", "utf-8")
    return folder


def content(folder: Path) -> dict[str, bytes]:
    """Return every file of a drive."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_whole_firmware_is_copied(pico: Path) -> None:
    """Copy boot.py, code.py, safemode.py, all modules and the lights' library, and nothing else."""
    files, before = firmware(), content(pico)
    done = install(PicoDrive(pico), files)
    assert content(pico) == before | files
    assert set(done.written) == set(files) and not done.kept and not done.removed
    assert (done.chip.version, done.chip.uid) == ("10.0.3", "E6614C775B000003")
    assert {
        "boot.py",
        "code.py",
        "safemode.py",
        "lib/neopixel.py",
        "card_reader/__init__.py",
        "card_reader/link.py",
    } <= set(files)
    assert list(files)[-1] == "boot.py"


def test_it_is_what_lies_in_the_checkout(repository: Path) -> None:
    """Copy the firmware's folder without README and leftovers.

    Take the library from its package.
    """
    files = firmware()
    ours = {
        path.relative_to(repository / "firmware").as_posix(): path.read_bytes()
        for path in (repository / "firmware").rglob("*.py")
    }
    library = files.pop("lib/neopixel.py")
    assert files == ours
    assert metadata.version("adafruit-circuitpython-neopixel").encode() in library
    assert VERSION.encode() in files["card_reader/__init__.py"]


def test_the_package_brings_what_is_not_a_module(repository: Path) -> None:
    """Take the top files from the package's data if there is no checkout."""
    project = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))
    packed = project["tool"]["setuptools"]["data-files"]["share/clockwork-derby/firmware"]
    assert sorted(packed) == sorted(
        path.relative_to(repository).as_posix() for path in (repository / "firmware").glob("*.py")
    )


def test_the_second_time_nothing_is_written(pico: Path) -> None:
    """Write nothing the second time, since flash wears."""
    files = firmware()
    install(PicoDrive(pico), files)
    done = install(PicoDrive(pico), files)
    assert not done.written and set(done.kept) == set(files)


def test_old_modules_of_ours_go_and_nothing_else(pico: Path) -> None:
    """Delete our renamed modules, and keep a person's files and libraries."""
    install(PicoDrive(pico), firmware())
    for name in (
        "card_reader/old.py",
        "card_reader/codes.mpy",
        "card_reader/notes.txt",
        "lib/mine.py",
        "mine.py",
    ):
        (pico / name).write_text("x = 1\n", "utf-8")
    done = install(PicoDrive(pico), firmware())
    assert set(done.removed) == {"card_reader/old.py", "card_reader/codes.mpy"}
    assert {"card_reader/notes.txt", "lib/mine.py", "mine.py"} <= content(pico).keys()


def test_another_programme_is_not_overwritten(pico: Path) -> None:
    """Name and keep a foreign code.py, unless it is to be replaced."""
    (pico / "code.py").write_text("import board\n# my clock\n", "utf-8")
    before = content(pico)
    with pytest.raises(TableError, match=r"code\.py is not ours.*--replace"):
        install(PicoDrive(pico), firmware())
    assert content(pico) == before
    install(PicoDrive(pico), firmware(), replace=True)
    assert content(pico)["code.py"] == firmware()["code.py"]


def test_a_file_that_would_run_instead_is_named(pico: Path) -> None:
    """Name code.txt, which CircuitPython runs instead of code.py."""
    (pico / "code.txt").write_text("", "utf-8")
    with pytest.raises(TableError, match=r"code\.txt is there.*remove it"):
        install(PicoDrive(pico), firmware())


@pytest.mark.parametrize(
    ("version", "board", "words"),
    [
        ("9.2.4", "raspberry_pi_pico", "found CircuitPython 9.2.4, expected 10 or newer"),
        (
            "10.0.0",
            "adafruit_kb2040",
            "found Raspberry Pi Pico with rp2040, expected a Raspberry Pi Pico",
        ),
    ],
)
def test_a_chip_that_does_not_fit_is_refused(
    tmp_path: Path, version: str, board: str, words: str
) -> None:
    """Refuse another board or an old CircuitPython before anything is written."""
    drive = made(tmp_path / "CIRCUITPY", version, board)
    before = content(drive)
    with pytest.raises(TableError, match=words):
        install(PicoDrive(drive), firmware())
    assert content(drive) == before


@pytest.mark.parametrize("board", ["raspberry_pi_pico", "raspberry_pi_pico2"])
@pytest.mark.parametrize("version", ["10.0.0", "10.1.0-beta.1", "11.0.2"])
def test_both_picos_are_fine(tmp_path: Path, version: str, board: str) -> None:
    """Accept Pico and Pico 2, CircuitPython 10 and later."""
    assert (
        install(PicoDrive(made(tmp_path / "CIRCUITPY", version, board)), firmware()).chip.board
        == board
    )


@pytest.mark.parametrize("content", [b"", b"RPI-RP2", b"MicroPython v1.27", bytes(range(256))])
def test_a_folder_that_is_no_drive_is_refused(tmp_path: Path, content: bytes) -> None:
    """Refuse a folder without a valid boot_out.txt."""
    with pytest.raises(TableError, match=r"found no boot_out\.txt of CircuitPython"):
        install(PicoDrive(tmp_path), firmware())
    (tmp_path / "boot_out.txt").write_bytes(content)
    with pytest.raises(TableError, match=r"found no boot_out\.txt of CircuitPython"):
        install(PicoDrive(tmp_path), firmware())


class Small(PicoDrive):
    """A drive with little room."""

    def free(self) -> int:
        """Return less than the firmware needs."""
        return 4096


class Refusing(PicoDrive):
    """A drive that refuses the third file."""

    def __init__(self, path: Path, number: int) -> None:
        super().__init__(path)
        self.number, self.left = number, 2

    def write(self, name: str, content: bytes) -> None:
        """Write two files, and no more."""
        if not self.left:
            raise OSError(self.number, os.strerror(self.number))
        self.left -= 1
        super().write(name, content)


class Forgetful(PicoDrive):
    """A drive whose worn flash returns other bytes."""

    def read(self, name: str) -> bytes | None:
        """Return the file, one of them with one bit flipped."""
        found = super().read(name)
        return (
            found.replace(b"loop", b"lo0p") if found and name == "card_reader/reader.py" else found
        )


def test_a_drive_that_is_too_full_is_refused_at_once(pico: Path) -> None:
    """Refuse a full drive before the first byte is written."""
    before = content(pico)
    with pytest.raises(TableError, match="found 4096 bytes free, expected"):
        install(Small(pico), firmware())
    assert content(pico) == before
    install(PicoDrive(pico), firmware())
    assert not install(Small(pico), firmware()).written


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EROFS, "read-only.*service button"),
        (errno.ENOSPC, "full"),
        (errno.EACCES, "may not write"),
        (errno.EIO, "may not be whole.*service button"),
    ],
)
def test_a_refusal_in_the_middle_says_what_to_do(pico: Path, number: int, words: str) -> None:
    """Name a drive that is read-only, full, forbidden or pulled; a second try completes it."""
    with pytest.raises(TableError, match=words):
        install(Refusing(pico, number), firmware())
    install(PicoDrive(pico), firmware())
    assert firmware().items() <= content(pico).items()


def test_every_byte_is_verified(pico: Path) -> None:
    """Notice a file that reads back differently."""
    with pytest.raises(TableError, match=r"card_reader/reader.py reads back differently"):
        install(Forgetful(pico), firmware())


# ---- Where the drive is --------------------------------------------------------------------------


def mounts(folder: Path, *drives: Path) -> Path:
    """Write a list of mounts as the kernel has it, with these drives among others."""
    lines = [
        "/dev/mmcblk0p2 / ext4 rw 0 0",
        "/dev/mmcblk0p1 /boot/firmware vfat rw 0 0",
        "short",
        "tmpfs /tmp tmpfs rw 0 0",
    ]
    lines += [
        f"/dev/sda1 {str(drive).replace(' ', chr(92) + '040')} vfat rw 0 0" for drive in drives
    ]
    path = folder / "mounts"
    path.write_text("\n".join(lines), "utf-8")
    return path


def found(folder: Path, drives: tuple[Path, ...] = (), roots: tuple[Path, ...] = ()) -> Path:
    """Return the drive that is found among these."""
    return find_drive(mounts(folder, *drives), roots, folder / "by-label")


def test_one_drive_is_found_wherever_it_is_mounted(tmp_path: Path) -> None:
    """Find a mounted drive, also with a blank in its path, or below the desktops' folders."""
    odd = made(tmp_path / "my pico")
    assert found(tmp_path, (odd,)) == odd
    usual = made(tmp_path / "media/ann/CIRCUITPY")
    assert found(tmp_path, (), (tmp_path / "media",)) == usual
    assert found(tmp_path, (usual,), (tmp_path / "media", tmp_path / "media/ann")) == usual


def test_no_drive_says_how_to_make_it_appear(tmp_path: Path) -> None:
    """Name the service button, or CircuitPython, if there is no drive."""
    (tmp_path / "RPI-RP2").mkdir()
    with pytest.raises(
        TableError, match=r"no CIRCUITPY drive is mounted.*service button.*CircuitPython 10"
    ):
        found(tmp_path, (tmp_path / "RPI-RP2",))


def test_a_drive_that_nobody_mounted_is_named(tmp_path: Path) -> None:
    """Name an unmounted drive, as on a system without a desktop."""
    (tmp_path / "by-label").write_text("", "utf-8")
    with pytest.raises(TableError, match=r"is there .* but not mounted: sudo mount"):
        found(tmp_path)


def test_two_drives_are_listed(tmp_path: Path) -> None:
    """List two drives instead of guessing."""
    one, two = made(tmp_path / "a/CIRCUITPY"), made(tmp_path / "b/CIRCUITPY1")
    with pytest.raises(TableError, match=f"2 CIRCUITPY drives: {one}, {two}. Say which one"):
        found(tmp_path, (one,), (tmp_path,))


# ---- The command ---------------------------------------------------------------------------------


def test_the_command_says_what_it_did_and_what_comes_next(
    pico: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Print board, version, number of files, and that the reader must be restarted."""
    (pico / "card_reader").mkdir()
    (pico / "card_reader/old.py").write_text("", "utf-8")
    assert main(["firmware", "install", str(pico)]) == 0
    output = capsys.readouterr().out
    count = len(firmware())
    assert output == recorded("pico-Raspberry-Pi-Pico-with-rp2040", pico=pico)
    assert (
        output == recorded("count-files-written-0-there-already", count=count, folder=tmp_path)
        and "card_reader/old.py" in output
        and "unplug it and plug it in again" in output
    )


def test_the_command_refuses_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Refuse a missing folder and a missing action in one sentence."""
    assert main(["firmware", "install", str(tmp_path / "nowhere")]) == 2
    assert main(["firmware"]) == 2
    errors = capsys.readouterr().err
    assert (
        "Traceback" not in errors
        and errors == recorded("found-no-boot_out-txt", folder=tmp_path)
        and len(errors.splitlines()) == 2
    )


@pytest.mark.parametrize(
    ("readers", "status", "sentence"),
    [
        ((), 1, "no card reader is connected"),
        (
            (FoundReader("ttyACM1", "E6614C775B000003", VERSION, 3, "answers"),),
            0,
            "E6614C775B000003",
        ),
        (
            (
                FoundReader("ttyACM1", "", "", None, "does not answer"),
                FoundReader("ttyACM3", "E6", VERSION, None, "answers"),
            ),
            0,
            "does not answer",
        ),
        ((FoundReader("ttyACM1", "", "", None, "does not answer"),), 1, "does not answer"),
    ],
)
def test_the_readers_that_answer_are_listed(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    readers: tuple[FoundReader, ...],
    status: int,
    sentence: str,
) -> None:
    """Print a line per reader; return a status for scripts if none answers."""
    monkeypatch.setattr(probe, "probe_ports", lambda patience, seats: readers)
    assert main(["firmware", "status"]) == status
    out, err = capsys.readouterr()
    assert sentence in out + err and len((out + err).splitlines()) == max(1, len(readers))


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Name the extra of a missing library."""

    def missing(name: str) -> metadata.Distribution:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", missing)
    with pytest.raises(TableError, match=r"pip install 'clockwork-derby\[lights\]'"):
        firmware()
