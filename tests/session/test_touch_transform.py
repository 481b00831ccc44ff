"""The crosses: the eight symmetries, shifted touches, silent places, doubled taps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.session.commands import CheckResult
from companion.session.pages.cross import CROSSES, CrossTouch, judge_crosses
from companion.session.touch_transform import (
    OF_PICTURES,
    STRAIGHT,
    TOUCHES,
    combine,
    correct,
    inverse,
    move_point,
)
from tests.recorded import recorded

BREADTH = (0.09, 0.15)
TOUCH, ANY = st.sampled_from(sorted(TOUCHES)), st.floats(0, 1)
LESS = st.floats(-0.9, 0.9)
"""A part of a finger's width."""


def struck(
    touch: str = STRAIGHT,
    across: float = 0.0,
    up: float = 0.0,
    silent: tuple[int, ...] = (),
    doubled: int = 0,
) -> list[CrossTouch | None]:
    """Return the touches of all crosses on a panel with this symmetry and shift."""
    taps = (move_point(touch, x, y) for x, y in CROSSES)
    return [
        None
        if at in silent
        else CrossTouch(x + across * BREADTH[0], y + up * BREADTH[1], *BREADTH, doubled)
        for at, (x, y) in enumerate(taps)
    ]


def only(found: tuple[CheckResult, ...]) -> CheckResult:
    """Return the only finding."""
    (one,) = found
    return one


@given(TOUCH, TOUCH, ANY, ANY)
def test_the_eight_ways_are_a_group(first: str, then: str, x: float, y: float) -> None:
    """One after the other is one of them, and each has an inverse."""
    assert move_point(then, *move_point(first, x, y)) == pytest.approx(
        move_point(combine(first, then), x, y)
    )
    assert move_point(inverse(first), *move_point(first, x, y)) == pytest.approx((x, y))


@given(TOUCH, TOUCH, st.sampled_from(sorted(OF_PICTURES)), ANY, ANY)
def test_a_correction_puts_every_panel_right_on_every_picture(
    panel: str, before: str, rotation: int, x: float, y: float
) -> None:
    """For any panel, earlier correction and rotation, the touch is where the finger is."""
    picture = OF_PICTURES[rotation]

    def seen(touch: str, x: float, y: float) -> tuple[float, float]:
        """Return where a finger on a place of the picture arrives, with this correction."""
        return move_point(
            picture, *move_point(touch, *move_point(panel, *move_point(inverse(picture), x, y)))
        )

    taps = [CrossTouch(*seen(before, *cross), *BREADTH) for cross in CROSSES]
    _, amiss = judge_crosses(taps, False)
    assert seen(correct(before, rotation, amiss or STRAIGHT), x, y) == pytest.approx((x, y))


@given(TOUCH, LESS, LESS)
def test_a_panel_is_told_by_its_touches(panel: str, across: float, up: float) -> None:
    """Within a finger's width: fine, or the one correction; a square finger for both directions."""
    found, amiss = judge_crosses(
        [one and one._replace(wide=0.1, high=0.1) for one in struck(panel, across / 2, up / 2)],
        False,
    )
    assert amiss == ("" if panel == STRAIGHT else inverse(panel))
    assert (only(found).state == "fine") == (panel == STRAIGHT) and bool(only(found).remedy) == (
        panel != STRAIGHT
    )


@pytest.mark.parametrize(
    "panel",
    ["mirrored", "flipped", "half", "quarter", "three-quarters", "swapped", "counter-swapped"],
)
def test_the_words_say_how_it_lies(panel: str) -> None:
    """In words, not by names."""
    assert str(only(judge_crosses(struck(panel), False)[0]).words) == recorded(panel)


def test_touches_beside_the_finger() -> None:
    """All alike: how far and in which direction; no correction is offered."""
    found, amiss = judge_crosses(struck(across=2, up=-1.2), False)
    assert (
        amiss == ""
        and only(found).state == "bad"
        and str(only(found).words) == recorded("2-fingers-breadths-to-the-right")
    )


def test_touches_that_fit_nothing() -> None:
    """The worst place is named."""
    taps = struck()
    taps[3] = CrossTouch(0.5, 0.9, *BREADTH)
    found, amiss = judge_crosses(taps, False)
    assert (
        amiss == ""
        and str(only(found).words) == recorded("at-the-bottom-right")
        and only(found).remedy
    )


def test_a_place_that_does_not_answer() -> None:
    """It is named beside the other findings, also where they show the symmetry."""
    found, amiss = judge_crosses(struck("mirrored", silent=(1, 2)), False)
    assert (
        amiss == "mirrored"
        and str(found[1].words) == recorded("No-touch-has-arrived-at-the")
        and found[1].state == "bad"
    )
    found, amiss = judge_crosses(struck(silent=(2,)), False)
    assert [one.state for one in found] == ["fine", "bad"] and str(found[1].words) == recorded(
        "in-the-middle"
    )


def test_a_few_touches_do_not_tell_how_a_panel_lies() -> None:
    """Two, or those of one diagonal, are too few: nothing is offered. None at all is reported."""
    assert (
        judge_crosses(struck("mirrored", silent=(0, 1, 2)), False)[1]
        == judge_crosses(struck("mirrored", silent=(1, 4)), False)[1]
        == ""
    )
    found, amiss = judge_crosses([None] * 5, False)
    assert amiss == "" and str(only(found).words) == recorded("No-touch-has-arrived")


def test_touches_that_arrive_twice() -> None:
    """As the doctor says it."""
    found, _ = judge_crosses(struck(doubled=1), False)
    assert str(found[1].words) == recorded("5-of-5-taps-arrived-twice")
