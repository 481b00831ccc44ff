"""Card readers are found by their USB identity; looking again is cheap while nothing changes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.table.serial.discovery import NamedPorts, ReaderPort, UsbInfo, UsbPorts, data_ports
from companion.words import text
from tests.recorded import recorded


@dataclass
class Listed:
    """The facts that pyserial lists of one port."""

    device: str
    interface: str | None
    location: str | None = "1-1.4:1.0"
    vid: int | None = 0x239A
    serial_number: str | None = "e6614c775b4a2137"
    product: str | None = "Derby reader"


CONSOLE = Listed("/dev/ttyACM0", "CircuitPython CDC control")
DATA = Listed("/dev/ttyACM1", "CircuitPython CDC2 control", "1-1.4:1.2")


def test_the_console_is_never_taken_for_the_data_port() -> None:
    """Find the second of a reader's two ports, with any numbers; its chip id is in capitals."""
    assert data_ports([CONSOLE, DATA]) == (
        ReaderPort(
            "/dev/ttyACM1",
            "E6614C775B4A2137",
            text("{device} at {port}", device="Derby reader", port="/dev/ttyACM1"),
        ),
    )
    swapped = (
        Listed("/dev/ttyACM7", CONSOLE.interface),
        Listed("/dev/ttyACM2", DATA.interface, "1-1.4:1.0"),
    )
    assert [port.path for port in data_ports(swapped)] == ["/dev/ttyACM2"]


def test_without_names_the_number_of_the_interface_decides() -> None:
    """Decide by the interface number where the system gives no names."""
    nameless = (
        Listed("/dev/ttyACM0", None, "1-1.4:1.0"),
        Listed("/dev/ttyACM1", "", "1-1.4:1.2"),
        Listed("/dev/ttyACM2", None, None),
    )
    assert [port.path for port in data_ports(nameless)] == ["/dev/ttyACM1"]


def test_names_that_are_not_circuitpythons_say_nothing() -> None:
    """Decide by number if both ports are named by their class only, as in our udev rule."""
    text = "CDC Abstract Control Model (ACM)"
    assert [
        port.path
        for port in data_ports(
            [Listed("/dev/ttyACM5", text, "1-1:1.0"), Listed("/dev/ttyACM4", text, "1-1:1.2")]
        )
    ] == ["/dev/ttyACM4"]


def test_other_devices_are_left_alone() -> None:
    """Ignore other vendors, ports without USB, and Adafruit boards without CircuitPython."""
    others = (
        Listed("/dev/ttyACM0", "CircuitPython CDC2 control", vid=0x2E8A),
        Listed("/dev/ttyS0", None, None, None, None, None),
        Listed("/dev/ttyACM4", "Arduino Feather"),
    )
    assert data_ports(others) == ()


def test_a_board_without_our_firmware_is_told_what_it_lacks() -> None:
    """Say what to do about a fresh Pico, which has a console only, and do not open it."""
    (port,) = data_ports([CONSOLE])
    assert port.path == "/dev/ttyACM0" and str(port.fault) == recorded("firmware-install")


def test_eight_readers_and_a_fresh_board() -> None:
    """Tell readers apart by their chip ids."""
    listed = [
        Listed(f"/dev/ttyACM{2 * n + half}", text, serial_number=f"e66{n}")
        for n in range(9)
        for half, text in (
            (0, "CircuitPython CDC control"),
            (1, "CircuitPython CDC2 control"),
        )
        if (n, half) != (8, 1)
    ]
    ports = data_ports(listed)
    assert [port.uid for port in ports] == [f"E66{n}" for n in range(9)] and [
        bool(port.fault) for port in ports
    ] == [False] * 8 + [True]


def test_looking_again_lists_nothing_while_nothing_changes(tmp_path: Path) -> None:
    """List again when device files come, go, or change, but not for bytes and other files."""
    looks: list[int] = []

    def listed() -> list[UsbInfo]:
        looks.append(1)
        return [
            Listed(str(path), "CircuitPython CDC2 control")
            for path in sorted(tmp_path.glob("ttyACM*"))
        ]

    find = UsbPorts(str(tmp_path), listed)
    assert find() == () and looks == []
    device = tmp_path / "ttyACM3"
    device.touch(mode=0o600)
    assert [port.path for port in find()] == [str(device)] and len(looks) == 1
    os.utime(device, (1, 1))
    (tmp_path / "sda").touch()
    before = device.stat().st_ctime_ns
    find()
    # utime changes ctime as well, which bytes through a device do not.
    assert len(looks) <= 2
    find()
    calm = len(looks)
    find()
    assert len(looks) == calm
    device.chmod(0o660)
    assert device.stat().st_ctime_ns >= before
    find()
    assert len(looks) == calm + 1
    device.unlink()
    assert find() == () and len(looks) == calm + 1


def test_a_device_that_goes_while_it_is_looked_at_is_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """List again after an OSError of pyserial over a vanishing device."""
    (tmp_path / "ttyACM0").touch()
    find = UsbPorts(str(tmp_path))

    def half_a_description() -> list[UsbInfo]:
        raise TypeError("int() can't convert non-string with explicit base")

    monkeypatch.setattr("serial.tools.list_ports.comports", half_a_description)
    with pytest.raises(OSError, match="pulled"):
        find()
    monkeypatch.setattr(
        "serial.tools.list_ports.comports",
        lambda: [Listed("/dev/ttyACM0", "CircuitPython CDC2 control")],
    )
    assert len(find()) == 1


def test_a_folder_that_is_not_there_has_no_devices() -> None:
    """Find no devices without /dev."""
    assert UsbPorts("/dev/null/nowhere")() == ()


def test_this_machine_can_be_looked_at() -> None:
    """List this machine's ports without an error."""
    assert all(isinstance(port, ReaderPort) for port in UsbPorts()())


def test_names_are_followed_to_the_device_of_the_moment(tmp_path: Path) -> None:
    """Follow udev's links by chip id to the present device."""
    first, second, link = tmp_path / "ttyACM1", tmp_path / "ttyACM5", tmp_path / "reader-e66"
    first.touch()
    second.touch()
    find = NamedPorts([str(link)])
    assert str(find()[0].fault) == recorded("is-not-there", folder=tmp_path)
    link.symlink_to(first)
    assert find() == (ReaderPort(str(first.resolve()), "", str(link)),)
    link.unlink()
    link.symlink_to(second)
    assert find()[0].path == str(second.resolve())
