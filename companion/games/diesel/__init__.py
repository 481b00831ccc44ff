"""Diesel Demolition Derby, a card game without a board: draft, deploy, resolve.

`TITLE` and `ABOUT` offer the game without loading it.
"""

from __future__ import annotations

from typing import Final

from companion.words import Text, text

TITLE: Final = "Diesel Demolition Derby"
ABOUT: Final[Text] = text(
    "Lay down one combatant a turn and let it knock out the others. The strongest team wins a "
    "Derby, three Derbys win the game."
)
