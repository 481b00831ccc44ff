"""Why something happened or did not: the causes of movement, turning, damage and destruction, and the reasons for standing still.

Events carry them, elements ask by them whom they concern; what they are called stands with those who tell.
"""

from __future__ import annotations

from typing import Final

CARD: Final = "card"
PUSH: Final = "push"
BELT: Final = "belt"
PUSHER: Final = "pusher"
ROTATOR: Final = "rotator"
LASER: Final = "laser"
SHOT: Final = "shot"
PIT: Final = "pit"
EDGE: Final = "edge"
CRUSHER: Final = "crusher"
REPAIR: Final = "repair"
POWER: Final = "power down"
MOVEMENTS: Final = frozenset((CARD, PUSH, BELT, PUSHER))
"""The causes by which a clank can come onto a square of a base board."""
BOUNCE: Final = "bounce"
THROW: Final = "throw"
SLOPE: Final = "slope"
SLIDE: Final = "slide"
DRAW: Final = "draw"
JUMP: Final = "jump"
GEAR: Final = "gear"
FLIP_BELT: Final = "flip belt"
CURRENT: Final = "current"
ORE: Final = "ore"
FALL: Final = "fall"
"""What hurts who falls from a bridge, and brings down whom a bridge or an elevator lets down."""
ANY_CAUSE: Final = MOVEMENTS | {
    BOUNCE,
    THROW,
    SLOPE,
    SLIDE,
    DRAW,
    JUMP,
    GEAR,
    FALL,
    FLIP_BELT,
    CURRENT,
    ORE,
}
"""The causes by which a piece can come onto a square of an extended board (elements 3.5). Each kind of belt has its own, since kinds do not join."""
CARRIED: Final = frozenset((BELT, FLIP_BELT, CURRENT, ORE))
"""The causes of the belt kinds."""
BEAM: Final = "beam"
"""What crosses an edge where a beam or a shot does; barriers may let it pass where they stop clanks. No event has this cause."""
CAUSES: Final = (CARD, PUSH, BELT, PUSHER, ROTATOR, LASER, SHOT, PIT, EDGE, CRUSHER, REPAIR, POWER)

WALL: Final = "wall"
ROW: Final = "row"
JAM: Final = "jam"
CLAIM: Final = "claim"
TORN: Final = "torn"
REASONS: Final = (WALL, ROW, JAM, CLAIM, TORN)
"""A wall; a row of clanks that cannot move; a clank that stays; two wishes for one square; two pushers on one square."""
