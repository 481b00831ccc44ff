"""Test rows of programs below the map, and burnt commands on tiles, at every size."""

from __future__ import annotations

import pytest

from companion.gallery.scenes import SCENES, TOUCHES
from companion.session.view import PlayPage
from companion.testing.screen_checks import cut_texts, screen_faults
from companion.words import text
from tests.scenes import view_of
from tests.ui.stand import SIZES, on_stand, settle


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_rows_of_everybody_cover_neither_map_nor_instructions(size: tuple[int, int]) -> None:
    """Fit the rows of all players below the map, or in a wide window below the instructions."""
    view = view_of("play-news")
    assert isinstance(view.body, PlayPage) and len(view.body.programs) == 8
    with on_stand(size, view) as stand:
        rows, screen = stand.screen.programs, stand.screen
        assert rows.rows == view.body.programs and rows.round == view.body.round
        beside = rows.x >= screen.map.right - 1
        assert rows.top <= screen.map.y + 1 or beside
        assert screen.map.height > size[1] * 0.2
        content = screen.content
        assert rows.right <= content.x + 1 or rows.y >= content.top - 1 or rows.top <= content.y + 1
        assert rows.height >= rows.needed_height() - 1 and screen_faults(screen) == []
        resting = next(row.seat for row in view.body.programs if row.state)
        assert rows.states[resting].text == "rests"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_row_whose_cards_are_all_revealed_says_by_its_cross_alone_that_it_is_out(
    size: tuple[int, int],
) -> None:
    """Write "out" only if a slot is free for it; the cross says it in any case."""
    view = view_of("play-news")
    cards = next(row.cards for row in view.body.programs if row.cards[0] is not None)
    five = (cards[0],) * len(cards)
    programs = tuple(
        row._replace(state=text("out"), out=True, cards=five if row.seat % 2 else (*five[1:], None))
        for row in view.body.programs
    )
    view = view._replace(body=view.body._replace(programs=programs))
    with on_stand(size, view) as stand:
        states = stand.screen.programs.states
        assert [bool(states[row.seat].opacity) for row in programs] == [
            row.seat % 2 == 0 for row in programs
        ]
        assert cut_texts(stand.screen.programs) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_tile_shows_burnt_commands(size: tuple[int, int]) -> None:
    """Show burnt commands on the tile before any hand is uncovered."""
    loop = SCENES["program-burnt"]()
    with on_stand(size, loop.view, loop) as stand:
        TOUCHES["program-burnt"](stand.screen)
        settle()
        tile = stand.screen.overview.tiles[1]
        reader = next(reader for reader in loop.view.body.readers if reader.seat == 1)
        assert [slot.card is not None for slot in tile.strip.slots] == [
            slot.locked for slot in reader.slots
        ] and any(slot.locked for slot in reader.slots)
        assert not any(slot.card for slot in stand.screen.overview.tiles[2].strip.slots)
        assert "1 card" in tile.state_words.text and tile.strip.opacity
        assert screen_faults(stand.screen) == []
