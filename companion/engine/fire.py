"""Clank lasers: every active clank shoots once, straight ahead (rulebook 7.10)."""
from __future__ import annotations

from companion.engine.events import SHOT
from companion.engine.moving import hurt, settle
from companion.engine.play import Piece, Play


def powered_down_fires(piece: Piece) -> bool:
    """13.6 `powered_down_fires` [E131]: a powered-down clank does not shoot; it still stops shots."""
    return not piece.down


def clank_lasers(play: Play) -> None:
    """All shots at the same time; the first clank in line takes one damage (7.10.1, 7.10.2 [E125-E129])."""
    at, rays = play.at, play.course.rays
    hits = []
    for piece in play.alive:
        if powered_down_fires(piece):
            for square in rays[piece.heading][piece.square]:
                if square in at:
                    hits.append((at[square], piece.seat))
                    break
    if hits:
        play.begin("clank lasers", "7.10")
        for target, shooter in hits:
            hurt(play, target, 1, SHOT, shooter, "7.10.1")
        settle(play)
