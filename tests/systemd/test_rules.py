"""udev's rules are valid, ordered, and match the app's ports; polkit's rule allows two things."""

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
    """Return a rule's keys with operators and values.

    Raises:
        AssertionError: udev would not read the line.
    """
    found = [WORD.fullmatch(part.strip()) for part in re.split(r",(?=\s*[A-Z])", line)]
    assert all(found), line
    return {word["key"]: (word["how"], word["value"]) for word in found if word}


def rules(path: Path) -> list[dict[str, tuple[str, str]]]:
    """Return every rule of a file."""
    return [
        words(line)
        for line in path.read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    ]


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_udev_reads_the_rules(path: Path) -> None:
    """Have valid lines of keys and values, also by this machine's udev if it can check."""
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
    """Notice what udev would not read."""
    with pytest.raises(AssertionError):
        words(line)


def test_rules_come_after_what_they_ask_for() -> None:
    """Order rules behind 60-serial.rules, which finds the USB numbers of a serial port."""
    assert len(RULES) == 3 and all(path.name > "60-serial.rules" for path in RULES)


def test_a_reader_keeps_its_name() -> None:
    """Link the port that the app uses by its serial number, for a group of the user."""
    link = next(rule for rule in rules(FOLDER / "70-clockwork-derby.rules") if "SYMLINK" in rule)
    assert link["ENV{ID_VENDOR_ID}"] == ("==", f"{VENDOR:04x}")
    assert link["ENV{ID_USB_INTERFACE_NUM}"] == ("==", f"{int(DATA_NUMBER[1:]):02x}")
    assert link["SYMLINK"] == ("+=", "derby/reader-$env{ID_SERIAL_SHORT}")


def test_both_ports_of_a_reader_are_ours() -> None:
    """Give console and data port to the group, and keep modem programs off."""
    open_to = next(rule for rule in rules(FOLDER / "70-clockwork-derby.rules") if "GROUP" in rule)
    assert (open_to["GROUP"], open_to["MODE"]) == (("=", "dialout"), ("=", "0660"))
    assert (
        open_to["ENV{ID_MM_DEVICE_IGNORE}"] == ("=", "1")
        and "ENV{ID_USB_INTERFACE_NUM}" not in open_to
    )


def test_lights_of_a_pi_5_belong_to_the_headers_group() -> None:
    """Give the device of a Pi 5's lights to the header's group."""
    assert rules(FOLDER / "70-clockwork-derby-pi.rules") == [
        {"SUBSYSTEM": ("==", "*-pio"), "GROUP": ("=", "gpio"), "MODE": ("=", "0660")}
    ]


def test_a_stick_may_be_pulled_and_runs_nothing() -> None:
    """Mount a stick for the game's user, synchronous, noexec; leave a reader's drive alone."""
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
    """Allow one user to switch off and restart, also while others are logged in."""
    text = (FOLDER / "polkit.rules").read_text("utf-8")
    allowed = re.findall(r'"(org\.[\w.-]+)"', text)
    assert sorted(allowed) == sorted(
        f"org.freedesktop.login1.{deed}{how}"
        for deed in ("power-off", "reboot")
        for how in ("", "-multiple-sessions")
    )
    assert re.findall(r"subject\.(\w+) === \"(\w+)\"", text) == [("user", "derby")]
