"""Clockwork Derby: the race of the rulebook, with its settings, boards and rules in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import isqrt
from typing import Final

from companion.art import shrunk
from companion.content import SHIPPED, example_text, load_board
from companion.engine.board import Board, board_of
from companion.engine.element import GROUND_UP, kinds
from companion.engine.rules import MODE_OPTION, OPTIONS, VERSION
from companion.formats.entries import read_entries
from companion.games.boards import Boards, Example, Exhibits
from companion.games.clockwork import ABOUT, TITLE
from companion.games.parts import Facts
from companion.games.programmed.on_board import ExtendedBoards
from companion.games.programmed.race import ProgrammedRace, passage_of
from companion.games.programmed.rulings import in_full, sentence
from companion.games.programmed.turn import REGISTERS, RacePosition
from companion.games.race.facts import RaceFacts
from companion.games.race.modes import TEAM_OPTION
from companion.games.scene import Exhibit, Known
from companion.settings import Option
from companion.words import Text

_ALONE: Final = 12
"""The side of the board on which a single element is drawn."""


class RulebookFacts(RaceFacts[RacePosition]):
    """The rulebook in words."""

    manual = "games/clockwork.html"

    def why(self, rule: str, move: str = "") -> Text:
        return sentence(rule, move)

    def in_full(self, position: RacePosition, rule: str, move: str) -> tuple[Text, ...]:
        """Return a rule with its further cases and settings."""
        return in_full(rule, move, self._race.rules(position))


class ElementExhibits(Exhibits):
    """The elements of boards to look through, with drawings, help, and scenarios to watch."""

    @cache  # noqa: B019 - there is one, as long as the game is there
    def all(self) -> tuple[Exhibit, ...]:
        """Return every kind of element with a noun, from the ground up, within a layer by word.

        The example of a kind is drawn in one unit square; a larger block is shrunk.
        """
        found = [kind for kind in kinds().values() if kind.noun]
        found.sort(key=lambda kind: (GROUND_UP.index(kind.layer), kind.word))
        exhibits: list[Exhibit] = []
        for kind in found:
            try:
                element = next(iter(read_entries(kind.example)))
                share = 1 / isqrt(len(element.covers()))
                art = shrunk(
                    element.art(board_of(_ALONE, _ALONE, [element])), share, (share / 2, share / 2)
                )
                known = Known(kind.noun, kind.about, kind.rule, art=art)
                exhibits.append(Exhibit(kind.word, known))
            except Exception:
                # A kind of another package that fails is left out.
                if kind.__module__.startswith("companion."):
                    raise
        return tuple(exhibits)

    def on_board(self, board: Board) -> tuple[Exhibit, ...]:
        """Return those of all exhibits that a board holds, with their usual drawings."""
        return tuple(one for one in self.all() if one.key in board.words)

    @cache  # noqa: B019 - there is one, as long as the game is there
    def example(self, key: str) -> Example | None:
        """Return the start and the registers of a kind's scenario."""
        content = example_text(key)
        if content is None:
            return None
        # The reader of scenarios is imported only when an element is looked at.
        from companion.games.clockwork.scenario import parse_scenario, played_registers  # noqa: PLC0415

        scenario = parse_scenario(content, f"{key}.scenario.toml", load_board)
        passages = tuple(passage_of(steps) for steps in played_registers(scenario))
        return Example(RacePosition(scenario.start, REGISTERS), passages)


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
