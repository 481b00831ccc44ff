"""The door: the game's own port, one that is handed over, and the address that is said."""
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

from companion.phones import door as doors
from companion.phones.addresses import BODY, HEAD, Found, address_in, messages, own_address
from companion.phones.door import LETTERBOX, main, open_door
from tests.systemd.places import REPOSITORY


def test_a_port_is_open_until_the_door_is_closed() -> None:
    """And can be opened again at once."""
    door = open_door(0)
    port = door.listening.getsockname()[1]
    with pytest.raises(OSError, match="in use"):
        open_door(port)
    socket.create_connection(("127.0.0.1", port), 5).close()
    door.close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), 5)
    open_door(port).close()


def test_a_game_without_a_network_is_handed_a_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a service that keeps it as long as the game does."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(doors, "_listening", forbidden)
    letterbox, code = tmp_path / LETTERBOX, installed(tmp_path / "code")
    found: list[doors.Door] = []
    game = threading.Thread(target=lambda: found.append(open_door(8137, patience=30.0)))
    game.start()
    while not letterbox.exists():
        time.sleep(0.002)
    # As its unit starts it: the system's Python, and nothing of ours but what was put beside root's own code.
    service = subprocess.Popen([sys.executable, "-IB", str(code), "door", str(letterbox), "0"], stderr=subprocess.PIPE, text=True)
    game.join(30)
    (door,) = found
    port = door.listening.getsockname()[1]
    socket.create_connection(("127.0.0.1", port), 5).close()
    assert service.poll() is None and letterbox.exists()
    door.close()
    assert service.communicate(timeout=30)[1] == "" and service.returncode == 0 and not letterbox.exists()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), 5)


def installed(folder: Path) -> Path:
    """Root's own code as far as the door needs it."""
    (folder / "companion/phones").mkdir(parents=True)
    shutil.copy(REPOSITORY / "systemd/__main__.py", folder)
    for name in ("companion/__init__.py", "companion/phones/__init__.py", "companion/phones/door.py"):
        shutil.copy(REPOSITORY / name, folder / name)
    return folder


def forbidden(port: int) -> socket.socket:
    """What the kernel says to a service that may have no socket of this kind."""
    raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))


def test_where_nobody_hands_one_over_it_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while, and nothing is left behind; without a service manager at once."""
    monkeypatch.setattr(doors, "_listening", forbidden)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    with pytest.raises(TimeoutError):
        open_door(8137, patience=0.1)
    assert not list(tmp_path.iterdir())
    monkeypatch.delenv("RUNTIME_DIRECTORY")
    with pytest.raises(OSError, match="not supported"):
        open_door(8137)


def test_a_service_that_cannot_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody waits any more, or the port is taken; it lets some time pass before it is started again."""
    monkeypatch.setattr(doors, "PAUSE", 0.0)
    assert main([str(tmp_path / "nobody"), "0"]) == 1
    assert "no port for phones: " in capsys.readouterr().err


def test_the_kernel_tells_the_address() -> None:
    """What it says is an address of this computer, or nothing; broken answers are nothing."""
    found = own_address()
    assert not found or socket.inet_aton(found) and not found.startswith("127.")
    name, raw = b"wlan0\0", socket.inet_aton("10.42.0.1")
    attributes = struct.pack("=HH", 4 + len(raw), 2) + raw + struct.pack("=HH", 4 + len(name), 3) + name
    content = BODY.pack(socket.AF_INET, 24, 0, 0, 3) + attributes
    assert address_in(content) == Found("wlan0", "10.42.0.1")
    assert address_in(BODY.pack(socket.AF_INET, 8, 0, 254, 1) + attributes) is None
    whole = HEAD.pack(HEAD.size + len(content), 20, 2, 1, 0) + content
    assert [kind for kind, _ in messages(whole + b"\0" * (-len(whole) % 4) + HEAD.pack(HEAD.size, 3, 2, 1, 0))] == [20, 3]
    assert list(messages(HEAD.pack(3, 20, 0, 0, 0))) == []
