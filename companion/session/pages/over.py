"""The end of the race: who has won, and what it was about."""

from __future__ import annotations

from typing import Final

from companion.games.asking import Finished
from companion.games.parts import verdict_of
from companion.session.lobby.adaptive_level import level_change_words
from companion.session.messages import Again, BackToSetup, OpenPage
from companion.session.pages import Page
from companion.session.pages.another import NAME as ANOTHER
from companion.session.pages.another import other_boards
from companion.session.pages.review import can_be_reviewed
from companion.session.pages.tournament import NAME as TOURNAMENT
from companion.session.pages.tournament import is_offered_at_end, standings_words
from companion.session.past.history import recap_of
from companion.session.pictures import board_picture, count_rows, standing_rows
from companion.session.session import Session
from companion.session.trials import rival_words
from companion.session.view import OVER, REPLAY, REVIEW, SummaryPage, View
from companion.words import text


def over_view(session: Session, state: object = None) -> View:
    """Return the verdict, a summary in sentences and numbers, and two ways on."""
    match = session.match
    assert match is not None
    game = session.config.game
    winners = match.next_step.winners if isinstance(match.next_step, Finished) else ()
    board, rows, recap = (
        board_picture(session, game.scene(match.position).pieces),
        standing_rows(session, match),
        recap_of(session),
    )
    page = SummaryPage(
        match.shown.turn,
        rows,
        winner=verdict_of(game, match.position, session.lobby.setup.names),
        winners=winners,
        sentences=tuple(
            filter(None, (rival_words(session), *recap.sentences, level_change_words(session)))
        ),
        counts=count_rows(session, rows, recap.counts),
        watch=None if board is None else OpenPage(REPLAY),
        review=OpenPage(REVIEW) if can_be_reviewed(session) else None,
        statistics=OpenPage("statistics") if recap.statistics else None,
        other=OpenPage(ANOTHER) if other_boards(session) else None,
        tournament=standings_words(session),
        begin_tournament=OpenPage(TOURNAMENT) if is_offered_at_end(session) else None,
    )
    return View(
        OVER,
        session.config.game.wording.over,
        hint=text("Play again with the same setup, or change it first."),
        board=board,
        body=page,
        back=text("New setup"),
        forward=text("Play again"),
        on_back=BackToSetup(),
        on_forward=Again(),
    )


PAGE: Final = Page(over_view)
