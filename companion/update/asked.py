"""What is asked for on the screen, and what becomes of it: two small files, by which the game and the system speak with each other.

The game runs without any rights and writes the request into its own folder; a path unit starts the system's side, which believes nothing of
it before it was read strictly. It carries the request out, and says all the while how it stands in an answer that everybody may read.
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

from companion.errors import UpdateFault
from companion.kept_words import as_plain, from_plain
from companion.named_tuples import NamedTuple
from companion.update.building import Builder, build
from companion.update.fetching import tops
from companion.update.files import write_note
from companion.update.install import Manner, Switched, back, install
from companion.update.parcel import SIGNERS
from companion.update.player import Player
from companion.words import Text, listed, sentence, sentences, text, verbatim

REQUEST: Final = Path("/run/clockwork-derby/update.json")
"""In the folder of the game's service; clockwork-derby-update.path waits for it."""
ANSWER: Final = Path("/run/clockwork-derby-update/answer.json")
"""In the folder of clockwork-derby-update.service."""
LONGEST, LONGEST_ANSWER = 8192, 65536
"""Bytes that a request and an answer may have."""
WORKING, DONE, FAILED = "working", "done", "failed"
"""How what was asked for stands."""
LARGEST_NUMBER: Final = 2**63
"""More than any number that the screen's side gives."""
BROKEN_OFF: Final = text(
    "It ended before it could say why. Check again to see the version that runs next."
)


REQUEST_KEYS: Final = ("number", "path")
"""The keys of a request in its file."""


class Request(NamedTuple):
    """A number to tell it from others, and the update's file or "" to go back to the version before.

    Nothing in it lets an older version in: the game may have been taken over. That right has only root, on a terminal.
    """

    number: int
    path: str


class Progress(NamedTuple):
    """By which number it was asked, WORKING, DONE or FAILED, at what or with what outcome, and since when (Unix time).

    `words` are whole sentences, which the screen says in its own language; `since` says when the request was taken up, not when this was
    written.
    """

    number: int
    state: str
    words: Text
    since: float


def _take_request(file: Path) -> Request | None:
    """Take a request away and give it, None where there is none; UpdateFault where it is not one, and then it is gone, too.

    Who wrote it may have laid anything there: a link is not followed, and a pipe not waited for.

    At most LONGEST bytes. A request is never found twice, even where carrying it out is cut off.
    """
    try:
        handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as fault:
        _remove(file)
        raise UpdateFault(
            text("the request cannot be read ({fault})", fault=str(fault.strerror))
        ) from None
    try:
        # First of all, so that whatever stops us does not find it again.
        _remove(file)
        plain = stat.S_ISREG(os.fstat(handle).st_mode)
        told = os.read(handle, LONGEST + 1) if plain else b""
    finally:
        os.close(handle)
    if not plain or len(told) > LONGEST:
        raise UpdateFault(text("the request is not a file of at most {most} bytes", most=LONGEST))
    return _read(told)


def _remove(file: Path) -> None:
    """A folder is removed only where it is empty: systemd tires of one that stays."""
    try:
        file.unlink(missing_ok=True)
    except OSError:
        with suppress(OSError):
            file.rmdir()


def _read(told: bytes) -> Request:
    said = _object(told)
    number, path = (said.get(key) for key in REQUEST_KEYS)
    if said.keys() != set(REQUEST_KEYS) or type(number) is not int or not isinstance(path, str):
        raise UpdateFault(
            text(
                "the request cannot be understood: expected {fields}",
                fields=listed(REQUEST_KEYS, ""),
            )
        )
    # It stands in the log and in answers: no letter of it may do more than be read.
    if not 0 < number < LARGEST_NUMBER or any(not letter.isprintable() for letter in path):
        raise UpdateFault(
            text("the request cannot be understood: its number or its path is impossible")
        )
    return Request(number, path)


def _object(told: bytes) -> dict[str, Any]:
    try:
        # Nested deep enough even short JSON is too much for Python's reader.
        said = json.loads(told.decode("utf-8"))
    except (ValueError, RecursionError):
        said = None
    return said if isinstance(said, dict) else {}


def write_answer(file: Path, answer: Progress) -> None:
    """Say how it stands, so that everybody may read it; OSError where it cannot be written.

    The English stands beside the text, for a game that is older than the texts: it may run from the other slot.
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


def read_answer(file: Path) -> Progress | None:
    """The last word of the system, None where there is none that can be read."""
    try:
        with file.open("rb") as opened:
            said = _object(opened.read(LONGEST_ANSWER))
        # Root's own code may be older than the texts.
        words = from_plain(said["text"]) if "text" in said else verbatim(str(said["words"]))
        return Progress(int(said["number"]), str(said["state"]), words, float(said["since"]))
    except (OSError, KeyError, ValueError, TypeError):
        return None


# ---- Carrying it out -------------------------------------------------------------------------------------------------


class Site(NamedTuple):
    """The machine that an update runs on.

    It has the folders with the slots and with the games, who plays (None: the user that runs this), where requests come in and answers lie, and which
    keys count; the machine's root, what builds a slot, and the time are others in tests only.
    """

    place: Path
    state: Path
    player: Player | None
    request: Path = REQUEST
    answer: Path = ANSWER
    signers: Path = SIGNERS
    root: Path = Path("/")
    builder: Builder = build
    now: Callable[[], float] = time.time


def serve(desk: Site) -> Progress | None:
    """Carry out what was asked for; the last word, None where nothing was asked. OSError where no answer can be written.

    Runs as root, and believes nothing of the request but what was read strictly.
    """
    since = desk.now()
    try:
        request = _take_request(desk.request)
    except UpdateFault as fault:
        # Nobody knows by which number it was asked: 0 is nobody's.
        return _said(desk, Progress(0, FAILED, sentence(fault.words), since))
    if request is None:
        return None
    _said(desk, Progress(request.number, WORKING, text("The update is being fetched."), since))
    try:
        done = _done(desk, request, since)
    except Exception as fault:
        # Somebody waits before the screen, whatever has happened.
        words = (
            fault.words
            if isinstance(fault, UpdateFault)
            else text(
                "this has failed: {kind}: {fault}", kind=type(fault).__name__, fault=str(fault)
            )
        )
        return _said(desk, Progress(request.number, FAILED, sentence(words), since))
    words = text(
        "Version {version} is in installation {slot} and replaces {before} at the next start, on trial.",
        version=done.version,
        slot=done.slot,
        before=done.before or text("this version"),
    )
    return _said(desk, Progress(request.number, DONE, sentences(words, *done.notes), since))


def break_off(desk: Site) -> Progress | None:
    """Nobody works any more: where the last word is that somebody does, say that it has ended."""
    last = read_answer(desk.answer)
    if last is None or last.state != WORKING:
        return None
    return _said(desk, last._replace(state=FAILED, words=BROKEN_OFF))


def _done(desk: Site, request: Request, since: float) -> Switched:
    def tell(words: Text) -> None:
        _said(desk, Progress(request.number, WORKING, words, since))

    # The game waits on the screen with its journal open: only a race that is touched from now on is being played.
    manner = Manner(desk.player, desk.signers, since, tops(desk.root, desk.state), tell)
    if not request.path:
        return back(desk.place, desk.state, since, manner)
    return install(Path(request.path), desk.place, desk.state, since, manner, builder=desk.builder)


def _said(desk: Site, answer: Progress) -> Progress:
    """Write it down for the screen, and into the log."""
    write_answer(desk.answer, answer)
    print(f"update {answer.number}: {answer.state}: {answer.words}", flush=True)
    return answer
