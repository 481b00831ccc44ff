"""udev's rules are written so that udev reads them, come late enough, and mean the very ports that the app looks for; polkit's allow two things."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.table.serial.discovery import DATA_NUMBER, VENDOR
from tests.systemd.places import FOLDER

RULES = sorted(FOLDER.glob("*-clockwork-derby*.rules"))
WORD = re.compile(r'(?P<key>[A-Z]+(?:\{[\w]+\})?)(?P<how>==|!=|\+=|:=|=)"(?P<value>[^"]*)"')


def words(line: str) -> dict[str, tuple[str, str]]:
    """A rule's keys with how and what they compare or set; AssertionError for a line that udev would not read."""
    found = [WORD.fullmatch(part.strip()) for part in re.split(r",(?=\s*[A-Z])", line)]
    assert all(found), line
    return {word["key"]: (word["how"], word["value"]) for word in found if word}


def rules(path: Path) -> list[dict[str, tuple[str, str]]]:
    """Every rule of a file."""
    return [
        words(line)
        for line in path.read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    ]


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_udev_reads_the_rules(path: Path) -> None:
    """Each line is made of keys and values; where this machine's udev can check rules itself, it finds nothing."""
    assert rules(path)
    udev = shutil.which("udevadm")
    if (
        udev
        and "verify"
        in subprocess.run([udev, "--help"], capture_output=True, text=True, timeout=120).stdout
    ):
        done = subprocess.run(
            [udev, "verify", "--resolve-names=never", str(path)],
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "line", ['SUBSYSTEM="tty" GROUP="dialout"', "SUBSYSTEM==tty", 'subsystem=="tty"']
)
def test_a_slip_in_a_rule_is_noticed(line: str) -> None:
    """What udev would not read does not slip through."""
    with pytest.raises(AssertionError):
        words(line)


def test_rules_come_after_what_they_ask_for() -> None:
    """USB numbers of a serial port are found out by 60-serial.rules: a rule that is read before finds nothing."""
    assert len(RULES) == 3 and all(path.name > "60-serial.rules" for path in RULES)


def test_a_reader_keeps_its_name() -> None:
    """The link is made for the port on which the app finds a reader, by its serial number; its rights are for a group that the user is in."""
    link = next(rule for rule in rules(FOLDER / "70-clockwork-derby.rules") if "SYMLINK" in rule)
    assert link["ENV{ID_VENDOR_ID}"] == ("==", f"{VENDOR:04x}")
    assert link["ENV{ID_USB_INTERFACE_NUM}"] == ("==", f"{int(DATA_NUMBER[1:]):02x}")
    assert link["SYMLINK"] == ("+=", "derby/reader-$env{ID_SERIAL_SHORT}")


def test_both_ports_of_a_reader_are_ours() -> None:
    """Console and data belong to the group, and no program for modems greets them."""
    open_to = next(rule for rule in rules(FOLDER / "70-clockwork-derby.rules") if "GROUP" in rule)
    assert (open_to["GROUP"], open_to["MODE"]) == (("=", "dialout"), ("=", "0660"))
    assert (
        open_to["ENV{ID_MM_DEVICE_IGNORE}"] == ("=", "1")
        and "ENV{ID_USB_INTERFACE_NUM}" not in open_to
    )


def test_lights_of_a_pi_5_belong_to_the_headers_group() -> None:
    """The device that lights them is root's otherwise."""
    assert rules(FOLDER / "70-clockwork-derby-pi.rules") == [
        {"SUBSYSTEM": ("==", "*-pio"), "GROUP": ("=", "gpio"), "MODE": ("=", "0660")}
    ]


def test_a_stick_may_be_pulled_and_runs_nothing() -> None:
    """It is mounted for the game's user, written at once, and nothing on it can be run; a reader's own drive is left alone."""
    (mount,) = (
        rule["RUN{program}"][1]
        for rule in rules(FOLDER / "71-clockwork-derby-sticks.rules")
        if "RUN{program}" in rule
    )
    assert "--automount=no" in mount.split(), (
        "an automount is unmounted after a second without use, and the game then sees no stick"
    )
    assert "--owner=derby" in mount and "--options=sync,nosuid,nodev,noexec" in mount
    assert {"ENV{ID_VENDOR_ID}": ("==", f"{VENDOR:04x}"), "GOTO": ("=", "derby_end")} in rules(
        FOLDER / "71-clockwork-derby-sticks.rules"
    )


def test_the_user_may_switch_off_and_restart_and_nothing_else() -> None:
    """Polkit's rule names these two, also while others are logged in, and one user."""
    text = (FOLDER / "polkit.rules").read_text("utf-8")
    allowed = re.findall(r'"(org\.[\w.-]+)"', text)
    assert sorted(allowed) == sorted(
        f"org.freedesktop.login1.{deed}{how}"
        for deed in ("power-off", "reboot")
        for how in ("", "-multiple-sessions")
    )
    assert re.findall(r"subject\.(\w+) === \"(\w+)\"", text) == [("user", "derby")]
