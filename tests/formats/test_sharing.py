"""The elements that may share a square [E188]."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.engine.element import may_share
from companion.formats.entries import read_entry

ALONE = ("belt E", "rotator cw", "pit", "repair", "start seat=1")
MOUNTS = ("pusher S odd", "laser S", "laser N beams=3", "wall S", "wall N")


def share(one: str, other: str) -> bool:
    """Return whether both may be on A1, in either order."""
    first, second = read_entry(f"A1 {one}"), read_entry(f"A1 {other}")
    assert may_share(first, second) == may_share(second, first)
    return may_share(first, second)


@pytest.mark.parametrize(
    ("one", "other"),
    [*combinations(ALONE, 2), *((word, word) for word in ALONE), ("belt E", "belt N speed=fast")],
)
def test_a_square_has_one_of_these(one: str, other: str) -> None:
    """Exclude belt, rotator, pit, repair point and start from each other and themselves (2.3)."""
    assert not share(one, other)


@pytest.mark.parametrize("one", ALONE)
@pytest.mark.parametrize("other", MOUNTS)
def test_what_hangs_on_the_sides(one: str, other: str) -> None:
    """Allow walls, pushers and emitters with all of them, but no pusher on a pit."""
    assert share(one, other) == (not (one == "pit" and other.startswith("pusher")))


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("pusher S odd", "laser S", False),
        ("pusher S odd", "pusher S even", False),
        ("laser S", "laser S beams=2", False),
        ("pusher S odd", "pusher N even", True),
        ("laser S", "laser N", True),
        ("laser S", "wall S", True),
        ("wall S", "wall S", True),
        ("crusher odd", "belt E", True),
        ("crusher odd", "pusher S odd", True),
        ("crusher odd", "laser S", True),
        ("crusher odd", "wall N", True),
        ("crusher odd", "crusher even", False),
        ("crusher odd", "rotator cw", False),
        ("crusher odd", "pit", False),
        ("crusher odd", "repair", False),
        ("crusher odd", "start seat=1", False),
    ],
)
def test_sides_and_crushers(one: str, other: str, together: bool) -> None:
    """Allow one pusher or emitter a side, and a crusher on floor or belt."""
    assert share(one, other) == together
