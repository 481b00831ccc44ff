"""Causes of movement, turning, damage and destruction, and reasons for standing still.

Events carry them, and elements use them to ask which movements concern them. Their names for people
are in the modules that write sentences.
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
"""The causes by which a clank can enter a square of a base board."""
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
"""Damage after a fall from a bridge, and the descent when a bridge or an elevator lets a piece
down."""
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
"""The causes by which a piece can enter a square of an extended board (elements 3.5).

Each kind of belt has its own cause, since belts of different kinds do not join.
"""
CARRIED: Final = frozenset((BELT, FLIP_BELT, CURRENT, ORE))
"""The causes of the belt kinds."""
BEAM: Final = "beam"
"""Crosses an edge as a beam or a shot does. Barriers may let it pass where they stop clanks. No
event has this cause."""
CAUSES: Final = (CARD, PUSH, BELT, PUSHER, ROTATOR, LASER, SHOT, PIT, EDGE, CRUSHER, REPAIR, POWER)

WALL: Final = "wall"
ROW: Final = "row"
JAM: Final = "jam"
CLAIM: Final = "claim"
TORN: Final = "torn"
REASONS: Final = (WALL, ROW, JAM, CLAIM, TORN)
"""A wall; a row of clanks that cannot move; a clank that stays; two claims to one square; two
pushers on one square."""
