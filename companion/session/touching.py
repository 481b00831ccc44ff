"""Where fingers come down beside where they were meant to: the eight ways in which a rectangle fits itself, and what touched crosses say.

Places are shares of a picture's width and height, from the left and from below. Panels come mounted every way round, and drivers turn or mirror
them; more than that a few crosses cannot tell, and whatever fits none of the eight ways is said in words instead of being corrected.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from companion.session.commands import Checked
from companion.words import Text, count, listed, text

if TYPE_CHECKING:
    from companion.session.pages.welcome import Struck

STRAIGHT: Final = "straight"
TOUCHES: Final[Mapping[str, tuple[int, int, int, int]]] = {
    STRAIGHT: (1, 0, 0, 1), "quarter": (0, 1, -1, 0), "half": (-1, 0, 0, -1), "three-quarters": (0, -1, 1, 0),
    "mirrored": (-1, 0, 0, 1), "flipped": (1, 0, 0, -1), "swapped": (0, 1, 1, 0), "counter-swapped": (0, -1, -1, 0),
}
"""How a touch is moved, by the word that is kept for it: what of x and y makes the new x, and what the new y, both counted from the middle."""
WORDS: Final[Mapping[str, Text]] = {
    "quarter": text("The touch panel is turned by a quarter."), "half": text("The touch panel is turned upside down."),
    "three-quarters": text("The touch panel is turned by a quarter."), "mirrored": text("The touch panel is mirrored: left and right are exchanged."),
    "flipped": text("The touch panel is mirrored: top and bottom are exchanged."), "swapped": text("The touch panel is mirrored and turned by a quarter."),
    "counter-swapped": text("The touch panel is mirrored and turned by a quarter."),
}
"""What it says of the panel that touches must be moved so."""
# Four near the corners and one in the middle; no two of the eight ways take all of them to the same places.
CROSSES: Final = ((0.1, 0.86), (0.9, 0.86), (0.5, 0.5), (0.9, 0.14), (0.1, 0.14))
"""Where the crosses are."""
PLACES: Final = (text("at the top left"), text("at the top right"), text("in the middle"), text("at the bottom right"), text("at the bottom left"))
# Three on a diagonal still fit two ways, so that besides their number only one way may fit.
ENOUGH: Final = 3
"""So many touches tell how a panel is turned."""
OF_PICTURES: Final[Mapping[int, str]] = {0: STRAIGHT, 90: "three-quarters", 180: "half", 270: "quarter"}
"""How a picture that is turned clockwise by so many degrees moves a place of the glass."""


def moved(touch: str, x: float, y: float) -> tuple[float, float]:
    """A place moved in one of the eight ways.

    About the middle of the picture; what is within it stays within.
    """
    a, b, c, d = TOUCHES[touch]
    return a * (x - 0.5) + b * (y - 0.5) + 0.5, c * (x - 0.5) + d * (y - 0.5) + 0.5


def joined(first: str, then: str) -> str:
    """One way, then another, as one.

    The eight ways are closed under this, so that one of them always is the outcome.
    """
    (a, b, c, d), (e, f, g, h) = TOUCHES[first], TOUCHES[then]
    both = (e * a + f * c, e * b + f * d, g * a + h * c, g * b + h * d)
    return next(name for name, way in TOUCHES.items() if way == both)


def undone(touch: str) -> str:
    """The way that leads back."""
    return next(name for name in TOUCHES if joined(touch, name) == STRAIGHT)


def corrected(touch: str, rotation: int, amiss: str) -> str:
    """How touches must be moved on the glass, where they are moved in one way now and would have to be moved in another on the turned picture.

    `touch` is the present way, `rotation` the picture's in degrees clockwise, `amiss` what `judged` found. The outcome holds however the picture is
    turned later.
    """
    turn = OF_PICTURES[rotation]
    # As now, onto the turned picture, put right there, and back onto the glass.
    return joined(joined(joined(touch, turn), amiss), undone(turn))


def judged(struck: Sequence[Struck | None], again: bool) -> tuple[tuple[Checked, ...], str]:
    """What the touches of all crosses say, and how they would have to be moved on the picture, "" where they are right or nobody knows.

    `struck` are the touches of the five crosses in their order, None for one that nobody touched. `again`: this is the check of a correction.
    """
    felt = [(cross, one) for cross, one in zip(CROSSES, struck, strict=True) if one is not None]
    fitting = [touch for touch in TOUCHES if felt and all(_fits(touch, cross, one) for cross, one in felt)]
    if STRAIGHT in fitting:
        words = text("Touches are corrected now, and arrive where the finger is.") if again else text("Touches arrive where the finger is.")
        return (Checked("touch", text("Touch"), "fine", words, ""), *_silent(struck), *_doubled(struck)), ""
    if len(fitting) == 1 and len(felt) >= ENOUGH:
        found = Checked("touch", text("Touch"), "bad", WORDS[fitting[0]], text("It can be corrected here."))
        return (found, *_silent(struck), *_doubled(struck)), fitting[0]
    return (*_beside(felt), *_silent(struck), *_doubled(struck)), ""


def _fits(touch: str, cross: tuple[float, float], one: Struck) -> bool:
    """Whether a touch, moved so, is within a finger's breadth of its cross."""
    x, y = moved(touch, one.x, one.y)
    return abs(x - cross[0]) <= one.wide and abs(y - cross[1]) <= one.high


def _beside(felt: Sequence[tuple[tuple[float, float], Struck]]) -> Iterator[Checked]:
    """The touches lie beside the crosses: all alike, or each otherwise."""
    if not felt:
        yield Checked("touch", text("Touch"), "bad", text("No touch has arrived."), text("Check the cable of the touch panel, and start again."))
        return
    # In fingers' breadths, which are alike in both directions where shares of a picture are not.
    off = [((one.x - cross[0]) / one.wide, (one.y - cross[1]) / one.high) for cross, one in felt]
    across, up = (sum(way[axis] for way in off) / len(off) for axis in (0, 1))
    # Nobody hits a cross exactly: a breadth more or less is still the same shift.
    if all(abs(x - across) <= 1 and abs(y - up) <= 1 for x, y in off):
        yield Checked(
            "touch", text("Touch"), "bad", text("Every touch arrives beside the finger: {distance}.", distance=_far(across, up)),
            text("Lay the panel exactly over the picture, or set the display to its own resolution."),
        )
        return
    worst = max(range(len(off)), key=lambda at: max(map(abs, off[at])))
    place = PLACES[CROSSES.index(felt[worst][0])]
    yield Checked(
        "touch", text("Touch"), "bad", text("Touches do not arrive where the finger is: {place} it is {distance}.", place=place, distance=_far(*off[worst])),
        text("Check again, with one finger and a clean glass. If it stays so, the panel is broken or belongs to another display."),
    )


def _far(across: float, up: float) -> Text:
    """How far beside, in fingers' breadths."""
    ways = ((across, text("to the right"), text("to the left")), (up, text("too high"), text("too low")))
    told = [text("{distance} {way}", distance=_fingers(abs(off)), way=more if off > 0 else less) for off, more, less in ways if abs(off) >= 0.5]
    return listed(told) or text("less than a finger's breadth")


def _fingers(breadths: float) -> Text:
    return count("a finger's breadth", "{number} fingers' breadths", max(1, round(breadths)))


def _silent(struck: Sequence[Struck | None]) -> Iterator[Checked]:
    """Places that do not answer, unless none does."""
    silent = [place for place, one in zip(PLACES, struck, strict=True) if one is None]
    if silent and len(silent) < len(struck):
        yield Checked(
            "silent", text("No answer"), "bad", text("No touch has arrived {places}.", places=listed(silent, "")),
            text("Check again. If it stays so, clean the glass there, and see that no frame presses on it."),
        )


def _doubled(struck: Sequence[Struck | None]) -> Iterator[Checked]:
    """Touches that arrive twice, as the doctor tells it."""
    doubled, taps = sum(one.doubled for one in struck if one is not None), sum(one is not None for one in struck)
    if doubled:
        from companion.session.doctoring import judged_taps

        # Other touches than those of the crosses may have arrived twice as well, but only these are counted.
        yield judged_taps(taps, min(doubled, taps))
