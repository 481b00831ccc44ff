"""Cards on the table by touch: answers on their picture, views, and facts."""

from __future__ import annotations

import pytest

from companion.app.loop import EventLoop, open_session
from companion.games.api import Game
from companion.session.messages import Begin, ClosePage, Confirm, Pick
from companion.session.pages.where import ShowCardFacts
from companion.session.view import REST, WHERE
from companion.signals import PULL, InsertCard, MoveHandle
from companion.table.virtual import VirtualTable
from companion.testing.screen_checks import screen_faults
from tests.typed import of_kind, present
from tests.ui.stand import SIZES, on_stand


def choosing(game: Game) -> EventLoop:
    """Return a question to one of three which card it takes."""
    loop = open_session(VirtualTable(), seed=3, players=("person",) * 3, game=game)
    loop.send(Begin())
    for seat in (1, 2, 3):
        loop.send(
            InsertCard(
                seat, 1, present(present(present(loop.session.match).ask(seat)).hand.codes)[0]
            )
        )
        loop.send(MoveHandle(seat, PULL))
    while loop.session.page != REST:
        loop.send(Confirm(loop.session.revision))
    return loop


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_card_is_looked_at_and_taken(size: tuple[int, int], snatch: Game) -> None:
    """Show a card below the picture; back at the question a lit card is the answer."""
    loop = choosing(snatch)
    cards = loop.view.cards
    assert cards is not None
    dull = next(card for row in cards.rows for card in row.cards if card.key not in cards.picks)
    lit = next(card for row in cards.rows for card in row.cards if card.key in cards.picks)
    loop.send(ShowCardFacts(dull.key))
    with on_stand(size, loop.view, loop) as stand:
        assert stand.screen.view.page == WHERE and screen_faults(stand.screen) == []
        box = stand.screen.both.tables.box_of(lit.key)
        stand.tap((box.x + box.width / 2, box.y + box.height / 2))
        assert stand.heard() == [ShowCardFacts(lit.key)]
        stand.tap(stand.screen.footer.back)
        assert stand.heard() == [ClosePage(WHERE)] and loop.view.page == REST
        stand.tap(stand.screen.over.tables.targets[lit.key])
        assert (
            Pick(of_kind(Pick, cards.picks[lit.key]).seat, lit.key) in stand.heard()
            and loop.session.page != REST
        )
