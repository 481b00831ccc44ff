"""The player's user, and how to act as that user.

The games belong to it, and programs of a slot never run with more rights.
"""

from __future__ import annotations

import os
import pwd
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion import children
from companion.errors import UpdateError
from companion.kept_words import kept_words, words_kept
from companion.named_tuples import NamedTuple
from companion.words import Text, text, verbatim

LONGEST: Final = 4096
"""Maximum length of an answer in bytes."""
PATIENCE: Final = 120
"""Seconds for handling the games."""
NAP: Final = 0.2
"""Seconds between two checks whether a program has ended."""
USER: Final = "derby"
"""The player's user on an appliance."""
NOBODY: Final = 65534
"""The number of the user without any rights, and of its group."""


class ServiceUser(NamedTuple):
    """A Unix user, by its number and that of its group."""

    user: int
    group: int


class ProgramResult(NamedTuple):
    """The end of a program and its output, without control characters."""

    status: int
    said: str
    complaint: str


def service_user_of(state: Path) -> ServiceUser | None:
    """Return the user who handles the games and tests a slot; None for a process without root.

    It is the owner of the folder of the games, else the caller of sudo, else the appliance's user,
    and finally nobody: never root.
    """
    if os.geteuid():
        return None
    with suppress(OSError):
        owner = state.stat()
        if owner.st_uid:
            return ServiceUser(owner.st_uid, owner.st_gid)
    looks: tuple[Callable[[], pwd.struct_passwd], ...] = (
        lambda: pwd.getpwuid(int(os.environ.get("SUDO_UID", ""))),
        lambda: pwd.getpwnam(USER),
    )
    for look in looks:
        with suppress(KeyError, ValueError, OverflowError):
            found = look()
            if found.pw_uid:
                return ServiceUser(found.pw_uid, found.pw_gid)
    return ServiceUser(NOBODY, NOBODY)


# ---- A program of a slot -------------------------------------------------------------------------


def run_as(
    service_user: ServiceUser | None,
    words: Sequence[str],
    surroundings: Mapping[str, str],
    home: Path,
    patience: float,
) -> ProgramResult:
    """Run a program as this user, without any right or file of ours.

    Its output is not trusted: LONGEST bytes of each stream are kept. Other processes that hold a
    stream open after its end are not waited for, and those in its group are killed.

    Raises:
        OSError: It cannot be run.
        TimeoutExpired: It takes longer than `patience` seconds.
    """
    # For ever; other rights would undo the tie to this process.
    if service_user is None:
        limits = []
    else:
        limits = [
            "/usr/bin/setpriv",
            "--pdeathsig=KILL",
            f"--reuid={service_user.user}",
            f"--regid={service_user.group}",
            "--clear-groups",
            "--no-new-privs",
            "--",
        ]
    with children.start(
        [*limits, *words],
        env=surroundings,
        cwd=home,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            said, complaint = _read_output(process, patience)
        finally:
            # Before waiting for it: until then its number is not reused.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    return ProgramResult(process.returncode, _printable(said), _printable(complaint))


def _read_output(process: subprocess.Popen[bytes], patience: float) -> tuple[bytes, bytes]:
    heard, end = (
        {process.stdout: bytearray(), process.stderr: bytearray()},
        time.monotonic() + patience,
    )
    with selectors.DefaultSelector() as ears:
        for stream in heard:
            assert stream is not None
            ears.register(stream, selectors.EVENT_READ, heard[stream])
        while ears.get_map():
            # Asked first: the output of a program that has ended is complete and can still be read.
            ended = _has_ended(process)
            ready = ears.select(0 if ended else NAP)
            for key, _ in ready:
                piece = os.read(key.fd, 1 << 16)
                said: bytearray = key.data
                said += piece[: max(0, LONGEST - len(said))]
                if not piece:
                    ears.unregister(key.fileobj)
            if ended and not ready:
                break
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(process.args, patience)
        # Both streams may be closed long before the end.
        while not _has_ended(process):
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(process.args, patience)
            time.sleep(NAP / 10)
    return bytes(heard[process.stdout]), bytes(heard[process.stderr])


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Return whether it has ended, without reaping it."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None


def _printable(said: bytes) -> str:
    """Return output fit for a log and a screen: printable letters only."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else " "
        for letter in said.decode("utf-8", "replace")
    )


# ---- Handling the games --------------------------------------------------------------------------


def as_service_user(service_user: ServiceUser | None, deed: Callable[[], str]) -> str:
    """Do something with the rights of this user only; return its answer.

    A link in the user's folder leads only to where that user may go, and no open file of ours is
    inherited. `deed` runs in its own process, so its changes in memory are lost; its answer may
    have LONGEST bytes.

    Raises:
        UpdateError: It fails or takes more than PATIENCE seconds.
    """
    if service_user is None:
        try:
            return deed()
        except (UpdateError, OSError) as fault:
            raise _unreadable_games_error(_words_of(fault)) from None
    ear, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        _do(service_user, deed, mouth)
    os.close(mouth)
    with os.fdopen(ear, "rb") as line:
        said = _printable(line.read(LONGEST))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == -signal.SIGALRM:
        raise UpdateError(
            text(
                "the games could not be checked within {patience} seconds: something in their "
                "folder is not a file",
                patience=PATIENCE,
            )
        )
    if status:
        raise _unreadable_games_error(words_kept(said) or text("no reason was given"))
    return said


def _unreadable_games_error(why: Text) -> UpdateError:
    return UpdateError(text("the games could not be checked: {why}", why=why))


def _words_of(fault: BaseException) -> Text:
    if isinstance(fault, UpdateError):
        return fault.words
    return verbatim(f"{type(fault).__name__}: {fault}")


def _do(service_user: ServiceUser, deed: Callable[[], str], mouth: int) -> None:
    """Run the deed in the child and exit."""
    status = 1
    try:
        # A pipe put in place of a checked file delays us no longer than this.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATIENCE)
        os.closerange(3, mouth)
        os.closerange(mouth + 1, os.sysconf("SC_OPEN_MAX"))
        # In this order: another user may no longer change groups.
        os.setgroups(())
        os.setgid(service_user.group)
        os.setuid(service_user.user)
        os.write(mouth, deed().encode()[:LONGEST])
        status = 0
    except BaseException as fault:
        os.write(mouth, kept_words(_words_of(fault)).encode()[:LONGEST])
    finally:
        # Not sys.exit(): it would write the parent's buffers twice.
        os._exit(status)
