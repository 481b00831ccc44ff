"""Oil: slows down as water does, and who comes to rest on it slides on (B7e, B31)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.causes import SLIDE
from companion.engine.effects import CARD_LONG, Effect, Go, Remember, Shift
from companion.engine.element import FLOOR, NO_EFFECTS, STAY, TURN_CARD, Element, register
from companion.engine.elements.water import PLACE, eased
from companion.engine.geometry import LARGEST, Heading
from companion.engine.looking import Drive, Look, Rider
from companion.words import Text, text

SLID = "slid on oil"
"""Remembered of a piece for one card or beat: the direction in which it has slid to the end of a slick."""
_SLIDES = tuple(
    (Remember(SLID, str(way), CARD_LONG, "B31"), Go(Shift(way, SLIDE, "", "B31", "B31"), 2 * LARGEST, on="oil")) for way in range(4)
)


@register
@dataclass(frozen=True, slots=True)
class Oil(Element):
    """A square of an oil slick."""

    word = "oil"
    layer = FLOOR
    traits = frozenset({"oil"})
    noun = text("Oil")
    about = text("A movement that ends on oil slides on to the first square without oil. A movement card that begins on oil loses its first square.")
    rule = "B31"
    example = "D4 oil"
    spreads = True
    rests_pushed = True
    lines = {"plan": PLACE, "rest": 310}

    def title(self) -> Text:
        """Oil is oil."""
        return text("Oil")

    def plan(self, rider: Rider, drive: Drive, look: Look) -> tuple[Drive | None, tuple[Effect, ...]]:
        """A square less for a card that begins here."""
        return eased(drive), NO_EFFECTS

    def rest(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """On to the end of the slick, unless nothing moved it."""
        # The next square of the same slick is asked when a slide was stopped there: the same thing stops it still.
        if cause in (STAY, TURN_CARD) or cause == SLIDE and look.recall(str(rider.seat), SLID) == str(way):
            return NO_EFFECTS
        return _SLIDES[way]
