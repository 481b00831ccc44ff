"""The facing of a clank: clear from its picture alone, for every shape, from a metre away.

The pictures show a real board in the smallest squares.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from PIL import Image, ImageChops

from companion.content.livery import SHAPES
from companion.ui.theme import IVORY, LIVERY, NIGHT, Rgba
from tests.drawing import drawing
from tests.pixels import colour, grey
from tests.ui.facing_pictures import KINDS

AHEAD: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Direction of each heading in a picture, whose rows count from the top."""
FAR: Final = 9
"""Pixels of a square that a person resolves from a metre: a third of those at arm's length."""


@pytest.fixture(scope="module", params=((800, 480), (720, 1280)), ids=str)
def pictures(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, Any]]:
    """Return the folder of one window size's pictures, and the places of their clanks."""
    folder = tmp_path_factory.mktemp("facing")
    order = [
        sys.executable,
        "-m",
        "tests.ui.facing_pictures",
        str(folder),
        *map(str, request.param),
    ]
    done = subprocess.run(
        order,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=120,
        env=drawing(),
    )
    assert done.returncode == 0, done.stderr
    return folder, json.loads(done.stdout.splitlines()[-1])


def cut(
    folder: Path, name: str, pictures_by_kind: dict[str, Any]
) -> Iterator[tuple[str, int, Image.Image, Image.Image]]:
    """Yield each clank's shape, heading and picture, and the same area without it."""
    side = pictures_by_kind[name]["side"]
    half = side * 0.66
    with Image.open(folder / f"{name}.png") as picture, Image.open(folder / "bare.png") as ground:
        for shape, heading in product(SHAPES, range(4)):
            x, y = pictures_by_kind[name]["places"][f"{shape} {heading}"]
            box = (round(x - half), round(y - half), round(x + half), round(y + half))
            yield shape, heading, picture.convert("RGB").crop(box), ground.convert("RGB").crop(box)


def nose(clank: Image.Image, ground: Image.Image, heading: int) -> tuple[float, float, float]:
    """Return how far the nose is ahead and aside, and its area, in squares.

    It is found as its colour where the bare board has another one.
    """
    wide, high = clank.size
    new = ImageChops.difference(clank, ground).convert("L")
    tint = tuple(round(255 * part) for part in IVORY[:3])
    spots = [
        (x + 0.5 - wide / 2, y + 0.5 - high / 2)
        for x, y in product(range(wide), range(high))
        if grey(new, (x, y)) > 20
        and max(abs(mine - its) for mine, its in zip(colour(clank, (x, y)), tint, strict=True)) < 24
    ]
    assert spots, "no nose at all"
    side = wide / 1.32
    across, up = (sum(spot[axis] for spot in spots) / len(spots) / side for axis in (0, 1))
    (east, south) = AHEAD[heading]
    return across * east + up * south, abs(across * south) + abs(up * east), len(spots) / side**2


@pytest.mark.parametrize("kind", KINDS)
def test_the_nose_lies_ahead(pictures: tuple[Path, dict[str, Any]], kind: str) -> None:
    """Place a large light patch ahead in every shape, also with damage and at rest."""
    folder, places = pictures
    for shape, heading, clank, ground in cut(folder, kind, places):
        ahead, aside, area = nose(clank, ground, heading)
        assert ahead > 0.18 and aside < 0.1 and area > 0.1, (shape, heading, ahead, aside, area)


def test_it_is_told_without_knowing_the_shape(pictures: tuple[Path, dict[str, Any]]) -> None:
    """Make each clank, grey and from a metre, most like other shapes of the same heading."""
    folder, places = pictures
    far = {
        (shape, heading): ImageChops.difference(clank.convert("L"), ground.convert("L"))
        .resize((FAR, FAR), Image.Resampling.BOX)
        .tobytes()
        for shape, heading, clank, ground in cut(folder, "sound", places)
    }
    for (shape, heading), mine in far.items():
        apart = [
            sum(
                abs(one - other)
                for known in SHAPES
                if known != shape
                for one, other in zip(mine, far[known, way], strict=True)
            )
            for way in range(4)
        ]
        nearest, second, *_ = sorted(apart)
        assert apart[heading] == nearest and second > 1.25 * nearest, (shape, heading, apart)


def test_the_headings_of_a_shape_look_different(pictures: tuple[Path, dict[str, Any]]) -> None:
    """Differ strongly between any two headings, also for a symmetric shape."""
    folder, places = pictures
    seen = {
        (shape, heading): clank.convert("L")
        for shape, heading, clank, _ in cut(folder, "sound", places)
    }
    for shape, one, other in product(SHAPES, range(4), range(4)):
        if one < other:
            least = (
                min(seen[shape, one].size[0], seen[shape, other].size[0]),
                min(seen[shape, one].size[1], seen[shape, other].size[1]),
            )
            first, second = (seen[shape, way].resize(least) for way in (one, other))
            strong = sum(ImageChops.difference(first, second).histogram()[60:]) / (
                least[0] * least[1]
            )
            assert strong > 0.18, (shape, one, other, strong)


def test_edges_stand_out_from_every_colour() -> None:
    """Give the edge between nose and sign a strong contrast to nose and colours."""
    assert contrast(IVORY, NIGHT) > 12
    assert all(contrast(tint, NIGHT) > 4.5 for tint in LIVERY.values())


def contrast(one: Rgba, other: Rgba) -> float:
    """Return the contrast ratio of two colours as for text (WCAG): 1 to 21."""

    def brightness(tint: Rgba) -> float:
        """Return the relative luminance, 0 to 1."""
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in tint[:3]
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)
