"""Thinking ahead in Factory Rally: as in any race of programmed clanks, and what models can do besides."""

from __future__ import annotations

from companion.games.asking import Ask
from companion.games.factory_rally.active import NewHand
from companion.games.programmed.foresight import RaceForesight


class RallyForesight(RaceForesight):
    """The race of the robot works, for those who think ahead."""

    def new_hand(self, ask: Ask) -> str:
        """An Abacus may throw its hand away (IDS05)."""
        return next((offer.key for offer in ask.actions if isinstance(offer.change, NewHand)), "")
