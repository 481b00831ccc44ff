"""Starting position: where a seat's clank begins; plain floor once the race is on (2.7 [E028, E115])."""
from __future__ import annotations

from dataclasses import dataclass

from companion.engine.element import CARRIER, FLOOR, Element, number_key, register


@register
@dataclass(frozen=True, slots=True)
class Start(Element):
    """The starting position of a seat."""

    seat: int

    word = "start"
    layer = FLOOR
    keys = (number_key("seat", 1, 8, 0, "the seat that begins here, 1 to 8")._replace(default=None),)
    codes = {f"s{seat}": f"start seat={seat}" for seat in range(1, 9)}
    traits = frozenset({"start"})
    excludes = frozenset({CARRIER})
    once = "seat"
    about = "Here a seat's clank begins, facing north, and comes back while it has touched nothing else. Otherwise plain floor."
    rule = "2.7"
    example = "A1 start seat=1"
