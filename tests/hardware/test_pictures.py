"""The pictures of the building guide: hidden surfaces, labels, none missing or heavy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from hardware.pictures.make import solids
from hardware.pictures.scene import PAPER, Note, Scene, View
from hardware.pictures.shots import SHOTS
from hardware.pictures.solid import Point, Triangle, sharp_edges
from tests.pixels import colour as colour_of

FRONT = View(0, 0, Point(0, 0, 0), 4, 100, 80)
RED, GREEN = (200, 20, 20), (20, 200, 20)


def box(low: Point, high: Point) -> list[Triangle]:
    """Return a box between two corners, counter-clockwise as seen from outside."""
    at = [Point(x, y, z) for z in (low.z, high.z) for y in (low.y, high.y) for x in (low.x, high.x)]
    faces = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    return [
        Triangle(at[a], at[b], at[c])
        for first, second, third, fourth in faces
        for a, b, c in ((first, second, third), (first, third, fourth))
    ]


def dominant(picture: Image.Image, x: int, y: int) -> str:
    """Return which of red and green a pixel mostly is, or "paper"."""
    red, green, _ = colour_of(picture, (x, y))
    return "paper" if abs(red - green) < 20 else "red" if red > green else "green"


@pytest.mark.parametrize("turned_round", [False, True])
def test_what_is_nearer_hides_what_is_farther(turned_round: bool) -> None:
    """Show a small red box before a large green one, drawn in any order."""
    things = [
        (box(Point(-4, -8, -4), Point(4, -6, 4)), RED),
        (box(Point(-9, 0, -9), Point(9, 2, 9)), GREEN),
    ]
    scene = Scene(FRONT)
    for triangles, colour in reversed(things) if turned_round else things:
        scene.body(triangles, colour)
    picture = scene.finished()
    assert picture.size == (100, 80)
    assert [dominant(picture, x, 40) for x in (50, 23, 77, 6)] == ["red", "green", "green", "paper"]


def test_a_box_has_twelve_edges() -> None:
    """Leave out the line across each face, where two triangles of one plane meet."""
    assert len(list(sharp_edges(box(Point(0, 0, 0), Point(1, 2, 3))))) == 12


def test_a_note_stands_where_it_should() -> None:
    """Put the words of a note at their place, and end its line at its subject."""
    bare = Scene(FRONT).finished()
    noted = Scene(FRONT).finished([Note("here", (30, 20), Point(8, 0, -8))])
    left, upper, right, lower = ImageChops.difference(bare, noted).getbbox() or (0, 0, 0, 0)
    assert left < 30 and upper < 20
    # The dot at the end of the line is six pixels wide, and a little more after scaling down.
    assert (right, lower) == (pytest.approx(50 + 32, abs=7), pytest.approx(40 + 32, abs=7))
    assert bare.getpixel((5, 5)) == PAPER


def test_a_scene_is_asked_for_by_colour() -> None:
    """Get one colour of a scene from openscad, and nothing of an unknown colour."""
    steel = solids("open_handle", ('only="steel"', "$fn=6"))
    assert steel and max(corner.z for triangle in steel for corner in triangle) < 60
    assert solids("open_handle", ('only="green"', "$fn=6")) == []


@pytest.mark.parametrize("name", SHOTS)
def test_every_picture_is_there_and_shown(repository: Path, name: str) -> None:
    """Have every picture in full size, small enough, and shown in the guide with an alt text."""
    path = repository / "hardware" / "pictures" / f"{name}.png"
    assert path.stat().st_size < 150_000
    with Image.open(path) as picture:
        assert picture.size == (SHOTS[name].view.width, SHOTS[name].view.height)
    guide = "".join(page.read_text("utf-8") for page in (repository / "docs/build").glob("*.md"))
    assert re.search(rf"!\[[^\]]{{20,}}\]\(../../hardware/pictures/{name}\.png\)", guide)
