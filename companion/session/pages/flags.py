"""The set-up page for the markers on the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.parts import Seating
from companion.named_tuples import NamedTuple
from companion.session.lobby.own_boards import AS_PAINTED
from companion.session.lobby.setup import entry_of, plan_of
from companion.session.pages import Page
from companion.session.past.kept_names import MARKER_PAGE
from companion.session.pictures import numbered_markers, setup_picture
from companion.session.session import Session
from companion.session.view import View
from companion.words import NOTHING, Text, listed, text, verbatim

SUGGESTIONS: Final[Mapping[str, Text]] = {
    "away": text("Away from danger"),
    "beside": text("Beside danger"),
    "on": text("On danger"),
    AS_PAINTED: text("As painted"),
}


class MarkersPage(NamedTuple):
    """The markers on the map."""

    suggestions: tuple[tuple[str, Text], ...]
    """As (difficulty for `SuggestMarkers`, label)."""
    chosen: str
    """The suggestion that is on the map, or ""."""
    warnings: tuple[Text, ...]
    """Sentences about markers that are allowed but unreachable."""
    suggested: Text = NOTHING
    positions: Text = NOTHING
    """The positions of the markers."""
    fine: Text = NOTHING
    """That everything is in order."""


def markers_view(session: Session, state: object) -> View:
    """Return the page, blocked while there is no marker on the map."""
    setup, entry, said = session.lobby.setup, entry_of(session), session.config.game.wording
    # Markers that people have put in exactly these places are the suggestion, too.
    suggested = () if entry is None else entry.markers
    chosen = next((difficulty for difficulty, squares in suggested if squares == setup.markers), "")
    suggestions = tuple(
        (difficulty, SUGGESTIONS.get(difficulty, verbatim(difficulty)))
        for difficulty, _ in suggested
    )
    seating = Seating.of(session.config.game)
    warnings = () if seating is None else seating.warnings(plan_of(session))
    blocked = NOTHING if setup.markers else said.too_few_markers
    positions = [
        text("{number} on {square}", number=number, square=square)
        for number, square in numbered_markers(setup.markers)
    ]
    return View(
        MARKER_PAGE,
        said.place_markers,
        hint=said.set_markers,
        board=setup_picture(session, touchable=True),
        body=MarkersPage(
            suggestions,
            chosen,
            warnings=warnings,
            suggested=said.suggested,
            positions=said.markers_at(listed(positions, "")) if positions else said.no_markers,
            fine=said.all_reached if setup.markers else NOTHING,
        ),
        blocked=blocked,
    )


PAGE: Final = Page(markers_view, label=lambda session: session.config.game.wording.markers)
