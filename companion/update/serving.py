"""The system's side of an update that was asked for on the screen: takes the request, does it, and says all the while how it stands."""
from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import UpdateFault
from companion.update.building import Builder, build
from companion.update.fetching import tops
from companion.update.install import Manner, Switched, back, install
from companion.update.player import Player
from companion.update.request import ANSWER, DONE, FAILED, REQUEST, WORKING, Answer, Request, read_answer, take_request, write_answer
from companion.update.signature import SIGNERS

BROKEN_OFF: Final = "It ended on the way, before anybody could say why. Look again: it says there which version runs next."


class Desk(NamedTuple):
    """The folders with the slots and with the games, who plays (None: whoever runs this), where requests come in and answers lie, and which
    keys count; the machine's root, what builds a slot, and the time are others in tests only."""

    place: Path
    state: Path
    player: Player | None
    request: Path = REQUEST
    answer: Path = ANSWER
    signers: Path = SIGNERS
    root: Path = Path("/")
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


def _done(desk: Desk, request: Request, since: float) -> Switched:
    def tell(words: str) -> None:
        _said(desk, Answer(request.number, WORKING, words, since))

    # The game waits on the screen with its journal open: only a race that is touched from now on is being played.
    manner = Manner(desk.player, desk.signers, since, tops(desk.root, desk.state), tell)
    if not request.path:
        return back(desk.place, desk.state, since, manner)
    return install(Path(request.path), desk.place, desk.state, since, manner, request.older, desk.builder)


def _said(desk: Desk, answer: Answer) -> Answer:
    """Write it down for the screen, and into the log."""
    write_answer(desk.answer, answer)
    print(f"update {answer.number}: {answer.state}: {answer.words}", flush=True)
    return answer


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith('.') else '.'}"
