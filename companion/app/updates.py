"""The screen's side of updates: what there is, asking the system for one, and hearing how it stands. All of it may take its time.

What is found here about an update is only shown: whether it is installed root decides, who looks at it anew.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion import __version__
from companion.errors import UpdateFault
from companion.folders import write_whole
from companion.health.sticks import mounted_sticks
from companion.health.world import World
from companion.named_tuples import NamedTuple
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
from companion.update import OURS, PLACE, guard
from companion.update.asked import ANSWER, REQUEST, REQUEST_KEYS, Progress, read_answer
from companion.update.fetching import UPDATES
from companion.update.parcel import SIGNERS, read_parcel
from companion.update.wheel import age, misfit
from companion.words import NOTHING, Text, sentence, text

UNIT: Final = "/etc/systemd/system/clockwork-derby-update.path"
"""What waits for requests; a machine that was installed before there was such a thing has none."""
MOST: Final = 12
"""So many updates are looked at."""
LISTENING, NAP = 1.0, 0.1
"""Seconds that one waiting takes at most, and between two looks at the answer."""
PATIENCE: Final = 60.0
"""Seconds within which the system takes up what was asked for."""


class Post(NamedTuple):
    """Where slots, games, requests and answers are, in which folder this Python lives, the machine, the time, and how to wait.

    `python` tells whether this very game runs from a slot; with `nap` and `now` tests need not wait.
    """

    state: Path
    place: Path = PLACE
    request: Path = REQUEST
    answer: Path = ANSWER
    signers: Path = SIGNERS
    python: Path = Path(sys.prefix)
    world: World = World()
    now: Callable[[], float] = time.time
    nap: Callable[[float], object] = time.sleep


def carried_out(post: Post, command: UpdateCommand) -> Message:
    """Do what is asked about updates, and answer.

    It may take seconds, since sticks are slow: called as a background task.
    """
    if isinstance(command, AskForUpdate):
        return ask(post, command.path)
    return listen(post, command.number) if isinstance(command, AwaitUpdate) else look(post)


# ---- What there is ---------------------------------------------------------------------------------------------------


def look(post: Post) -> UpdatesSeen:
    """Slots, trial, and every update on sticks and in the folder for them; each with its signature and sums."""
    seen = UpdatesSeen(__version__, _slots(post.place), elsewhere=elsewhere(post))
    if seen.elsewhere:
        return seen
    trial, last = guard.trial_of(post.place), read_answer(post.answer)
    # A slot is on trial, but this game still runs from the other one: nothing can be asked for before it was started anew.
    waiting = trial.version if trial is not None and post.python.name != trial.new else ""
    # Asked for earlier, perhaps before this game was started, and still going on.
    heard = _heard(post, last) if last is not None and last.state == WORKING else None
    return seen._replace(
        offers=_offers(post),
        before="" if waiting else _before(post.place),
        waiting=waiting,
        heard=heard,
    )


def elsewhere(post: Post) -> Text:
    """How updates come to this machine, where they do not come by this page; NOTHING where they do."""
    if post.python.parent != post.place or post.python.name not in guard.SLOTS:
        return text(
            "This app does not run from an installation in {place}, but from {folder}. Get "
            "the newer version as you got this one: newer sources, installed in the same "
            "way.",
            place=str(post.place),
            folder=str(post.python),
        )
    # Both: the unit may be there while the game runs in a terminal, without the folder that the service gives it.
    if not post.world.path(UNIT).exists() or not os.access(post.request.parent, os.W_OK):
        return text(
            "On this computer an update cannot be installed from the screen. In a "
            "terminal: sudo clockwork-derby update install, followed by the folder of the "
            "stick. A table with its own display can do it here after sudo make install.",
        )
    return NOTHING


def _slots(place: Path) -> tuple[Text, ...]:
    try:
        return guard.status(place)
    except UpdateFault:
        return ()


def _before(place: Path) -> str:
    slot = guard.other(guard.running(place))
    try:
        return guard.version_of(place / slot) if guard.is_sound(place, slot) else ""
    except UpdateFault:
        return ""


def _offers(post: Post) -> tuple[UpdateOffer, ...]:
    """The newest first; those that are refused last."""
    found = [_offer(path, words, post.signers) for path, words in _found(post)][:MOST]
    fine = sorted(
        (offer for offer in found if offer.age != REFUSED),
        key=lambda offer: age(offer.version),
        reverse=True,
    )
    return *fine, *(offer for offer in found if offer.age == REFUSED)


def _found(post: Post) -> Iterator[tuple[Path, Text]]:
    """Every file that has the name of an update, and where it lies in words: at the top of a stick, or in a folder `updates`."""
    sticks = (
        (stick / below, text("on the stick {stick}", stick=stick.name))
        for stick in mounted_sticks(post.world)
        for below in ("", UPDATES)
    )
    for folder, words in (*sticks, (post.state / UPDATES, text("in the folder for updates"))):
        with suppress(OSError):
            for path in sorted(folder.glob(f"{OURS}-*.whl")):
                yield path, words


def _offer(path: Path, place: Text, signers: Path) -> UpdateOffer:
    try:
        wheel = read_parcel(path, signers).wheel
        if reason := misfit(wheel):
            raise UpdateFault(reason)
        theirs, ours = age(wheel.version), age(__version__)
    except UpdateFault as fault:
        return UpdateOffer(str(path), "", place, REFUSED, sentence(fault.words))
    return UpdateOffer(
        str(path),
        wheel.version,
        place,
        NEWER if theirs > ours else OLDER if theirs < ours else SAME,
    )


# ---- Asking, and hearing ---------------------------------------------------------------------------------------------


def ask(post: Post, path: str) -> UpdateHeard:
    """Ask the system to install a file, or with "" to go back; by the number in the answer it is waited for."""
    # From the time, so that no two are alike and it says how long nobody has answered; milliseconds are near enough.
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


def listen(post: Post, number: int) -> UpdateHeard:
    """Wait a second at most; at once where it has come to its end. A request that nobody takes up is taken back.

    Whoever wants to hear more calls again: each time one answer comes back, be it that nothing is new.
    """
    left = LISTENING
    while True:
        last = read_answer(post.answer)
        mine = last if last is not None and last.number == number else None
        # `left` counts naps, so that it does not matter when the clock is set meanwhile.
        if (mine is not None and mine.state != WORKING) or left <= 0:
            break
        post.nap(NAP)
        left -= NAP
    if mine is not None:
        return _heard(post, mine)
    waited = post.now() - number / 1000
    if waited <= PATIENCE:
        return UpdateHeard(
            number, WORKING, text("The system was asked to install it."), int(waited)
        )
    with suppress(OSError):
        # Else it would be carried out whenever the system comes round to it, when nobody expects that any more.
        post.request.unlink(missing_ok=True)
    return UpdateHeard(
        number,
        FAILED,
        text(
            "The system has not reacted within a minute. Look for the reason: systemctl status "
            "clockwork-derby-update.path clockwork-derby-update",
        ),
    )


def _heard(post: Post, answer: Progress) -> UpdateHeard:
    state = answer.state if answer.state in (WORKING, DONE) else FAILED
    return UpdateHeard(answer.number, state, answer.words, max(0, int(post.now() - answer.since)))
