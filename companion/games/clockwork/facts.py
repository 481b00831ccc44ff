"""The rulebook in words."""

from __future__ import annotations

from companion.games.programmed.rulings import in_full, sentence
from companion.games.programmed.turn import RacePosition
from companion.games.race.facts import RaceFacts
from companion.words import Text


class RulebookFacts(RaceFacts[RacePosition]):
    """The rulebook in words."""

    manual = "games/clockwork.html"

    def why(self, rule: str, move: str = "") -> Text:
        return sentence(rule, move)

    def in_full(self, position: RacePosition, rule: str, move: str) -> tuple[Text, ...]:
        """Return a rule with its further cases and settings."""
        return in_full(rule, move, self._race.rules(position))
