"""A turn from its first register to its cleanup, as an ordered list of beats (rulebook 5, 7.1, 9).

Every function takes a state and returns a new one with the events between; the caller's state never changes.
"""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.engine.course import GameBeat, Moment
from companion.engine.element import END_OF_TURN, FIRE, MOVE, TOUCH, Beat
from companion.engine.events import Event, NobodyWon, RegisterBegan, Respawned, StayedParked, TurnEnded
from companion.engine.fire import clank_lasers
from companion.engine.play import Piece, Play
from companion.engine.programs import play_cards
from companion.engine.resolve import resolve_beat
from companion.engine.state import ACTIVE, OUT, PARKED, State
from companion.engine.touching import LAST_REGISTER, heal_in_register, heal_in_turn, touch
from companion.errors import RuleFault

OWN_BEATS: Final = (
    GameBeat(Beat(MOVE, 0, "cards", "7.2"), play_cards),
    GameBeat(Beat(FIRE, 15, "clank lasers", "7.10"), clank_lasers),
    GameBeat(Beat(TOUCH, 10, "flags", "7.11"), touch),
    GameBeat(Beat(TOUCH, 15, "repair", "7.12"), heal_in_register),
    GameBeat(Beat(END_OF_TURN, 10, "repair at the end of the turn", "7.12"), heal_in_turn),
)
"""What the game itself does in a register; a board's elements put their beats between (7.1). A laser of the board fires at 10."""


class Outcome(NamedTuple):
    """What the engine answers: the state after, and everything that happened on the way, in order."""

    state: State
    events: tuple[Event, ...]


def play_register(state: State) -> Outcome:
    """Play the next register of the turn (7.1 [E180]); RuleFault when there is none."""
    if state.over or not state.turn or state.register >= LAST_REGISTER:
        raise RuleFault(f"turn {state.turn} has no register after {state.register} to play; begin a turn first")
    play = Play(state)
    _register(play)
    return Outcome(play.frozen(), tuple(play.events))


def play_turn(state: State) -> Outcome:
    """Play all registers that are left, and the cleanup, unless the race ends before; RuleFault where no turn has begun or the race is over."""
    if state.over or not state.turn:
        raise RuleFault(f"turn {state.turn} cannot be played; begin a turn first")
    play = Play(state)
    while play.register < LAST_REGISTER and not play.over:
        _register(play)
    if not play.over:
        _clean_up(play)
    return Outcome(play.frozen(), tuple(play.events))


def clean_up(state: State) -> Outcome:
    """After register 5 every parked clank comes back, if it can (9 [E162]); RuleFault before that or when the race is over."""
    if state.over or state.register != LAST_REGISTER:
        raise RuleFault(f"the cleanup comes after register {LAST_REGISTER} of a race that goes on, not after register {state.register}")
    play = Play(state)
    _clean_up(play)
    return Outcome(play.frozen(), tuple(play.events))


def order_of(play: Play) -> tuple[Moment, ...]:
    """The order of the present register on this board, worked out once and kept with the course, which outlives this call."""
    orders = play.course.orders
    if play.register not in orders:
        orders[play.register] = play.course.order(OWN_BEATS, play.register)
    return orders[play.register]


def _register(play: Play) -> None:
    """One register; a win on pass ends it after its step or stage, a win later completes touching and healing (10.2, 10.4)."""
    play.register += 1
    play.tell(RegisterBegan(play.turn, play.register))
    for beat, game, elements, told in order_of(play):
        if game is not None:
            game(play)
        else:
            resolve_beat(play, beat, elements, told)
        # A win on pass ends the race in mid-register; one in the touching stage lets its touching and healing finish.
        if play.over and beat.stage < TOUCH:
            return
    # Without anybody on the board the race may still go on: the parked come back in the cleanup.
    if not play.alive and not play.over and all(piece.status == OUT for piece in play.pieces):
        play.over = True
        play.tell(NobodyWon())


def _clean_up(play: Play) -> None:
    """Parked clanks come back in the order of their deaths (9.1, 8.6 [E166, E167])."""
    for piece in sorted((piece for piece in play.pieces if piece.status == PARKED), key=lambda parked: (parked.death, parked.seat)):
        _bring_back(play, piece)
    play.tell(TurnEnded(play.turn))


def _bring_back(play: Play, piece: Piece) -> None:
    """Undamaged on the last checkpoint that is free, with its heading; nothing is touched by it (9.2-9.5 [E163-E170, E189])."""
    for square, heading in reversed(piece.checkpoints):
        if square not in play.at:
            piece.status, piece.square, piece.heading, piece.damage = ACTIVE, square, heading, 0
            # At once, for the square is taken for whoever comes back after this one (9.2).
            play.at[square] = piece
            # Rebuilt and not appended to: it is in seat order.
            play.alive = [other for other in play.pieces if other.status == ACTIVE]
            play.tell(Respawned(piece.seat, square, heading, "9.2"))
            return
    play.tell(StayedParked(piece.seat))
