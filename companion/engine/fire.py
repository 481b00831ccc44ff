"""Clank lasers: every active clank shoots once, straight ahead (rulebook 7.10)."""
from __future__ import annotations

from typing import Final

from companion.engine.effects import Hurt
from companion.engine.events import SHOT, BeatBegan
from companion.engine.moving import hurt, settle
from companion.engine.play import Piece, Play

CLANK_LASERS: Final = BeatBegan("clank lasers", "7.10")
_SHOTS: Final = tuple(Hurt(1, SHOT, seat, "7.10.1") for seat in range(9))
"""By the shooter's seat, from 1; the first place is nobody's."""


def powered_down_fires(piece: Piece) -> bool:
    """13.6 `powered_down_fires` [E131]: a powered-down clank does not shoot; it still stops shots."""
    return not piece.down


def clank_lasers(play: Play) -> None:
    """All shots at the same time; the first clank in line takes one damage (7.10.1, 7.10.2 [E125-E129])."""
    at, rays = play.at, play.course.rays[play.register]
    hits = []
    for piece in play.alive:
        for square in rays[piece.heading][piece.square]:
            if square in at:
                if powered_down_fires(piece):
                    hits.append((at[square], piece.seat))
                break
    if hits:
        play.tell(CLANK_LASERS)
        # Nobody leaves the board before `settle`: who is destroyed here has fired too (7.10.2 [E129]).
        for target, shooter in hits:
            hurt(play, target, _SHOTS[shooter])
        if play.doomed:
            settle(play)
