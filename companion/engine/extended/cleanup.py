"""The cleanup on an extended board: virtual pieces and flyers are in nobody's way (rulebook 9)."""

from __future__ import annotations

from companion.engine.events import Event, Respawned, StayedParked, TurnEnded
from companion.engine.state import ACTIVE, PARKED, Clank, RaceState
from companion.engine.statuses import FLYING, VIRTUAL


def extended_clean_up(state: RaceState) -> tuple[RaceState, tuple[Event, ...]]:
    """Bring parked clanks back, in the order of their deaths, on their last free checkpoint.

    See 9.1-9.5.
    """
    events: list[Event] = []
    for clank in sorted(
        (clank for clank in state.clanks if clank.status == PARKED),
        key=lambda parked: (parked.death, parked.seat),
    ):
        back = _back(state, clank)
        if back is None:
            events.append(StayedParked(clank.seat))
            continue
        square, heading = back
        state = state.with_clank(
            clank._replace(status=ACTIVE, square=square, heading=heading, damage=0)
        )
        events.append(Respawned(clank.seat, square, heading, "9.2"))
    events.append(TurnEnded(state.turn))
    return state, tuple(events)


def _back(state: RaceState, clank: Clank) -> tuple[str, int] | None:
    elsewhere = {owner for (owner, word), _ in state.memory if word in (VIRTUAL, FLYING)}
    taken = {
        other.square
        for other in state.clanks
        if other.status == ACTIVE and str(other.seat) not in elsewhere
    }
    return next(
        (
            (square, heading)
            for square, heading in reversed(clank.checkpoints)
            if square not in taken
        ),
        None,
    )
