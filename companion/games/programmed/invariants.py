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
    plain, found, stands = is_plain(board), list[str](), dict[Square, int]()
    for piece in pieces:
        # Virtual and flying pieces and ghosts do not occupy their square (elements 3.2).
        worn = [OF_WORD[word].plane for word, _ in statuses_of(state.memory, piece.seat)]
        solid = kind_of(piece.seat) != GHOST and all(plane == GROUND for plane in worn)
        if piece.square is None or not (plain or solid):
            continue
        if piece.square in stands:
            other = stands[piece.square]
            found.append(f"seats {other} and {piece.seat} both stand on {piece.square}")
        stands[piece.square] = piece.seat
    for event in events:
        if isinstance(event, Moved):
            went = f"seat {event.seat} went from {event.start} to {event.end}, which"
            if plain:
                if board.ahead[event.direction][event.start] != event.end:
                    found.append(f"{went} no step leads to")
                continue
            # Barriers, rooms and bridges are not checked.
            column, row = column_row(event.start.removesuffix(ABOVE))
            across, up = column_row(event.end.removesuffix(ABOVE))
            if abs(column - across) + abs(row - up) != 1:
                found.append(f"{went} is no step")
        elif isinstance(event, PlacedByHand) and (
            event.square not in board.squares or event.square in board.having("pit")
        ):
            found.append(f"seat {event.seat} was put on {event.square}, where no clank can stand")
    return tuple(found)


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
