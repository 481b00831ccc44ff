"""Painting boards: any strokes read back the same, and undo returns the same value."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.board import Board
from companion.engine.element import kinds
from companion.errors import RuleError
from companion.formats.board import write_board
from companion.games.corrections import FieldChoice
from companion.games.painting import Touch
from companion.games.race.painting import ERASER, FLAG, OF_A_KEY, TITLES, WORDS, RacePainting
from companion.geometry import square_name
from companion.session.lobby.drawing import Drawing, apply_form, redone, stroke, undone, with_board

PAINTING = RacePainting()
PAINTS = tuple(paint.key for tray in PAINTING.trays for paint in tray.paints)
touches = st.builds(
    Touch,
    st.builds(square_name, st.integers(0, 5), st.integers(0, 4)),
    st.integers(0, 3),
    st.booleans(),
)
strokes = st.tuples(
    st.sampled_from(PAINTS),
    st.one_of(st.tuples(touches), st.lists(touches, min_size=2, max_size=4).map(tuple)),
)


def painted(*done: tuple[str, tuple[Touch, ...]]) -> Drawing:
    """Return a small board after some strokes, without impossible ones."""
    drawing = Drawing(PAINTING.begun(6, 5))
    for tool, fingers in done:
        try:
            drawing = stroke(drawing._replace(tool=tool), PAINTING, fingers)
        except RuleError as fault:
            assert str(fault)
    return drawing


def one(
    paint: str, square: str, side: int = 0, near: bool = False
) -> tuple[str, tuple[Touch, ...]]:
    """Return one touch."""
    return paint, (Touch(square, side, near),)


def entries(board: Board) -> list[str]:
    """Return everything on it as a file has it."""
    return [element.entry() for element in board.elements]


def picks(board: Board) -> list[FieldChoice]:
    """Return all choices in the forms of a board."""
    return [
        pick
        for square in board.squares
        for field in PAINTING.form(board, square)
        for pick in field.picks
        if pick.change is not None
    ]


@settings(max_examples=150, deadline=None)
@given(st.lists(strokes, max_size=12))
def test_whatever_is_painted_reads_back_the_same(done: list[Any]) -> None:
    """Read back any painted board, finished or not."""
    board = painted(*done).board
    assert PAINTING.read(write_board(board), "painted") == board
    PAINTING.troubles(board)


@settings(max_examples=60, deadline=None)
@given(st.lists(strokes, min_size=1, max_size=6), st.data())
def test_whatever_a_form_offers_reads_back_the_same(done: list[Any], data: st.DataObject) -> None:
    """Read back every change of every field, or refuse it in words."""
    drawing = painted(*done)
    for _ in range(3):
        offered = picks(drawing.board)
        if not offered:
            return
        try:
            drawing = apply_form(drawing, PAINTING, data.draw(st.sampled_from(offered)).change)
        except RuleError as fault:
            assert str(fault)
        assert PAINTING.read(write_board(drawing.board), "altered") == drawing.board


@settings(max_examples=60, deadline=None)
@given(st.lists(strokes, min_size=1, max_size=8), st.integers(4, 9), st.integers(4, 9))
def test_undo_leads_back_and_redo_forth(done: list[Any], columns: int, rows: int) -> None:
    """Undo and redo to the very same boards, with their size."""
    drawing = painted(*done)
    drawing = with_board(drawing, PAINTING.resized(drawing.board, columns, rows))
    assert PAINTING.read(write_board(drawing.board), "resized") == drawing.board
    back, boards = drawing, [drawing.board]
    while back.past:
        back = undone(back)
        boards.append(back.board)
    assert back.board == PAINTING.begun(6, 5) and undone(back) is back
    while back.future:
        assert back.board == boards.pop()
        back = redone(back)
    assert back.board == drawing.board and back.past == drawing.past and redone(back) is back


def test_every_kind_can_be_painted_and_no_paint_is_missing() -> None:
    """Have each kind in one tray, with a name, a sentence and a picture."""
    assert set(PAINTS) == {*kinds(), FLAG, ERASER} and len(PAINTS) == len(set(PAINTS))
    for tray in PAINTING.trays:
        for paint in tray.paints:
            assert str(paint.label) and str(paint.about)
            board = PAINTING.painted(PAINTING.begun(12, 12), paint.key, Touch("D5", 1, True), 0)
            assert (board == PAINTING.begun(12, 12)) == (paint.key == ERASER)


def test_a_second_touch_turns() -> None:
    """Turn by a second touch: ways by quarters, sides in order; the paint keeps the direction."""
    assert entries(painted(one("belt", "B2")).board) == ["B2 belt N"]
    twice = painted(one("belt", "B2"), one("belt", "B2"), one("belt", "C3"))
    assert entries(twice.board) == ["B2 belt E", "C3 belt E"] and twice.way == 1
    assert entries(painted(one("pusher", "B2", 1), one("pusher", "B2", 1)).board) == [
        "B2 pusher S odd"
    ]
    assert entries(painted(one("rotator", "B2"), one("rotator", "B2")).board) == ["B2 rotator ccw"]


def test_every_key_has_a_field_with_words() -> None:
    """Offer every key of files with more than one value, with words."""
    for kind in kinds().values():
        if kind.word == "wall":
            continue
        board = PAINTING.painted(PAINTING.begun(9, 9), kind.word, Touch("E5", 1, True), 0)
        fields = PAINTING.form(board, "E5")
        assert str(fields[0].title) and len(fields) >= 1 + sum(
            len(key.choices) != 1 for key in kind.keys
        ), kind.word
        for key in kind.keys:
            assert key.name in TITLES, f"{kind.word}: what is {key.name} called?"
            assert all(
                choice in WORDS or (key.name, choice) in OF_A_KEY or choice.isdigit()
                for choice in key.choices
            ), f"{kind.word}: {key.choices}"


def test_walls_come_and_go_and_are_one_from_both_sides() -> None:
    """Paint and remove walls as one from both sides."""
    assert (
        entries(painted(one("wall", "B2", 0)).board)
        == entries(painted(one("wall", "B3", 2)).board)
        == ["B2 wall N"]
    )
    assert painted(one("wall", "B2", 0), one("wall", "B3", 2)).board == PAINTING.begun(6, 5)
    assert entries(painted(("wall", tuple(Touch(square, 2) for square in ("A3", "B3")))).board) == [
        "A2 wall N",
        "B2 wall N",
    ]


def test_a_finger_that_goes_over_squares_paints_along_its_way() -> None:
    """Paint along the finger: belts lead, floors fill, starts count on."""
    row = ("B2", "C2", "C3")
    assert entries(painted(("belt", tuple(map(Touch, row)))).board) == [
        "B2 belt E",
        "C2 belt N",
        "C3 belt N",
    ]
    assert entries(painted(("pit", tuple(map(Touch, row)))).board) == ["B2 pit", "C2 pit", "C3 pit"]
    assert entries(painted(("start", tuple(map(Touch, row)))).board) == [
        "B2 start seat=1",
        "C2 start seat=2",
        "C3 start seat=3",
    ]
    assert painted(
        ("pit", tuple(map(Touch, row))), (ERASER, tuple(map(Touch, row)))
    ).board == PAINTING.begun(6, 5)


def test_what_may_not_be_together_gives_way() -> None:
    """Replace what may not be together; swap seats of starts."""
    assert entries(painted(one("rotator", "B2"), one("belt", "B2")).board) == ["B2 belt N"]
    board = painted(one("start", "A1"), one("start", "B1")).board
    more = next(
        pick
        for field in PAINTING.form(board, "A1")
        for pick in field.picks
        if str(pick.label) == "more"
    )
    assert entries(PAINTING.altered(board, more.change)) == ["A1 start seat=2", "B1 start seat=1"]


def test_flags_count_on_and_the_eraser_takes_away() -> None:
    """Count flags on, remove them by a second touch, and erase sides near an edge."""
    assert painted(one(FLAG, "B2"), one(FLAG, "C3"), one(FLAG, "B2")).board.suggested_flags == (
        "C3",
    )
    walled = painted(one("pit", "B2"), one("wall", "B2", 0), one(ERASER, "B2", 0, True))
    assert entries(walled.board) == ["B2 pit"]
    assert painted(one("pit", "B2"), one(FLAG, "B2"), one(ERASER, "B2")).board == PAINTING.begun(
        6, 5
    )


def test_what_cannot_be_is_said() -> None:
    """Say why a ninth start, a block over the border, and a small board are refused."""
    board = PAINTING.begun(9, 4)
    full = PAINTING.swept(board, "start", [Touch(square_name(column, 0)) for column in range(8)], 0)
    for paint, square, words in (
        ("start", "A2", "every seat"),
        ("room", "I4", "leave the board"),
        ("cake", "A1", "no paint called cake"),
    ):
        with pytest.raises(RuleError, match=words):
            PAINTING.painted(full, paint, Touch(square), 0)
    with pytest.raises(RuleError, match="4 to 40"):
        PAINTING.resized(board, 41, 4)


def test_faults_come_before_warnings_and_name_their_squares() -> None:
    """List faults before warnings with their squares: a lone platform, a missing start."""
    troubles = PAINTING.troubles(painted(one("light_barrier", "B2", 1)).board)
    assert not troubles[0].warning and "B2" in troubles[0].squares and troubles[-1].warning
    assert all(str(trouble.words).endswith(".") for trouble in troubles)
