"""Updates over whatever page is shown: what was found, what is chosen, and how the one that was asked for stands. Nothing of it is kept.

Looking, asking and waiting are the loop's, installing is the system's; here stands what may be asked for, and when. The page has three stages:
looking (`seen` is None), choosing, and waiting for what was asked for (`heard`).
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.session.commands import AskForUpdate, AwaitUpdate, LookForUpdates, StartAnew
from companion.session.house_messages import (
    AskUpdates, ChooseUpdate, CloseUpdate, InstallUpdate, OpenUpdate, StartAgain, UpdateHeard, UpdateOffer, UpdatesSeen,
)
from companion.session.menu import can_open
from companion.session.overlays import Updating
from companion.session.session import Result, Session, refused, replace
from companion.session.view import OVER
from companion.words import NOTHING, Text, text

NEWER, SAME, OLDER, REFUSED = "newer", "same", "older", "refused"
"""What an update is beside the version that runs."""
WORKING, DONE, FAILED = "working", "done", "failed"
"""How what was asked for stands."""
BEFORE: Final = "before"
"""Stands for the version in the other slot, where a file would stand."""
PLAYING: Final = text("There is a race on the table. Update when it is over; or restart the computer, and update before you go on with the race: it is kept.")
WAIT: Final = text("The update is being installed. Wait until this page says how it ended.")


def on_open_update(session: Session, message: OpenUpdate) -> Result:
    """Show the page, and look for updates; already open it stays as it is."""
    if session.updating is not None:
        return session, ()
    return replace(session, updating=Updating(), notice=""), (LookForUpdates(),)


def on_close_update(session: Session, message: CloseUpdate) -> Result:
    """Back to where one was; not while something is being installed, since no race may begin then."""
    if session.updating is None:
        return session, ()
    if is_working(session.updating):
        return refused(session, WAIT)
    return replace(session, updating=None, notice=""), ()


def on_ask_updates(session: Session, message: AskUpdates) -> Result:
    """Look again, unless that is being done, or something is being installed."""
    updating = session.updating
    if updating is None or updating.seen is None and updating.heard is None or is_working(updating):
        return session, ()
    return replace(session, updating=Updating(), notice=""), (LookForUpdates(),)


def on_updates_seen(session: Session, message: UpdatesSeen) -> Result:
    """What was looked for was found; an update that is on its way already, as after a start in the middle of it, is waited for."""
    # An answer to a look of a page that was left since, or opened anew and answered.
    if session.updating is None or session.updating.seen is not None:
        return session, ()
    heard = message.heard
    after = replace(session, updating=Updating(message, heard=heard))
    return after, (AwaitUpdate(heard.number),) if heard is not None and heard.state == WORKING else ()


def on_choose_update(session: Session, message: ChooseUpdate) -> Result:
    """Show one closely that could be installed, or all of them."""
    updating = session.updating
    if updating is None or updating.seen is None or updating.heard is not None:
        return session, ()
    # Back to the list is always allowed.
    if message.path and blocked(session, updating.seen):
        return refused(session, blocked(session, updating.seen))
    if message.path in ("", *([BEFORE] if updating.seen.before else [])) or offered(updating.seen, message.path) is not None:
        return replace(session, updating=updating._replace(chosen=message.path), notice=""), ()
    return session, ()


def on_install_update(session: Session, message: InstallUpdate) -> Result:
    """Ask the system for what is shown: once, since from then on it is being waited for."""
    updating = session.updating
    if updating is None or updating.seen is None or not updating.chosen or updating.heard is not None:
        return session, ()
    if blocked(session, updating.seen):
        return refused(session, blocked(session, updating.seen))
    # None is the version in the other slot, which is asked for by no file.
    offer = offered(updating.seen, updating.chosen)
    path, older = (offer.path, offer.age == OLDER) if offer is not None else ("", False)
    # Before the answer there is no number; from here on a second touch finds something under way.
    heard = UpdateHeard(0, WORKING, text("The system is being asked for it."))
    return replace(session, updating=updating._replace(heard=heard), notice=""), (AskForUpdate(path, older),)


def on_update_heard(session: Session, message: UpdateHeard) -> Result:
    """How it stands; asked again as long as it is not at its end, each time for a moment only, so that the evening is never held up."""
    updating = session.updating
    # Before anything was seen it is the look itself that has failed, and the page must not wait for ever.
    if updating is None or updating.seen is not None and not is_working(updating):
        return session, ()
    after = replace(session, updating=updating._replace(heard=message))
    return after, (AwaitUpdate(message.number),) if message.state == WORKING else ()


def on_start_again(session: Session, message: StartAgain) -> Result:
    """End the game where another version waits to take over."""
    updating = session.updating
    if updating is None or not (is_done(updating) or updating.seen is not None and updating.seen.waiting and not is_working(updating)):
        return session, ()
    return session, (StartAnew(),)


def is_working(updating: Updating) -> bool:
    """Whether something that was asked for is not at its end."""
    return updating.heard is not None and updating.heard.state == WORKING


def is_done(updating: Updating) -> bool:
    """Whether what was asked for has been done."""
    return updating.heard is not None and updating.heard.state == DONE


def offered(seen: UpdatesSeen, path: str) -> UpdateOffer | None:
    """The update with this file, where there is one that could be installed."""
    return next((offer for offer in seen.offers if path and offer.path == path and offer.age != REFUSED), None)


def blocked(session: Session, seen: UpdatesSeen) -> Text:
    """Why nothing can be installed now, NOTHING where something can.

    A race that is only kept, or only offered, is in nobody's way: the start after the update offers it again.
    """
    if seen.elsewhere:
        return seen.elsewhere
    if can_open(session) and session.page != OVER:
        return PLAYING
    return text("Version {version} waits for the next start: start again first, so that one of the two versions is known to be good.", version=seen.waiting) if seen.waiting else NOTHING


HANDLERS: Final[Mapping[type, Callable[[Session, Any], Result]]] = {
    OpenUpdate: on_open_update, CloseUpdate: on_close_update, AskUpdates: on_ask_updates, UpdatesSeen: on_updates_seen,
    ChooseUpdate: on_choose_update, InstallUpdate: on_install_update, UpdateHeard: on_update_heard, StartAgain: on_start_again,
}
"""What each message about updates does."""
