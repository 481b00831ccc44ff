"""Two players of a Derby of Diesel Demolition Derby with one finger, run as a program.

The last line of its output is a JSON object with the course of the Derby.
"""

from __future__ import annotations

import sys
from typing import Any, Final

from companion.app.loop import open_session
from companion.games import find_game
from companion.session.view import PLACE, PLAY, PROGRAM, REST, SUMMARY, WHERE
from tests.ui.answering import answer, asked
from tests.ui.player import PATIENCE, Player, Wait, done, run, until_drawn

SEED: Final = 3
"""Seed of the chance."""


def one_derby(player: Player) -> Wait:
    """Play from the seats to the token, and look at the picture of the table once."""
    yield from until_drawn(player)
    while player.view.page not in (PROGRAM, PLACE):
        before = player.view.page
        player.pages.append(before)
        forward = player.view.forward
        yield from player.press(str(forward), lambda before=before: player.view.page != before)  # type: ignore[misc]
    yield from player.turn_to("All in place", PROGRAM)
    while player.view.page != SUMMARY:
        page = player.view.page
        if page == PROGRAM or (page == REST and asked(player) is not None):
            yield from answer(player)
        elif page == REST:
            # A pilot is asked; it answers in a moment.
            yield
        else:
            if (
                page == PLAY
                and not player.touched["looks"]
                and any(row.cards for row in player.view.cards.rows)
            ):
                yield from a_look(player)
            yield from done(player)
    player.pages.append(SUMMARY)
    player.ended = player.view.body


def a_look(player: Player) -> Wait:
    """Open the picture of the table, touch a card on it, and close it."""
    from companion.ui.widgets.tables import CardTable

    def picture() -> Any:
        return next(
            widget
            for widget in player.bridge.stage.walk(restrict=True)
            if isinstance(widget, CardTable)
        )

    yield from player.tap(picture, lambda: player.view.page == WHERE)
    box = next(place.cards[0] for place in picture()._layout.rows if place.cards)
    yield from player.tap_at((box.x + box.width / 2, box.y + box.height / 2))
    for _ in range(PATIENCE):
        if player.view.body.chosen:
            break
        yield
    player.touched["looks"] += 1
    yield from player.press("Back", lambda: player.view.page != WHERE)


def main() -> int:
    """Play in the flow named on the command line; return 0 if it was played to its end."""
    return run(
        one_derby,
        lambda: open_session(
            seed=SEED, players=("person", "person"), game=find_game("diesel"), flow=sys.argv[1]
        ),
    )


if __name__ == "__main__":
    sys.exit(main())
