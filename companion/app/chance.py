"""Draw all randomness of a session from one seed."""

from __future__ import annotations

import random


class Chance:
    """All randomness of a session.

    Each draw has a source, so the order of draws does not matter.
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def name(self, *path: int | str) -> str:
        """Return the name of a draw's source, such as that of seat 3's pilot in turn 2."""
        # A text, because hash() differs from process to process.
        return "/".join(map(str, (self.seed, *path)))

    def source(self, *path: int | str) -> random.Random:
        """Return the source of one draw.

        Equal paths give equal sources on any machine, so a replay draws the same cards, and its
        pilots choose the same.
        """
        return random.Random(self.name(*path))
