"""Thinking ahead in Factory Rally: as in any race with programs, with the abilities of models."""

from __future__ import annotations

from companion.games.asking import Ask
from companion.games.factory_rally.active import NewHand
from companion.games.programmed.foresight import RaceForesight


class RallyForesight(RaceForesight):
    """Thinking ahead in the race of the robot works."""

    def new_hand(self, ask: Ask) -> str:
        """Return the new hand of an Abacus (IDS05)."""
        return next((offer.key for offer in ask.actions if isinstance(offer.change, NewHand)), "")
