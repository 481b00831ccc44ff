"""Find the addresses at which phones reach this computer, and the networks they may come from.

The kernel is asked, which answers even without permission for networks. Linux answers by netlink
(rtnetlink(7)), in structures with integers in the machine's byte order; other systems give no
addresses. The name NAME.local is asked of avahi, by its socket.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Network, ip_address
from typing import Final

from companion.named_tuples import NamedTuple

REQUEST, DUMP, GET_ADDRESS, NEW_ADDRESS, DONE, FAILED = 0x1, 0x300, 22, 20, 3, 2
"""NLM_F_REQUEST, NLM_F_DUMP, RTM_GETADDR, RTM_NEWADDR, NLMSG_DONE, NLMSG_ERROR."""
ADDRESS, LOCAL, LABEL = 1, 2, 3
"""IFA_ADDRESS, IFA_LOCAL, IFA_LABEL: the attributes of an address."""
GLOBAL: Final = 0
"""RT_SCOPE_UNIVERSE: an address that others can reach."""
HEAD, BODY, ATTRIBUTE = struct.Struct("=IHHII"), struct.Struct("=BBBBi"), struct.Struct("=HH")
LIKELY: Final = ("wl", "ap", "en", "eth")
"""Prefixes of interfaces for phones, the likeliest first: wireless, its access point, cables."""

VIRTUAL: Final = ("docker", "br-", "veth", "virbr", "lxc", "vmnet")
"""Prefixes of interfaces without phones, since they lead only to programs of this computer."""
NEAR: Final = tuple(
    IPv4Network(place)
    for place in (
        "127.0.0.0/8",
        "169.254.0.0/16",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "100.64.0.0/10",
    )
)
"""Addresses of this computer, of home networks and of private networks over the internet (VPN).

The same as in clockwork-derby-phones.service. Others get no answer, even without a service manager.
"""
AVAHI: Final = "/run/avahi-daemon/socket"
"""The socket of avahi."""
ANSWER_TIME: Final = 0.5
"""Seconds for avahi's answer."""


class LocalAddress(NamedTuple):
    """An address of this computer and the name of its interface."""

    name: str
    address: str


def own_addresses() -> tuple[str, ...]:
    """Return the addresses for phones, the likeliest first, and last the name if avahi has it."""
    try:
        found = sorted(
            (one for one in _system_addresses() if not one.name.startswith(VIRTUAL)),
            key=_likelihood,
        )
    except (OSError, AttributeError, struct.error):
        return ()
    # A computer with public addresses only may still be reached by phones nearby.
    found = [one for one in found if is_near(one.address)] or found
    addresses = tuple(dict.fromkeys(one.address for one in found))
    name = local_name(addresses)
    return (*addresses, name) if name else addresses


def local_name(addresses: tuple[str, ...], place: str = AVAHI) -> str:
    """Return this computer's local name, such as "raspberrypi.local".

    "" if avahi does not run, or the name belongs to another computer.

    Args:
        addresses: Those of this computer.
        place: The socket of avahi.
    """
    name = f"{socket.gethostname().partition('.')[0]}.local"
    with (
        suppress(OSError, AttributeError),
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as avahi,
    ):
        avahi.settimeout(ANSWER_TIME)
        avahi.connect(place)
        avahi.sendall(f"RESOLVE-HOSTNAME-IPV4 {name}\n".encode())
        # "+ INTERFACE PROTOCOL NAME ADDRESS", or "-" and a reason.
        words = avahi.recv(1024).decode("utf-8", "replace").split()
        if len(words) == 5 and words[0] == "+" and words[4] in addresses:
            return name
    return ""


def _likelihood(found: LocalAddress) -> tuple[int, str]:
    place = next(
        (place for place, begin in enumerate(LIKELY) if found.name.startswith(begin)), len(LIKELY)
    )
    return place, found.name


def _system_addresses() -> Iterator[LocalAddress]:
    """Yield all addresses that others can reach."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as kernel:
        kernel.settimeout(1.0)
        length = HEAD.size + BODY.size
        kernel.send(
            HEAD.pack(length, GET_ADDRESS, REQUEST | DUMP, 1, 0)
            + BODY.pack(socket.AF_INET, 0, 0, 0, 0)
        )
        while True:
            for kind, content in messages(kernel.recv(65536)):
                if kind in (DONE, FAILED):
                    return
                if kind == NEW_ADDRESS and (found := address_in(content)) is not None:
                    yield found


def messages(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield kind and content of each message in the kernel's answer."""
    while len(data) >= HEAD.size:
        length, kind, *_ = HEAD.unpack_from(data)
        if length < HEAD.size:
            return
        yield kind, data[HEAD.size : length]
        data = data[(length + 3) & ~3 :]


def address_in(content: bytes) -> LocalAddress | None:
    """Return the address in one message; None if nobody else can reach it."""
    family, _, _, scope, _ = BODY.unpack_from(content)
    attributes = dict(_attributes(content[BODY.size :]))
    raw = attributes.get(LOCAL, attributes.get(ADDRESS, b""))
    if family != socket.AF_INET or scope != GLOBAL or len(raw) != 4:
        return None
    return LocalAddress(
        attributes.get(LABEL, b"").rstrip(b"\0").decode("ascii", "replace"), socket.inet_ntoa(raw)
    )


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    while len(data) >= ATTRIBUTE.size:
        length, kind = ATTRIBUTE.unpack_from(data)
        if length < ATTRIBUTE.size:
            return
        yield kind, data[ATTRIBUTE.size : length]
        data = data[(length + 3) & ~3 :]


def is_near(address: str) -> bool:
    """Return whether a device at this address may be answered; closed connections have none."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in NEAR)
