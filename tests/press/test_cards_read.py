"""Every printed card is read by the firmware in any tolerable position, never as another one."""

from __future__ import annotations

import pytest
from card_reader.codes import BADCODE, BLANK, DIRTY, EMPTY, OK
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.content.reader import reader_plan
from companion.games.programmed.deck import CODES
from tests.press.deck_sheets import face, places, sheets, views
from tests.press.optics import GRADIENT, SPOTS, Lie, View, corners, cut_out

THREE_TENTHS = reader_plan().code.pitch * 0.3


@pytest.mark.parametrize("spot", SPOTS)
def test_all_cards_read_wherever_they_may_stand(spot: float) -> None:
    """Read all 84 cards a millimetre off, two degrees tilted, in light uneven by two fifths."""
    ways = corners(1.0, 1.0, 2.0)
    assert len(views()[spot]) == 84 and len(ways) == 81
    assert [
        (code, way)
        for code, view in views()[spot].items()
        for way in ways
        if view.answer(*way) != (OK, code)
    ] == []


@pytest.mark.parametrize("spot", [*SPOTS, 5.0])
def test_no_card_is_taken_for_another_far_beside_its_place(spot: float) -> None:
    """Give the right code or none far off, crooked and raised, even for very wide spots."""
    seen = views()[spot] if spot in SPOTS else {code: View(face(code), spot) for code in CODES}
    answers = {
        (code, view.answer(*way)[1])
        for code, view in seen.items()
        for way in corners(THREE_TENTHS, 2.0, 2.0)
    }
    assert {code for code, _ in answers} == {*CODES} and {
        (code, read) for code, read in answers if read not in (code, None)
    } == set()


@given(
    st.sampled_from(CODES),
    st.sampled_from(SPOTS),
    st.floats(-1, 1),
    st.floats(-1, 1),
    st.floats(-2, 2),
    st.floats(1 / GRADIENT, GRADIENT),
)
def test_any_card_reads_anywhere_between(
    code: int, spot: float, right: float, up: float, tilt: float, light: float
) -> None:
    """Read cards at random positions within the ranges."""
    assert views()[spot][code].answer(Lie(right, up, tilt), light) == (OK, code)


@pytest.mark.parametrize(("right", "up"), [(-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)])
def test_cards_cut_half_a_millimetre_beside_the_line_read_too(right: float, up: float) -> None:
    """Read cards cut half a millimetre off, with a sliver of the neighbour at an edge."""
    ways = corners(1.0, 1.0, 2.0)[::4]
    cut = {code: View(face(code, right, up), SPOTS[1]) for code in CODES}
    assert [
        (code, way) for code, view in cut.items() for way in ways if view.answer(*way) != (OK, code)
    ] == []


@pytest.mark.parametrize("spot", SPOTS)
def test_the_upper_end_of_a_face_is_blank(spot: float) -> None:
    """Read nothing from a reversed card, also cut half a millimetre off."""
    for code in CODES:
        for up in (-0.5, 0.5):
            view = View(face(code, 0.5, up).transpose(Image.Transpose.ROTATE_180), spot)
            assert {view.answer(*way)[0] for way in corners(1.0, 1.0, 2.0)[::4]} == {BLANK}, (
                code,
                up,
            )


@pytest.mark.parametrize("turn", [Image.Transpose.ROTATE_180, None])
def test_both_ends_of_the_back_are_blank(turn: Image.Transpose | None) -> None:
    """Read nothing from a back, either end down, even printed two millimetres too low or high."""
    for number in range(places().room):
        for up in (-2.0, 0.0, 2.0):
            back = cut_out(sheets()[3], places(), number, 0.5, up)
            view = View(back if turn is None else back.transpose(turn), SPOTS[1])
            assert {view.answer(*way)[0] for way in corners(1.0, 1.0, 2.0)} == {BLANK}, (number, up)


@pytest.mark.parametrize("spot", SPOTS)
def test_a_card_on_its_way_in_is_never_another_one(spot: float) -> None:
    """Give a raised card its own code or none, and none from seven millimetres up.

    If a crooked card rests four to seven millimetres up, half of the sensors look below its row: no
    print can help there.
    """
    for code, view in views()[spot].items():
        for tenth in range(0, 200, 5):
            assert view.answer(Lie(up=tenth / 10))[1] in (code, None)
    raised = [
        Lie(right, half / 2, tilt)
        for right in (-1.0, 1.0)
        for half in range(14, 41, 2)
        for tilt in (-2.0, 2.0)
    ]
    said = {view.answer(lie)[0] for view in views()[spot].values() for lie in raised}
    assert EMPTY in said and said <= {EMPTY, BLANK, DIRTY, BADCODE}


def test_an_empty_slot_is_empty() -> None:
    """Read an empty slot as empty, so that the tests above do see cards."""
    nothing = Image.new("L", face(CODES[0]).size, 0)
    assert View(nothing, SPOTS[0]).answer(Lie(up=30)) == (EMPTY, None)
    assert View(Image.new("L", nothing.size, 255), SPOTS[0]).answer() == (BLANK, None)
