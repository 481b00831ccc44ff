"""Which elements may share a square (rulebook 2.3 [E188])."""
from __future__ import annotations

from companion.engine.element import BARRIER, CARRIER, FLOOR, MOUNT, Element

ONE_TO_A_SQUARE = (FLOOR, CARRIER)
ONE_TO_A_SIDE = (BARRIER, MOUNT)


def may_share(one: Element, other: Element) -> bool:
    """Whether two elements may stand on the same square.

    One floor and one carrier to a square, one barrier and one mount to a side, no kind twice, and nothing that one of them excludes.
    A wall may be noted as often as people like, it stays one wall (2.4 [E004]).
    """
    if one.layer in ONE_TO_A_SIDE and other.layer in ONE_TO_A_SIDE:
        # A mount and a barrier may even share a side: pushers and emitters hang on walls (2.4).
        return one.layer != other.layer or _side(one) != _side(other) or "wall" in one.traits | other.traits
    if one.word == other.word or one.layer == other.layer and one.layer in ONE_TO_A_SQUARE:
        return False
    return not (_excluded(one, other) or _excluded(other, one))


def _side(element: Element) -> object:
    return getattr(element, element.sided, None) if element.sided else None


def _excluded(one: Element, other: Element) -> bool:
    return other.layer in one.excludes or not one.excludes.isdisjoint(other.traits)
