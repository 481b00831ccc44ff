"""The pages of a session, one module each: what a page keeps, its messages, what they do, and what there is to see.

A page is a module of this package with `PAGE`, found by its name; a new one is a new module here and one of the same name in `companion.ui.screens`,
and no list names it. A message of a page stands in the page's module, which is how `steps` finds what it does.

The race is always on one page, `Session.page`. The others lie over it on one stack, `Session.layers`, the last one on top.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, TypeAlias

from companion.named_tuples import NamedTuple
from companion.session.commands import Command
from companion.session.handling import ALWAYS, Handlers, When
from companion.session.messages import ClosePage, OpenPage
from companion.session.session import Result, Session, close_pages, show_page
from companion.session.view import View
from companion.signals import Lamps
from companion.words import NOTHING, Text

Handler: TypeAlias = Callable[[Session, Any], Result]
"""What a message does, whatever lies over the race: session and message in, result out."""
PageHandler: TypeAlias = Callable[[Session, Any, Any], Result]
"""What a message does while the page lies there: the session, what the page keeps, and the message."""


class Page(NamedTuple):
    """One page. A page of the race keeps nothing; what one keeps that lies over it stands in its `Layer`."""

    view: Callable[[Session, Any], View | None]
    """Makes what there is to see of the session and what the page keeps, None where it has nothing to show now."""
    handlers: Mapping[type, PageHandler] = {}
    """What its messages do while it lies there; elsewhere they mean nothing."""
    always: Mapping[type, Handler] = {}
    """What those of its messages do that mean something wherever one is."""
    opened: Callable[[Session], Result] | None = None
    """Shows the page, for `OpenPage`; None for a page that cannot be opened so."""
    opens: When = ALWAYS
    """In which states it can be opened."""
    closed: Callable[[Session, Any], Result] | None = None
    """Closes the page, for `ClosePage`, where that takes more than to remove it."""
    takes: Mapping[type, Callable[[Session, Any, Any], Result | None]] = {}
    """The messages of others that it answers while it lies there: with a result, or with None to pass them on."""
    heard: Callable[[Session, Session, Any], Result] | None = None
    """Gets every message while the page lies there: the session before it, the session after it, and the message."""
    lamps: Callable[[Session, Any], Lamps | None] | None = None
    """The lights that burn instead of those of the race, None for those."""
    timed: bool | Callable[[Any], bool] = False
    """Whether time matters to it: always, or as long as this says of what it keeps."""
    of_race: bool = False
    """Whether it is about the race that runs, and goes with it."""
    bares: Callable[[Any], bool] | None = None
    """Whether it shows the cards in all readers to everybody."""
    tried: Callable[[Session, Any, Callable[[Session], Session]], Any] | None = None
    """What it keeps once its proposal was tried on the session with all cards; the third argument covers the cards of a session for those who look."""
    label: Callable[[Session], Text] = lambda session: NOTHING
    """The word on the buttons that lead to a page of the set-up."""
    is_unfinished: Callable[[Any], bool] = lambda state: False
    """Whether a correction is being made on it, which is lost when it goes."""

    def waits(self, state: Any) -> bool:
        """Whether time matters to it now."""
        return self.timed if isinstance(self.timed, bool) else self.timed(state)


NAMELESS: Final = Page(lambda session, state: None)
"""What stands for a page that there is not: it shows nothing."""


@cache
def find_page(name: str) -> Page:
    """The page with this name, NAMELESS where there is none; imports no other."""
    if not name.isidentifier() or find_spec(f"{__name__}.{name}") is None:
        return NAMELESS
    page: Page = getattr(import_module(f"{__name__}.{name}"), "PAGE", NAMELESS)
    return page


def handled(session: Session, message: Any) -> Result:
    """What a message of a page does, by the module in which it stands; nothing for a message of no page, or of one that does not lie there."""
    kind = type(message)
    package, _, name = kind.__module__.rpartition(".")
    page = find_page(name) if package == __name__ else NAMELESS
    if kind in page.always:
        return page.always[kind](session, message)
    state = session.kept(name)
    return (
        page.handlers[kind](session, state, message)
        if state is not None and kind in page.handlers
        else (session, ())
    )


def taken(session: Session, message: Any) -> Result | None:
    """What the uppermost page that takes this message makes of it; None where nobody does."""
    for layer in reversed(session.layers):
        take = find_page(layer.page).takes.get(type(message))
        result = take(session, layer.state, message) if take is not None else None
        if result is not None:
            return result
    return None


def heard_by_all(before: Session, after: Session, message: Any) -> Result:
    """Every page that lay there before the message, and still does, hears of it."""
    commands: tuple[Command, ...] = ()
    for layer in before.layers:
        hear = find_page(layer.page).heard
        if hear is not None and after.kept(layer.page) is not None:
            after, more = hear(before, after, message)
            commands = (*commands, *more)
    return after, commands


def on_open_page(session: Session, message: OpenPage) -> Result:
    """Show a page over whatever is shown; one that lies there already stays where it is."""
    # A name can be anything that somebody says.
    page = find_page(message.page) if isinstance(message.page, str) else NAMELESS
    if page.opened is None or session.kept(message.page) is not None:
        return session, ()
    return (
        page.opened(session) if page.opens.counts(session, message) else page.opens.refused(session)
    )


def on_close_page(session: Session, message: ClosePage) -> Result:
    """Leave a page, to see what lies under it."""
    state = session.kept(message.page)
    if state is None:
        return session, ()
    closed = find_page(message.page).closed
    return (
        closed(session, state) if closed is not None else (close_pages(session, message.page), ())
    )


def opener(name: str, state: Any) -> Callable[[Session], Result]:
    """How a page is opened that only lies there, with what it keeps at first."""
    return lambda session: (show_page(session, name, state), ())


HANDLERS: Final[Handlers] = {
    OpenPage: on_open_page,
    ClosePage: on_close_page,
}
"""The messages of this module, with what each does."""
