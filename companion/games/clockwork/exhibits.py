"""The elements of boards to look through, with drawings, help, and scenarios to watch."""

from __future__ import annotations

from functools import cache
from math import isqrt
from typing import Final

from companion.art import shrunk
from companion.content import example_text, load_board
from companion.engine.board import Board, board_of
from companion.engine.element import GROUND_UP, Element, kinds
from companion.formats.entries import read_entries
from companion.games.boards import Example, Exhibits
from companion.games.programmed.race import passage_of
from companion.games.programmed.turn import REGISTERS, RacePosition
from companion.games.scene import Exhibit, Known

_ALONE: Final = 12
"""The side of the board on which a single element is drawn."""


class ElementExhibits(Exhibits):
    """The elements of boards."""

    @cache  # noqa: B019 - there is one, as long as the game is there
    def all(self) -> tuple[Exhibit, ...]:
        """Return every kind of element with a noun, from the ground up, within a layer by word."""
        found = [kind for kind in kinds().values() if kind.noun]
        found.sort(key=lambda kind: (GROUND_UP.index(kind.layer), kind.word))
        return tuple(shown for shown in map(_exhibit, found) if shown is not None)

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


def _exhibit(kind: type[Element]) -> Exhibit | None:
    """Return the entry of a kind of element; None for one of another package that fails.

    Its example is drawn in one unit square; a larger block is shrunk.
    """
    try:
        element = next(iter(read_entries(kind.example)))
        share = 1 / isqrt(len(element.covers()))
        art = shrunk(
            element.art(board_of(_ALONE, _ALONE, [element])), share, (share / 2, share / 2)
        )
        return Exhibit(kind.word, Known(kind.noun, kind.about, kind.rule, art=art))
    except Exception:
        if kind.__module__.startswith("companion."):
            raise
        return None
