"""The page of updates in telling states: while it looks, with updates, with none, before installing, meanwhile, and how it ends.

Sticks, versions and sentences are made up: no installer runs, and `Away` keeps background tasks from looking at this machine.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.app.loop import EventLoop
from companion.session.messages import Message, OpenPage
from companion.session.pages.update import ChooseUpdate, InstallUpdate, UpdateHeard, UpdateOffer, UpdatesSeen
from tests.gallery.doctor import Away
from tests.gallery.race import evening, race

STICK: Final = "/run/media/system/STICK"
OFFERS: Final = (
    UpdateOffer(f"{STICK}/clockwork_derby-1.4.0-py3-none-any.whl", "1.4.0", "on the stick STICK", "newer"),
    UpdateOffer(f"{STICK}/clockwork_derby-1.2.0-py3-none-any.whl", "1.2.0", "in the folder for updates", "older"),
    UpdateOffer(
        f"{STICK}/clockwork_derby-1.5.0-py3-none-any.whl", "", "on the stick STICK", "refused",
        "clockwork_derby-1.5.0-py3-none-any.whl has another sum than SHA256SUMS says: it is damaged or cut off. Copy it to the stick again from where it was made.",
    ),
)
UNSIGNED: Final = UpdateOffer(
    f"{STICK}/clockwork_derby-1.6.0-py3-none-any.whl", "", "on the stick STICK", "refused",
    "SHA256SUMS.sig is missing, so nobody can tell who made this update. Build it with `make wheel`, and copy all of dist to the stick.",
)
STRANGERS: Final = UpdateOffer(
    f"{STICK}/updates/clockwork_derby-1.6.0-py3-none-any.whl", "", "on the stick STICK", "refused",
    "SHA256SUMS is signed by a key that this table does not know (SHA256:0Vn3rMDdYq4rZ1rf…). Build the update with `make wheel` where your "
    "own key is, or add this key: sudo make install key=FILE.pub",
)
SLOTS: Final = ("slot a: version 1.3.0, runs at the next start", "slot b: version 1.2.9")
SEEN: Final = UpdatesSeen("1.3.0", SLOTS, OFFERS, before="1.2.9")
DONE: Final = "Version 1.4.0 lies in slot b and takes over from 1.3.0 at the next start, on trial."
ELSEWHERE: Final = (
    "This game runs from a folder with its sources (/opt/derby), so updates do not come by this page: get the newer sources there, "
    "as you have got these, and run make install again."
)


def _opened(seen: UpdatesSeen | None, *said: Message, loop: EventLoop | None = None) -> EventLoop:
    """The page has been opened, perhaps something was found, and this was said."""
    loop = loop or evening()
    loop.host.background = Away()
    for message in (OpenPage("update"), *((seen,) if seen is not None else ()), *said):
        loop.send(message)
    return loop


def _asked(state: str, words: str, seconds: int = 0) -> EventLoop:
    """The first update was asked for, and this was heard of it; `state` is "working", "done" or "failed", `seconds` how long it has worked."""
    return _opened(SEEN, ChooseUpdate(OFFERS[0].path), InstallUpdate(), UpdateHeard(1, state, words, seconds))


UPDATE_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "update-looking": lambda: _opened(None),
    "update-found": lambda: _opened(SEEN),
    "update-unsigned": lambda: _opened(SEEN._replace(offers=(UNSIGNED, STRANGERS))),
    "update-none": lambda: _opened(SEEN._replace(offers=())),
    "update-playing": lambda: _opened(SEEN, loop=race()),
    "update-waiting": lambda: _opened(UpdatesSeen("1.3.0", ("slot a: version 1.3.0", "slot b: version 1.4.0, runs at the next start"), OFFERS[1:2], waiting="1.4.0")),
    "update-elsewhere": lambda: _opened(UpdatesSeen("1.3.0", elsewhere=ELSEWHERE)),
    "update-chosen": lambda: _opened(SEEN, ChooseUpdate(OFFERS[0].path)),
    "update-back": lambda: _opened(SEEN, ChooseUpdate("before")),
    "update-working": lambda: _asked("working", "Version 1.4.0 is being put into slot b, which takes minutes.", 78),
    "update-done": lambda: _asked("done", DONE),
    "update-failed": lambda: _asked("failed", "slot b did not pass its own examination: Board 3 does not load."),
}
"""Pictures of the gallery of updates, in its order."""
