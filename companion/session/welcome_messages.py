"""What can be said in the first steps, by which a new table is made ready for its first game.

None of it is kept with an evening; a choice for the screen is kept by itself (`KeepPreferences`).
"""
from __future__ import annotations

from typing import NamedTuple


class OpenWelcome(NamedTuple):
    """Show the first steps, over whatever page is shown now."""


class LeaveWelcome(NamedTuple):
    """Leave the first steps at whatever step; they are not shown by themselves again."""


class StepOn(NamedTuple):
    """In the first steps: to the "next" one or "back". From the first one it says that the picture stands the right way up."""

    where: str


class TurnScreen(NamedTuple):
    """In the first steps: turn the picture by so many degrees clockwise (0, 90, 180, 270), for a moment, until it is said that it is right."""

    rotation: int


class Struck(NamedTuple):
    """In the first steps: a finger came down while a cross was shown, at `x` from the left and `y` from below, as shares of the picture.

    `wide` and `high` are a finger's breadth as shares of its width and height; so many touches arrived twice (`doubled`) since the last one.
    """

    x: float
    y: float
    wide: float
    high: float
    doubled: int = 0


class CorrectTouch(NamedTuple):
    """In the first steps: move touches from now on as the crosses have shown, and show the crosses again."""


class ShowCrosses(NamedTuple):
    """In the first steps: check the touch once more."""


class LayFirstGame(NamedTuple):
    """In the first steps: choose a small board, easy settings and who plays, and go to the seats."""
