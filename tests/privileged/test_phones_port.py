"""The listening port: the game's own, one that is handed over, and the address that is shown."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from companion.phones import addresses, server_thread
from companion.phones.addresses import (
    BODY,
    HEAD,
    LocalAddress,
    address_in,
    local_name,
    messages,
    own_addresses,
)
from companion.phones.service import PhoneService
from companion.privileged import phones_port
from companion.privileged.phones_port import LETTERBOX, main, open_door
from companion.session.lobby.phone_access import SCREEN, Invitation
from companion.session.messages import OpenPage
from companion.session.pages.phones import PhoneServiceFound, PhoneServiceReported
from companion.words import NOTHING
from tests.phones.looking import trouble_of
from tests.recorded import recorded
from tests.session.evenings import begun
from tests.systemd.places import REPOSITORY

PATIENCE = 120.0
"""Seconds that something may take on a busy machine."""


def test_a_port_is_open_until_the_door_is_closed() -> None:
    """Close the port with the door, and reopen it without delay."""
    door = open_door(0)
    port = door.listening.getsockname()[1]
    with pytest.raises(OSError, match="in use"):
        open_door(port)
    socket.create_connection(("127.0.0.1", port), PATIENCE).close()
    door.close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), PATIENCE)
    open_door(port).close()


def test_a_game_without_a_network_is_handed_a_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Receive a port from a service that keeps it as long as the game does."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(phones_port, "_listening", forbidden)
    letterbox, code = tmp_path / LETTERBOX, installed(tmp_path / "code")
    found: list[phones_port.ListeningPort] = []
    game = threading.Thread(target=lambda: found.append(open_door(8137, patience=PATIENCE)))
    game.start()
    while not letterbox.exists():
        time.sleep(0.002)
    # It runs as its unit starts it: the system's Python, and only our code beside root's own.
    service = subprocess.Popen(
        [sys.executable, "-IB", str(code), "door", str(letterbox), "0"],
        stderr=subprocess.PIPE,
        text=True,
    )
    game.join(PATIENCE)
    (door,) = found
    port = door.listening.getsockname()[1]
    socket.create_connection(("127.0.0.1", port), PATIENCE).close()
    assert service.poll() is None and letterbox.exists()
    door.close()
    assert (
        service.communicate(timeout=PATIENCE)[1] == ""
        and service.returncode == 0
        and not letterbox.exists()
    )
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), PATIENCE)


def test_a_port_that_the_service_cannot_open_is_told_to_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pass on at once why the service cannot open the port, and log it."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    letterbox, code = tmp_path / LETTERBOX, installed(tmp_path / "code")
    taken = open_door(0)
    monkeypatch.setattr(phones_port, "_listening", forbidden)
    found: list[OSError] = []

    def game() -> None:
        """Wait for a port."""
        try:
            open_door(8137, patience=PATIENCE)
        except OSError as fault:
            found.append(fault)

    waiting = threading.Thread(target=game)
    waiting.start()
    while not letterbox.exists():
        time.sleep(0.002)
    order = [
        sys.executable,
        "-IB",
        str(code),
        "door",
        str(letterbox),
        str(taken.listening.getsockname()[1]),
    ]
    with subprocess.Popen(order, stderr=subprocess.PIPE, text=True) as service:
        waiting.join(PATIENCE)
        assert [fault.errno for fault in found] == [errno.EADDRINUSE] and not letterbox.exists()
        assert "in use" in service.communicate(timeout=PATIENCE)[1] and service.returncode == 1
    taken.close()


@pytest.mark.parametrize(
    ("runtime", "there", "words"),
    [
        ("/run/clockwork-derby", "", "sudo make install"),
        ("/run/user/1000/clockwork-derby", "", "sudo make install"),
        (
            "/run/clockwork-derby",
            "system/clockwork-derby-phones.path",
            "systemctl status clockwork-derby-phones.path clockwork-derby-phones.service",
        ),
        (
            "/run/user/1000/clockwork-derby",
            "user/clockwork-derby-desktop-phones.path",
            "systemctl --user status clockwork-derby-desktop-phones.path",
        ),
    ],
)
def test_where_no_port_comes_the_screen_says_what_helps(
    runtime: str, there: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Suggest installing only a missing service, else show its words, or the user's service's."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", runtime)
    monkeypatch.setattr(server_thread, "UNITS", tmp_path)
    monkeypatch.setattr(server_thread, "open_door", unanswered)
    if there:
        (tmp_path / there).parent.mkdir()
        (tmp_path / there).touch()
    loop = begun()
    loop.host.phones = PhoneService(8137, "10.0.0.1")
    try:
        loop.send(PhoneServiceFound(called=True))
        said = trouble_of(loop)
        assert words in said and ("sudo make install" in said) == (not there)
    finally:
        loop.close()


def unanswered(port: int) -> phones_port.ListeningPort:
    """Return a door without a service that hands a port over."""
    raise TimeoutError


def installed(folder: Path) -> Path:
    """Return a copy of root's own code that the door needs."""
    (folder / "companion/privileged").mkdir(parents=True)
    shutil.copy(REPOSITORY / "systemd/__main__.py", folder)
    for name in (
        "companion/__init__.py",
        "companion/privileged/__init__.py",
        "companion/privileged/phones_port.py",
    ):
        shutil.copy(REPOSITORY / name, folder / name)
    return folder


def forbidden(port: int) -> socket.socket:
    """Raise the kernel's error for a service that may have no socket of this kind."""
    raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))


def test_where_nobody_hands_one_over_it_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Give up after a while and leave nothing; without a service manager give up at once."""
    monkeypatch.setattr(phones_port, "_listening", forbidden)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    with pytest.raises(TimeoutError):
        open_door(8137, patience=0.1)
    assert not list(tmp_path.iterdir())
    monkeypatch.delenv("RUNTIME_DIRECTORY")
    with pytest.raises(OSError, match="not supported"):
        open_door(8137)


def test_a_service_that_cannot_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Say that the game waits no more, or that the port is taken, and delay the restart."""
    monkeypatch.setattr(phones_port, "PAUSE", 0.0)
    assert main([str(tmp_path / "nobody"), "0"]) == 1
    assert capsys.readouterr().err == recorded("no-port-for-phones")


def test_the_kernel_tells_the_address() -> None:
    """Accept only an address of this computer from the kernel."""
    for found in own_addresses():
        assert found.endswith(".local") or (
            socket.inet_aton(found) and not found.startswith("127.")
        )
    name, raw = b"wlan0\0", socket.inet_aton("10.42.0.1")
    attributes = (
        struct.pack("=HH", 4 + len(raw), 2) + raw + struct.pack("=HH", 4 + len(name), 3) + name
    )
    content = BODY.pack(socket.AF_INET, 24, 0, 0, 3) + attributes
    assert address_in(content) == LocalAddress("wlan0", "10.42.0.1")
    assert address_in(BODY.pack(socket.AF_INET, 8, 0, 254, 1) + attributes) is None
    whole = HEAD.pack(HEAD.size + len(content), 20, 2, 1, 0) + content
    assert [
        kind
        for kind, _ in messages(
            whole + b"\0" * (-len(whole) % 4) + HEAD.pack(HEAD.size, 3, 2, 1, 0)
        )
    ] == [20, 3]
    assert list(messages(HEAD.pack(3, 20, 0, 0, 0))) == []


def test_every_address_is_told_the_likeliest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """List addresses of cables and private networks, the likeliest first.

    Loopback and public addresses are left out.
    """
    found = [
        LocalAddress("tailscale0", "100.101.102.103"),
        LocalAddress("eth0", "192.168.1.5"),
        LocalAddress("docker0", "172.17.0.1"),
        LocalAddress("wlan0", "10.42.0.1"),
        LocalAddress("ppp0", "203.0.113.9"),
        LocalAddress("wlan0", "10.42.0.1"),
    ]
    monkeypatch.setattr(addresses, "_system_addresses", lambda: iter(found))
    monkeypatch.setattr(addresses, "local_name", lambda known: "table.local")
    assert own_addresses() == ("10.42.0.1", "192.168.1.5", "100.101.102.103", "table.local")
    del found[:4], found[1:]
    assert own_addresses() == ("203.0.113.9", "table.local")


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("+ 2 0 {name} 10.42.0.1\n", True),
        ("+ 2 0 {name} 10.42.0.9\n", False),
        ("-15 Timeout reached\n", False),
        ("", False),
        ("+ \xff\n", False),
    ],
)
def test_the_name_is_told_where_avahi_answers_for_it(
    answer: str, found: bool, tmp_path: Path
) -> None:
    """Show the name if avahi answers for it with an address of this computer.

    Another computer may have the same name.
    """
    place, name = tmp_path / "avahi", f"{socket.gethostname().partition('.')[0]}.local"
    assert local_name(("10.42.0.1",), str(place)) == ""
    asked: list[bytes] = []
    with socket.socket(socket.AF_UNIX) as avahi:
        avahi.bind(str(place))
        avahi.listen(1)

        def answers() -> None:
            """Answer one question."""
            one, _ = avahi.accept()
            with one:
                asked.append(one.recv(1024))
                one.sendall(answer.format(name=name).encode("latin-1"))

        thread = threading.Thread(target=answers)
        thread.start()
        assert local_name(("10.42.0.1",), str(place)) == (name if found else "")
        thread.join()
    assert asked == [f"RESOLVE-HOSTNAME-IPV4 {name}\n".encode()]


def test_other_addresses_stand_on_the_screen() -> None:
    """Show a few other addresses below the code of the table."""
    loop = begun()
    for message in (PhoneServiceFound(called=True), OpenPage("phones")):
        loop.send(message)
    loop.send(
        PhoneServiceReported(
            "10.42.0.1:8137",
            NOTHING,
            (Invitation(SCREEN, "K7MPQRT4"),),
            ("192.168.1.5:8137", "table.local:8137"),
        )
    )
    assert str(loop.view.body.shown.about) == recorded("Other-addresses-192-168-1-5")
    loop.close()
