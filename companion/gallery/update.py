"""The page of updates in typical states: searching, found, none, before, during and after.

Sticks, versions and sentences are made up: no installer runs, and `Away` keeps background tasks
from looking at this machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.app.loop import EventLoop
from companion.gallery.doctor import Away
from companion.gallery.race import race, send, session_after
from companion.privileged.wheel import AGAIN
from companion.session.messages import Message, OpenPage
from companion.session.pages.update import (
    ChooseUpdate,
    InstallUpdate,
    UpdateHeard,
    UpdateOffer,
    UpdatesSeen,
)
from companion.words import Text, sentence, text

STICK: Final = "/run/media/system/STICK"
BOARD: Final = text(
    "a game on {board} stops in turn {turn}, expected turn {expected}",
    board="Fountain Circus",
    turn=1,
    expected=2,
)
ON_THE_STICK: Final = text("on the stick {stick}", stick="STICK")
OFFERS: Final = (
    UpdateOffer(f"{STICK}/clockwork_derby-1.4.0-py3-none-any.whl", "1.4.0", ON_THE_STICK, "newer"),
    UpdateOffer(
        f"{STICK}/clockwork_derby-1.2.0-py3-none-any.whl",
        "1.2.0",
        text("in the folder for updates"),
        "older",
    ),
    UpdateOffer(
        f"{STICK}/clockwork_derby-1.5.0-py3-none-any.whl",
        "",
        ON_THE_STICK,
        "refused",
        sentence(
            text(
                "{file} has another sum than {sums} says: it is damaged or cut off. {again}",
                file="clockwork_derby-1.5.0-py3-none-any.whl",
                sums="SHA256SUMS",
                again=AGAIN,
            )
        ),
    ),
)
UNSIGNED: Final = UpdateOffer(
    f"{STICK}/clockwork_derby-1.6.0-py3-none-any.whl",
    "",
    ON_THE_STICK,
    "refused",
    text(
        (
            "{signature} is missing, so the maker of this update is unknown. Build it with "
            "`make wheel`, and copy all of dist to the stick."
        ),
        signature="SHA256SUMS.sig",
    ),
)
STRANGERS: Final = UpdateOffer(
    f"{STICK}/updates/clockwork_derby-1.6.0-py3-none-any.whl",
    "",
    ON_THE_STICK,
    "refused",
    text(
        "{sums} is signed by a key that this table does not know ({key}). Build the update with "
        "`make wheel` where your own key is, or add this key: "
        "sudo make install key=FILE.pub",
        sums="SHA256SUMS",
        key="SHA256:0Vn3rMDdYq4rZ1rf…",
    ),
)


def slot(name: str, version: str, runs: bool = False) -> Text:
    """Return the guard's words about a slot with a version, which `runs` at the next start."""
    held = text("version {version}", version=version)
    return (
        text("installation {slot}: {held}, runs at the next start", slot=name, held=held)
        if runs
        else text("installation {slot}: {held}", slot=name, held=held)
    )


SLOTS: Final = (slot("a", "1.3.0", True), slot("b", "1.2.9"))
SEEN: Final = UpdatesSeen("1.3.0", SLOTS, OFFERS, before="1.2.9")
DONE: Final = text(
    (
        "Version {version} is in installation {slot} and replaces {before} at the next start, "
        "on trial."
    ),
    version="1.4.0",
    slot="b",
    before="1.3.0",
)
ELSEWHERE: Final = text(
    "This app does not run from an installation in {place}, but from {folder}. Get the newer "
    "version as you got this one: "
    "newer sources, installed in the same way.",
    place="/opt/clockwork-derby",
    folder="/opt/derby/.venv",
)


def _open_page(
    seen: UpdatesSeen | None, *said: Message, loop: EventLoop | None = None
) -> EventLoop:
    """Return the open page, with findings and after some messages."""
    loop = loop or session_after()
    loop.host.background = Away()
    return send(loop, OpenPage("update"), *((seen,) if seen is not None else ()), *said)


def _asked(state: str, words: Text, seconds: int = 0) -> EventLoop:
    """Return the first update under way, with this answer.

    `state` is "working", "done" or "failed", `seconds` how long it has worked.
    """
    return _open_page(
        SEEN, ChooseUpdate(OFFERS[0].path), InstallUpdate(), UpdateHeard(1, state, words, seconds)
    )


UPDATE_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "update-looking": lambda: _open_page(None),
    "update-found": lambda: _open_page(SEEN),
    "update-unsigned": lambda: _open_page(SEEN._replace(offers=(UNSIGNED, STRANGERS))),
    "update-none": lambda: _open_page(SEEN._replace(offers=())),
    "update-playing": lambda: _open_page(SEEN, loop=race()),
    "update-waiting": lambda: _open_page(
        UpdatesSeen(
            "1.3.0", (slot("a", "1.3.0"), slot("b", "1.4.0", True)), OFFERS[1:2], waiting="1.4.0"
        )
    ),
    "update-elsewhere": lambda: _open_page(UpdatesSeen("1.3.0", elsewhere=ELSEWHERE)),
    "update-chosen": lambda: _open_page(SEEN, ChooseUpdate(OFFERS[0].path)),
    "update-back": lambda: _open_page(SEEN, ChooseUpdate("before")),
    "update-working": lambda: _asked(
        "working",
        text(
            "Version {version} is being put into installation {slot}. This takes minutes.",
            version="1.4.0",
            slot="b",
        ),
        78,
    ),
    "update-done": lambda: _asked("done", DONE),
    "update-failed": lambda: _asked(
        "failed",
        sentence(text("installation {slot} did not pass its own test: {why}", slot="b", why=BOARD)),
    ),
}
"""Pictures of the gallery of updates, in its order."""
