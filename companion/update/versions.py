"""Which of two versions is the newer, and which Pythons a condition lets in.

So much of Python's rules for versions (PEP 440) as our own versions and wheels need, since no library for it is among what the game
needs.
"""
from __future__ import annotations

import re
from typing import Final

from companion.errors import UpdateFault

RANKS: Final = ("dev", "a", "b", "rc", "", "post")
"""What may follow a version's numbers, from the oldest to the newest."""
SHAPE: Final = re.compile(r"(\d+(?:\.\d+)*)(?:\.?(dev|a|b|rc|post)(\d+))?(?:\+[\w.]+)?")


def age(version: str) -> tuple[tuple[int, ...], int, int]:
    """What versions are compared by: the newer is the larger. UpdateFault where it is none.

    What follows a plus sign says where a version was built, and not how old it is.
    """
    found = SHAPE.fullmatch(version)
    if found is None:
        raise UpdateFault(f"found the version {version!r}, expected numbers with dots, such as 0.2.0")
    numbers = [int(part) for part in found[1].split(".")]
    # 0.2 and 0.2.0 are one version.
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers), RANKS.index(found[2] or ""), int(found[3] or 0)


def allows(condition: str, version: str) -> bool:
    """Whether a version fulfils a condition such as >=3.11,<3.14; conditions of other shapes, and versions that are none of ours, count as fulfilled."""
    try:
        return all(_holds(sign, age(wanted), age(version)) for sign, wanted in re.findall(r"(?:^|,)\s*(>=|<=|==|<|>)\s*([\w.]+)\s*(?=,|$)", condition))
    except UpdateFault:
        return True


def _holds(sign: str, wanted: tuple[object, ...], found: tuple[object, ...]) -> bool:
    match sign:
        case ">=":
            return found >= wanted
        case "<=":
            return found <= wanted
        case "==":
            return found == wanted
        case ">":
            return found > wanted
    return found < wanted
