"""Grave: hurts who stands on it; ghosts rise here in turn 2 (D10, D9)."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.effects import Effect, Hurt
from companion.engine.element import FIRE, FLOOR, Beat, Element, register
from companion.engine.looking import Look, Rider
from companion.words import Text, sentences, text

GRAVES = Beat(FIRE, 100, "graves", "D10")


@register
@dataclass(frozen=True, slots=True)
class Grave(Element):
    """A grave; the play itself lets ghosts rise from what has its trait."""

    word = "grave"
    layer = FLOOR
    traits = frozenset({"grave", "harmful"})
    noun = text("Grave")
    about = sentences(
        text("One damage to who stands on it after the lasers. In turn 2 a ghost rises here, which hurts who is ahead of it or meets it."),
        text("What ghosts do is our own ruling."),
    )
    rule = "D10"
    example = "D4 grave"

    def title(self) -> Text:
        """It has no keys."""
        return text("Grave")

    def beats(self) -> tuple[Beat, ...]:
        """In the fire stage, after the ghosts."""
        return (GRAVES,)

    def act(self, rider: Rider, beat: Beat, look: Look) -> tuple[Effect, ...]:
        """A damage to who stands on it."""
        return (Hurt(1, self.word, self.square, "D10"),)
