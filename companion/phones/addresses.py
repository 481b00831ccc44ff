"""Under which address phones on the same network find this computer, asked of the kernel; it also answers where no other network may be used.

Linux tells it by netlink (rtnetlink(7)), in structures whose integers are in the machine's own order. Elsewhere nothing is found.
"""
from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

REQUEST, DUMP, GET_ADDRESS, NEW_ADDRESS, DONE, FAILED = 0x1, 0x300, 22, 20, 3, 2
"""NLM_F_REQUEST, NLM_F_DUMP, RTM_GETADDR, RTM_NEWADDR, NLMSG_DONE, NLMSG_ERROR."""
ADDRESS, LOCAL, LABEL = 1, 2, 3
"""IFA_ADDRESS, IFA_LOCAL, IFA_LABEL: the attributes of an address."""
GLOBAL: Final = 0
"""RT_SCOPE_UNIVERSE: an address that others can reach."""
HEAD, BODY, ATTRIBUTE = struct.Struct("=IHHII"), struct.Struct("=BBBBi"), struct.Struct("=HH")
LIKELY: Final = ("wl", "ap", "en", "eth")
"""How the interfaces begin on which phones may be, the likeliest first: the wireless one, its access point, then cables."""


class Found(NamedTuple):
    """An address of this computer and the name of the interface that has it."""

    name: str
    address: str


def own_address() -> str:
    """The address that phones are most likely to reach, "" where there is none."""
    try:
        found = sorted(_asked(), key=_likelihood)
    except (OSError, AttributeError, struct.error):
        return ""
    return found[0].address if found else ""


def _likelihood(found: Found) -> tuple[int, str]:
    place = next((place for place, begin in enumerate(LIKELY) if found.name.startswith(begin)), len(LIKELY))
    return place, found.name


def _asked() -> Iterator[Found]:
    """All addresses that others can reach."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as kernel:
        kernel.settimeout(1.0)
        length = HEAD.size + BODY.size
        kernel.send(HEAD.pack(length, GET_ADDRESS, REQUEST | DUMP, 1, 0) + BODY.pack(socket.AF_INET, 0, 0, 0, 0))
        while True:
            for kind, content in messages(kernel.recv(65536)):
                if kind in (DONE, FAILED):
                    return
                if kind == NEW_ADDRESS and (found := address_in(content)) is not None:
                    yield found


def messages(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The messages in what the kernel has sent: their kinds and contents."""
    while len(data) >= HEAD.size:
        length, kind, *_ = HEAD.unpack_from(data)
        if length < HEAD.size:
            return
        yield kind, data[HEAD.size:length]
        data = data[(length + 3) & ~3:]


def address_in(content: bytes) -> Found | None:
    """The address in one message; None where nobody else can reach it."""
    family, _, _, scope, _ = BODY.unpack_from(content)
    told = dict(_attributes(content[BODY.size:]))
    raw = told.get(LOCAL, told.get(ADDRESS, b""))
    if family != socket.AF_INET or scope != GLOBAL or len(raw) != 4:
        return None
    return Found(told.get(LABEL, b"").rstrip(b"\0").decode("ascii", "replace"), socket.inet_ntoa(raw))


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    while len(data) >= ATTRIBUTE.size:
        length, kind = ATTRIBUTE.unpack_from(data)
        if length < ATTRIBUTE.size:
            return
        yield kind, data[ATTRIBUTE.size:length]
        data = data[(length + 3) & ~3:]
