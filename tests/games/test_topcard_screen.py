"""The screen of a game without a board: readable at every size, played by touch."""

from __future__ import annotations

import pytest

from companion.games.api import Game
from companion.session.messages import Pick, TakeBack, Uncover
from companion.testing.screen_checks import screen_faults
from tests.games.topcard_scenes import SCENES, begun, lay
from tests.recorded import recorded
from tests.ui.stand import SIZES, button, on_stand


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_is_there_readable_and_large_enough(
    name: str, size: tuple[int, int], topcard: Game
) -> None:
    """Have large, separate targets and uncut words, all inside the window."""
    loop = SCENES[name]()
    with on_stand(size, loop.view, loop) as stand:
        assert screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_stake_by_touch(size: tuple[int, int], topcard: Game) -> None:
    """Open the cover, touch the offer; the tile shows readiness, and takes it back."""
    loop = lay(begun())
    with on_stand(size, loop.view, loop) as stand:
        # The cover page of who is asked first comes by itself.
        assert screen_faults(stand.screen) == []
        assert stand.screen.over.inner.uncover.text == recorded("Show-the-question")
        stand.tap(stand.screen.over.inner.uncover)
        plates = stand.screen.over.offers.plates
        assert stand.heard() == [Uncover(1)] and [
            plate.label.text for plate in plates.values()
        ] == recorded("Double")
        stand.tap(plates["double"])
        assert stand.heard() == [Pick(1, "double")] and stand.screen.chosen == 2
        stand.tap(stand.screen.over.inner.leave)
        tile = stand.screen.overview.tiles[1]
        assert tile.state_words.text == "ready" and list(tile.ends) == ["back"]
        stand.tap(tile.ends["back"])
        assert stand.heard() == [TakeBack(1)] and stand.screen.overview.tiles[1].can_open


def test_a_card_goes_into_the_slot_that_is_asked_for(topcard: Game) -> None:
    """Replace the one wanted card by a second, and say that no others are needed."""
    loop = begun()
    with on_stand(SIZES[0], loop.view, loop) as stand:
        stand.tap(stand.screen.overview.tiles[1])
        stand.tap(stand.screen.over.inner.uncover)
        page = stand.screen.over
        assert page.words.text == recorded("Touch-a-card-or-drag-it")
        first, second, _ = page.reader.desk.dealt
        stand.tap(page.reader.cards[first.code])
        stand.tap(page.reader.cards[second.code])
        assert [card and card.code for card in page.reader.desk.slots] == [
            second.code,
            None,
            None,
            None,
            None,
        ]
        stand.drag(page.reader.cards[first.code], page.reader.beds[2])
        assert page.words.text == recorded("Slot-3-takes-no-card-now")
        assert [slot.filled for slot in loop.view.body.readers[0].slots] == [
            True,
            False,
            False,
            False,
            False,
        ]
        assert button(page, "Cover")
