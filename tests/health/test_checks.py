"""The doctor on good and bad machines: exactly the right check reports, with a remedy."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.content.languages import LANGUAGES
from companion.folders import JOURNAL
from companion.gallery.computer import (
    GIGABYTE,
    INPUTS,
    MOUSE,
    NOW,
    PANEL,
    PI_5,
    THROTTLED,
    VERSIONS,
    machine,
)
from companion.health.base import Finding, checks, run_checks
from companion.health.checks import software, storage
from companion.health.process_facts import ProcessFacts
from companion.health.world import CommandResult, CurrentUser, Space, World
from companion.journal.store import open_journal
from companion.journal.tables import SIGN
from companion.table.serial.discovery import ReaderPort, data_ports
from companion.words import text
from tests.journal.games import fill
from tests.recorded import recorded
from tests.table.test_serial_discovery import CONSOLE, Listed

HEAT = "/sys/class/thermal/thermal_zone0/temp"
CURRENT = "/opt/clockwork-derby/current"
PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
TOUCHPAD = PANEL.replace("Goodix Capacitive TouchScreen", "A touchpad").replace("PROP=2", "PROP=5")


def without(*names: str) -> Any:
    """Return the versions of a good Pi without some packages."""
    return {name: version for name, version in VERSIONS.items() if name not in names}.get


def ills(world: World, *names: str) -> list[tuple[str, str]]:
    """Return check and state of everything that is not fine."""
    return [
        (finding.check, finding.state)
        for finding in run_checks(world, names)
        if finding.state != "fine"
    ]


def only(world: World, name: str) -> Finding:
    """Return the one finding of a check that is not fine."""
    (finding,) = [finding for finding in run_checks(world, (name,)) if finding.state != "fine"]
    return finding


LIFE, RESERVE = "/sys/block/mmcblk0/device/life_time", "/sys/block/mmcblk0/device/pre_eol_info"
OWN_900: Mapping[str, str | None] = {"/proc/self/status": "VmRSS: 900000 kB"}
KEYBOARD = MOUSE.replace("A mouse", "A keyboard").replace("mouse0 event1", "sysrq kbd event1")
WORD_OF_PI: Mapping[str, str | None] = {THROTTLED: None}


def broken_disk(path: Path) -> Space:
    """Raise the error of a disk that does not answer."""
    raise OSError(5, "Input/output error")


def no_pyserial() -> tuple[ReaderPort, ...]:
    """Fail to look for ports."""
    raise ImportError("No module named 'serial'")


def versions(**other: str) -> Any:
    """Return the versions of a good Pi, except these."""
    return {**VERSIONS, **other}.get


CONSOLEBLANK = "/sys/module/kernel/parameters/consoleblank"
SWAYIDLE: Mapping[str, str | None] = {
    "/proc/77/comm": "swayidle",
    "/proc/77/cmdline": "\0".join(
        (
            "swayidle",
            "-w",
            "timeout",
            "300",
            "wlopm --off *",
            "resume",
            "wlopm --on *",
            "timeout",
            "900",
            "lock",
            "",
        )
    ),
    "/proc/78/comm": "labwc",
}


def xset(saver: int = 0, off: int = 0) -> Callable[[Sequence[str]], CommandResult]:
    """Return X's screen saver and power saving after so many seconds, 0 for never."""
    power = (
        f"  Standby: 0    Suspend: 0    Off: {off}\n  DPMS is {'Enabled' if off else 'Disabled'}\n"
    )
    said = (
        f"Screen Saver:\n  prefer blanking:  yes    allow exposures:  yes\n  timeout:  "
        f"{saver}    cycle:  600\nDPMS (Display Power Management Signaling):\n{power}"
    )
    return lambda command: (
        CommandResult(0, said) if tuple(command) == ("xset", "q") else CommandResult(None, "")
    )


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"files": {CONSOLEBLANK: "0"}}, "console does not go dark"),
        ({}, "does not say"),
        ({"environment": {"DISPLAY": ":0"}, "run": xset()}, "desktop does not turn"),
        ({"environment": {"DISPLAY": ":0"}}, "xset is not installed"),
        (
            {"environment": {"WAYLAND_DISPLAY": "wayland-0"}},
            "swayidle, which would turn the screen off, does not run",
        ),
    ],
)
def test_a_screen_that_stays_on_is_fine(tmp_path: Path, how: dict[str, Any], words: str) -> None:
    """Accept a screen that stays on, on the console and both desktops, or without an answer."""
    (finding,) = run_checks(machine(tmp_path, **how), ("blanking",))
    assert finding.state == "fine" and words in str(finding.words)


def test_the_remedy_for_a_console_suits_the_machine(tmp_path: Path) -> None:
    """Name the kernel's line of a Raspberry Pi, or GRUB's on another machine."""
    for board, words in ((PI_5, "cmdline.txt"), ("Some PC", "update-grub")):
        (finding,) = run_checks(
            machine(tmp_path, board, files={CONSOLEBLANK: "600"}), ("blanking",)
        )
        assert words in str(finding.remedy)


@pytest.mark.parametrize("board", [PI_4, PI_5, "Raspberry Pi Compute Module 5 Rev 1.0"])
def test_a_healthy_pi_is_fine(tmp_path: Path, board: str) -> None:
    """Note nothing on a good Pi: every check says something, without a remedy."""
    findings = run_checks(machine(tmp_path, board))
    assert [finding for finding in findings if finding.state != "fine" or finding.remedy] == []
    assert {finding.check for finding in findings} == checks().keys()


BROKEN: list[tuple[str, str, str, dict[str, Any]]] = [
    ("power", "bad", "too low now", {"files": {THROTTLED: "50005"}}),
    ("power", "note", "has been too low", {"board": PI_4, "files": {THROTTLED: "50000"}}),
    ("power", "note", "slows the processor now", {"files": {THROTTLED: "80008"}}),
    ("power", "note", "not now", {"files": {THROTTLED: "80000"}}),
    (
        "power",
        "bad",
        "too low now",
        {"files": WORD_OF_PI, "run": lambda command: CommandResult(0, "throttled=0x50005\n")},
    ),
    (
        "power",
        "bad",
        "too low",
        {
            "files": {
                **WORD_OF_PI,
                "/sys/class/hwmon/hwmon2/name": "rpi_volt",
                "/sys/class/hwmon/hwmon2/in0_lcrit_alarm": "1",
            }
        },
    ),
    ("heat", "bad", "83 °C", {"files": {HEAT: "83210"}}),
    ("heat", "note", "77 °C", {"files": {HEAT: "76900"}}),
    ("disk", "bad", "full: 12 MB", {"disk": lambda path: Space(GIGABYTE, 12_000_000, True)}),
    ("disk", "note", "nearly full", {"disk": lambda path: Space(GIGABYTE, 120_000_000, True)}),
    (
        "disk",
        "bad",
        "The disk is read-only, so no game",
        {"disk": lambda path: Space(GIGABYTE, GIGABYTE, False, True)},
    ),
    (
        "disk",
        "bad",
        "(it belongs to root), so no",
        {"disk": lambda path: Space(GIGABYTE, GIGABYTE, False, owner="root")},
    ),
    (
        "disk",
        "bad",
        "derby has no right to change journal.db in",
        {
            "disk": lambda path: Space(
                GIGABYTE, GIGABYTE, True, owner="derby", closed=("journal.db",)
            )
        },
    ),
    ("disk", "bad", "does not answer", {"disk": broken_disk}),
    ("wear", "note", "90 %", {"files": {LIFE: "0x05 0x09", RESERVE: "0x01"}}),
    ("wear", "bad", "100 %", {"files": {LIFE: "0x0b 0x01", RESERVE: "0x01"}}),
    ("wear", "bad", "reserve", {"files": {LIFE: "0x01 0x01", RESERVE: "0x03"}}),
    ("wear", "bad", "counted 3 errors", {"files": {"/sys/fs/ext4/mmcblk0p2/errors_count": "3"}}),
    ("clock", "note", "it says 1970-01-0", {"now": lambda: 90_000.0}),
    (
        "clock",
        "note",
        "no network has set it",
        {"files": {"/run/systemd/timesync/synchronized": None}},
    ),
    (
        "memory",
        "bad",
        "Only 40 MB",
        {"files": {"/proc/meminfo": "MemTotal: 4147852 kB\nMemAvailable: 40960 kB"}},
    ),
    (
        "memory",
        "note",
        "Only 122 MB",
        {"files": {"/proc/meminfo": "MemTotal: 4147852 kB\nMemAvailable: 122960 kB"}},
    ),
    (
        "memory",
        "bad",
        "uses 900 MB",
        {"files": OWN_900, "since": ProcessFacts(settled=lambda size: None)},
    ),
    (
        "memory",
        "bad",
        "900 MB of memory; a few minutes after its start it was 600 MB",
        {"files": OWN_900, "since": ProcessFacts(settled=lambda size: size - 300)},
    ),
    (
        "memory",
        "note",
        "180 MB of memory; a few minutes after its start it was 60 MB",
        {"since": ProcessFacts(settled=lambda size: 60)},
    ),
    (
        "memory",
        "bad",
        "running app uses 900 MB",
        {"files": {"/proc/0812/comm": "clockwork-derby", "/proc/0812/status": "VmRSS: 900000 kB"}},
    ),
    ("display", "bad", "no right to use the display", {"closed": ("/dev/dri/card",)}),
    ("display", "bad", "llvmpipe", {"closed": ("/dev/dri/renderD",)}),
    ("display", "note", "no graphics chip", {"files": {"/dev/dri/renderD128": None}}),
    (
        "display",
        "bad",
        "neither a desktop",
        {"files": {"/dev/dri/card0": None, "/dev/dri/card1": None, "/dev/dri/renderD128": None}},
    ),
    ("display", "bad", "not installed: libgbm1.", {"loads": lambda library: "gbm" not in library}),
    (
        "display",
        "bad",
        "No screen is plugged",
        {"files": {"/sys/class/drm/card1-DSI-1/status": "disconnected"}},
    ),
    ("display", "bad", "no X11", {"environment": {"WAYLAND_DISPLAY": "wayland-0"}}),
    (
        "display",
        "bad",
        "no screen shows the window",
        {"environment": {"SDL_VIDEODRIVER": "dummy", "DISPLAY": ":0"}},
    ),
    ("touch", "note", "no touchscreen", {"files": {INPUTS: f"{MOUSE}\n{TOUCHPAD}"}}),
    ("touch", "note", "2 touchscreens", {"files": {INPUTS: f"{PANEL}\n{PANEL}"}}),
    ("touch", "bad", "touches do not arrive", {"environment": {"SDL_TOUCH_MOUSE_EVENTS": "0"}}),
    (
        "touch",
        "bad",
        "derby has no right to read Goodix Capacitive TouchScreen (/dev/input/event0)",
        {"closed": ("/dev/input/",)},
    ),
    ("touch", "bad", "neither touchscreen nor mouse", {"files": {INPUTS: KEYBOARD}}),
    ("permissions", "bad", "/dev/spidev0.0", {"closed": ("/dev/spidev",)}),
    ("permissions", "bad", "/dev/gpiochip0", {"closed": ("/dev/gpiochip",)}),
    ("gpio", "bad", "does not find the pins of a Pi 5", {"version": versions(gpiozero="2.0.1")}),
    (
        "gpio",
        "note",
        "gpiozero is 2.0.1.post1",
        {"board": PI_4, "version": versions(gpiozero="2.0.1.post1")},
    ),
    (
        "gpio",
        "note",
        "gpiozero is not installed",
        {"version": without("gpiozero"), "source": {}.get},
    ),
    ("gpio", "bad", "lgpio is an empty module", {"source": {"lgpio": ""}.get}),
    ("gpio", "bad", "lgpio is not installed", {"source": {}.get}),
    ("gpio", "bad", "no pins", {"files": {"/dev/gpiochip0": None}}),
    ("gpio", "note", "SPI is off", {"files": {"/dev/spidev0.0": None}}),
    ("gpio", "note", "no /dev/pio0", {"files": {"/dev/pio0": None}}),
    ("gpio", "note", "no right to use /dev/pio0", {"closed": ("/dev/pio0",)}),
    (
        "readers",
        "bad",
        "Pico at /dev/ttyACM1 runs CircuitPython, but not",
        {"ports": lambda: data_ports([Listed("/dev/ttyACM1", CONSOLE.interface, product="Pico")])},
    ),
    ("readers", "bad", "pyserial is missing", {"ports": no_pyserial}),
    (
        "pilots",
        "bad",
        "cannot think",
        {"since": ProcessFacts(pilots=lambda: text("Pilots cannot think."))},
    ),
    (
        "pilots",
        "bad",
        "The app logged on 2027-01-14 20:00:00: No pilot thinks.",
        {"files": {"state/health.log": "2027-01-14 20:00:00 pilots bad: No pilot thinks.\n"}},
    ),
    ("blanking", "note", "dark after 10 min without a key", {"files": {CONSOLEBLANK: "600"}}),
    (
        "blanking",
        "note",
        "turns the screen off after 5 min",
        {"files": SWAYIDLE, "environment": {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}},
    ),
    (
        "blanking",
        "note",
        "turns the screen off after 10 min",
        {"environment": {"DISPLAY": ":0"}, "run": xset(saver=600)},
    ),
    (
        "blanking",
        "note",
        "turns the screen off after 7.5 min",
        {"environment": {"DISPLAY": ":0"}, "run": xset(off=450)},
    ),
    (
        "sound",
        "note",
        "derby has no right to use the sound devices (/dev/snd/pcmC0D0p)",
        {"closed": ("/dev/snd/",)},
    ),
    (
        "sound",
        "note",
        "nothing can be heard without a desktop",
        {"loads": lambda library: "asound" not in library},
    ),
    ("libraries", "bad", "kivy is not installed", {"version": without("kivy")}),
    (
        "libraries",
        "bad",
        "packaging is not installed; comparing versions needs it",
        {"version": without("packaging")},
    ),
    (
        "libraries",
        "bad",
        "kivy is 3.0.0rc1, expected 2.3.1 or newer and below 3",
        {"version": versions(kivy="3.0.0rc1")},
    ),
    (
        "libraries",
        "bad",
        "kivy is 3.0.0, expected 2.3.1 or newer and below 3",
        {"version": versions(kivy="3.0.0")},
    ),
    ("libraries", "note", "printing needs it", {"version": without("reportlab")}),
    ("libraries", "note", "Python 3.14", {"python": (3, 14)}),
    (
        "libraries",
        "bad",
        "RPi.GPIO",
        {"version": versions(**{"rpi-lgpio": "0.6", "RPi.GPIO": "0.7"})},
    ),
    ("install", "note", "first screen", {"files": {"state/starts": "1\n"}}),
]


@pytest.mark.parametrize(
    ("name", "state", "words", "how"),
    BROKEN,
    ids=[f"{name}: {words}" for name, _, words, _ in BROKEN],
)
def test_what_is_wrong_is_told_by_its_own_check(
    tmp_path: Path, name: str, state: str, words: str, how: dict[str, Any]
) -> None:
    """Report one broken thing by its own check alone, with sentences that end and a remedy."""
    world = machine(tmp_path, **how)
    assert ills(world) == [(name, state)]
    finding = only(world, name)
    assert words in str(finding.words)
    assert finding.remedy
    assert str(finding.words).endswith(".")


def test_the_desktop_reads_fingers_itself(tmp_path: Path) -> None:
    """Require no rights to input devices or the console's display on a desktop."""
    world = machine(
        tmp_path, environment={"DISPLAY": ":0"}, closed=("/dev/input/", "/dev/dri/card")
    )
    assert ills(world) == []


def test_debian_s_own_gpiozero_is_mended(tmp_path: Path) -> None:
    """Accept 2.0.1 of Raspberry Pi OS, mended in its own package, whose number pip does not see."""
    world = machine(
        tmp_path,
        version=versions(gpiozero="2.0.1"),
        run=lambda command: CommandResult(0, "2.0.1-0+rpt1"),
    )
    assert ills(world, "gpio") == []


def test_another_machine_has_no_header_and_may_be_warmer(tmp_path: Path) -> None:
    """Ignore the header's devices on a PC, and allow it 85 °C."""
    files = {
        "/proc/device-tree/model": None,
        THROTTLED: None,
        HEAT: "85000",
        "/dev/gpiochip0": None,
    }
    assert (
        ills(machine(tmp_path, "", files, closed=("/dev/spidev",), version=without("gpiozero")))
        == []
    )


def test_a_reader_without_rights_is_told_twice(tmp_path: Path) -> None:
    """Report a reader without rights as a device of dialout and as a reader."""
    assert ills(machine(tmp_path, closed=("/dev/ttyACM",))) == [
        ("permissions", "bad"),
        ("readers", "bad"),
    ]


def test_a_clock_behind_the_last_game_is_bad_until_the_next_is_kept(tmp_path: Path) -> None:
    """Report a clock behind the last kept game, until something is kept by the new clock."""
    world = machine(tmp_path)
    with closing(open_journal(world.state / JOURNAL, NOW)):
        pass
    os.utime(world.state / JOURNAL, (NOW + 86_400, NOW + 86_400))
    assert only(world, "clock").state == "bad"
    assert "behind" in str(only(world, "clock").words)
    os.utime(world.state / JOURNAL, (NOW, NOW))
    assert ills(world, "clock") == []


def test_an_sd_card_says_that_it_tells_nothing(tmp_path: Path) -> None:
    """Say that an SD card reports no wear, instead of calling it new."""
    (finding,) = run_checks(
        machine(tmp_path, files={"/sys/block/mmcblk0/device/type": "SD"}), ("wear",)
    )
    assert (finding.state, "SD card mmcblk0" in str(finding.words)) == ("fine", True)


def test_the_journal_is_read_and_left_as_it_is(tmp_path: Path) -> None:
    """Read the journal without changing a byte; name a damaged one."""
    world = machine(tmp_path)
    path = world.state / JOURNAL
    with closing(open_journal(path, NOW)):
        pass
    assert ills(world, "journal") == []
    path.write_bytes(b"nonsense" + path.read_bytes()[8:])
    before = {file.name: file.read_bytes() for file in world.state.iterdir()}
    assert "damaged" in str(only(world, "journal").words)
    assert {file.name: file.read_bytes() for file in world.state.iterdir()} == before


def test_a_damaged_journal_is_put_aside_once(tmp_path: Path) -> None:
    """Say what starting will do about a damaged journal, or, while it runs, where the file is."""
    world = machine(tmp_path)
    (world.state / JOURNAL).write_text("no journal")
    assert (only(world, "journal").state, only(world, "journal").remedy) == ("bad", storage.START)
    with closing(open_journal(world.state / JOURNAL, NOW)) as running:
        found = only(world, "journal")
        assert (
            found.state == "note"
            and not found.remedy
            and str(found.words) == " ".join(map(str, running.findings))
            and " is in " in str(found.words)
        )
    assert ills(world, "journal") == []
    (world.state / JOURNAL).write_text("no journal again")
    assert only(world, "journal").remedy == storage.START


def test_a_large_journal_is_looked_at_in_passing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check a large journal quickly, and still report damage that shows."""
    world = machine(tmp_path)
    path = world.state / JOURNAL
    fill(path, range(1, 4))
    assert str(run_checks(world, ("journal",))[0].words) == recorded("undamaged-3-games")
    monkeypatch.setattr(storage, "LARGE", 1000)
    assert str(run_checks(world, ("journal",))[0].words) == recorded("only-the-newest")
    path.write_bytes(b"nonsense" + path.read_bytes()[8:])
    assert "damaged" in str(only(world, "journal").words)


def test_a_newer_journal_is_named(tmp_path: Path) -> None:
    """Name a newer journal, which is left alone."""
    world = machine(tmp_path)
    with closing(open_journal(world.state / JOURNAL, NOW)):
        pass
    with closing(sqlite3.connect(world.state / JOURNAL)) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute(f"PRAGMA application_id = {SIGN + 99}")
    assert str(only(world, "journal").words) == recorded("newer-Clockwork-Derby", folder=tmp_path)


def test_a_damaged_font_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Name the file of a missing or replaced font."""
    (tmp_path / "Bold.ttf").write_text("no font")
    monkeypatch.setattr(software, "FONTS", (tmp_path / "Gone.ttf", tmp_path / "Bold.ttf"))
    assert str(only(machine(tmp_path), "fonts").words) == recorded("Gone-ttf-Bold-ttf")


def test_a_language_without_its_words_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Name a language without its catalogue; the game uses English."""
    monkeypatch.setattr("companion.content.languages.WORDS", tmp_path)
    monkeypatch.setattr("companion.health.checks.software.LANGUAGES", LANGUAGES[:2])
    note = only(machine(tmp_path), "fonts")
    assert note.state == "note" and str(note.words) == recorded("de-mo-is-missing") and note.remedy


def test_root_is_told_that_it_may_do_everything(tmp_path: Path) -> None:
    """Tell root that it may do everything, which says nothing about the player."""
    assert ills(machine(tmp_path, person=lambda: CurrentUser(0, "root", frozenset({"root"})))) == [
        ("permissions", "note")
    ]


UNIT = "/etc/systemd/system/multi-user.target.wants/clockwork-derby.service"


@pytest.mark.parametrize(
    ("files", "shown", "expected", "words"),
    [
        (
            {UNIT: ""},
            "ActiveState=active\nNRestarts=0\nResult=success\n",
            "fine",
            "Installation b starts",
        ),
        (
            {UNIT: ""},
            "ActiveState=active\nNRestarts=4\nResult=success\n",
            "note",
            "started again 4 times",
        ),
        (
            {UNIT: ""},
            "ActiveState=failed\nNRestarts=0\nResult=exit-code\n",
            "bad",
            "failed (exit-code)",
        ),
        ({}, "", "note", "does not start with the computer"),
    ],
)
def test_the_appliance_tells_its_slot_and_its_service(
    tmp_path: Path, files: dict[str, str], shown: str, expected: str, words: str
) -> None:
    """Report slot, autostart and state of the service."""
    world = machine(tmp_path, files=files, run=lambda command: CommandResult(0, shown))
    link = world.path(CURRENT)
    (link.parent / "b").mkdir(parents=True)
    link.symlink_to("b")
    (finding,) = run_checks(world, ("install",))
    assert finding.state == expected
    assert words in str(finding.words)


def test_a_slot_that_is_gone_is_bad(tmp_path: Path) -> None:
    """Report a link to a missing slot as bad."""
    world = machine(tmp_path)
    link = world.path(CURRENT)
    link.parent.mkdir(parents=True)
    link.symlink_to("a")
    assert str(only(world, "install").words) == recorded("installation-a-is-gone")
