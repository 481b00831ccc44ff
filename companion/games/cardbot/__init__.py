"""Cardbot Derby by Chris Gathercole (github.com/upthebuzzard/upthebuzzard.github.io), a race of robots with ordinary playing cards.

`engine` has the rules: `cards`, `grid`, `rules` and `state` are the nouns, `turn` plays a command and ends a round, `moving` is what happens between two
robots, `piles` keeps the cards. `told` says what happens, `scenario` reads a position from a file, plays it and compares. `stages` and `game` bring it to the
table. The rules have numbers: CB… are the game's, CBR… are rulings.
"""

from __future__ import annotations

from typing import Final

from companion.words import Text, text

TITLE: Final = "Cardbot Derby"
ABOUT: Final[Text] = text(
    "Put five playing cards in order each round; your neighbour plays them for your robot. The "
    "first robot at the jack, the queen and the king wins."
)
