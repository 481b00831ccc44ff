"""How a belt is drawn: a band from each way in to the way out, with chevrons; straight or curved, slow or fast.

Everything is drawn for a belt that leads north; the element turns it to its own heading.
"""
from __future__ import annotations

from companion.art import Arc, Line, Shape, chevron, on_circle
from companion.engine.geometry import E, Heading, S, W


def band(ways: tuple[Heading, ...], fast: bool) -> tuple[Shape, ...]:
    """The band that leads north from some of the sides S, E and W; one chevron for slow, two for fast."""
    rails = [_track(way, 0.9, "rail") for way in ways]
    beds = [_track(way, 0.76, "belt_fast" if fast else "belt") for way in ways]
    # All rails lie below all beds, so that no rail crosses the bed of another way in.
    return *rails, *beds, *_marks(ways[0] if len(ways) == 1 else S, fast)


def _track(way: Heading, width: float, colour: str) -> Shape:
    """The band from a side to the north side."""
    if way == S:
        return Line(((0.5, 0), (0.5, 1)), colour, width)
    # A curve goes round the corner that its side and the north side share.
    return Arc((1, 1), 0.5, 180, 270, colour, width) if way == E else Arc((0, 1), 0.5, 90, 180, colour, width)


def _marks(way: Heading, fast: bool) -> tuple[Shape, ...]:
    """The chevrons along the band from a side to the north side."""
    colour, size = ("arrow_fast", 0.46) if fast else ("arrow", 0.54)
    if way == S:
        return tuple(chevron((0.5, y), 0, size, colour) for y in ((0.28, 0.7) if fast else (0.5,)))
    # Halfway round for one chevron, at a quarter and three quarters for two.
    corner, turn = ((0, 1), 1) if way == W else ((1, 1), -1)
    angles = (22, 66) if fast else (45,)
    return tuple(chevron(on_circle(corner, 0.5, 180 - turn * angle), turn * (90 - angle), size, colour) for angle in angles)
