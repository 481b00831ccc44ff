"""The pictures of elements: each kind has its own, moving ones move, and end as they began."""

from __future__ import annotations

from math import cos, pi, sin

import pytest

from companion.art import (
    PALETTE,
    Arc,
    Band,
    Bare,
    Caption,
    Disc,
    Fall,
    Gear,
    Line,
    Point,
    Polygon,
    Shape,
    Thrust,
)
from companion.engine.board import Board
from companion.engine.element import BOARD, Element, kinds
from companion.gallery.elements import VARIANTS, exhibition

SHOWN = [(board, element) for board in exhibition() for element in board.elements]


def of_kind(word: str) -> list[tuple[Board, Element]]:
    """Return all elements of a kind in the exhibition, with their boards."""
    return [(board, element) for board, element in SHOWN if element.word == word]


@pytest.mark.parametrize("word", kinds())
def test_every_kind_has_a_picture_and_a_name(word: str) -> None:
    """Use known colours, and shapes near the own square or along the reach."""
    found = of_kind(word)
    assert found, f"{word} has no example"
    for board, element in found:
        shapes = element.art(board)
        assert shapes and {shape.colour for shape in shapes} <= set(PALETTE), element
        assert str(type(element).noun) and str(element.title()) and str(type(element).about)


def test_no_two_kinds_look_alike() -> None:
    """Give every two kinds different shapes, also without colours."""
    seen: dict[tuple[Shape, ...], str] = {}
    for board, element in SHOWN:
        bare = tuple(shape._replace(colour="") for shape in element.art(board))
        assert seen.setdefault(bare, element.word) == element.word, element


def test_each_variant_looks_different_from_the_example() -> None:
    """Show speeds, registers, damage, modes and groups of variants."""
    for entry in VARIANTS:
        word = entry.split()[1]
        looks = {element.art(board) for board, element in of_kind(word)}
        assert len(looks) > 1, entry


@pytest.mark.parametrize("word", kinds())
def test_registers_are_to_be_seen(word: str) -> None:
    """Number what acts in some registers only."""
    for board, element in of_kind(word):
        registers = getattr(element, "registers", None)
        if (registers is not None and registers != (1, 2, 3, 4, 5)) or isinstance(registers, int):
            numbers = (registers,) if isinstance(registers, int) else registers
            labels = " ".join(
                shape.text for shape in element.art(board) if isinstance(shape, Caption)
            )
            assert all(str(number) in labels for number in numbers), element


@pytest.mark.parametrize("word", kinds())
def test_groups_are_to_be_seen(word: str) -> None:
    """Mark what belongs together by the letter of its group."""
    for board, element in of_kind(word):
        group = getattr(element, "group", None)
        if group is not None:
            assert group[:2].upper() in [
                shape.text for shape in element.art(board) if isinstance(shape, Caption)
            ], element


@pytest.mark.parametrize("word", kinds())
def test_what_acts_by_moving_moves(word: str) -> None:
    """Move what acts in the stage of the board."""
    for board, element in of_kind(word):
        if (
            any(beat.stage == BOARD for beat in element.beats())
            and getattr(element, "side", 0) is not None
        ):
            assert element.motion(board), element


def test_what_moves_ends_as_it_began() -> None:
    """End a motion as it began: bands by whole faces, plates back, wheels after a tooth."""
    for board, element in SHOWN:
        for motion in element.motion(board):
            if isinstance(motion, Band):
                assert motion.shift(0) == 0 and motion.shift(1) == int(motion.shift(1)) > 0, element
            elif isinstance(motion, Thrust):
                assert (
                    motion.shift(1) == pytest.approx((0, 0), abs=1e-6)
                    and max(map(abs, motion.shift(0.3))) > 0.02
                ), element
            elif isinstance(motion, Gear):
                for degrees in (motion.degrees, motion.tooth):
                    assert seen(motion.shapes, motion.centre, degrees) == seen(
                        motion.shapes, motion.centre, 0
                    ), (element, degrees)
            else:
                assert isinstance(motion, (Bare, Fall, Polygon, Line, Disc, Arc, Caption))


def seen(shapes: tuple[Shape, ...], centre: Point, degrees: float) -> set[tuple[object, ...]]:
    """Return the corners and centres of shapes with colours, after a turn about a point."""
    found: set[tuple[object, ...]] = set()
    for shape in shapes:
        points = shape.points if isinstance(shape, (Polygon, Line)) else (shape.centre,)
        found.update(
            (type(shape), shape.colour, *turned(point, centre, degrees)) for point in points
        )
    return found


def turned(point: Point, centre: Point, degrees: float) -> tuple[float, float]:
    """Return a point after a clockwise turn, rounded."""
    angle, east, north = degrees * pi / 180, point[0] - centre[0], point[1] - centre[1]
    return round(east * cos(angle) + north * sin(angle), 4) + 0.0, round(
        north * cos(angle) - east * sin(angle), 4
    ) + 0.0
