"""Clockwork Derby: `game` is what a table asks, `turn` where in its turn a race stands, `by_hand` what people may change, `deck` the codes on the cards,
`rulings` the rules in one sentence each, `invariants` what holds at every moment."""
from __future__ import annotations

from typing import Final

from companion.words import Text, text

TITLE: Final = "Clockwork Derby"
ABOUT: Final[Text] = text("Five cards steer your clank through a factory full of belts, pits and lasers. Who touches all flags first has won.")
