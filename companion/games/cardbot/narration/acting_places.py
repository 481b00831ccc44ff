"""The places of the grid that act while an instruction is shown."""

from __future__ import annotations

from companion.engine.board import Board
from companion.games.cardbot.engine.events import (
    BELT,
    BLOCKED,
    EDGE,
    SLIDE,
    STICKY,
    Moved,
    Stayed,
    TargetReached,
    Visited,
)
from companion.games.cardbot.engine.grid import CardbotGrid
from companion.games.cardbot.narration.wording import (
    AGAIN,
    BELT_PARTS,
    CARDS,
    ONE_BELT,
    TELEPORTS,
)
from companion.games.scene import Instruction, Works
from companion.geometry import Square


def at_work(grid: CardbotGrid, board: Board, instruction: Instruction) -> Works:
    """Return what acts on the board while an instruction is shown.

    It is the places of the belt, both teleports, slippery and sticky places, or reached targets.
    """
    squares = working(grid, instruction)
    targets = tuple(
        event.target for event in instruction.events if isinstance(event, Visited | TargetReached)
    )
    return Works(
        tuple(element for element in board.elements if element.square in squares), (), targets
    )


def working(grid: CardbotGrid, instruction: Instruction) -> tuple[Square, ...]:
    """Return the places that act while an instruction is shown."""
    if instruction.part in (ONE_BELT, *BELT_PARTS.values()):
        started = {
            event.start
            for event in instruction.events
            if isinstance(event, Moved) and event.cause == BELT
        }
        started |= {
            event.square
            for event in instruction.events
            if isinstance(event, Stayed) and event.cause == BELT
        }
        return tuple(
            place
            for belt in grid.belts
            for place in belt.places
            if not started.isdisjoint(belt.places)
        )
    if instruction.part == TELEPORTS:
        return grid.teleports
    if instruction.part in (CARDS, AGAIN):
        slid = [
            event.start
            for event in instruction.events
            if isinstance(event, Moved) and event.cause == SLIDE
        ]
        stuck = [
            event.square
            for event in instruction.events
            if isinstance(event, Stayed)
            and (
                event.reason == STICKY or (event.cause == SLIDE and event.reason in (EDGE, BLOCKED))
            )
        ]
        return tuple(dict.fromkeys(slid + stuck))
    return tuple(
        event.square for event in instruction.events if isinstance(event, Visited | TargetReached)
    )
