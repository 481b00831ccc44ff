"""Invariants of every race with programs (rulebook 14), checked in unattended games.

Each function returns sentences, () if all is well.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.board import Board
from companion.engine.cards import IN_DECK, PAUSE
from companion.engine.changes import PlacedByHand
from companion.engine.events import Event, Moved
from companion.engine.extended.piece import GHOST, kind_of
from companion.engine.modes import flags_in
from companion.engine.race_tables import is_plain, race_tables
from companion.engine.rule_set import AT_DEATH
from companion.engine.state import ACTIVE, OUT, PARKED, RaceState
from companion.engine.statuses import GROUND, OF_WORD
from companion.games.parts import Invariants
from companion.games.programmed.turn import RacePosition
from companion.games.race.game import RaceGame
from companion.games.race.standing import statuses_of
from companion.games.scene import Piece
from companion.geometry import ABOVE, Square, column_row


def breaches(
    board: Board, state: RaceState, events: Iterable[Event], pieces: Iterable[Piece]
) -> tuple[str, ...]:
    """Return what is wrong with events and the pieces after them (14.1, 14.2).

    Two pieces may not be on one square, and no step leads through a wall. A corrected piece has
    made no step, but none can be put into a pit or off the board (12.2). Barriers that are closed
    at times are not checked.
    """
    events = tuple(events)
    if not is_plain(board):
        return (
            *_crowds(piece for piece in pieces if _is_solid(piece, state)),
            *_jumps(events),
            *_placings(board, events),
        )
    return (*_crowds(pieces), *_walls(board, events), *_placings(board, events))


def _is_solid(piece: Piece, state: RaceState) -> bool:
    """Return whether a piece occupies its square (elements 3.2), unlike virtual and flying ones."""
    worn = [OF_WORD[word].plane for word, _ in statuses_of(state.memory, piece.seat)]
    return kind_of(piece.seat) != GHOST and all(plane == GROUND for plane in worn)


def _jumps(events: Iterable[Event]) -> list[str]:
    """Return steps that do not lead to a neighbour. Barriers, rooms and bridges are not checked."""
    return [
        f"seat {event.seat} went from {event.start} to {event.end}, which is no step"
        for event in events
        if isinstance(event, Moved)
        and event.end is not None
        and _between(event.start, event.end) != 1
    ]


def _between(start: Square, end: Square) -> int:
    """Return the number of steps between two squares, along rows and columns."""
    (column, row), (across, up) = (
        column_row(start.removesuffix(ABOVE)),
        column_row(end.removesuffix(ABOVE)),
    )
    return abs(column - across) + abs(row - up)


def _crowds(pieces: Iterable[Piece]) -> list[str]:
    seen: dict[Square, int] = {}
    found = []
    for piece in pieces:
        if piece.square is not None:
            if piece.square in seen:
                found.append(
                    f"seats {seen[piece.square]} and {piece.seat} both stand on {piece.square}"
                )
            seen[piece.square] = piece.seat
    return found


def _walls(board: Board, events: Iterable[Event]) -> list[str]:
    ahead = board.ahead
    return [
        f"seat {event.seat} went from {event.start} to {event.end}, which no step leads to"
        for event in events
        if isinstance(event, Moved) and ahead[event.direction][event.start] != event.end
    ]


def _placings(board: Board, events: Iterable[Event]) -> list[str]:
    return [
        f"seat {event.seat} was put on {event.square}, where no clank can stand"
        for event in events
        if isinstance(event, PlacedByHand)
        and (event.square not in board.squares or event.square in board.having("pit"))
    ]


def status_breaches(state: RaceState) -> tuple[str, ...]:
    """Return pieces whose values contradict their status: active, parked or out (8)."""
    found, rules = [], state.race.rules.rule_set
    for clank in state.clanks:
        active = clank.status == ACTIVE
        # If a life is paid on coming back, a piece on the board has paid its last one already.
        spent = clank.status == OUT if rules.life_paid == AT_DEATH else clank.status != PARKED
        wrong = {
            "place": active != (clank.square is not None),
            "damage": not 0 <= clank.damage < (rules.deadly if active else 1),
            "lives": (clank.status == OUT and clank.lives != 0)
            or (clank.lives == 0 and not spent)
            or (clank.lives or 0) < 0,
            # After the last flag of the winner the next one would be one more.
            "next flag": not 1 <= clank.next_flag <= len(state.race.flags) + state.over,
            "flags": not race_tables(state.race).in_order
            and len(flags_in(state.memory).get(clank.seat, ())) != clank.next_flag - 1,
            "checkpoints": not clank.checkpoints,
            "rest": not active and (clank.down or clank.announced),
            "locks": bool(clank.locked) and (not active or clank.down),
        }
        found += [
            f"seat {clank.seat} is {clank.status}, and its {what} does not fit that"
            for what, broken in wrong.items()
            if broken
        ]
    return tuple(found)


def card_breaches(state: RaceState) -> tuple[str, ...]:
    """Return cards that are in two places, or not of the deck (14.5).

    Unknown hands are not checked.
    """
    found, seen = [], set()
    for clank in state.clanks:
        for card in (*clank.slots, *(clank.hand or ())):
            if card is not None:
                if card in seen or (card not in IN_DECK and card.move != PAUSE):
                    found.append(f"{card} of seat {clank.seat} is in two places or not in the deck")
                seen.add(card)
    return tuple(found)


class RaceInvariants(Invariants[RacePosition, Event]):
    """The invariants of a race with programs."""

    def __init__(self, race: RaceGame[RacePosition]) -> None:
        self._race = race

    def breaches(
        self, position: RacePosition, events: Iterable[Event], pieces: Iterable[Piece]
    ) -> tuple[str, ...]:
        return breaches(self._race.board(position), position.state, events, pieces)

    def unsound(self, position: RacePosition) -> tuple[str, ...]:
        return card_breaches(position.state) + status_breaches(position.state)
