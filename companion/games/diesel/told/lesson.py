"""How Diesel Demolition Derby is played, thing by thing: for people who sit down at the table for the first time."""
from __future__ import annotations

from typing import Final

from companion.games.base import Known
from companion.words import text

LESSON: Final[tuple[Known, ...]] = (
    Known(text("The aim"), text("Have the strongest combatants in front of you at the end of a Derby. Who has won three Derbys wins the game."), "DD12"),
)
"""The things in the order in which one needs them."""
