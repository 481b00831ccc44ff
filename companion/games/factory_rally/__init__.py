"""Factory Rally: the race of the robot works, played by the engine of all board races.

- `game` is the game, `rule_set` its differences from other races as data.
- `parts` has the special parts of its turn, `models` its five robots.
- `rulings` has its rules in one sentence each, `scenario` its files.
"""

from __future__ import annotations

from typing import Final

from companion.words import Text, text

TITLE: Final = "Factory Rally"
ABOUT: Final[Text] = text(
    "The robots of a factory are tested in public: five models with an ability each, oil on the "
    "floor, and the losers are scrapped."
)
