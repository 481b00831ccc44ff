"""Tables of message handlers, with the states of a session in which each message counts.

Every module with handlers has a table `HANDLERS`; `companion.session.steps` joins them. A `Guarded`
handler is called only where its message counts, so it never checks these states itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Concatenate, Final, Generic, ParamSpec, TypeAlias

from companion.named_tuples import NamedTuple
from companion.session import view
from companion.session.session import Result, Session, pop_pages, refuse
from companion.words import NOTHING, Text

Handler: TypeAlias = Callable[[Session, Any], Result]
"""A function from session and message to the next session and its commands."""
Handlers: TypeAlias = Mapping[type, Handler]
Arguments = ParamSpec("Arguments")
"""The other arguments of a handler: the message, and before it the state of an open page."""

SETUP: Final = "setup"
"""All pages on which a game is set up."""

NO_RACE, HELD, COVERED, PAUSED, FAILED = "no_race", "held", "covered", "paused", "failed"
REPEATING, OFFERED, NOT_OFFERED, LATER = "repeating", "offered", "not_offered", "later"
STATES: Final[Mapping[str, Callable[[Session], bool]]] = {
    NO_RACE: lambda session: session.match is None,
    HELD: attrgetter("timeline.is_syncing"),
    COVERED: attrgetter("covered"),
    PAUSED: attrgetter("timeline.game_paused"),
    FAILED: lambda session: session.is_open(view.FAILED),
    REPEATING: lambda session: session.timeline.repeated is not None,
    OFFERED: lambda session: (
        session.timeline.resume_check is not None
        and session.timeline.resume_check.stage == view.OFFER
    ),
    NOT_OFFERED: lambda session: (
        session.timeline.resume_check is None or session.timeline.resume_check.stage != view.OFFER
    ),
    LATER: lambda session: session.page != session.config.pages[0],
}
"""The states in which some messages do not count.

In order: no race runs; the table is checked or brought to another position; a page is over the
race's; people have paused the game; the game has failed; an instruction is shown again; a found
race is offered, or is not; the first page of the set-up was left.
"""
STANDING: Final = (HELD, PAUSED, FAILED)
"""The states in which nobody can answer."""


class Precondition(NamedTuple):
    """The states of a session in which a message counts."""

    pages: tuple[str, ...] = ()
    """The pages on which it counts, () for all: those of `Session.page`, or open ones over it."""
    unless: tuple[str, ...] = ()
    """The states of STATES in which it does not count."""
    despite: tuple[str, ...] = ()
    """Pages that may be over the race: where they alone are, it is not COVERED."""
    at_revision: bool = False
    """Whether it names the revision it answers, and is too late after that one."""
    refusal: Text = NOTHING
    """The refusal where it does not count, NOTHING to ignore it."""

    def counts(self, session: Session, message: Any) -> bool:
        """Return whether a message counts now."""
        if self.at_revision and message.revision != session.revision:
            return False
        if (
            self.pages
            and session.page not in self.pages
            and not (SETUP in self.pages and session.setting_up)
            and not any(overlay.page in self.pages for overlay in session.overlays)
        ):
            return False
        if self.despite:
            session = pop_pages(session, *self.despite)
        hindered = False
        for state in self.unless:
            hindered = hindered or STATES[state](session)
        return not hindered

    def refused(self, session: Session) -> Result:
        """Refuse the message with the reason, or ignore it."""
        return refuse(session, self.refusal) if self.refusal else (session, ())


class Guarded(Generic[Arguments]):
    """A handler that is called only where its message counts."""

    __slots__ = ("handler", "when")

    def __init__(
        self, handler: Callable[Concatenate[Session, Arguments], Result], when: Precondition
    ) -> None:
        self.handler, self.when = handler, when

    def __call__(
        self, session: Session, *about: Arguments.args, **named: Arguments.kwargs
    ) -> Result:
        """Handle the message, which is the last argument, or refuse it."""
        if self.when.counts(session, about[-1]):
            return self.handler(session, *about, **named)
        return self.when.refused(session)


ALWAYS: Final = Precondition()
RACING: Final = Precondition(unless=(NO_RACE,))
RACE_CAN_BE_MENDED: Final = Precondition(unless=(NO_RACE, OFFERED))
"""While people may correct the race (`companion.session.past.undo_points.can_be_mended`)."""
