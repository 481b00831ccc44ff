"""The units are accepted by systemd, safe, and agree with the app: places, devices, heartbeats."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
from ipaddress import ip_network
from itertools import pairwise
from pathlib import Path

import pytest

from companion.app.host import SWITCHING
from companion.app.sd_notify import Notifier
from companion.app.updates import UNIT as LETTERBOX
from companion.health.checks.software import CURRENT, UNIT
from companion.phones.addresses import NEAR
from companion.privileged import CODE as APPS_CODE
from companion.privileged import PLACE, STATE
from companion.privileged.parcel import SIGNERS as APPS_SIGNERS
from companion.privileged.phones_port import LETTERBOX as DOOR
from companion.privileged.phones_port import PORT
from companion.privileged.requests import ANSWER, REQUEST
from companion.table.serial.discovery import NAMES
from tests.systemd.places import (
    CODE,
    DESKTOP,
    DESKTOP_PHONES,
    FOLDER,
    PHONES,
    PI_5,
    PROVED,
    SERVICE,
    SIGNERS,
    UPDATE,
    environment,
    install,
    settings,
)

(
    MOST_EXPOSED,
    MOST_EXPOSED_ROOT,
    MOST_EXPOSED_PROVED,
    MOST_EXPOSED_PHONES,
    MOST_EXPOSED_DESKTOP_PHONES,
) = 1.3, 2.0, 1.0, 1.4, 6.3
"""The highest exposures of 10 that systemd-analyze may find; docs/appliance.md names the present
figures."""

ROOTS = f"/usr/bin/python3 -IB {CODE}"
"""The command that starts root's own code."""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """Return a folder with this machine's own units, ours, and a game in slot a."""
    root = tmp_path / "machine"
    (root / "usr/lib/systemd").mkdir(parents=True)
    shutil.copytree("/usr/lib/systemd/system", root / "usr/lib/systemd/system", symlinks=True)
    install("--model", PI_5, into=root)
    for programme in (
        "opt/clockwork-derby/a/bin/clockwork-derby",
        "usr/bin/python3",
        "usr/bin/sleep",
        "usr/bin/systemctl",
    ):
        (root / programme).parent.mkdir(parents=True, exist_ok=True)
        (root / programme).write_text("#!/bin/sh\n", "utf-8")
        (root / programme).chmod(0o755)
    (root / "opt/clockwork-derby/current").symlink_to("a")
    return root


def analysed(*words: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    """Return what systemd-analyze prints."""
    return subprocess.run(
        ["systemd-analyze", *words],
        env={"PATH": "/usr/bin:/bin", **surroundings},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_systemd_accepts_the_service(machine: Path) -> None:
    """Find nothing wrong with the service and what it pulls in."""
    done = analysed("verify", f"--root={machine}", UNIT)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "unit",
    [UPDATE, Path(LETTERBOX), PROVED, PHONES, PHONES.with_suffix(".path")],
    ids=lambda unit: unit.name,
)
def test_systemd_accepts_what_installs_updates(machine: Path, unit: Path) -> None:
    """Find nothing wrong with the units of updates requested on the screen."""
    done = analysed("verify", f"--root={machine}", unit.name)
    assert (done.returncode, done.stderr) == (0, "")


def test_systemd_accepts_the_desktop_service(machine: Path) -> None:
    """Find nothing wrong with the desktop's service, and the one for phones there."""
    units = machine / "etc/systemd/user"
    units.mkdir(parents=True)
    ours = DESKTOP, DESKTOP_PHONES, DESKTOP_PHONES.with_suffix(".path")
    for unit in ours:
        (units / unit.name).write_text(
            unit.read_text("utf-8").replace("/opt/", f"{machine}/opt/"), "utf-8"
        )
    for unit in ours:
        done = analysed(
            "--user",
            "verify",
            "--recursive-errors=no",
            str(units / unit.name),
            XDG_RUNTIME_DIR=str(machine),
            HOME=str(machine),
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_a_game_that_is_missing_is_noticed(machine: Path) -> None:
    """Notice a service that starts nothing."""
    (machine / "opt/clockwork-derby/current").unlink()
    assert "is not executable" in analysed("verify", f"--root={machine}", UNIT).stderr


@pytest.mark.parametrize(
    ("unit", "most"),
    [
        (SERVICE, MOST_EXPOSED),
        (UPDATE, MOST_EXPOSED_ROOT),
        (PROVED, MOST_EXPOSED_PROVED),
        (PHONES, MOST_EXPOSED_PHONES),
        (DESKTOP_PHONES, MOST_EXPOSED_DESKTOP_PHONES),
    ],
    ids=lambda value: getattr(value, "stem", ""),
)
def test_a_service_is_as_closed_as_it_is_said_to_be(unit: Path, most: float) -> None:
    """Keep a service's exposure below the limit, which docs/appliance.md must not beat."""
    done = analysed("security", "--offline=true", "--no-pager", str(unit))
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert found and float(found[1]) <= most, done.stdout[-500:]
    said = re.search(
        rf"`{unit.name}`[^*`]* \*\*([\d.]+)\*\*[^*`]*the tests allow ([\d.]+)",
        (FOLDER.parent / "docs/appliance.md").read_text("utf-8").replace("\n", " "),
    )
    assert said and float(said[1]) <= float(said[2]) == most


def test_what_root_runs_by_itself_can_write_the_slots_and_no_code_of_root() -> None:
    """Give root's units no network, five capabilities at most, and the slots alone to write.

    They start no program of a slot, and cannot write root's code and keys.
    """
    for unit, more in (
        (UPDATE, f" -{REQUEST.parent} -/var/lib/{settings(SERVICE, 'StateDirectory')[0]}"),
        (PROVED, ""),
    ):
        assert settings(unit, "PrivateNetwork") == settings(unit, "NoNewPrivileges") == [
            "yes"
        ] and settings(unit, "ProtectSystem") == ["strict"]
        assert settings(unit, "ReadWritePaths") == [f"{PLACE}{more}"]
        assert not any(place.startswith(str(PLACE)) for place in (CODE, SIGNERS))
        for key in (
            "ExecStart",
            "ExecStartPre",
            "ExecStartPost",
            "ExecStop",
            "ExecStopPost",
            "ExecCondition",
            "ExecReload",
        ):
            assert not any(str(PLACE) in line for line in settings(unit, key))
    assert settings(UPDATE, "CapabilityBoundingSet") == [
        "CAP_DAC_OVERRIDE CAP_CHOWN CAP_KILL CAP_SETUID CAP_SETGID"
    ]
    assert (
        settings(PROVED, "CapabilityBoundingSet") == [""]
        and str(APPS_CODE) == CODE
        and str(APPS_SIGNERS) == SIGNERS
    )
    # This runs outside every sandbox, before each start of the game.
    assert [line for line in settings(SERVICE, "ExecStartPre") if "+" in line] == [
        f"-+{CODE}/guard /var/lib/clockwork-derby"
    ]


def test_phones_come_through_one_port_and_the_game_has_no_way_to_a_network() -> None:
    """Let phones in through one port from near addresses, and give the game no network."""
    waits = f"/run/{settings(SERVICE, 'RuntimeDirectory')[0]}/{DOOR}"
    assert (
        settings(PHONES.with_suffix(".path"), "PathExists") == [waits]
        and PHONES.with_suffix(".path").name in settings(SERVICE, "Wants")[0].split()
    )
    assert settings(PHONES, "ExecStart") == [f"{ROOTS} door {waits} {PORT}"] and settings(
        PHONES, "User"
    ) == settings(SERVICE, "User")
    assert settings(PHONES, "SocketBindDeny") == settings(PHONES, "IPAddressDeny") == [
        "any"
    ] and settings(PHONES, "SocketBindAllow") == [f"ipv4:tcp:{PORT}"]
    near = settings(PHONES, "IPAddressAllow")[0].split()
    # No router passes these addresses on: those of houses, and those that carriers and private
    # networks over the internet share (RFC 6598).
    assert all(
        ip_network(place).is_private or place == "100.64.0.0/10"
        for place in near
        if place[0].isdigit()
    ) and {*near} >= {"link-local", "192.168.0.0/16"}
    # The server itself keeps to the same addresses, since a desktop's service may have no such
    # rule.
    named = {"localhost": "127.0.0.0/8", "link-local": "169.254.0.0/16"}
    assert {named.get(place, place) for place in near} == set(map(str, NEAR))
    assert settings(SERVICE, "RestrictAddressFamilies") == ["AF_UNIX AF_NETLINK"] and settings(
        SERVICE, "IPAddressDeny"
    ) == ["any"]


def test_phones_join_on_a_desktop_too() -> None:
    """Let phones in on a desktop by the user's own service.

    The game has no network there either.
    """
    waits, unit = (
        f"%t/{settings(DESKTOP, 'RuntimeDirectory')[0]}/{DOOR}",
        DESKTOP_PHONES.with_suffix(".path"),
    )
    assert (
        settings(unit, "PathExists") == [waits]
        and unit.name in settings(DESKTOP, "Wants")[0].split()
    )
    assert settings(DESKTOP_PHONES, "ExecStart") == [f"{ROOTS} door {waits} {PORT}"]
    assert settings(DESKTOP_PHONES, "RestrictAddressFamilies") == settings(
        PHONES, "RestrictAddressFamilies"
    )
    assert settings(DESKTOP, "RestrictAddressFamilies") == ["AF_UNIX AF_NETLINK"]
    # A user's manager refuses to start what asks for these.
    assert not any(
        settings(DESKTOP_PHONES, key)
        for key in (
            "User",
            "ProtectSystem",
            "PrivateTmp",
            "CapabilityBoundingSet",
            "IPAddressDeny",
            "SocketBindDeny",
        )
    )


def test_the_screen_and_the_system_speak_by_the_same_files() -> None:
    """Use the same files for request and answer in units and app, which outlive the update."""
    letterbox = FOLDER / Path(LETTERBOX).name
    assert settings(letterbox, "PathExists") == [str(REQUEST)] and letterbox.stem == UPDATE.stem
    assert settings(SERVICE, "RuntimeDirectory") == [REQUEST.parent.name] and settings(
        UPDATE, "RuntimeDirectory"
    ) == [ANSWER.parent.name]
    assert settings(UPDATE, "RuntimeDirectoryPreserve") == ["yes"] and settings(
        UPDATE, "RuntimeDirectoryMode"
    ) == ["0755"]
    assert letterbox.name in settings(SERVICE, "Wants")[0].split()
    assert settings(UPDATE, "ExecStart") == [f"{ROOTS} update asked"]
    assert settings(UPDATE, "ExecStopPost") == [f"-{ROOTS} update asked --ended"]


def test_the_environment_is_what_the_hardware_asks_for() -> None:
    """Set the console's display, no words for Kivy, loud faults of the header.

    A desktop has XWayland.
    """
    wanted = {"KIVY_NO_ARGS": "1", "GPIOZERO_PIN_FACTORY": "lgpio"}
    for unit, driver in ((SERVICE, "kmsdrm"), (DESKTOP, "x11")):
        assert {"SDL_VIDEODRIVER": driver, **wanted}.items() <= environment(unit).items()


def test_it_is_restarted_without_giving_up() -> None:
    """Restart after any end, without a limit; on a desktop the window may be closed."""
    assert settings(SERVICE, "Restart") == ["always"] and settings(DESKTOP, "Restart") == [
        "on-failure"
    ]
    for unit in (SERVICE, DESKTOP):
        assert settings(unit, "StartLimitIntervalSec") == ["0"] and settings(
            unit, "RestartSec"
        ) == ["100ms"]


@pytest.mark.parametrize("unit", [SERVICE, DESKTOP])
def test_signs_of_life_come_in_time(unit: Path, tmp_path: Path) -> None:
    """Send heartbeats in time with a loop held up for 8 of 10 seconds; shutting down needs less."""
    patience = float(settings(unit, "WatchdogSec")[0])
    assert settings(unit, "Type") == ["notify"] and patience == 10
    now, signs = 0.0, []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.setblocking(False)
        line = Notifier(str(tmp_path / "notify"), patience, lambda: now)
        for second in range(90):
            now = float(second)
            line.alive()
            try:
                signs.append((now, ear.recv(100)))
            except BlockingIOError:
                continue
    assert {words for _, words in signs} == {b"WATCHDOG=1"}
    assert (
        max(later - sooner for (sooner, _), (later, _) in pairwise(signs)) <= 2 and SWITCHING <= 8
    )


def test_places_are_the_apps_own() -> None:
    """Start the link that the update changes; use the service's own state folder."""
    assert f"{PLACE}/current" == CURRENT and SERVICE.name == UNIT
    (state,) = settings(SERVICE, "StateDirectory")
    assert settings(SERVICE, "ExecStart") == [
        f"{CURRENT}/bin/clockwork-derby play --state /var/lib/{state}"
    ]
    assert settings(DESKTOP, "ExecStart") == [f"{CURRENT}/bin/clockwork-derby play --fullscreen"]
    assert str(STATE) == f"/var/lib/{state}"


def test_the_guard_hears_of_the_first_screen_beside_the_service() -> None:
    """Run the guard's report in another unit, since ExecStartPost would take the console.

    That unit ends with a game that fails.
    """
    proved = PROVED
    assert (
        not settings(SERVICE, "ExecStartPost")
        and proved.name in settings(SERVICE, "Wants")[0].split()
    )
    assert settings(proved, "ExecStart") == [f"-{ROOTS} guard proved"]
    assert (
        settings(proved, "Requisite")
        == settings(proved, "PartOf")
        == settings(proved, "After")
        == [UNIT]
    )
    assert settings(proved, "ExecCondition") == [
        "/usr/bin/sleep 10",
        f"/usr/bin/systemctl --quiet is-active {UNIT}",
    ]
    # A unit bound to the game would restart it without delay after a failure, ignoring RestartSec.
    assert not settings(proved, "BindsTo") and settings(proved, "StartLimitIntervalSec") == ["0"]


def test_what_is_plugged_in_later_may_be_opened_too() -> None:
    """Load modules of later devices before the start, at which systemd looks names up.

    Two are built in.
    """
    order = settings(FOLDER / "clockwork-derby-devices.service", "ExecStart")[0].split()
    registers = {
        "ttyACM": "cdc_acm",
        "alsa": "snd",
        "spi": "spidev",
        "drm": "drm",
        "vcio": "vcio",
        "rp1-pio": "rp1_pio",
    }
    named = {
        word.removeprefix("char-").split()[0]
        for word in settings(SERVICE, "DeviceAllow")
        if word.startswith("char-")
    }
    assert order[:2] == ["-/usr/sbin/modprobe", "-aq"] and set(order[2:]) == set(registers.values())
    assert named == registers.keys() | {"input", "gpiochip"}
    devices = "clockwork-derby-devices.service"
    assert (
        devices in settings(SERVICE, "Wants")[0].split()
        and devices in settings(SERVICE, "After")[0].split()
    )


def test_only_what_is_needed_is_open() -> None:
    """Open only needed devices: display, touch, console, readers, lights, power, sound.

    Local sockets.
    """
    drivers = {"drm", "input", NAMES[0], "gpiochip", "spi", "rp1-pio", "vcio", "alsa"}
    assert set(settings(SERVICE, "DeviceAllow")) == {
        *(f"char-{name} rw" for name in drivers),
        "/dev/tty0 rw",
        "/dev/tty1 rw",
    }
    assert settings(SERVICE, "DevicePolicy") == ["closed"] and settings(
        SERVICE, "IPAddressDeny"
    ) == ["any"]
    assert settings(SERVICE, "RestrictAddressFamilies") == ["AF_UNIX AF_NETLINK"]
    assert settings(SERVICE, "User") == ["derby"] and not settings(SERVICE, "PAMName")
