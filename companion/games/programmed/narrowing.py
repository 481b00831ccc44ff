"""Long lists of options, chosen part by part: a slot, then a move, then one of its cards.

`3 move1@490` has the parts `3`, `move1` and `490`; an option such as `no` has one part. If the
first option has one part, it stays in view while parts of others are chosen.
"""

from __future__ import annotations

from collections.abc import Sequence

Parts = tuple[str, ...]


def parts_of(option: str) -> Parts:
    """Return the parts of an option."""
    return tuple(option.replace("@", " ").split(" "))


def offered_next(options: Sequence[str], part: Parts) -> tuple[str, ...]:
    """Return what can be touched after some parts, in the order of the options."""
    at = len(part)
    found = [
        parts[at] for parts in map(parts_of, options) if len(parts) > at and parts[:at] == part
    ]
    first = parts_of(options[0])
    return tuple(dict.fromkeys([*found, *(first if len(first) == 1 else ())]))


def narrowed(options: Sequence[str], part: Parts, token: str) -> tuple[Parts, str]:
    """Return the parts chosen after a touch, and the option if it is complete, else "".

    If only one option is left, it is chosen.
    """
    if token == options[0]:
        return (), token
    part = (*part, token)
    left = [option for option in options if parts_of(option)[: len(part)] == part]
    return (part, "") if len(left) > 1 else ((), left[0])
