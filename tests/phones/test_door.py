"""The door: the game's own port, one that is handed over, and the address that is said."""
from __future__ import annotations

import errno
import os
import socket
import struct
import threading
from pathlib import Path

import pytest

from companion.phones import door as doors
from companion.phones.addresses import BODY, HEAD, Found, address_in, messages, own_address
from companion.phones.door import LETTERBOX, hand_over, open_door


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
    opened = doors._listening
    monkeypatch.setattr(doors, "_listening", forbidden)
    letterbox = tmp_path / LETTERBOX

    def serve() -> None:
        while not letterbox.exists():
            pass
        monkeypatch.setattr(doors, "_listening", opened)
        hand_over(letterbox, 0)

    service = threading.Thread(target=serve)
    service.start()
    door = open_door(8137)
    port = door.listening.getsockname()[1]
    socket.create_connection(("127.0.0.1", port), 5).close()
    assert service.is_alive() and letterbox.exists()
    door.close()
    service.join(10)
    assert not service.is_alive() and not letterbox.exists()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), 5)


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
