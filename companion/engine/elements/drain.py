"""Drain: a pit by another name (B4a)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.causes import PIT
from companion.engine.effects import Destroy, Effect
from companion.engine.element import ANY, CARRIER, FLOOR, Element, register
from companion.engine.geometry import Heading
from companion.engine.looking import Look, Rider
from companion.words import Text, text

_FALL = (Destroy(PIT, "B4a"),)


@register
@dataclass(frozen=True, slots=True)
class Drain(Element):
    """A round hole in the floor."""

    word = "drain"
    layer = FLOOR
    traits = frozenset({"pit", "deadly"})
    excludes = frozenset({CARRIER})
    noun = text("Drain")
    about = text("Destroys a clank that drives, is pushed or is carried into it, in the middle of a move too.")
    rule = "B4a"
    example = "D4 drain"
    enters_by = ANY
    lines = {"enter": 40}

    def title(self) -> Text:
        """A drain is a drain."""
        return text("Drain")

    def enter(self, rider: Rider, way: Heading, cause: str, look: Look) -> tuple[Effect, ...]:
        """Destroyed, before anything there could be touched."""
        return _FALL
