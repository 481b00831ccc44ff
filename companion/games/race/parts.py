"""The parts that all games on a board have."""

from __future__ import annotations

from companion.engine.events import Event
from companion.games.api import P, Part
from companion.games.parts import Components, Facts, Results, Seating
from companion.games.printing import Printing
from companion.games.race.facts import RaceFacts
from companion.games.race.game import RaceComponents, RaceGame, RaceSeating
from companion.games.race.story import RaceResults


def race_parts(race: RaceGame[P]) -> dict[type, Part[P, Event]]:
    """Return the parts of a game on a board, each under the class by which it is asked for."""
    return {
        Components: RaceComponents(race),
        Facts: RaceFacts(race),
        Printing: Printing(credit="Rules after Clockwork Derby by Ytec3D, CC BY-SA 4.0"),
        Results: RaceResults(race),
        Seating: RaceSeating(),
    }
