"""Current: a slow belt in water (C10)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.causes import CURRENT
from companion.engine.effects import Effect, Shift, Spin
from companion.engine.element import BOARD, CARRIER, NO_EFFECTS, Beat, Element, register
from companion.engine.elements.belt import ON_A_BELT
from companion.engine.geometry import LEFT, RIGHT, Heading
from companion.engine.looking import Look, Rider
from companion.words import WAYS, Text, text

CURRENTS = Beat(BOARD, 100, "currents", "C10")
FLOW = tuple((Shift(heading, CURRENT, ON_A_BELT, "C10", "C10"),) for heading in range(4))
BENDS = {LEFT: (Spin(LEFT, CURRENT, "C10"),), RIGHT: (Spin(RIGHT, CURRENT, "C10"),)}


@register
@dataclass(frozen=True, slots=True)
class Current(Element):
    """Water that flows to its `heading`."""

    heading: Heading

    word = "current"
    layer = CARRIER
    sided = "heading"
    traits = frozenset({ON_A_BELT, "current"})
    noun = text("Current")
    about = text("Flowing water: carries a clank one square and turns it in bends. Water does not slow down a clank that begins its card in a current.")
    rule = "C10"
    example = "D4 current E"
    enters_by = frozenset({CURRENT})
    lines = {"enter": 100}

    def title(self) -> Text:
        """Where it flows."""
        return text("Current to the {way}", way=WAYS[self.heading])

    def beats(self) -> tuple[Beat, ...]:
        """After the belts and magnets."""
        return (CURRENTS,)

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """One square, by the rules of belts."""
        return FLOW[self.heading]

    def enter(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """A quarter turn for who is carried round a bend; only currents join."""
        return BENDS.get((self.heading - way) % 4, NO_EFFECTS)
