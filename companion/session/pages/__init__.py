"""The pages of a session: each module has a page's state, messages, handlers and view.

A page is a module of this package with `PAGE`, found by its name. A new page is a new module here
and one of the same name in `companion.ui.screens`; no list contains it. The messages of a page are
in its module, where `steps` finds their handlers.

The race is always on one page, `Session.page`. The others are over it on a stack,
`Session.overlays`, the last one on top.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Generic, TypeVar

from companion.named_tuples import NamedTuple
from companion.session.commands import Command
from companion.session.handling import ALWAYS, Handler, Handlers, Precondition
from companion.session.messages import ClosePage, Message, OpenPage
from companion.session.session import Result, Session, close_pages, show_page
from companion.session.view import View
from companion.signals import Lamps
from companion.words import NOTHING, Text

S = TypeVar("S")
"""The class of the state that an open page keeps."""


class Page(NamedTuple, Generic[S]):
    """One page. A page of the race has no state; an open page has its state in its `Overlay`."""

    view: Callable[[Session, S], View | None]
    """Return the view for the session and the page's state, None where there is nothing to show."""
    handlers: Mapping[type, Callable[[Session, S, Any], Result]] = {}
    """The handlers of its messages while it is open; they are ignored at other times."""
    always: Mapping[type, Handler] = {}
    """The handlers of its messages that count at any time."""
    opened: Callable[[Session], Result] | None = None
    """The function that opens the page for `OpenPage`, None where that is impossible."""
    opens: Precondition = ALWAYS
    """The states in which it can be opened."""
    closed: Callable[[Session, S], Result] | None = None
    """The function that closes the page for `ClosePage`, where removing it is not enough."""
    intercepts: Mapping[type, Callable[[Session, S, Any], Result | None]] = {}
    """Handlers for other messages while it is open; they return None to pass a message on."""
    on_message: Callable[[Session, Session, S, Message], Result] | None = None
    """A listener for every message, with the session before it and after, and the page's state."""
    lamps: Callable[[Session, S], Lamps | None] | None = None
    """Return the lights to show in place of those of the race, or None."""
    timed: bool | Callable[[S], bool] = False
    """Whether it needs ticks: always, or depending on its state."""
    of_race: bool = False
    """Whether it is about the race that runs, and closes with it."""
    shows_hands: Callable[[S], bool] | None = None
    """Return whether it shows the cards in all readers to everybody."""
    with_trial: Callable[[Session, S, Callable[[Session], Session]], S] | None = None
    """Return its state with its proposal tried on the session with all cards.

    The third argument covers the cards of a session for the viewers.
    """
    label: Callable[[Session], Text] = lambda session: NOTHING
    """Return the label of the buttons that lead to a page of the set-up."""
    is_unfinished: Callable[[S], bool] = lambda state: False
    """Return whether a correction is being made on it, which is lost when it closes."""

    def waits(self, state: S) -> bool:
        """Return whether it needs ticks now."""
        return self.timed if isinstance(self.timed, bool) else self.timed(state)


NAMELESS: Final[Page[Any]] = Page(lambda session, state: None)
"""A page that shows nothing, for an unknown name."""


@cache
def find_page(name: str) -> Page[Any]:
    """Return the page with this name, or NAMELESS; only its module is imported."""
    if not name.isidentifier() or find_spec(f"{__name__}.{name}") is None:
        return NAMELESS
    page: Page[Any] = getattr(import_module(f"{__name__}.{name}"), "PAGE", NAMELESS)
    return page


def handle_page_message(session: Session, message: Any) -> Result:
    """Return the result of a page's message, found by its module.

    The session is unchanged for a message of no page, or of a page that is not open.
    """
    kind = type(message)
    package, _, name = kind.__module__.rpartition(".")
    page = find_page(name) if package == __name__ else NAMELESS
    if kind in page.always:
        return page.always[kind](session, message)
    state = session.kept(name)
    if state is not None and kind in page.handlers:
        return page.handlers[kind](session, state, message)
    return session, ()


def offer_to_overlays(session: Session, message: Any) -> Result | None:
    """Return the result of the uppermost page that takes this message, or None."""
    for overlay in reversed(session.overlays):
        take = find_page(overlay.page).intercepts.get(type(message))
        result = take(session, overlay.state, message) if take is not None else None
        if result is not None:
            return result
    return None


def notify_overlays(before: Session, after: Session, message: Any) -> Result:
    """Let every page hear the message that was open before it and still is."""
    commands: tuple[Command, ...] = ()
    for overlay in before.overlays:
        hear = find_page(overlay.page).on_message
        state = after.kept(overlay.page)
        if hear is not None and state is not None:
            after, more = hear(before, after, state, message)
            commands = (*commands, *more)
    return after, commands


def on_open_page(session: Session, message: OpenPage) -> Result:
    """Open a page over the present ones; an open page stays where it is."""
    # The name comes in a message and can be any value.
    page = find_page(message.page) if isinstance(message.page, str) else NAMELESS
    if page.opened is None or session.is_open(message.page):
        return session, ()
    return (
        page.opened(session) if page.opens.counts(session, message) else page.opens.refused(session)
    )


def on_close_page(session: Session, message: ClosePage) -> Result:
    """Close a page, to show the one below it."""
    state = session.kept(message.page)
    if state is None:
        return session, ()
    closed = find_page(message.page).closed
    return (
        closed(session, state) if closed is not None else (close_pages(session, message.page), ())
    )


def opener(name: str, state: Any) -> Callable[[Session], Result]:
    """Return a function that opens a page with an initial state."""
    return lambda session: (show_page(session, name, state), ())


HANDLERS: Final[Handlers] = {
    OpenPage: on_open_page,
    ClosePage: on_close_page,
}
"""The handlers of this module's messages."""
