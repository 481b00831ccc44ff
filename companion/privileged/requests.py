"""Updates requested on the screen: two small files between the game and the system.

The game runs without rights and writes the request to its own folder; a path unit starts the
system's side, which trusts nothing in it before strict parsing. It carries out the request and
reports its progress in an answer that everybody may read.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from companion.errors import UpdateError
from companion.kept_words import as_plain, from_plain
from companion.named_tuples import NamedTuple
from companion.privileged.building import Builder, build
from companion.privileged.fetching import tops
from companion.privileged.files import write_note
from companion.privileged.install import InstallOptions, SwitchedSlot, back, install
from companion.privileged.parcel import SIGNERS
from companion.privileged.service_user import ServiceUser
from companion.words import Text, listed, sentence, sentences, text, verbatim

REQUEST: Final = Path("/run/clockwork-derby/update.json")
"""In the folder of the game's service; clockwork-derby-update.path waits for it."""
ANSWER: Final = Path("/run/clockwork-derby-update/answer.json")
"""In the folder of clockwork-derby-update.service."""
LONGEST, LONGEST_ANSWER = 8192, 65536
"""Maximum sizes of a request and an answer in bytes."""
WORKING, DONE, FAILED = "working", "done", "failed"
"""The state of a request."""
LARGEST_NUMBER: Final = 2**63
"""More than any number of a request."""
BROKEN_OFF: Final = text(
    "It ended without a reason. Check again to see the version that runs next."
)


REQUEST_KEYS: Final = ("number", "path")
"""The keys of a request in its file."""


class UpdateRequest(NamedTuple):
    """A request for an update. It can never ask for an older version: the game may be compromised.

    That right has only root, on a terminal.
    """

    number: int
    """Distinguishes it from others."""
    path: str
    """The update's file, or "" to return to the version before."""


class UpdateProgress(NamedTuple):
    """The progress of a request."""

    number: int
    """That of the request."""
    state: str
    """WORKING, DONE or FAILED."""
    words: Text
    """The step or the outcome in whole sentences, which the screen translates."""
    since: float
    """The Unix time of the start of the request, not the one of this writing."""


def _take_request(file: Path) -> UpdateRequest | None:
    """Take a request away and return it, None if there is none.

    At most LONGEST bytes. The writer may have left anything there: links are not followed, pipes
    not waited for. A request is never found twice, even if it is interrupted.

    Raises:
        UpdateError: It is no request; it is removed all the same.
    """
    try:
        handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as fault:
        _remove(file)
        raise UpdateError(
            text("the request cannot be read ({fault})", fault=str(fault.strerror))
        ) from None
    try:
        # First, so that it is not found again after any failure.
        _remove(file)
        plain = stat.S_ISREG(os.fstat(handle).st_mode)
        content = os.read(handle, LONGEST + 1) if plain else b""
    finally:
        os.close(handle)
    if not plain or len(content) > LONGEST:
        raise UpdateError(text("the request is not a file of at most {most} bytes", most=LONGEST))
    said = _object(content)
    number, path = (said.get(key) for key in REQUEST_KEYS)
    if said.keys() != set(REQUEST_KEYS) or type(number) is not int or not isinstance(path, str):
        raise UpdateError(
            text(
                "the request cannot be understood: expected {fields}",
                fields=listed(REQUEST_KEYS, ""),
            )
        )
    # It goes to the log and to answers, so it must be printable.
    if not 0 < number < LARGEST_NUMBER or any(not letter.isprintable() for letter in path):
        raise UpdateError(
            text("the request cannot be understood: its number or its path is impossible")
        )
    return UpdateRequest(number, path)


def _remove(file: Path) -> None:
    """Remove a request. A folder is removed only if empty: systemd gives up on one that stays."""
    try:
        file.unlink(missing_ok=True)
    except OSError:
        with suppress(OSError):
            file.rmdir()


def _object(content: bytes) -> dict[str, Any]:
    try:
        # Deep nesting is too much for Python's reader even in short JSON.
        said = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError):
        said = None
    return said if isinstance(said, dict) else {}


def write_answer(file: Path, answer: UpdateProgress) -> None:
    """Write an answer that everybody may read; raises OSError.

    It also has the English words for a game older than the texts, which may run from the other
    slot.
    """
    write_note(
        file,
        json.dumps(
            {
                "number": answer.number,
                "state": answer.state,
                "words": str(answer.words),
                "since": answer.since,
                "text": as_plain(answer.words),
            }
        ),
    )


def read_answer(file: Path) -> UpdateProgress | None:
    """Return the system's last answer, None if unreadable."""
    try:
        with file.open("rb") as opened:
            said = _object(opened.read(LONGEST_ANSWER))
        # Root's own code may be older than the texts.
        words = from_plain(said["text"]) if "text" in said else verbatim(str(said["words"]))
        return UpdateProgress(int(said["number"]), str(said["state"]), words, float(said["since"]))
    except (OSError, KeyError, ValueError, TypeError):
        return None


# ---- Carrying out a request ----------------------------------------------------------------------


class UpdateSite(NamedTuple):
    """The machine of an update. Tests replace its root, builder and clock."""

    place: Path
    """The folder of the slots."""
    state: Path
    """The folder of the games."""
    service_user: ServiceUser | None
    """The user of the games; None for the user of this process."""
    request: Path = REQUEST
    answer: Path = ANSWER
    signers: Path = SIGNERS
    """The file with the trusted keys."""
    root: Path = Path("/")
    builder: Builder = build
    now: Callable[[], float] = time.time


def serve(desk: UpdateSite) -> UpdateProgress | None:
    """Carry out a request as root; return the last answer, None without a request.

    Trusts nothing of the request before strict parsing.

    Raises:
        OSError: No answer can be written.
    """
    since = desk.now()
    try:
        request = _take_request(desk.request)
    except UpdateError as fault:
        # The number of the request is unknown; 0 is no request's.
        return _write_progress(desk, UpdateProgress(0, FAILED, sentence(fault.words), since))
    if request is None:
        return None
    _write_progress(
        desk, UpdateProgress(request.number, WORKING, text("The update is being fetched."), since)
    )
    try:
        done = _carry_out(desk, request, since)
    except Exception as fault:
        # After any failure: a person waits before the screen.
        if isinstance(fault, UpdateError):
            words = fault.words
        else:
            words = text(
                "this has failed: {kind}: {fault}", kind=type(fault).__name__, fault=str(fault)
            )
        return _write_progress(desk, UpdateProgress(request.number, FAILED, sentence(words), since))
    words = text(
        "Version {version} is in installation {slot} and replaces {before} at the next start, on"
        " trial.",
        version=done.version,
        slot=done.slot,
        before=done.before or text("this version"),
    )
    return _write_progress(
        desk, UpdateProgress(request.number, DONE, sentences(words, *done.notes), since)
    )


def break_off(desk: UpdateSite) -> UpdateProgress | None:
    """If the last answer is WORKING although nobody works any more, write that it failed."""
    last = read_answer(desk.answer)
    if last is None or last.state != WORKING:
        return None
    return _write_progress(desk, last._replace(state=FAILED, words=BROKEN_OFF))


def _carry_out(desk: UpdateSite, request: UpdateRequest, since: float) -> SwitchedSlot:
    def tell(words: Text) -> None:
        _write_progress(desk, UpdateProgress(request.number, WORKING, words, since))

    # The game waits on the screen with its journal open: only a race touched from now on is being
    # played.
    options = InstallOptions(
        desk.service_user, desk.signers, since, tops(desk.root, desk.state), tell
    )
    if not request.path:
        return back(desk.place, desk.state, since, options)
    return install(Path(request.path), desk.place, desk.state, since, options, builder=desk.builder)


def _write_progress(desk: UpdateSite, answer: UpdateProgress) -> UpdateProgress:
    """Write an answer for the screen and into the log."""
    write_answer(desk.answer, answer)
    print(f"update {answer.number}: {answer.state}: {answer.words}", flush=True)
    return answer
