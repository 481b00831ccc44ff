"""The rules on the screen: readable at every size, with the asked paragraph in sight."""

from __future__ import annotations

import pytest

from companion.gallery.phones import PHONE_SCENES
from companion.gallery.scenes import SCENES
from companion.session.pages.facts import FactsPage
from companion.session.pages.rulebook import RulebookPage
from companion.session.preferences import Prefer
from companion.testing.screen_checks import screen_faults
from companion.ui.screens.base import body_of
from tests.ui.stand import SIZES, on_stand, settle


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_topics_and_paragraphs_can_be_read(size: tuple[int, int]) -> None:
    """Touch a topic of the list, and read it beside the code for phones."""
    loop = PHONE_SCENES["rulebook-topics"]()
    with on_stand(size, loop.view, loop) as stand:
        assert screen_faults(stand.screen) == []
        topic = body_of(loop.view, RulebookPage).topics[3]
        stand.tap(stand.screen.scroll_list.shown[3])
        assert stand.heard() == [topic.leads]
        settle()
        assert body_of(stand.screen.view, RulebookPage).paragraphs
        assert screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_asked_paragraph_is_in_sight(size: tuple[int, int]) -> None:
    """Touch the number of a rule at a why, and see its paragraph."""
    loop = SCENES["facts-stopped"]()
    with on_stand(size, loop.view, loop) as stand:
        rows = body_of(loop.view, FactsPage).rows
        at = next(at for at, row in enumerate(rows) if row.leads is not None)
        stand.tap(stand.screen.scroll_list.shown[at])
        assert stand.heard() == [rows[at].leads]
        loop.send(Prefer(loop.session.lobby.preferences._replace(language="de")))
        stand.show(loop.view)
        settle()
        page = body_of(loop.view, RulebookPage)
        assert {page.chosen, page.chosen + 1} & set(stand.screen.scroll_list.shown)
        assert screen_faults(stand.screen) == []
