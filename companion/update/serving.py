"""The system's side of an update that was asked for on the screen: takes the request, does it, and says all the while how it stands."""
from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import UpdateFault
from companion.health.sticks import mounted_sticks
from companion.health.world import World
from companion.session.updating import DONE, FAILED, WORKING
from companion.update.building import Builder, build
from companion.update.fetching import fetch
from companion.update.install import Manner, Switched, back, install
from companion.update.player import player_of
from companion.update.request import ANSWER, REQUEST, Answer, Request, read_answer, take_request, write_answer

FETCHED: Final = "fetched"
"""The folder beside the slots for what comes from a stick, which nobody else may enter."""
UPDATES: Final = "updates"
"""The folder in that of the games for updates that come otherwise."""
BROKEN_OFF: Final = "It ended on the way, before anybody could say why. Look again: it says there which version runs next."


class Desk(NamedTuple):
    """Where requests come in and answers lie, the folders with the slots and with the games, the machine, and what builds a slot."""

    place: Path
    state: Path
    request: Path = REQUEST
    answer: Path = ANSWER
    world: World = World()
    builder: Builder = build
    now: Callable[[], float] = time.time


def serve(desk: Desk) -> Answer | None:
    """Carry out what was asked for; the last word, None where nothing was asked. OSError where no answer can be written.

    Runs as root, and believes nothing of the request but what was read strictly.
    """
    since = desk.now()
    try:
        request = take_request(desk.request)
    except UpdateFault as fault:
        # Nobody knows by which number it was asked: 0 is nobody's.
        return _said(desk, Answer(0, FAILED, f"{fault}.", since))
    if request is None:
        return None
    _said(desk, Answer(request.number, WORKING, "The update is being fetched.", since))
    try:
        done = _done(desk, request, since)
    except Exception as fault:
        # Somebody waits before the screen, whatever has happened.
        words = str(fault) if isinstance(fault, UpdateFault) else f"this has failed: {type(fault).__name__}: {fault}"
        return _said(desk, Answer(request.number, FAILED, _sentence(words), since))
    words = f"Version {done.version} lies in slot {done.slot} and takes over from {done.before or 'the one that runs'} at the next start, on trial."
    return _said(desk, Answer(request.number, DONE, " ".join((words, *done.notes)), since))


def break_off(desk: Desk) -> Answer | None:
    """Nobody works any more: where the last word is that somebody does, say that it has ended."""
    last = read_answer(desk.answer)
    if last is None or last.state != WORKING:
        return None
    return _said(desk, last._replace(state=FAILED, words=BROKEN_OFF))


def tops(world: World, state: Path) -> tuple[Path, ...]:
    """The folders below which updates may lie: every stick, and the one in the folder of the games."""
    return *mounted_sticks(world), state / UPDATES


def _done(desk: Desk, request: Request, since: float) -> Switched:
    def tell(words: str) -> None:
        _said(desk, Answer(request.number, WORKING, words, since))

    # The game waits on the screen with its journal open: only a race that is touched from now on is being played.
    manner = Manner(player_of(desk.state), since, tell)
    if not request.path:
        return back(desk.place, desk.state, since, manner)
    with _fetched(desk, request.path) as path:
        tell("The update has been fetched, and is being compared with its sums.")
        return install(path, desk.place, desk.state, since, request.older, desk.builder, manner)


@contextmanager
def _fetched(desk: Desk, path: str) -> Iterator[Path]:
    """The update as it lies with us; gone afterwards, also what was left by one that was ended on the way."""
    folder = desk.place / FETCHED
    # Left by one that was ended on the way.
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir(mode=0o700)
    except OSError as fault:
        raise UpdateFault(f"{folder} cannot be written to ({fault.strerror}): sudo make install puts it right") from None
    try:
        yield fetch(path, tops(desk.world, desk.state), folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _said(desk: Desk, answer: Answer) -> Answer:
    """Write it down for the screen, and into the log."""
    write_answer(desk.answer, answer)
    print(f"update {answer.number}: {answer.state}: {answer.words}", flush=True)
    return answer


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith('.') else '.'}"
