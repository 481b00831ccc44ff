"""From the evening to what there is to see: one view for every moment, with all words ready to be shown."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.session import view
from companion.session.session import Session
from companion.session.show_play import over_view, play_view, summary_view
from companion.session.show_readers import questions_view
from companion.session.show_setup import board_view, flags_view, place_view, rules_view, seats_view
from companion.session.view import View

PAGES: Final[Mapping[str, Callable[[Session], View]]] = {
    view.BOARD: board_view, view.FLAGS: flags_view, view.SEATS: seats_view, view.RULES: rules_view, view.PLACE: place_view,
    view.REST: questions_view, view.PROGRAM: questions_view, view.PLAY: play_view, view.SUMMARY: summary_view, view.OVER: over_view,
}


def view_of(session: Session) -> View:
    """What there is to see at this moment of the evening."""
    return PAGES[session.page](session)
