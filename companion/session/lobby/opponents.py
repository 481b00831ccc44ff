"""Values about pilots: the choice of pilots, the adaptive level, a hint, and a review."""

from __future__ import annotations

from typing import Final

from companion.games.scene import Review
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text

EVEN: Final = "even"
"""The name of the adaptive pilot (`companion.session.lobby.adaptive_level`)."""
ADVISER: Final = "steady"
"""The pilot that gives hints: it plays best if nobody else moves, and can explain that."""
USUAL_LEVEL: Final = 2.0
"""Its level until the first race."""


class PilotEntry(NamedTuple):
    """One pilot to choose.

    A kept game of an earlier version has names and labels only.
    """

    name: str
    label: Text
    about: Text = NOTHING
    """Its way of playing, in a sentence."""
    strength: int = 0
    """Its strength from 0, -1 for an adaptive one."""


class AdaptiveLevel(NamedTuple):
    """The level of adaptive pilots."""

    level: float = USUAL_LEVEL
    """From 0 to 4."""
    races: int = 0
    """After how many races."""
    race: int = 0
    """The race of this session that changed the level last."""
    before: float = USUAL_LEVEL
    """The level before that race."""


class Hint(NamedTuple):
    """The cards that a pilot would play for a person."""

    race: int
    turn: int
    seat: int
    code: int | None
    """The code of the first card, None for no card."""
    why: Text
    codes: tuple[int | None, ...] = ()
    """All cards that it would play, by slot, None for no card."""


class FinishedReview(NamedTuple):
    """The review of a finished race."""

    race: str
    """The key of the race (`companion.session.pages.review`)."""
    review: Review | None
    """None where it could not be computed."""
