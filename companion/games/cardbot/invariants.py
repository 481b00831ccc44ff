"""What holds at every moment of every game, whatever the grid and the cards; used where games are played unattended.

Each door answers with sentences, () where all is well.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from companion.games.cardbot.engine.cards import cards_left
from companion.games.cardbot.engine.events import PING, SHOVE, TELEPORT, GameEvent, Moved
from companion.games.cardbot.engine.grid import ALL_SQUARES, Grid
from companion.games.cardbot.engine.state import State
from companion.games.cardbot.stages import Race
from companion.games.cardbot.told.standing import LAST
from companion.games.parts import Invariants
from companion.games.scene import Piece
from companion.geometry import Square


def breaches(grid: Grid, events: Iterable[GameEvent], pieces: Iterable[Piece]) -> tuple[str, ...]:
    """What is wrong with some events and the robots after them: two on one place, steps that lead nowhere, shoves by nobody (CB09, CB10, CBR26)."""
    stands = [(piece.seat, piece.square or "") for piece in pieces]
    moves = [event for event in events if isinstance(event, Moved)]
    return (*_crowds(stands), *chain.from_iterable(_wrong(event, grid) for event in moves))


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


def _wrong(event: Moved, grid: Grid) -> list[str]:
    found = []
    if event.cause == TELEPORT:
        if {event.start, event.end} != set(grid.teleports):
            found.append(
                f"seat {event.seat} was teleported from {event.start} to {event.end}, which are not the two black jacks"
            )
    elif event.way is None or grid.step(event.start, event.way) != event.end:
        found.append(
            f"seat {event.seat} went from {event.start} to {event.end}, which no step leads to"
        )
    if (event.cause in (SHOVE, PING)) != (event.mover != event.seat):
        found.append(
            f"seat {event.seat} came to {event.end} by {event.cause}, and seat {event.mover} moved it"
        )
    return found


def unsound(state: State) -> tuple[str, ...]:
    """What in a state does not go together: robots on one place, targets out of order, slides on firm ground, cards twice or in no pile (CB09, CB17)."""
    found = _crowds((robot.seat, robot.square) for robot in state.robots)
    for robot in state.robots:
        wrong = {
            "number of targets": not 0 <= robot.targets <= LAST,
            "slide": (robot.slide is not None) != (robot.square in state.grid.slippery),
            "visits": any(
                state.grid.target_on(square) != target
                for target, square in enumerate(robot.visited, robot.targets + 1)
            ),
        }
        found += [
            f"seat {robot.seat} stands on {robot.square} with {robot.targets} targets, and its {what} does not fit that"
            for what, broken in wrong.items()
            if broken
        ]
        found += _cards(state, robot.seat, robot.targets)
    return tuple(found)


def _cards(state: State, seat: int, targets: int) -> list[str]:
    """A known pile and the program are all the cards that are not under targets, each once."""
    own, pile, program = (
        cards_left(seat, targets),
        state.piles.get(seat),
        state.programs.get(seat, ()),
    )
    if pile is not None and sorted((*pile, *program)) != sorted(own):
        return [
            f"seat {seat} has {len(pile)} cards in its pile and {len(program)} in its program, which are not the {len(own)} that it must have"
        ]
    if len(set(program)) != len(program) or not set(program) <= set(own):
        return [f"seat {seat} plays a card twice, or one that is not its own"]
    return []


class CardbotInvariants(Invariants[Race, GameEvent]):
    """Robots and cards are in one place each, and every step leads somewhere."""

    def breaches(
        self, position: Race, events: Iterable[GameEvent], pieces: Iterable[Piece]
    ) -> tuple[str, ...]:
        """Find robots on one place, and steps that lead nowhere."""
        return breaches(position.state.grid, events, pieces)

    def unsound(self, position: Race) -> tuple[str, ...]:
        """Find robots and cards in two places, or in none."""
        return unsound(position.state)
