"""Pit: destroys the clank that enters it, at once (7.2.6, 7.4.5, 8.2)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.effects import Destroy, Effect
from companion.engine.element import CARRIER, FLOOR, Element, Rider, register
from companion.engine.events import MOVEMENTS, PIT
from companion.engine.geometry import Heading

_FALL = (Destroy(PIT, "7.2.6"),)


@register
@dataclass(frozen=True, slots=True)
class Pit(Element):
    """A hole in the floor."""

    word = "pit"
    layer = FLOOR
    codes = {"O": "pit"}
    traits = frozenset({"pit", "deadly"})
    excludes = frozenset({CARRIER, "pusher"})
    about = "Destroys a clank that drives, is pushed or is carried into it, in the middle of a move too."
    rule = "8.2"
    example = "D3 pit"
    enters_by = MOVEMENTS

    def enter(self, rider: Rider, way: Heading, cause: str) -> tuple[Effect, ...]:
        """Destroyed whatever the damage is, before anything there could be touched (8.2 [E134], 7.11.4 [E114])."""
        return _FALL
