"""Whoever plays, and what is done in their name only: the games are theirs, and what lies in a slot never runs with more rights."""

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
from companion.errors import UpdateFault
from companion.kept_words import kept_words, words_kept
from companion.named_tuples import NamedTuple
from companion.words import Text, text, verbatim

LONGEST: Final = 4096
"""Bytes of an answer that count."""
PATIENCE: Final = 120
"""Seconds that looking at the games may take."""
NAP: Final = 0.2
"""Seconds between two looks whether a programme has ended."""
USER: Final = "derby"
"""Who plays on an appliance."""
NOBODY: Final = 65534
"""The number of the user without any rights, and of that user's group."""


class Player(NamedTuple):
    """The numbers of a user and of their group."""

    user: int
    group: int


class Ran(NamedTuple):
    """How a programme ended, and what it said, without control characters."""

    status: int
    said: str
    complaint: str


def player_of(state: Path) -> Player | None:
    """In whose name the games are looked at and a slot is tried; None where that is whoever runs this, who is not root.

    It is the owner of the folder with the games, else who has called sudo, else the appliance's user, and at last nobody: never root.
    """
    if os.geteuid():
        return None
    with suppress(OSError):
        owner = state.stat()
        if owner.st_uid:
            return Player(owner.st_uid, owner.st_gid)
    looks: tuple[Callable[[], pwd.struct_passwd], ...] = (
        lambda: pwd.getpwuid(int(os.environ.get("SUDO_UID", ""))),
        lambda: pwd.getpwnam(USER),
    )
    for look in looks:
        with suppress(KeyError, ValueError, OverflowError):
            found = look()
            if found.pw_uid:
                return Player(found.pw_uid, found.pw_gid)
    return Player(NOBODY, NOBODY)


# ---- A programme of a slot -------------------------------------------------------------------------------------------


def run_as(
    player: Player | None,
    words: Sequence[str],
    surroundings: Mapping[str, str],
    home: Path,
    patience: float,
) -> Ran:
    """Run a programme in the name of this player, without any right or file of ours; OSError or TimeoutExpired where it does not end well.

    What it says is believed by nobody: of each stream LONGEST bytes are kept, whoever holds it open when the programme has ended is not
    waited for, and what it has left running in its group is ended.
    """
    command = [*_lowered(player), *words]
    with children.start(
        command,
        env=surroundings,
        cwd=home,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            said, complaint = _heard(process, patience)
        finally:
            # Before it is waited for: until then its number belongs to nobody else.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    return Ran(process.returncode, _printable(said), _printable(complaint))


def _lowered(player: Player | None) -> list[str]:
    """What stands before a command so that it has the rights of this player and can never get more."""
    if player is None:
        return []
    # Other rights undo what ties it to us.
    return [
        "/usr/bin/setpriv",
        "--pdeathsig=KILL",
        f"--reuid={player.user}",
        f"--regid={player.group}",
        "--clear-groups",
        "--no-new-privs",
        "--",
    ]


def _heard(process: subprocess.Popen[bytes], patience: float) -> tuple[bytes, bytes]:
    heard, end = (
        {process.stdout: bytearray(), process.stderr: bytearray()},
        time.monotonic() + patience,
    )
    with selectors.DefaultSelector() as ears:
        for stream in heard:
            assert stream is not None
            ears.register(stream, selectors.EVENT_READ, heard[stream])
        while ears.get_map():
            # Asked first: what a programme has said is there when it has ended, and is still to be read.
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
    """Whether it has, without taking its end away from whoever waits for it."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None


def _printable(said: bytes) -> str:
    """What may stand in a log and on a screen: no letter of it may do more than be read."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else " "
        for letter in said.decode("utf-8", "replace")
    )


# ---- A look at the games ---------------------------------------------------------------------------------------------


def as_player(player: Player | None, deed: Callable[[], str]) -> str:
    """Do something with the rights of this player and no others, and give its answer; UpdateFault where it cannot be done in PATIENCE seconds.

    A link that the player has laid in their folder leads it nowhere but where they may go themselves, and it has no open file of ours.

    `deed` runs in a process of its own, so what it changes in memory is lost; its answer may have LONGEST bytes.
    """
    if player is None:
        try:
            return deed()
        except (UpdateFault, OSError) as fault:
            raise _unseen(_words_of(fault)) from None
    ear, mouth = os.pipe()
    child = os.fork()
    if child == 0:
        _do(player, deed, mouth)
    os.close(mouth)
    with os.fdopen(ear, "rb") as line:
        said = _printable(line.read(LONGEST))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == -signal.SIGALRM:
        raise UpdateFault(
            text(
                "the games could not be looked at within {patience} seconds: something in their folder is no file",
                patience=PATIENCE,
            )
        )
    if status:
        raise _unseen(words_kept(said) or text("no reason was given"))
    return said


def _unseen(why: Text) -> UpdateFault:
    return UpdateFault(text("the games could not be looked at: {why}", why=why))


def _words_of(fault: BaseException) -> Text:
    return (
        fault.words
        if isinstance(fault, UpdateFault)
        else verbatim(f"{type(fault).__name__}: {fault}")
    )


def _do(player: Player, deed: Callable[[], str], mouth: int) -> None:
    """In the child, from which nobody comes back."""
    status = 1
    try:
        # Whoever lays a pipe where we have just seen a file keeps us waiting no longer than this.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATIENCE)
        os.closerange(3, mouth)
        os.closerange(mouth + 1, os.sysconf("SC_OPEN_MAX"))
        # In this order: whoever has become another user may change groups no more.
        os.setgroups(())
        os.setgid(player.group)
        os.setuid(player.user)
        os.write(mouth, deed().encode()[:LONGEST])
        status = 0
    except BaseException as fault:
        os.write(mouth, kept_words(_words_of(fault)).encode()[:LONGEST])
    finally:
        # Not sys.exit(): what the parent has still to write would be written twice.
        os._exit(status)
