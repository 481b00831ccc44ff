"""Clockwork Derby: `game` is the game, `exhibits` its elements to look through.

`scenario` reads and plays its scenario files. Everything else is shared with other
races (`companion.games.programmed`).
"""

from __future__ import annotations

from typing import Final

from companion.words import Text, text

TITLE: Final = "Clockwork Derby"
ABOUT: Final[Text] = text(
    "Five cards steer your clank through a factory full of belts, pits and lasers. The first to "
    "touch all flags wins."
)
