"""Clockwork Derby: the race of the rulebook, with its settings, boards and rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.content import SHIPPED
from companion.engine.rules import MODE_OPTION, OPTIONS, VERSION
from companion.games.boards import Boards, Exhibits
from companion.games.clockwork import ABOUT, TITLE
from companion.games.clockwork.exhibits import ElementExhibits
from companion.games.parts import Facts
from companion.games.programmed.on_board import ExtendedBoards
from companion.games.programmed.race import ProgrammedRace
from companion.games.programmed.rulings import in_full, sentence
from companion.games.programmed.turn import RacePosition
from companion.games.race.facts import RaceFacts
from companion.games.race.modes import TEAM_OPTION
from companion.settings import Option
from companion.words import Text


class RulebookFacts(RaceFacts[RacePosition]):
    """The rulebook in words."""

    manual = "games/clockwork.html"

    def why(self, rule: str, move: str = "") -> Text:
        return sentence(rule, move)

    def in_full(self, position: RacePosition, rule: str, move: str) -> tuple[Text, ...]:
        """Return a rule with its further cases and settings."""
        return in_full(rule, move, self._race.rules(position))


class ClockworkDerby(ProgrammedRace):
    """The race of clockwork robots."""

    key = "clockwork"
    title = TITLE
    about = ABOUT
    version = VERSION
    options = (*OPTIONS, MODE_OPTION)
    seat_options: tuple[Option, ...] = (TEAM_OPTION,)
    easy: Mapping[str, str] = {
        "flag_hit": "pass",
        "checkpoint": "pass",
        "healing": "register+turn",
        "lives": "inf",
        "card_lock": "off",
    }

    def __init__(self) -> None:
        super().__init__()
        self.parts |= {
            Boards: ExtendedBoards(self, SHIPPED),
            Exhibits: ElementExhibits(),
            Facts: RulebookFacts(self),
        }


GAME: Final = ClockworkDerby()
