"""Test that a turn needs no more touches than before, and cuts no words."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from companion.session.messages import LIST, WATCH
from tests.scenes import view_of
from tests.ui.stand import on_stand, settle
from tests.ui.whole_turns import SEATS, Table, counted

MOST: Final = {
    Table("clockwork", "800x480"): 12,
    Table("factory_rally", "720x1280"): 13,
    Table("cardbot", "1280x800"): 12,
    Table("diesel", "800x480"): 29,
    Table("clockwork", "720x1280", LIST, SEATS): 34,
    Table("clockwork", "1280x800", WATCH): 6,
}
"""Limits for the touches of the first turn, in Diesel of the first Derby."""


@pytest.mark.parametrize("table", MOST, ids=lambda table: "-".join(map(str, table)))
def test_a_turn_takes_no_more_touches(table: Table, repository: Path) -> None:
    """Play from the first cards to the next ones within the limit."""
    result = counted(table, 1)
    touches = sum(result["turns"][0].values())
    assert 0 < touches <= MOST[table], result["turns"]
    assert result["cut"] == {}


def test_a_text_that_is_cut_is_found() -> None:
    """Find words too high for their box, and words outside the widget below them."""
    with on_stand((800, 480), view_of("board")) as stand:
        from kivy.uix.widget import Widget

        from companion.testing.screen_checks import cut_texts
        from companion.ui.widgets.label import Label
        from companion.ui.widgets.panel import place_widget

        assert cut_texts(stand.screen) == []

        class Plate(Widget):
            """A widget with words on it."""

        plate = Plate(pos=(100, 100), size=(200, 60))
        high, aside = Label("Two lines or more of words"), Label("Aside")
        for words, box in ((high, (110, 100, 80, 20)), (aside, (260, 110, 100, 40))):
            plate.add_widget(words)
            place_widget(words, *box)
        settle()
        found = cut_texts(plate)
        assert any("words are cut" in one and "Two lines" in one for one in found)
        assert any("out of its Plate" in one and "Aside" in one for one in found)
