"""The history by touch: entries, turns, corrections by people, and the way back."""

from __future__ import annotations

from typing import Any

import pytest

from companion.session.messages import ApplyCorrection, ClosePage, GoTo
from companion.session.pages.history import Recall, ShowTurnEntries
from companion.testing.screen_checks import screen_faults
from companion.ui.screens.history import SIDE
from companion.ui.theme import BRASS_LIGHT
from companion.ui.widgets.rows import ListPlate, RowSign, SymbolLead
from tests.recorded import recorded
from tests.ui.menus import history
from tests.ui.stand import SIZES, Stand, button, on_stand, settle

LYING = SIZES[0]


def entries(stand: Stand) -> list[Any]:
    """Return the visible entries from top to bottom."""
    found = [
        widget
        for widget in stand.screen.scroll_list.children
        if isinstance(widget, ListPlate) and not widget.row.ruled
    ]
    return sorted(found, key=lambda plate: -float(plate.y))


def lines_of(plate: ListPlate) -> list[str]:
    """Return the texts of an entry, from top to bottom."""
    return [str(text.words) for text in plate.row.texts]


@pytest.mark.parametrize("chosen", (None, 0, 10, 17, 39))
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_is_readable_and_large_enough(size: tuple[int, int], chosen: int | None) -> None:
    """Show the list without faults wherever it is scrolled."""
    with on_stand(size, history(chosen)) as stand:
        scroll_list = stand.screen.scroll_list
        for share in (None, 0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
            if share is not None:
                scroll_list.offset = scroll_list.beyond * share
                settle()
            assert screen_faults(stand.screen) == []


def test_a_turn_opens_at_its_end_and_an_entry_in_sight() -> None:
    """Open a turn at its end, and a chosen entry in sight with its rule and reason."""
    with on_stand(LYING, history()) as stand:
        last = history().body.rows[-1]
        assert entries(stand)[-1].row.about == last
        assert all(last.why not in lines_of(plate) for plate in entries(stand))
    with on_stand(LYING, history(10)) as stand:
        shown = next(plate for plate in entries(stand) if plate.row.chosen)
        scroll_list = stand.screen.scroll_list
        assert (
            scroll_list.y <= shown.y
            and shown.y + shown.height <= scroll_list.y + scroll_list.height
        )
        assert lines_of(shown)[-1] == recorded("7-3-1-A-clank-that")


def test_only_what_is_in_sight_is_there() -> None:
    """Make widgets for visible entries only, and all of them while scrolling."""
    with on_stand(LYING, history(count=200)) as stand:
        scroll_list, seen = stand.screen.scroll_list, set()
        assert len(scroll_list.children) < 12
        scroll_list.offset = 0
        while True:
            settle(1)
            seen |= {plate.row.message for plate in entries(stand)}
            if scroll_list.offset >= scroll_list.beyond:
                break
            scroll_list.offset = min(
                scroll_list.beyond, scroll_list.offset + scroll_list.height / 2
            )
        assert seen == {Recall(at) for at in range(200)}


def test_touching_an_entry_recalls_it_and_the_list_stays() -> None:
    """Send a touched entry's message, and keep it under the finger when its board comes."""
    with on_stand(LYING, history()) as stand:
        scroll_list = stand.screen.scroll_list
        scroll_list.offset = 900
        settle()
        one = next(
            plate
            for plate in entries(stand)
            if plate.y > scroll_list.y + 60
            and plate.y + plate.height < scroll_list.y + scroll_list.height - 60
        )
        stand.tap(one)
        (said,) = stand.heard()
        assert said == one.row.message
        assert isinstance(said, Recall) and said.entry is not None
        before = one.y + one.height
        stand.show(history(said.entry))
        shown = next(plate for plate in entries(stand) if plate.row.chosen)
        assert abs(shown.y + shown.height - before) < 60


def test_sections_have_heads_and_the_part_is_named() -> None:
    """Begin each part of the turn with its name, and name the visible part above the list."""
    with on_stand(LYING, history()) as stand:
        scroll_list, part = stand.screen.scroll_list, stand.screen.turns.part
        assert part.text == recorded("Register-5")
        scroll_list.offset = 0
        settle()
        heads = [
            widget.texts[0].text
            for widget in scroll_list.children
            if isinstance(widget, ListPlate) and widget.row.ruled
        ]
        assert part.text == recorded("Before-the-registers")
        assert sorted(set(heads)) == recorded("Before-the-registers-and-register-1")


def test_what_people_changed_is_marked() -> None:
    """Mark a correction with a hand, its author and reason."""
    with on_stand(LYING, history(17)) as stand:
        shown = next(plate for plate in entries(stand) if plate.row.chosen)
        assert shown.row.about.by_hand and lines_of(shown)[1] == recorded(
            "corrected-by-WESTMINSTER-bumped"
        )
        plain = next(plate for plate in entries(stand) if not plate.row.about.by_hand)
        hand = RowSign(SymbolLead("hand", BRASS_LIGHT), SIDE)
        assert hand in shown.row.leaves and hand not in plain.row.leaves


def test_other_turns_and_the_way_back() -> None:
    """Show earlier and later turns above the list, and the way back while an entry is chosen."""
    with on_stand(LYING, history()) as stand:
        stand.tap(button(stand.screen, "Turn 11"))
        stand.tap(button(stand.screen, "Turn 13"))
        stand.tap(button(stand.screen, "Menu"))
        assert stand.heard() == [ShowTurnEntries(11), ShowTurnEntries(13), ClosePage("history")]
        with pytest.raises(LookupError):
            button(stand.screen, "Back to here")
        stand.show(history(10))
        stand.tap(button(stand.screen, "Back to here"))
        assert stand.heard() == [ApplyCorrection(GoTo(17))]
        with pytest.raises(LookupError):
            button(stand.screen, "Turn 13")


def test_a_turn_in_which_nothing_happened() -> None:
    """Show an almost empty turn without faults."""
    with on_stand(LYING, history(count=1)) as stand:
        assert screen_faults(stand.screen) == [] and len(entries(stand)) == 1
