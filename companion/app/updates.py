"""Find updates for the screen, ask the system to install one, and report its progress.

All of it may take time. Updates found here are only shown: root checks the update again before it
installs it.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion import __version__
from companion.errors import UpdateError
from companion.folders import write_whole
from companion.health.world import World, mounted_sticks
from companion.named_tuples import NamedTuple
from companion.privileged import OURS, PLACE, guard
from companion.privileged.fetching import UPDATES
from companion.privileged.parcel import SIGNERS, read_parcel
from companion.privileged.requests import ANSWER, REQUEST, REQUEST_KEYS, UpdateProgress, read_answer
from companion.privileged.wheel import misfit_reason, version_key
from companion.session.commands import AskForUpdate, AwaitUpdate, UpdateCommand
from companion.session.messages import Message
from companion.session.pages.update import (
    DONE,
    FAILED,
    NEWER,
    OLDER,
    REFUSED,
    SAME,
    WORKING,
    UpdateHeard,
    UpdateOffer,
    UpdatesSeen,
)
from companion.words import NOTHING, Text, sentence, text

UNIT: Final = "/etc/systemd/system/clockwork-derby-update.path"
"""The unit that waits for requests; machines installed before it existed have none."""
MOST: Final = 12
"""Maximum number of updates that are examined."""
LISTENING, NAP = 1.0, 0.1
"""The longest wait in seconds, and the pause between two looks at the answer."""
PATIENCE: Final = 60.0
"""Seconds within which the system must take up a request."""


class UpdateFolders(NamedTuple):
    """The machine, and the folders of slots, games, requests and answers; tests replace some."""

    state: Path
    place: Path = PLACE
    request: Path = REQUEST
    answer: Path = ANSWER
    signers: Path = SIGNERS
    python: Path = Path(sys.prefix)
    """The folder of this Python, which tells whether the app runs from a slot."""
    world: World = World()
    now: Callable[[], float] = time.time
    nap: Callable[[float], object] = time.sleep


def carry_out(post: UpdateFolders, command: UpdateCommand) -> Message:
    """Do what is asked about updates, and return the answer.

    Call it as a background task: it may take seconds, because sticks are slow.
    """
    if isinstance(command, AskForUpdate):
        return ask(post, command.path)
    return listen(post, command.number) if isinstance(command, AwaitUpdate) else look(post)


# ---- Offers ----


def look(post: UpdateFolders) -> UpdatesSeen:
    """Return slots, trial, and every update on sticks and in the update folder, checked."""
    slots: tuple[Text, ...] = ()
    with suppress(UpdateError):
        slots = guard.status(post.place)
    seen = UpdatesSeen(__version__, slots, elsewhere=elsewhere(post))
    if seen.elsewhere:
        return seen
    trial, last = guard.trial_of(post.place), read_answer(post.answer)
    # A slot is on trial, but the app still runs from the other one: no request before it was
    # restarted.
    waiting = trial.version if trial is not None and post.python.name != trial.new else ""
    before = ""
    if not waiting:
        slot = guard.other_slot(guard.running_slot(post.place))
        with suppress(UpdateError):
            if guard.is_sound(post.place, slot):
                before = guard.version_of(post.place / slot)
    # Requested earlier, perhaps before the app was started, and still running.
    heard = _update_heard(post, last) if last is not None and last.state == WORKING else None
    return seen._replace(
        offers=_offers(post),
        before=before,
        waiting=waiting,
        heard=heard,
    )


def elsewhere(post: UpdateFolders) -> Text:
    """Return how this machine gets its updates, if not by this page; else NOTHING."""
    if post.python.parent != post.place or post.python.name not in guard.SLOTS:
        return text(
            "This app does not run from an installation in {place}, but from {folder}. Get "
            "the newer version as you got this one: newer sources, installed in the same "
            "way.",
            place=str(post.place),
            folder=str(post.python),
        )
    # Both: the unit may exist while the app runs in a terminal, without the folder that the service
    # gives it.
    if not post.world.path(UNIT).exists() or not os.access(post.request.parent, os.W_OK):
        return text(
            "On this computer, updates are not installed from the screen. In a terminal: sudo "
            "clockwork-derby update install, followed by the folder of the stick. A table with "
            "its own display can do it here after sudo make install.",
        )
    return NOTHING


def _offers(post: UpdateFolders) -> tuple[UpdateOffer, ...]:
    """Return the updates on offer, the newest first, refused ones last."""
    folders = [
        (stick / below, text("on the stick {stick}", stick=stick.name))
        for stick in mounted_sticks(post.world)
        for below in ("", UPDATES)
    ]
    folders.append((post.state / UPDATES, text("in the folder for updates")))
    files: list[tuple[Path, Text]] = []
    for folder, place in folders:
        with suppress(OSError):
            files += [(path, place) for path in sorted(folder.glob(f"{OURS}-*.whl"))]
    found = [_offer(path, place, post.signers) for path, place in files][:MOST]
    fine = sorted(
        (offer for offer in found if offer.age != REFUSED),
        key=lambda offer: version_key(offer.version),
        reverse=True,
    )
    return *fine, *(offer for offer in found if offer.age == REFUSED)


def _offer(path: Path, place: Text, signers: Path) -> UpdateOffer:
    try:
        wheel = read_parcel(path, signers).wheel
        if reason := misfit_reason(wheel):
            raise UpdateError(reason)
        theirs, ours = version_key(wheel.version), version_key(__version__)
    except UpdateError as fault:
        return UpdateOffer(str(path), "", place, REFUSED, sentence(fault.words))
    return UpdateOffer(
        str(path),
        wheel.version,
        place,
        NEWER if theirs > ours else OLDER if theirs < ours else SAME,
    )


# ---- Requests ----


def ask(post: UpdateFolders, path: str) -> UpdateHeard:
    """Ask the system to install a file, or to go back if `path` is "".

    The number in the answer identifies the request.
    """
    # From the time, so that numbers differ and show how long nobody has answered; milliseconds
    # suffice.
    number = int(post.now() * 1000)
    try:
        write_whole(post.request, json.dumps(dict(zip(REQUEST_KEYS, (number, path), strict=True))))
    except OSError as fault:
        return UpdateHeard(
            number,
            FAILED,
            text(
                "The system could not be asked: {path} cannot be written ({fault}).",
                path=str(post.request),
                fault=str(fault.strerror),
            ),
        )
    return UpdateHeard(number, WORKING, text("The system was asked to install it."))


def listen(post: UpdateFolders, number: int) -> UpdateHeard:
    """Wait for news of a request for at most a second, and cancel one that nobody takes up.

    Call it again to hear more: each call returns one answer, perhaps an unchanged one.
    """
    left = LISTENING
    while True:
        last = read_answer(post.answer)
        mine = last if last is not None and last.number == number else None
        # `left` counts naps, so that setting the clock does not matter.
        if (mine is not None and mine.state != WORKING) or left <= 0:
            break
        post.nap(NAP)
        left -= NAP
    if mine is not None:
        return _update_heard(post, mine)
    waited = post.now() - number / 1000
    if waited <= PATIENCE:
        return UpdateHeard(
            number, WORKING, text("The system was asked to install it."), int(waited)
        )
    with suppress(OSError):
        # Otherwise the system might carry it out much later, unexpectedly.
        post.request.unlink(missing_ok=True)
    return UpdateHeard(
        number,
        FAILED,
        text(
            "The system did not react within a minute. Look for the reason: systemctl status "
            "clockwork-derby-update.path clockwork-derby-update",
        ),
    )


def _update_heard(post: UpdateFolders, answer: UpdateProgress) -> UpdateHeard:
    state = answer.state if answer.state in (WORKING, DONE) else FAILED
    return UpdateHeard(answer.number, state, answer.words, max(0, int(post.now() - answer.since)))
