"""Random corrections by hand: most of them possible, some not, some invalid."""

from __future__ import annotations

import random
from typing import Any

from companion.engine.changes import (
    BoardChange,
    MoveFlag,
    Park,
    PutOn,
    SetCheckpoints,
    SetDamage,
    SetLives,
    SetNextFlag,
    SetPower,
)
from companion.engine.state import RaceState

NONSENSE: tuple[Any, ...] = (None, -1, 99, True, 2.5, "", "A0", "Z9", "é", (), [], {})


def random_change(rng: random.Random, state: RaceState) -> BoardChange:
    """Return any change of the board, about one in eight with an impossible value."""
    wanted = _sensible(rng, state)
    if rng.random() < 0.12:
        return wanted._replace(**{rng.choice(wanted._fields): rng.choice(NONSENSE)})
    return wanted


def _sensible(rng: random.Random, state: RaceState) -> BoardChange:
    seat, squares = rng.choice(state.clanks).seat, state.race.board.squares
    return rng.choice(
        (
            PutOn(seat, rng.choice(squares), rng.randrange(4)),
            PutOn(seat, rng.choice(squares), rng.randrange(4)),
            Park(seat),
            SetDamage(seat, rng.randrange(10)),
            SetLives(seat, rng.choice((None, 0, 0, 1, 3))),
            SetNextFlag(seat, rng.randint(1, 3)),
            SetCheckpoints(
                seat,
                tuple((rng.choice(squares), rng.randrange(4)) for _ in range(rng.randint(1, 3))),
            ),
            SetPower(seat, rng.random() < 0.5, rng.random() < 0.5),
            MoveFlag(rng.randint(1, 3), rng.choice(squares)),
        )
    )
