"""A player of a whole game of Cardbot Derby with one finger, run as a program.

The last line of its output is a JSON object with the course of the game.
"""

from __future__ import annotations

import sys
from typing import Final

from companion.app.loop import open_session
from companion.games import find_game
from companion.session.view import OVER, PLACE, PLAY, PROGRAM, REST, SUMMARY
from tests.typed import present
from tests.ui.answering import answer, asked, pick
from tests.ui.player import Player, Wait, ask_why, choice, done, run, until_drawn

PILOTS: Final = ("racer", "racer", "racer")
GAMES: Final = {"game": (19, ("person", *PILOTS)), "sides": (121, ("person",) * 4)}
"""Seed and players of each game, by the word on the command line.

A game of people alone ends once a side was chosen by an arrow and by a square.
"""


def one_game(player: Player) -> Wait:
    """Play from the choice of the grid to the end, or to the second chosen side."""
    yield from until_drawn(player)
    player.pages.append(player.view.page)
    yield from player.tap(
        lambda: choice(player, "Full"), lambda: player.view.body.chosen == "cardbot-full"
    )
    yield from player.turn_to("Seats", "seats")
    yield from player.turn_to("Settings", "rules")
    yield from player.turn_to("Begin", PLACE)
    yield from player.turn_to("All in place", PROGRAM)
    while player.view.page != OVER:
        page = player.view.page
        if player.touched["squares"]:
            player.ended = player.view.body
            return
        if page == PROGRAM:
            yield from answer(player)
        elif page == REST:
            yield from a_side(player)
        elif page == SUMMARY:
            player.touched["rounds"] += 1
            yield from player.press("Next round", lambda: player.view.page != SUMMARY)
        else:
            if page == PLAY and not player.asked:
                yield from ask_why(player)
            yield from done(player)
    player.pages.append(OVER)
    player.ended = player.view.body


def a_side(player: Player) -> Wait:
    """Touch an arrow, or every other time the square to which it leads."""
    from companion.ui.widgets.map import camera
    from companion.ui.widgets.map.square_offers import SquareOffers

    question = player.bridge.screen.over
    if asked(player) is None or not isinstance(question, SquareOffers):
        # A pilot is asked; it answers in a moment.
        yield
        return
    if player.touched["arrows"] <= player.touched["squares"]:
        yield from pick(player)
        return
    revision, plate = player.view.revision, next(iter(question.plates.values()))
    left, low, _, _ = question.map._frame()
    x, y = present(question.map._camera).pixel(camera.middle_of(plate.offer.squares[0]))
    yield from player.tap_at((left + x, low + y))
    player.touched["squares"] += 1
    yield from player.wait(lambda: player.view.page != REST or player.view.revision != revision)


def main() -> int:
    """Play the named game in the given flow; return 0 if it was played to its end."""
    seed, players = GAMES[sys.argv[1]]
    return run(
        one_game,
        lambda: open_session(
            seed=seed, players=players, game=find_game("cardbot"), flow=sys.argv[2]
        ),
    )


if __name__ == "__main__":
    sys.exit(main())
