"""Clockwork Derby: the race of the rulebook, with its settings, boards and rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.content import SHIPPED
from companion.engine.rules import MODE_OPTION, OPTIONS, VERSION
from companion.games.boards import Boards, Exhibits
from companion.games.clockwork import ABOUT, TITLE
from companion.games.parts import Facts, OnDemand
from companion.games.programmed.race import ProgrammedRace
from companion.games.race.modes import TEAM_OPTION
from companion.lazy import lazy_imports
from companion.settings import Option

with lazy_imports():
    from companion.games.clockwork.exhibits import ElementExhibits
    from companion.games.clockwork.facts import RulebookFacts
    from companion.games.programmed.on_board import ExtendedBoards


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
            Exhibits: OnDemand(lambda: ElementExhibits()),
            Facts: OnDemand(lambda: RulebookFacts(self)),
        }


GAME: Final = ClockworkDerby()
