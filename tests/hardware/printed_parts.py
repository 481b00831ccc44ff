"""Check printed parts as openscad makes them: closed surfaces, and measures of cuts."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path

from hardware.pictures.solid import Point, Triangle, read_stl

MODEL = Path(__file__).parents[2] / "hardware" / "reader" / "reader.scad"
ROUGH = "$fn=12"
"""Corners of a circle; enough to measure by, and quick."""

Flat = tuple[float, float]
Segment = tuple[Flat, Flat]


def ordered(part: str, target: Path, settings: tuple[str, ...] = ()) -> str:
    """Let openscad make a part; return its messages.

    Raises:
        AssertionError: It warns or fails.
    """
    order = ["openscad", "-o", str(target), "-D", f'part="{part}"', "-D", ROUGH]
    for setting in settings:
        order += ["-D", setting]
    said = subprocess.run(
        [*order, str(MODEL)], capture_output=True, text=True, check=False, timeout=200
    ).stderr
    faults = [
        line for line in said.splitlines() if re.match(r"(WARNING|ERROR|DEPRECATED|TRACE)", line)
    ]
    assert not faults, f"{part}: {faults}"
    return said


def solid(part: str, folder: Path, *settings: str) -> list[Triangle]:
    """Return the triangles of a part; none if openscad says that nothing is there."""
    target = folder / f"{part}.stl"
    said = ordered(part, target, settings)
    if target.exists():
        return read_stl(target.read_text("ascii"))
    assert "object is empty" in said, said
    return []


def drawing(part: str, folder: Path, *settings: str) -> list[Segment]:
    """Return the lines of a flat part in the model's direction: y is up, but down in an SVG."""
    target = folder / f"{part}.svg"
    ordered(part, target, settings)
    lines: list[Segment] = []
    for path in re.findall(r'\bd="([^"]*)"', target.read_text("utf-8")):
        for loop in path.split("z"):
            corners = [
                (float(x), -float(y)) for x, y in re.findall(r"(-?[\d.e-]+),(-?[\d.e-]+)", loop)
            ]
            lines += zip(corners, corners[1:] + corners[:1], strict=True)
    return lines


def open_sides(triangles: list[Triangle]) -> list[tuple[Point, Point]]:
    """Return sides that do not belong to exactly two triangles in opposite directions.

    A closed surface has none.
    """
    counted = Counter(side for triangle in triangles for side in triangle.sides())
    return [side for side, times in counted.items() if times != 1 or counted[side[1], side[0]] != 1]


def bodies(triangles: list[Triangle]) -> int:
    """Return how many pieces a part has: triangles that share a corner belong together."""
    above: dict[Point, Point] = {}

    def top(corner: Point) -> Point:
        while above.setdefault(corner, corner) != corner:
            corner = above[corner]
        return corner

    for first, second, third in triangles:
        above[top(first)] = above[top(second)] = top(third)
    return sum(corner == over for corner, over in above.items())


def volume(triangles: list[Triangle]) -> float:
    """Return the cubic millimetres inside a closed surface."""
    return sum(first.times(second.across(third)) for first, second, third in triangles) / 6


def cut(triangles: list[Triangle], height: float) -> list[Segment]:
    """Return the outlines of a level cut at a height, seen from above."""
    found: list[Segment] = []
    for triangle in triangles:
        met = [
            _between(low, high, height)
            for low, high in triangle.sides()
            if (low.z > height) != (high.z > height)
        ]
        if len(met) == 2:
            found.append((met[0], met[1]))
    return found


def _between(low: Point, high: Point, height: float) -> Flat:
    part = (height - low.z) / (high.z - low.z)
    return low.x + part * (high.x - low.x), low.y + part * (high.y - low.y)


def walls(lines: list[Segment], y: float) -> list[float]:
    """Return where a straight line to the right at `y` enters and leaves material."""
    return sorted(
        ax + (y - ay) / (by - ay) * (bx - ax)
        for (ax, ay), (bx, by) in lines
        if (ay > y) != (by > y)
    )


def swapped(lines: list[Segment]) -> list[Segment]:
    """Return the same cut with x and y exchanged, to measure the other way."""
    return [((ay, ax), (by, bx)) for (ax, ay), (bx, by) in lines]
