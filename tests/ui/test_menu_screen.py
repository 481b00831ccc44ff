"""Test the menu by touch: layouts, blocked choices, proposals and long lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.engine.changes import PutOn, SetDamage
from companion.session.choices import CHIPS, LINES, STEPPER, WAYS, Choice, ChoiceGroup, MenuPage
from companion.session.messages import ApplyCorrection, TouchSquare
from companion.session.pages.menu import Choose, CloseMenu, OpenMenu, Propose, SetReason
from companion.session.view import View
from companion.testing.screen_checks import screen_faults
from companion.ui.i18n import BOUND
from companion.ui.screens.menu import Fold, PreviewPlate
from companion.ui.widgets.choice_plate import ChoicePlate
from companion.ui.widgets.map import camera
from tests.recorded import recorded
from tests.scenes import view_of
from tests.typed import of_kind
from tests.ui.menus import (
    NAMES,
    clank,
    few,
    menu,
    playback,
    proposal,
    taken_back,
    top,
    with_way_back,
)
from tests.ui.stand import SIZES, Stand, button, on_stand, settle
from tests.ui.test_hold import wait_until

LYING = SIZES[0]
PIT = "E5: a pit lies there. Choose another square."
VIEWS: dict[str, Callable[[], View]] = {
    "top": top,
    "few": few,
    "clank": clank,
    "proposal": proposal,
    "refused": lambda: proposal(PIT),
    "chosen": lambda: proposal(who="WESTMINSTER", why="moved wrongly"),
    "notice": lambda: top()._replace(notice=PIT),
}


def plates(stand: Stand) -> list[Any]:
    """Return all choices in view."""
    return [
        widget
        for widget in stand.screen.scroll_list.walk(restrict=True)
        if isinstance(widget, ChoicePlate)
    ]


def plate(stand: Stand, words: str) -> Any:
    """Return the choice with this label, scrolled into view.

    Raises:
        LookupError: If there is none.
    """
    scroll_list = stand.screen.scroll_list
    for offset in (scroll_list.offset, *range(0, int(scroll_list.beyond) + 40, 40)):
        scroll_list.offset = min(scroll_list.beyond, offset)
        settle()
        for found in plates(stand):
            if (
                words in (str(found.choice.label), found.label.text)
                and found.y >= scroll_list.y - 1
                and found.y + found.height <= scroll_list.y + scroll_list.height + 1
            ):
                return found
    raise LookupError(f"nothing to choose says {words!r}")


def rolled(stand: Stand) -> Iterator[float]:
    """Yield scroll offsets from top to end, half a list height apart."""
    scroll_list, place = stand.screen.scroll_list, 0.0
    while place <= scroll_list.beyond:
        scroll_list.offset = place
        settle()
        yield place
        if place == scroll_list.beyond:
            return
        place = min(scroll_list.beyond, place + scroll_list.height / 2)


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_is_readable_and_large_enough(name: str, size: tuple[int, int]) -> None:
    """Keep all targets large and apart, and cut no words, wherever the list is scrolled."""
    with on_stand(size, VIEWS[name]()) as stand:
        found = {place: screen_faults(stand.screen) for place in rolled(stand)}
    assert not {place: wrong for place, wrong in found.items() if wrong}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_race_pages_have_room_for_the_way_back(size: tuple[int, int]) -> None:
    """Fit the menu's sign and the button Back on playback and while going back."""
    with on_stand(size, with_way_back(playback())) as stand:
        stand.screen.map.finish()
        assert screen_faults(stand.screen) == []
        done, back = button(stand.screen, "Done"), button(stand.screen, "Back")
        # A wide window has room for more words of the way back, not for a larger Done.
        least = 0.5 if size == (1280, 800) else 0.9
        assert done.x > back.x + back.width and done.width > least * back.width
        stand.tap(back)
        assert stand.heard() == [OpenMenu("back")]
        stand.show(taken_back())
        stand.screen.map.finish()
        assert screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_page_of_a_race_has_room_for_the_way_back(size: tuple[int, int]) -> None:
    """Fit the button Back on every page of a race beside the widest sign."""
    for name in (
        "place",
        "rest",
        "program-covered",
        "program-faults",
        "deal",
        "deal-eight",
        "summary",
    ):
        with on_stand(size, with_way_back(view_of(name))) as stand:
            assert screen_faults(stand.screen) == [], name
            back = button(stand.screen, "Back")
            assert back.width < stand.screen.width / 3, name
            stand.tap(back)
            assert stand.heard() == [OpenMenu("back")], name


def test_while_the_table_is_set_nothing_looks_like_the_race_going_on() -> None:
    """Show neither registers nor automatic play while going back, and both afterwards."""
    with on_stand(LYING, taken_back()) as stand:
        screen = stand.screen
        face = list(screen.panel.plate._face.rgba)
        assert (
            screen.rounds.parent is None
            and screen.halted.parent is not None
            and screen.auto.parent is None
        )
        stand.show(playback())
        assert (
            screen.rounds.parent is not None
            and screen.halted.parent is None
            and screen.auto.parent is not None
        )
        assert list(screen.panel.plate._face.rgba) != face


def test_a_choice_says_its_message() -> None:
    """Send the message of a large button, a chip, a step and a small button."""
    with on_stand(LYING, top()) as stand:
        stand.tap(plate(stand, "Go back"))
        stand.tap(plate(stand, "VIOLET"))
        assert stand.heard() == [OpenMenu("back"), Choose(8)]
        stand.show(clank())
        stand.tap(plate(stand, "left"))
        stand.tap(plate(stand, "D4"))
        stand.tap(list(steps(stand, "Damage"))[1])
        forget = [
            found
            for found in bottom(stand)
            if found.label.text == "Remove" and not found.is_blocked
        ]
        stand.tap(forget[0])
        assert stand.heard() == [
            Propose(PutOn(2, "C4", 0)),
            Propose(PutOn(2, "D4", 0)),
            Propose(SetDamage(2, 5)),
            Propose(None),
        ]


def steps(stand: Stand, title: str) -> list[Any]:
    """Return the buttons for less and more of a value, scrolled into view.

    Raises:
        LookupError: If there are none.
    """
    from companion.ui.widgets.choice_groups import Stepper

    for _ in rolled(stand):
        for widget in stand.screen.scroll_list.walk(restrict=True):
            if (
                isinstance(widget, Stepper)
                and str(widget.group.title) == title
                and widget.y >= stand.screen.scroll_list.y
            ):
                return widget.plates
    raise LookupError(title)


def bottom(stand: Stand) -> list[Any]:
    """Return the choices in view at the end of the list."""
    stand.screen.scroll_list.offset = stand.screen.scroll_list.beyond
    settle()
    return [found for found in plates(stand) if hasattr(found, "label")]


def test_what_is_blocked_says_why() -> None:
    """Send nothing for a blocked choice, and show its reason.

    A large button carries its reason.
    """
    with on_stand(LYING, top()) as stand:
        way = plate(stand, "This turn")
        assert way.about.text == recorded("The-game-is-over-there-is")
        stand.tap(way)
        assert (
            stand.heard() == []
            and stand.screen.notice.words.text == str(way.choice.blocked)
            and stand.screen.notice.parent is not None
        )
        assert screen_faults(stand.screen) == []
        stand.tap(stand.screen.notice)
        assert stand.screen.notice.parent is None
        stand.tap(plate(stand, "This turn"))
        assert stand.screen.notice.parent is not None, "touched once more it says so once more"
        stand.show(clank())
        stand.tap(steps(stand, "Lives")[1])
        assert stand.heard() == [] and stand.screen.notice.words.text == recorded(
            "no-more-than-no-limit"
        )


def test_a_symbol_that_is_not_known_does_no_harm() -> None:
    """Show and send a choice whose symbol is unknown."""
    with on_stand(LYING, top()) as stand:
        stand.tap(plate(stand, "A sign unknown"))
        assert stand.heard() == [OpenMenu("nowhere")]


def test_the_foot_leads_where_the_view_says() -> None:
    """Lead back from the menu, and forward if the view says so."""
    with on_stand(LYING, few()._replace(forward="Go on", on_forward=OpenMenu("check"))) as stand:
        stand.tap(button(stand.screen, "Back to the game"))
        stand.tap(button(stand.screen, "Go on"))
        assert stand.heard() == [CloseMenu(), OpenMenu("check")]


def test_a_proposal_is_done_or_dropped() -> None:
    """Show a proposal in large words, and apply, change or cancel it."""
    with on_stand(LYING, proposal()) as stand:
        shown = next(
            widget for widget in stand.screen.scroll_list.walk() if isinstance(widget, PreviewPlate)
        )
        assert shown.title.text == recorded(
            "Put-CHRONOMETER-on-E5"
        ) and shown.sentence.plain().replace(BOUND, " ") == recorded("from-C4-to-E5-facing-N")
        stand.tap(plates(stand)[2])
        stand.tap(button(stand.screen, "Put it there"))
        stand.tap(button(stand.screen, "Cancel"))
        assert stand.heard() == [
            Propose(PutOn(2, "E5", 2)),
            ApplyCorrection(PutOn(2, "E5", 0)),
            Propose(None),
        ]


def test_a_refused_proposal_can_only_be_dropped_or_changed() -> None:
    """Show why a proposal is refused, and disable its button until the square changes."""
    with on_stand(LYING, proposal(PIT)) as stand:
        shown = next(
            widget for widget in stand.screen.scroll_list.walk() if isinstance(widget, PreviewPlate)
        )
        assert shown.sentence.plain().replace(BOUND, " ") == PIT
        stand.tap(button(stand.screen, "Put it there"))
        assert stand.heard() == []
        stand.show(proposal())
        stand.tap(button(stand.screen, "Put it there"))
        stand.show(proposal(PIT))
        stand.show(top())
        stand.tap(button(stand.screen, "Back to the game"))
        assert stand.heard() == [ApplyCorrection(PutOn(2, "E5", 0)), CloseMenu()]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_who_and_why_unfold(size: tuple[int, int]) -> None:
    """Unfold the choices of a row by a touch, and fold them after a choice."""
    with on_stand(size, proposal()) as stand:
        folds = [widget for widget in stand.screen.scroll_list.walk() if isinstance(widget, Fold)]
        assert [fold.label.text for fold in folds] == recorded("Corrected-by")
        stand.tap(folds[0])
        assert screen_faults(stand.screen) == []
        stand.tap(plate(stand, "everybody"))
        assert stand.heard() == [SetReason("everybody", "")]
        stand.show(proposal(who="everybody"))
        assert not any(str(found.choice.label) == "everybody" for found in plates(stand)), (
            "it is folded again"
        )
        folds = [widget for widget in stand.screen.scroll_list.walk() if isinstance(widget, Fold)]
        assert [fold.label.text for fold in folds] == recorded("Corrected-by-everybody")
        stand.tap(folds[1])
        stand.tap(plate(stand, "bumped"))
        assert stand.heard() == [SetReason("everybody", "bumped")]


def test_a_list_is_dragged_and_presses_nothing_meanwhile() -> None:
    """Drag a list within its bounds, and release the button under the finger."""
    with on_stand(LYING, top()) as stand:
        scroll_list, first = stand.screen.scroll_list, plate(stand, "WESTMINSTER")
        start = (first.x + 20, first.y + 20)
        finger = stand.finger(start)
        assert first.state == "down"
        finger.touch_move(start[0], start[1] + 90)
        assert round(scroll_list.offset) == 90 and first.state == "normal"
        finger.touch_up()
        settle()
        assert stand.heard() == []
        stand.drag(start, (start[0], start[1] + 4000))
        assert scroll_list.offset == scroll_list.beyond and screen_faults(stand.screen) == []
        stand.drag(start, (start[0], start[1] - 4000))
        assert scroll_list.offset == 0 and stand.heard() == []


def test_a_list_that_is_thrown_runs_on_and_is_stopped_by_a_touch() -> None:
    """Let a thrown list run on, and stop it by a touch that presses nothing."""
    with on_stand(LYING, top()) as stand:
        scroll_list = stand.screen.scroll_list
        # A slow machine can let the list rest before the finger is lifted: then it is thrown again.
        for _ in range(20):
            scroll_list.offset = 0
            # The clock of fingers hardly advances here: a finger that came down now would tap.
            finger = stand.finger((scroll_list.x + 60, scroll_list.y + 60), later=-1.0)
            for up in (20, 40, 60, 80, 100):
                settle()
                finger.touch_move(finger.ox, finger.oy + up)
            finger.touch_move(finger.ox, finger.oy + 130)
            finger.touch_up()
            if scroll_list._motion is not None:
                break
        assert scroll_list.offset > 129 and scroll_list._motion is not None
        wait_until(lambda: scroll_list._motion is None)
        assert scroll_list.offset > 150
        scroll_list.throw(-2000.0)
        stand.tap((scroll_list.x + 60, scroll_list.y + 100))
        assert scroll_list._motion is None and stand.heard() == []


def test_a_list_stays_where_it_was_rolled_to() -> None:
    """Keep a list's offset when a value changes and after a visit elsewhere.

    Another list begins at its top.
    """
    with on_stand(LYING, clank()) as stand:
        scroll_list = stand.screen.scroll_list
        scroll_list.offset = 150
        settle()
        view = clank()
        assert isinstance(view.body, MenuPage)
        groups = tuple(
            group._replace(value="5") if str(group.title) == "Damage" else group
            for group in view.body.groups
        )
        widgets = {str(widget.group.title): widget for widget in scroll_list.shown.values()}
        stand.show(view._replace(body=view.body._replace(groups=groups)))
        assert scroll_list.offset == 150
        after = {str(widget.group.title): widget for widget in scroll_list.shown.values()}
        assert after["Turn it"] is widgets["Turn it"], "what has not changed is not built anew"
        stand.show(top())
        assert scroll_list.offset == 0
        stand.show(proposal())
        stand.show(view)
        assert scroll_list.offset == 150


def test_the_map_of_the_menu_can_be_touched() -> None:
    """Zoom in by the first tap, and choose the square by the second."""
    with on_stand(LYING, top()) as stand:
        board_map = stand.screen.map
        x, y, _, _ = board_map._frame()
        for _ in range(2):
            across, up = board_map._camera.pixel(camera.middle_of("C4"))
            stand.tap((x + across, y + up))
        assert stand.heard() == [TouchSquare("C4")]


@pytest.mark.parametrize("layout", (WAYS, CHIPS, LINES))
@pytest.mark.parametrize("count", (0, 1, 2, 3, 5, 9, 30))
def test_any_number_of_choices_is_laid_out(layout: str, count: int) -> None:
    """Lay out any number of choices, with long and short words, with and without signs."""
    words = ("no", "a few more words", "WWWWWWWWWWWW")
    choices = tuple(
        Choice(
            f"{words[at % 3]} {at}",
            "Fix" if layout == LINES else words[at % 2],
            Choose(at),
            sign=at % 9 if at % 2 else None,
            chosen=at % 5 == 1,
        )
        for at in range(count)
    )
    for size in SIZES:
        with on_stand(
            size,
            menu(
                ChoiceGroup(
                    "A title that says what these choices are for, longer than a line",
                    layout,
                    choices,
                )
            ),
        ) as stand:
            for _ in rolled(stand):
                assert screen_faults(stand.screen) == []
            if count:
                assert str(bottom(stand)[-1].choice.label) == str(choices[-1].label)


def test_a_value_without_steps_is_only_shown() -> None:
    """Show a value that has no steps, without buttons."""
    with on_stand(LYING, menu(ChoiceGroup("Damage", STEPPER, (), "4"))) as stand:
        assert screen_faults(stand.screen) == [] and plates(stand) == []


def test_names_are_those_of_the_board() -> None:
    """Draw each clank's sign of the map on its chip."""
    with on_stand(LYING, top()) as stand:
        signs = [found.token._facts[0] for found in plates(stand) if found.token is not None]
        assert signs == list(NAMES)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_list_does_not_roll_to_the_empty_room_below_its_last_line(size: tuple[int, int]) -> None:
    """End a list at its last line, so that no arrow points to empty room."""
    from companion.ui.widgets.choice_groups import Lines, group_of

    lines = tuple(Choice(words, "", CloseMenu()) for words in ("One", "Two", "Three"))
    with on_stand(size, view_of("resume-check")):
        panel = of_kind(Lines, group_of(ChoiceGroup("Not finished yet", LINES, lines), {}, print))
        panel.size = 400, panel.needed_height(400)
        settle()
        assert min(line.y for line in panel.lines) == pytest.approx(panel.y, abs=1)


def test_all_seats_of_an_offered_game_are_in_sight() -> None:
    """Show all eight seats of a saved game, also in German, where words are longest."""
    from companion.ui.i18n import set_language

    set_language("de")
    try:
        with on_stand(LYING, view_of("resume-offer")) as stand:
            settle()
            assert stand.screen.scroll_list.beyond <= 1 and len(stand.screen.scroll_list.shown) == 1
            assert (
                len(stand.screen.scroll_list.shown[0].lines) == 8
                and screen_faults(stand.screen) == []
            )
    finally:
        set_language("en")
