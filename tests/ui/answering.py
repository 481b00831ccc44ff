"""Answers to the questions on a screen by one finger: cards, handles and offers of every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.session.view import ASKING
from companion.signals import PULL

if TYPE_CHECKING:
    from tests.ui.player import Player, Wait


def first_card(reader: Any) -> Any:
    """Return the first card of a hand."""
    return reader.hand[0]


def asked(player: Player) -> Any:
    """Return the reader of a person asked on this screen, or None.

    The open reader comes first, then the one whose cover page is shown.
    """
    screen = player.bridge.screen
    readers = getattr(screen.view.body, "readers", ())
    waiting = [one for one in readers if one.kind == "touch" and one.asked and not one.ready]
    chosen = getattr(screen, "chosen", None)
    return min(waiting, key=lambda one: (not one.uncovered, one.seat != chosen), default=None)


def answer(player: Player, choose: Callable[[Any], Any] = first_card) -> Wait:
    """Answer for one person once one is asked; do nothing if the page changes first."""
    page = player.view.page
    yield from player.wait(lambda: player.view.page != page or asked(player) is not None)
    if player.view.page != page:
        return
    if not asked(player).uncovered and asked(player).opens:
        yield from player.tap(lambda: opener(player), lambda: is_uncovered(player))
    if asked(player) is None:
        return
    if asked(player).offers and not asked(player).reads:
        yield from pick(player)
        return
    yield from lay_cards(player, choose)
    seat = asked(player).seat
    yield from player.tap(lambda: handle_end(player), lambda: has_answered(player, seat))


def is_uncovered(player: Player) -> bool:
    """Return whether the asked reader is open, or nobody is asked any more."""
    return asked(player) is None or bool(asked(player).uncovered)


def opener(player: Player) -> Any:
    """Return the widget that uncovers a seat: the button of its cover page, or its tile."""
    screen = player.bridge.screen
    if screen.over is not None:
        return screen.over.inner.uncover
    return screen.overview.tiles[asked(player).seat]


def lay_cards(player: Player, choose: Callable[[Any], Any] = first_card) -> Wait:
    """Touch cards of the open hand until every slot asked for is filled."""
    from companion.ui.widgets.cards.card import CardFace

    while empty_slots(player):
        left, code = empty_slots(player), choose(asked(player)).code

        def face(code: int = code) -> Any:
            widgets = player.bridge.stage.walk(restrict=True)
            faces = (one for one in widgets if isinstance(one, CardFace))
            return next((one for one in faces if one.card.code == code), None)

        def is_laid(left: int = left) -> bool:
            return empty_slots(player) < left

        yield from player.tap(face, is_laid)
        player.touched["cards"] += 1


def empty_slots(player: Player) -> int:
    """Return how many slots of the open hand are still to be filled."""
    reader = asked(player)
    if reader is None or not reader.hand:
        return 0
    return sum(slot.asked and not slot.filled and not slot.locked for slot in reader.slots)


def handle_end(player: Player) -> Any:
    """Return the end of the handle to pull: that of the open hand, or that on the seat's tile."""
    from companion.ui.widgets.readers.reader_handle import HandlePanel

    handles = [
        one for one in player.bridge.stage.walk(restrict=True) if isinstance(one, HandlePanel)
    ]
    if handles:
        return handles[0].ends[PULL]
    ends = player.bridge.screen.overview.tiles[asked(player).seat].ends
    return ends.get(PULL) or next(iter(ends.values()), None)


def has_answered(player: Player, seat: int) -> bool:
    """Return whether a seat is not asked any more."""
    if player.view.page not in ASKING:
        return True
    return all(one.seat != seat or one.ready or not one.asked for one in player.view.body.readers)


def pick(player: Player) -> Wait:
    """Touch an offer: an arrow beside the map, the last card that lights up, or the first plate."""
    from companion.ui.widgets.cards.card_offers import CardOffers
    from companion.ui.widgets.map.square_offers import SquareOffers
    from companion.ui.widgets.readers.seat_page import SeatPage

    seat, revision, page = asked(player).seat, player.view.revision, player.view.page

    def is_done() -> bool:
        return (
            player.view.page != page
            or player.view.revision != revision
            or has_answered(player, seat)
        )

    over = player.bridge.screen.over
    found: Any = player.bridge.screen.overview
    if isinstance(over, SeatPage):
        parts = over.ways, over.cards, over.offers
        found = next((one for one in parts if one.parent is not None), None)
    elif isinstance(over, SquareOffers | CardOffers):
        found = over
    if isinstance(found, CardOffers) and found.tables.targets:
        key = list(found.tables.targets)[-1]
        yield from player.tap(lambda: found.tables.targets.get(key), is_done)
        player.touched["targets"] += 1
    elif found is player.bridge.screen.overview:
        yield from player.tap(lambda: next(iter(found.tiles[seat].ends.values()), None), is_done)
    else:
        yield from player.tap(lambda: next(iter(found.plates.values()), None), is_done)
        player.touched["arrows" if isinstance(found, SquareOffers) else "plates"] += 1
