"""Two people who play a Derby of Diesel Demolition Derby with one finger: run as a program, it tells in its last line of output how that went."""
from __future__ import annotations

import sys
from typing import Any, Final

from companion.app.loop import open_session
from companion.games import find_game
from companion.session.view import PLACE, PLAY, PROGRAM, REST, SUMMARY, WHERE
from tests.ui.player import PATIENCE, Player, Wait, done, handle_end, run, until_drawn

SEED: Final = 3
"""The seed of its chance."""


def one_derby(player: Player) -> Wait:
    """From the seats to the token; the picture of the table is looked at once."""
    yield from until_drawn(player)
    while player.view.page not in (PROGRAM, PLACE):
        before = player.view.page
        player.pages.append(before)
        forward = player.view.forward
        yield from player.press(str(forward), lambda before=before: player.view.page != before)  # type: ignore[misc]
    yield from player.turn_to("All in place", PROGRAM)
    while player.view.page != SUMMARY:
        page = player.view.page
        if page == PROGRAM:
            yield from a_card(player)
        elif page == REST:
            yield from a_target(player)
        else:
            if page == PLAY and not player.touched["looks"] and any(row.cards for row in player.view.cards.rows):
                yield from a_look(player)
            yield from done(player)
    player.pages.append(SUMMARY)
    player.ended = player.view.body


def mine(player: Player) -> Any:
    """The reader of the person who is asked, None where nobody is."""
    readers = getattr(player.view.body, "readers", ())
    return next((reader for reader in readers if reader.kind == "touch" and reader.asked and not reader.ready), None)


def a_card(player: Player) -> Wait:
    """Uncover the hand, touch its first cards, pull the handle."""
    from companion.ui.widgets.cards.card import CardFace

    for _ in range(PATIENCE):
        if player.view.page != PROGRAM:
            return
        if mine(player) is not None:
            break
        yield
    if not mine(player).uncovered:
        yield from player.tap(lambda: _opener(player), lambda: mine(player) is None or mine(player).uncovered)
    seat, wanted = mine(player).seat, sum(slot.asked for slot in mine(player).slots)
    for slot in range(wanted):
        code = mine(player).hand[0].code
        find = lambda: next(w for w in player.bridge.stage.walk(restrict=True) if isinstance(w, CardFace) and w.card.code == code)  # noqa: B023, E731
        yield from player.tap(find, lambda slot=slot: mine(player) is None or mine(player).slots[slot].filled)  # type: ignore[misc]
        player.touched["cards"] += 1
    yield from player.tap(lambda: handle_end(player), lambda: player.view.page != PROGRAM or mine(player) is None or mine(player).seat != seat)


def _opener(player: Player) -> Any:
    """What uncovers a seat: the button of the cover page where one lies there, else its tile."""
    over = player.bridge.screen.over
    return over.inner.uncover if over is not None else player.bridge.screen.overview.tiles[mine(player).seat]


def a_target(player: Player) -> Wait:
    """Touch the last card that lights up on the picture of the table, or the first plate where what lies aside is offered."""
    from companion.ui.widgets.cards.card_offers import CardOffers
    from companion.ui.widgets.readers.seat_page import SeatPage

    asked, step = mine(player), player.view.step
    if asked is None:
        # A pilot's question: it answers in a moment.
        yield
        return
    over = player.bridge.screen.over
    if not isinstance(over, (CardOffers, SeatPage)):
        yield from player.tap(lambda: _opener(player), lambda: mine(player) is None or mine(player).uncovered)
        return
    answered = lambda: player.view.page != REST or player.view.step != step or mine(player) is None or mine(player).seat != asked.seat  # noqa: E731
    shown = over if isinstance(over, CardOffers) else over.cards
    if shown.parent is not None and shown.tables.targets:
        key = list(shown.tables.targets)[-1]
        yield from player.tap(lambda: shown.tables.targets.get(key), answered)
        player.touched["targets"] += 1
        return
    plates = list((over.offers if isinstance(over, SeatPage) else over).plates.values())
    yield from player.tap(lambda: plates[0], answered)
    player.touched["plates"] += 1


def a_look(player: Player) -> Wait:
    """Cards on the table: opened by touching the picture, a card on it touched, and closed."""
    from companion.ui.widgets.tables import Tables

    def picture() -> Any:
        return next(widget for widget in player.bridge.stage.walk(restrict=True) if isinstance(widget, Tables))

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
    """Play in the flow that the command line names; 0 if it was played to its end."""
    return run(one_derby, lambda: open_session(seed=SEED, players=("person", "person"), game=find_game("diesel"), flow=sys.argv[1]))


if __name__ == "__main__":
    sys.exit(main())
