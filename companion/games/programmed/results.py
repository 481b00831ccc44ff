"""How a race of programmed clanks ends: by its mode."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.modes import mode_of
from companion.engine.rules import TIME_TRIAL
from companion.games.programmed.turn import RacePosition
from companion.games.race.modes import course_of, headline, ranking
from companion.games.race.story import RaceResults
from companion.words import NOTHING, Text


class ProgrammedResults(RaceResults[RacePosition]):
    """The results of a race by its mode."""

    def headline(self, position: RacePosition, names: Mapping[int, str]) -> Text:
        """Return who leads by how much, or who is left, or else what the order is by.

        The order is named if it is not as in a derby.
        """
        mode = mode_of(position.state.race.rules)
        if not mode.flags_count or mode.together:
            return headline(position.state, names)
        return super().headline(position, names) or (NOTHING if mode.in_order else ranking())

    def course(self, position: RacePosition) -> str:
        """Return a mark of the course for a time trial, "" in other modes."""
        return (
            course_of(self._race.key, self._race.version, position.state)
            if position.state.race.rules.mode == TIME_TRIAL
            else ""
        )

    def tally(self, position: RacePosition) -> Mapping[str, int]:
        """Return how often pieces were destroyed."""
        return {"deaths": position.state.deaths}
