"""Clockwork Derby: `game` is what a table asks, `exhibits` the elements of boards to look through; all else it shares (`companion.games.programmed`)."""

from __future__ import annotations

from typing import Final

from companion.words import Text, text

TITLE: Final = "Clockwork Derby"
ABOUT: Final[Text] = text(
    "Five cards steer your clank through a factory full of belts, pits and lasers. The first to touch all flags wins."
)
