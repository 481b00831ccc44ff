"""The first steps of a new appliance for the tests: sessions, pages, and time."""

from __future__ import annotations

from companion.app.loop import EventLoop
from companion.session.choices import Choice
from companion.session.messages import Message, StartInfo
from companion.session.pages.cross import CrossPage
from companion.session.pages.welcome import StepOn, WelcomePage
from companion.session.preferences import Preferences
from companion.session.view import CROSS, WELCOME, View
from companion.words import NOTHING, Text
from tests.session.evenings import evening, shipped
from tests.typed import serve

NEXT = StepOn("next")


def new(*messages: Message) -> tuple[EventLoop, list[Preferences]]:
    """Return a new appliance after some messages, and the preferences that it keeps."""
    loop, kept = evening(board=shipped()), list[Preferences]()

    def keep(chosen: Preferences) -> Text:
        """Record them."""
        kept.append(chosen)
        return NOTHING

    serve(loop.host, keep_preferences=keep)
    for message in (StartInfo(True), *messages):
        loop.send(message)
    return loop, kept


def page(view: View) -> WelcomePage:
    """Return the shown step."""
    assert view.page == WELCOME and isinstance(view.body, WelcomePage)
    return view.body


def cross(view: View) -> CrossPage:
    """Return the shown cross, or the offer."""
    assert view.page == CROSS and isinstance(view.body, CrossPage)
    return view.body


def choices(view: View) -> dict[str, Choice]:
    """Return all choices by label."""
    body = page(view)
    return {
        str(choice.label): choice
        for choice in (
            *body.choices,
            *(choice for group in body.groups for choice in group.choices),
        )
    }


def pass_time(loop: EventLoop, seconds: float, start: float = 1000.0) -> float:
    """Let so much time go by; return the time then."""
    loop.poll(start)
    loop.poll(start + seconds)
    return start + seconds
