"""Invariants of every race, checked in unattended games.

Each function returns sentences, () if all is well.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.cardbot.engine.cards import LAST_TARGET, cards_left
from companion.games.cardbot.engine.events import PING, SHOVE, TELEPORT, GameEvent, Moved
from companion.games.cardbot.engine.grid import ALL_SQUARES, CardbotGrid
from companion.games.cardbot.engine.state import CardbotState
from companion.games.cardbot.stages import CardbotPosition
from companion.games.parts import Invariants
from companion.games.scene import Piece
from companion.geometry import Square


def breaches(
    grid: CardbotGrid, events: Iterable[GameEvent], pieces: Iterable[Piece]
) -> tuple[str, ...]:
    """Return what is wrong with events and the robots after them (CB09, CB10, CBR26).

    Examples are two robots on one place, steps that lead nowhere and shoves by nobody.
    """
    found = _crowds((piece.seat, piece.square or "") for piece in pieces)
    for event in events:
        if not isinstance(event, Moved):
            continue
        if event.cause == TELEPORT:
            if {event.start, event.end} != set(grid.teleports):
                found.append(
                    f"seat {event.seat} was teleported from {event.start} to {event.end}, which "
                    f"are not the two black jacks"
                )
        elif event.direction is None or grid.step(event.start, event.direction) != event.end:
            found.append(
                f"seat {event.seat} went from {event.start} to {event.end}, which no step leads to"
            )
        if (event.cause in (SHOVE, PING)) != (event.mover != event.seat):
            found.append(
                f"seat {event.seat} came to {event.end} by {event.cause}, and seat {event.mover} "
                f"moved it"
            )
    return tuple(found)


def _crowds(stands: Iterable[tuple[int, Square]]) -> list[str]:
    seen: dict[Square, int] = {}
    found = []
    for seat, square in stands:
        if square not in ALL_SQUARES:
            found.append(f"seat {seat} stands on {square!r}, which is no place of the grid")
        if square in seen:
            found.append(f"seats {seen[square]} and {seat} both stand on {square}")
        seen[square] = seat
    return found


def unsound(state: CardbotState) -> tuple[str, ...]:
    """Return what is inconsistent in a state (CB09, CB17).

    Examples are two robots on one place, targets out of order, slides on firm ground and lost
    cards.
    """
    found = _crowds((robot.seat, robot.square) for robot in state.robots)
    for robot in state.robots:
        wrong = {
            "number of targets": not 0 <= robot.targets <= LAST_TARGET,
            "slide": (robot.slide is not None) != (robot.square in state.grid.slippery),
            "visits": any(
                state.grid.target_on(square) != target
                for target, square in enumerate(robot.visited, robot.targets + 1)
            ),
        }
        found += [
            f"seat {robot.seat} stands on {robot.square} with {robot.targets} targets, and its "
            f"{what} does not fit that"
            for what, broken in wrong.items()
            if broken
        ]
        # Pile and program hold all cards that are not under targets.
        own = cards_left(robot.seat, robot.targets)
        pile, program = state.piles.get(robot.seat), state.programs.get(robot.seat, ())
        if pile is not None and sorted((*pile, *program)) != sorted(own):
            found.append(
                f"seat {robot.seat} has {len(pile)} cards in its pile and {len(program)} in its "
                f"program, which are not the {len(own)} that it must have"
            )
        elif len(set(program)) != len(program) or not set(program) <= set(own):
            found.append(f"seat {robot.seat} plays a card twice, or one that is not its own")
    return tuple(found)


class CardbotInvariants(Invariants[CardbotPosition, GameEvent]):
    """The invariants of a race."""

    def breaches(
        self, position: CardbotPosition, events: Iterable[GameEvent], pieces: Iterable[Piece]
    ) -> tuple[str, ...]:
        return breaches(position.state.grid, events, pieces)

    def unsound(self, position: CardbotPosition) -> tuple[str, ...]:
        return unsound(position.state)
