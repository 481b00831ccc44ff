"""Markers have their true size on paper, clanks show their front, and no two are alike."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageColor, ImageStat

from companion.press.clanks import FACE_HIGH, FACE_WIDE, LIVERIES, ClankLook, back, front
from companion.press.leaves import HIGH, Leaf, draw_outline, pages
from companion.press.markers import (
    CHECKPOINT,
    FLAG_TENT,
    NUMBERS,
    PARKING,
    SEAT_TENT,
    STRIP,
    TOKEN,
    checkpoint,
    parking_plate,
    seat_plate,
    standee,
    standing_flag,
    token,
)
from companion.press.marks import Document, Mark
from companion.press.paper import PAPERS
from companion.press.pdf import pdf
from tests.pixels import colour, grey
from tests.press.leafing import AT, DOTS, across, alone, reach, runs, up
from tests.press.prints import picture

SQUARE = 24.7
CLOSE = 0.23
"""Millimetres by which a measure may be off: half the width of a cut line, and a dot."""


def _grey(marks: tuple[Mark, ...], width: float, height: float) -> Image.Image:
    """Return a picture of a piece without its colours and without the white around it."""
    seen = alone(marks, width, height)
    edge = round(AT * DOTS)
    return seen.crop((edge, edge, seen.width - edge, seen.height - edge)).convert("L")


def test_a_clank_folds_where_it_should() -> None:
    """Print a clank 22 mm wide, 30 mm high on both sides, on feet of 9 mm with a floor of 18 mm.

    It is measured at the marks beside the strip.
    """
    seen = alone(standee(LIVERIES[0]), FACE_WIDE, STRIP)
    assert runs(up(seen, -1)) == pytest.approx([9, 39, 69, 78], abs=CLOSE)
    assert reach(up(seen, FACE_WIDE / 2)) == pytest.approx((0, 96), abs=CLOSE)
    assert reach(across(seen, 50)) == pytest.approx((0, 22), abs=CLOSE)


def test_a_flag_has_room_beside_a_clank() -> None:
    """Fit both feet of flag and clank on one square of the board, as measured on paper."""
    strip = alone(standing_flag(3), FLAG_TENT.width, FLAG_TENT.strip)
    flap, floor, _ = runs(up(strip, -1))
    assert floor - flap + 18 < SQUARE and FLAG_TENT.width < SQUARE and FACE_WIDE < SQUARE


@pytest.mark.parametrize("livery", LIVERIES, ids=lambda livery: livery.name)
def test_the_front_is_light_and_the_back_is_dark(livery: ClankLook) -> None:
    """Distinguish a clank's light front from its dark back without colours, also on its foot."""
    sides = [
        ImageStat.Stat(_grey(side, FACE_WIDE, FACE_HIGH)).mean[0]
        for side in (front(livery), back(livery))
    ]
    assert sides[0] > sides[1] + 60
    strip = _grey(standee(livery), FACE_WIDE, STRIP)
    foot = []
    for low, high in ((0.5, 8.5), (69.5, 77.5)):
        foot.append(
            ImageStat.Stat(
                strip.crop(
                    (2, strip.height - round(high * DOTS), 40, strip.height - round(low * DOTS))
                )
            ).mean[0]
        )
    assert foot[0] > foot[1] + 40


def test_eight_clanks_are_eight_pictures() -> None:
    """Print eight fronts, backs and tokens that differ in grey by shapes and features."""
    face = FACE_WIDE, FACE_HIGH
    for draw, width, height in (
        (front, *face),
        (back, *face),
        (token, TOKEN, TOKEN),
        (checkpoint, CHECKPOINT, CHECKPOINT),
    ):
        # One colour and one number for all: what differs is what is drawn.
        seen = [
            _grey(draw(livery._replace(colour="brass", seat=1, name="")), width, height)
            for livery in LIVERIES
        ]
        for one, other in combinations(seen, 2):
            assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 1.5


def test_the_arrow_on_the_foot_points_away_from_the_face() -> None:
    """Point the arrow on the foot away from the face.

    Ahead is down on the strip: the arrow on the front foot is narrow there and broad at the fold.
    """
    strip = _grey(standee(LIVERIES[5]), FACE_WIDE, STRIP)
    dark = [
        sum(
            grey(strip, (x, strip.height - round(y * DOTS))) < 90 for x in range(4, strip.width - 4)
        )
        for y in (1.6, 3.2)
    ]
    assert 10 < dark[0] < dark[1] - 20


@pytest.mark.parametrize("livery", LIVERIES, ids=lambda livery: livery.name)
def test_a_token_is_light_ahead_and_dark_behind(livery: ClankLook) -> None:
    """Print a token lighter ahead than behind, in nine dots and without colours."""
    seen = _grey(token(livery), TOKEN, TOKEN).resize((9, 9), Image.Resampling.BOX)
    rows = [ImageStat.Stat(seen.crop((2, row, 7, row + 1))).mean[0] for row in range(9)]
    assert sum(rows[1:4]) / 3 > sum(rows[6:8]) / 2 + 60


def test_plates_have_their_size() -> None:
    """Print name tents of 90 × 35 mm on both sides, and parking plates as large as a square."""
    seen = alone(seat_plate(LIVERIES[2]), SEAT_TENT.width, SEAT_TENT.strip)
    assert runs(up(seen, -1)) == pytest.approx([8, 32, 67], abs=CLOSE)
    assert reach(up(seen, 45)) == pytest.approx((0, 102), abs=CLOSE) and reach(
        across(seen, 50)
    ) == pytest.approx((0, 90), abs=CLOSE)
    plate = alone(parking_plate(LIVERIES[2]), PARKING, PARKING)
    assert reach(up(plate, 12)) == pytest.approx((0, SQUARE), abs=CLOSE) and reach(
        across(plate, 12)
    ) == pytest.approx((0, SQUARE), abs=CLOSE)


def test_the_longest_name_stays_on_its_plate() -> None:
    """Keep the rim free of a name with twelve broad letters, the longest possible."""
    broad = ClankLook(4, "WWWWWWWWWWWW", "jade", "diamond")
    tent = seat_plate(broad), SEAT_TENT.width, SEAT_TENT.strip, (54, 60)
    for marks, width, height, rows in (tent, (standee(broad), FACE_WIDE, STRIP, (10.2, 12.4))):
        seen = alone(marks, width, height)
        for tenth in range(int(rows[0] * 10), int(rows[1] * 10)):
            row = across(seen, tenth / 10)
            assert set(row[round((AT + width + 0.3) * DOTS) :]) == {(255, 255, 255)}
            assert row[round((AT + width - 0.5) * DOTS)] == ImageColor.getrgb(broad.tint)


def test_the_ruler_is_fifty_millimetres() -> None:
    """Draw a ruler of 50 mm at the foot of every leaf, on every paper."""
    for paper in PAPERS.values():
        (page,) = pages([Leaf("Nothing", "", (draw_outline(1, 1, 90, 90),))], paper)
        seen = picture(pdf(Document("Leaf", (page,))), dots=DOTS)
        low = (page.height - HIGH) / 2
        row = [
            max(colour(seen, (x, round((page.height - low - 0.65) * DOTS)))) < 120
            for x in range(seen.width)
        ]
        first = row.index(True)
        assert row.index(False, first) - first == pytest.approx(50 * DOTS, abs=CLOSE * DOTS)


def test_flags_count() -> None:
    """Print eight flags, each with its number on both sides."""
    seen = [_grey(standing_flag(number), FLAG_TENT.width, FLAG_TENT.strip) for number in NUMBERS]
    assert len(seen) == 8 and all(
        ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 1
        for one, other in combinations(seen, 2)
    )
    for strip in seen:
        ground = strip.height - round((FLAG_TENT.flap + FLAG_TENT.floor) * DOTS)
        side = round(FLAG_TENT.side * DOTS)
        near, far = (
            strip.crop((5, ground - side + 4, strip.width - 5, ground - 4)),
            strip.crop((5, ground - 2 * side + 4, strip.width - 5, ground - side - 4)),
        )
        assert ImageStat.Stat(ImageChops.difference(near, far.rotate(180))).mean[0] < 4
