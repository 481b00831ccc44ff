"""The printed reader: every part can be printed, has its planned measures, and its handle moves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.formats.reader_plan import ReaderPlan, parse_reader_plan
from hardware.pictures.solid import Point, Triangle, bounds
from tests.hardware.printed_parts import (
    bodies,
    cut,
    drawing,
    open_sides,
    solid,
    swapped,
    volume,
    walls,
)

PARTS = (
    "slot",
    "first_slot",
    "comb",
    "cover",
    "floor",
    "pico_floor",
    "handle",
    "lid",
    "lever",
    "gauge",
)
BED = (220.0, 220.0, 250.0)
NEAR = 0.02


@pytest.fixture(scope="module")
def plan() -> ReaderPlan:
    """Return the plan that the repository ships."""
    return parse_reader_plan(
        (Path(__file__).parents[2] / "hardware" / "reader.toml").read_text("utf-8")
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Future[list[Triangle]]]]:
    """Return all printed parts, made two at a time.

    A warning of openscad fails the test that asks.
    """
    with ThreadPoolExecutor(2) as pool:
        yield {part: pool.submit(solid, part, tmp_path_factory.mktemp(part)) for part in PARTS}


def lying(triangles: list[Triangle], lean: float, base: float) -> list[Triangle]:
    """Return a slot as printed on its left wall, turned so that the card's way is down.

    The slot's foot is at height 0.
    """
    turn = math.radians(lean)

    def put(corner: Point) -> Point:
        y, z = corner.y, -corner.x - base
        return Point(
            corner.z,
            y * math.cos(turn) - z * math.sin(turn),
            y * math.sin(turn) + z * math.cos(turn),
        )

    return [Triangle(*map(put, triangle)) for triangle in triangles]


# ---- Printing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", PARTS)
def test_every_part_can_be_printed(made: dict[str, Future[list[Triangle]]], part: str) -> None:
    """Print each part as one closed body that fits on the bed, without complaints of openscad."""
    triangles = made[part].result()
    assert len(triangles) > 20
    assert not open_sides(triangles)
    assert bodies(triangles) == 1
    low, high = bounds(triangles)
    assert low.z == pytest.approx(0, abs=NEAR)
    assert all(size <= room for size, room in zip(high.minus(low), BED, strict=True)), high.minus(
        low
    )


def test_a_hole_and_a_second_piece_are_noticed(made: dict[str, Future[list[Triangle]]]) -> None:
    """Notice a missing triangle by three open sides, and a doubled body by two pieces."""
    triangles = made["lever"].result()
    assert len(open_sides(triangles[1:])) == 3
    beside = [
        Triangle(*(corner._replace(z=corner.z + 100) for corner in triangle))
        for triangle in triangles
    ]
    assert bodies(triangles + beside) == 2


# ---- Measures ------------------------------------------------------------------------------------


def test_a_slot_is_as_wide_as_a_card_and_its_play(
    made: dict[str, Future[list[Triangle]]], plan: ReaderPlan
) -> None:
    """Leave room for card and play, in the middle, half-way down.

    Behind it the wall is at the gap.
    """
    level = cut(
        lying(made["slot"].result(), plan.slots.lean, plan.body["base"]), plan.slots.depth / 2
    )
    left, right = walls(level, plan.slots.gap / 2)[1:3]
    assert right - left == pytest.approx(plan.card.width + plan.slots.play, abs=NEAR)
    assert (left + right) / 2 == pytest.approx(plan.slots.pitch / 2, abs=NEAR)
    assert walls(swapped(level), plan.slots.pitch / 2)[0] == pytest.approx(plan.slots.gap, abs=NEAR)


def test_a_slot_is_as_deep_as_planned(
    made: dict[str, Future[list[Triangle]]], plan: ReaderPlan
) -> None:
    """Let a card stand on the foot in the middle, between walls as high as the slot is deep."""
    upright = lying(made["slot"].result(), plan.slots.lean, plan.body["base"])
    side_on = [
        Triangle(*(Point(corner.x, corner.z, corner.y) for corner in triangle))
        for triangle in upright
    ]
    level = swapped(cut(side_on, plan.slots.gap / 2))
    assert walls(level, plan.slots.pitch / 2)[-1] == pytest.approx(0, abs=NEAR)
    assert walls(level, 0.5)[-1] == pytest.approx(plan.slots.depth, abs=NEAR)


def test_the_wells_lie_where_the_sensors_look(
    made: dict[str, Future[list[Triangle]]], plan: ReaderPlan
) -> None:
    """Place eight round wells at the pitch of cells, at the height of sensors, into the slot."""
    level = cut(made["comb"].result(), 1.0)
    ways = walls(level, plan.code.sensors)
    assert len(ways) == 2 * plan.code.cells + 2
    for cell, (left, right) in enumerate(zip(ways[1:-1:2], ways[2:-1:2], strict=True), start=1):
        middle = (left + right) / 2
        assert middle == pytest.approx(plan.slots.pitch / 2 + plan.code.middle(cell), abs=NEAR)
        low, high = walls(swapped(level), middle)[-3:-1]
        assert (low + high) / 2 == pytest.approx(plan.code.sensors, abs=NEAR)
        assert (
            right - left
            == pytest.approx(high - low, abs=NEAR)
            == pytest.approx(plan.body["well"], abs=NEAR)
        )


def test_sensors_stand_at_their_distance_from_the_card(
    made: dict[str, Future[list[Triangle]]], plan: ReaderPlan
) -> None:
    """End the wells at the faces of sensors, at their distance from a card that leans back.

    Behind is room for the array.
    """
    end = plan.slots.sensor_distance - (plan.slots.gap - plan.card.thickness)
    comb = made["comb"].result()
    assert len(walls(cut(comb, end - NEAR), plan.code.sensors)) == 2 * plan.code.cells + 2
    left, right = walls(cut(comb, end + NEAR), plan.code.sensors)[1:3]
    assert right - left >= plan.body["array_length"]


def test_slots_stand_at_their_pitch(tmp_path: Path, plan: ReaderPlan) -> None:
    """Place each slot and its eight wells by the plan, counted from slot 1."""
    row = drawing("row", tmp_path)
    between, wells = walls(row, plan.slots.gap / 2), walls(row, -1.0)
    for slot in range(plan.slots.count):
        middle = (slot + 0.5) * plan.slots.pitch
        left, right = (middle + end * (plan.card.width + plan.slots.play) / 2 for end in (-1, 1))
        assert any(left == pytest.approx(x, abs=NEAR) for x in between) and any(
            right == pytest.approx(x, abs=NEAR) for x in between
        )
        for cell in range(1, plan.code.cells + 1):
            edges = [
                middle + plan.code.middle(cell) + end * plan.body["well"] / 2 for end in (-1, 1)
            ]
            assert all(any(edge == pytest.approx(x, abs=NEAR) for x in wells) for edge in edges)


def test_another_plan_makes_another_slot(tmp_path: Path, plan: ReaderPlan) -> None:
    """Change a slot with card, pitch and lean of another plan."""
    other = solid("slot", tmp_path, "slot_pitch=76", "card_width=68", "slot_lean=10")
    low, high = bounds(other)
    assert high.z - low.z == pytest.approx(76, abs=NEAR)
    left, right = walls(
        cut(lying(other, 10, plan.body["base"]), plan.slots.depth / 2), plan.slots.gap / 2
    )[1:3]
    assert right - left == pytest.approx(68 + plan.slots.play, abs=NEAR)


def test_what_goes_inside_has_room(tmp_path: Path) -> None:
    """Leave room for card, straight light pipe, Pico and plug.

    The card touches nothing half a millimetre back. It is as thick as the gap at either side of its
    slot.
    """
    assert solid("room", tmp_path) == []
    assert solid("room", tmp_path, "moved=0.5") != []


def test_screws_find_their_holes_and_plastic_to_bite(tmp_path: Path, plan: ReaderPlan) -> None:
    """Keep the ways of screws free, and surround their whole thread.

    That is 15 mm in each of two joints, 6 mm in each of four rails, 9 mm in each of two comb's
    screws.
    """
    assert solid("bites", tmp_path) == []
    thread = solid("bites", tmp_path, "bite=0.6")
    twelve_corners = 12 / 4 * math.sin(math.tau / 12) / 2
    ring = twelve_corners * ((plan.body["screw_pilot"] + 0.6) ** 2 - plan.body["screw_pilot"] ** 2)
    assert bodies(thread) == 8
    assert volume(thread) == pytest.approx(ring * (2 * 15 + 4 * 6 + 2 * 9), rel=0.02)


# ---- The handle ----------------------------------------------------------------------------------


def test_the_lever_swings_freely(tmp_path: Path) -> None:
    """Let the lever swing without touching box and switches, which have room."""
    assert solid("switches", tmp_path) == []
    assert solid("way", tmp_path) == []


def test_the_box_stops_the_lever(tmp_path: Path, plan: ReaderPlan) -> None:
    """Stop the lever a degree and a half beyond either end, so that it crushes no switch."""
    beyond = plan.body["handle_angle"] + 1.5
    low, high = bounds(solid("way", tmp_path, f"angles=[{-beyond},{beyond}]"))
    assert low.y < pivot(plan) - 5 < pivot(plan) + 5 < high.y


@pytest.mark.parametrize(("share", "side"), [(-1, -1), (-0.75, 0), (0, 0), (0.75, 0), (1, 1)])
def test_switches_are_pressed_at_the_ends_only(
    tmp_path: Path, plan: ReaderPlan, share: float, side: int
) -> None:
    """Press the front plunger when pulled, the rear one when pushed, none up to three quarters."""
    pressed = solid("press", tmp_path, f"handle_at={share * plan.body['handle_angle']}")
    assert bool(pressed) == bool(side)
    assert all((corner.y - pivot(plan)) * side > 0 for triangle in pressed for corner in triangle)


def pivot(plan: ReaderPlan) -> float:
    """Return where the axle is, by the model's rule.

    It is half-way between plinth and rear wall, and 4 mm behind.
    """
    body, turn = plan.body, math.radians(plan.slots.lean)
    comb = (
        plan.slots.sensor_distance
        - (plan.slots.gap - plan.card.thickness)
        + body["array_sensor"]
        + body["array_board"]
    )
    toe = comb + body["cover"] / 2 + body["pixel"] / 2 + 4
    return (body["back"] - toe * math.cos(turn) - 10 * math.sin(turn)) / 2 + 4
