"""Run a command under the system call filters of a service unit, without systemd.

    tests/under_unit.py UNIT -- COMMAND…

It reads the unit and loads the same seccomp filters as systemd does: for system calls, address
families, new namespaces, realtime scheduling, set-user-ID files, the personality, memory that can
be written and executed, and the kernel's log. Root is not needed. `NOT_EMULATED` lists the rest:
users and groups, capabilities, the view of the file system and of /proc, devices, addresses and
ports, resources, the watchdog. The system test boots a machine for these.

The sources are systemd's manual pages systemd.exec(5) and systemd.resource-control(5), and its
lists of system calls, of which `systemd-analyze syscall-filter` prints those of this machine's
version.
"""

from __future__ import annotations

import ctypes
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from errno import EAFNOSUPPORT, ENOSYS, EPERM
from functools import cache
from pathlib import Path
from typing import Any, Final

import pyseccomp as seccomp

EMULATED: Final = frozenset(
    (
        "SystemCallFilter",
        "SystemCallErrorNumber",
        "RestrictAddressFamilies",
        "RestrictNamespaces",
        "RestrictRealtime",
        "RestrictSUIDSGID",
        "LockPersonality",
        "MemoryDenyWriteExecute",
        "ProtectKernelLogs",
        "NoNewPrivileges",
        "Environment",
        "UMask",
    )
)
"""Directives that take effect here."""
NOT_EMULATED: Final = frozenset(
    (
        "User",
        "Group",
        "CapabilityBoundingSet",
        "AmbientCapabilities",
        "SystemCallArchitectures",
        "RemoveIPC",
        "ProtectSystem",
        "ReadWritePaths",
        "InaccessiblePaths",
        "ProtectHome",
        "PrivateTmp",
        "PrivateDevices",
        "ProtectProc",
        "ProcSubset",
        "ProtectControlGroups",
        "ProtectKernelModules",
        "ProtectKernelTunables",
        "ProtectClock",
        "ProtectHostname",
        "DevicePolicy",
        "DeviceAllow",
        "PrivateNetwork",
        "IPAddressDeny",
        "IPAddressAllow",
        "SocketBindDeny",
        "SocketBindAllow",
        "LimitCORE",
        "Nice",
        "CPUWeight",
        "StartupCPUWeight",
        "IOSchedulingClass",
        "OOMScoreAdjust",
        "WatchdogSec",
        "StateDirectory",
        "StateDirectoryMode",
        "RuntimeDirectory",
        "RuntimeDirectoryMode",
        "RuntimeDirectoryPreserve",
        "WorkingDirectory",
        "TTYPath",
        "TTYReset",
        "TTYVHangup",
        "TTYVTDisallocate",
        "StandardInput",
        "StandardOutput",
        "StandardError",
        "SyslogIdentifier",
    )
)
"""Directives that only the system test tries. ProtectKernelModules, ProtectClock and
ProtectHostname also filter calls that need a capability, which no unit of ours keeps."""
RUNNING: Final = frozenset(
    (
        "Type",
        "NotifyAccess",
        "ExecStart",
        "ExecStartPre",
        "ExecStopPost",
        "ExecCondition",
        "RemainAfterExit",
        "TimeoutStartSec",
        "TimeoutStopSec",
        "Restart",
        "RestartSec",
    )
)
"""Directives that say when something runs, and nothing about what it may do."""
YES: Final = ("yes", "true", "1", "on")
NEW_NAMESPACES: Final = 0x7E020080
"""The flags of clone(2) and unshare(2) that make a namespace of any kind, CLONE_NEWTIME (0x80)
among them."""
NAMESPACES: Final = tuple(1 << bit for bit in range(32) if NEW_NAMESPACES >> bit & 1)
SCHED_OTHER, SCHED_BATCH, SCHED_IDLE = 0, 3, 5
PROT_WRITE, PROT_EXEC, SHM_EXEC = 2, 4, 0o100000
SET_NO_NEW_PRIVILEGES: Final = 38
"""The number of prctl(2)'s PR_SET_NO_NEW_PRIVS."""


def settings(unit: Path) -> dict[str, list[str]]:
    """Return the values of each directive of a unit's section [Service], in order."""
    found: dict[str, list[str]] = {}
    section = ""
    for line in map(str.strip, unit.read_text("utf-8").splitlines()):
        if line.startswith("["):
            section = line
        elif section == "[Service]" and line and line[0] not in "#;":
            key, _, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


# ---- Filters -------------------------------------------------------------------------------------


class Filter(seccomp.SyscallFilter):
    """A filter that skips system calls unknown to this machine, and leaves privileges alone."""

    def __init__(self, otherwise: Any) -> None:
        """Answer `otherwise` to every call without a rule."""
        super().__init__(otherwise)
        self.set_attr(seccomp.Attr.CTL_NNP, False)
        self._otherwise = otherwise

    def rule(self, action: Any, call: str, *arguments: Any) -> None:
        """Answer a call with `action` if all arguments match."""
        if action != self._otherwise and seccomp.resolve_syscall(seccomp.Arch.NATIVE, call) >= 0:
            self.add_rule(action, call, *arguments)


def filters(unit: dict[str, list[str]]) -> Iterator[Filter]:
    """Yield the filters of a unit, ordered so that each can be loaded despite earlier ones."""
    if is_on(unit, "RestrictNamespaces"):
        yield _namespaces()
    if is_on(unit, "RestrictRealtime"):
        yield _realtime()
    if is_on(unit, "RestrictSUIDSGID"):
        yield _set_user_id()
    if is_on(unit, "LockPersonality"):
        found = Filter(seccomp.ALLOW)
        found.rule(refused(EPERM), "personality", seccomp.Arg(0, seccomp.NE, 0))
        yield found
    if is_on(unit, "MemoryDenyWriteExecute"):
        yield _write_or_execute()
    if is_on(unit, "ProtectKernelLogs"):
        found = Filter(seccomp.ALLOW)
        found.rule(refused(EPERM), "syslog")
        yield found
    if "RestrictAddressFamilies" in unit:
        yield _families(" ".join(unit["RestrictAddressFamilies"]).split())
    # It may refuse seccomp() itself.
    if "SystemCallFilter" in unit:
        yield _calls(unit["SystemCallFilter"])


def is_on(unit: dict[str, list[str]], key: str) -> bool:
    """Return whether a directive is switched on."""
    return unit.get(key, ["no"])[-1] in YES


def refused(number: int) -> Any:
    """Return the action that refuses a call with this error."""
    return seccomp.ERRNO(number)


def _calls(values: list[str]) -> Filter:
    """Filter system calls by an allow-list from which later lists with ~ are subtracted."""
    allowed: set[str] = set()
    for value in values:
        calls = {call for word in value.removeprefix("~").split() for call in group(word)}
        allowed = allowed - calls if value.startswith("~") else allowed | calls | group("@default")
    # A call that systemd does not know does not exist, as far as the service can see.
    found = Filter(refused(ENOSYS))
    for call in group("@known"):
        found.rule(seccomp.ALLOW if call in allowed else refused(EPERM), call)
    return found


@cache
def group(word: str) -> frozenset[str]:
    """Return the system calls of a group such as @resources, or the one that is named."""
    if not word.startswith("@"):
        return frozenset((word.partition(":")[0],))
    done = subprocess.run(
        ["systemd-analyze", "syscall-filter", word], stdout=subprocess.PIPE, text=True, check=True
    )
    # The first line repeats the name.
    lines = [line.strip() for line in done.stdout.splitlines()[1:]]
    return frozenset(
        call for line in lines if line and not line.startswith("#") for call in group(line)
    )


def _families(words: list[str]) -> Filter:
    """Allow sockets of these families only."""
    kept = sorted(int(getattr(socket, word)) for word in words)
    found = Filter(seccomp.ALLOW)
    found.rule(refused(EAFNOSUPPORT), "socket", seccomp.Arg(0, seccomp.GT, kept[-1]))
    for family in set(range(kept[-1])) - set(kept):
        found.rule(refused(EAFNOSUPPORT), "socket", seccomp.Arg(0, seccomp.EQ, family))
    return found


def _namespaces() -> Filter:
    """Forbid making or entering namespaces."""
    found = Filter(seccomp.ALLOW)
    # Its flags lie in memory, where a filter cannot look: libraries then take clone().
    found.rule(refused(ENOSYS), "clone3")
    for flag in NAMESPACES:
        found.rule(refused(EPERM), "unshare", seccomp.Arg(0, seccomp.MASKED_EQ, flag, flag))
        found.rule(refused(EPERM), "setns", seccomp.Arg(1, seccomp.MASKED_EQ, flag, flag))
        # With clone() this bit belongs to the signal of the child's end.
        if flag != 0x80:
            found.rule(refused(EPERM), "clone", seccomp.Arg(0, seccomp.MASKED_EQ, flag, flag))
    found.rule(refused(EPERM), "setns", seccomp.Arg(1, seccomp.EQ, 0))
    return found


def _realtime() -> Filter:
    """Allow only the usual kinds of scheduling."""
    found = Filter(seccomp.ALLOW)
    for policy in set(range(SCHED_IDLE)) - {SCHED_OTHER, SCHED_BATCH}:
        found.rule(refused(EPERM), "sched_setscheduler", seccomp.Arg(1, seccomp.EQ, policy))
    found.rule(refused(EPERM), "sched_setscheduler", seccomp.Arg(1, seccomp.GT, SCHED_IDLE))
    return found


def _set_user_id() -> Filter:
    """Forbid the bits that change user or group on files."""
    found = Filter(seccomp.ALLOW)
    found.rule(refused(ENOSYS), "openat2")
    places = {
        "chmod": 1,
        "fchmod": 1,
        "fchmodat": 2,
        "fchmodat2": 2,
        "mkdir": 1,
        "mkdirat": 2,
        "mknod": 1,
        "mknodat": 2,
        "creat": 1,
    }
    for bit in (stat.S_ISUID, stat.S_ISGID):
        for call, place in places.items():
            found.rule(refused(EPERM), call, seccomp.Arg(place, seccomp.MASKED_EQ, bit, bit))
        for call, place in {"open": 1, "openat": 2}.items():
            making = seccomp.Arg(place, seccomp.MASKED_EQ, os.O_CREAT, os.O_CREAT)
            found.rule(
                refused(EPERM), call, making, seccomp.Arg(place + 1, seccomp.MASKED_EQ, bit, bit)
            )
    return found


def _write_or_execute() -> Filter:
    """Forbid memory that is both written and executed, or becomes executable."""
    found = Filter(seccomp.ALLOW)
    both = PROT_WRITE | PROT_EXEC
    found.rule(refused(EPERM), "mmap", seccomp.Arg(2, seccomp.MASKED_EQ, both, both))
    for call in ("mprotect", "pkey_mprotect"):
        found.rule(refused(EPERM), call, seccomp.Arg(2, seccomp.MASKED_EQ, PROT_EXEC, PROT_EXEC))
    found.rule(refused(EPERM), "shmat", seccomp.Arg(2, seccomp.MASKED_EQ, SHM_EXEC, SHM_EXEC))
    return found


# ---- Running -------------------------------------------------------------------------------------


def command(unit: Path, *words: object) -> list[str]:
    """Return the command that runs another one under a unit."""
    return [sys.executable, __file__, str(unit), "--", *map(str, words)]


def main(words: list[str]) -> None:
    """Replace this process by the command."""
    name, mark, *order = words
    assert mark == "--" and order, "usage: under_unit.py UNIT -- COMMAND [ARGUMENT...]"
    unit = settings(Path(name))
    # The caller's variables override the unit's: a test has another display and other folders.
    given = {
        key: value
        for line in unit.get("Environment", [])
        for key, _, value in (word.partition("=") for word in line.split())
    }
    os.umask(int(unit.get("UMask", ["022"])[-1], 8))
    made = list(filters(unit))
    if ctypes.CDLL(None, use_errno=True).prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_NO_NEW_PRIVS)")
    for one in made:
        one.load()
    os.execvpe(order[0], order, {**given, **os.environ})


if __name__ == "__main__":
    main(sys.argv[1:])
