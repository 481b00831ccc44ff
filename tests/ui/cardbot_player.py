"""Somebody who plays a whole game of Cardbot Derby with one finger: run as a program, it tells in its last line of output how the game went."""
from __future__ import annotations

import sys
from typing import Any, Final

from companion.app.loop import open_session
from companion.games import find_game
from companion.session.view import OVER, PLACE, PLAY, PROGRAM, REST, SUMMARY
from tests.ui.player import PATIENCE, Player, Wait, ask_why, choice, done, handle_end, run, until_drawn

PILOTS: Final = ("racer", "racer", "racer")
GAMES: Final = {"game": (19, ("person", *PILOTS)), "sides": (121, ("person",) * 4)}
"""What can be played, by the word on the command line: the seed of its chance, and who plays. Where only people play it ends once a side was chosen in both ways."""


def one_game(player: Player) -> Wait:
    """From the choice of the grid to the robot that has all three targets, or to the second side that is chosen: one by its arrow, one by its square."""
    yield from until_drawn(player)
    player.pages.append(player.view.page)
    yield from player.tap(lambda: choice(player, "Full"), lambda: player.view.body.chosen == "cardbot-full")
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
            yield from five_cards(player)
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


def mine(player: Player) -> Any:
    """The reader of the person who is asked, None where nobody is."""
    readers = getattr(player.view.body, "readers", ())
    return next((reader for reader in readers if reader.kind == "touch" and reader.asked and not reader.ready), None)


def five_cards(player: Player) -> Wait:
    """Uncover the hand, touch its cards from the left, pull the handle."""
    from companion.ui.widgets.cards.card import CardFace

    for _ in range(PATIENCE):
        if player.view.page != PROGRAM:
            return
        if mine(player) is not None:
            break
        yield
    if not mine(player).uncovered:
        yield from player.tap(lambda: _opener(player), lambda: mine(player) is None or mine(player).uncovered)
    seat = mine(player).seat
    while mine(player) is not None and len(mine(player).hand):
        left = len(mine(player).hand)
        code = mine(player).hand[0].code
        find = lambda: next(w for w in player.bridge.stage.walk(restrict=True) if isinstance(w, CardFace) and w.card.code == code)  # noqa: E731
        yield from player.tap(find, lambda: mine(player) is None or len(mine(player).hand) < left)
        player.touched["cards"] += 1
    yield from player.tap(lambda: handle_end(player), lambda: player.view.page != PROGRAM or mine(player) is None or mine(player).seat != seat)


def _opener(player: Player) -> Any:
    """What uncovers a hand: the button of the cover page where one lies there, else the tile of the seat."""
    over = player.bridge.screen.over
    return over.inner.uncover if over is not None else player.bridge.screen.overview.tiles[mine(player).seat]


def a_side(player: Player) -> Wait:
    """Touch an arrow, or every other time the square to which it leads."""
    from companion.ui.widgets.map import camera
    from companion.ui.widgets.map.square_offers import SquareOffers

    step = player.view.step
    answered = lambda: player.view.page != REST or player.view.step != step  # noqa: E731
    question = player.bridge.screen.over
    if not isinstance(question, SquareOffers):
        # A pilot's question: it answers in a moment.
        yield
        return
    key, plate = next(iter(question.plates.items()))
    if player.touched["arrows"] > player.touched["squares"]:
        left, low, _, _ = question.map._frame()
        x, y = question.map._look.pixel(camera.middle_of(plate.offer.squares[0]))
        yield from player.tap_at((left + x, low + y))
        player.touched["squares"] += 1
        for _ in range(PATIENCE):
            if answered():
                return
            yield
        raise AssertionError("the square did not answer")
    yield from player.tap(lambda: player.bridge.screen.over.plates.get(key) if isinstance(player.bridge.screen.over, SquareOffers) else None, answered)
    player.touched["arrows"] += 1


def main() -> int:
    """Play what the command line names, in the flow named behind it; 0 if it was played to its end."""
    seed, players = GAMES[sys.argv[1]]
    return run(one_game, lambda: open_session(seed=seed, players=players, game=find_game("cardbot"), flow=sys.argv[2]))


if __name__ == "__main__":
    sys.exit(main())
