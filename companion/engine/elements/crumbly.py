"""Crumbly floor: who turns on it sinks in (B18)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.effects import Begin, Effect, End
from companion.engine.element import FLOOR, NO_EFFECTS, OUR_RULING, Element, register
from companion.engine.looking import Drive, Look, Rider
from companion.engine.statuses import SUNK
from companion.words import Text, sentences, text

_SINK = (Begin(SUNK, "B18"),)
_DIG = (End(SUNK, "B18"),)


@register
@dataclass(frozen=True, slots=True)
class Crumbly(Element):
    """A square of brittle floor."""

    word = "crumbly"
    layer = FLOOR
    traits = frozenset({"crumbly"})
    noun = text("Crumbly floor")
    about = sentences(
        text("Who plays a rotate card here sinks in: beams pass over it, nothing moves it, and its next movement card only digs it out."), OUR_RULING,
    )
    rule = "B18"
    example = "D4 crumbly"
    experimental = True
    lines = {"plan": 60, "turned": 180}

    def title(self) -> Text:
        """It has no keys."""
        return text("Crumbly floor")

    def turned(self, rider: Rider, quarters: int, look: Look) -> tuple[Effect, ...]:
        """It has turned, and sinks."""
        return _SINK

    def plan(self, rider: Rider, drive: Drive, look: Look) -> tuple[Drive | None, tuple[Effect, ...]]:
        """A movement card digs out who is sunk, and has no other effect; rotate cards turn it."""
        if drive.moves and look.wears(rider.seat, SUNK):
            return None, _DIG
        return drive, NO_EFFECTS
