"""Setup, page 2: flags on the map."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.session.pages import Page
from companion.session.pictures import flag_pairs
from companion.session.session import Session
from companion.session.setup import entry_of, plan_of
from companion.session.view import FLAGS, BoardPicture, View
from companion.words import NOTHING, Text, text, verbatim

SUGGESTIONS: Final[Mapping[str, Text]] = {"away": text("Away from danger"), "beside": text("Beside danger"), "on": text("On danger")}


class FlagsPage(NamedTuple):
    """Flags on the map; `suggestions` are (difficulty for `SuggestFlags`, label), `chosen` the one lying now or "".

    `warnings` are sentences about flags that are allowed but that nobody can touch (2.6).
    """

    suggestions: tuple[tuple[str, str], ...]
    chosen: str
    warnings: tuple[Text, ...]


def flags_view(session: Session, state: object) -> View:
    """`blocked` while no flag lies on the map."""
    setup, entry = session.setup, entry_of(session)
    # Flags that people have laid just so are the suggestion, too; moved by one they are none.
    chosen = next((difficulty for difficulty, squares in entry.flags if squares == setup.flags), "")
    suggestions = tuple((difficulty, SUGGESTIONS.get(difficulty, verbatim(difficulty))) for difficulty, _ in entry.flags)
    warnings = session.house.game.warnings(plan_of(session))
    blocked = NOTHING if setup.flags else text("Put at least one flag on the map.")
    return View(
        FLAGS, text("Place the flags"), text("Touch a square to set the next flag. Touch a flag to take it away."),
        BoardPicture(entry.board, flag_pairs(setup.flags), touchable=True), FlagsPage(suggestions, chosen, warnings),
        session.step, text("Board"), text("Seats"), blocked, session.notice, session.house.table,
    )


PAGE: Final = Page(flags_view)
