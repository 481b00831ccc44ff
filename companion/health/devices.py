"""What can be asked of a device or a library itself: whose it is, whether somebody holds the display, whether a library can be loaded."""
from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final, NamedTuple

SET_MASTER: Final = 0x641E
"""The kernel's DRM_IOCTL_SET_MASTER, its header's _IO('d', 0x1e): only one programme at a time may draw on a display."""


class Owner(NamedTuple):
    """Whose a device is: the names of its user and its group, and its rights as three digits, such as "660"."""

    user: str
    group: str
    rights: str


def owner_of(path: Path) -> Owner | None:
    """Whose a file is; None where it is not there."""
    import grp
    import pwd

    try:
        facts = path.stat()
    except OSError:
        return None
    try:
        user = pwd.getpwuid(facts.st_uid).pw_name
    except KeyError:
        user = str(facts.st_uid)
    try:
        group = grp.getgrgid(facts.st_gid).gr_name
    except KeyError:
        group = str(facts.st_gid)
    return Owner(user, group, f"{facts.st_mode & 0o777:03o}")


def is_taken(path: Path) -> bool | None:
    """Whether another programme draws on this display now; None where that cannot be told. Nothing is drawn, and nothing is kept.

    `path` is a device such as /dev/dri/card1. While this process itself draws there the answer is True.
    """
    import fcntl

    try:
        handle = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.ioctl(handle, SET_MASTER)
    except OSError as fault:
        # Who opens a display that nobody has gets it at once, and asking again is granted: refused is only who came second.
        return True if fault.errno in (errno.EBUSY, errno.EACCES, errno.EPERM) else None
    finally:
        # With it the display is given back, too.
        os.close(handle)
    return False


def has_library(name: str) -> bool:
    """Whether a library of the system, such as libgbm.so.1, can be loaded.

    The system's own linker looks for it, in all places that it knows.
    """
    import ctypes

    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True
