"""Register and cleanup on an extended board: beats of the game and of elements (elements 2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from companion.engine.element import END_OF_TURN, FIRE, MOVE, TOUCH
from companion.engine.events import (
    Event,
    Respawned,
    StayedParked,
    TurnEnded,
)
from companion.engine.extended.beats import (
    burn,
    clank_lasers,
    count_hits,
    end_register,
    end_turn,
    haunt,
    land_all,
    put_out,
    resolve,
)
from companion.engine.extended.cards import play_cards
from companion.engine.extended.ghosts import raise_ghosts
from companion.engine.extended.play import ExtendedPlay
from companion.engine.extended.register_tables import BeatElements, RegisterTables
from companion.engine.extended.stepping import settle
from companion.engine.keys import LAST_REGISTER
from companion.engine.rules import TOGETHER, TURN
from companion.engine.state import ACTIVE, PARKED, RaceState
from companion.engine.statuses import FLYING, VIRTUAL
from companion.engine.touching import heal_in_register, heal_in_turn, touch

OrderEntry: TypeAlias = tuple[
    tuple[int, int, int], Callable[[ExtendedPlay], None] | None, BeatElements | None
]
OWN: Final[tuple[tuple[int, int, Callable[[ExtendedPlay], None]], ...]] = (
    (MOVE, 0, play_cards),
    (FIRE, 15, clank_lasers),
    (FIRE, 17, count_hits),
    (FIRE, 61, burn),
    (FIRE, 90, haunt),
    (TOUCH, 10, touch),
    (TOUCH, 11, put_out),
    (TOUCH, 15, heal_in_register),
    (TOUCH, 999, land_all),
    (END_OF_TURN, 10, heal_in_turn),
)
"""The deeds of the game itself, by stage and order; the beats of the elements come between."""


def play_extended_beats(play: ExtendedPlay) -> None:
    """Play what comes after the beginning of a register, up to its end."""
    raise_ghosts(play)
    _play_beats_in_order(play)
    play.mark()
    if not play.over:
        end_register(play)
        if play.register == LAST_REGISTER:
            end_turn(play)


def _play_beats_in_order(play: ExtendedPlay) -> None:
    """Play all beats; if the board changes, continue in the order of the new tables (S5).

    Most beats concern no piece. Those that do are read from bits, one for each entry of the order,
    by the squares that are occupied.
    """
    together = play.tables.rules.fire == TOGETHER
    register_tables = play.register_tables
    order = _order(register_tables)
    at, stirred, due = 0, True, 0
    while True:
        if stirred:
            due, acting = register_tables.bound, register_tables.acting_bits
            for piece in play.alive:
                if piece.square in acting:
                    due |= acting[piece.square]
            stirred = False
        left = due >> at
        if not left:
            return
        at += (left & -left).bit_length() - 1
        key, own, moment = order[at]
        stage = key[0]
        # If all fire is together, deaths wait for the end of its stage (8).
        if together:
            over, play.together = play.together and stage != FIRE, stage == FIRE
            if over:
                settle(play)
        play.stage = stage
        arrivals = play.arrivals
        if play.marks is not None:
            play.mark()
        if own is not None:
            own(play)
        elif moment is not None:
            resolve(play, moment)
        # Pieces that are gone since leave beats behind that find nobody.
        stirred = play.arrivals != arrivals
        # A win on pass ends the race in mid-register; one in the touching stage lets its touching
        # and repair finish.
        if play.over and stage < TOUCH:
            return
        at += 1
        if play.register_tables is not register_tables:
            register_tables = play.register_tables
            order, stirred = _order(register_tables), True
            at = next((place for place, entry in enumerate(order) if entry[0] > key), len(order))


def _order(register_tables: RegisterTables) -> tuple[OrderEntry, ...]:
    """Return the beats of a register by stage and order, the game's own first among equals.

    The order is computed once for its tables.
    """
    if not register_tables.order:
        last = register_tables.register == LAST_REGISTER
        own = [
            ((stage, order, 0), act, None)
            for stage, order, act in OWN
            if last or (stage != END_OF_TURN and act is not land_all)
        ]
        theirs = [
            ((moment.beat.stage, moment.beat.order, 1), None, moment)
            for moment in register_tables.moments
            if last or moment.beat.stage != END_OF_TURN
        ]
        register_tables.order = tuple(sorted([*own, *theirs], key=lambda entry: entry[0]))
        # The game's own beats that have nothing to do in this register.
        idle: set[Callable[[ExtendedPlay], None] | None] = set()
        if not register_tables.barricades:
            idle.add(count_hits)
        if not register_tables.repairs or register_tables.healing == TURN:
            idle.add(heal_in_register)
        for place, (_, act, moment) in enumerate(register_tables.order):
            if act not in idle if moment is None else moment.always:
                register_tables.bound |= 1 << place
            for square in () if moment is None else moment.acting:
                register_tables.acting_bits[square] = (
                    register_tables.acting_bits.get(square, 0) | 1 << place
                )
    return register_tables.order


def extended_clean_up(state: RaceState) -> tuple[RaceState, tuple[Event, ...]]:
    """Bring parked clanks back, in the order of their deaths, on their last free checkpoint.

    See 9.1-9.5.
    """
    events: list[Event] = []
    elsewhere = {owner for (owner, word), _ in state.memory if word in (VIRTUAL, FLYING)}
    for clank in sorted(
        (clank for clank in state.clanks if clank.status == PARKED),
        key=lambda parked: (parked.death, parked.seat),
    ):
        taken = {
            other.square
            for other in state.clanks
            if other.status == ACTIVE and str(other.seat) not in elsewhere
        }
        free = [point for point in clank.checkpoints if point[0] not in taken]
        if not free:
            events.append(StayedParked(clank.seat))
            continue
        square, heading = free[-1]
        state = state.with_clank(
            clank._replace(status=ACTIVE, square=square, heading=heading, damage=0)
        )
        events.append(Respawned(clank.seat, square, heading, "9.2"))
    events.append(TurnEnded(state.turn))
    return state, tuple(events)
