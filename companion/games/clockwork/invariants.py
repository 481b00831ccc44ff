"""What holds at every moment of every race, whatever the board and the cards (rulebook 14); used where games are played unattended.

Each door answers with sentences, () where all is well.
"""
from __future__ import annotations

from collections.abc import Iterable

from companion.engine.board import Board
from companion.engine.cards import IN_DECK
from companion.engine.events import Event, Moved, PlacedByHand
from companion.engine.geometry import Square
from companion.engine.state import ACTIVE, DEADLY, OUT, State
from companion.games.base import Piece


def breaches(board: Board, events: Iterable[Event], pieces: Iterable[Piece]) -> tuple[str, ...]:
    """What is wrong with some events and the position after them: clanks on one square, steps through walls (14.1, 14.2).

    A clank that was put somewhere by hand has made no step, but nobody can be put into a pit or off the board (12.2).
    Of barriers that are shut now and then nothing is said here.
    """
    events = tuple(events)
    return (*_crowds(pieces), *_walls(board, events), *_placings(board, events))


def _crowds(pieces: Iterable[Piece]) -> list[str]:
    seen: dict[Square, int] = {}
    found = []
    for piece in pieces:
        if piece.square is not None:
            if piece.square in seen:
                found.append(f"seats {seen[piece.square]} and {piece.seat} both stand on {piece.square}")
            seen[piece.square] = piece.seat
    return found


def _walls(board: Board, events: Iterable[Event]) -> list[str]:
    ahead = board.ahead
    return [
        f"seat {event.seat} went from {event.start} to {event.end}, which no step leads to"
        for event in events if isinstance(event, Moved) and ahead[event.way][event.start] != event.end
    ]


def _placings(board: Board, events: Iterable[Event]) -> list[str]:
    return [
        f"seat {event.seat} was put on {event.square}, where no clank can stand"
        for event in events if isinstance(event, PlacedByHand) and (event.square not in board.squares or event.square in board.having("pit"))
    ]


def status_breaches(state: State) -> tuple[str, ...]:
    """Clanks whose place, damage, lives, flags or power do not go together with being active, parked or out (8)."""
    found = []
    for clank in state.clanks:
        active = clank.status == ACTIVE
        wrong = {
            "place": active != (clank.square is not None),
            "damage": not 0 <= clank.damage < (DEADLY if active else 1),
            "lives": (clank.status == OUT) != (clank.lives == 0) or (clank.lives or 0) < 0,
            # The winner has touched the last flag, and the next one would be one more.
            "next flag": not 1 <= clank.next_flag <= len(state.race.flags) + state.over,
            "checkpoints": not clank.checkpoints,
            "rest": not active and (clank.down or clank.announced),
            "locks": bool(clank.locked) and (not active or clank.down),
        }
        found += [f"seat {clank.seat} is {clank.status}, and its {what} does not fit that" for what, broken in wrong.items() if broken]
    return tuple(found)


def card_breaches(state: State) -> tuple[str, ...]:
    """Cards that are in two places, or in none of the deck's (14.5); of hands that nobody knows there is nothing to say."""
    found, seen = [], set()
    for clank in state.clanks:
        for card in (*clank.slots, *(clank.hand or ())):
            if card is not None:
                if card in seen or card not in IN_DECK:
                    found.append(f"{card} of seat {clank.seat} is in two places or not in the deck")
                seen.add(card)
    return tuple(found)
