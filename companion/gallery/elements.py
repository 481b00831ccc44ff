"""The list of everything that can be on a board, with an example at work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.app.loop import EventLoop
from companion.gallery.race import session_after
from companion.session.messages import OpenPage
from companion.session.pages.elements import ListExhibits, ShowExhibit


def elements(key: str, at: int = 0) -> EventLoop:
    """Return the list of all with one element shown, after so many pictures of its example."""
    loop = session_after(OpenPage("elements"), ListExhibits(True), ShowExhibit(key))
    state = loop.session.kept("elements")
    loop.session = loop.session._replace(
        overlays=tuple(
            overlay._replace(state=state._replace(at=at)) if overlay.page == "elements" else overlay
            for overlay in loop.session.overlays
        )
    )
    return loop


ELEMENT_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "elements-board": lambda: session_after(OpenPage("elements")),
    "elements-belt": lambda: elements("belt", 1),
    "elements-turret": lambda: elements("turret", 2),
}
