"""Cardbot Derby by Chris Gathercole, a race of robots with ordinary playing cards.

The original is at github.com/upthebuzzard/upthebuzzard.github.io. In this package

- `engine` has the rules: `cards`, `grid`, `rules` and `state` are the nouns, `turn` plays commands
  and ends rounds, `moving` resolves robots and grid, `piles` keeps the cards.
- `narration` has the words, `scenario` plays scenario files.
- `stages` and `game` bring the rules to the table.

The rules have numbers: CB… are the game's, CBR… are rulings.
"""

from __future__ import annotations

from typing import Final

from companion.words import Text, text

TITLE: Final = "Cardbot Derby"
ABOUT: Final[Text] = text(
    "Put five playing cards in order each round; your neighbour plays them for your robot. The "
    "first robot at the jack, the queen and the king wins."
)
