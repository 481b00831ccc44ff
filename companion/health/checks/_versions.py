"""Versions of packages, as far as they must be compared."""
from __future__ import annotations

import re


def numbers(version: str) -> tuple[int, ...]:
    """The numbers in a version, in order, to be compared: 2.0.1.post3 comes after 2.0.1 and before 2.1.

    Good enough for comparisons with versions that are known; what stands between the numbers is passed over.
    """
    return tuple(map(int, re.findall(r"\d+", version)))
