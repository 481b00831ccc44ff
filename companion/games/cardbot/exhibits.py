"""The places of grids, each with a robot that meets it in the full layout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.api import PlayResult
from companion.games.boards import Example, Exhibits
from companion.games.cardbot.engine.cards import COMMANDS, STILL, Card
from companion.games.cardbot.engine.grid import layout_grid
from companion.games.cardbot.engine.rules import Rules
from companion.games.cardbot.engine.state import CardbotState, robot_at
from companion.games.cardbot.engine.turn import begin_round
from companion.games.cardbot.places import board_of_grid
from companion.games.cardbot.stages import RUNNING, CardbotPosition
from companion.geometry import N, S, W, neighbour

_SEAT: Final = 1
_FORWARD, _TURN, _STAY = Card("A", "H"), Card("5", "H"), STILL[0]
_HARMLESS: Final = ("border", "start")
_ON_IT: Final = {
    "belt": (_STAY, _STAY),
    "teleport": (_STAY,),
    "sticky": (_TURN, _FORWARD),
    "start": (_FORWARD,),
}
"""The cards of a robot that stands on the place. At others it arrives from below, and leaves the
board over its side."""


class PlaceExhibits(Exhibits):
    """The places of a grid; `play` plays the next command of a position."""

    def __init__(self, play: Callable[[CardbotPosition], PlayResult[CardbotPosition]]) -> None:
        self._play = play

    def example(self, key: str) -> Example | None:
        """Return a robot before a place of this kind, and its commands there."""
        grid = layout_grid("full")
        board = board_of_grid(grid)
        # The first target is the one that a robot reaches first.
        squares = [
            element.square
            for element in board.elements
            if element.word == key and getattr(element, "number", 1) == 1
        ]
        if not squares:
            return None
        square, heading, cards = squares[0], N, _ON_IT.get(key, (_FORWARD,))
        if key == "border":
            square, heading = "A4", W
        elif key not in _ON_IT:
            below = [place for one in squares if (place := neighbour(one, S)) is not None]
            plain = [
                place
                for place in below
                if all(element.word in _HARMLESS for element in board.at(place))
            ]
            square = next(iter(plain), square)
        robot = robot_at(_SEAT, square, heading, grid)
        program = (*cards, *STILL)[:COMMANDS]
        state = CardbotState(grid, Rules(), (robot,), {_SEAT: None})
        position = CardbotPosition(
            begin_round(state, {_SEAT: program}), RUNNING, {_SEAT: _SEAT}, grid
        )
        start, passages = position, []
        for _ in cards:
            passages.append(self._play(position))
            position = passages[-1].position
        return Example(start, tuple(passages))
