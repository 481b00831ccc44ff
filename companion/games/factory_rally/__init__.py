"""Factory Rally: the race of the robot works over the engine of all board races.

`game` is what a table asks, `rule_set` what it does otherwise than others, as data; `parts` are the parts of its turn, `models` its five robots, `rulings` its rules in one sentence each,
`scenario` its files.
"""

from __future__ import annotations

from typing import Final

from companion.words import Text, text

TITLE: Final = "Factory Rally"
ABOUT: Final[Text] = text(
    "The robots of a factory are tested in public: five models with an ability each, oil on the floor, and the losers are scrapped."
)
