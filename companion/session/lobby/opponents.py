"""What a session knows of the pilots that it can put on seats, of how strong they are to play, of what one of them has advised, and of a race in review."""

from __future__ import annotations

from typing import Final

from companion.games.scene import Review
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text

EVEN: Final = "even"
"""The name of the pilot that adapts (`companion.session.lobby.even`)."""
ADVISER: Final = "steady"
"""The pilot that gives hints: what it plays is best if nobody else moved, and it can say why."""
USUAL_LEVEL: Final = 2.0
"""How strong it plays until a race has shown better."""


class PilotEntry(NamedTuple):
    """One pilot that can be put on a seat: its name, what people call it, how it plays in a sentence, and its strength from 0, -1 for one that adapts.

    A kept game of an earlier version knows names and labels only.
    """

    name: str
    label: Text
    about: Text = NOTHING
    strength: int = 0


class Evenness(NamedTuple):
    """How strong pilots play that adapt, from 0 to 4, after how many `races`; `race` is the one that moved it last in this session, `before` where it was then."""

    level: float = USUAL_LEVEL
    races: int = 0
    race: int = 0
    before: float = USUAL_LEVEL


class Hint(NamedTuple):
    """What a pilot would play first for a person: the race and turn, the seat, the card by its code, None where it would play none, and why.

    `codes` are all that it would lay, by slot, None where it lays nothing.
    """

    race: int
    turn: int
    seat: int
    code: int | None
    why: Text
    codes: tuple[int | None, ...] = ()


class Reviewed(NamedTuple):
    """The review of a race that is over, by the key of the race (`companion.session.pages.review`); None where it could not be worked out."""

    race: str
    review: Review | None
