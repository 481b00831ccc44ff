"""The summary of a turn."""

from __future__ import annotations

from typing import Final

from companion.games.parts import Results
from companion.session.advice import reasons_of
from companion.session.game_guard import checked_answer
from companion.session.pages import Page
from companion.session.past.undo_points import markers_on_table
from companion.session.pictures import board_picture, standing_rows
from companion.session.session import Session
from companion.session.trials import rival_words
from companion.session.view import SUMMARY, ReasonRow, SummaryPage, View
from companion.words import NOTHING, listed, text


def summary_view(session: Session, state: object) -> View:
    """Return the standings, with everybody's news of this turn."""
    match = session.match
    assert match is not None
    game = session.config.game
    results, pieces = Results.of(game), game.scene(match.position).pieces
    if results is not None:
        headline = checked_answer(
            "headline", results.headline(match.position, session.lobby.setup.names)
        )
    else:
        headline = NOTHING
    # Markers are small on a large map, and may be covered.
    named = [
        text("{number} on {square}", number=number, square=square)
        for number, square in enumerate(markers_on_table(session), 1)
    ]
    if named:
        markers = text("{things}: {names}", things=game.wording.markers, names=listed(named, ""))
    else:
        markers = NOTHING
    return View(
        SUMMARY,
        game.wording.after_turn(match.shown.turn),
        hint=headline or rival_words(session) or game.ranking,
        board=board_picture(session, pieces),
        body=SummaryPage(
            match.shown.turn,
            standing_rows(session, match),
            winner="",
            winners=(),
            reasons=tuple(
                ReasonRow(
                    seat,
                    session.config.pilot_labels.get(session.lobby.setup.seat(seat).player, NOTHING),
                    why,
                )
                for seat, why in reasons_of(session, match)
            ),
            markers=markers,
        ),
        forward=game.wording.next_turn,
    )


PAGE: Final = Page(summary_view)
